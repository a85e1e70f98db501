import { broken, type Entry, type Mutant, SOUND } from "../core/index.js";
import { Ints } from "./ints.js";
import type { Violated } from "./local-steps.js";
import { RowTable } from "./row-table.js";
import { type Move, moveOf, Successors } from "./successors.js";
import { JUDGE, LOCALS, type Outcome, type Setting, System, type Verdict } from "./system.js";

export type Limits = Readonly<{ statesMax: number; bytesMax: number }>;
export const LIMITS: Limits = { statesMax: 50_000_000, bytesMax: 4 * 2 ** 30 };
const EDGES_MAX = 2 ** 31 - 2 ** 20; // their places are numbers of 32 bits

/**
 * A broken property and where: a state, the moves that lead on from it, and the moves that then repeat for ever (where
 * it takes an endless run to break the property).
 */
export type Breach = Violated &
  Readonly<{ kind: BreachKind; state: number; moves: readonly Move[]; cycle: readonly Move[] }>;
export type BreachKind = "always" | "invariant" | "rest" | "deadlock" | "starvation" | "livelock";

export type ExploreOptions = Readonly<{ limits?: Limits; mutant?: Mutant; until?: string; fairness?: false }>;

/**
 * All configurations that a protocol can reach, breadth first: their rows, transitions and parents, and what was
 * broken.
 */
export class Exploration {
  readonly system: System;
  readonly table = new RowTable();
  private readonly parents = new Ints();
  /** The transitions of state s lead to the states edges[starts[s]] … edges[starts[s+1]-1]. */
  readonly edges = new Ints();
  readonly starts = new Ints();
  readonly seen = new Set<string>();
  readonly breaches = new Map<string, Breach>();
  transitions = 0;
  depth = 0;
  /** States whose transitions have been computed. */
  expanded = 0;
  /** Why the work ended early, if it did. */
  limit: string | null = null;
  private levelEnd = 0;
  private row = new Int32Array(64);
  private readonly successors: Successors;
  private readonly limits: Limits;
  private readonly until: string | undefined;
  private readonly keepEdges: boolean;

  /** Stops at the first violation, or, with `until`, at the first violation of that property. */
  constructor(entry: Entry, setting: Setting, options: ExploreOptions = {}) {
    this.limits = options.limits ?? LIMITS;
    this.until = options.until;
    this.keepEdges = options.fairness !== false;
    this.system = new System(entry, setting, options.mutant?.protocol ?? entry.protocol);
    this.successors = new Successors(this.system);
    for (const { row, nodes } of this.system.initial()) {
      const state = this.add(Int32Array.from(row), row.length, -1);
      for (const { fault } of nodes) if (fault) this.breach(fault.property, fault.what, "always", state);
    }
    this.levelEnd = this.table.count;
  }

  /** Breadth first, until there is nothing new, a property is broken or a limit is reached. Yields between states. */
  *run(): Generator<void> {
    while (this.expanded < this.table.count && !this.stopped && this.mayExpand()) {
      this.expand();
      yield;
    }
  }

  get stopped(): boolean {
    return this.until === undefined ? this.breaches.size > 0 : this.breaches.has(this.until);
  }

  get exhausted(): boolean {
    return this.expanded === this.table.count;
  }

  /** Adding up all bytes is not free: it is done now and then, and in between only the states are counted. */
  private mayExpand(): boolean {
    if ((this.expanded & 1023) !== 0 && this.table.count <= this.limits.statesMax) return true;
    return this.withinLimits();
  }

  /** Looks whether the work may go on, with so many bytes in use besides; if not, `limit` says why. */
  withinLimits(bytesBesides = 0): boolean {
    const { statesMax, bytesMax } = this.limits;
    if (this.table.count > statesMax) this.limit = `${statesMax} states`;
    else if (this.table.isFull) this.limit = "4 GiB of states";
    else if (this.edges.length > EDGES_MAX) this.limit = `${EDGES_MAX} transitions`;
    else if (this.bytes + bytesBesides > bytesMax) this.limit = `${bytesMax / 2 ** 20} MB`;
    return this.limit === null;
  }

  get bytes(): number {
    return this.table.bytes + this.parents.bytes + this.edges.bytes + this.starts.bytes + this.system.bytes;
  }

