import { writeFileSync } from "node:fs";
import { catalog } from "../catalog/index.js";
import { Check, type CheckRun, isCaught, isFine, LIMITS, type Setting, type Violation } from "../check/index.js";
import {
  BadInput,
  type CommandBudget,
  diagram,
  type Entry,
  findMutant,
  input,
  type Mutant,
  nodesOf,
  type Order,
  type Row,
  readParams,
  readTopology,
} from "../core/index.js";
import { findEntry, integerOption } from "./find.js";
import { reason } from "./reason.js";
import { bad, bold, count, dim, good, inSlices, json, meter, note, say } from "./terminal.js";

export type CheckOptions = {
  all?: boolean;
  check?: string;
  n?: string;
  topology?: string;
  params?: string;
  commands?: string;
  network?: string;
  mutant?: string;
  trace?: string;
  maxStates?: string;
  memory?: string;
  json?: boolean;
};
type Job = Readonly<{
  entry: Entry;
  setting: Setting;
  id: string | null;
  mutant: Mutant | null;
  expected: number | null;
}>;
type Run = CheckRun & Readonly<{ wallMs: number; peakRssMb: number }>;

/** `allot check`: exhaustive checks, of the catalog's configurations or of the given one. Answers the exit code. */
export async function check(name: string | undefined, options: CheckOptions): Promise<number> {
  if (options.all) {
    const { all: _, json: __, maxStates: ___, memory: ____, ...others } = options;
    const [extra] = [
      ...(name === undefined ? [] : [name]),
      ...Object.keys(others)
        .sort()
        .map((option) => `--${option}`),
    ];
    if (extra !== undefined) throw new BadInput(`--all checks everything; leave out ${extra}`);
    return checkAll(options);
  }
  if (name === undefined) throw new BadInput("check needs the name of a protocol, or --all; see allot protocols");
  const entry = findEntry(name);
  const given =
    options.check ??
    options.n ??
    options.topology ??
    options.params ??
    options.commands ??
    options.network ??
    options.mutant;
  const jobs =
    given === undefined ? entry.checks.map((config) => catalogJob(entry, config.id)) : [givenJob(entry, options)];
  const runs: Run[] = [];
  for (const job of jobs) {
    const run = await perform(job, options);
    runs.push(run);
    if (!options.json) report(run, job);
    if (options.trace !== undefined && run.violations.length > 0) writeTrace(options.trace, inOrder(run, job)[0]);
  }
  if (options.json) json(given === undefined ? { protocol: name, runs } : runs[0]);
  return runs.every((run) => isFine(run)) ? 0 : 1;
}

