import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type Entry, type Params, type Row, shapeOf } from "../../src/core/index.js";
import { ADVERSARIES, type Document } from "../../src/sim/index.js";
import { TraceJudge } from "../../src/spec/index.js";
import { replay } from "../sim/replay.js";
import { run } from "../sim/runs.js";
import { exclusions } from "../sim/scenarios.js";

const topologies = (["path", "star", "binary", "random-tree", "complete"] as const).map((kind) => ({ kind, seed: 3 }));
const adversaries = [undefined, ...Object.keys(ADVERSARIES).sort()];
const sum = (counts: Readonly<Record<string, number>>) => Object.values(counts).reduce((a, b) => a + b, 0);

function settings(entry: Entry): Document[] {
  const units: Params[] = entry.params.R ? [{ R: 1 }, { R: 2 }, { R: 5 }, { R: 40 }] : [{}];
  const kinds = topologies.filter(({ kind }) => shapeOf(kind) === entry.shape);
  return kinds.flatMap(({ kind, seed }) =>
    [1, 2, 7].flatMap((n) =>
      units.map((params) => ({
        protocol: entry.name,
        topology: kind === "random-tree" ? { kind, n, seed } : { kind, n },
        params,
      })),
    ),
  );
}

/** Every wish is served, nothing is broken, and all who count agree. */
function conforms(document: Document): void {
  const { summary, rows, simulation } = run(document);
  const { entry, topology, params } = simulation.scenario;
  const { grants, commands, messages } = summary;
  const about = JSON.stringify(document);
  assert.deepEqual([summary.violations, summary.pending, summary.limit], [[], 0, null], about);
  assert.deepEqual([commands, summary.released, summary.granted], [2 * grants, grants, grants], about);
  assert.deepEqual([summary.refused, summary.rejected], [0, 0], about);
  const count = (e: Row["e"]) => rows.filter((row) => row.e === e).length;
  assert.deepEqual([count("send"), count("deliver"), sum(messages.byType)], Array(3).fill(messages.total), about);
  assert.deepEqual([count("command"), count("event")], [commands, commands], about);
  assert.equal(summary.steps, commands + messages.total, about);
  assert.ok(Object.keys(messages.byType).every((type) => entry.messages.includes(type)));
  assert.ok(summary.facts.maxConcurrent <= ((params.R as number | undefined) ?? 1), about);
  for (const { ratio } of summary.bounds) assert.ok(ratio <= 1, about);

  const judge = new TraceJudge(entry.spec, { n: summary.n, params });
  for (const [i, row] of rows.entries()) judge.row(row, i + 2);
  const { problem } = entry.spec;
  assert.deepEqual(judge.verdict(), { problem, commands, grants, pending: 0, violations: [] }, about);
  replay({ protocol: entry.protocol, topology, params }, rows);
}

for (const entry of exclusions) {
  for (const adversary of adversaries) {
    test(`${entry.name} conforms, ${adversary ? `against ${adversary}` : "by chance"}`, () => {
      for (const setting of settings(entry)) {
        const { n } = setting.topology as { n: number };
        for (const order of ["fifo", "any"]) {
          const clients = [...Array(n).keys(), 0, n - 1, n - 1];
          const network = { order, delay: [1, 12], ...(adversary && { adversary }) };
          conforms({
            ...setting,
            network,
            workload: { kind: "closed-loop", clients, think: [0, 9], hold: [0, 4], count: 15 },
          });
        }
      }
    });
  }

  test(`${entry.name} conforms with any timing`, () => {
    const [setting] = settings(entry).filter(({ topology }) => (topology as { n: number }).n === 7);
    const range = fc.tuple(fc.nat({ max: 30 }), fc.nat({ max: 30 })).map(([min, more]) => [min, min + more]);
    fc.assert(
      fc.property(range, range, range, fc.nat(), (delay, think, hold, seed) => {
        conforms({ ...setting, network: { delay }, workload: { kind: "closed-loop", think, hold, count: 20 }, seed });
      }),
      { numRuns: 60 },
    );
  });

  test(`${entry.name} serves a client that comes back for ever, and others with it`, () => {
    const [setting] = settings(entry).filter(({ topology }) => (topology as { n: number }).n === 7);
    const { summary } = run({ ...setting, workload: { kind: "closed-loop", hold: [3, 3], count: 700 } });
    assert.ok(summary.facts.maxBypass <= 3 * 7, `${summary.facts.maxBypass} overtook`);
  });
}
