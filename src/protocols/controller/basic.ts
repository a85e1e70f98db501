import type { Config, Invariant, Mutant, Out, Protocol, Self } from "../../core/index.js";
import { answered, type Bins, type Desk, emptyBins, request, serve, type Take, withLocal } from "./bins.js";
import { capacity, ceilLg, exponent, floorLg, type Lambda, levelAt, NAIVE } from "./hierarchy.js";

/**
 * The Basic Controller (Afek, Awerbuch, Plotkin, Saks, Local management of a global resource in a communication
 * network, JACM 43:1, 1996, section 4, corrected), and its two baselines: simple bins, one a node, and none at all.
 * A budget of M permits lies at the root of a tree; bins on the way down keep some for the next request.
 * Assumes     channels lose and duplicate nothing, in any order; nobody crashes; at most U nodes, none deeper than
 *             maxDepth.
 * Always      at most M permits are granted; every permit is granted, stored, in flight or at the root.
 * Eventually  every request is answered. If one is rejected, the root says so, once, and at least M-W permits are
 *             granted.
 * Cost        (6 floorLg(U) + 4) M/Λ messages for the grants and U (6 floorLg(U) + 2) for the rejections, at most.
 */
export type Message = Readonly<
  { type: "req"; level: number; need: number; fill: boolean } | { type: "permit"; count: number } | { type: "reject" }
>;
export type Command = Readonly<{ type: "request"; client: number; units?: number }>;
export type Event = Readonly<
  { type: "granted" | "rejected"; client: number; units?: number } | { type: "exhausted"; client?: never }
>;
export type Params = Readonly<{
  M: number;
  W: number;
  U: number;
  maxDepth: number;
  maxUnits: number;
  partial: boolean;
  lambda: Lambda;
}>;
export type State = Readonly<Bins>;
export type Basic = Protocol<State, Message, Command, Event, never, Params>;

/** How the permits are spread, which is what sets Basic apart from its baselines; and what mutants get wrong. */
type Plan = Readonly<{
  /** What `capacity` is computed from. */
  exponent(params: Params): number;
  capacity(e: number, level: number): number;
  /** The level of the global bin at a depth; NO_BIN where a node only relays. */
  level(depth: number): number;
  isRefusal(count: number, asked: number): boolean;
}>;
const NO_BIN = -2;

const hierarchy: Plan = {
  // Weighted requests may leave a full bin less one behind, where single ones leave half: so bins are half as large.
  exponent: ({ lambda, W, U, maxDepth, maxUnits }) =>
    exponent(lambda, W, U, maxDepth) - (maxUnits > 1 && typeof lambda !== "number" ? 1 : 0),
  capacity,
  level: levelAt,
  isRefusal: (count) => count === 0,
};
const simpleBins: Plan = {
  ...hierarchy,
  exponent: ({ W, U }) => Math.max(1, Math.floor(W / U)),
  capacity: (size) => size,
  level: () => NO_BIN,
};
const noBins: Plan = { ...hierarchy, exponent: () => NAIVE };

function build(name: string, plan: Plan): Basic {
  return {
    name,
    init(self) {
      return emptyBins(plan.exponent(self.params), self.parent < 0 ? self.params.M : 0);
    },

    onCommand(self, state, command, out) {
      const { client, units = 1 } = command;
      // The case that all is built for: the permits are here, and nobody waits.
      if (state.lp >= units && state.lq.isEmpty) {
        out.emit(units === 1 ? { type: "granted", client } : { type: "granted", client, units });
        return withLocal(state, state.lp - units);
      }
      const desk = new BasicDesk(plan, self, state, out);
      desk.bins.lq = desk.bins.lq.push({ client, units });
      serve(desk.bins, desk);
      return desk.bins;
    },

    onMessage(self, state, from, message, out) {
      const desk = new BasicDesk(plan, self, state, out);
      if (message.type === "req") {
        const { level, need, fill } = message;
        request(desk.bins, desk, { from, level, need, fill });
      } else answered(desk.bins, desk, message.type === "permit" ? message.count : 0);
      return desk.bins;
    },
  };
}

