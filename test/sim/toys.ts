import { type Entry, GONE, ORDER, type Protocol, QUIET, SOUND, type Spec } from "../../src/core/index.js";
import { toy } from "../check/toys.js";

/** Somebody asks and is answered, by a grant or a rejection, or changes his mind. */
const answers: Spec = {
  problem: "answers",
  eventually: "answered",
  properties: [SOUND, ORDER, { name: "answered", kind: "eventually", what: "every wish is answered" }, QUIET],
  client: {
    opens: { ask: "waiting" },
    phases: {
      waiting: { owed: true, commands: { cancel: "leaving" }, events: { granted: GONE, rejected: GONE } },
      leaving: { owed: true, commands: {}, events: { cancelled: GONE } },
    },
  },
  judge: () => ({ command() {}, event() {}, state: () => 0 }),
  measure() {
    return {
      mark: () => 0,
      command() {},
      event() {},
      facts: () => ({}),
      fork: () => answers.measure({ n: 1, params: {} }),
    };
  },
};
const asking = { spec: answers, commands: ["ask", "cancel"] };

/** Each node grants its first `limit` wishes at once and rejects the rest. */
export const budget: Entry = toy<number>(
  {
    name: "toy/budget",
    init: () => 0,
    onCommand(self, spent, { client }, out) {
      out.emit({ type: spent < (self.params.limit as number) ? "granted" : "rejected", client });
      return spent + 1;
    },
    onMessage: (_self, spent) => spent,
  },
  { ...asking, params: { limit: { type: "integer", min: 0, default: 3, what: "grants a node" } } },
);

/**
 * A wish sets the alarm, instead of the one that was set; when it rings, all who wait are granted. Cancelling stops it.
 */
export const alarm: Entry = toy<readonly number[]>(
  {
    name: "toy/alarm",
    init: () => [],
    onCommand(self, waiting, { type, client }, out) {
      if (type === "ask") {
        out.setTimer("ring", self.params.steps as number);
        return [...waiting, client];
      }
      out.cancelTimer("ring");
      out.emit({ type: "cancelled", client });
      return waiting.filter((other) => other !== client);
    },
    onMessage: (_self, waiting) => waiting,
    onTimer(_self, waiting, _timer, out) {
      for (const client of waiting) out.emit({ type: "granted", client });
      return [];
    },
  },
  { ...asking, params: { steps: { type: "integer", min: 1, default: 3, what: "of the node's clock" } } },
);

type Bell = Readonly<{ rung: number; waiting: readonly number[] }>;
const bells: Protocol<Bell> = {
  name: "toy/bells",
  init(self, out) {
    out.setTimer("dawn", 1 + out.choose(4));
    for (const peer of self.neighbours) out.send(peer, { type: "hello" });
    return { rung: 0, waiting: [] };
  },
  onCommand(self, { rung, waiting }, { client }, out) {
    const peer = self.neighbours[out.choose(self.neighbours.length)];
    out.send(peer, { type: "ask" });
    out.setTimer("patience", 5);
    return { rung, waiting: [...waiting, client] };
  },
  onMessage(_self, state, from, { type }, out) {
    if (type === "ask") {
      out.send(from, { type: out.choose(3) === 0 ? "no" : "yes" });
      return state;
    }
    if (type === "hello" || state.waiting.length === 0) return state;
    const [client, ...waiting] = state.waiting;
    out.save({ answered: state.rung, rest: waiting.length });
    out.emit({ type: type === "yes" ? "granted" : "rejected", client });
    if (waiting.length === 0) out.cancelTimer("patience");
    return { rung: state.rung, waiting };
  },
  onTimer(_self, { rung, waiting }, timer, out) {
    for (const client of timer === "patience" ? waiting : []) out.emit({ type: "rejected", client });
    return { rung: rung + 1, waiting: timer === "patience" ? [] : waiting };
  },
};
/** Uses every effect: timers that ring, are replaced and cancelled, choices, saves, and sends from the start. */
export const everything: Entry = toy(bells, asking);
