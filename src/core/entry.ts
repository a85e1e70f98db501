import type { Config, Invariant, Mutant, Params, ParamValue, Protocol } from "./protocol.js";
import type { Spec } from "./spec.js";
import type { Shape, Topology, TopologySpec } from "./topology.js";

/**
 * What the catalog says of one protocol. Checker, simulator and command line are handed entries and know no protocol.
 */
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
  /** Fills in the parameters that follow from the topology, and refuses those that contradict it or each other. */
  readonly derive?: (params: Params, topology: Topology) => Params;
  readonly commands: readonly string[];
  /** The most units that a command may ask for; absent where commands have no units. */
  readonly unitsMax?: (params: Params) => number;
  readonly messages: readonly string[];
  readonly invariants: readonly Invariant[];
  /** Applies f to every client number in a state, in a fixed order. */
  mapClients(state: unknown, f: (client: number) => number): unknown;
  /** A representative of configurations that differ in nothing that matters, such as the origin of clocks. */
  readonly normal?: (config: Config) => Pick<Config, "states" | "flying">;
  /** Figures of a configuration, for summaries. */
  readonly facts?: (config: Config) => Readonly<Record<string, number>>;
  bounds(topology: Topology, params: Params, progress: Progress): readonly Bound[];
  readonly checks: readonly CheckConfig[];
  readonly mutants: readonly Mutant[];
}

/** A string with `min` and `max` may also be an integer. A default of null follows from the topology: see `derive`. */
export type Parameter = Readonly<{
  type: "integer" | "boolean" | "string";
  min?: number;
  max?: number;
  values?: readonly string[];
  default: ParamValue | null;
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
  /** A new client asks for 1 to this many units; absent: no number is given. */
  units?: number;
  /** How many clients a node may open ever; absent: no limit of its own. */
  each?: number;
}>;

/** The parameters of a run: those given, else their defaults, else what follows from the topology. */
export function paramsOf(entry: Entry, given: Params, topology: () => Topology): Params {
  const params: Record<string, ParamValue> = {};
  for (const name of Object.keys(entry.params).sort()) {
    const value = given[name] ?? entry.params[name].default;
    if (value !== null) params[name] = value;
  }
  return entry.derive ? entry.derive(params, topology()) : params;
}
