import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { catalog } from "../../src/catalog/index.js";
import { Hasher, type Row, TraceHash } from "../../src/core/index.js";
import { type Document, readScenario, Simulation, type Slice, summarise } from "../../src/sim/index.js";
import { run, start } from "./runs.js";
import { anyScenario } from "./scenarios.js";
import { everything } from "./toys.js";

const entries = [...catalog, everything];
const bells: fc.Arbitrary<Document> = fc.record({
  protocol: fc.constant(everything.name),
  topology: fc.constant({ kind: "complete", n: 3 }),
  network: fc.constant({ order: "fifo", delay: [1, 9] }),
  clock: fc.record({ step: fc.constant([1, 4]), perNode: fc.boolean() }),
  workload: fc.constant({ kind: "closed-loop", clients: [0, 1, 2, 2], think: [0, 9], count: 20 }),
  inject: fc.constant([{ at: 5, node: 1, type: "ask" }]),
  seed: fc.nat(),
});
const anyRun = fc.oneof({ weight: 3, arbitrary: anyScenario }, { weight: 1, arbitrary: bells });
const property = <T>(arbitrary: fc.Arbitrary<T>, claim: (value: T) => void) =>
  fc.assert(fc.property(arbitrary, claim), { numRuns: 150 });

/** Runs to the end in slices; a slice by time looks ahead this much of it. */
function sliced(document: Document, slice: (now: number) => Slice) {
  const { simulation, rows } = start(document, entries);
  while (!simulation.advance(slice(simulation.time)));
  return { summary: summarise(simulation), rows };
}
const outcome = ({ summary, rows }: { summary: object; rows: readonly Row[] }) => ({ summary, rows });

test("the same scenario and seed give the same summary and the same rows", () => {
  property(anyRun, (document) => {
    assert.deepEqual(outcome(run(document, entries)), outcome(run(document, entries)));
  });
});

test("another seed gives another run", () => {
  const document = { protocol: "baseline/central", topology: { kind: "path", n: 4 }, network: { delay: [1, 99] } };
  const workload = { kind: "closed-loop", count: 10 };
  const hashes = [1, 2, 3, 4, 2 ** 32 + 1].map((seed) => run({ ...document, workload, seed }).summary.traceHash);
  assert.equal(new Set(hashes).size, hashes.length);
});

test("a run in slices, by steps or by time, is the run in one go", () => {
  property(anyRun, (document) => {
    const whole = outcome(run(document, entries));
    assert.deepEqual(
      sliced(document, () => ({ steps: 1 })),
      whole,
    );
    assert.deepEqual(
      sliced(document, () => ({ steps: 7 })),
      whole,
    );
    let until = 0;
    assert.deepEqual(
      sliced(document, () => ({ time: (until += 5) })),
      whole,
    );
    assert.deepEqual(
      sliced(document, (now) => ({ steps: 3, time: now + 1000 })),
      whole,
    );
  });
});

test("a slice ends after so many steps, and before anything later than its time", () => {
  property(fc.tuple(anyScenario, fc.integer({ min: 1, max: 30 })), ([document, limit]) => {
    const bySteps = start(document).simulation;
    if (!bySteps.advance({ steps: limit })) assert.equal(bySteps.steps + bySteps.refused, limit);
    const { simulation, rows } = start(document);
    simulation.advance({ time: limit });
    const expected = run(document).rows.filter(({ t }) => t <= limit);
    if ((document.workload as { kind: string }).kind !== "sequential") assert.deepEqual(rows, expected);
    assert.ok(simulation.time <= limit);
  });
});

test("a fork in the middle comes to the same end, and neither touches the other", () => {
  property(fc.tuple(anyRun, fc.nat({ max: 60 })), ([document, steps]) => {
    const whole = run(document, entries).summary;
    const { simulation } = start(document, entries);
    simulation.advance({ steps });
    const before = summarise(simulation);
    const fork = simulation.fork();
    const second = simulation.fork();
    fork.advance();
    assert.deepEqual(summarise(simulation), before, "the fork's future is not the origin's");
    assert.deepEqual(summarise(fork), whole);
    simulation.advance();
    assert.deepEqual(summarise(simulation), whole);
    second.advance();
    assert.deepEqual(summarise(second), whole, "forks of one moment do not share anything that changes");
  });
});

test("a fork writes the rows that follow, to a trace of its own", () => {
  property(fc.tuple(anyRun, fc.nat({ max: 60 })), ([document, steps]) => {
    const { simulation, rows } = start(document, entries);
    simulation.advance({ steps });
    const before = rows.length;
    const later: Row[] = [];
    simulation.fork((row) => later.push(row)).advance();
    assert.equal(rows.length, before, "none of them goes to the trace of the origin");
    assert.deepEqual([...rows, ...later], run(document, entries).rows);
  });
});

test("nothing happens before the first slice, so that a header can be written before any row", () => {
  const { simulation, rows } = start(
    { protocol: everything.name, topology: { kind: "complete", n: 3 }, workload: { kind: "closed-loop", count: 1 } },
    entries,
  );
  assert.equal(rows.length, 0);
  assert.equal(simulation.header.protocol, everything.name);
  simulation.advance({ steps: 1 });
  assert.equal(rows[0].e, "choose", "what the first node does when it starts");
});

test("a trace that cannot be written ends the run with its own error, which is no fault of the protocol", () => {
  const scenario = readScenario(
    { protocol: "baseline/raymond", topology: { kind: "path", n: 3 }, workload: { kind: "closed-loop", count: 9 } },
    catalog,
  );
  const full = new Error("no space left");
  for (const e of ["command", "send", "deliver", "event"]) {
    const simulation = new Simulation(scenario, (row) => {
      if (row.e === e) throw full;
    });
    assert.throws(() => simulation.advance(), full, e);
    assert.deepEqual(simulation.violations, []);
  }
});

test("the hash of a run is that of its rows", () => {
  property(anyRun, (document) => {
    const { rows, summary } = run(document, entries);
    const hasher = new Hasher();
    const hash = new TraceHash(hasher);
    for (const row of rows) hash.row(row);
    assert.equal(hasher.digest(), summary.traceHash);
  });
});

test("the hash does not depend on whether somebody writes the rows down", () => {
  property(anyRun, (document) => {
    const silent = new Simulation(readScenario(document, entries));
    silent.advance();
    assert.deepEqual(summarise(silent), run(document, entries).summary);
  });
});
