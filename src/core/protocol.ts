/**
 * The contract of a protocol: a pure state machine, one per node, that drivers (checker, simulator, real node) step.
 *
 * A handler gets the node's view of the topology, its state and one input, and returns the next state (the same
 * reference: nothing changed). What it wants done it records in `out`. It reads no clock, draws no chance but
 * `out.choose`, and keeps nothing outside its state. State and messages are plain trees: safe integers, booleans, null,
 * string literals, arrays and records of those, and the opaque types IntSet and Queue. So a state can be hashed,
 * compared, interned, printed, replayed.
 *
 * The order of effects is a contract. What `save` was given is durable before any `send` of that step leaves, before
 * any `emit` of it reaches a user, and before any effect of a later step of that node.
 */
export type ParamValue = number | boolean | string;
export type Params = Readonly<Record<string, ParamValue>>;

/** Several commands of one node may be open at once. `client` tells them apart at their node, and never leaves it. */
export type Command = Readonly<{
  type: string;
  client: number;
  units?: number;
  mode?: string;
  resources?: readonly Resource[];
}>;
export type Resource = number | Readonly<{ id: number; mode: "shared" | "exclusive" }>;
/** What a protocol tells the application; `client` is that of the command it answers, absent on unasked events. */
export type Event = Readonly<{ type: string; client?: number }>;
export type Message = Readonly<{ type: string }>;
/** Node ids in a fixed order; an array or a view of one. */
export type Nodes = ArrayLike<number> & Iterable<number>;

/** A node's view of its epoch. Valid during the call only: drivers reuse the object for other nodes. */
export interface Self<P extends Params = Params> {
  readonly id: number;
  readonly n: number;
  /** In a tree the parent first, then the children by ascending id. */
  readonly neighbours: Nodes;
  /** -1 at the root, and where the topology is no tree. */
  readonly parent: number;
  readonly children: Nodes;
  readonly depth: number;
  readonly params: P;
  /** The place of a neighbour in `neighbours`. */
  port(neighbour: number): number;
  /** The neighbour on the way to a node of the tree. */
  towards(node: number): number;
}

/** Where a handler records its effects. */
export interface Out<M = Message, E = Event, T extends string = string> {
  send(to: number, message: M): void;
  emit(event: E): void;
  /** After this many steps of the node's own clock; setting a timer again replaces it. */
  setTimer(timer: T, steps: number): void;
  cancelTimer(timer: T): void;
  /** Chance: some integer in 0..n-1, n <= 2^16. A checker tries them all. */
  choose(n: number): number;
  save(value: unknown): void;
}

export interface Protocol<
  State = unknown,
  M extends Message = Message,
  C extends Command = Command,
  E extends Event = Event,
  T extends string = string,
  P extends Params = Params,
> {
  readonly name: string;
  /** May send and set timers: a root may start with tokens on their way. */
  init(self: Self<P>, out: Out<M, E, T>): State;
  onCommand(self: Self<P>, state: State, command: C, out: Out<M, E, T>): State;
  onMessage(self: Self<P>, state: State, from: number, message: M, out: Out<M, E, T>): State;
  onTimer?(self: Self<P>, state: State, timer: T, out: Out<M, E, T>): State;
}

/** All node states and channels at one moment, as invariants and normal forms see them. */
export interface Config<State = unknown, M extends Message = Message> {
  readonly states: readonly State[];
  /** Messages in flight; those of one link stand in the order they were sent. */
  readonly flying: readonly Packet<M>[];
  self(node: number): Self;
}
export type Packet<M extends Message = Message> = Readonly<{ from: number; to: number; message: M }>;

/** What a protocol promises of every configuration. */
export type Invariant<State = unknown, M extends Message = Message> = Readonly<{
  name: string;
  what: string;
  holds(config: Config<State, M>): boolean;
}>;

/** Does an invariant hold? One that throws does not, and says why. */
export function broken({ what, holds }: Invariant, config: Config): string | null {
  try {
    return holds(config) ? null : what;
  } catch (error) {
    return `${what} (it cannot be judged: ${wordsOf(error)})`;
  }
}

/** What somebody has thrown, in words. */
export const wordsOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown));

/** A seeded bug: the suite fails when nothing catches it. */
export type Mutant = Readonly<{
  id: string;
  /** One line: what is broken. */
  what: string;
  caughtBy: "check" | "sim";
  /** The configuration that must catch it, and the property that it must break. */
  check: string;
  property: string;
  protocol: Protocol;
}>;
