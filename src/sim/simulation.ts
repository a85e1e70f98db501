import {
  assert,
  assertChoice,
  assertTimer,
  type Bound,
  broken,
  type Command,
  type Config,
  type Event,
  GONE,
  isAnswer,
  type Judge,
  type Measure,
  type Message,
  NodeView,
  ORDER,
  type Out,
  type Protocol,
  phaseAfterCommand,
  phaseAfterEvent,
  Random,
  SOUND,
  type Topology,
  type TraceHeader,
  topology,
  traceHeader,
  wordsOf,
} from "../core/index.js";
import { Agenda, DELIVER, INJECT, TIMER, WAKE } from "./agenda.js";
import { Clients, type Wish } from "./clients.js";
import { Histogram } from "./histogram.js";
import { Network } from "./network.js";
import { Recorder, type TraceSink } from "./recorder.js";
import type { Scenario } from "./scenario.js";
import { Timers } from "./timers.js";
import { type Driver, makeWorkload, type Opened, Script, type Workload } from "./workload.js";

export type Violation = Readonly<{ property: string; what: string; t: number }>;

/** Where to stop, whatever comes first: after so many steps, or before anything later than a time. */
export type Slice = Readonly<{ steps?: number; time?: number }>;

/**
 * A run of a scenario, event by event, in slices. The same scenario and seed give the same rows on every machine;
 * chance comes from streams of their own for network, workload, clocks and choices, so that one more command shifts no
 * other draw.
 */
export class Simulation implements Out, Driver {
  readonly scenario: Scenario;
  readonly topology: Topology;
  time = 0;
  steps = 0;
  messages = 0;
  commands = 0;
  asked = 0; // clients opened
  grants = 0;
  granted = 0;
  rejections = 0;
  refused = 0;
  released = 0;
  limit: "time" | "messages" | null = null;
  violations: readonly Violation[] = [];
  byType = new Map<string, number>();
  waits = new Histogram();
  measure: Measure;
  /** How often the invariants were looked at, and every how many steps: where there are many nodes they are sampled. */
  looks = 0;
  readonly lookEvery: number;
  private readonly protocol: Protocol;
  private view: NodeView;
  private states: unknown[] = [];
  private agenda = new Agenda();
  private network: Network;
  private choices: Random;
  private clock: Random;
  private rates: Int32Array | null = null;
  private clients: Clients;
  private workload: Workload;
  private injected: Workload;
  private waking = WAKE; // INJECT while the commands by hand are entered
  private judge: Judge;
  private record: Recorder;
  private timers = new Timers();
  private under = 0; // messages in flight and timers set
  private ids = 0;
  private begun = false;
  private over = false;

  constructor(scenario: Scenario, trace: TraceSink | null = null) {
    const { entry, params, seed } = scenario;
    this.scenario = scenario;
    this.record = new Recorder(trace);
    this.topology = topology(scenario.topology);
    this.protocol = scenario.mutant?.protocol ?? entry.protocol;
    this.choices = new Random(seed, "choices");
    this.clock = new Random(seed, "clock");
    this.network = new Network(scenario.network, this.topology, new Random(seed, "network"));
    this.view = new NodeView(this.topology, params);
    const { n } = this.topology;
    this.judge = entry.spec.judge({ n, params }, this.report);
    this.measure = entry.spec.measure({ n, params });
    this.clients = new Clients(n);
    this.lookEvery = n <= 8 ? 1 : 16 * n;
    this.workload = makeWorkload(scenario.workload, entry, new Random(seed, "workload"));
    this.injected = new Script(scenario.inject, new Random(seed, "inject"));
  }

  /** Starts the nodes and the workload: the first slice does. */
  private begin(): void {
    const { n } = this.topology;
    const { step, perNode } = this.scenario.clock;
    if (perNode) this.rates = Int32Array.from({ length: n }, () => this.clock.between(...step));
    this.begun = true;
    for (this.view.id = 0; this.view.id < n; this.view.id++) {
      try {
        this.states.push(this.protocol.init(this.view, this));
      } catch (error) {
        return this.crash(error);
      }
    }
    this.workload.start(this);
    this.waking = INJECT;
    this.injected.start(this);
    this.waking = WAKE;
  }

