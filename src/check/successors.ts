import { JUDGE, LOCALS, OPENED, type Outcome, type System, type Verdict } from "./system.js";

/** Called for each transition; `next` of the successors holds the row that it leads to. */
export type Visit = (act: number, outcome: Outcome, verdict: Verdict | null, choice: number) => void;

/** Computes the transitions of a row, always in the same order: the place in that order is the transition's choice number. */
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

  /** Visits the transitions of a row; returns how many are steps that must not be put off for ever. */
  of(row: Int32Array, length: number, visit: Visit): number {
    const { system, any } = this;
    const packets = LOCALS + system.n;
    let choice = 0;
    let fair = 0;
    for (let i = packets; i < length; i++) {
      const act = row[i];
      // The same message twice in flight is one choice; of a fifo link only the oldest can arrive.
      if (i > packets && (any ? act === row[i - 1] : system.link(act) === system.link(row[i - 1]))) continue;
      choice = this.go(row, length, act, i, choice, visit);
      fair++;
    }
    for (let node = 0; node < system.n; node++) {
      for (const act of system.actsOf(row[LOCALS + node], node)) {
        const { opens, fair: must } = system.act(act);
        if (opens && row[OPENED] >= this.total) continue;
        choice = this.go(row, length, act, -1, choice, visit);
        if (must) fair++;
      }
    }
    return fair;
  }

  /** All outcomes of one act; `packet` is the place of the message that it takes out of flight, or -1. */
  private go(row: Int32Array, length: number, act: number, packet: number, first: number, visit: Visit): number {
    const { system } = this;
    const place = LOCALS + system.node(act);
    let choice = first;
    for (const outcome of system.step(row[place], act)) {
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
      visit(act, outcome, verdict, choice++);
    }
    return choice;
  }

  /** Puts a message in its place among those in flight: by act, or behind the others of its link. */
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
