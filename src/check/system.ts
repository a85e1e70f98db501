import {
  assert,
  type CheckConfig,
  type Client,
  type Command,
  type Config,
  type Effect,
  type Entry,
  type Event,
  GONE,
  type Input,
  type Message,
  NodeView,
  ORDER,
  outcomes,
  type Packet,
  type Protocol,
  paramsOf,
  type Self,
  SOUND,
  type Topology,
  topology,
} from "../core/index.js";
import { Interner } from "./interner.js";
import { PairMap } from "./pair-map.js";

/** What a check runs on: a configuration of the catalog or one given by hand. */
export type Setting = Pick<CheckConfig, "topology" | "params" | "network" | "commands" | "normal">;

/** A node with everything that its steps depend on. Client c of the node is `clients[c]`, without its number. */
type Local = Readonly<{
  state: unknown;
  clients: readonly Client[];
  timers: readonly string[];
  /** Clients opened so far; 0 where that is not limited. */
  opened: number;
}>;

/** Something that can happen at a node. `opens`: a command of a new client. `fair`: it must not be put off for ever. */
export type Act = Readonly<{ node: number; input: Input; opens: boolean; fair: boolean }>;

/** One way in which an act can go. */
export type Outcome = Readonly<{
  next: number; // the local
  sends: readonly number[]; // acts of the receivers, in the order of sending
  history: number; // what the judge sees, 0 for nothing
  /** Where each client of the node went, -1 for gone; null when all kept their numbers. */
  renamed: readonly number[] | null;
  choices: readonly number[];
  /** A promise that the step itself breaks: an answer that no client waits for, an assertion that fails. */
  fault: Violated | null;
}>;

type History = readonly Readonly<{ node: number; client: Client | null; command?: Command; event?: Event }>[];

export type Verdict = Readonly<{ judge: number; violations: readonly Violated[]; seen: readonly string[] }>;
export type Violated = Readonly<{ property: string; what: string }>;

/** In a row: the judge, the number of clients opened, the locals, the acts of the messages in flight. */
export const JUDGE = 0;
export const OPENED = 1;
export const LOCALS = 2;

/**
 * A protocol on a small topology as a transition system. Configurations are rows of small integers; what they stand for is
 * interned, and each local step is computed once. Messages in flight are sorted by act (any order), or by link and then by
 * age (fifo), so that equal configurations have equal rows.
 */
export class System {
  readonly entry: Entry;
  readonly setting: Setting;
  readonly n: number;
  readonly hasNormal: boolean;
  readonly protocol: Protocol;
  private readonly topology: Topology;
  private readonly selves: readonly Self[];
  private readonly locals = new Interner<Local>();
  private readonly acts = new Interner<Act>();
  private readonly links: number[] = []; // of each act that is a message: from * n + to, else -1
  private readonly nodes: number[] = []; // of each act
  private readonly histories = new Interner<History>();
  private readonly judges = new Interner<unknown>();
  private readonly stepIndex = new PairMap();
  private readonly steps: (readonly Outcome[])[] = [];
  private readonly verdictIndex = new PairMap();
  private readonly verdicts: Verdict[] = [];
  private readonly localActs: (readonly number[] | undefined)[] = [];

  constructor(entry: Entry, setting: Setting, protocol: Protocol = entry.protocol) {
    this.entry = entry;
    this.setting = { ...setting, params: paramsOf(entry, setting.params) };
    this.protocol = protocol;
    this.hasNormal = setting.normal === true;
    assert(!this.hasNormal || entry.normal, `${entry.name} has a normal form`);
    this.topology = topology(setting.topology);
    this.n = this.topology.n;
    this.selves = Array.from({ length: this.n }, (_, id) => new NodeView(this.topology, this.setting.params, id));
    this.histories.id([]);
    const { n, params } = { n: this.n, params: this.setting.params };
    this.judges.id(entry.spec.judge({ n, params }, IGNORE).state());
  }

  /** The initial configurations: one for each sequence of choices made in `init`. */
  initial(): number[][] {
    let rows: number[][] = [[0, 0]];
    for (const self of this.selves) {
      const starts = [...outcomes(this.protocol, self, null, { kind: "init" })];
      rows = rows.flatMap((row) =>
        starts.map(({ state, effects }) => {
          const local: Local = { state, clients: [], timers: timersAfter([], effects), opened: 0 };
          assert(!effects.some((effect) => effect.kind === "emit"), "init answers nobody");
          const next = [...row.slice(0, LOCALS + self.id), this.locals.id(local), ...row.slice(LOCALS + self.id)];
          return this.sendsOf(self.id, effects).reduce((grown, act) => this.insert(grown, act), next);
        }),
      );
    }
    return rows.map((row) => this.normal(row));
  }

  act(id: number): Act {
    return this.acts.get(id);
  }

