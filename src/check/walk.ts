import {
  type CommandRow,
  type Effect,
  type EventRow,
  type Input,
  type Packet,
  type Row,
  SOUND,
  step,
} from "../core/index.js";
import { actOf, type Move, moveOf, Successors } from "./successors.js";
import { type Act, LOCALS, type Outcome, type System } from "./system.js";

/** A step that may come next; its place among the options is its choice number. */
export type Option = Readonly<{ act: Act; choices: readonly number[] }>;
type Step = Readonly<{ move: Move; outcome: Outcome; row: Int32Array }>;

/**
 * One run of a system, picked step by step by choice numbers, with its trace. Options are numbered by what they are
 * (node, then text of the input, then draws), not by what a check has met before: a list of choices means the same run
 * everywhere.
 *
 * The states and messages of a walk are those of a real run, also where configurations are counted in a normal form. A
 * row's time is the number of its step; what happens in `init` has the time 0.
 */
export class Walk {
  readonly rows: Row[] = [];
  /** The choices so far: a walk can be shared as this list. */
  readonly path: number[] = [];
  private readonly system: System;
  private readonly successors: Successors;
  private row: Int32Array;
  private readonly states: unknown[] = [];
  /** In flight: the act in the configuration's row, and what was really sent. */
  private readonly flying: { seq: number; act: number; sent: Packet }[] = [];
  /** Of each node, by client: the command that opened it, and the one that ends it (-1: none yet). */
  private readonly clients: { id: number; ending: number }[][];
  private seq = 0;
  private ids = 0;

  constructor(system: System, start = 0) {
    const { row, nodes, locals, acts } = system.initial()[start];
    this.system = system;
    this.successors = new Successors(system);
    this.row = Int32Array.from(row);
    this.clients = Array.from({ length: system.n }, () => []);
    let sent = 0;
    for (const [node, { choices, fault }] of nodes.entries()) {
      const { state, effects } = this.run(node, null, { kind: "init" }, choices, fault?.property === SOUND.name);
      this.states.push(state);
      for (const effect of effects) this.record(node, effect, () => acts[sent++]);
    }
    if (system.hasNormal) this.renormalise([0, 0, ...locals]);
  }

  /** Every step that may come next, in the order of their choice numbers. */
  options(): Option[] {
    return this.steps().map(({ move, outcome }) => ({ act: this.system.act(actOf(move)), choices: outcome.choices }));
  }

  take(choice: number): void {
    const steps = this.steps();
    if (!steps[choice]) throw new RangeError(`there is no choice ${choice} here; there are ${steps.length}`);
    this.go(steps[choice], choice);
  }

  /** Takes a step that a check has found. */
  follow(move: Move): void {
    const steps = this.steps();
    const choice = steps.findIndex((step) => step.move === move);
    this.go(steps[choice], choice);
  }

  private steps(): Step[] {
    const steps: (Step & { key: string })[] = [];
    this.successors.of(this.row, this.row.length, (act, index, outcome) => {
      const { node, input } = this.system.act(act);
      const key = `${String(node).padStart(8, "0")} ${JSON.stringify(input)} ${String(index).padStart(8, "0")}`;
      steps.push({
        key,
        move: moveOf(act, index),
        outcome,
        row: this.successors.next.slice(0, this.successors.length),
      });
    });
    return steps.sort((a, b) => (a.key < b.key ? -1 : 1));
  }

  private go({ move, outcome, row }: Step, choice: number): void {
    const { node, input } = this.system.act(actOf(move));
    this.path.push(choice);
    const real = this.say(node, input, actOf(move));
    const { state, effects } = this.run(
      node,
      this.states[node],
      real,
      outcome.choices,
      outcome.fault?.property === SOUND.name,
    );
    let sent = 0;
    for (const effect of effects) this.record(node, effect, () => outcome.sends[sent++]);
    this.states[node] = state;
    if (outcome.renamed) this.rename(node, outcome.renamed);
    if (this.system.hasNormal)
      this.renormalise([...this.row.slice(0, LOCALS + this.system.n)].with(LOCALS + node, outcome.next));
    this.row = row;
  }

  /** A step that throws has no effects: the trace ends with what brought it about. */
  private run(
    node: number,
    state: unknown,
    input: Input,
    choices: readonly number[],
    throws: boolean,
  ): { state: unknown; effects: readonly Effect[] } {
    let picked = 0;
    if (throws) return { state, effects: [] };
    return step(this.system.protocol, this.system.self(node), state, input, () => choices[picked++]);
  }

  /** Writes the row of what happens at the node, and answers the input as it really is. */
  private say(node: number, input: Input, act: number): Input {
    const at = { t: this.path.length, node };
    if (input.kind === "command") {
      const { client, ...said } = input.command;
      const known = this.clients[node][client];
      const id = this.ids++;
      if (known) known.ending = id;
      else this.clients[node][client] = { id, ending: -1 };
      this.rows.push({ ...at, e: "command", id, ...said, ...(known && { of: known.id }) } as CommandRow);
    } else if (input.kind === "timer") this.rows.push({ ...at, e: "timer", timer: input.timer });
    else if (input.kind === "message") {
      const [{ seq, sent }] = this.flying.splice(
        this.flying.findIndex((packet) => packet.act === act),
        1,
      );
      this.rows.push({ ...at, e: "deliver", from: sent.from, type: sent.message.type, message: sent.message, seq });
      return { kind: "message", from: sent.from, message: sent.message };
    }
    return input;
  }

  private record(node: number, effect: Effect, nextAct: () => number): void {
    const at = { t: this.path.length, node };
    if (effect.kind === "send") {
      const { to, message } = effect;
      const seq = this.seq++;
      this.flying.push({ seq, act: nextAct(), sent: { from: node, to, message } });
      this.rows.push({ ...at, e: "send", to, type: message.type, message, seq });
    } else if (effect.kind === "emit") {
      const { client, ...event } = effect.event;
      const known = client === undefined ? undefined : this.clients[node][client];
      const ids = !known ? {} : known.ending >= 0 ? { id: known.ending, of: known.id } : { id: known.id };
      this.rows.push({ ...at, e: "event", ...ids, ...event } as EventRow);
    } else if (effect.kind === "choose") this.rows.push({ ...at, e: "choose", of: effect.of, value: effect.value });
    else if (effect.kind === "save") this.rows.push({ ...at, e: "save", value: effect.value });
  }

  private rename(node: number, renamed: readonly number[]): void {
    const kept = this.clients[node];
    this.clients[node] = [];
    for (const [from, to] of renamed.entries()) if (to >= 0) this.clients[node][to] = kept[from];
    this.states[node] = this.system.entry.mapClients(this.states[node], (client) => renamed[client]);
  }

  /** Follows the messages in flight into the normal form of a configuration. */
  private renormalise(locals: readonly number[]): void {
    const { acts } = this.system.normalParts([...locals, ...this.flying.map(({ act }) => act)]);
    for (const [i, act] of acts.entries()) this.flying[i].act = act;
  }
}
