import assert from "node:assert/strict";
import { test } from "node:test";
import type { Document } from "../../src/sim/index.js";
import { history, run } from "./runs.js";
import { budget } from "./toys.js";

const path: Document = { protocol: "baseline/central", topology: { kind: "path", n: 3 } };
const pair = (node: number | string) => [
  { node, type: "acquire" },
  { node, type: "release" },
];
const nodesThat = (type: string, document: Document) =>
  run(document).rows.flatMap((row) => (row.e === "command" && row.type === type ? [row.node] : []));

test("sequential: the next command is given when nothing can happen without it", () => {
  const { rows, summary } = run({ ...path, workload: { kind: "sequential", commands: [...pair(2), ...pair(1)] } });
  assert.deepEqual(history(rows), [
    "0 command 2 acquire",
    "4 event 2 granted", // two hops there, two back
    "4 command 2 release",
    "4 event 2 released",
    "6 command 1 acquire", // when the release has reached the root
    "8 event 1 granted",
    "8 command 1 release",
    "8 event 1 released",
  ]);
  assert.deepEqual([summary.commands, summary.time, summary.pending], [4, 9, 0]);
});

test("sequential: a command that must wait stays pending, and the next one is given", () => {
  const commands = [
    { node: 1, type: "acquire" },
    { node: 2, type: "acquire" },
    { node: 1, type: "release" },
  ];
  const { rows } = run({ ...path, workload: { kind: "sequential", commands } });
  assert.deepEqual(history(rows).slice(2), [
    "2 command 2 acquire",
    "4 command 1 release",
    "4 event 1 released",
    "7 event 2 granted",
  ]);
});

test("sequential: `repeat` is how many commands are given in all, around the list", () => {
  const { summary } = run({ ...path, workload: { kind: "sequential", commands: pair(2), repeat: 7 } });
  assert.deepEqual([summary.commands, summary.grants, summary.released], [7, 4, 3]);
});

test("sequential: `until` reject stops after the first rejection", () => {
  const workload = { kind: "sequential", commands: [{ node: 0, type: "ask" }], repeat: 9 };
  const document = { protocol: "toy/budget", topology: { kind: "complete", n: 1 } };
  const all = run({ ...document, workload }, [budget]).summary;
  assert.deepEqual([all.commands, all.grants, all.rejected], [9, 3, 6]);
  const some = run({ ...document, workload: { ...workload, until: "reject" } }, [budget]).summary;
  assert.deepEqual([some.commands, some.grants, some.rejected], [4, 3, 1]);
});

test("script: commands are given at their times, in the order of the list where these are equal", () => {
  const commands = [
    { at: 9, node: 1, type: "acquire" },
    { at: 0, node: 2, type: "acquire" },
    { at: 9, node: 2, type: "release" },
    { at: 5000, node: 1, type: "release" },
  ];
  const { rows } = run({ ...path, workload: { kind: "script", commands } });
  const given = history(rows).filter((line) => line.includes("command"));
  assert.deepEqual(given, [
    "0 command 2 acquire",
    "9 command 1 acquire",
    "9 command 2 release",
    "5000 command 1 release",
  ]);
});

test("`of` ends that command of the list, and with `repeat` its latest issue", () => {
  const commands = [
    { node: 0, type: "acquire" },
    { node: 0, type: "acquire" },
    { node: 0, type: "release", of: 1 },
  ];
  const workload = { kind: "sequential", commands, repeat: 6 };
  const { rows } = run({ ...path, params: { R: 4 }, workload });
  const ended = rows.flatMap((row) => (row.e === "command" && row.type === "release" ? [row.of] : []));
  assert.deepEqual(ended, [1, 4]);
});

test("a command whose `of` was not issued yet ends nothing", () => {
  const commands = [
    { at: 0, node: 0, type: "acquire" },
    { at: 1, node: 0, type: "release", of: 2 },
    { at: 2, node: 0, type: "acquire" },
  ];
  const { summary } = run({ ...path, params: { R: 2 }, workload: { kind: "script", commands } });
  assert.deepEqual([summary.refused, summary.released, summary.grants], [1, 0, 2]);
});

test("without `of` a release ends the oldest hold of its node", () => {
  const commands = [
    { node: 0, type: "acquire" },
    { node: 0, type: "acquire" },
    ...pair(0).slice(1),
    ...pair(0).slice(1),
  ];
  const { rows } = run({ ...path, params: { R: 2 }, workload: { kind: "sequential", commands } });
  assert.deepEqual(
    rows.flatMap((row) => (row.e === "event" && row.type === "released" ? [[row.of, row.id]] : [])),
    [
      [0, 2],
      [1, 3],
    ],
  );
});

test("a node may be the deepest one, the leaves in turn, or drawn uniformly", () => {
  const binary = { ...path, topology: { kind: "binary", n: 6 }, params: { R: 99 } };
  const at = (node: string, repeat: number) =>
    nodesThat("acquire", {
      ...binary,
      workload: { kind: "sequential", commands: [{ node, type: "acquire" }], repeat },
    });
  assert.deepEqual(at("deepest", 3), [3, 3, 3]);
  assert.deepEqual(at("leaves", 5), [3, 4, 5, 3, 4]);
  const drawn = at("uniform", 600);
  for (let node = 0; node < 6; node++) {
    const times = drawn.filter((other) => other === node).length;
    assert.ok(times > 60 && times < 140, `node ${node} was drawn ${times} of 600 times`);
  }
});
