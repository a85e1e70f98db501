import assert from "node:assert/strict";
import { test } from "node:test";
import { isFine } from "../../src/check/index.js";
import { assert as claim } from "../../src/core/index.js";
import { alone, answer, carousel, generous, kindsOf, run, setting, suspect, toy } from "./toys.js";

/** Fails when it gets the ball while somebody at this node holds. */
const touchy = toy<number>({
  ...carousel,
  name: "toy/touchy",
  onCommand(_self, _state, command, out) {
    answer(command, out);
    return command.type === "acquire" ? 1 : 0;
  },
  onMessage(self, state, from, message, out) {
    claim(state === 0, "nobody plays while holding");
    return carousel.onMessage(self, state, from, message, out);
  },
});

test("a handler that throws breaks sound, and the trace ends with what made it throw", () => {
  const result = run(touchy, setting());
  assert.deepEqual(kindsOf(result), ["sound: always"]);
  const [{ what, steps, trace }] = result.violations;
  assert.equal(what, "node 1: assertion failed: nobody plays while holding");
  assert.equal(steps, 2);
  assert.deepEqual(trace.slice(-1), [
    { t: 2, node: 1, e: "deliver", from: 0, type: "ball", message: { type: "ball" }, seq: 0 },
  ]);
});

test("the search goes on past a handler that throws, to the property that is asked for", () => {
  const result = run(touchy, setting(), { mutant: suspect(touchy, "quiet") });
  assert.ok(result.exhausted);
  assert.deepEqual(kindsOf(result), ["sound: always", "quiet: livelock"]);
});

/** Toys that break the contract of a protocol as soon as they are asked. */
const breaches: Readonly<
  Record<string, readonly [(out: Parameters<typeof generous.onCommand>[3]) => unknown, RegExp]>
> = {
  "sends to a node that does not exist": [(out) => out.send(2, { type: "hello" }), /to node 2, which is no neighbour/],
  "sends to node -1, as the parent of a root": [
    (out) => out.send(-1, { type: "hello" }),
    /to node -1, which is no neighbour/,
  ],
  "sends to itself": [(out) => out.send(0, { type: "hello" }), /to node 0, which is no neighbour/],
  "draws from nothing": [(out) => out.choose(0), /a choice is among/],
  "sets a timer for now": [(out) => out.setTimer("now", 0), /a timer takes at least one step/],
  "keeps a fraction": [() => 0.5, /safe integers/],
  "keeps a Map": [() => new Map(), /a state is a plain tree/],
  "sends a fraction": [(out) => out.send(1, { type: "hello", size: 0.5 } as never), /safe integers/],
};
for (const [what, [breaks, says]] of Object.entries(breaches)) {
  test(`a protocol that ${what} breaks sound`, () => {
    const entry = toy<unknown>({
      ...generous,
      name: "toy/careless",
      onCommand: (self, state, _command, out) => (self.id === 0 ? breaks(out) : state) ?? state,
    });
    const result = run(entry, setting());
    assert.deepEqual(kindsOf(result), ["sound: always"]);
    assert.match(result.violations[0].what, says);
    assert.ok(!isFine(result));
  });
}

test("a protocol that sends to a node that is no neighbour breaks sound", () => {
  const entry = toy<number>({
    ...generous,
    name: "toy/shortcut",
    onCommand(self, state, command, out) {
      answer(command, out);
      if (self.id === 0) out.send(2, { type: "hello" });
      return state;
    },
  });
  assert.deepEqual(kindsOf(run(entry, setting({ topology: { kind: "path", n: 3 } }))), ["sound: always"]);
  assert.deepEqual(kindsOf(run(entry, setting({ topology: { kind: "star", n: 3 } }))), []);
});

test("an answer that nobody waits for breaks order", () => {
  const answers = {
    "a second grant": { type: "granted", client: 0 },
    "a stranger's grant": { type: "granted", client: 3 },
    "a release before its time": { type: "released", client: 0 },
  };
  for (const [what, event] of Object.entries(answers)) {
    const entry = toy<number>({
      ...generous,
      name: "toy/eager",
      onCommand(_self, state, command, out) {
        answer(command, out);
        if (command.type === "acquire") out.emit(event);
        return state;
      },
    });
    const result = run(entry, setting(alone), { mutant: suspect(entry, "order") });
    assert.ok(
      result.violations.some(({ property, kind }) => property === "order" && kind === "always"),
      what,
    );
  }
});

test("a client that is gone must not stand in the state", () => {
  const entry = toy<number[]>(
    {
      name: "toy/nostalgic",
      init: () => [],
      onCommand(_self, state, command, out) {
        answer(command, out);
        return command.type === "acquire" ? [command.client] : state;
      },
      onMessage: (_self, state) => state,
    },
    { mapClients: (state, f) => (state as number[]).map(f) },
  );
  const result = run(entry, setting(alone));
  assert.deepEqual(kindsOf(result), ["sound: always"]);
  assert.match(result.violations[0].what, /a client that is gone stands in the state/);
});

test("an invariant that throws is broken, and says why", () => {
  const holds = () => {
    throw new Error("no such field");
  };
  const entry = toy(generous, { invariants: [{ name: "careless", what: "all is well", holds }] });
  const [violation] = run(entry, setting(alone)).violations;
  assert.deepEqual(
    [violation.property, violation.kind, violation.what],
    ["careless", "invariant", "all is well (it cannot be judged: no such field)"],
  );
});