  private expand(): void {
    const id = this.expanded++;
    if (id === this.levelEnd) {
      this.depth++;
      this.levelEnd = this.table.count;
    }
    const length = this.read(id);
    if (this.keepEdges) this.starts.push(this.edges.length);
    const { successors } = this;
    const owed = successors.of(this.row, length, (act, index, outcome, verdict) => {
      const { fault } = outcome;
      if (fault) this.breach(fault.property, fault.what, "always", id, [moveOf(act, index)]);
      // Where a handler threw there is no next configuration.
      if (fault?.property === SOUND.name) return;
      // What a user sees comes first: an invariant that breaks in the same step is the lesser news.
      if (verdict !== null) this.hear(verdict, id, moveOf(act, index));
      const next = this.add(successors.next, successors.length, id);
      this.transitions++;
      if (this.keepEdges) this.edges.push(next);
    });
    if (owed === 0) this.atRest(id);
  }

  private hear({ seen, violations }: Verdict, id: number, move: Move): void {
    for (const property of seen) this.seen.add(property);
    for (const { property, what } of violations) this.breach(property, what, "always", id, [move]);
  }

  /**
   * Calls `visit` for each transition of a state, with the number of the state that it leads to. All of them are known.
   */
  again(id: number, visit: (act: number, index: number, outcome: Outcome, next: number) => void): void {
    const { successors } = this;
    successors.of(this.row, this.read(id), (act, index, outcome) => {
      if (outcome.fault?.property === SOUND.name) return;
      visit(act, index, outcome, this.table.add(successors.next, successors.length));
    });
  }

  /** The moves that lead from the start to a state, by the shortest way. */
  pathTo(state: number): Move[] {
    const path: Move[] = [];
    for (let to = state, from = this.parents.at(to); from >= 0; to = from, from = this.parents.at(to)) {
      let first = -1;
      this.again(from, (act, index, _outcome, next) => {
        if (next === to && first < 0) first = moveOf(act, index);
      });
      path.push(first);
    }
    return path.reverse();
  }

  /** The number of the initial configuration that the way to a state starts from. */
  startOf(state: number): number {
    let root = state;
    while (this.parents.at(root) >= 0) root = this.parents.at(root);
    return this.system.initial().findIndex(({ row }) => this.table.add(Int32Array.from(row), row.length) === root);
  }

  /** A copy that can go on by itself. What is interned only grows, so both share it. */
  fork(): Exploration {
    const copy = Object.create(Exploration.prototype) as Exploration;
    return Object.assign(copy, this, {
      table: this.table.clone(),
      parents: this.parents.clone(),
      edges: this.edges.clone(),
      starts: this.starts.clone(),
      seen: new Set(this.seen),
      breaches: new Map(this.breaches),
      row: new Int32Array(this.row.length),
      successors: new Successors(this.system),
    });
  }

  /** The local of a node in a state. */
  localOf(id: number, node: number): number {
    this.read(id);
    return this.row[LOCALS + node];
  }

  private read(id: number): number {
    const words = this.table.words(id);
    if (this.row.length < words) this.row = new Int32Array(words * 2);
    return this.table.read(id, this.row);
  }

  /** The number of a configuration; a new one is looked at. */
  private add(row: Int32Array, length: number, parent: number): number {
    const before = this.table.count;
    const id = this.table.add(row, length);
    if (id !== before) return id;
    this.parents.push(parent);
    const { invariants } = this.system.entry;
    if (invariants.length === 0) return id;
    const config = this.system.config(row, length);
    for (const invariant of invariants) {
      const what = broken(invariant, config);
      if (what !== null) this.breach(invariant.name, what, "invariant", id);
    }
    return id;
  }

  /** Nothing is left that must happen: whoever waits now waits for ever. */
  private atRest(id: number): void {
    const { system } = this;
    for (const { property, what } of system.verdictAtRest(this.row[JUDGE])) this.breach(property, what, "rest", id);
    for (let node = 0; node < system.n; node++) {
      if (!system.owes(this.row[LOCALS + node])) continue;
      const what = `node ${node} waits, no message is under way and nobody holds anything`;
      this.breach(system.entry.spec.eventually, what, "deadlock", id);
    }
  }

  breach(
    property: string,
    what: string,
    kind: BreachKind,
    state: number,
    moves: readonly Move[] = [],
    cycle: readonly Move[] = [],
  ): void {
    if (!this.breaches.has(property)) this.breaches.set(property, { property, what, kind, state, moves, cycle });
  }
}
