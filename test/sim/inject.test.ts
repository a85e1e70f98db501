import assert from "node:assert/strict";
import { test } from "node:test";
import type { Document } from "../../src/sim/index.js";
import { history, run } from "./runs.js";

const alone: Document = { protocol: "baseline/central", topology: { kind: "path", n: 1 } };
const inject = [
  { at: 0, node: 0, type: "acquire" },
  { at: 5, node: 0, type: "release", of: 0 },
];

test("commands by hand come beside a sequence", () => {
  const workload = { kind: "sequential", commands: [{ node: 2, type: "acquire" }] };
  const { rows } = run({ ...alone, topology: { kind: "path", n: 3 }, workload, inject });
  assert.deepEqual(history(rows), [
    "0 command 2 acquire",
    "0 command 0 acquire",
    "0 event 0 granted",
    "5 command 0 release",
    "5 event 0 released",
    "7 event 2 granted",
  ]);
});

test("`of` counts in the list of its own command, by hand or of a script", () => {
  const commands = [
    { at: 1, node: 0, type: "acquire" },
    { at: 9, node: 0, type: "release", of: 0 },
  ];
  const { rows } = run({ ...alone, params: { R: 2 }, workload: { kind: "script", commands }, inject });
  const ended = rows.flatMap((row) => (row.e === "event" && row.type === "released" ? [`${row.t}: ${row.of}`] : []));
  assert.deepEqual(ended, ["5: 0", "9: 1"]);
});

test("a client of a closed loop that is served because of a release by hand goes on as any other", () => {
  const workload = { kind: "closed-loop", think: [1, 1], hold: [2, 2], count: 3 };
  const { rows, summary } = run({ ...alone, workload, inject });
  assert.deepEqual(history(rows).slice(3), [
    "5 command 0 release",
    "5 event 0 released",
    "5 event 0 granted", // at once, in the step of the release
    "7 command 0 release",
    "7 event 0 released",
    "8 command 0 acquire",
    "8 event 0 granted",
    "10 command 0 release",
    "10 event 0 released",
  ]);
  assert.deepEqual([summary.commands, summary.grants, summary.pending, summary.violations], [6, 3, 0, []]);
});

test("a release by hand may end what a closed loop holds: its own is refused, and it asks again", () => {
  const workload = { kind: "closed-loop", hold: [10, 10], count: 3 };
  const { summary } = run({ ...alone, workload, inject: [{ at: 4, node: 0, type: "release" }] });
  assert.deepEqual([summary.grants, summary.released, summary.refused, summary.pending], [3, 3, 1, 0]);
});
