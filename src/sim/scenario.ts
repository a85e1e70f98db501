import {
  BadInput,
  type Entry,
  input,
  type Mutant,
  NODES_MAX,
  type Params,
  type ParamValue,
  paramsOf,
  shapeOf,
  type TopologySpec,
} from "../core/index.js";
import { ADVERSARIES, type Adversary, type NetworkSpec } from "./network.js";
import { readScript, readWorkload, type ScriptCommand, type WorkloadSpec } from "./workload-spec.js";

/** A run, fully described: what is not in the document has its default here. */
export type Scenario = Readonly<{
  entry: Entry;
  mutant: Mutant | null;
  topology: TopologySpec;
  params: Params;
  network: NetworkSpec;
  clock: Readonly<{ step: readonly [number, number]; perNode: boolean }>;
  workload: WorkloadSpec;
  inject: readonly ScriptCommand[];
  seed: number;
  runs: number;
  limits: Readonly<{ time: number; messages: number }>;
}>;

export const SEED_MAX = Number.MAX_SAFE_INTEGER;
const TIME_MAX = 1e15;
const DELAY_MAX = 1e9;
const MESSAGES_MAX = 4e9; // numbers of messages are kept in 32 bits

/** Reads a scenario document. Whatever is wrong is refused with the key, the value and what is allowed. */
export function readScenario(document: unknown, catalog: readonly Entry[]): Scenario {
  const doc = input.record(
    document,
    "the scenario",
    ["protocol", "topology", "workload"],
    ["params", "network", "clock", "faults", "seed", "limits", "inject", "carry", "runs", "mutant"],
  );
  const entry = catalog.find(({ name }) => name === doc.protocol);
  if (!entry) return input.refuse("protocol", doc.protocol, catalog.map(({ name }) => name).join(", "));
  const topology = readTopology(doc.topology, entry);
  const n = nodesOf(topology);
  for (const key of ["faults", "carry"]) {
    if (doc[key] !== undefined && !(Array.isArray(doc[key]) && doc[key].length === 0)) notYet(key, doc[key], "[]");
  }
  const limits = input.record(doc.limits ?? {}, "limits", [], ["time", "messages"]);
  return {
    entry,
    mutant: doc.mutant === undefined ? null : readMutant(doc.mutant, entry),
    topology,
    params: readParams(doc.params ?? {}, entry),
    network: readNetwork(doc.network ?? {}, entry),
    clock: readClock(doc.clock ?? {}),
    workload: readWorkload(doc.workload, entry, n),
    inject: doc.inject === undefined ? [] : readScript(doc.inject, entry, n, "inject"),
    seed: input.integer(doc.seed ?? 1, "seed", 0, SEED_MAX),
    runs: input.integer(doc.runs ?? 1, "runs", 1, 1_000_000),
    limits: {
      time: input.integer(limits.time ?? 1e9, "limits.time", 1, TIME_MAX),
      messages: input.integer(limits.messages ?? 1e9, "limits.messages", 1, MESSAGES_MAX),
    },
  };
}

export const nodesOf = (spec: TopologySpec): number => (spec.kind === "tree" ? spec.parents.length : spec.n);

function notYet(where: string, value: unknown, allowed: string): never {
  throw new BadInput(`${where} is ${input.show(value)}, which is not built yet; allowed: ${allowed}`);
}

const KINDS = ["path", "star", "binary", "random-tree", "tree", "ring", "complete"] as const;

export function readTopology(value: unknown, entry: Entry): TopologySpec {
  const allowed = KINDS.filter((kind) => shapeOf(kind) === entry.shape);
  const raw = (typeof value === "object" && value !== null ? value : {}) as input.Doc;
  if (raw.kind === "hypergraph") notYet("topology.kind", raw.kind, allowed.join(", "));
  const kind = input.oneOf(raw.kind, `topology.kind (of ${entry.name})`, allowed);
  if (kind === "tree") {
    const { parents } = input.record(value, "topology", ["kind", "parents"]);
    return { kind, parents: readParents(parents) };
  }
  const random = kind === "random-tree";
  const doc = input.record(value, "topology", random ? ["kind", "n", "seed"] : ["kind", "n"]);
  const n = input.integer(doc.n, "topology.n", 1, NODES_MAX);
  return kind === "random-tree"
    ? { kind, n, seed: input.integer(doc.seed, "topology.seed", 0, SEED_MAX) }
    : { kind, n };
}

function readParents(value: unknown): number[] {
  const parents = input.list(value, "topology.parents", NODES_MAX);
  return parents.map((parent, i) => {
    if (i === 0 && parent !== -1) input.refuse("topology.parents[0]", parent, "-1, since node 0 is the root");
    if (i > 0 && (!Number.isInteger(parent) || (parent as number) < 0 || (parent as number) >= i)) {
      input.refuse(
        `topology.parents[${i}]`,
        parent,
        `an integer from 0 to ${i - 1}: a parent has a smaller index, so there is no cycle`,
      );
    }
    return parent as number;
  });
}

export function readParams(value: unknown, entry: Entry): Params {
  const names = Object.keys(entry.params).sort();
  const doc = input.record(value, `params (of ${entry.name})`, [], names);
  const given: Record<string, ParamValue> = {};
  for (const name of names) {
    if (doc[name] === undefined) continue;
    const { type, min, max, values } = entry.params[name];
    const where = `params.${name}`;
    if (type === "integer") given[name] = input.integer(doc[name], where, min ?? 0, max ?? Number.MAX_SAFE_INTEGER);
    else if (type === "string") given[name] = input.oneOf(doc[name], where, values ?? []);
    else if (typeof doc[name] === "boolean") given[name] = doc[name];
    else input.refuse(where, doc[name], "true or false");
  }
  return paramsOf(entry, given);
}

function readNetwork(value: unknown, entry: Entry): NetworkSpec {
  const doc = input.record(value, "network", [], ["order", "delay", "loss", "duplicate", "adversary"]);
  const fifo = entry.needs.includes("fifo");
  const order = input.oneOf(doc.order ?? (fifo ? "fifo" : "any"), "network.order", fifo ? ["fifo"] : ["fifo", "any"]);
  for (const key of ["loss", "duplicate"]) if ((doc[key] ?? 0) !== 0) notYet(`network.${key}`, doc[key], "0");
  const names = Object.keys(ADVERSARIES).sort() as Adversary[];
  const adversary = doc.adversary === undefined ? undefined : input.oneOf(doc.adversary, "network.adversary", names);
  const delay = input.range(doc.delay ?? (adversary ? [1, 10] : [1, 1]), "network.delay", 0, DELAY_MAX);
  return { order, delay, ...(adversary && { adversary }) };
}

function readClock(value: unknown): Scenario["clock"] {
  const doc = input.record(value, "clock", [], ["step", "perNode", "handle", "send"]);
  for (const key of ["handle", "send"]) if (doc[key] !== undefined) notYet(`clock.${key}`, doc[key], "leave it out");
  if (doc.perNode !== undefined && typeof doc.perNode !== "boolean")
    input.refuse("clock.perNode", doc.perNode, "true or false");
  return { step: input.range(doc.step ?? [1, 1], "clock.step", 1, DELAY_MAX), perNode: doc.perNode === true };
}

function readMutant(value: unknown, entry: Entry): Mutant {
  const id = input.oneOf(
    value,
    "mutant",
    entry.mutants.map((mutant) => mutant.id),
  );
  return entry.mutants.find((mutant) => mutant.id === id) as Mutant;
}
