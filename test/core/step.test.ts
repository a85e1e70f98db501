import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type Input, NodeView, outcomes, type Protocol, step, topology } from "../../src/core/index.js";
import { ricartAgrawala } from "../../src/protocols/baseline/ricart-agrawala.js";

const self = new NodeView(topology({ kind: "complete", n: 3 }), {}, 1);
const first = () => 0;

/** Does what a command's type says: a script of choices, each width a digit, or a function of the draws so far. */
function chooser(widths: (drawn: readonly number[]) => number | null): Protocol<readonly number[]> {
  return {
    name: "toy/chooser",
    init: () => [],
    onCommand(_self, _state, _command, out) {
      const drawn: number[] = [];
      for (let width = widths(drawn); width !== null; width = widths(drawn)) drawn.push(out.choose(width));
      return drawn;
    },
    onMessage: (_self, state) => state,
  };
}
const draw: Input = { kind: "command", command: { type: "draw", client: 0 } };
const allOf = (widths: (drawn: readonly number[]) => number | null) =>
  [...outcomes(chooser(widths) as Protocol, self, [], draw)].map(({ choices }) => choices);

test("a step gives the same state and the same effects every time, and leaves the old state as it was", () => {
  const { state: idle } = step(ricartAgrawala as Protocol, self, null, { kind: "init" }, first);
  const inputs: Input[] = [
    { kind: "command", command: { type: "acquire", client: 0 } },
    { kind: "message", from: 2, message: { type: "request", stamp: 1 } as never },
    { kind: "message", from: 0, message: { type: "reply" } },
    { kind: "message", from: 2, message: { type: "reply" } },
    { kind: "command", command: { type: "release", client: 0 } },
  ];
  let state = idle;
  const kinds: string[] = [];
  for (const input of inputs) {
    const before = JSON.stringify(state);
    const once = step(ricartAgrawala as Protocol, self, state, input, first);
    const twice = step(ricartAgrawala as Protocol, self, state, input, first);
    assert.deepEqual(once, twice);
    assert.equal(JSON.stringify(state), before);
    state = once.state;
    kinds.push(once.effects.map(({ kind }) => kind).join("+"));
  }
  assert.deepEqual(kinds, ["send+send", "", "", "emit", "send+emit"]);
});

test("effects are recorded in the order in which they were asked for", () => {
  const protocol: Protocol<number> = {
    name: "toy/all-effects",
    init: () => 0,
    onCommand: (_self, state) => state,
    onMessage(_self, state, from, _message, out) {
      out.save({ a: 1 });
      out.send(from, { type: "back" });
      out.setTimer("tick", 3);
      out.emit({ type: "granted", client: 0 });
      out.cancelTimer("tick");
      return state + out.choose(4);
    },
  };
  const input: Input = { kind: "message", from: 2, message: { type: "go" } };
  assert.deepEqual(
    step(protocol as Protocol, self, 5, input, (of) => of - 1),
    {
      state: 8,
      effects: [
        { kind: "save", value: { a: 1 } },
        { kind: "send", to: 2, message: { type: "back" } },
        { kind: "setTimer", timer: "tick", steps: 3 },
        { kind: "emit", event: { type: "granted", client: 0 } },
        { kind: "cancelTimer", timer: "tick" },
        { kind: "choose", of: 4, value: 3 },
      ],
    },
  );
});

test("a step without chance has one outcome, with no choices", () => {
  assert.deepEqual(
    allOf(() => null),
    [[]],
  );
});

test("every sequence of choices comes once, in lexicographic order", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 4 }), (widths) => {
      let expected: number[][] = [[]];
      for (const width of widths) {
        expected = expected.flatMap((drawn) => Array.from({ length: width }, (_, value) => [...drawn, value]));
      }
      assert.deepEqual(
        allOf((drawn) => widths[drawn.length] ?? null),
        expected,
      );
    }),
  );
});

test("the width of a second choice, and whether there is one, may depend on the first", () => {
  assert.deepEqual(
    allOf((drawn) => (drawn.length === 0 ? 3 : drawn.length === 1 && drawn[0] > 0 ? drawn[0] + 1 : null)),
    [[0], [1, 0], [1, 1], [2, 0], [2, 1], [2, 2]],
  );
});

test("the state of an outcome is that of its choices", () => {
  const protocol = chooser((drawn) => [2, 3][drawn.length] ?? null) as Protocol;
  for (const { state, choices } of outcomes(protocol, self, [], draw)) assert.deepEqual(state, choices);
});

test("a handler that throws does so in the outcomes of these choices only, and leaves the state as it was", () => {
  const protocol: Protocol<string> = {
    name: "toy/touchy",
    init: () => "",
    onCommand(_self, _state, _command, out) {
      out.emit({ type: "granted", client: 0 });
      if (out.choose(3) === 1) throw new Error("one");
      return "after";
    },
    onMessage: (_self, state) => state,
  };
  const all = [...outcomes(protocol as Protocol, self, "before", draw)];
  assert.deepEqual(
    all.map(({ state, effects, choices, error }) => [state, effects.length, choices, error]),
    [
      ["after", 2, [0], null],
      ["before", 0, [1], "one"],
      ["after", 2, [2], null],
    ],
  );
});

test("a choice is among 1 to 65,536 values, and a timer takes at least one step", () => {
  const once = (width: number) => chooser((drawn) => (drawn.length === 0 ? width : null)) as Protocol;
  for (const width of [0, -1, 1.5, 2 ** 16 + 1]) {
    assert.throws(() => step(once(width), self, [], draw, first), /assertion failed: a choice is among/);
  }
  assert.equal([...outcomes(once(2 ** 16), self, [], draw)].length, 2 ** 16);
  const protocol = once(2);
  for (const value of [2, -1, 0.5]) assert.throws(() => step(protocol, self, [], draw, () => value), /in its range/);
  const timer: Protocol = { ...protocol, onCommand: (_self, _state, _command, out) => out.setTimer("tick", 0) };
  assert.throws(() => step(timer, self, [], draw, first), /assertion failed: a timer takes at least one step/);
});

test("a timer of a protocol that has none is refused", () => {
  const input: Input = { kind: "timer", timer: "tick" };
  assert.throws(() => step(ricartAgrawala as Protocol, self, {}, input, first), /has no timers/);
});