  /** The link of an act that is a delivery, -1 for others. */
  link(act: number): number {
    return this.links[act];
  }

  node(act: number): number {
    return this.nodes[act];
  }

  local(id: number): Local {
    return this.locals.get(id);
  }

  self(node: number): Self {
    return this.selves[node];
  }

  /** All ways in which an act can go at a node with this local. */
  step(local: number, act: number): readonly Outcome[] {
    let at = this.stepIndex.get(local, act);
    if (at < 0) {
      at = this.steps.length;
      this.steps.push(this.compute(this.locals.get(local), this.acts.get(act)));
      this.stepIndex.set(local, act, at);
    }
    return this.steps[at];
  }

  /** What the judge says of a step. */
  verdict(judge: number, history: number): Verdict {
    let at = this.verdictIndex.get(judge, history);
    if (at < 0) {
      at = this.verdicts.length;
      this.verdicts.push(this.hear(judge, this.histories.get(history)));
      this.verdictIndex.set(judge, history, at);
    }
    return this.verdicts[at];
  }

  /** Commands and timers that may come at a node with this local. */
  actsOf(local: number, node: number): readonly number[] {
    const at = local * this.n + node;
    let acts = this.localActs[at];
    if (acts === undefined) this.localActs[at] = acts = this.enabled(this.locals.get(local), node);
    return acts;
  }

  /** Does the protocol owe somebody at this node an answer? */
  owes(local: number): boolean {
    return this.locals.get(local).clients.some(({ phase }) => this.entry.spec.client.phases[phase].owed);
  }

  /** The configuration that a row stands for. */
  config(row: ArrayLike<number>, length: number): Config {
    const states: unknown[] = [];
    for (let i = 0; i < this.n; i++) states.push(this.locals.get(row[LOCALS + i]).state);
    const flying: Packet[] = [];
    for (let i = LOCALS + this.n; i < length; i++) {
      const { node, input } = this.acts.get(row[i]);
      if (input.kind === "message") flying.push({ from: input.from, to: node, message: input.message });
    }
    return { states, flying, self: (node) => this.selves[node] };
  }

  /** The row of the normal form, where the protocol has one. */
  normal(row: number[]): number[] {
    if (!this.hasNormal || !this.entry.normal) return row;
    const { states } = this.entry.normal(this.config(row, row.length));
    const locals = states.map((state, i) => this.locals.id({ ...this.locals.get(row[LOCALS + i]), state }));
    return this.normalActs(row).reduce((next, act) => this.insert(next, act), [row[JUDGE], row[OPENED], ...locals]);
  }

  /** What the messages in flight become in the normal form, in their order in the row. */
  normalActs(row: readonly number[]): number[] {
    assert(this.entry.normal, "the protocol has a normal form");
    const { flying } = this.entry.normal(this.config(row, row.length));
    return flying.map(({ from, to, message }) => this.packet(from, to, message));
  }

  /** Puts a message in flight. */
  insert(row: readonly number[], act: number): number[] {
    let at = row.length;
    if (this.setting.network === "any") while (at > LOCALS + this.n && row[at - 1] > act) at--;
    else while (at > LOCALS + this.n && this.links[row[at - 1]] > this.links[act]) at--;
    return [...row.slice(0, at), act, ...row.slice(at)];
  }

  get bytes(): number {
    const interned = this.locals.bytes + this.acts.bytes + this.histories.bytes + this.judges.bytes;
    return interned + this.stepIndex.bytes + this.verdictIndex.bytes + this.steps.length * 200;
  }

  private packet(from: number, node: number, message: Message): number {
    return this.actId({ node, input: { kind: "message", from, message }, opens: false, fair: true });
  }

  private actId(act: Act): number {
    const id = this.acts.id(act);
    if (id === this.links.length) {
      this.links.push(act.input.kind === "message" ? act.input.from * this.n + act.node : -1);
      this.nodes.push(act.node);
    }
    return id;
  }

  private enabled(local: Local, node: number): number[] {
    const { commands } = this.setting;
    const { client, problem } = this.entry.spec;
    const acts: number[] = [];
    const command = (command: Command, opens: boolean, fair: boolean) =>
      acts.push(this.actId({ node, input: { kind: "command", command }, opens, fair }));
    for (const timer of local.timers)
      acts.push(this.actId({ node, input: { kind: "timer", timer }, opens: false, fair: true }));
    for (const [number, { phase }] of local.clients.entries()) {
      for (const type of this.entry.commands) {
        assert(client.phases[phase], `${problem} has a phase ${phase}`);
        const fair = client.phases[phase].promised === type;
        if (client.phases[phase].commands[type]) command({ type, client: number }, false, fair);
      }
    }
    if (local.clients.length < commands.perNode && local.opened < (commands.each ?? 1)) {
      for (const type of this.entry.commands)
        if (client.opens[type]) command({ type, client: local.clients.length }, true, false);
    }
    return acts;
  }

