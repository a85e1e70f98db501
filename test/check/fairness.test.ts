import assert from "node:assert/strict";
import { test } from "node:test";
import type { Order } from "../../src/core/index.js";
import {
  alone,
  asking,
  carousel,
  coin,
  distracted,
  evasive,
  generous,
  hesitant,
  kindsOf,
  nobody,
  run,
  setting,
  suspect,
  toy,
} from "./toys.js";

const orders: readonly Order[] = ["fifo", "any"];

for (const network of orders) {
  test(`a message that goes round for ever breaks quiet (${network})`, () => {
    const result = run(toy(carousel), setting({ network, ...nobody }));
    assert.deepEqual(kindsOf(result), ["quiet: livelock"]);
    assert.deepEqual([result.violations[0].steps, result.violations[0].cycle], [2, 2]);
  });

  test(`a protocol that is always moving may move for ever (${network})`, () => {
    const result = run(toy(carousel, { alwaysMoving: true }), setting({ network, ...nobody }));
    assert.ok(result.exhausted);
    assert.deepEqual(kindsOf(result), []);
  });

  test(`who waits only for a message does not starve, whatever else could be delivered instead (${network})`, () => {
    const result = run(toy(asking(1), { alwaysMoving: true }), setting({ network }));
    assert.ok(result.exhausted);
    assert.deepEqual(kindsOf(result), []);
  });

  test(`of two equal messages, both arrive (${network})`, () => {
    const result = run(toy(asking(2), { alwaysMoving: true }), setting({ network }));
    assert.ok(result.exhausted);
    assert.deepEqual(kindsOf(result), []);
  });

  test(`two equal messages that go to and fro can leave somebody waiting for ever (${network})`, () => {
    const result = run(toy(evasive, { alwaysMoving: true }), setting({ network }));
    assert.deepEqual(kindsOf(result), ["answered: starvation"]);
  });
}

test("nobody moves when nobody asks: a quiet protocol is quiet", () => {
  const result = run(toy(generous), setting({ ...nobody }));
  assert.ok(result.exhausted);
  assert.deepEqual([result.states, result.edges, ...kindsOf(result)], [1, 0]);
});

test("a step that is possible all the time is taken", () => {
  const result = run(toy(hesitant(false), { alwaysMoving: true }), setting());
  assert.ok(result.exhausted);
  assert.deepEqual(kindsOf(result), []);
});

test("a step that is possible only now and then may be missed for ever", () => {
  const result = run(toy(hesitant(true), { alwaysMoving: true }), setting());
  assert.deepEqual(kindsOf(result), ["answered: starvation"]);
});

test("a cycle that is reported leaves out nothing that is possible all the time", () => {
  const result = run(toy(distracted, { alwaysMoving: true }), setting());
  assert.deepEqual(kindsOf(result), ["answered: starvation"]);
  const [{ trace, steps, cycle }] = result.violations;
  const rows = trace.flatMap((row) => ("e" in row && row.t > steps - cycle ? row : []));
  assert.deepEqual(
    new Set(rows.map((row) => (row.e === "deliver" ? row.type : row.e))),
    new Set(["ball", "ask", "send"]),
  );
});

test("chance is owed to nobody: a coin may show the wrong side for ever", () => {
  const result = run(toy(coin), setting(alone));
  assert.deepEqual(kindsOf(result), ["answered: starvation"]);
  assert.deepEqual([result.violations[0].steps, result.violations[0].cycle], [2, 1]);
});

test("fair cycles are looked for also when something else is broken on the way to the property that is asked for", () => {
  const invariants = [{ name: "still", what: "nobody ever asks", holds: () => false }];
  const entry = toy(evasive, { alwaysMoving: true, invariants });
  const result = run(entry, setting(), { mutant: suspect(entry, "answered") });
  assert.deepEqual(kindsOf(result), ["still: invariant", "answered: starvation"]);
});

test("somebody who waits while nothing is under way is a deadlock, found before any cycle", () => {
  const deaf = toy({ ...generous, name: "toy/deaf", onCommand: (_self: unknown, state: number) => state });
  const result = run(deaf, setting());
  assert.deepEqual(kindsOf(result), ["answered: deadlock"]);
  assert.equal(result.violations[0].steps, 1);
});
