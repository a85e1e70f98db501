import type { Command, Event, Params } from "./protocol.js";

/**
 * What a problem demands, judged on the history of commands and events alone, so that one spec serves every protocol of
 * its problem and every driver. Always: never violated. Eventually: what is owed is answered on every fair run.
 * Sometimes: seen on some run, which guards against a check about nothing.
 */
export interface Spec {
  readonly problem: string;
  /** The property that a client left waiting breaks. */
  readonly eventually: string;
  readonly properties: readonly Property[];
  readonly client: ClientAutomaton;
  /** A judge at the start of a history, or where one whose `state()` was `from` had got to. */
  judge(setup: Setup, report: Report, from?: unknown): Judge;
  measure(setup: Setup): Measure;
}

export type Property = Readonly<{ name: string; kind: "always" | "eventually" | "sometimes"; what: string }>;
export type Setup = Readonly<{ n: number; params: Params }>;

/** The always-property that every spec has: a client sees events only in an order that its automaton allows. */
export const ORDER: Property = {
  name: "order",
  kind: "always",
  what: "a client gets only answers that fit what it asked for",
};

/** The always-property that a handler breaks by throwing. */
export const SOUND: Property = { name: "sound", kind: "always", what: "no assertion of the protocol fails" };

/** The eventually-property that every spec has. It is not judged where a protocol is always moving. */
export const QUIET: Property = {
  name: "quiet",
  kind: "eventually",
  what: "messages and timers stop some time after the last command",
};

/** Which commands may follow which events, as one client of a node sees it. */
export type ClientAutomaton = Readonly<{
  /** The commands that open a client, with the phase they lead to. */
  opens: Readonly<Record<string, string>>;
  phases: Readonly<Record<string, Phase>>;
}>;
export type Phase = Readonly<{
  /** The protocol owes an answer in this phase. */
  owed: boolean;
  /** What the application may say, and the phase it leads to. */
  commands: Readonly<Record<string, string>>;
  /** What the protocol may answer, and the phase it leads to; GONE ends the client. */
  events: Readonly<Record<string, string>>;
  /** The command that a well-behaved application gives after a finite time. */
  promised?: string;
}>;
export const GONE = "gone";

/** The phase after a command; undefined where it may not be given. A client that is not open yet has no phase. */
export function phaseAfterCommand(
  { opens, phases }: ClientAutomaton,
  phase: string | undefined,
  type: string,
): string | undefined {
  const next = phase === undefined ? opens : phases[phase].commands;
  return Object.hasOwn(next, type) ? next[type] : undefined;
}

/** The phase after an event; undefined where nobody waits for it. */
export function phaseAfterEvent(
  { phases }: ClientAutomaton,
  phase: string | undefined,
  type: string,
): string | undefined {
  if (phase === undefined) return undefined;
  const { events } = phases[phase];
  return Object.hasOwn(events, type) ? events[type] : undefined;
}

/** Does an event of this type answer somebody? Such an event names its client. */
export function isAnswer({ phases }: ClientAutomaton, type: string): boolean {
  return Object.values(phases).some(({ events }) => Object.hasOwn(events, type)); // order: any
}

/** A client as its driver keeps it: where it stands, the command that opened it, the last event it got. */
export type Client = Readonly<{ phase: string; opened: Command; answer: Event | null }>;

export interface Report {
  violated(property: string, what: string): void;
  seen(property: string): void;
}

/** Follows one history. Its state is a plain tree without client numbers, so that a checker can intern it. */
export interface Judge {
  command(node: number, client: Client, command: Command): void;
  event(node: number, client: Client | null, event: Event): void;
  /** Nothing is under way, and nothing must happen any more: judges what has to hold then. */
  rest?(): void;
  state(): unknown;
}

/** Figures of a long history. A driver keeps the mark of a client from its opening to its answer. */
export interface Measure {
  mark(): number;
  command(command: Command): void;
  event(event: Event, mark: number): void;
  facts(): Readonly<Record<string, number>>;
  fork(): Measure;
}
