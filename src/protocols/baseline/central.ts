import { IntSet, type Invariant, type Mutant, type Out, type Protocol, Queue, type Self } from "../../core/index.js";

/**
 * A central allocator: the root owns R units and a queue; requests, grants and releases are relayed over the tree.
 * The baseline that every pool is measured against.
 * Assumes     channels lose and duplicate nothing, in any order; nobody crashes.
 * Always      a unit is held by at most one client.
 * Eventually  every acquire is granted, first come first served at the root, if every holder releases.
 * Cost        3 messages a grant for each hop between the client's node and the root.
 */
export type Message = Readonly<
  { type: "request"; node: number } | { type: "grant"; node: number; unit: number } | { type: "release"; unit: number }
>;
type Command = Readonly<{ type: "acquire" | "release"; client: number }>;
type Event = Readonly<{ type: "granted"; client: number; unit: number } | { type: "released"; client: number }>;
export type State = Readonly<{
  waiting: Queue<number>; // local clients, in the order they asked
  holds: readonly Hold[];
  root: Root | null;
}>;
type Hold = Readonly<{ client: number; unit: number }>;
type Root = Readonly<{ free: IntSet; queue: Queue<number> }>; // units; nodes that asked
type Params = Readonly<{ R: number }>;
type Central = Protocol<State, Message, Command, Event, never, Params>;
type Effects = Out<Message, Event, never>;

/** The decisions of the root that its mutants get wrong. */
type Rules = Readonly<{
  /** Which of the nodes that asked is served next, and who is left. */
  next(queue: Queue<number>): readonly [node: number, rest: Queue<number>];
  /** What is free after a unit was given away. */
  give(free: IntSet, unit: number): IntSet;
}>;
const rules: Rules = {
  next: (queue) => [queue.head, queue.shift()],
  give: (free, unit) => free.without(unit),
};

const START: State = { waiting: Queue.empty(), holds: [], root: null };

function build({ next, give }: Rules): Central {
  function serve(self: Self<Params>, state: State, root: Root, out: Effects): State {
    let { free, queue } = root;
    let { waiting, holds } = state;
    while (!free.isEmpty && !queue.isEmpty) {
      const unit = free.lowest;
      const [node, rest] = next(queue);
      free = give(free, unit);
      queue = rest;
      if (node !== self.id) out.send(self.towards(node), { type: "grant", node, unit });
      else {
        out.emit({ type: "granted", client: waiting.head, unit });
        holds = [...holds, { client: waiting.head, unit }];
        waiting = waiting.shift();
      }
    }
    return { waiting, holds, root: { free, queue } };
  }

  return {
    name: "baseline/central",
    init: (self) =>
      self.parent >= 0 ? START : { ...START, root: { free: IntSet.range(1, self.params.R), queue: Queue.empty() } },

    onCommand(self, state, command, out) {
      const { waiting, holds, root } = state;
      if (command.type === "acquire") {
        const asked = { waiting: waiting.push(command.client), holds, root };
        if (root) return serve(self, asked, { free: root.free, queue: root.queue.push(self.id) }, out);
        out.send(self.parent, { type: "request", node: self.id });
        return asked;
      }
      const { unit } = holds.find((hold) => hold.client === command.client) as Hold;
      const released = { waiting, holds: holds.filter((hold) => hold.unit !== unit), root };
      out.emit({ type: "released", client: command.client });
      if (root) return serve(self, released, { free: root.free.with(unit), queue: root.queue }, out);
      out.send(self.parent, { type: "release", unit });
      return released;
    },

    onMessage(self, state, _from, message, out) {
      const { waiting, holds, root } = state;
      if (message.type === "grant") {
        if (message.node === self.id) {
          out.emit({ type: "granted", client: waiting.head, unit: message.unit });
          return { waiting: waiting.shift(), holds: [...holds, { client: waiting.head, unit: message.unit }], root };
        }
        out.send(self.towards(message.node), message);
      } else if (root) {
        return message.type === "request"
          ? serve(self, state, { free: root.free, queue: root.queue.push(message.node) }, out)
          : serve(self, state, { free: root.free.with(message.unit), queue: root.queue }, out);
      } else out.send(self.parent, message);
      return state;
    },
  };
}

export const central = build(rules);

export function mapClients(state: State, f: (client: number) => number): State {
  const holds = state.holds.map((hold) => ({ client: f(hold.client), unit: hold.unit }));
  return { waiting: state.waiting.map(f), holds, root: state.root };
}

export const invariants: readonly Invariant<State, Message>[] = [
  {
    name: "units-conserved",
    what: "each unit is free at the root, held once, or in one grant or release under way",
    holds: ({ states, flying, self }) => {
      const places = new Array<number>(self(0).params.R as number).fill(0);
      for (const { root, holds } of states) {
        for (const unit of root?.free ?? []) places[unit - 1]++;
        for (const { unit } of holds) places[unit - 1]++;
      }
      for (const { message } of flying) if (message.type !== "request") places[message.unit - 1]++;
      return places.every((count) => count === 1);
    },
  },
  {
    name: "no-idle-unit",
    what: "nobody is in the queue of the root while a unit is free there",
    holds: ({ states }) => states.every(({ root }) => !root || root.free.isEmpty || root.queue.isEmpty),
  },
];

export const mutants: readonly Mutant[] = [
  {
    id: "last-come",
    what: "the root serves the newest request first: somebody may wait for ever, though nothing is ever stuck",
    caughtBy: "check",
    check: "path3-endless",
    property: "answered",
    protocol: build({
      ...rules,
      next: (queue) => {
        const nodes = [...queue];
        return [nodes[nodes.length - 1], Queue.of(nodes.slice(0, -1))];
      },
    }),
  },
  {
    id: "endless-units",
    what: "the root forgets that it has given a unit away",
    caughtBy: "check",
    check: "path3-endless",
    property: "exclusion",
    protocol: build({ ...rules, give: (free) => free }),
  },
  {
    id: "endless-queue",
    what: "the root forgets that it has served a node: the next unit goes there too, where nobody waits",
    caughtBy: "check",
    check: "path3-endless",
    property: "sound",
    protocol: build({ ...rules, next: (queue) => [queue.head, queue] }),
  },
];
