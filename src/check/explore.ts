import type { Entry, Mutant } from "../core/index.js";
import { Ints } from "./ints.js";
import { RowTable } from "./row-table.js";
import { Successors } from "./successors.js";
import { LOCALS, type Outcome, type Setting, System, type Violated } from "./system.js";

export type Limits = Readonly<{ statesMax: number; bytesMax: number }>;
export const LIMITS: Limits = { statesMax: 50_000_000, bytesMax: 4 * 2 ** 30 };

/**
 * A broken property and where: a state, the choices that lead on from it, and the choices that then repeat for ever
 * (where it takes an endless run to break the property).
 */
export type Breach = Violated &
  Readonly<{ kind: BreachKind; state: number; choices: readonly number[]; cycle: readonly number[] }>;
export type BreachKind = "always" | "invariant" | "deadlock" | "starvation" | "livelock";

type ExploreOptions = { limits?: Limits; mutant?: Mutant; until?: string; fairness?: false };

/** All configurations that a protocol can reach, breadth first: their rows, transitions and parents, and what was broken. */
export class Exploration {
  readonly system: System;
  readonly table = new RowTable();
  readonly parents = new Ints();
  /** The transitions of state s lead to the states edges[starts[s]] … edges[starts[s+1]-1]. */
  readonly edges = new Ints();
  readonly starts = new Ints();
  readonly seen = new Set<string>();
  readonly breaches = new Map<string, Breach>();
  transitions = 0;
  depth = 0;
  /** States whose transitions have been computed. */
  expanded = 0;
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
    for (const row of this.system.initial()) this.add(Int32Array.from(row), row.length, -1);
    this.levelEnd = this.table.count;
  }

  /** Breadth first, until there is nothing new, a property is broken or a limit is reached. Yields between states. */
  *run(): Generator<void> {
    while (this.expanded < this.table.count && !this.stopped && this.limit === null) {
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

  /** Why the search must end early, if it must. */
  get limit(): string | null {
    if (this.table.count >= this.limits.statesMax) return `${this.limits.statesMax} states`;
    // The bytes of interned trees are counted now and then: adding them up is not free.
    if ((this.expanded & 1023) === 0 && this.bytes > this.limits.bytesMax)
      return `${Math.round(this.limits.bytesMax / 2 ** 20)} MB`;
    return null;
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
    const { successors, table, edges } = this;
    const fair = successors.of(this.row, length, (_act, outcome, verdict, choice) => {
      const before = table.count;
      const next = this.add(successors.next, successors.length, id);
      this.transitions++;
      if (this.keepEdges) edges.push(next);
      if (outcome.fault) this.breach(outcome.fault.property, outcome.fault.what, "always", id, [choice]);
      if (verdict !== null) {
        for (const property of verdict.seen) this.seen.add(property);
        for (const { property, what } of verdict.violations) this.breach(property, what, "always", id, [choice]);
      }
      if (table.count > before) this.look(next);
    });
    if (fair === 0) this.atRest(id);
  }

  /** Calls `visit` for each transition of a state, with the number of the state that it leads to. All of them are known. */
  again(id: number, visit: (act: number, outcome: Outcome, next: number, choice: number) => void): void {
    const { successors } = this;
    successors.of(this.row, this.read(id), (act, outcome, _verdict, choice) => {
      visit(act, outcome, this.table.add(successors.next, successors.length), choice);
    });
  }

  /** The choices that lead from the start to a state, by the shortest way. */
  pathTo(state: number): number[] {
    const path: number[] = [];
    for (let to = state, from = this.parents.at(to); from >= 0; to = from, from = this.parents.at(to)) {
      let first = -1;
      this.again(from, (_act, _outcome, next, choice) => {
        if (next === to && first < 0) first = choice;
      });
      path.unshift(first);
    }
    return path;
  }

  /** The number, among the initial configurations, of the one that `pathTo` starts from. */
  startOf(state: number): number {
    let root = state;
    while (this.parents.at(root) >= 0) root = this.parents.at(root);
    return this.system.initial().findIndex((row) => this.table.add(Int32Array.from(row), row.length) === root);
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

  private add(row: Int32Array, length: number, parent: number): number {
    const before = this.table.count;
    const id = this.table.add(row, length);
    if (id === before) {
      this.parents.push(parent);
      if (parent < 0) this.look(id);
    }
    return id;
  }

  private look(id: number): void {
    const { invariants } = this.system.entry;
    if (invariants.length === 0) return;
    const { next, length } = this.successors;
    const config = this.parents.at(id) < 0 ? this.config(id) : this.system.config(next, length);
    for (const { name, what, holds } of invariants) if (!holds(config)) this.breach(name, what, "invariant", id);
  }

  private config(id: number) {
    const row = new Int32Array(this.table.words(id));
    return this.system.config(row, this.table.read(id, row));
  }

  /** Nothing is left that must happen: whoever waits now waits for ever. */
  private atRest(id: number): void {
    const { system } = this;
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
    choices: readonly number[] = [],
    cycle: readonly number[] = [],
  ): void {
    if (!this.breaches.has(property)) this.breaches.set(property, { property, what, kind, state, choices, cycle });
  }
}
