import type { Bound, CheckConfig, Entry, Parameter } from "../core/index.js";
import * as centralFile from "../protocols/baseline/central.js";
import * as raymondFile from "../protocols/baseline/raymond.js";
import * as ricartAgrawalaFile from "../protocols/baseline/ricart-agrawala.js";
import { mutualExclusion, pool } from "../spec/index.js";

const units: Parameter = { type: "integer", min: 1, max: 65536, default: 1, what: "number of units" };
const init = { start: "init", timed: false } as const;
const bound = (measured: number, bound: number, source: string): Bound => ({
  name: "messages",
  measured,
  bound,
  source,
});

/**
 * A tree of three and of four nodes, with a bounded number of wishes in any order, and without end where fairness is
 * judged.
 */
const treeChecks = (states: Readonly<Record<string, number>>): CheckConfig[] => [
  {
    id: "path3-endless",
    topology: { kind: "path", n: 3 },
    params: { R: 1 },
    network: "any",
    commands: { total: null, perNode: 1 },
    ...init,
    states: states["path3-endless"],
  },
  {
    id: "star4-two-units",
    topology: { kind: "star", n: 4 },
    params: { R: 2 },
    network: "any",
    commands: { total: 5, perNode: 2 },
    ...init,
    states: states["star4-two-units"],
  },
  {
    id: "path4-fifo",
    topology: { kind: "path", n: 4 },
    params: { R: 1 },
    network: "fifo",
    commands: { total: null, perNode: 1 },
    ...init,
    states: states["path4-fifo"],
  },
];

const central: Entry = {
  name: "baseline/central",
  what: "the root owns all units; requests, grants and releases are relayed over the tree",
  paper: "the textbook central allocator",
  protocol: centralFile.central,
  spec: pool,
  shape: "tree",
  needs: [],
  alwaysMoving: false,
  params: { R: units },
  commands: ["acquire", "release"],
  messages: ["request", "grant", "release"],
  invariants: centralFile.invariants,
  mapClients: (state, f) => centralFile.mapClients(state as centralFile.State, f),
  bounds: (topology, _params, { asked, messages }) => [
    bound(messages, 3 * topology.height * asked, "3 messages a hop to the root and back"),
  ],
  checks: treeChecks({ "path3-endless": 128, "star4-two-units": 19136, "path4-fifo": 1181 }),
  mutants: centralFile.mutants,
};

const raymond: Entry = {
  ...central,
  name: "baseline/raymond",
  what: "a token for each unit walks over the tree to whoever asked first",
  paper: "Raymond, A tree-based algorithm for distributed mutual exclusion, 1989",
  protocol: raymondFile.raymond,
  messages: ["request", "token"],
  invariants: raymondFile.invariants,
  mapClients: (state, f) => raymondFile.mapClients(state as raymondFile.State, f),
  bounds: (topology, _params, { asked, messages }) => [
    bound(messages, 4 * topology.height * asked, "2 messages a hop, at most the diameter a grant"),
  ],
  checks: treeChecks({ "path3-endless": 110, "star4-two-units": 50242, "path4-fifo": 486 }),
  mutants: raymondFile.mutants,
};

const ricartAgrawala: Entry = {
  name: "baseline/ricart-agrawala",
  what: "a node asks all others and enters when all have answered; older wishes first",
  paper: "Ricart and Agrawala, An optimal algorithm for mutual exclusion in computer networks, 1981",
  protocol: ricartAgrawalaFile.ricartAgrawala,
  spec: mutualExclusion,
  shape: "complete",
  needs: [],
  alwaysMoving: false,
  params: {},
  commands: ["acquire", "release"],
  messages: ["request", "reply"],
  invariants: ricartAgrawalaFile.invariants,
  mapClients: (state, f) => ricartAgrawalaFile.mapClients(state as ricartAgrawalaFile.State, f),
  bounds: (topology, _params, { asked, messages }) => [
    bound(messages, 2 * (topology.n - 1) * asked, "2(n-1) messages an entry (Ricart and Agrawala, section 3)"),
  ],
  checks: [
    {
      id: "complete3-one-wish",
      topology: { kind: "complete", n: 3 },
      params: {},
      network: "any",
      commands: { total: null, perNode: 1, each: 1 },
      ...init,
      states: 2822,
    },
    {
      id: "complete3-fifo",
      topology: { kind: "complete", n: 3 },
      params: {},
      network: "fifo",
      commands: { total: 4, perNode: 2 },
      ...init,
      states: 10034,
    },
    {
      id: "complete2-endless",
      topology: { kind: "complete", n: 2 },
      params: {},
      network: "any",
      commands: { total: null, perNode: 1 },
      normal: true,
      ...init,
      states: 24,
    },
    {
      id: "complete2-two-clients",
      topology: { kind: "complete", n: 2 },
      params: {},
      network: "any",
      commands: { total: null, perNode: 2 },
      normal: true,
      ...init,
      states: 79,
    },
    {
      id: "complete3-endless",
      topology: { kind: "complete", n: 3 },
      params: {},
      network: "any",
      commands: { total: null, perNode: 1 },
      normal: true,
      ...init,
      states: 2622,
    },
  ],
  normal: (config) => ricartAgrawalaFile.normal(config as Parameters<typeof ricartAgrawalaFile.normal>[0]),
  mutants: ricartAgrawalaFile.mutants,
};

export const baseline: readonly Entry[] = [central, ricartAgrawala, raymond];
