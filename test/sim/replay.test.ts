import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { catalog } from "../../src/catalog/index.js";
import type { Entry, Row } from "../../src/core/index.js";
import type { Document } from "../../src/sim/index.js";
import { replay } from "./replay.js";
import { type Run, run } from "./runs.js";
import { anyScenario, exclusions } from "./scenarios.js";
import { everything } from "./toys.js";

function replayed(document: Document, entries: readonly Entry[] = catalog): Run {
  const result = run(document, entries);
  const { entry, topology, params } = result.simulation.scenario;
  replay({ protocol: entry.protocol, topology, params }, result.rows);
  return result;
}

const bells = (seed: number): Document => ({
  protocol: "toy/bells",
  topology: { kind: "complete", n: 4 },
  network: { delay: [1, 9] },
  clock: { step: [1, 3] },
  workload: { kind: "closed-loop", clients: [0, 0, 1, 2, 3], think: [0, 10], count: 60 },
  seed,
});

test("what was recorded of any run is what the steps of the protocol do", () => {
  fc.assert(
    fc.property(anyScenario, (document) => void replayed(document)),
    { numRuns: 300 },
  );
});

test("every protocol of exclusion is replayed over thousands of contended rows", () => {
  for (const { name, shape } of exclusions) {
    const { rows } = replayed({
      protocol: name,
      topology: { kind: shape === "tree" ? "binary" : shape, n: 7 },
      network: { delay: [1, 10] },
      workload: { kind: "closed-loop", clients: [0, 1, 2, 3, 4, 5, 6, 6, 6], think: [0, 5], count: 200 },
    });
    assert.ok(rows.length > 1500, `${name}: ${rows.length} rows`);
  }
});

test("timers, choices, saves and sends from the start are replayed too", () => {
  const kinds = new Set<string>();
  for (let seed = 1; seed <= 20; seed++) for (const { e } of replayed(bells(seed), [everything]).rows) kinds.add(e);
  assert.deepEqual([...kinds].sort(), ["choose", "command", "deliver", "event", "save", "send", "timer"]);
});

test("a replay notices a row that is missing, one that is there twice, and one that says something else", () => {
  const { rows } = run(bells(1), [everything]);
  const origin = { protocol: everything.protocol, topology: { kind: "complete", n: 4 }, params: {} } as const;
  const rejects = (changed: readonly Row[], what: string) =>
    assert.throws(() => replay(origin, changed), assert.AssertionError, what);
  replay(origin, rows);
  const ends = (i: number) => rows.slice(i).every(({ e }) => e !== "send");
  for (const [i, row] of rows.entries()) {
    if (i % 3 > 0 || ends(i)) continue;
    rejects(rows.toSpliced(i, 0, row), `row ${i} twice`);
    if (row.e === "send") rejects(rows.with(i, { ...row, to: (row.to + 1) % 4 }), `send ${i} elsewhere`);
    if (row.e === "event") rejects(rows.with(i, { ...row, type: "lost" }), `event ${i} of another type`);
    if (row.e !== "deliver" && row.e !== "timer") rejects(rows.toSpliced(i, 1), `without row ${i}, a ${row.e}`);
  }
});
