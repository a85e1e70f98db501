import {
  type Bound,
  type CheckConfig,
  type Config,
  type Entry,
  input,
  type Parameter,
  type Params,
  type Topology,
} from "../core/index.js";
import * as basicFile from "../protocols/controller/basic.js";
import { exponent, floorLg, type Lambda } from "../protocols/controller/hierarchy.js";
import { controller as spec } from "../spec/index.js";

const PERMITS_MAX = Number.MAX_SAFE_INTEGER;
const NODES_MAX = 2 ** 24;
const integer = (min: number, max: number, value: number | null, what: string): Parameter => ({
  type: "integer",
  min,
  max,
  default: value,
  what,
});

const params: Readonly<Record<string, Parameter>> = {
  M: integer(0, PERMITS_MAX, 64, "permits in all"),
  W: integer(0, PERMITS_MAX, 32, "permits that may stay unspent when somebody is refused"),
  U: integer(1, NODES_MAX, null, "there are never more nodes; by default as many as there are"),
  maxDepth: integer(0, NODES_MAX, null, "no node is deeper; by default the height of the tree"),
  maxUnits: integer(1, PERMITS_MAX, 1, "permits that one request may ask for"),
  partial: { type: "boolean", default: true, what: "the last refill may bring less than was asked for" },
};
const lambda: Parameter = {
  type: "string",
  values: ["paper", "tight", "depth"],
  min: -64,
  max: 40,
  default: "depth",
  what: "size of the bins: as printed, safe at any depth, or safe at this depth; an integer is taken as the exponent",
};

function derive(given: Params, topology: Topology): Params {
  const all = { U: topology.n, maxDepth: topology.height, ...given };
  const { M, W, U, maxDepth } = all as typeof all & { M: number; W: number };
  if (W > M) input.refuse("params.W", W, `an integer from 0 to M = ${M}`);
  if (U < topology.n) input.refuse("params.U", U, `at least the number of nodes, ${topology.n}`);
  if (maxDepth < topology.height) input.refuse("params.maxDepth", maxDepth, `at least the height, ${topology.height}`);
  return all;
}

function facts(config: Config): Readonly<Record<string, number>> {
  const bins = config as Config<basicFile.State, basicFile.Message>;
  const [root] = bins.states;
  const stored = basicFile.stored(bins);
  const waste = stored + root.rootBin + basicFile.inFlight(bins);
  return { waste, stored, rootBin: root.rootBin, signal: root.signalled ? 1 : 0 };
}

const messagesBound = (measured: number, bound: number, source: string): Bound[] => [
  { name: "messages", measured, bound: Math.floor(bound), source },
];

/** Every rooted tree of up to four nodes, by its parents. */
const TREES: Readonly<Record<string, readonly number[]>> = {
  alone: [-1],
  path2: [-1, 0],
  path3: [-1, 0, 1],
  star3: [-1, 0, 0],
  path4: [-1, 0, 1, 2],
  star4: [-1, 0, 0, 0],
  fork4: [-1, 0, 1, 1],
  limb4: [-1, 0, 0, 1],
};

/** A check until the budget is used up and somebody is refused; with `units`, requests for 1 to so many permits. */
function check(tree: string, kind: string, given: Params, total: number, states: number, units?: number): CheckConfig {
  return {
    id: `${tree}-${kind}`,
    topology: { kind: "tree", parents: TREES[tree] },
    params: units === undefined ? given : { ...given, maxUnits: units },
    network: "any",
    commands: { total, perNode: 1, ...(units !== undefined && { units }) },
    start: "init",
    timed: false,
    states,
  };
}

/** W is the most that the bins of the tree can store: the bound of the waste holds with nothing to spare. */
const whole = (tree: string, W: number, states: number) =>
  check(tree, "whole", { M: W + 2, W, lambda: 1, partial: false }, W + 3, states);
const partial = (tree: string, W: number, states: number) =>
  check(tree, "partial", { M: W + 2, W, lambda: 2, partial: true }, W + 3, states);
const weighted = (tree: string, W: number, states: number) =>
  check(tree, "weighted", { M: W + 3, W, lambda: 2, partial: true }, 5, states, 3);

const basic: Entry = {
  name: "controller/basic",
  what: "a budget of M permits at the root, spent through a hierarchy of bins on the tree",
  paper: "Afek, Awerbuch, Plotkin, Saks, Local management of a global resource in a communication network, 1996",
  protocol: basicFile.basic,
  spec,
  shape: "tree",
  needs: [],
  alwaysMoving: false,
  params: { ...params, lambda },
  derive,
  commands: ["request"],
  unitsMax: ({ maxUnits }) => maxUnits as number,
  messages: ["req", "permit", "reject"],
  invariants: basicFile.invariants,
  mapClients: (state, f) => basicFile.mapClients(state as basicFile.State, f),
  facts,
  bounds: (_topology, { M, U, W, maxDepth, lambda }, { messages }) => {
    const e = exponent(lambda as Lambda, W as number, U as number, maxDepth as number);
    const hops = 6 * floorLg(U as number);
    const most = ((hops + 4) * (M as number)) / 2 ** Math.max(e, 0) + (U as number) * (hops + 2);
    return messagesBound(messages, most, "Lemma 4.4.4, corrected: (6 floorLg U + 4) M/Λ + U (6 floorLg U + 2)");
  },
  checks: [
    whole("path4", 4, 1663),
    whole("alone", 0, 4),
    whole("path2", 1, 22),
    whole("path3", 1, 82),
    whole("star3", 2, 126),
    whole("star4", 3, 701),
    whole("fork4", 1, 283),
    whole("limb4", 2, 463),
    partial("alone", 1, 5),
    partial("path2", 4, 49),
    partial("path3", 5, 360),
    partial("star3", 7, 798),
    partial("path4", 12, 11148),
    partial("star4", 10, 5467),
    partial("fork4", 6, 1798),
    partial("limb4", 8, 3016),
    weighted("path3", 6, 11146),
    weighted("star3", 9, 11978),
    weighted("path4", 17, 87070),
    weighted("fork4", 7, 75164),
    weighted("limb4", 10, 74096),
    check("alone", "rounding", { M: 15, W: 5, lambda: "depth", partial: false }, 16, 17),
  ],
  mutants: basicFile.mutants,
};

const simple: Entry = {
  ...basic,
  name: "controller/simple",
  what: "one bin a node, filled from the root: the baseline for shallow trees",
  protocol: basicFile.simple,
  params,
  bounds: (topology, { M, U, W }, { messages }) => {
    const size = Math.max(1, Math.floor((W as number) / (U as number)));
    const most = 2 * topology.height * (Math.floor((M as number) / size) + (U as number));
    return messagesBound(messages, most, "2 H (M/S + U), S = max(1, W/U)");
  },
  checks: [
    check("path4", "bins", { M: 10, W: 8 }, 11, 2011),
    check("star4", "bins", { M: 6, W: 4, partial: false }, 7, 186),
    check("limb4", "weighted", { M: 8, W: 4 }, 5, 10026, 3),
  ],
  mutants: [],
};

const naive: Entry = {
  ...simple,
  name: "controller/naive",
  what: "a counter at the root: every request goes there",
  protocol: basicFile.naive,
  bounds: (topology, _params, { asked, messages }) =>
    messagesBound(messages, 2 * topology.height * asked, "2 H a request"),
  checks: [check("path4", "counter", { M: 4, W: 0 }, 5, 326), check("star4", "weighted", { M: 5, W: 0 }, 4, 3754, 3)],
};

export const controllers: readonly Entry[] = [naive, simple, basic];
