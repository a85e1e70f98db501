import assert from "node:assert/strict";
import { test } from "node:test";
import { catalog } from "../../src/catalog/index.js";
import { type Document, readScenario, type Scenario } from "../../src/sim/index.js";
import { alarm } from "./toys.js";

const read = (document: Document) => readScenario(document, catalog);
const plain: Document = {
  protocol: "baseline/central",
  topology: { kind: "path", n: 3 },
  workload: { kind: "closed-loop", count: 9 },
};

/** What can be given in a document. */
function settings(scenario: Scenario) {
  const { topology, params, network, clock, workload, inject, seed, runs, limits } = scenario;
  const [protocol, mutant] = [scenario.entry.name, scenario.mutant?.id];
  return { protocol, mutant, topology, params, network, clock, workload, inject, seed, runs, limits };
}

test("what a scenario leaves out has the default of the contract", () => {
  assert.deepEqual(settings(read(plain)), {
    protocol: "baseline/central",
    mutant: undefined,
    topology: { kind: "path", n: 3 },
    params: { R: 1 },
    network: { order: "any", delay: [1, 1] },
    clock: { step: [1, 1], perNode: false },
    workload: { kind: "closed-loop", clients: "all", think: [0, 0], units: null, hold: [1, 1], count: 9 },
    inject: [],
    seed: 1,
    runs: 1,
    limits: { time: 1e9, messages: 1e9 },
  });
});

test("a list of commands is issued once, to its end", () => {
  const commands = [
    { node: 2, type: "acquire" },
    { node: 2, type: "release" },
  ];
  const { workload } = read({ ...plain, workload: { kind: "sequential", commands } });
  assert.deepEqual(workload, { kind: "sequential", commands, repeat: 2, until: "end" });
});

test("links are fifo where the protocol needs it", () => {
  const entry = { ...alarm, needs: ["fifo"] as const };
  const document = { ...plain, protocol: alarm.name, topology: { kind: "complete", n: 2 } };
  assert.equal(readScenario(document, [entry]).network.order, "fifo");
});

test("an adversary without a range has one to choose from", () => {
  assert.deepEqual(read({ ...plain, network: { adversary: "lifo" } }).network, {
    order: "any",
    delay: [1, 10],
    adversary: "lifo",
  });
});

test("what a scenario gives is taken as it is, up to the greatest values that are allowed", () => {
  const scenario = read({
    protocol: "baseline/raymond",
    topology: { kind: "random-tree", n: 2 ** 24, seed: Number.MAX_SAFE_INTEGER },
    params: { R: 65536 },
    network: { order: "fifo", delay: [0, 1e9], loss: 0, duplicate: 0, adversary: "extremes" },
    clock: { step: [1, 1e9], perNode: true },
    workload: { kind: "closed-loop", clients: [0, 2 ** 24 - 1, 0], think: [0, 1e12], hold: [0, 0], count: 1e12 },
    faults: [],
    carry: [],
    inject: [{ at: 1e12, node: "deepest", type: "release", of: 0 }],
    mutant: "asks-once",
    seed: Number.MAX_SAFE_INTEGER - 999_999,
    runs: 1_000_000,
    limits: { time: 1e15, messages: 4e9 },
  });
  assert.deepEqual(settings(scenario), {
    protocol: "baseline/raymond",
    mutant: "asks-once",
    topology: { kind: "random-tree", n: 2 ** 24, seed: Number.MAX_SAFE_INTEGER },
    params: { R: 65536 },
    network: { order: "fifo", delay: [0, 1e9], adversary: "extremes" },
    clock: { step: [1, 1e9], perNode: true },
    workload: {
      kind: "closed-loop",
      clients: [0, 2 ** 24 - 1, 0],
      think: [0, 1e12],
      hold: [0, 0],
      units: null,
      count: 1e12,
    },
    inject: [{ at: 1e12, node: "deepest", type: "release", of: 0 }],
    seed: Number.MAX_SAFE_INTEGER - 999_999,
    runs: 1_000_000,
    limits: { time: 1e15, messages: 4e9 },
  });
});
