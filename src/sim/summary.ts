import { Hasher } from "../core/index.js";
import type { Simulation } from "./simulation.js";

export type Summary = Readonly<{
  protocol: string;
  mutant?: string;
  n: number;
  seed: number;
  runs?: number;
  time: number;
  steps: number;
  messages: Readonly<{ total: number; byType: Readonly<Record<string, number>> }>;
  commands: number;
  grants: number;
  granted: number;
  rejected: number;
  refused: number;
  released: number;
  pending: number;
  limit: string | null;
  wait: Readonly<{ mean: number; p50: number; p99: number; max: number }>;
  bounds: readonly Readonly<{ name: string; measured: number; bound: number; ratio: number; source: string }>[];
  facts: Readonly<Record<string, number>>;
  /** How often the invariants were looked at: after every so many steps, and at the end. */
  invariants: Readonly<{ looks: number; every: number }>;
  violations: readonly Readonly<{ property: string; what: string; t: number; seed?: number }>[];
  traceHash: string;
}>;

const cents = (value: number) => Math.round(value * 100) / 100;

export function summarise(sim: Simulation): Summary {
  const { entry, mutant, seed } = sim.scenario;
  return {
    protocol: entry.name,
    ...(mutant && { mutant: mutant.id }),
    n: sim.topology.n,
    seed,
    time: sim.time,
    steps: sim.steps,
    messages: { total: sim.messages, byType: Object.fromEntries([...sim.byType].sort(([a], [b]) => (a < b ? -1 : 1))) },
    commands: sim.commands,
    grants: sim.grants,
    granted: sim.granted,
    rejected: sim.rejections,
    refused: sim.refused,
    released: sim.released,
    pending: sim.pending,
    limit: sim.limit,
    wait: {
      mean: cents(sim.waits.mean),
      p50: sim.waits.quantile(0.5),
      p99: sim.waits.quantile(0.99),
      max: sim.waits.max,
    },
    bounds: sim.bounds.map(({ name, measured, bound, source }) => {
      return { name, measured, bound, ratio: bound === 0 ? 0 : cents(measured / bound), source };
    }),
    facts: { ...sim.measure.facts(), ...entry.facts?.(sim.config()) },
    invariants: { looks: sim.looks, every: sim.lookEvery },
    violations: sim.violations,
    traceHash: sim.traceHash,
  };
}

/**
 * Several runs in one summary: means, the worst wait and the worst ratio to a bound, and every violation with its seed.
 */
export function summariseRuns(runs: readonly Summary[]): Summary {
  const [first] = runs;
  const mean = (of: (run: Summary) => number) => cents(runs.reduce((sum, run) => sum + of(run), 0) / runs.length);
  const means = (of: (run: Summary) => Readonly<Record<string, number>>) => {
    const names = [...new Set(runs.flatMap((run) => Object.keys(of(run))))].sort();
    return Object.fromEntries(names.map((name) => [name, mean((run) => of(run)[name] ?? 0)]));
  };
  const hasher = new Hasher();
  for (const run of runs) hasher.text(run.traceHash);
  return {
    ...first,
    runs: runs.length,
    time: mean((run) => run.time),
    steps: mean((run) => run.steps),
    messages: { total: mean((run) => run.messages.total), byType: means((run) => run.messages.byType) },
    commands: mean((run) => run.commands),
    grants: mean((run) => run.grants),
    granted: mean((run) => run.granted),
    rejected: mean((run) => run.rejected),
    refused: mean((run) => run.refused),
    released: mean((run) => run.released),
    pending: mean((run) => run.pending),
    limit: runs.find((run) => run.limit !== null)?.limit ?? null,
    wait: {
      mean: mean((run) => run.wait.mean),
      p50: mean((run) => run.wait.p50),
      p99: mean((run) => run.wait.p99),
      max: runs.reduce((max, run) => Math.max(max, run.wait.max), 0),
    },
    bounds: first.bounds.map((_, i) => runs.map((run) => run.bounds[i]).reduce((a, b) => (b.ratio > a.ratio ? b : a))),
    facts: means((run) => run.facts),
    violations: runs.flatMap(({ seed, violations }) => violations.map((violation) => ({ ...violation, seed }))),
    traceHash: hasher.digest(),
  };
}
