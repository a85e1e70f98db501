import {
  type CheckConfig,
  type Command,
  type Effect,
  type Entry,
  type Event,
  GONE,
  type Input,
  NodeView,
  type Packet,
  type Protocol,
  paramsOf,
  type Self,
  step,
  topology,
} from "../../src/core/index.js";

/**
 * The plainest exhaustive search that can be written, as a twin for the checker, with which it shares nothing: whole
 * configurations, copied at each step and kept as texts in a Map; clients keep their numbers, and configurations that
 * differ only in these are recognised by trying all numberings. For protocols without timers and choices.
 */
type Client = Readonly<{ phase: string; answer: Omit<Event, "client"> | null }>;
type Node = Readonly<{ state: unknown; clients: readonly (Client | null)[]; opened: number }>;
/** Messages in flight are in the order in which they were sent. */
export type Configuration = Readonly<{ nodes: readonly Node[]; flying: readonly Packet[]; opened: number }>;
export type Move = Readonly<{ node: number; input: Input }>;
export type Setting = Pick<CheckConfig, "topology" | "params" | "network" | "commands" | "normal">;

export class Naive {
  private readonly entry: Entry;
  private readonly setting: Setting;
  private readonly protocol: Protocol;
  private readonly selves: readonly Self[];

  constructor(entry: Entry, setting: Setting, protocol: Protocol = entry.protocol) {
    this.entry = entry;
    this.setting = setting;
    this.protocol = protocol;
    const shape = topology(setting.topology);
    const params = paramsOf(entry, setting.params, () => shape);
    this.selves = Array.from({ length: shape.n }, (_, id) => new NodeView(shape, params, id));
  }

  start(): Configuration {
    const nodes = this.selves.map((self) => {
      const { state } = step(this.protocol, self, null, { kind: "init" }, noChance);
      return { state, clients: [], opened: 0 };
    });
    return { nodes, flying: [], opened: 0 };
  }

  /** Everything that may happen next. */
  moves({ nodes, flying, opened }: Configuration): Move[] {
    const { network, commands } = this.setting;
    const moves: Move[] = [];
    const seen = new Set<string>();
    for (const { from, to, message } of flying) {
      // Of a fifo link only the oldest can arrive; of equal messages it does not matter which one does.
      const key = network === "fifo" ? `${from} ${to}` : canonical({ from, to, message });
      if (!seen.has(key)) moves.push({ node: to, input: { kind: "message", from, message } });
      seen.add(key);
    }
    for (const [id, node] of nodes.entries()) {
      for (const [client, known] of node.clients.entries()) {
        if (!known) continue;
        for (const type of this.entry.commands)
          if (this.phase(known.phase).commands[type]) moves.push(say(id, { type, client }));
      }
      const open = node.clients.filter((client) => client !== null).length;
      if (open >= commands.perNode || node.opened >= (commands.each ?? Infinity)) continue;
      if (opened >= (commands.total ?? Infinity)) continue;
      const free = node.clients.indexOf(null);
      const client = free < 0 ? node.clients.length : free;
      for (const type of this.entry.commands)
        if (this.entry.spec.client.opens[type]) moves.push(say(id, { type, client }));
    }
    return moves;
  }

  make(before: Configuration, { node: id, input }: Move): { after: Configuration; effects: readonly Effect[] } {
    const { state, effects } = step(this.protocol, this.selves[id], before.nodes[id].state, input, noChance);
    const clients = [...before.nodes[id].clients];
    let opens = 0;
    if (input.kind === "command") {
      const { type, client } = input.command;
      const known = clients[client];
      opens = known ? 0 : 1;
      const phase = known ? this.phase(known.phase).commands[type] : this.entry.spec.client.opens[type];
      clients[client] = { phase, answer: known?.answer ?? null };
    }
    for (const effect of effects) {
      if (effect.kind !== "emit" || effect.event.client === undefined) continue;
      const { client, ...answer } = effect.event;
      const phase = this.phase((clients[client] as Client).phase).events[answer.type];
      clients[client] = phase === GONE ? null : { phase, answer };
    }
    const sent = effects.flatMap((effect) =>
      effect.kind === "send" ? [{ from: id, to: effect.to, message: effect.message }] : [],
    );
    const left = input.kind === "message" ? without(before.flying, input.from, id, input.message) : before.flying;
    const nodes = before.nodes.with(id, { state, clients, opened: before.nodes[id].opened + opens });
    const after = { nodes, flying: [...left, ...sent], opened: before.opened + opens };
    return { after: this.normal(after), effects };
  }

