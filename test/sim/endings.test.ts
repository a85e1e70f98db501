import assert from "node:assert/strict";
import { test } from "node:test";
import type { Document } from "../../src/sim/index.js";
import { run, start } from "./runs.js";

const path: Document = { protocol: "baseline/central", topology: { kind: "path", n: 3 } };
const script = (...commands: object[]) => ({ kind: "script", commands });
const loop = { kind: "closed-loop", count: 1000 };

test("a command that ends nothing is answered by rejected with the reason, and the protocol is not called", () => {
  const commands = [{ node: 1, type: "release" }];
  const { rows, summary } = run({ ...path, workload: { kind: "sequential", commands } });
  assert.deepEqual(rows, [
    { t: 0, node: 1, e: "command", id: 0, type: "release", of: null },
    { t: 0, node: 1, e: "event", id: 0, type: "rejected", reason: "nothing at node 1 that release could end" },
  ]);
  const { refused, rejected, steps, pending, violations } = summary;
  assert.deepEqual(
    { refused, rejected, steps, pending, violations },
    { refused: 1, rejected: 0, steps: 0, pending: 0, violations: [] },
  );
});

test("a hold that waits for its release to be answered, or was of another node, is not ended twice", () => {
  const acquire = { at: 0, node: 1, type: "acquire" };
  const release = { at: 9, node: 1, type: "release", of: 0 };
  const { summary } = run({ ...path, workload: script(acquire, release, { ...release, node: 0 }, release) });
  assert.deepEqual([summary.released, summary.refused], [1, 2]);
});

test("a million refused commands end a slice, as steps would", () => {
  const workload = { kind: "sequential", commands: [{ node: 1, type: "release" }], repeat: 1e12 };
  const { simulation } = start({ ...path, workload });
  assert.equal(simulation.advance({ steps: 1000 }), false);
  assert.deepEqual([simulation.refused, simulation.steps], [1000, 0]);
});

test("the limit of time ends a run before anything later", () => {
  const { rows, summary } = run({ ...path, workload: loop, limits: { time: 50 } });
  assert.deepEqual([summary.limit, rows.at(-1)?.t, summary.time], ["time", 50, 50]);
  assert.ok(summary.pending > 0);
  assert.deepEqual(summary.violations, [], "who waits when the time is over may be answered later");
});

test("the limit of messages ends a run in the step that sends one more", () => {
  const { summary } = run({ ...path, workload: loop, limits: { messages: 50 } });
  assert.deepEqual([summary.limit, summary.messages.total], ["messages", 51]);
  const { grants, messages } = run({ ...path, workload: { ...loop, count: 5 } }).summary;
  const enough = run({ ...path, workload: { ...loop, count: 5 }, limits: { messages: messages.total } }).summary;
  assert.deepEqual([enough.limit, enough.grants], [null, grants]);
});

test("who waits at the end waits for somebody who holds: that is pending and no violation", () => {
  const workload = script({ at: 0, node: 1, type: "acquire" }, { at: 5, node: 2, type: "acquire" });
  const { summary } = run({ ...path, workload });
  assert.deepEqual([summary.grants, summary.pending, summary.violations], [1, 1, []]);
});
