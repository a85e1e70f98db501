import {
  assert,
  type CheckConfig,
  type Command,
  type Config,
  type Entry,
  type Input,
  type Message,
  NodeView,
  type Packet,
  type Protocol,
  paramsOf,
  phaseAfterCommand,
  type Self,
  SOUND,
  topology,
} from "../core/index.js";
import { Interner } from "./interner.js";
import { type History, type Local, type LocalOutcome, LocalSteps, type Violated } from "./local-steps.js";
import { PairMap } from "./pair-map.js";

/** What a check runs on: a configuration of the catalog or one given by hand. */
export type Setting = Pick<CheckConfig, "topology" | "params" | "network" | "commands" | "normal">;

/**
 * Something that can happen at a node: a delivery, a timer, a command. `opens`: a command of a new client. `owed`: it
 * must not be put off for ever.
 */
export type Act = Readonly<{ node: number; input: Input; opens: boolean; owed: boolean }>;

/** One way in which an act can go, with what it leads to in numbers. */
export type Outcome = Readonly<{
  next: number; // the local
  sends: readonly number[]; // acts of the receivers, in the order of sending
  history: number; // what the judge sees, 0 for nothing
  renamed: readonly number[] | null;
  choices: readonly number[];
  fault: Violated | null;
}>;

export type Verdict = Readonly<{ judge: number; violations: readonly Violated[]; seen: readonly string[] }>;
/**
 * An initial configuration, and how each node came to it; `locals` and `acts`, in the order of sending, before the
 * normal form.
 */
export type Start = Readonly<{
  row: readonly number[];
  nodes: readonly LocalOutcome[];
  locals: readonly number[];
  acts: readonly number[];
}>;

/** In a row: the judge, the number of clients opened, the locals, the acts of the messages in flight. */
export const JUDGE = 0;
export const OPENED = 1;
export const LOCALS = 2;

/**
 * A protocol on a small topology as a transition system. Configurations are rows of small integers; what they stand for
 * is interned, and each local step is computed once. Messages in flight are sorted by act (any order), or by link and
 * then by age (fifo), so that equal configurations have equal rows.
 */
export class System {
  readonly entry: Entry;
  readonly setting: Setting;
  readonly n: number;
  readonly hasNormal: boolean;
  readonly protocol: Protocol;
  private readonly selves: readonly Self[];
  private readonly localSteps: LocalSteps;
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
  private readonly restVerdicts: (readonly Violated[] | undefined)[] = [];
  private readonly localActs: (readonly number[] | undefined)[] = [];

  constructor(entry: Entry, setting: Setting, protocol: Protocol = entry.protocol) {
    this.entry = entry;
    this.protocol = protocol;
    this.hasNormal = setting.normal === true;
    assert(!this.hasNormal || entry.normal, `${entry.name} has a normal form`);
    const shape = topology(setting.topology);
    this.setting = { ...setting, params: paramsOf(entry, setting.params, () => shape) };
    this.n = shape.n;
    this.selves = Array.from({ length: this.n }, (_, id) => new NodeView(shape, this.setting.params, id));
    this.localSteps = new LocalSteps(entry, protocol, setting.commands.each !== undefined);
    this.histories.id([]);
    this.judges.id(entry.spec.judge({ n: this.n, params: this.setting.params }, IGNORE).state());
  }

