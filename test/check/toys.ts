import { Check, type CheckOptions, type CheckRun, type Setting } from "../../src/check/index.js";
import type { Command, Entry, Event, Message, Mutant, Out, Protocol } from "../../src/core/index.js";
import { mutualExclusion, pool } from "../../src/spec/index.js";

/**
 * An entry around a protocol that is no real one, so that a test can say in a few lines what the checker has to see.
 */
export function toy<State>(protocol: Protocol<State>, more: Partial<Entry> = {}): Entry {
  return {
    name: protocol.name,
    what: "a toy",
    paper: "none",
    protocol: protocol as Protocol,
    spec: mutualExclusion,
    shape: "complete",
    needs: [],
    alwaysMoving: false,
    params: {},
    commands: ["acquire", "release"],
    messages: [],
    invariants: [],
    mapClients: (state) => state,
    bounds: () => [],
    checks: [],
    mutants: [],
    ...more,
  };
}

const units = (R: number): Entry["params"] => ({ R: { type: "integer", default: R, what: "units" } });

/** A mutant of a toy: the same protocol, checked until this property breaks. */
export function suspect(entry: Entry, property: string): Mutant {
  return { id: "suspect", what: "", caughtBy: "check", check: "", property, protocol: entry.protocol };
}

/** Two nodes, messages in any order and one client in all, unless told otherwise. */
export const setting = (more: Partial<Setting> = {}): Setting => ({
  topology: { kind: "complete", n: 2 },
  params: {},
  network: "any",
  commands: { total: 1, perNode: 1 },
  ...more,
});
export const alone: Partial<Setting> = { topology: { kind: "path", n: 1 } };
export const nobody: Partial<Setting> = { commands: { total: 0, perNode: 1 } };

export function run(entry: Entry, where: Setting, options: CheckOptions = {}): CheckRun {
  const check = new Check(entry, where, options);
  check.advance(1e9);
  return check.result();
}

export const kindsOf = ({ violations }: CheckRun) => violations.map(({ property, kind }) => `${property}: ${kind}`);

/** Answers every command at once. */
export function answer(command: Command, out: Out): void {
  out.emit({ type: command.type === "acquire" ? "granted" : "released", client: command.client });
}

/** Grants whatever is asked for, and never sends anything. */
export const generous: Protocol<number> = {
  name: "toy/generous",
  init: () => 0,
  onCommand(_self, state, command, out) {
    answer(command, out);
    return state;
  },
  onMessage: (_self, state) => state,
};

/** A ball goes round for ever. */
export const carousel: Protocol<number> = {
  ...generous,
  name: "toy/carousel",
  init(self, out) {
    if (self.id === 0) out.send(1, { type: "ball" });
    return 0;
  },
  onMessage(self, state, _from, message, out) {
    out.send((self.id + 1) % self.n, message);
    return state;
  },
};

/**
 * Node 0 asks node 1 for leave while a ball goes round; `copies` equal questions are sent, and the last one is
 * answered.
 */
export const asking = (copies: number): Protocol<{ asked: number }> => ({
  name: "toy/asking",
  init(self, out) {
    if (self.id === 0) out.send(1, { type: "ball" });
    return { asked: 0 };
  },
  onCommand(self, state, command, out) {
    if (self.id !== 0 || command.type === "release") answer(command, out);
    else for (let i = 0; i < copies; i++) out.send(1, { type: "ask" });
    return state;
  },
  onMessage(_self, { asked }, from, { type }, out) {
    if (type === "ball") out.send(from, { type });
    if (type === "yes") out.emit({ type: "granted", client: 0 });
    if (type !== "ask") return { asked };
    if (asked + 1 === copies) out.send(from, { type: "yes" });
    return { asked: (asked + 1) % copies };
  },
});

/** Node 0 sends two equal questions; node 1 sends each back, and neither ever answers. */
export const evasive: Protocol<number> = {
  ...generous,
  name: "toy/evasive",
  onCommand(self, state, command, out) {
    if (self.id === 1) answer(command, out);
    else for (let i = 0; i < 2; i++) out.send(1, { type: "ask" });
    return state;
  },
  onMessage(_self, state, from, message: Message, out) {
    out.send(from, message);
    return state;
  },
};

/** A ball and a question go to and fro for ever, and the question is never answered. */
export const distracted: Protocol<number> = {
  ...evasive,
  name: "toy/distracted",
  init: carousel.init,
  onCommand(self, state, command, out) {
    if (self.id === 1) answer(command, out);
    else out.send(1, { type: "ask" });
    return state;
  },
};

/** A client of node 0 is served when a timer fires; if `stops`, a ball that goes to and fro stops the timer and sets it anew. */
type Hesitant = Readonly<{ waiting: boolean; isSet: boolean }>;
export const hesitant = (stops: boolean): Protocol<Hesitant> => ({
  name: "toy/hesitant",
  init(self, out) {
    if (self.id === 0) out.send(1, { type: "ball" });
    return { waiting: false, isSet: false };
  },
  onCommand(self, state, command, out) {
    if (self.id === 1 || command.type === "release") answer(command, out);
    else out.setTimer("serve", 1);
    return command.type === "acquire" && self.id === 0 ? { waiting: true, isSet: true } : state;
  },
  onMessage(_self, { waiting, isSet }, from, message, out) {
    out.send(from, message);
    if (!waiting || !stops) return { waiting, isSet };
    if (isSet) out.cancelTimer("serve");
    else out.setTimer("serve", 1);
    return { waiting, isSet: !isSet };
  },
  onTimer(_self, _state, _timer, out) {
    out.emit({ type: "granted", client: 0 });
    return { waiting: false, isSet: false };
  },
});

