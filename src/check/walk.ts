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
import { Successors } from "./successors.js";
import { type Act, LOCALS, type Outcome, type System } from "./system.js";

/** A step that may come next. */
export type Option = Readonly<{ choice: number; act: Act; choices: readonly number[] }>;

/**
 * One run of a system, picked step by step by choice numbers, with its trace. Messages and clients get the numbers that a
 * trace needs; a row's time is the number of its step.
 */
export class Walk {
  readonly rows: Row[] = [];
  /** The choices so far: a walk can be shared as this list. */
  readonly path: number[] = [];
  private readonly system: System;
  private readonly successors: Successors;
  private row: Int32Array;
  private readonly flying: { seq: number; act: number; sent: Packet }[] = [];
  private readonly clients: (number | undefined)[][];
  private seq = 0;
  private ids = 0;

  constructor(system: System, start = 0) {
    this.system = system;
    this.successors = new Successors(system);
    this.row = Int32Array.from(system.initial()[start]);
    this.clients = Array.from({ length: system.n }, () => []);
    for (let i = LOCALS + system.n; i < this.row.length; i++) this.launch(this.row[i]);
  }

  /** Every step that may come next. */
  options(): Option[] {
    const options: Option[] = [];
    this.successors.of(this.row, this.row.length, (act, outcome, _verdict, choice) => {
      options.push({ choice, act: this.system.act(act), choices: outcome.choices });
    });
    return options;
  }

  take(choice: number): void {
    let found: { act: number; outcome: Outcome; row: Int32Array } | undefined;
    this.successors.of(this.row, this.row.length, (act, outcome, _verdict, at) => {
      if (at === choice) found = { act, outcome, row: this.successors.next.slice(0, this.successors.length) };
    });
    if (!found) throw new RangeError(`there is no choice ${choice} here`);
    const { act, outcome, row } = found;
    const { node, input } = this.system.act(act);
    this.path.push(choice);
    const open = this.say(node, input, act);
    let picked = 0;
    const before = this.system.local(this.row[LOCALS + node]).state;
    const pick = () => outcome.choices[picked++];
    // A step that throws has no effects: the trace ends with what brought it about.
    const crashes = outcome.fault?.property === SOUND.name;
    const effects = crashes ? [] : step(this.system.protocol, this.system.self(node), before, input, pick).effects;
    let sent = 0;
    for (const effect of effects) this.record(node, effect, open, () => outcome.sends[sent++]);
    if (outcome.renamed) {
      const kept = this.clients[node];
      this.clients[node] = [];
      for (const [from, to] of outcome.renamed.entries()) if (to >= 0) this.clients[node][to] = kept[from];
    }
    if (this.system.hasNormal) this.renormalise(node, outcome);
    this.row = row;
  }

  /** The row of what happens at the node; for a release, the id of the command itself is what its answer names. */
  private say(node: number, input: Input, act: number): { id: number; of: number | undefined } {
    const at = { t: this.path.length, node };
    if (input.kind === "command") {
      const { client, ...said } = input.command;
      const id = this.ids++;
      const of = this.clients[node][client];
      if (of === undefined) this.clients[node][client] = id;
      this.rows.push({ ...at, e: "command", id, ...said, ...(of === undefined ? {} : { of }) } as CommandRow);
      return { id, of };
    }
    if (input.kind === "timer") this.rows.push({ ...at, e: "timer", timer: input.timer });
    if (input.kind === "message") {
      const place = this.flying.findIndex((packet) => packet.act === act);
      const [{ seq, sent }] = this.flying.splice(place, 1);
      this.rows.push({ ...at, e: "deliver", from: sent.from, type: sent.message.type, message: sent.message, seq });
    }
    return { id: -1, of: undefined };
  }

  private record(node: number, effect: Effect, open: { id: number; of: number | undefined }, sent: () => number): void {
    const at = { t: this.path.length, node };
    if (effect.kind === "send") {
      const seq = this.launch(sent());
      const { to, message } = effect;
      this.rows.push({ ...at, e: "send", to, type: message.type, message, seq });
    } else if (effect.kind === "emit") {
      const { client, ...event } = effect.event;
      const of = client === undefined ? undefined : this.clients[node][client];
      const ids = of === undefined ? {} : of === open.of ? { id: open.id, of } : { id: of };
      this.rows.push({ ...at, e: "event", ...ids, ...event } as EventRow);
    } else if (effect.kind === "choose") this.rows.push({ ...at, e: "choose", of: effect.of, value: effect.value });
    else if (effect.kind === "save") this.rows.push({ ...at, e: "save", value: effect.value });
  }

  private launch(act: number): number {
    const { node, input } = this.system.act(act);
    if (input.kind !== "message") throw new Error("only messages fly");
    this.flying.push({ seq: this.seq, act, sent: { from: input.from, to: node, message: input.message } });
    return this.seq++;
  }

  /** Follows the messages in flight into the normal form of the configuration after a step. */
  private renormalise(node: number, outcome: Outcome): void {
    const locals = this.row.slice(0, LOCALS + this.system.n);
    locals[LOCALS + node] = outcome.next;
    const acts = this.system.normalActs([...locals, ...this.flying.map(({ act }) => act)]);
    for (const [i, act] of acts.entries()) this.flying[i].act = act;
  }
}