  /** The initial configurations: one for each sequence of choices made in `init`. */
  initial(): Start[] {
    let starts: (readonly LocalOutcome[])[] = [[]];
    for (const self of this.selves) {
      const ways = this.localSteps.starts(self);
      starts = starts.flatMap((nodes) => ways.map((way) => [...nodes, way]));
    }
    return starts.map((nodes) => {
      const locals = nodes.map(({ next }) => this.locals.id(next));
      const acts = nodes.flatMap(({ sends }) => this.packets(sends));
      const row = acts.reduce((grown, act) => this.insert(grown, act), [0, 0, ...locals]);
      return { row: this.normal(row), nodes, locals, acts };
    });
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
      const { node, input } = this.acts.get(act);
      this.steps.push(
        this.localSteps
          .of(this.selves[node], this.locals.get(local), input)
          .map((way) => this.number(local, node, way)),
      );
      this.stepIndex.set(local, act, at);
    }
    return this.steps[at];
  }

  /** What the judge says when nothing is under way. */
  verdictAtRest(judge: number): readonly Violated[] {
    let violations = this.restVerdicts[judge];
    if (violations === undefined) this.restVerdicts[judge] = violations = this.hear(judge, [], true).violations;
    return violations;
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
    for (let i = LOCALS + this.n; i < length; i++) flying.push(this.packetOf(row[i]));
    return { states, flying, self: (node) => this.selves[node] };
  }

  /** The message that an act delivers. */
  packetOf(act: number): Packet {
    const { node, input } = this.acts.get(act);
    assert(input.kind === "message", "only messages are in flight");
    return { from: input.from, to: node, message: input.message };
  }

  /** The row of the normal form, where the check asks for it. */
  normal(row: readonly number[]): readonly number[] {
    if (!this.hasNormal) return row;
    const { locals, acts } = this.normalParts(row);
    return acts.reduce((next, act) => this.insert(next, act), [row[JUDGE], row[OPENED], ...locals]);
  }

  /** What locals and messages in flight become in the normal form, in their order in the row. */
  normalParts(row: readonly number[]): { locals: number[]; acts: number[] } {
    assert(this.entry.normal, "the protocol has a normal form");
    const { states, flying } = this.entry.normal(this.config(row, row.length));
    const locals = states.map((state, i) => this.locals.id({ ...this.locals.get(row[LOCALS + i]), state }));
    return { locals, acts: this.packets(flying) };
  }

  /** A row with one more message in flight: sorted by act, or behind the others of its link. */
  private insert(row: readonly number[], act: number): number[] {
    let at = row.length;
    if (this.setting.network === "any") while (at > LOCALS + this.n && row[at - 1] > act) at--;
    else while (at > LOCALS + this.n && this.links[row[at - 1]] > this.links[act]) at--;
    return row.toSpliced(at, 0, act);
  }

  get bytes(): number {
    const interned = this.locals.bytes + this.acts.bytes + this.histories.bytes + this.judges.bytes;
    return interned + this.stepIndex.bytes + this.verdictIndex.bytes + this.steps.length * 200;
  }

  /** What is no plain tree cannot be numbered: that is the protocol's fault, as if it had thrown. */
  private number(local: number, node: number, way: LocalOutcome): Outcome {
    const { next, sends, history, renamed, choices, fault } = way;
    try {
      const told = history.length === 0 ? 0 : this.histories.id(history);
      return { next: this.locals.id(next), sends: this.packets(sends), history: told, renamed, choices, fault };
    } catch (error) {
      const broken = { property: SOUND.name, what: `node ${node}: ${(error as Error).message}` };
      return { next: local, sends: [], history: 0, renamed: null, choices, fault: broken };
    }
  }

  private packets(packets: readonly Packet[]): number[] {
    return packets.map(({ from, to, message }) => this.packet(from, to, message));
  }

  private packet(from: number, node: number, message: Message): number {
    return this.actId({ node, input: { kind: "message", from, message }, opens: false, owed: true });
  }

  private actId(act: Act): number {
    const id = this.acts.id(act);
    if (id === this.links.length) {
      this.links.push(act.input.kind === "message" ? act.input.from * this.n + act.node : -1);
      this.nodes.push(act.node);
    }
    return id;
  }

  private enabled({ timers, clients, opened }: Local, node: number): number[] {
    const { commands } = this.setting;
    const { client: automaton } = this.entry.spec;
    const acts: number[] = [];
    const add = (input: Input, opens: boolean, owed: boolean) => acts.push(this.actId({ node, input, opens, owed }));
    const say = (command: Command, opens: boolean, owed: boolean) => add({ kind: "command", command }, opens, owed);
    for (const timer of timers) add({ kind: "timer", timer }, false, true);
    for (const type of this.entry.commands) {
      for (const [client, { phase }] of clients.entries()) {
        const fits = phaseAfterCommand(automaton, phase, type) !== undefined;
        if (fits) say({ type, client }, false, automaton.phases[phase].promised === type);
      }
    }
    if (clients.length >= commands.perNode || opened >= (commands.each ?? 1)) return acts;
    for (const type of this.entry.commands) {
      if (!phaseAfterCommand(automaton, undefined, type)) continue;
      if (commands.units === undefined) say({ type, client: clients.length }, true, false);
      else
        for (let units = 1; units <= commands.units; units++) say({ type, client: clients.length, units }, true, false);
    }
    return acts;
  }

  private hear(judge: number, history: History, atRest = false): Verdict {
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
    if (atRest) ear.rest?.();
    return { judge: this.judges.id(ear.state()), violations, seen };
  }
}

const IGNORE = { violated: () => {}, seen: () => {} };