/** One step at one node: works on a copy of its bins and sends what they want sent. */
class BasicDesk implements Desk {
  readonly bins: Bins;
  readonly isRoot: boolean;
  readonly level: number;
  readonly partial: boolean;
  private readonly plan: Plan;
  private readonly self: Self<Params>;
  private readonly out: Out<Message, Event, never>;

  constructor(plan: Plan, self: Self<Params>, state: State, out: Out<Message, Event, never>) {
    const { depth } = self;
    this.plan = plan;
    this.self = self;
    this.out = out;
    this.bins = withLocal(state, state.lp);
    this.isRoot = depth === 0;
    this.level = depth === 0 ? NO_BIN : plan.level(depth);
    this.partial = self.params.partial;
  }
  capacity(level: number): number {
    return this.plan.capacity(this.bins.e, level);
  }
  isRefusal(count: number, asked: number): boolean {
    return this.plan.isRefusal(count, asked);
  }
  ask(level: number, need: number, fill: boolean): void {
    this.out.send(this.self.parent, { type: "req", level, need, fill });
  }
  give(child: number, count: number): void {
    this.out.send(child, count > 0 ? { type: "permit", count } : REJECT);
  }
  answer({ client, units }: Take, granted: boolean): void {
    const type = granted ? "granted" : "rejected";
    this.out.emit(units === 1 ? { type, client } : { type, client, units });
  }
  refuses(): boolean {
    if (!this.bins.signalled) this.out.emit({ type: "exhausted" });
    this.bins.signalled = true;
    return true;
  }
}
const REJECT = { type: "reject" } as const;

export const basic = build("controller/basic", hierarchy);
export const simple = build("controller/simple", simpleBins);
export const naive = build("controller/naive", noBins);

export function mapClients(state: State, f: (client: number) => number): State {
  return { ...state, lq: state.lq.map(({ client, units }) => ({ client: f(client), units })) };
}

/** Permits in bins outside the bin of the root. */
export function stored({ states }: Config<State, Message>): number {
  let sum = 0;
  for (const { lp, gp } of states) sum += lp + gp;
  return sum;
}

/** Permits on their way down. */
export function inFlight({ flying }: Config<State, Message>): number {
  let sum = 0;
  for (const { message } of flying) if (message.type === "permit") sum += message.count;
  return sum;
}

export const invariants: readonly Invariant<State, Message>[] = [
  {
    name: "within-budget",
    what: "the permits at the root, in bins and in flight are never more than M",
    holds: (config) =>
      config.states[0].rootBin + stored(config) + inFlight(config) <= (config.self(0).params.M as number),
  },
  {
    name: "one-request",
    what: "a node has at most one request outstanding, and no more waiting than children and itself",
    holds: ({ states, flying, self }) =>
      states.every(({ q, wait }, node) => {
        const { parent, children } = self(node);
        const asked = flying.filter(({ from, to, message }) =>
          message.type === "req" ? from === node : to === node && from === parent,
        );
        return q.length <= children.length + 1 && asked.length <= (wait ? 1 : 0);
      }),
  },
];

const catches = (check: string, property: string) => ({ caughtBy: "check", check, property }) as const;

export const mutants: readonly Mutant[] = [
  {
    id: "rounded-up",
    what: "the exponent of the bins' size is rounded up instead of down: more is stored than may be wasted",
    ...catches("alone-rounding", "waste"),
    protocol: build("controller/basic", {
      ...hierarchy,
      exponent: ({ W, U, maxDepth }) => {
        const share = U * (floorLg(maxDepth + 1) + 1);
        return ceilLg(Math.ceil((2 * W) / share));
      },
    }),
  },
  {
    id: "hasty-flag",
    what: "a bin that got less than it asked for never asks again: some are rejected though the root refused nobody",
    ...catches("path3-partial", "signal"),
    protocol: build("controller/basic", { ...hierarchy, isRefusal: (count, asked) => count < asked }),
  },
];
