import {
  type CommandBudget,
  type Entry,
  type Mutant,
  type Order,
  type Params,
  type Row,
  type TopologySpec,
  type TraceHeader,
  traceHeader,
} from "../core/index.js";
import { type Breach, type BreachKind, Exploration, type Limits } from "./explore.js";
import { judgeFairness } from "./fairness.js";
import type { Setting } from "./system.js";
import { Walk } from "./walk.js";

/** Without `fairness` endless runs are not judged, and the memory for transitions is spared. */
export type CheckOptions = Readonly<{ id?: string; limits?: Limits; mutant?: Mutant; fairness?: false }>;

export type Violation = Readonly<{
  property: string;
  kind: BreachKind;
  what: string;
  /** How many steps it takes; `cycle` of them, the last ones, repeat for ever. */
  steps: number;
  cycle: number;
  /** The steps as choice numbers: the path that a walk takes from the initial configuration with the number `start`. */
  start: number;
  choices: readonly number[];
  trace: readonly (TraceHeader | Row)[];
}>;

export type CheckRun = Readonly<{
  protocol: string;
  check: string | null;
  n: number;
  topology: TopologySpec;
  params: Params;
  network: Order;
  commands: CommandBudget;
  mutant: string | null;
  exhausted: boolean;
  /** The limit that ended the search before its end. */
  limit: string | null;
  /** Were endless runs judged? Not without that can a run be called fine. */
  fairness: boolean;
  states: number;
  edges: number;
  depth: number;
  sometimes: Readonly<Record<string, boolean>>;
  violations: readonly Violation[];
}>;

export type CheckProgress = Readonly<{
  phase: "exploring" | "fairness" | "done";
  states: number;
  expanded: number;
  edges: number;
  depth: number;
}>;

/**
 * One exhaustive check, in slices: `advance` works off a number of configurations and can be called again or not at
 * all. First every configuration is reached (safety, invariants, deadlock), then fair cycles are looked for. A check of
 * a mutant goes on until the property breaks that the mutant is there to break.
 */
export class Check {
  private readonly entry: Entry;
  private readonly options: CheckOptions;
  private exploration: Exploration;
  private work: Generator<void>;
  private phase: CheckProgress["phase"] = "exploring";

  constructor(entry: Entry, setting: Setting, options: CheckOptions = {}) {
    this.entry = entry;
    this.options = options;
    const { limits, mutant, fairness } = options;
    this.exploration = new Exploration(entry, setting, {
      ...(limits && { limits }),
      ...(fairness === false && { fairness }),
      ...(mutant && { mutant, until: mutant.property }),
    });
    this.work = this.run();
  }

  private *run(): Generator<void> {
    yield* this.exploration.run();
    if (this.exploration.exhausted && !this.exploration.stopped && this.options.fairness !== false) {
      this.phase = "fairness";
      yield* judgeFairness(this.exploration);
    }
    this.phase = "done";
  }

  /** Does up to this much work; true when there is none left. */
  advance(work = 1000): boolean {
    for (let i = 0; i < work; i++) if (this.work.next().done) return true;
    return false;
  }

  progress(): CheckProgress {
    const { table, expanded, transitions, depth } = this.exploration;
    return { phase: this.phase, states: table.count, expanded, edges: transitions, depth };
  }

  get bytes(): number {
    return this.exploration.bytes;
  }

  /** A check that goes on by itself from where this one is; looking for cycles starts anew. */
  fork(): Check {
    const copy = Object.create(Check.prototype) as Check;
    Object.assign(copy, this, { exploration: this.exploration.fork(), phase: "exploring" });
    copy.work = copy.run();
    return copy;
  }

  /** The system that was checked, for walks by hand. */
  walk(start = 0): Walk {
    return new Walk(this.exploration.system, start);
  }

  result(): CheckRun {
    const { exploration, entry, options } = this;
    const { system } = exploration;
    const sometimes = entry.spec.properties.filter(({ kind }) => kind === "sometimes");
    return {
      protocol: entry.name,
      check: options.id ?? null,
      n: system.n,
      topology: system.setting.topology,
      params: system.setting.params,
      network: system.setting.network,
      commands: system.setting.commands,
      mutant: options.mutant?.id ?? null,
      exhausted: this.phase === "done" && exploration.exhausted && exploration.limit === null,
      limit: exploration.limit ?? (this.phase === "done" ? null : "stopped by the caller"),
      fairness: options.fairness !== false,
      states: exploration.table.count,
      edges: exploration.transitions,
      depth: exploration.depth,
      sometimes: Object.fromEntries(sometimes.map(({ name }) => [name, exploration.seen.has(name)])),
      violations: [...exploration.breaches.values()].map((breach) => this.explain(breach)),
    };
  }

  private explain(breach: Breach): Violation {
    const { exploration, entry, options } = this;
    const { setting, n } = exploration.system;
    const start = exploration.startOf(breach.state);
    const walk = this.walk(start);
    for (const move of [...exploration.pathTo(breach.state), ...breach.moves, ...breach.cycle]) walk.follow(move);
    const choices = walk.path;
    const header = traceHeader(entry, setting, n, options.mutant ?? null);
    const { property, kind, what } = breach;
    return {
      property,
      kind,
      what,
      steps: choices.length,
      cycle: breach.cycle.length,
      start,
      choices,
      trace: [header, ...walk.rows],
    };
  }
}

/** Fine means: nothing broken, nothing left out, and everything that should be seen was seen. */
export function isFine(run: CheckRun): boolean {
  const allSeen = Object.values(run.sometimes).every((seen) => seen); // order: all of them
  return run.exhausted && run.fairness && run.violations.length === 0 && allSeen;
}

/** A mutant is caught when the property breaks that it is there to break. */
export function isCaught(run: CheckRun, mutant: Mutant): boolean {
  return run.violations.some(({ property }) => property === mutant.property);
}
