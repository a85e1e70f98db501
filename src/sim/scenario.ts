import {
  type Entry,
  findMutant,
  input,
  type Mutant,
  nodesOf,
  notYet,
  type Params,
  readParams,
  readTopology,
  SEED_MAX,
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
  const spec = readTopology(doc.topology, entry);
  const n = nodesOf(spec);
  for (const key of ["faults", "carry"]) {
    if (doc[key] !== undefined && !(Array.isArray(doc[key]) && doc[key].length === 0)) notYet(key, doc[key], "[]");
  }
  const { params = {}, network = {}, clock = {}, limits = {}, seed = 1, runs = 1 } = doc;
  const { time = 1e9, messages = 1e9 } = input.record(limits, "limits", [], ["time", "messages"]);
  const values = readParams(params, entry, spec);
  const first = input.integer(seed, "seed", 0, SEED_MAX);
  const count = input.integer(runs, "runs", 1, 1_000_000);
  if (first + count - 1 > SEED_MAX)
    input.refuse("runs", count, `at most ${SEED_MAX - first + 1} from seed ${first} on`);
  const unitsMax = entry.unitsMax?.(values) ?? null;
  return {
    entry,
    mutant: doc.mutant === undefined ? null : findMutant(entry, doc.mutant),
    topology: spec,
    params: values,
    network: readNetwork(network, entry),
    clock: readClock(clock),
    workload: readWorkload(doc.workload, entry, n, unitsMax),
    inject: doc.inject === undefined ? [] : readScript(doc.inject, entry, n, unitsMax, "inject"),
    seed: first,
    runs: count,
    limits: {
      time: input.integer(time, "limits.time", 1, TIME_MAX),
      messages: input.integer(messages, "limits.messages", 1, MESSAGES_MAX),
    },
  };
}

function readNetwork(value: unknown, entry: Entry): NetworkSpec {
  const doc = input.record(value, "network", [], ["order", "delay", "loss", "duplicate", "adversary"]);
  const fifo = entry.needs.includes("fifo");
  const { order: way = fifo ? "fifo" : "any" } = doc;
  const order = input.oneOf(way, "network.order", fifo ? ["fifo"] : ["fifo", "any"]);
  for (const key of ["loss", "duplicate"]) {
    if (doc[key] !== undefined && doc[key] !== 0) notYet(`network.${key}`, doc[key], "0");
  }
  const names = Object.keys(ADVERSARIES).sort() as Adversary[];
  const adversary = doc.adversary === undefined ? undefined : input.oneOf(doc.adversary, "network.adversary", names);
  const { delay: given = adversary ? [1, 10] : [1, 1] } = doc;
  const delay = input.range(given, "network.delay", 0, DELAY_MAX);
  return { order, delay, ...(adversary && { adversary }) };
}

function readClock(value: unknown): Scenario["clock"] {
  const doc = input.record(value, "clock", [], ["step", "perNode", "handle", "send"]);
  for (const key of ["handle", "send"]) if (doc[key] !== undefined) notYet(`clock.${key}`, doc[key], "leave it out");
  if (doc.perNode !== undefined && typeof doc.perNode !== "boolean")
    input.refuse("clock.perNode", doc.perNode, "true or false");
  const { step = [1, 1] } = doc;
  return { step: input.range(step, "clock.step", 1, DELAY_MAX), perNode: doc.perNode === true };
}
