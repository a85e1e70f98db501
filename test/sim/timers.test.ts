import assert from "node:assert/strict";
import { test } from "node:test";
import { type Out, type Protocol, Random } from "../../src/core/index.js";
import type { Document } from "../../src/sim/index.js";
import { history, run, start } from "./runs.js";
import { alarm, everything } from "./toys.js";

const ask = (at: number, node = 0) => ({ at, node, type: "ask" });
const cancel = (at: number, node = 0) => ({ at, node, type: "cancel" });
const script = (...commands: object[]): Document => ({
  protocol: "toy/alarm",
  topology: { kind: "complete", n: 3 },
  workload: { kind: "script", commands },
});
const events = (document: Document) => history(run(document, [alarm]).rows).filter((line) => line.includes("event"));
/** When the alarm of each node rings that was set at time 0. */
const rings = (clock: object, seed = 1) =>
  events({ ...script(ask(0, 0), ask(0, 1), ask(0, 2)), clock, seed })
    .map((line) => line.split(" ").map(Number))
    .sort((a, b) => a[2] - b[2])
    .map(([t]) => t);

test("a timer of three steps rings after three steps of the node's clock", () => {
  assert.deepEqual(events(script(ask(10))), ["13 event 0 granted"]);
  assert.deepEqual(rings({ step: [4, 4] }), [12, 12, 12]);
});

test("the length of each step is drawn from the range of the clock, from a stream of its own", () => {
  for (const seed of [1, 2, 3]) {
    const clock = new Random(seed, "clock");
    const three = () => clock.between(2, 9) + clock.between(2, 9) + clock.between(2, 9);
    assert.deepEqual(rings({ step: [2, 9] }, seed), [three(), three(), three()]);
  }
});

test("with `perNode` the steps of a node have one length, drawn once", () => {
  for (const seed of [1, 2, 3]) {
    const clock = new Random(seed, "clock");
    const expected = [0, 1, 2].map(() => 3 * clock.between(2, 9));
    assert.deepEqual(rings({ step: [2, 9], perNode: true }, seed), expected);
  }
  const twice = events({ ...script(ask(0), ask(100)), clock: { step: [2, 9], perNode: true } });
  const [first, second] = twice.map((line) => Number.parseInt(line, 10));
  assert.equal(second - 100, first);
});

test("setting a timer again replaces it, at its own node only", () => {
  assert.deepEqual(events(script(ask(0), ask(1, 1), ask(2))), [
    "4 event 1 granted",
    "5 event 0 granted",
    "5 event 0 granted",
  ]);
});

test("a timer that was cancelled does not ring, and can be set again", () => {
  const { rows, summary } = run(script(ask(0), cancel(1), ask(2)), [alarm]);
  assert.deepEqual(
    history(rows).filter((line) => line.includes("event")),
    ["1 event 0 cancelled", "5 event 0 granted"],
  );
  assert.equal(rows.filter((row) => row.e === "timer").length, 1);
  assert.deepEqual([summary.time, summary.violations], [5, []]);
});

test("a slice does not run past its time because of a timer that was cancelled", () => {
  const { simulation, rows } = start(script(ask(0), cancel(1), ask(100)), [alarm]);
  assert.equal(simulation.advance({ time: 50 }), false);
  assert.deepEqual([simulation.time, rows.length], [1, 3]);
  simulation.advance();
  assert.equal(simulation.time, 103);
});

test("a timer of less than a step, and a choice among too many, break `sound`", () => {
  const broken = (effect: (out: Out) => void) => {
    const onCommand: Protocol["onCommand"] = (_self, state, _command, out) => {
      effect(out);
      return state;
    };
    const protocol: Protocol = { ...alarm.protocol, onCommand };
    const { violations } = run(script(ask(0)), [{ ...alarm, protocol }]).summary;
    return violations.map(({ property, what }) => `${property}: ${what}`);
  };
  assert.deepEqual(
    broken((out) => out.setTimer("ring", 0)),
    ["sound: node 0: assertion failed: a timer takes at least one step"],
  );
  assert.deepEqual(
    broken((out) => out.choose(2 ** 16 + 1)),
    ["sound: node 0: assertion failed: a choice is among 1..2^16 values"],
  );
});

test("a command that was cancelled is answered by its end: both ids are in the row", () => {
  const { rows } = run(script(ask(0), cancel(1)), [alarm]);
  assert.deepEqual(rows.at(-1), { t: 1, node: 0, e: "event", id: 1, of: 0, type: "cancelled" });
});

test("nothing is idle while a timer is set: a sequence waits for it", () => {
  const workload = { kind: "sequential", commands: [{ node: 0, type: "ask" }], repeat: 3 };
  assert.deepEqual(events({ ...script(ask(0)), workload }), [
    "3 event 0 granted",
    "6 event 0 granted",
    "9 event 0 granted",
  ]);
});

test("a fork has timers of its own", () => {
  const { simulation } = start(script(ask(0), cancel(2)), [alarm]);
  simulation.advance({ time: 1 });
  const fork = simulation.fork();
  simulation.advance();
  fork.advance();
  assert.deepEqual([fork.traceHash, fork.pending, fork.time], [simulation.traceHash, 0, 2]);
});

test("choices are drawn uniformly below their width", () => {
  const workload = { kind: "closed-loop", think: [1, 1], count: 3000 };
  const { rows } = run({ ...script(ask(0)), protocol: everything.name, workload }, [everything]);
  const values = rows.flatMap((row) => (row.e === "choose" && row.of === 3 ? [row.value] : []));
  assert.ok(values.length >= 3000);
  for (const value of [0, 1, 2]) {
    const share = values.filter((other) => other === value).length / values.length;
    assert.ok(share > 0.3 && share < 0.37, `${value}: ${share}`);
  }
});
