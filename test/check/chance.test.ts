import assert from "node:assert/strict";
import { test } from "node:test";
import { Check } from "../../src/check/index.js";
import { alone, answer, counter, drawing, generous, kindsOf, nobody, run, setting, suspect, toy } from "./toys.js";

test("a timer that draws and is set again leads to every sequence of draws", () => {
  // Idle; waiting with 0 or 1 draws; holding with 2; released with 2.
  const result = run(toy(drawing(2, 3)), setting(alone));
  assert.ok(result.exhausted);
  assert.deepEqual(kindsOf(result), []);
  assert.equal(result.states, 1 + 1 + 3 + 9 + 9);
  assert.equal(result.edges, 1 + 3 + 9 + 9);
});

test("a choice and its draws stand in the options and in the trace of a walk", () => {
  const check = new Check(toy(drawing(1, 3)), setting(alone));
  const walk = check.walk();
  walk.take(0);
  assert.deepEqual(
    walk.options().map(({ choices }) => choices),
    [[0], [1], [2]],
  );
  walk.take(2);
  assert.deepEqual(walk.rows.slice(1), [
    { t: 2, node: 0, e: "timer", timer: "draw" },
    { t: 2, node: 0, e: "choose", of: 3, value: 2 },
    { t: 2, node: 0, e: "event", id: 0, type: "granted" },
  ]);
});

test("a timer that was cancelled, or has fired, does not fire", () => {
  const fires: string[] = [];
  const entry = toy<number>({
    ...generous,
    name: "toy/alarms",
    init(_self, out) {
      for (const timer of ["kept", "cancelled"]) out.setTimer(timer, 1);
      out.cancelTimer("cancelled");
      return 0;
    },
    onTimer(_self, state, timer) {
      fires.push(timer);
      return state + 1;
    },
  });
  const result = run(entry, setting({ ...alone, ...nobody }));
  assert.deepEqual(fires, ["kept"]);
  assert.deepEqual([result.states, result.edges], [2, 1]);
});

test("a timer that is set twice fires once", () => {
  const entry = toy<number>({
    ...counter(1),
    init(_self, out) {
      out.setTimer("count", 1);
      out.setTimer("count", 9);
      return 0;
    },
    onTimer: (_self, state) => state + 1,
  });
  const result = run(entry, setting({ ...alone, ...nobody }));
  assert.deepEqual([result.states, result.edges], [2, 1]);
});

test("timers of two nodes fire in every order", () => {
  assert.equal(run(toy(counter(3)), setting(nobody)).states, 16);
});

test("every choice of init is a start of its own", () => {
  const entry = toy<number>({ ...generous, name: "toy/dice", init: (_self, out) => out.choose(3) });
  const result = run(entry, setting(nobody));
  assert.deepEqual([result.states, result.edges], [9, 0]);
});

test("a counterexample starts from the start that it needs", () => {
  // Only a node that drew 1 fails, and only after it was asked; a node that drew 2 sends a message first.
  const entry = toy<number>({
    ...generous,
    name: "toy/fated",
    init(self, out) {
      const fate = out.choose(3);
      if (fate === 2 && self.id === 1) out.send(0, { type: "hello" });
      return fate;
    },
    onCommand(self, state, command, out) {
      if (state === 1 && self.id === 1) throw new Error("fate");
      answer(command, out);
      return state;
    },
  });
  const check = new Check(entry, setting(), { mutant: suspect(entry, "sound") });
  check.advance(1e9);
  const [violation] = check.result().violations;
  assert.equal(violation.property, "sound");
  assert.equal(violation.steps, 1);
  assert.deepEqual(violation.trace.slice(1), [
    { t: 0, node: 0, e: "choose", of: 3, value: 0 },
    { t: 0, node: 1, e: "choose", of: 3, value: 1 },
    { t: 1, node: 1, e: "command", id: 0, type: "acquire" },
  ]);
  const walk = check.walk(violation.start);
  for (const choice of violation.choices) walk.take(choice);
  assert.deepEqual(walk.rows, violation.trace.slice(1));
});
