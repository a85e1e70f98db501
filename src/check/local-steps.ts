import {
  type Client,
  type Command,
  type Effect,
  type Entry,
  type Event,
  GONE,
  type Input,
  isAnswer,
  ORDER,
  outcomes,
  type Packet,
  type Protocol,
  phaseAfterCommand,
  phaseAfterEvent,
  type Self,
  SOUND,
  type StepOutcome,
} from "../core/index.js";

/** A node with everything that its steps depend on. Client c of the node is `clients[c]`, without its number. */
export type Local = Readonly<{
  state: unknown;
  clients: readonly Client[];
  timers: readonly string[];
  /** Clients opened so far; 0 where that is not limited. */
  opened: number;
}>;

/** What the judge is told of a step. */
export type History = readonly Readonly<{ node: number; client: Client | null; command?: Command; event?: Event }>[];
export type Violated = Readonly<{ property: string; what: string }>;

export type LocalOutcome = Readonly<{
  next: Local;
  sends: readonly Packet[];
  history: History;
  /** Where each client of the node went, -1 for gone; null when all kept their numbers. */
  renamed: readonly number[] | null;
  choices: readonly number[];
  /** A promise that the step itself breaks: an answer that nobody waits for, an assertion that fails. */
  fault: Violated | null;
}>;

const unsound = (what: string): Violated => ({ property: SOUND.name, what });

const misplaced = (node: number, type: string): Violated => ({
  property: ORDER.name,
  what: `node ${node}: ${type}, which nobody waits for`,
});

/** The steps of single nodes: what a protocol does, and what that means to the clients of the node. */
export class LocalSteps {
  private readonly entry: Entry;
  private readonly protocol: Protocol;
  private readonly countsOpened: boolean;
  private readonly fields = new Map<string, string>(); // of each type of message

  constructor(entry: Entry, protocol: Protocol, countsOpened: boolean) {
    this.entry = entry;
    this.protocol = protocol;
    this.countsOpened = countsOpened;
  }

  /** Every way in which a node can start. */
  starts(self: Self): LocalOutcome[] {
    const before: Local = { state: null, clients: [], timers: [], opened: 0 };
    return this.of(self, before, { kind: "init" });
  }

  /** Every way in which an input can go. */
  of(self: Self, local: Local, input: Input): LocalOutcome[] {
    return [...outcomes(this.protocol, self, local.state, input)].map((outcome) =>
      this.outcome(self, local, input, outcome),
    );
  }

  private outcome(
    self: Self,
    local: Local,
    input: Input,
    { state, effects, choices, error }: StepOutcome,
  ): LocalOutcome {
    const node = self.id;
    if (error !== null) {
      const fault = unsound(`node ${node}: ${error}`);
      return { next: local, sends: [], history: [], renamed: null, choices, fault };
    }
    const automaton = this.entry.spec.client;
    const clients = [...local.clients];
    const history: History[number][] = [];
    let { opened } = local;
    let fault: Violated | null = null;
    if (input.kind === "command") {
      const { type, client: number } = input.command;
      const before: Client | undefined = clients[number];
      const phase = phaseAfterCommand(automaton, before?.phase, type) as string;
      const said = { ...input.command, client: 0 };
      clients[number] = before ? { ...before, phase } : { phase, opened: said, answer: null };
      if (!before && this.countsOpened) opened++;
      history.push({ node, client: before ?? clients[number], command: said });
    }
    const gone = new Set<number>();
    for (const effect of effects) {
      if (effect.kind !== "emit") continue;
      const { client: number, ...event } = effect.event;
      const before = number === undefined || gone.has(number) ? undefined : clients[number];
      history.push({ node, client: before ?? null, event });
      if (number === undefined) {
        if (isAnswer(automaton, event.type)) fault = misplaced(node, event.type);
        continue;
      }
      const phase = phaseAfterEvent(automaton, before?.phase, event.type);
      if (!before || phase === undefined) {
        fault = misplaced(node, event.type);
      } else if (phase === GONE) gone.add(number);
      else clients[number] = { ...before, phase, answer: event };
    }
    const running = input.kind === "timer" ? local.timers.filter((timer) => timer !== input.timer) : local.timers;
    const renamed = this.rename({ state, clients, timers: timersAfter(running, effects), opened }, gone);
    const { sends, wrong } = this.sends(self, effects);
    const broken =
      fault ?? (renamed.stale ? unsound(`node ${node}: a client that is gone stands in the state`) : wrong);
    return { next: renamed.next, sends, history, renamed: renamed.to, choices, fault: broken };
  }

  /** Numbers the clients that are left by their first occurrence in the state, the others behind them. */
  private rename(local: Local, gone: ReadonlySet<number>): { next: Local; to: number[] | null; stale: boolean } {
    const to = new Array<number>(local.clients.length).fill(-1);
    let count = 0;
    let stale = false;
    const state = this.entry.mapClients(local.state, (client) => {
      if (client >= to.length || gone.has(client)) stale = true;
      else if (to[client] < 0) to[client] = count++;
      return to[client] ?? client;
    });
    for (let i = 0; i < to.length; i++) if (to[i] < 0 && !gone.has(i)) to[i] = count++;
    if (to.every((number, from) => number === from)) return { next: local, to: null, stale };
    const clients = new Array<Client>(count);
    for (const [from, number] of to.entries()) if (number >= 0) clients[number] = local.clients[from];
    return { next: { ...local, state, clients }, to, stale };
  }

  private sends(self: Self, effects: readonly Effect[]): { sends: Packet[]; wrong: Violated | null } {
    const sends: Packet[] = [];
    let wrong: Violated | null = null;
    for (const effect of effects) {
      if (effect.kind !== "send") continue;
      const { to, message } = effect;
      const fields = Object.keys(message).sort().join();
      const known = this.fields.get(message.type) ?? fields;
      this.fields.set(message.type, known);
      if (fields !== known)
        wrong = unsound(`messages of type ${message.type} have the fields ${known}, and not ${fields}`);
      if (!isNeighbour(self, to)) wrong = unsound(`node ${self.id} sends to node ${to}, which is no neighbour`);
      else sends.push({ from: self.id, to, message });
    }
    return { sends, wrong };
  }
}

function isNeighbour(self: Self, node: number): boolean {
  for (const neighbour of self.neighbours) if (neighbour === node) return true;
  return false;
}

function timersAfter(timers: readonly string[], effects: readonly Effect[]): readonly string[] {
  let set = timers;
  for (const effect of effects) {
    if (effect.kind === "setTimer" && !set.includes(effect.timer)) set = [...set, effect.timer].sort();
    if (effect.kind === "cancelTimer") set = set.filter((timer) => timer !== effect.timer);
  }
  return set;
}
