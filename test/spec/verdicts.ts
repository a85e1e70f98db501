import type { Row, Spec } from "../../src/core/index.js";
import { TraceJudge, type TraceVerdict } from "../../src/spec/index.js";
import type { Run } from "../sim/runs.js";

/** Judges rows by a spec, as lines of a file whose first line is the header. */
export function judged(spec: Spec, rows: readonly Row[], params: Readonly<Record<string, number>> = {}): TraceVerdict {
  const judge = new TraceJudge(spec, { n: 8, params });
  for (const [i, row] of rows.entries()) judge.row(row, i + 2);
  return judge.verdict();
}

/** Judges rows that stand for those of a run. */
export function verdictOf({ simulation }: Pick<Run, "simulation">, rows: readonly Row[]): TraceVerdict {
  const { entry, params } = simulation.scenario;
  return judged(entry.spec, rows, params as Readonly<Record<string, number>>);
}

/** The commands and events of a history in one word each, as `acquire 0 @2` (command 0 at node 2) or `granted 0 @2`. */
export function rowsOf(...lines: readonly string[]): Row[] {
  return lines.map((line, t) => {
    const [type, id, ...rest] = line.split(" ");
    const field = (name: string) => rest.find((word) => word.startsWith(name))?.slice(name.length);
    const isCommand = ["acquire", "release", "cancel"].includes(type);
    const [of, unit] = [field("of="), field("unit=")];
    const ids = {
      ...(id !== "-" && { id: Number(id) }),
      ...(of !== undefined && { of: of === "null" ? null : Number(of) }),
    };
    const e = isCommand ? "command" : "event";
    return { t, node: Number(field("@")), e, ...ids, type, ...(unit !== undefined && { unit: Number(unit) }) } as Row;
  });
}
