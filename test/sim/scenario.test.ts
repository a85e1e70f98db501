import { catalog } from "../../src/catalog/index.js";
import type { Entry } from "../../src/core/index.js";
import type { Document } from "../../src/sim/index.js";
import { toy } from "../check/toys.js";
import { type Refusal, refuses } from "./refusals.js";
import { alarm } from "./toys.js";

const inOrder: Entry = { ...alarm, name: "toy/in-order", needs: ["fifo"] };
const settable: Entry = toy(alarm.protocol, {
  name: "toy/settable",
  params: {
    wide: { type: "boolean", default: false, what: "a switch" },
    mode: { type: "string", values: ["near", "far"], default: "near", what: "a word" },
  },
});
const entries = [...catalog, inOrder, settable];

const loop = { kind: "closed-loop", count: 1 };
const tree: Document = { protocol: "baseline/central", topology: { kind: "path", n: 3 }, workload: loop };
const parents = (...parents: unknown[]): Document => ({ ...tree, topology: { kind: "tree", parents } });
const without = (key: string): Document => Object.fromEntries(Object.entries(tree).filter(([name]) => name !== key));

const names = entries.map(({ name }) => name).join(", ");
const trees = '"path", "star", "binary", "random-tree", "tree"';
const nodes = "an integer from 1 to 16777216";
const noEnd = Number.MAX_SAFE_INTEGER;

