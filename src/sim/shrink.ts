import { type CommandRow, type Entry, type input, nodesOf } from "../core/index.js";
import { readScenario } from "./scenario.js";
import { Simulation } from "./simulation.js";

/** A scenario document that can be written to a file. */
export type Document = input.Doc;
export type ShrinkProgress = Readonly<{ trials: number; nodes: number; commands: number | null }>;
type Listed = Readonly<{ at: number; node: number; type: string; of?: number }>;

const TRIALS_MAX = 2000;
const STEPS_MAX = 1_000_000;

/**
 * Makes a failing scenario small: fewer nodes, fewer answers, plainer delays, then a script of the commands that were
 * given, fewer of them, earlier. A step is kept when the same property still breaks. Yields after each trial.
 */
export function* shrink(
  document: Document,
  catalog: readonly Entry[],
  property: string,
): Generator<ShrinkProgress, Document> {
  let best = document;
  let trials = 0;

  function* attempt(candidate: Document): Generator<ShrinkProgress, boolean> {
    if (trials >= TRIALS_MAX) return false;
    trials++;
    const fails = breaks(candidate, catalog, property) !== null;
    if (fails) best = candidate;
    const { topology, workload } = readScenario(best, catalog);
    yield { trials, nodes: nodesOf(topology), commands: "commands" in workload ? workload.commands.length : null };
    return fails;
  }
  /** Finds a small value for a number by halving the range in which it can be. */
  function* lower(
    value: number,
    lowest: number,
    candidate: (value: number) => Document,
  ): Generator<ShrinkProgress, void> {
    let low = lowest;
    let high = value;
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if (yield* attempt(candidate(middle))) high = middle;
      else low = middle + 1;
    }
  }

  const { topology, workload } = readScenario(document, catalog);
  if (topology.kind !== "tree")
    yield* lower(topology.n, 1, (n) => ({ ...best, topology: { ...(best.topology as Document), n } }));
  if (workload.kind === "closed-loop") {
    yield* lower(workload.count, 1, (count) => ({ ...best, workload: { ...(best.workload as Document), count } }));
  }
  yield* attempt({ ...best, network: { ...(best.network as Document | undefined), delay: [1, 1] } });

  const script = asScript(best, catalog, property);
  if (script === null || !(yield* attempt(script))) return best;
  const commands = () => (best.workload as { commands: readonly Listed[] }).commands;
  const withCommands = (list: readonly Listed[]): Document => ({
    ...best,
    workload: { kind: "script", commands: list },
  });
  for (let size = commands().length >> 1; size >= 1; size >>= 1) {
    for (let at = 0; at + size <= commands().length; ) {
      const fewer = without(commands(), at, size);
      if (fewer.length === 0 || !(yield* attempt(withCommands(fewer)))) at += size;
    }
  }
  for (let i = 0; i < commands().length; i++) {
    const before = i === 0 ? 0 : commands()[i - 1].at;
    const gap = commands()[i].at - before;
    const shift = (by: number) =>
      withCommands(commands().map((command, k) => (k < i ? command : { ...command, at: command.at - by })));
    if (gap > 0) yield* lower(gap, 0, (left) => shift(commands()[i].at - before - left));
  }
  const highest = commands().reduce((most, { node }) => Math.max(most, node), 0);
  if (topology.kind !== "tree") {
    const { n } = best.topology as { n: number };
    yield* lower(n, highest + 1, (n) => ({ ...best, topology: { ...(best.topology as Document), n } }));
  }
  return best;
}

/** The commands that were given when the property broke; null when it does not, or the document is no scenario. */
function breaks(document: Document, catalog: readonly Entry[], property: string): readonly CommandRow[] | null {
  const commands: CommandRow[] = [];
  try {
    const scenario = readScenario(document, catalog);
    const sim = new Simulation(scenario, (row) => {
      if (row.e === "command") commands.push(row);
    });
    const broken = () => sim.violations.some((violation) => violation.property === property);
    while (!sim.advance({ steps: 1000 }) && !broken() && sim.steps < STEPS_MAX);
    return broken() ? commands : null;
  } catch {
    return null; // A smaller document may be no scenario any more: that is no finding.
  }
}

function asScript(document: Document, catalog: readonly Entry[], property: string): Document | null {
  const rows = breaks(document, catalog, property);
  if (rows === null) return null;
  const place = new Map(rows.map(({ id }, i) => [id, i]));
  const commands = rows.map(({ t, node, type, of }): Listed => {
    const ends = typeof of === "number" ? place.get(of) : undefined;
    return { at: t, node, type, ...(ends !== undefined && { of: ends }) };
  });
  const { inject: _, ...rest } = document; // what it gave is in the script
  return { ...rest, workload: { kind: "script", commands } };
}

/** The list without some commands, and without those that would end one of them. */
function without(commands: readonly Listed[], at: number, size: number): Listed[] {
  const gone = (i: number) => i >= at && i < at + size;
  const kept = commands
    .map((_, i) => i)
    .filter((i) => !gone(i) && !(commands[i].of !== undefined && gone(commands[i].of as number)));
  return kept.map((i) => {
    const { of, ...command } = commands[i];
    return of === undefined ? command : { ...command, of: kept.indexOf(of) };
  });
}
