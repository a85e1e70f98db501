import assert from "node:assert/strict";
import test from "node:test";
import fc from "fast-check";
import { catalog } from "../../src/catalog/index.js";
import { Check } from "../../src/check/index.js";
import { BadInput } from "../../src/core/index.js";
import { readScenario, Simulation, type Summary, summarise } from "../../src/sim/index.js";

type Parts = Readonly<{
  topology: object;
  params: object;
  commands: readonly object[];
  repeat?: number;
  until?: string;
}>;

function run(protocol: string, { topology, params, commands, repeat, until }: Parts, seed = 1): Summary {
  const workload = { kind: "sequential", commands, ...(repeat && { repeat }), ...(until && { until }) };
  const sim = new Simulation(readScenario({ protocol, topology, params, workload, seed }, catalog));
  while (!sim.advance({ steps: 100_000 }));
  return summarise(sim);
}
const request = (node: number | string, units?: number) => ({ node, type: "request", ...(units && { units }) });

test("the summary of a path of 64 that its last node drains: every count is exact", () => {
  const parts = { topology: { kind: "path", n: 64 }, params: { M: 4096, W: 2048 }, repeat: 5000, until: "reject" };
  const summary = run("controller/basic", { ...parts, commands: [request(63)] });
  assert.deepEqual(summary.messages, { total: 6270, byType: { permit: 3072, reject: 63, req: 3135 } });
  assert.deepEqual([summary.grants, summary.rejected, summary.commands], [4096, 1, 4097]);
  assert.deepEqual(summary.wait, { mean: 1.53, p50: 0, p99: 30, max: 126 });
  assert.deepEqual(summary.bounds[0].bound, 22912);
  assert.deepEqual(summary.facts, { waste: 0, stored: 0, rootBin: 0, signal: 1 });
  assert.deepEqual(summary.violations, []);
});

test("worked example 3: a path of 4 with M=60, W=48 as printed wastes 4 permits after 8 messages", () => {
  const params = { M: 60, W: 48, lambda: "paper", partial: false };
  const commands = [request(3), request(1), ...Array.from({ length: 55 }, () => request(0))];
  const summary = run("controller/basic", { topology: { kind: "path", n: 4 }, params, commands });
  assert.deepEqual([summary.granted, summary.rejected, summary.messages.total], [56, 1, 8]);
  assert.deepEqual(summary.facts, { waste: 4, stored: 4, rootBin: 0, signal: 1 });
});

test("worked example 4: the root keeps 8 of 200 for a bin of 32, and nothing where the last refill may be partial", () => {
  const parts = { topology: { kind: "path", n: 1 }, commands: [request(0)], repeat: 300, until: "reject" };
  const whole = run("controller/basic", { ...parts, params: { M: 200, W: 128, lambda: "paper", partial: false } });
  assert.deepEqual([whole.granted, whole.rejected, whole.facts.rootBin], [192, 1, 8]);
  const partial = run("controller/basic", { ...parts, params: { M: 200, W: 128, lambda: "paper" } });
  assert.deepEqual([partial.granted, partial.rejected, partial.facts.waste], [200, 1, 0]);
});

test("naive takes 2 messages a hop for each request and wastes nothing", () => {
  const parts = { topology: { kind: "path", n: 8 }, params: { M: 50, W: 0 }, repeat: 60, until: "reject" };
  const summary = run("controller/naive", { ...parts, commands: [request(7)] });
  assert.deepEqual([summary.granted, summary.messages.total], [50, 2 * 7 * 51]);
});

test("simple bins hold max(1, W/U) permits", () => {
  const parts = { topology: { kind: "star", n: 4 }, commands: [request(1)] };
  assert.equal(run("controller/simple", { ...parts, params: { M: 100, W: 19 } }).facts.stored, 3);
  const five = { topology: { kind: "star", n: 5 }, commands: [request(1)], params: { M: 100, W: 3 } };
  assert.equal(run("controller/simple", five).facts.stored, 0);
});

test("on any tree, with any weights: never over M, never short by more than W, and every permit accounted for", () => {
  const scenario = fc.record({
    n: fc.integer({ min: 1, max: 40 }),
    seed: fc.integer({ min: 0, max: 1000 }),
    M: fc.integer({ min: 1, max: 400 }),
    share: fc.integer({ min: 0, max: 100 }),
    maxUnits: fc.constantFrom(1, 1, 3, 20),
    protocol: fc.constantFrom("controller/naive", "controller/simple", "controller/basic"),
    partial: fc.boolean(),
  });
  fc.assert(
    fc.property(scenario, ({ n, seed, M, share, maxUnits, protocol, partial }) => {
      const W = Math.floor((M * share) / 100);
      const document = {
        protocol,
        topology: { kind: "random-tree", n, seed },
        params: { M, W, maxUnits, partial },
        network: { delay: [1, 9] },
        workload: { kind: "closed-loop", units: [1, maxUnits], count: 3 * M },
        seed,
      };
      const sim = new Simulation(readScenario(document, catalog));
      while (!sim.advance({ steps: 100_000 }));
      const { granted, rejected, facts, violations, bounds } = summarise(sim);
      assert.deepEqual(violations, []);
      assert.equal(granted + facts.waste, M);
      assert.equal(facts.signal, rejected > 0 ? 1 : 0);
      if (maxUnits === 1) assert(bounds.every(({ measured, bound }) => measured <= bound));
    }),
    { numRuns: 150 },
  );
});

test("the bound of the waste is sharp: with W one smaller, somebody is refused too early on every tree that has bins", () => {
  const [entry] = catalog.filter(({ name }) => name === "controller/basic");
  const checks = entry.checks.filter(({ id, params }) => id.endsWith("-whole") && params.W !== 0);
  assert.equal(checks.length, 7);
  for (const config of checks) {
    const check = new Check(entry, { ...config, params: { ...config.params, W: (config.params.W as number) - 1 } });
    while (!check.advance(10_000));
    const [violation] = check.result().violations;
    assert.deepEqual([violation?.property, violation?.kind], ["waste", "rest"], config.id);
  }
});

test("contradictory parameters are refused with both values", () => {
  const refused = (params: object, message: RegExp) =>
    assert.throws(
      () => run("controller/basic", { topology: { kind: "path", n: 4 }, params, commands: [request(0)] }),
      (error) => error instanceof BadInput && message.test(error.message),
    );
  refused({ M: 8, W: 9 }, /^params\.W is 9; allowed: an integer from 0 to M = 8$/);
  refused({ M: 8, W: 4, U: 3 }, /^params\.U is 3; allowed: at least the number of nodes, 4$/);
  refused({ M: 8, W: 4, maxDepth: 2 }, /^params\.maxDepth is 2; allowed: at least the height, 3$/);
  refused({ M: -1 }, /^params\.M is -1/);
  refused({ M: 8, W: 1.5 }, /^params\.W is 1\.5/);
  refused({ lambda: "huge" }, /^params\.lambda is "huge"/);
  assert.throws(
    () => run("controller/basic", { topology: { kind: "path", n: 2 }, params: {}, commands: [request(0, 2)] }),
    /commands\[0\]\.units is 2; allowed: an integer from 1 to 1/,
  );
});
