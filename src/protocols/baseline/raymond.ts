import { type Invariant, type Mutant, type Out, type Protocol, Queue, type Self } from "../../core/index.js";

/**
 * Raymond's tree mutex (ACM Transactions on Computer Systems 7:1, 1989), one token for each of R units.
 * Every node knows in which direction a unit's token lies. Requests travel there, one at a time a node; the token comes
 * back the same way. An acquire is for one unit, chosen in turn.
 * Assumes     channels lose and duplicate nothing, in any order; nobody crashes.
 * Always      a unit is held by at most one client.
 * Eventually  every acquire is granted, if every holder releases.
 * Cost        2 messages for each hop that a token moves: at most twice the diameter a grant.
 */
export type Message = Readonly<{ type: "request" | "token"; unit: number }>;
type Command = Readonly<{ type: "acquire" | "release"; client: number }>;
type Event = Readonly<{ type: "granted"; client: number; unit: number } | { type: "released"; client: number }>;
/** One unit as a node sees it. `user` is the client that uses it here, -1 for none. */
export type Token = Readonly<{
  at: number; // where the token lies: this node, or the neighbour in its direction
  asked: boolean; // we asked that neighbour and it has not come yet
  queue: Queue<number>; // who wants it, in order: neighbours, and this node once for each local client
  waiting: Queue<number>; // the local clients
  user: number;
}>;
export type State = Readonly<{ tokens: readonly Token[]; turn: number }>;
type Params = Readonly<{ R: number }>;
type Raymond = Protocol<State, Message, Command, Event, never, Params>;
type Effects = Out<Message, Event, never>;

/** The decisions of the protocol that its mutants get wrong. */
type Rules = Readonly<{
  busy(token: Token): boolean;
  enqueue(queue: Queue<number>, node: number): Queue<number>;
  /** What changes, besides the direction, when the head of the queue gets the token. */
  assigned: Partial<Token>;
}>;
const rules: Rules = {
  busy: (token) => token.user >= 0,
  enqueue: (queue, node) => queue.push(node),
  assigned: { asked: false },
};

function build({ busy, enqueue, assigned }: Rules): Raymond {
  /** ASSIGN-PRIVILEGE, then MAKE-REQUEST, as the paper calls them: run after every event of the unit. */
  function settle(self: Self<Params>, token: Token, unit: number, out: Effects): Token {
    let next = token;
    if (next.at === self.id && !busy(next) && !next.queue.isEmpty) {
      const head = next.queue.head;
      next = { ...next, queue: next.queue.shift(), ...assigned };
      if (head === self.id) {
        out.emit({ type: "granted", client: next.waiting.head, unit });
        next = { ...next, user: next.waiting.head, waiting: next.waiting.shift() };
      } else {
        out.send(head, { type: "token", unit });
        next = { ...next, at: head };
      }
    }
    if (next.at !== self.id && !next.asked && !next.queue.isEmpty) {
      out.send(next.at, { type: "request", unit });
      next = { ...next, asked: true };
    }
    return next;
  }

  const update = (self: Self<Params>, state: State, unit: number, change: Partial<Token>, out: Effects): State => {
    const token = settle(self, { ...state.tokens[unit - 1], ...change }, unit, out);
    return { turn: state.turn, tokens: state.tokens.with(unit - 1, token) };
  };

  return {
    name: "baseline/raymond",
    init(self) {
      const at = self.parent >= 0 ? self.parent : self.id;
      const token: Token = { at, asked: false, queue: Queue.empty(), waiting: Queue.empty(), user: -1 };
      return { tokens: new Array<Token>(self.params.R).fill(token), turn: self.id % self.params.R };
    },

    onCommand(self, state, command, out) {
      if (command.type === "acquire") {
        const unit = state.turn + 1;
        const { queue, waiting } = state.tokens[unit - 1];
        const turned = { tokens: state.tokens, turn: unit % self.params.R };
        const change = { queue: enqueue(queue, self.id), waiting: waiting.push(command.client) };
        return update(self, turned, unit, change, out);
      }
      const unit = state.tokens.findIndex((token) => token.user === command.client) + 1;
      out.emit({ type: "released", client: command.client });
      return update(self, state, unit, { user: -1 }, out);
    },

    onMessage(self, state, from, { type, unit }, out) {
      if (type === "token") return update(self, state, unit, { at: self.id }, out);
      return update(self, state, unit, { queue: enqueue(state.tokens[unit - 1].queue, from) }, out);
    },
  };
}

export const raymond = build(rules);

export function mapClients(state: State, f: (client: number) => number): State {
  const rename = (token: Token): Token => {
    const user = token.user < 0 ? -1 : f(token.user);
    return { ...token, user, waiting: token.waiting.map(f) };
  };
  return { ...state, tokens: state.tokens.map(rename) };
}

export const invariants: readonly Invariant<State, Message>[] = [
  {
    name: "one-token",
    what: "the token of each unit lies at one node or is in one message",
    holds: ({ states, flying }) =>
      states[0].tokens.every((_, i) => {
        const here = states.filter((state, node) => state.tokens[i].at === node).length;
        return here + flying.filter(({ message }) => message.type === "token" && message.unit === i + 1).length === 1;
      }),
  },
  {
    name: "asked-once",
    what: "a node that has asked stands once in the queue it asked at, or its request or the token is under way",
    holds: ({ states, flying }) =>
      states.every(({ tokens }, node) =>
        tokens.every(({ at, asked }, i) => {
          if (at === node) return !asked;
          const queued = [...states[at].tokens[i].queue].filter((id) => id === node).length;
          const between = flying.filter(({ from, to, message }) =>
            message.unit !== i + 1
              ? false
              : message.type === "request"
                ? from === node && to === at
                : from === at && to === node,
          ).length;
          return queued + between === (asked ? 1 : 0) || (!asked && onItsWay(flying, node, at, i + 1));
        }),
      ),
  },
];

/** The token that `node` has just sent to `at` is still on its way. */
const onItsWay = (
  flying: readonly { from: number; to: number; message: Message }[],
  node: number,
  at: number,
  unit: number,
) =>
  flying.some(
    ({ from, to, message }) => message.type === "token" && message.unit === unit && from === node && to === at,
  );

export const mutants: readonly Mutant[] = [
  {
    id: "shared-token",
    what: "a node passes the token on, or on to its next client, while one uses it",
    property: "exclusion",
    protocol: build({ ...rules, busy: () => false }),
  },
  {
    id: "asks-once",
    what: "a node that got the token goes on believing that it has asked: it never asks again",
    property: "answered",
    protocol: build({ ...rules, assigned: {} }),
  },
  {
    id: "unfair-queue",
    what: "a new wish goes to the head of the queue: an older one may wait for ever",
    property: "answered",
    protocol: build({ ...rules, enqueue: (queue, node) => Queue.of([node, ...queue]) }),
  },
].map((mutant) => ({ ...mutant, caughtBy: "check", check: "path3-endless" }));