/** Serves the clients of one node, each time a timer fires, in the order that `next` chooses. */
type Desk = Readonly<{ waiting: readonly number[]; busy: boolean }>;
const desk = (name: string, next: (waiting: readonly number[]) => number): Entry =>
  toy<Desk>(
    {
      name,
      init: () => ({ waiting: [], busy: false }),
      onCommand(_self, { waiting, busy }, { type, client }, out) {
        out.setTimer("serve", 1);
        if (type === "acquire") return { waiting: [...waiting, client], busy };
        out.emit({ type: "released", client });
        return { waiting, busy: false };
      },
      onMessage: (_self, state) => state,
      onTimer(_self, state, _timer, out) {
        if (state.busy || state.waiting.length === 0) return state;
        const client = next(state.waiting);
        out.emit({ type: "granted", client });
        return { waiting: state.waiting.filter((other) => other !== client), busy: true };
      },
    },
    {
      mapClients: (state, f) => ({ ...(state as Desk), waiting: (state as Desk).waiting.map(f) }),
    },
  );
export const firstCome = desk("toy/first-come", (waiting) => waiting[0]);
export const lastCome = desk("toy/last-come", (waiting) => waiting[waiting.length - 1]);

/** Each node has a unit of its own, and serves its clients in turn. */
type Counter = readonly number[];
export const counters: Entry = toy<Counter>(
  {
    name: "toy/counters",
    init: () => [],
    onCommand(self, clients, { type, client }, out) {
      const queue = type === "acquire" ? [...clients, client] : clients.slice(1);
      if (type === "release") out.emit({ type: "released", client });
      const isNext = queue.length > 0 && (type === "release" || queue.length === 1);
      if (isNext) out.emit({ type: "granted", client: queue[0], unit: self.id + 1 } as Event);
      return queue;
    },
    onMessage: (_self, state) => state,
  },
  { spec: pool, params: units(2), mapClients: (state, f) => (state as Counter).map(f) },
);

/**
 * Two units at one node. Who finds both taken waits for unit 1, and gets it from its holder in the order that `next`
 * chooses; unit 2 comes and goes meanwhile.
 */
type Shop = Readonly<{ first: number; second: number; waiting: readonly number[] }>;
const shop = (name: string, next: (waiting: readonly number[]) => number): Entry =>
  toy<Shop>(
    {
      name,
      init: () => ({ first: -1, second: -1, waiting: [] }),
      onCommand(_self, { first, second, waiting }, { type, client }, out) {
        const grant = (to: number, unit: number) => out.emit({ type: "granted", client: to, unit } as Event);
        if (type === "acquire") {
          if (first >= 0 && second >= 0) return { first, second, waiting: [...waiting, client] };
          grant(client, first < 0 ? 1 : 2);
          return first < 0 ? { first: client, second, waiting } : { first, second: client, waiting };
        }
        out.emit({ type: "released", client });
        if (client === second) return { first, second: -1, waiting };
        if (waiting.length === 0) return { first: -1, second, waiting };
        const chosen = next(waiting);
        grant(chosen, 1);
        return { first: chosen, second, waiting: waiting.filter((other) => other !== chosen) };
      },
      onMessage: (_self, state) => state,
    },
    {
      spec: pool,
      params: units(2),
      mapClients(state, f) {
        const { first, second, waiting } = state as Shop;
        const to = (client: number) => (client < 0 ? -1 : f(client));
        return { first: to(first), second: to(second), waiting: waiting.map(f) };
      },
    },
  );
export const fairShop = shop("toy/fair-shop", (waiting) => waiting[0]);
export const rudeShop = shop("toy/rude-shop", (waiting) => waiting[waiting.length - 1]);

/** Draws `count` times a number below `width`, once each time a timer fires, and then grants. */
export const drawing = (count: number, width: number): Protocol<readonly number[]> => ({
  name: "toy/drawing",
  init: () => [],
  onCommand(_self, state, command, out) {
    if (command.type === "acquire") out.setTimer("draw", 1);
    else answer(command, out);
    return state;
  },
  onMessage: (_self, state) => state,
  onTimer(_self, state, _timer, out) {
    const drawn = [...state, out.choose(width)];
    if (drawn.length < count) out.setTimer("draw", 1);
    else out.emit({ type: "granted", client: 0 });
    return drawn;
  },
});

/** Throws a coin each time a timer fires, and grants when it shows 1. */
export const coin: Protocol<number> = {
  ...generous,
  name: "toy/coin",
  onCommand(_self, state, command, out) {
    if (command.type === "acquire") out.setTimer("throw", 1);
    else answer(command, out);
    return state;
  },
  onTimer(_self, state, _timer, out) {
    if (out.choose(2) === 1) out.emit({ type: "granted", client: 0 });
    else out.setTimer("throw", 1);
    return state;
  },
};

/** Counts to `last`, one each time its timer fires, and stops. */
export const counter = (last: number): Protocol<number> => ({
  ...generous,
  name: "toy/counter",
  init(_self, out) {
    out.setTimer("count", 1);
    return 0;
  },
  onTimer(_self, state, _timer, out) {
    if (state + 1 < last) out.setTimer("count", 1);
    return state + 1;
  },
});

/** A ball goes to and fro for ever; node 0 counts how often it had it, and begins anew after `round` times. */
export const rally = (round: number): Protocol<number> => ({
  ...carousel,
  name: "toy/rally",
  onMessage(self, state, from, message, out) {
    out.send(from, message);
    return self.id === 0 ? (state + 1) % round : state;
  },
});
