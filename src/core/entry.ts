import type { Config, Invariant, Mutant, Params, ParamValue, Protocol } from "./protocol.js";
import type { Spec } from "./spec.js";
import type { Shape, Topology, TopologySpec } from "./topology.js";

/** What the catalog says of one protocol. Checker, simulator and command line are handed entries and know no protocol. */
export interface Entry {
  readonly name: string;
  /** One sentence for people. */
  readonly what: string;
  /** Authors and title of the paper, or of the classic that a baseline stands for. */
  readonly paper: string;
  readonly protocol: Protocol;
  readonly spec: Spec;
  readonly shape: Shape;
  readonly needs: readonly "fifo"[];
  /** The protocol sends also when nobody asks for anything. */
  readonly alwaysMoving: boolean;
  readonly params: Readonly<Record<string, Parameter>>;
  readonly commands: readonly string[];
  readonly messages: readonly string[];
  readonly invariants: readonly Invariant[];
  /** Applies f to every client number in a state, in a fixed order. */
  mapClients(state: unknown, f: (client: number) => number): unknown;
  /** A representative of configurations that differ in nothing that matters, such as the origin of clocks. */
  readonly normal?: (config: Config) => Pick<Config, "states" | "flying">;
  bounds(topology: Topology, params: Params, progress: Progress): readonly Bound[];
  readonly checks: readonly CheckConfig[];
  readonly mutants: readonly Mutant[];
}

export type Parameter = Readonly<{
  type: "integer" | "boolean" | "string";
  min?: number;
  max?: number;
  values?: readonly string[];
  default: ParamValue;
  what: string;
}>;

/** How far a run has got, which bounds are functions of; `asked` counts the clients that were opened. */
export type Progress = Readonly<{ asked: number; grants: number; rejected: number; messages: number }>;
/** A proved bound beside what was measured, in the same unit. */
export type Bound = Readonly<{ name: string; measured: number; bound: number; source: string }>;

export type Order = "fifo" | "any";

/** One exhaustive check: a small system, and the number of configurations that it must reach. */
export type CheckConfig = Readonly<{
  id: string;
  topology: TopologySpec;
  params: Params;
  network: Order;
  commands: CommandBudget;
  /** Count configurations after the protocol's `normal`, where only that makes them finitely many. */
  normal?: true;
  start: "init";
  timed: false;
  states: number;
}>;

/** What the applications of a check may do. */
export type CommandBudget = Readonly<{
  /** How many clients are opened in all; null: without end, which is what fair cycles are looked for in. */
  total: number | null;
  /** How many clients a node may have open at once. */
  perNode: number;
  /** How many clients a node may open ever; absent: no limit of its own. */
  each?: number;
}>;

export function paramsOf(entry: Entry, given: Params): Params {
  const params: Record<string, ParamValue> = {};
  for (const name of Object.keys(entry.params).sort()) params[name] = given[name] ?? entry.params[name].default;
  return params;
}
