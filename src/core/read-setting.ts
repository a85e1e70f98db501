import { BadInput } from "./bad-input.js";
import { type Entry, paramsOf } from "./entry.js";
import * as input from "./input.js";
import type { Mutant, Params, ParamValue } from "./protocol.js";
import { NODES_MAX, shapeOf, type TopologySpec, topology } from "./topology.js";

/** Readers for what scenarios, traces and options say of the system that a protocol runs on. */

export const SEED_MAX = Number.MAX_SAFE_INTEGER;

/** Refuses what later versions will take. */
export function notYet(where: string, value: unknown, allowed: string): never {
  throw new BadInput(`${where} is ${input.show(value)}, which is not built yet; allowed: ${allowed}`);
}

export const nodesOf = (spec: TopologySpec): number => (spec.kind === "tree" ? spec.parents.length : spec.n);

const COMPLETE_MAX = 2 ** 16; // everybody speaks to everybody: more would be 2^32 links
const KINDS = ["path", "star", "binary", "random-tree", "tree", "ring", "complete"] as const;

export function readTopology(value: unknown, entry: Entry): TopologySpec {
  const allowed = KINDS.filter((kind) => shapeOf(kind) === entry.shape);
  const raw = input.object(value, "topology");
  if (raw.kind === "hypergraph") notYet("topology.kind", raw.kind, allowed.join(", "));
  const kind = input.oneOf(raw.kind, `topology.kind (of ${entry.name})`, allowed);
  if (kind === "tree") {
    const { parents } = input.record(value, "topology", ["kind", "parents"]);
    return { kind, parents: readParents(parents) };
  }
  const random = kind === "random-tree";
  const doc = input.record(value, "topology", random ? ["kind", "n", "seed"] : ["kind", "n"]);
  const n = input.integer(doc.n, "topology.n", 1, kind === "complete" ? COMPLETE_MAX : NODES_MAX);
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

export function readParams(value: unknown, entry: Entry, spec: TopologySpec): Params {
  const names = Object.keys(entry.params).sort();
  const doc = input.record(value, `params (of ${entry.name})`, [], names);
  const given: Record<string, ParamValue> = {};
  for (const name of names) {
    if (doc[name] === undefined) continue;
    const { type, min, max, values } = entry.params[name];
    const where = `params.${name}`;
    if (type === "integer") given[name] = input.integer(doc[name], where, min ?? 0, max ?? Number.MAX_SAFE_INTEGER);
    else if (type === "string" && min !== undefined && typeof doc[name] === "number") {
      given[name] = input.integer(doc[name], where, min, max ?? Number.MAX_SAFE_INTEGER);
    } else if (type === "string") given[name] = input.oneOf(doc[name], where, values ?? []);
    else if (typeof doc[name] === "boolean") given[name] = doc[name];
    else input.refuse(where, doc[name], "true or false");
  }
  return paramsOf(entry, given, () => topology(spec));
}

export function findMutant(entry: Entry, id: unknown): Mutant {
  const ids = entry.mutants.map((mutant) => mutant.id);
  const mutant = entry.mutants.find((mutant) => mutant.id === id);
  return mutant ?? input.refuse(`the mutant of ${entry.name}`, id, ids.join(", ") || "none");
}