  private compute(local: Local, act: Act): Outcome[] {
    try {
      return this.outcomesOf(local, act);
    } catch (error) {
      const fault = { property: SOUND.name, what: `node ${act.node}: ${(error as Error).message}` };
      return [{ next: this.locals.id(local), sends: [], history: 0, renamed: null, choices: [], fault }];
    }
  }

  private outcomesOf(local: Local, { node, input }: Act): Outcome[] {
    return [...outcomes(this.protocol, this.selves[node], local.state, input)].map(({ state, effects, choices }) => {
      const clients = [...local.clients];
      const acts: History[number][] = [];
      let { opened } = local;
      let fault: Violated | null = null;
      if (input.kind === "command") {
        const { type, client: number } = input.command;
        const before = clients[number];
        const phase = before ? this.phaseOf(before).commands[type] : this.entry.spec.client.opens[type];
        const said = { ...input.command, client: 0 };
        clients[number] = before ? { ...before, phase } : { phase, opened: said, answer: null };
        if (!before && this.setting.commands.each !== undefined) opened++;
        acts.push({ node, client: before ?? clients[number], command: said });
      }
      const gone = new Set<number>();
      for (const effect of effects) {
        if (effect.kind !== "emit") continue;
        const { client: number, ...event } = effect.event;
        const before = number === undefined || gone.has(number) ? null : clients[number];
        acts.push({ node, client: before ?? null, event });
        if (number === undefined) continue;
        const phase = before ? this.phaseOf(before).events[event.type] : undefined;
        if (!before || phase === undefined)
          fault = { property: ORDER.name, what: `node ${node}: ${event.type}, which nobody waits for` };
        else if (phase === GONE) gone.add(number);
        else clients[number] = { ...before, phase, answer: event };
      }
      const timers = timersAfter(
        input.kind === "timer" ? local.timers.filter((t) => t !== input.timer) : local.timers,
        effects,
      );
      const { next, renamed } = this.rename({ state, clients, timers, opened }, gone);
      const history = acts.length === 0 ? 0 : this.histories.id(acts);
      return { next: this.locals.id(next), sends: this.sendsOf(node, effects), history, renamed, choices, fault };
    });
  }

  /** Numbers the clients that are left by their first occurrence in the state, the others behind them. */
  private rename(local: Local, gone: ReadonlySet<number>): { next: Local; renamed: number[] | null } {
    const renamed = new Array<number>(local.clients.length).fill(-1);
    let count = 0;
    const state = this.entry.mapClients(local.state, (client) => {
      if (client < renamed.length && renamed[client] < 0) renamed[client] = count++;
      return renamed[client] ?? client;
    });
    for (let i = 0; i < renamed.length; i++) if (renamed[i] < 0 && !gone.has(i)) renamed[i] = count++;
    for (const client of gone) assert(renamed[client] < 0, "a client that is gone does not stand in the state");
    if (renamed.every((to, from) => to === from)) return { next: local, renamed: null };
    const clients = new Array<Client>(count);
    for (const [from, to] of renamed.entries()) if (to >= 0) clients[to] = local.clients[from];
    return { next: { ...local, state, clients }, renamed };
  }

  private hear(judge: number, history: History): Verdict {
    const violations: Violated[] = [];
    const seen: string[] = [];
    const report = {
      violated: (property: string, what: string) => void violations.push({ property, what }),
      seen: (property: string) => void seen.push(property),
    };
    const setup = { n: this.n, params: this.setting.params };
    const ear = this.entry.spec.judge(setup, report, this.judges.get(judge));
    for (const { node, client, command, event } of history) {
      if (command && client) ear.command(node, client, command);
      if (event) ear.event(node, client, event);
    }
    return { judge: this.judges.id(ear.state()), violations, seen };
  }

  private phaseOf(client: Client) {
    return this.entry.spec.client.phases[client.phase];
  }

  private sendsOf(node: number, effects: readonly Effect[]): number[] {
    const sends: number[] = [];
    for (const effect of effects) {
      if (effect.kind !== "send") continue;
      assert(this.topology.link(node, effect.to) >= 0, `node ${effect.to} is a neighbour of the sender`);
      sends.push(this.packet(node, effect.to, effect.message));
    }
    return sends;
  }
}

const IGNORE = { violated: () => {}, seen: () => {} };

function timersAfter(timers: readonly string[], effects: readonly Effect[]): readonly string[] {
  let set = timers;
  for (const effect of effects) {
    if (effect.kind === "setTimer" && !set.includes(effect.timer)) set = [...set, effect.timer].sort();
    if (effect.kind === "cancelTimer") set = set.filter((timer) => timer !== effect.timer);
  }
  return set;
}