  get header(): TraceHeader {
    return traceHeader(this.scenario.entry, this.scenario, this.topology.n, this.scenario.mutant);
  }

  /** Runs a slice; true when the run is over. */
  advance({ steps = Number.POSITIVE_INFINITY, time = Number.POSITIVE_INFINITY }: Slice = {}): boolean {
    // A refused command is no step of a node, but it is work: without it a slice of nothing else would have no end.
    const last = this.steps + this.refused + steps;
    if (!this.begun) this.begin();
    const { limits } = this.scenario;
    while (!this.over && this.steps + this.refused < last) {
      if (this.under === 0 && this.workload.idle(this)) continue;
      if (time !== Number.POSITIVE_INFINITY && this.agenda.isAllLater(time)) return false;
      if (!this.agenda.take()) this.rest();
      else if (this.agenda.now > limits.time) this.stop("time");
      else {
        this.time = this.agenda.now;
        this.happen();
        if (this.messages > limits.messages) this.stop("messages");
      }
    }
    return this.over;
  }

  /** A run that goes on by itself from here: a snapshot. Its rows go to a trace of its own. */
  fork(trace: TraceSink | null = null): Simulation {
    const { entry, params } = this.scenario;
    const copy = Object.create(Simulation.prototype) as Simulation;
    Object.assign(copy, this);
    copy.report = { violated: (property, what) => copy.violated(property, what), seen: () => {} };
    copy.record = this.record.fork(trace);
    copy.choices = this.choices.fork();
    copy.clock = this.clock.fork();
    copy.network = this.network.fork();
    copy.view = new NodeView(this.topology, params);
    copy.states = this.states.slice();
    copy.agenda = this.agenda.fork();
    copy.clients = this.clients.fork();
    copy.workload = this.workload.fork();
    copy.injected = this.injected.fork();
    copy.byType = new Map(this.byType);
    copy.waits = this.waits.fork();
    copy.timers = this.timers.fork();
    const setup = { n: this.topology.n, params };
    copy.judge = entry.spec.judge(setup, copy.report, this.judge.state());
    copy.measure = this.measure.fork();
    return copy;
  }

  private happen(): void {
    const { agenda } = this;
    switch (agenda.kind) {
      case DELIVER:
        return this.deliver(agenda.node, agenda.from, agenda.seq, agenda.load as Message);
      case TIMER:
        return this.expire(agenda.node, agenda.load as string);
      case WAKE:
        return this.workload.due(this, agenda.node);
      case INJECT:
        return this.injected.due(this, agenda.node);
    }
  }

  private deliver(node: number, from: number, seq: number, message: Message): void {
    this.under--;
    this.network.delivered(from, node);
    this.record.deliver(this.time, node, from, seq, message);
    this.view.id = node;
    try {
      this.states[node] = this.protocol.onMessage(this.view, this.states[node], from, message, this);
    } catch (error) {
      this.crash(error);
    }
    this.stepped();
  }

  private expire(node: number, timer: string): void {
    this.under--;
    this.timers.remove(node, timer);
    this.record.row({ t: this.time, node, e: "timer", timer });
    this.view.id = node;
    try {
      assert(this.protocol.onTimer, `${this.protocol.name} has timers`);
      this.states[node] = this.protocol.onTimer(this.view, this.states[node], timer, this);
    } catch (error) {
      this.crash(error);
    }
    this.stepped();
  }

  private command(wish: Wish, command: Command): void {
    const { node } = wish;
    this.measure.command(command);
    this.judge.command(node, wish, command);
    this.view.id = node;
    try {
      this.states[node] = this.protocol.onCommand(this.view, this.states[node], command, this);
    } catch (error) {
      this.crash(error);
    }
    this.stepped();
  }

