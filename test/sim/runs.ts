import { catalog } from "../../src/catalog/index.js";
import type { Entry, Row } from "../../src/core/index.js";
import { type Document, readScenario, Simulation, type Summary, summarise } from "../../src/sim/index.js";

export type Run = Readonly<{ simulation: Simulation; summary: Summary; rows: readonly Row[] }>;

/** A simulation of the document, and the rows that it has written so far. */
export function start(
  document: Document,
  entries: readonly Entry[] = catalog,
): { simulation: Simulation; rows: Row[] } {
  const rows: Row[] = [];
  return { simulation: new Simulation(readScenario(document, entries), (row) => rows.push(row)), rows };
}

/** Runs a document to its end. */
export function run(document: Document, entries: readonly Entry[] = catalog): Run {
  const { simulation, rows } = start(document, entries);
  simulation.advance();
  return { simulation, summary: summarise(simulation), rows };
}

/** The commands and events of a run in short: `0 command 3 acquire`, `5 event 3 granted`. */
export function history(rows: readonly Row[]): string[] {
  return rows.flatMap((row) =>
    row.e === "command" || row.e === "event" ? [`${row.t} ${row.e} ${row.node} ${row.type}`] : [],
  );
}
