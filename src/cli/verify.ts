import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { BadInput, input, nodesOf, notYet, readParams, readTopology, TraceReader } from "../core/index.js";
import { TraceJudge, type TraceVerdict } from "../spec/index.js";
import { findEntry } from "./find.js";
import { reason } from "./reason.js";
import { bad, count, good, json, note, say } from "./terminal.js";

/** `allot verify`: judges recorded traces by the spec of their problem. Answers the exit code. */
export async function verify(files: readonly string[], options: { json?: boolean }): Promise<number> {
  let rows = 0;
  const names: (TraceVerdict & { name: null })[] = [];
  for (const file of files) {
    const read = await judge(file);
    rows += read.rows;
    names.push({ name: null, ...read.verdict });
    if (options.json) continue;
    const { problem, commands, grants, pending, violations } = read.verdict;
    const mark = violations.length === 0 ? good("✓") : bad("✗");
    const figures = `${count(commands)} commands, ${count(grants)} grants, ${count(pending)} pending`;
    say(`${mark} ${file}: ${problem}, ${count(read.rows)} rows, ${figures}`);
    for (const { property, line, what } of violations) say(bad(`  line ${line}: ${property}: ${what}`));
  }
  const violations = names.reduce((sum, { violations }) => sum + violations.length, 0);
  if (options.json) json({ rows, names, violations });
  return violations === 0 ? 0 : 1;
}

async function judge(file: string): Promise<{ rows: number; verdict: TraceVerdict }> {
  const reader = new TraceReader();
  let judge: TraceJudge | null = null;
  const started = performance.now();
  let told = started;
  try {
    const stream = createReadStream(file, "utf8");
    for await (const line of createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY })) {
      const row = reader.line(line);
      if (row === null) judge = open(reader);
      else judge?.row(row, reader.lines);
      if ((reader.lines & 0xffff) === 0 && performance.now() - told > 1000) {
        told = performance.now();
        note(`${file}: ${count(reader.lines)} lines`);
      }
    }
  } catch (error) {
    if (error instanceof BadInput) throw new BadInput(`${file}: ${error.message}`);
    if (!(error as NodeJS.ErrnoException).syscall) throw error; // ours, not the file's
    throw new BadInput(`${file} cannot be read: ${reason(error)}`);
  }
  if (judge === null) throw new BadInput(`${file} is empty; allowed: a trace, whose first line has "allot": 1`);
  return { rows: reader.lines - 1, verdict: judge.verdict() };
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
