import { type Config, IntSet, type Invariant, type Mutant, type Protocol, Queue } from "../../core/index.js";

/**
 * Ricart-Agrawala mutual exclusion (Communications of the ACM 24:1, 1981): no coordinator, 2(n-1) messages an entry.
 * A node asks all others; one that is asked answers at once, or on release if its own wish is older.
 * Assumes     channels lose and duplicate nothing, in any order; nobody crashes.
 * Always      at most one node is `held`.
 * Eventually  every wish is granted, if every holder releases.
 * Cost        n-1 requests and n-1 replies an entry.
 */
export type Message = Readonly<{ type: "request"; stamp: number } | { type: "reply" }>;
type Command = Readonly<{ type: "acquire" | "release"; client: number }>;
type Event = Readonly<{ type: "granted" | "released"; client: number }>;
export type State = Readonly<{
  phase: "idle" | "wanted" | "held";
  clock: number; // highest stamp issued or seen
  stamp: number; // of our wish; 0 when idle
  missing: IntSet; // nodes that have not answered our wish
  deferred: IntSet; // nodes that we answer on release
  waiting: Queue<number>; // local clients; the head is the one in `phase`
}>;
type RicartAgrawala = Protocol<State, Message, Command, Event, never>;
type Step<Input extends unknown[]> = (...input: [Parameters<RicartAgrawala["onCommand"]>[0], State, ...Input]) => State;
type Out = Parameters<RicartAgrawala["onCommand"]>[3];

/** The decisions of the protocol that its mutants get wrong. */
type Rules = Readonly<{
  /** Is our wish older than theirs? Ties go to the lower id. */
  older(stamp: number, id: number, theirs: number, from: number): boolean;
  heard(clock: number, stamp: number): number;
  owed(deferred: IntSet): Iterable<number>;
}>;
const rules: Rules = {
  older: (stamp, id, theirs, from) => stamp < theirs || (stamp === theirs && id < from),
  heard: (clock, stamp) => Math.max(clock, stamp),
  owed: (deferred) => deferred,
};

const IDLE = { phase: "idle", stamp: 0, missing: IntSet.EMPTY, deferred: IntSet.EMPTY } as const;

function build({ older, heard, owed }: Rules): RicartAgrawala {
  return {
    name: "baseline/ricart-agrawala",
    init: () => ({ ...IDLE, clock: 0, waiting: Queue.empty() }),

    onCommand(self, state, command, out) {
      if (command.type === "acquire") {
        const queued = { ...state, waiting: state.waiting.push(command.client) };
        return state.phase === "idle" ? wish(self, queued, out) : queued;
      }
      for (const peer of owed(state.deferred)) out.send(peer, { type: "reply" });
      out.emit({ type: "released", client: command.client });
      const next: State = { ...IDLE, clock: state.clock, waiting: state.waiting.shift() };
      return next.waiting.isEmpty ? next : wish(self, next, out);
    },

    onMessage(self, state, from, message, out) {
      if (message.type === "request") {
        const next = { ...state, clock: heard(state.clock, message.stamp) };
        // No case for `held`: that wish is older than any it has to judge.
        if (state.phase !== "idle" && older(state.stamp, self.id, message.stamp, from)) {
          return { ...next, deferred: state.deferred.with(from) };
        }
        out.send(from, { type: "reply" });
        return next;
      }
      const next = { ...state, missing: state.missing.without(from) };
      return next.missing.isEmpty ? enter(next, out) : next;
    },
  };
}

const wish: Step<[Out]> = (self, state, out) => {
  const stamp = state.clock + 1;
  for (const peer of self.neighbours) out.send(peer, { type: "request", stamp });
  const missing = IntSet.of(self.neighbours);
  const next: State = { ...state, phase: "wanted", clock: stamp, stamp, missing };
  return missing.isEmpty ? enter(next, out) : next;
};

function enter(state: State, out: Out): State {
  out.emit({ type: "granted", client: state.waiting.head });
  return { ...state, phase: "held" };
}

export const ricartAgrawala = build(rules);

export const mapClients = (state: State, f: (client: number) => number): State => ({
  ...state,
  waiting: state.waiting.map(f),
});

export const invariants: readonly Invariant<State, Message>[] = [
  {
    name: "one-holder",
    what: "at most one node is in `held`",
    holds: ({ states }) => states.filter((state) => state.phase === "held").length <= 1,
  },
  {
    name: "one-answer",
    what: "for each peer that has not answered a wish, just one request, deferral or reply is under way",
    holds({ states, flying }) {
      const n = states.length;
      const owed = new Map<number, number>(); // of node, by peer
      const add = (node: number, peer: number, count: number) =>
        owed.set(node * n + peer, (owed.get(node * n + peer) ?? 0) + count);
      for (const { from, to, message } of flying) message.type === "request" ? add(from, to, 1) : add(to, from, 1);
      for (let peer = 0; peer < n; peer++) for (const node of states[peer].deferred) add(node, peer, 1);
      for (let node = 0; node < n; node++) for (const peer of states[node].missing) add(node, peer, -1);
      for (const count of owed.values()) if (count !== 0) return false;
      return true;
    },
  },
];

/** Only differences of stamps matter: the least clock becomes 0, and stamps move with it. */
export function normal({ states, flying }: Config<State, Message>): Pick<Config<State, Message>, "states" | "flying"> {
  const base = Math.min(...states.map((state) => state.clock));
  if (base === 0) return { states, flying };
  return {
    states: states.map((state) => ({
      ...state,
      clock: state.clock - base,
      stamp: state.phase === "idle" ? 0 : state.stamp - base,
    })),
    flying: flying.map((packet) =>
      packet.message.type === "reply"
        ? packet
        : { ...packet, message: { type: "request", stamp: packet.message.stamp - base } },
    ),
  };
}

export const mutants: readonly Mutant[] = [
  {
    id: "no-tie-break",
    what: "two wishes with the same stamp each let the other pass",
    property: "exclusion",
    protocol: build({ ...rules, older: (stamp, _id, theirs) => stamp < theirs }),
  },
  {
    id: "both-defer",
    what: "two wishes with the same stamp each wait for the other",
    property: "answered",
    protocol: build({ ...rules, older: (stamp, _id, theirs) => stamp <= theirs }),
  },
  {
    id: "deaf-clock",
    what: "a node does not advance its clock when it hears of a younger wish",
    property: "exclusion",
    protocol: build({ ...rules, heard: (clock) => clock }),
  },
  {
    id: "forgotten-reply",
    what: "a holder answers only one of those it has put off",
    property: "answered",
    protocol: build({ ...rules, owed: (deferred) => [...deferred].slice(0, 1) }),
  },
].map((mutant) => ({ ...mutant, caughtBy: "check", check: "complete3-one-wish" }));
