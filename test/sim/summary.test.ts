import assert from "node:assert/strict";
import { test } from "node:test";
import { catalog } from "../../src/catalog/index.js";
import {
  type Document,
  readScenario,
  Simulation,
  type Summary,
  summarise,
  summariseRuns,
} from "../../src/sim/index.js";
import { run } from "./runs.js";

const script: Document = {
  protocol: "baseline/raymond",
  topology: { kind: "path", n: 3 },
  workload: {
    kind: "script",
    commands: [
      { at: 0, node: 2, type: "acquire" },
      { at: 3, node: 0, type: "acquire" },
      { at: 10, node: 2, type: "release" },
      { at: 11, node: 1, type: "release" },
      { at: 30, node: 1, type: "acquire" },
    ],
  },
};

test("a summary has the figures of a run that was counted by hand", () => {
  const { traceHash, ...figures } = run(script).summary;
  assert.match(traceHash, /^[0-9a-f]{16}$/);
  assert.deepEqual(figures, {
    protocol: "baseline/raymond",
    n: 3,
    seed: 1,
    time: 31,
    // 4 commands that fit, 9 deliveries.
    steps: 13,
    messages: { total: 9, byType: { request: 5, token: 4 } },
    commands: 5,
    grants: 2,
    granted: 2,
    rejected: 0,
    refused: 1,
    released: 1,
    pending: 1,
    limit: null,
    // The token comes to node 2 at 4, and back to node 0, which asked at 3, at 12. Node 1 asks in vain.
    wait: { mean: 6.5, p50: 4, p99: 9, max: 9 },
    bounds: [
      {
        name: "messages",
        measured: 9,
        bound: 24,
        ratio: 0.38,
        source: "2 messages a hop, at most the diameter a grant",
      },
    ],
    facts: { maxConcurrent: 1, maxBypass: 1 },
    invariants: { looks: 13, every: 1 },
    violations: [],
  });
});

const loop: Document = {
  protocol: "baseline/ricart-agrawala",
  mutant: "no-tie-break",
  topology: { kind: "complete", n: 4 },
  network: { delay: [1, 9] },
  workload: { kind: "closed-loop", think: [0, 30], count: 5 },
};
const runs = (seeds: readonly number[]): Summary[] =>
  seeds.map((seed) => {
    const simulation = new Simulation(readScenario({ ...loop, seed }, catalog));
    simulation.advance();
    return summarise(simulation);
  });

test("several runs have means of their counts, the worst of their waits, and every violation with its seed", () => {
  const all = runs([1, 2, 3, 4, 5, 6]);
  const summary = summariseRuns(all);
  const mean = (of: (run: Summary) => number) =>
    Math.round((all.reduce((sum, run) => sum + of(run), 0) / all.length) * 100) / 100;
  assert.equal(summary.runs, 6);
  assert.equal(summary.seed, 1);
  assert.equal(
    summary.time,
    mean(({ time }) => time),
  );
  assert.equal(
    summary.grants,
    mean(({ grants }) => grants),
  );
  assert.deepEqual(summary.messages, {
    total: mean(({ messages }) => messages.total),
    byType: {
      reply: mean(({ messages }) => messages.byType.reply),
      request: mean(({ messages }) => messages.byType.request),
    },
  });
  assert.equal(
    summary.facts.maxBypass,
    mean(({ facts }) => facts.maxBypass),
  );
  assert.equal(summary.wait.max, Math.max(...all.map(({ wait }) => wait.max)));
  const broken = all.flatMap(({ seed, violations }) => violations.map((violation) => ({ ...violation, seed })));
  assert.ok(new Set(broken.map(({ seed }) => seed)).size > 1);
  assert.deepEqual(summary.violations, broken);
});

test("the hash of several runs depends on each of them and on their order", () => {
  const hash = (...seeds: number[]) => summariseRuns(runs(seeds)).traceHash;
  assert.equal(hash(1, 2), hash(1, 2));
  assert.equal(new Set([hash(1, 2), hash(2, 1), hash(1, 3), hash(1, 2, 3)]).size, 4);
});

test("a limit that one of several runs reached is told", () => {
  const [first, second] = runs([1, 2]);
  assert.equal(summariseRuns([first, second]).limit, null);
  assert.equal(summariseRuns([first, { ...second, limit: "time" }]).limit, "time");
});
