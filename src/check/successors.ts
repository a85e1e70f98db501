import { assert } from "../core/index.js";
import { JUDGE, LOCALS, OPENED, type Outcome, type System, type Verdict } from "./system.js";

/** A transition as one number: the act, and which of its outcomes. */
export type Move = number;
const OUTCOMES_MAX = 2 ** 20;
export const moveOf = (act: number, index: number): Move => act * OUTCOMES_MAX + index;
export const actOf = (move: Move): number => Math.floor(move / OUTCOMES_MAX);

/** Called for each transition; `next` of the successors holds the row that it leads to. */
export type Visit = (act: number, index: number, outcome: Outcome, verdict: Verdict | null) => void;

/** Computes the transitions of a row. */
export class Successors {
  next = new Int32Array(64);
  length = 0;
  private readonly system: System;
  private readonly any: boolean;
  private readonly total: number;

  constructor(system: System) {
    this.system = system;
    this.any = system.setting.network === "any";
    this.total = system.setting.commands.total ?? Number.POSITIVE_INFINITY;
  }

  /** Visits the transitions of a row; returns how many acts must not be put off for ever. */
  of(row: Int32Array, length: number, visit: Visit): number {
    const { system, any } = this;
    const packets = LOCALS + system.n;
    let owed = 0;
    for (let i = packets; i < length; i++) {
      const act = row[i];
      // The same message twice in flight is one act; of a fifo link only the oldest can arrive.
      if (i > packets && (any ? act === row[i - 1] : system.link(act) === system.link(row[i - 1]))) continue;
      this.go(row, length, act, i, visit);
      owed++;
    }
    for (let node = 0; node < system.n; node++) {
      for (const act of system.actsOf(row[LOCALS + node], node)) {
        const { opens, owed: must } = system.act(act);
        if (opens && row[OPENED] >= this.total) continue;
        this.go(row, length, act, -1, visit);
        if (must) owed++;
      }
    }
    return owed;
  }

  /** All outcomes of one act; `packet` is the place of the message that it takes out of flight, or -1. */
  private go(row: Int32Array, length: number, act: number, packet: number, visit: Visit): void {
    const { system } = this;
    const place = LOCALS + system.node(act);
    const outcomes = system.step(row[place], act);
    assert(outcomes.length <= OUTCOMES_MAX, "a step has at most 2^20 outcomes");
    for (let index = 0; index < outcomes.length; index++) {
      const outcome = outcomes[index];
      const { sends, history } = outcome;
      if (this.next.length < length + sends.length) this.next = new Int32Array(2 * (length + sends.length));
      const { next } = this;
      let end = 0;
      for (let i = 0; i < length; i++) if (i !== packet) next[end++] = row[i];
      next[place] = outcome.next;
      for (let i = 0; i < sends.length; i++) this.insert(sends[i], end++);
      let verdict: Verdict | null = null;
      if (history !== 0) {
        verdict = system.verdict(row[JUDGE], history);
        next[JUDGE] = verdict.judge;
        if (this.total !== Number.POSITIVE_INFINITY && system.act(act).opens) next[OPENED]++;
      }
      this.length = end;
      if (system.hasNormal) this.normalise();
      visit(act, index, outcome, verdict);
    }
  }

  /** Puts a message in its place among those in flight, as `System.insert` does, without a new row. */
  private insert(act: number, end: number): void {
    const { next, system } = this;
    const first = LOCALS + system.n;
    let at = end;
    if (this.any) for (; at > first && next[at - 1] > act; at--) next[at] = next[at - 1];
    else for (; at > first && system.link(next[at - 1]) > system.link(act); at--) next[at] = next[at - 1];
    next[at] = act;
  }

  private normalise(): void {
    const row = this.system.normal([...this.next.subarray(0, this.length)]);
    if (this.next.length < row.length) this.next = new Int32Array(row.length * 2);
    this.next.set(row);
    this.length = row.length;
  }
}
