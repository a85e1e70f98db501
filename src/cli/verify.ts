import { closeSync, createReadStream, fstatSync, openSync, readSync } from "node:fs";
import { createInterface } from "node:readline";
import { BadInput, input, nodesOf, notYet, readParams, readTopology, TraceReader } from "../core/index.js";
import { TraceJudge, type TraceVerdict } from "../spec/index.js";
import { findEntry } from "./find.js";
import { reason } from "./reason.js";
import { bad, count, good, json, note, say } from "./terminal.js";

const SHOWN_MAX = 20;
type Judged = Readonly<{ file: string; rows: number; verdict: TraceVerdict; cut: boolean }>;

/** `allot verify`: judges recorded traces by the spec of their problem. Answers the exit code. */
export async function verify(files: readonly string[], options: { json?: boolean }): Promise<number> {
  // All are read before anything is said: one that cannot be read is refused as a whole.
  const judged: Judged[] = [];
  for (const file of files) judged.push(await judge(file));
  const violations = judged.reduce((sum, { verdict }) => sum + verdict.violations.length, 0);
  for (const { file, rows, cut } of judged) if (cut) note(`${file}: line ${rows + 2} is cut off and was left out`);
  if (options.json) {
    const rows = judged.reduce((sum, { rows }) => sum + rows, 0);
    json({ rows, names: judged.map(({ file, verdict }) => ({ name: null, file, ...verdict })), violations });
  } else for (const one of judged) show(one);
  return violations === 0 ? 0 : 1;
}

function show({ file, rows, verdict }: Judged): void {
  const { problem, commands, grants, pending, violations } = verdict;
  const mark = violations.length === 0 ? good("✓") : bad("✗");
  const figures = `${count(commands)} commands, ${count(grants)} grants, ${count(pending)} pending`;
  say(`${mark} ${file}: ${problem}, ${count(rows)} rows, ${figures}`);
  for (const { property, line, what } of violations.slice(0, SHOWN_MAX))
    say(bad(`  line ${line}: ${property}: ${what}`));
  if (violations.length > SHOWN_MAX) say(bad(`  and ${count(violations.length - SHOWN_MAX)} more; --json lists them`));
}

async function judge(file: string): Promise<Judged> {
  const reader = new TraceReader();
  let judge: TraceJudge | null = null;
  let cut = false;
  let told = performance.now();
  const take = (line: string) => {
    const row = reader.line(line);
    if (row === null) judge = open(reader);
    else judge?.row(row, reader.lines);
  };
  try {
    const stream = createReadStream(file, "utf8");
    let last: string | null = null;
    for await (const line of createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY })) {
      if (last !== null) take(last);
      last = line;
      if ((reader.lines & 0xffff) !== 0 || performance.now() - told < 1000) continue;
      told = performance.now();
      note(`${file}: ${count(reader.lines)} lines`);
    }
    // A process that dies while it writes leaves a part of a line; a whole line ends with a line feed.
    cut = last !== null && reader.lines > 0 && !isJson(last) && !endsWithLineFeed(file);
    if (last !== null && !cut) take(last);
  } catch (error) {
    if (error instanceof BadInput) throw new BadInput(`${file}: ${error.message}`);
    if (!(error as NodeJS.ErrnoException).syscall) throw error; // ours, not the file's
    throw new BadInput(`${file} cannot be read: ${reason(error)}`);
  }
  if (judge === null) throw new BadInput(`${file} is empty; allowed: a trace, whose first line has "allot": 1`);
  return { file, rows: reader.lines - 1, verdict: (judge as TraceJudge).verdict(), cut };
}

function isJson(line: string): boolean {
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}

function endsWithLineFeed(file: string): boolean {
  const end = Buffer.alloc(1);
  const descriptor = openSync(file, "r");
  readSync(descriptor, end, 0, 1, fstatSync(descriptor).size - 1);
  closeSync(descriptor);
  return end[0] === 10;
}

function open({ header }: TraceReader): TraceJudge {
  if (header === null) throw new BadInput("line 1 is no header");
  const entry = findEntry(header.protocol);
  if (entry.spec.problem !== header.problem)
    input.refuse('line 1: "problem"', header.problem, `"${entry.spec.problem}"`);
  const topology = readTopology(header.topology, entry);
  const nodes = nodesOf(topology);
  if (header.n !== nodes) input.refuse('line 1: "n"', header.n, `${nodes}, the nodes of its topology`);
  if (header.carry.length > 0) notYet('line 1: "carry"', header.carry, "[]");
  return new TraceJudge(entry.spec, { n: header.n, params: readParams(header.params, entry, topology) });
}
