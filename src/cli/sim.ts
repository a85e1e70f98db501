import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  openSync,
  readFileSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { dirname, resolve } from "node:path";
import { catalog } from "../catalog/index.js";
import { BadInput, input } from "../core/index.js";
import {
  type Document,
  readScenario,
  type Scenario,
  Simulation,
  type Summary,
  shrink,
  summarise,
  summariseRuns,
} from "../sim/index.js";
import { integerOption } from "./find.js";
import { reason } from "./reason.js";
import { showSummary } from "./summary-table.js";
import { bar, count, inSlices, json, meter, note } from "./terminal.js";

export type SimOptions = { seed?: string; trace?: string; twice?: boolean; shrink?: string; json?: boolean };

/** `allot sim`: runs a scenario. Answers the exit code. */
export async function sim(file: string, options: SimOptions): Promise<number> {
  const where = file === "-" ? "standard input" : file;
  let document = input.parseJson(readInput(file), where) as Document;
  if (options.seed !== undefined && typeof document === "object" && document !== null && !Array.isArray(document)) {
    document = { ...document, seed: integerOption(options.seed, "--seed", 0, Number.MAX_SAFE_INTEGER) };
  }
  const scenario = readScenario(document, catalog);
  if (scenario.runs > 1 && options.trace !== undefined)
    throw new BadInput(`--trace needs one run, not "runs": ${scenario.runs}`);
  if (options.trace !== undefined && file !== "-" && resolve(options.trace) === resolve(file))
    throw new BadInput(`--trace ${options.trace} would overwrite the scenario; name another file`);
  if (options.shrink !== undefined) mustBeWritable(options.shrink);
  const spent = meter();
  const runs: Summary[] = [];
  const sink = options.trace === undefined ? null : new TraceFile(options.trace);
  for (let i = 0; i < scenario.runs; i++) runs.push(await run({ ...scenario, seed: scenario.seed + i }, sink));
  sink?.close();
  const summary = runs.length === 1 ? runs[0] : summariseRuns(runs);
  if (options.twice) await again(scenario, runs);
  const figures = { ...summary, ...spent() };
  if (options.json) json(figures);
  else showSummary(figures);
  if (summary.violations.length > 0) await explain(document, summary, options);
  else if (options.shrink !== undefined) note(`Nothing is broken: ${options.shrink} was not written.`);
  if (summary.mutant !== undefined && summary.violations.length === 0) {
    note(`This run did not catch the mutant; allot check ${summary.protocol} --mutant ${summary.mutant} does.`);
  }
  return summary.violations.length === 0 && summary.limit === null ? 0 : 1;
}

/** The same scenario and seed must give the same rows: if not, something reads a clock or draws a number of its own. */
async function again(scenario: Scenario, runs: readonly Summary[]): Promise<void> {
  for (const { seed, traceHash } of runs) {
    const second = await run({ ...scenario, seed });
    if (second.traceHash === traceHash) continue;
    throw new Failure(`seed ${seed} gave two different runs: ${traceHash} and ${second.traceHash}`);
  }
  note(`Run twice, with the same rows both times.`);
}

export async function run(scenario: Scenario, sink: TraceFile | null = null): Promise<Summary> {
  const simulation = new Simulation(scenario, sink && ((row) => sink.write(row)));
  sink?.write(simulation.header);
  const { workload, limits } = scenario;
  const last = workload.kind === "script" ? workload.commands.reduce((most, { at }) => Math.max(most, at), 1) : 1;
  const share = () => {
    if (workload.kind === "closed-loop") return simulation.answers / workload.count;
    if (workload.kind === "sequential") return simulation.commands / workload.repeat;
    return simulation.time / Math.min(limits.time, last);
  };
  await inSlices(
    (work) => simulation.advance({ steps: work }),
    () => {
      const { time, messages, grants } = simulation;
      return `${bar(share())} t ${count(time)}, ${count(messages)} messages, ${count(grants)} grants`;
    },
  );
  return summarise(simulation);
}

/** What was asked for failed, and nobody's input is to blame: a full disk, a run that does not repeat. */
export class Failure extends Error {}

/** Writes rows as lines, in large pieces. */
class TraceFile {
  private readonly file: number;
  private lines: string[] = [];
  private readonly path: string;

  constructor(path: string) {
    this.path = path;
    process.on("exit", this.flushed);
    try {
      this.file = openSync(path, "w");
    } catch (error) {
      throw new BadInput(`--trace ${path} cannot be written: ${reason(error)}`);
    }
  }
  write(row: unknown): void {
    if (this.lines.push(JSON.stringify(row)) >= 4096) this.flush();
  }
  close(): void {
    this.flush();
    closeSync(this.file);
    process.off("exit", this.flushed);
  }
  /** Also when the run is interrupted. */
  private readonly flushed = (): void => this.flush();

  private flush(): void {
    try {
      if (this.lines.length > 0) writeSync(this.file, `${this.lines.join("\n")}\n`);
    } catch (error) {
      throw new Failure(`${this.path} cannot be written: ${reason(error)}`);
    }
    this.lines = [];
  }
}

/** Asked before the run, which may be long. The file is not made: there may be nothing to write. */
function mustBeWritable(path: string): void {
  try {
    if (existsSync(path)) closeSync(openSync(path, "r+"));
    else accessSync(dirname(path), constants.W_OK);
  } catch (error) {
    throw new BadInput(`--shrink ${path} cannot be written: ${reason(error)}`);
  }
}

function readInput(file: string): string {
  try {
    return readFileSync(file === "-" ? 0 : file, "utf8");
  } catch (error) {
    throw new BadInput(`${file} cannot be read: ${reason(error)}`);
  }
}

/** A finding is shrunk to a small scenario where a file for it was named; else we say how. */
async function explain(document: Document, { violations, seed }: Summary, options: SimOptions): Promise<void> {
  if (options.shrink === undefined) return note("To get a small scenario that fails the same way: --shrink small.json");
  const [{ property, seed: failing }] = violations;
  const steps = shrink({ ...document, seed: failing ?? seed, runs: 1 }, catalog, property);
  let state = steps.next();
  await inSlices(
    () => {
      state = steps.next();
      return state.done === true;
    },
    () =>
      state.done
        ? ""
        : `shrinking: trial ${state.value.trials}, ${state.value.nodes} nodes, ${state.value.commands ?? "?"} commands`,
  );
  writeFileSync(options.shrink, `${JSON.stringify(state.value, null, 2)}\n`);
  note(`A small scenario that breaks ${property} is in ${options.shrink}`);
}