  /** The same text for configurations that differ in nothing but the numbers of clients, and for no others. */
  key({ nodes, flying, opened }: Configuration): string {
    const { network, commands } = this.setting;
    const parts = nodes.map((node) => {
      const live = node.clients.flatMap((client, number) => (client ? [number] : []));
      const texts = permutations(live).map((order) => {
        const state = this.entry.mapClients(node.state, (client) => order.indexOf(client));
        const clients = order.map((number) => node.clients[number]);
        return canonical({ state, clients, opened: commands.each === undefined ? 0 : node.opened });
      });
      return texts.sort()[0];
    });
    const packets = flying.map(({ from, to, message }) => `${from} ${to} ${canonical(message)}`);
    const link = (packet: string) => packet.split(" ", 2).join(" ");
    if (network === "any") packets.sort();
    else packets.sort((a, b) => (link(a) < link(b) ? -1 : link(a) > link(b) ? 1 : 0)); // stable: age stays
    return [commands.total === null ? 0 : opened, ...parts, ...packets].join("\n");
  }

  /**
   * Breadth first: how many configurations and transitions there are, and how far away. Stops at one that is `wanted`.
   */
  explore(wanted: (configuration: Configuration) => boolean = () => false) {
    const distance = new Map([[this.key(this.start()), 0]]);
    const queue = [{ configuration: this.start(), steps: 0 }];
    let edges = 0;
    let depth = 0;
    for (const { configuration, steps } of queue) {
      depth = steps;
      if (wanted(configuration)) break;
      for (const move of this.moves(configuration)) {
        const { after } = this.make(configuration, move);
        const key = this.key(after);
        edges++;
        if (distance.has(key)) continue;
        distance.set(key, steps + 1);
        queue.push({ configuration: after, steps: steps + 1 });
      }
    }
    return { states: distance.size, edges, depth };
  }

  private phase(name: string) {
    return this.entry.spec.client.phases[name];
  }

  private normal(configuration: Configuration): Configuration {
    if (!this.setting.normal || !this.entry.normal) return configuration;
    const { nodes, flying, opened } = configuration;
    const states = nodes.map(({ state }) => state);
    const normal = this.entry.normal({ states, flying, self: (node) => this.selves[node] });
    return {
      nodes: nodes.map((node, id) => ({ ...node, state: normal.states[id] })),
      flying: normal.flying,
      opened,
    };
  }
}

function noChance(): never {
  throw new Error("the naive search knows no choices");
}

const say = (node: number, command: Command): Move => ({ node, input: { kind: "command", command } });

/** The messages that are left when the oldest of these is taken out. */
function without(flying: readonly Packet[], from: number, to: number, message: unknown): readonly Packet[] {
  const place = flying.findIndex(
    (packet) => packet.from === from && packet.to === to && canonical(packet.message) === canonical(message),
  );
  return flying.toSpliced(place, 1);
}

/** JSON with sorted keys. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, tree) =>
    typeof tree === "object" && tree !== null && !Array.isArray(tree)
      ? Object.fromEntries(Object.entries(tree).sort(([a], [b]) => (a < b ? -1 : 1)))
      : tree,
  );
}

function permutations(items: readonly number[]): number[][] {
  if (items.length === 0) return [[]];
  return items.flatMap((first) => permutations(items.filter((item) => item !== first)).map((rest) => [first, ...rest]));
}