const refusals: readonly Refusal[] = [
  [[], "the scenario is []; allowed: an object"],
  [
    { ...tree, sed: 7 },
    'the scenario has an unknown key "sed" (7); allowed: protocol, topology, workload, params, network, clock, faults, seed, limits, inject, carry, runs, mutant',
  ],
  [without("protocol"), 'the scenario lacks the key "protocol"'],
  [without("topology"), 'the scenario lacks the key "topology"'],
  [without("workload"), 'the scenario lacks the key "workload"'],
  [{ ...tree, protocol: "central" }, `protocol is "central"; allowed: ${names}`],

  [{ ...tree, topology: 5 }, "topology is 5; allowed: an object"],
  [{ ...tree, topology: { n: 3 } }, `topology.kind (of baseline/central) is missing; allowed: ${trees}`],
  [{ ...tree, topology: { kind: "ring", n: 3 } }, `topology.kind (of baseline/central) is "ring"; allowed: ${trees}`],
  [
    { ...tree, protocol: "baseline/ricart-agrawala" },
    'topology.kind (of baseline/ricart-agrawala) is "path"; allowed: "complete"',
  ],
  [{ ...tree, topology: { kind: "path" } }, 'topology lacks the key "n"'],
  [{ ...tree, topology: { kind: "path", n: 0 } }, `topology.n is 0; allowed: ${nodes}`],
  [{ ...tree, topology: { kind: "path", n: 2 ** 24 + 1 } }, `topology.n is 16777217; allowed: ${nodes}`],
  [{ ...tree, topology: { kind: "path", n: "3" } }, `topology.n is "3"; allowed: ${nodes}`],
  [{ ...tree, topology: { kind: "path", n: 3, seed: 1 } }, 'topology has an unknown key "seed" (1); allowed: kind, n'],
  [{ ...tree, topology: { kind: "random-tree", n: 3 } }, 'topology lacks the key "seed"'],
  [
    { ...tree, topology: { kind: "hypergraph", resources: 1, users: [[0]] } },
    'topology.kind is "hypergraph", which is not built yet; allowed: path, star, binary, random-tree, tree',
  ],
  [parents(), "topology.parents is []; allowed: a list of 1 to 16777216 items"],
  [parents(0), "topology.parents[0] is 0; allowed: -1, since node 0 is the root"],
  [
    parents(-1, 2, 1),
    "topology.parents[1] is 2; allowed: an integer from 0 to 0: a parent has a smaller index, so there is no cycle",
  ],
  [
    parents(-1, 0, 0.5),
    "topology.parents[2] is 0.5; allowed: an integer from 0 to 1: a parent has a smaller index, so there is no cycle",
  ],

  [{ ...tree, params: { R: 0 } }, "params.R is 0; allowed: an integer from 1 to 65536"],
  [{ ...tree, params: { r: 1 } }, 'params (of baseline/central) has an unknown key "r" (1); allowed: R'],
  [{ ...tree, params: null }, "params (of baseline/central) is null; allowed: an object"],
  [
    { ...tree, protocol: "baseline/ricart-agrawala", topology: { kind: "complete", n: 2 }, params: { R: 1 } },
    'params (of baseline/ricart-agrawala) has an unknown key "R" (1); allowed: none',
  ],
  [
    { ...tree, protocol: "toy/settable", topology: { kind: "complete", n: 2 }, params: { wide: 1 } },
    "params.wide is 1; allowed: true or false",
  ],
  [
    { ...tree, protocol: "toy/settable", topology: { kind: "complete", n: 2 }, params: { mode: "off" } },
    'params.mode is "off"; allowed: "near", "far"',
  ],

  [
    { ...tree, network: { dely: [1, 1] } },
    'network has an unknown key "dely" ([1,1]); allowed: order, delay, loss, duplicate, adversary',
  ],
  [{ ...tree, network: { order: "lifo" } }, 'network.order is "lifo"; allowed: "fifo", "any"'],
  [{ ...tree, network: { delay: 5 } }, "network.delay is 5; allowed: two integers [min, max]"],
  [{ ...tree, network: { delay: [1, 2, 3] } }, "network.delay is [1,2,3]; allowed: two integers [min, max]"],
  [{ ...tree, network: { delay: [-1, 2] } }, "network.delay[0] is -1; allowed: an integer from 0 to 1000000000"],
  [{ ...tree, network: { delay: [5, 2] } }, "network.delay is [5,2]; allowed: two integers [min, max] with min <= max"],
  [
    { ...tree, network: { adversary: "murphy" } },
    'network.adversary is "murphy"; allowed: "extremes", "lifo", "slow-victim"',
  ],
  [{ ...tree, network: { loss: 0.1 } }, "network.loss is 0.1, which is not built yet; allowed: 0"],
  [{ ...tree, network: { duplicate: null } }, "network.duplicate is null, which is not built yet; allowed: 0"],
  [
    { ...tree, protocol: "toy/in-order", topology: { kind: "complete", n: 2 }, network: { order: "any" } },
    'network.order is "any"; allowed: "fifo"',
  ],

  [{ ...tree, clock: { step: [0, 1] } }, "clock.step[0] is 0; allowed: an integer from 1 to 1000000000"],
  [{ ...tree, clock: { perNode: 1 } }, "clock.perNode is 1; allowed: true or false"],
  [
    { ...tree, clock: { handle: { request: 1 } } },
    'clock.handle is {"request":1}, which is not built yet; allowed: leave it out',
  ],
  [{ ...tree, clock: { send: 1 } }, "clock.send is 1, which is not built yet; allowed: leave it out"],
  [{ ...tree, clock: { tick: 1 } }, 'clock has an unknown key "tick" (1); allowed: step, perNode, handle, send'],

  [
    { ...tree, faults: [{ at: 1, kind: "crash", node: 0 }] },
    'faults is [{"at":1,"kind":"crash","node":0}], which is not built yet; allowed: []',
  ],
  [{ ...tree, carry: [{ node: 0, unit: 1 }] }, 'carry is [{"node":0,"unit":1}], which is not built yet; allowed: []'],
  [{ ...tree, seed: -1 }, "seed is -1; allowed: an integer from 0 to 2^53-1"],
  [{ ...tree, seed: null }, "seed is null; allowed: an integer from 0 to 2^53-1"],
  [{ ...tree, seed: noEnd + 1 }, "seed is 9007199254740992; allowed: an integer from 0 to 2^53-1"],
  [{ ...tree, runs: 0 }, "runs is 0; allowed: an integer from 1 to 1000000"],
  [{ ...tree, limits: { time: 0 } }, "limits.time is 0; allowed: an integer from 1 to 1000000000000000"],
  [{ ...tree, limits: { messages: 5e9 } }, "limits.messages is 5000000000; allowed: an integer from 1 to 4000000000"],
  [{ ...tree, limits: { steps: 1 } }, 'limits has an unknown key "steps" (1); allowed: time, messages'],
  [
    { ...tree, mutant: "no-tie-break" },
    'the mutant of baseline/central is "no-tie-break"; allowed: last-come, endless-units, endless-queue',
  ],
];

refuses(refusals, entries);
