import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Row } from "../../src/core/index.js";
import { mutualExclusion, pool } from "../../src/spec/index.js";
import { run } from "../sim/runs.js";
import { anyScenario } from "../sim/scenarios.js";
import { judged, rowsOf, verdictOf } from "./verdicts.js";

const contended = run({
  protocol: "baseline/ricart-agrawala",
  topology: { kind: "complete", n: 4 },
  network: { delay: [1, 9] },
  workload: { kind: "closed-loop", think: [0, 9], count: 30 },
});
const found = (rows: readonly Row[]) =>
  verdictOf(contended, rows).violations.map(({ property, line }) => `${property} at line ${line}`);
const findings = (...lines: string[]) =>
  judged(mutualExclusion, rowsOf(...lines)).violations.map(
    ({ property, line, what }) => `${line} ${property}: ${what}`,
  );

test("what the simulator recorded is accepted, and its counts agree", () => {
  fc.assert(
    fc.property(anyScenario, (document) => {
      const recorded = run(document);
      const { commands, grants, pending } = recorded.summary;
      const { problem } = recorded.simulation.scenario.entry.spec;
      assert.deepEqual(verdictOf(recorded, recorded.rows), { problem, commands, grants, pending, violations: [] });
    }),
  );
});

test("a grant that is moved before the release it waited for breaks exclusion, at its line", () => {
  const { rows } = contended;
  let moved = 0;
  for (const [at, row] of rows.entries()) {
    if (row.e !== "event" || row.type !== "granted") continue;
    const release = rows.slice(0, at).findLastIndex((other) => other.e === "command" && other.type === "release");
    const asked = rows.findIndex((other) => other.e === "command" && other.id === row.id);
    if (release < asked) continue;
    moved++;
    const early = rows.toSpliced(at, 1).toSpliced(release, 0, row);
    assert.deepEqual(found(early), [`exclusion at line ${release + 2}`]);
  }
  assert.ok(moved > 15, `${moved} grants waited for a release`);
});

test("a message that is delivered without being sent, to another node, or twice, is out of order", () => {
  const { rows } = contended;
  for (const [at, row] of rows.entries()) {
    if (row.e === "send" && at % 5 === 0) {
      const delivered = rows.findIndex((other) => other.e === "deliver" && other.seq === row.seq);
      assert.deepEqual(found(rows.toSpliced(at, 1)), [`order at line ${delivered + 1}`], "not sent");
      const late = rows.toSpliced(at, 1).toSpliced(delivered, 0, row);
      assert.deepEqual(found(late), [`order at line ${delivered + 1}`], "sent later");
    }
    if (row.e !== "deliver" || at % 5 > 0) continue;
    const elsewhere = { ...row, node: (row.node + 1) % 4 };
    assert.deepEqual(found(rows.with(at, elsewhere)), [`order at line ${at + 2}`], "to another node");
    const other = { ...row, message: { ...row.message, stamp: 99 } };
    assert.deepEqual(found(rows.with(at, other)), [`order at line ${at + 2}`], "with something else in it");
    assert.deepEqual(found(rows.toSpliced(at, 0, row)), [`order at line ${at + 3}`], "twice");
  }
});

test("a grant that nobody asked for is out of order, with a number or without", () => {
  assert.deepEqual(findings("granted 7 @1"), ["2 order: node 1: granted for command 7, which does not wait for it"]);
  assert.deepEqual(findings("granted - @1"), ["2 order: node 1: granted without the command that it answers"]);
  assert.deepEqual(findings("acquire 0 @1", "granted 0 @1", "release 1 @1 of=0", "granted 0 @1"), [
    "5 order: node 1: granted for command 0, which does not wait for it",
  ]);
});

test("an answer at another node than the command's is out of order, and so is its end", () => {
  assert.deepEqual(findings("acquire 0 @1", "granted 0 @2"), [
    "3 order: node 2: granted for command 0, which is of node 1",
  ]);
  assert.deepEqual(findings("acquire 0 @1", "granted 0 @1", "release 1 @2 of=0"), [
    "4 order: node 2: release of command 0, which it does not fit",
  ]);
});

test("the number of a command that is still open cannot be used for another", () => {
  assert.deepEqual(findings("acquire 0 @1", "acquire 0 @2"), [
    "3 order: command 0 is given while another of this number is open",
  ]);
  assert.deepEqual(findings("acquire 0 @1", "granted 0 @1", "release 0 @1 of=0"), [
    "4 order: command 0 is given while another of this number is open",
  ]);
});

test("a release of nothing is answered by rejected and by nothing else", () => {
  assert.deepEqual(findings("release 0 @1 of=null", "rejected 0 @1"), []);
  assert.deepEqual(findings("release 0 @1 of=null", "released 0 @1"), [
    "3 order: node 1: released for command 0, which ends nothing",
  ]);
  assert.deepEqual(findings("acquire 0 @1", "release 1 @1 of=0"), [
    "3 order: node 1: release of command 0, which it does not fit",
  ]);
});

test("an answer of another kind than the command asks for is out of order", () => {
  assert.deepEqual(findings("acquire 0 @1", "released 0 @1"), [
    "3 order: node 1: released for command 0, which does not wait for it",
  ]);
});

test("words that every object knows are no commands and no answers", () => {
  for (const word of ["constructor", "toString", "__proto__"]) {
    const [acquire, event] = rowsOf("acquire 0 @1", "granted 0 @1");
    const command = { ...acquire, id: 1, of: 0, type: word } as Row;
    const { violations, pending } = judged(mutualExclusion, [acquire, { ...event, type: word } as Row, command]);
    assert.deepEqual(
      violations.map(({ property, line }) => `${property} at line ${line}`),
      ["order at line 3", "order at line 4"],
      word,
    );
    assert.equal(pending, 1);
  }
});

test("a thousand violations are enough", () => {
  const lines = Array.from({ length: 1500 }, (_, i) => `granted ${i} @0`);
  assert.equal(judged(pool, rowsOf(...lines), { R: 1 }).violations.length, 1000);
});

test("a number of a message is not used again while it is in flight", () => {
  const { rows } = contended;
  const at = rows.findIndex(({ e }) => e === "send");
  assert.deepEqual(found(rows.toSpliced(at, 0, rows[at])), [`order at line ${at + 3}`]);
});