async function checkAll(options: CheckOptions): Promise<number> {
  let passed = 0;
  let failed = 0;
  const runs: Run[] = [];
  for (const entry of catalog) {
    const jobs = entry.checks.map(({ id }) => catalogJob(entry, id));
    for (const mutant of entry.mutants) jobs.push({ ...catalogJob(entry, mutant.check), mutant, expected: null });
    for (const job of jobs) {
      const run = await perform(job, options);
      runs.push(run);
      const right = job.mutant ? isCaught(run, job.mutant) : isFine(run) && run.states === job.expected;
      if (right) passed++;
      else failed++;
      if (!options.json) say(line(run, job, right));
    }
  }
  if (options.json) json({ runs, passed, failed });
  else say(`${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

function catalogJob(entry: Entry, id: string): Job {
  const config = entry.checks.find((config) => config.id === id);
  if (!config)
    throw new BadInput(
      `${entry.name} has no check ${input.show(id)}; allowed: ${entry.checks.map(({ id }) => id).join(", ")}`,
    );
  return { entry, setting: config, id, mutant: null, expected: config.states };
}

/** What is not given comes from the catalog's first configuration, or from the one that catches the mutant. */
function givenJob(entry: Entry, options: CheckOptions): Job {
  const mutant = options.mutant === undefined ? null : findMutant(entry, options.mutant);
  const base = catalogJob(entry, options.check ?? mutant?.check ?? entry.checks[0].id);
  const { n, topology, params, commands, network } = options;
  if ((n ?? topology ?? params ?? commands ?? network) === undefined)
    return { ...base, mutant, expected: mutant ? null : base.expected };
  let shape = base.setting.topology;
  if (topology !== undefined) shape = readTopology(input.parseJson(topology, "--topology"), entry);
  if (n !== undefined) {
    if (shape.kind === "tree")
      throw new BadInput(`--n ${n} cannot replace the nodes of a topology given by its parents; use --topology`);
    shape = { ...shape, n: integerOption(n, "--n", 1, CHECK_NODES_MAX) };
  }
  if (nodesOf(shape) > CHECK_NODES_MAX)
    input.refuse("the number of nodes to check", nodesOf(shape), `at most ${CHECK_NODES_MAX}`);
  const setting: Setting = {
    ...base.setting,
    topology: shape,
    params: params === undefined ? base.setting.params : readParams(input.parseJson(params, "--params"), entry, shape),
    network: network === undefined ? base.setting.network : readOrder(network, entry),
    commands: commands === undefined ? base.setting.commands : readCommands(input.parseJson(commands, "--commands")),
  };
  return { entry, setting, id: null, mutant, expected: null };
}

/** Every configuration has a number for each node: more nodes than this cannot be exhausted anyway. */
const CHECK_NODES_MAX = 4096;

const readOrder = (value: string, entry: Entry): Order =>
  input.oneOf(value, "--network", entry.needs.includes("fifo") ? ["fifo"] : ["fifo", "any"]);

function readCommands(value: unknown): CommandBudget {
  const doc = input.record(value, "--commands", ["total", "perNode"], ["each"]);
  return {
    total: doc.total === null ? null : input.integer(doc.total, "--commands total (or null for no end)", 1, 1_000_000),
    perNode: input.integer(doc.perNode, "--commands perNode", 1, 1000),
    ...(doc.each !== undefined && { each: input.integer(doc.each, "--commands each", 1, 1_000_000) }),
  };
}

async function perform({ entry, setting, id, mutant }: Job, options: CheckOptions): Promise<Run> {
  const spent = meter();
  const statesMax =
    options.maxStates === undefined
      ? LIMITS.statesMax
      : integerOption(options.maxStates, "--max-states", 1, 2 ** 31 - 1);
  const megabytes =
    options.memory === undefined ? LIMITS.bytesMax / 2 ** 20 : integerOption(options.memory, "--memory", 1, 1_000_000);
  const limits = { statesMax, bytesMax: megabytes * 2 ** 20 };
  const check = new Check(entry, setting, { limits, ...(id !== null && { id }), ...(mutant && { mutant }) });
  await inSlices(
    (work) => check.advance(work),
    () => {
      const { phase, states, expanded, depth } = check.progress();
      const figures = `${count(states)} states, ${count(states - expanded)} to expand, depth ${depth}`;
      return `${entry.name} ${id ?? ""} ${phase}: ${figures}`;
    },
  );
  return { ...check.result(), ...spent() };
}

const given = ({ topology, n, network, commands }: Run): string =>
  `${topology.kind} of ${n}, ${network} order, commands ${JSON.stringify(commands)}`;

function line(run: Run, job: Job, right: boolean): string {
  const mark = right ? good("✓") : bad("✗");
  const what = job.mutant ? `mutant ${job.mutant.id} ${right ? "caught" : "NOT caught"}` : (job.id ?? given(run));
  const found = job.mutant
    ? run.violations.find(({ property }) => property === job.mutant?.property)
    : run.violations[0];
  const caught = found ? `  ${found.property} broken in ${found.steps} steps (${found.kind})` : "";
  const pinned =
    job.expected !== null && run.states !== job.expected && run.exhausted
      ? `  expected ${count(job.expected)} states`
      : "";
  const stopped = run.limit ? `  not exhausted: ${run.limit}` : "";
  const figures = `${count(run.states)} states, ${count(run.edges)} edges, depth ${run.depth}, ${run.wallMs} ms`;
  return `${mark} ${run.protocol}  ${what}  ${dim(figures)}${caught}${pinned}${stopped}`;
}

/** What the mutant is there to break comes first. */
function inOrder({ violations }: Run, { mutant }: Job): readonly Violation[] {
  const wanted = violations.filter(({ property }) => property === mutant?.property);
  return [...wanted, ...violations.filter((violation) => !wanted.includes(violation))];
}

function writeTrace(path: string, { property, trace }: Violation): void {
  try {
    writeFileSync(path, trace.map((row) => `${JSON.stringify(row)}\n`).join(""));
  } catch (error) {
    throw new BadInput(`--trace ${path} cannot be written: ${reason(error)}`);
  }
  note(`How ${property} is broken is in ${path}; allot verify reads it.`);
}

function report(run: Run, job: Job): void {
  say(line(run, job, job.mutant ? isCaught(run, job.mutant) : isFine(run)));
  if (run.limit !== null)
    note(`The search was not exhausted (${run.limit}): nothing is proved. Raise --max-states or --memory.`);
  const unseen = Object.entries(run.sometimes).filter(([, seen]) => !seen);
  if (unseen.length > 0 && run.exhausted && run.violations.length === 0) {
    say(bad(`  never seen: ${unseen.map(([name]) => name).join(", ")}: this check is about nothing`));
  }
  // Several properties may break at the same step: one picture tells it.
  const shown = new Set<string>();
  for (const violation of inOrder(run, job)) {
    const path = violation.choices.join();
    if (shown.has(path))
      say(`${bold(bad(violation.property))} is broken there too (${violation.kind}): ${violation.what}`);
    else showViolation(run.n, violation);
    shown.add(path);
  }
}

export function showViolation(n: number, violation: Violation): void {
  const { property, kind, what, steps, cycle, trace } = violation;
  say("");
  say(`${bold(bad(property))} is broken (${kind}): ${what}`);
  say("");
  say(diagram(n, trace.slice(1) as Row[], cycle > 0 ? steps - cycle + 1 : undefined));
}
