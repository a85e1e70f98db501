import { catalog } from "../../src/catalog/index.js";
import type { Document } from "../../src/sim/index.js";
import { type Refusal, refuses } from "./refusals.js";

const loop = { kind: "closed-loop", count: 1 };
const tree: Document = { protocol: "baseline/central", topology: { kind: "path", n: 3 }, workload: loop };
const acquire = { node: 0, type: "acquire" };
const sequence = (...commands: object[]): Document => ({ ...tree, workload: { kind: "sequential", commands } });
const script = (...commands: object[]): Document => ({ ...tree, workload: { kind: "script", commands } });
const closedLoop = (more: object): Document => ({ ...tree, workload: { ...loop, ...more } });
const everywhere: Document = { ...tree, protocol: "baseline/ricart-agrawala", topology: { kind: "complete", n: 3 } };
const places = 'an integer from 0 to 2, or "uniform", "deepest", "leaves"';

const refusals: readonly Refusal[] = [
  [{ ...tree, workload: "busy" }, 'workload is "busy"; allowed: an object'],
  [
    { ...tree, workload: { kind: "open-loop" } },
    'workload.kind is "open-loop"; allowed: "sequential", "script", "closed-loop"',
  ],
  [
    { ...tree, workload: { kind: "corrupt", count: 1 } },
    'workload.kind is "corrupt", which is not built yet; allowed: sequential, script, closed-loop',
  ],
  [{ ...tree, workload: { kind: "closed-loop" } }, 'workload lacks the key "count"'],
  [closedLoop({ count: 0 }), "workload.count is 0; allowed: an integer from 1 to 1000000000000"],
  [
    closedLoop({ repeat: 2 }),
    'workload has an unknown key "repeat" (2); allowed: kind, count, clients, think, hold, units, writers',
  ],
  [closedLoop({ clients: [] }), "workload.clients is []; allowed: a list of 1 to 1000000 items"],
  [closedLoop({ clients: [0, 3] }), "workload.clients[1] is 3; allowed: an integer from 0 to 2"],
  [closedLoop({ clients: "some" }), 'workload.clients is "some"; allowed: "all" or a list of nodes'],
  [closedLoop({ think: [3, 1] }), "workload.think is [3,1]; allowed: two integers [min, max] with min <= max"],
  [closedLoop({ hold: [0.5, 1] }), "workload.hold[0] is 0.5; allowed: an integer from 0 to 1000000000000"],
  [closedLoop({ units: [1, 2] }), "workload.units is [1,2]; allowed: no such key for baseline/central"],
  [closedLoop({ writers: [1] }), "workload.writers is [1]; allowed: no such key for baseline/central"],
  [sequence(), "workload.commands is []; allowed: a list of 1 to 1000000 items"],
  [sequence({ node: 3, type: "acquire" }), "workload.commands[0].node is 3; allowed: an integer from 0 to 2"],
  [sequence({ node: "root", type: "acquire" }), `workload.commands[0].node is "root"; allowed: ${places}`],
  [sequence({ node: 0, type: "spend" }), 'workload.commands[0].type is "spend"; allowed: "acquire", "release"'],
  [sequence({ node: 0 }), 'workload.commands[0] lacks the key "type"'],
  [sequence({ ...acquire, at: 3 }), 'workload.commands[0] has an unknown key "at" (3); allowed: node, type, of'],
  [sequence({ ...acquire, units: 2 }), 'workload.commands[0] has an unknown key "units" (2); allowed: node, type, of'],
  [
    sequence(acquire, { ...acquire, of: 0 }),
    'workload.commands[1].of is 0; allowed: no such key for "acquire", which ends nothing',
  ],
  [
    sequence(acquire, { node: 0, type: "release", of: 2 }),
    "workload.commands[1].of is 2; allowed: an integer from 0 to 1",
  ],
  [
    { ...tree, workload: { kind: "sequential", commands: [acquire], repeat: 0 } },
    "workload.repeat is 0; allowed: an integer from 1 to 1000000000000",
  ],
  [
    { ...tree, workload: { kind: "sequential", commands: [acquire], until: "done" } },
    'workload.until is "done"; allowed: "end", "reject"',
  ],
  [
    { ...tree, workload: { kind: "sequential", commands: [acquire], think: [0, 0] } },
    'workload has an unknown key "think" ([0,0]); allowed: kind, commands, repeat, until',
  ],
  [script(acquire), 'workload.commands[0] lacks the key "at"'],
  [script({ ...acquire, at: -1 }), "workload.commands[0].at is -1; allowed: an integer from 0 to 1000000000000"],
  [
    { ...tree, workload: { kind: "script", commands: [{ ...acquire, at: 0 }], repeat: 2 } },
    'workload has an unknown key "repeat" (2); allowed: kind, commands',
  ],

  [{ ...tree, inject: [] }, "inject is []; allowed: a list of 1 to 1000000 items"],
  [{ ...tree, inject: [acquire] }, 'inject[0] lacks the key "at"'],
  [
    { ...everywhere, workload: { kind: "sequential", commands: [{ node: "leaves", type: "acquire" }] } },
    'workload.commands[0].node is "leaves"; allowed: an integer from 0 to 2, or "uniform"',
  ],
];

refuses(refusals, catalog);