  /** A handler threw: its node cannot go on, and so neither can the run. What the trace threw is not its fault. */
  private crash(error: unknown): void {
    if (this.record.failure !== undefined) throw this.record.failure;
    this.violated(SOUND.name, `node ${this.view.id}: ${wordsOf(error)}`);
    this.over = true;
  }

  private stepped(): void {
    this.steps++;
    if (this.steps % this.lookEvery === 0) this.look();
  }

  /** Looks at the invariants. */
  private look(): void {
    const { invariants } = this.scenario.entry;
    if (invariants.length === 0) return;
    this.looks++;
    const config = this.config();
    for (const invariant of invariants) {
      const what = broken(invariant, config);
      if (what !== null) this.violated(invariant.name, what);
    }
  }

  /** All node states and messages in flight, as they are now. */
  config(): Config {
    const flying = this.agenda
      .pending(DELIVER)
      .map(({ node, from, load }) => ({ from, to: node, message: load as Message }));
    const self = (node: number) => new NodeView(this.topology, this.scenario.params, node);
    return { states: this.states, flying, self };
  }

  private stop(limit: "time" | "messages"): void {
    this.limit = limit;
    this.over = true;
  }

  /**
   * Nothing can happen any more. Whoever is owed an answer will never get it, unless somebody still holds something.
   */
  private rest(): void {
    this.over = true;
    if (this.lookEvery > 1) this.look();
    this.judge.rest?.();
    const { client, eventually } = this.scenario.entry.spec;
    const waiting: Wish[] = [];
    for (const wish of this.clients) {
      if (client.phases[wish.phase].promised) return;
      if (client.phases[wish.phase].owed) waiting.push(wish);
    }
    if (waiting.length === 0) return;
    const [{ id, node }] = waiting;
    const others = waiting.length > 1 ? ` and ${waiting.length - 1} more` : "";
    this.violated(eventually, `command ${id} of node ${node}${others}: not answered, and nothing is under way`);
  }

  /** Clients that are owed an answer. */
  get pending(): number {
    const { phases } = this.scenario.entry.spec.client;
    return [...this.clients].filter(({ phase }) => phases[phase].owed).length;
  }

  /** Grants, and for budgets rejections. */
  get answers(): number {
    return this.grants + this.rejections;
  }

  get bounds(): readonly Bound[] {
    const { asked, grants, rejections: rejected, messages } = this;
    return this.scenario.entry.bounds(this.topology, this.scenario.params, { asked, grants, rejected, messages });
  }

  get traceHash(): string {
    return this.record.digest;
  }

  private report = {
    violated: (property: string, what: string): void => this.violated(property, what),
    seen: (): void => {},
  };

  /** The first violation of each property tells the story; a broken run may repeat it a million times. */
  private violated(property: string, what: string): void {
    if (this.violations.some((known) => known.property === property)) return;
    this.violations = [...this.violations, { property, what, t: this.time }];
  }

  // ---- Out: what the protocol wants done at the node of `view` ----

  send(to: number, message: Message): void {
    const from = this.view.id;
    const link = this.topology.link(from, to);
    assert(link >= 0, `node ${from} has a link to node ${to}`);
    const seq = this.messages++;
    this.under++;
    this.byType.set(message.type, (this.byType.get(message.type) ?? 0) + 1);
    this.record.send(this.time, from, to, seq, message);
    this.agenda.put(DELIVER, this.network.arrival(this.time, from, to, link), to, from, seq, message);
  }

  emit(event: Event): void {
    const node = this.view.id;
    const { client } = event;
    const wish = client === undefined ? null : this.clients.get(node, client);
    const ending = wish !== null && wish.ending >= 0;
    this.record.event(this.time, node, ending ? wish.ending : wish?.id, ending ? wish.id : undefined, event);
    this.judge.event(node, wish, event);
    if (client === undefined) return this.unasked(event.type);
    const phase = phaseAfterEvent(this.scenario.entry.spec.client, wish?.phase, event.type);
    if (wish === null || phase === undefined) {
      return this.violated(ORDER.name, `node ${node}: ${event.type}, which nobody waits for`);
    }
    this.measure.event(event, wish.mark);
    this.count(event, wish);
    if (phase === GONE) this.clients.close(wish);
    else this.clients.set(wish, phase, event);
    this.workload.answered(this, wish, event.type);
  }

