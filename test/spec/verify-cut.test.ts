import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Row } from "../../src/core/index.js";
import { TraceJudge } from "../../src/spec/index.js";
import { run } from "../sim/runs.js";
import { anyScenario } from "../sim/scenarios.js";

/** Commands that no event has answered: an event has the number of the command it answers. */
function open(rows: readonly Row[]): number {
  const commands = new Set<number>();
  for (const row of rows) {
    if (row.e === "command") commands.add(row.id);
    else if (row.e === "event") commands.delete(row.id as number);
  }
  return commands.size;
}

test("a trace that is cut off after any line is accepted, and what is open there is pending", () => {
  fc.assert(
    fc.property(anyScenario, (document) => {
      const { rows, simulation } = run(document);
      const { entry, params } = simulation.scenario;
      const judge = new TraceJudge(entry.spec, { n: simulation.topology.n, params });
      for (const [i, row] of rows.entries()) {
        judge.row(row, i + 2);
        const { pending, violations } = judge.verdict();
        assert.deepEqual(
          { pending, violations },
          { pending: open(rows.slice(0, i + 1)), violations: [] },
          `line ${i + 2}`,
        );
      }
    }),
    { numRuns: 50 },
  );
});