  private unasked(type: string): void {
    if (!isAnswer(this.scenario.entry.spec.client, type)) return;
    this.violated(ORDER.name, `node ${this.view.id}: ${type}, which does not say whom it answers`);
  }

  private count(event: Event & { units?: number }, wish: Wish): void {
    if (wish.ending < 0) this.waits.add(this.time - wish.at);
    if (event.type === "granted" || event.type === "withdrawn") {
      this.grants++;
      this.granted += event.units ?? 1;
    } else if (event.type === "rejected") this.rejections++;
    else if (event.type === "released") this.released++;
  }

  setTimer(timer: string, steps: number): void {
    assertTimer(steps);
    this.cancelTimer(timer);
    const node = this.view.id;
    const [min, max] = this.scenario.clock.step;
    let lasts = 0;
    if (this.rates) lasts = steps * this.rates[node];
    else if (min === max) lasts = steps * min;
    else for (let i = 0; i < steps; i++) lasts += this.clock.between(min, max);
    this.timers.put(node, timer, this.agenda.put(TIMER, this.time + lasts, node, -1, 0, timer));
    this.under++;
  }

  cancelTimer(timer: string): void {
    const event = this.timers.remove(this.view.id, timer);
    if (event === undefined) return;
    this.agenda.cancel(event);
    this.under--;
  }

  choose(of: number): number {
    assertChoice(of);
    const value = this.choices.below(of);
    this.record.row({ t: this.time, node: this.view.id, e: "choose", of, value });
    return value;
  }

  save(value: unknown): void {
    this.record.row({ t: this.time, node: this.view.id, e: "save", value });
  }

  // ---- Driver: what the workload wants done ----

  wake(afterTime: number, what: number): void {
    this.agenda.put(this.waking, this.time + afterTime, what, -1, 0, undefined);
  }

  opens(type: string): boolean {
    return Object.hasOwn(this.scenario.entry.spec.client.opens, type);
  }

  open(node: number, type: string, units: number | undefined, loop: number): Opened {
    const { opens } = this.scenario.entry.spec.client;
    const id = this.ids++;
    this.commands++;
    this.asked++;
    const mark = this.measure.mark();
    const wish = this.clients.open(node, (client) => {
      const opened: Command = units === undefined ? { type, client } : { type, client, units };
      return { phase: opens[type], opened, answer: null, id, node, client, at: this.time, mark, loop, ending: -1 };
    });
    this.record.command(this.time, node, id, undefined, wish.opened);
    this.command(wish, wish.opened);
    return wish;
  }

  tell(node: number, type: string, of: Opened | "oldest"): void {
    const { client: automaton } = this.scenario.entry.spec;
    const after = ({ phase }: Wish) => phaseAfterCommand(automaton, phase, type);
    const oldest = () => this.clients.oldest(node, (wish) => after(wish) !== undefined);
    const named = of === "oldest" ? oldest() : this.clients.get(node, of.client);
    const wish = named !== null && (of === "oldest" || named.id === of.id) ? named : null;
    const phase = wish === null ? undefined : after(wish);
    const id = this.ids++;
    this.commands++;
    const command: Command = { type, client: wish?.client ?? -1 };
    this.record.command(this.time, node, id, phase === undefined ? null : wish?.id, command);
    if (wish === null || phase === undefined) {
      this.refused++;
      const reason = `nothing at node ${node} that ${type} could end`;
      return this.record.event(this.time, node, id, undefined, { type: "rejected", reason } as Event);
    }
    this.clients.set(wish, phase, wish.answer, id);
    this.command(wish, command);
  }
}
