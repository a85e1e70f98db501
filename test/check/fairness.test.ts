import assert from "node:assert/strict";
import { test } from "node:test";
import { isFine } from "../../src/check/index.js";
import type { Order } from "../../src/core/index.js";
import { mutualExclusion } from "../../src/spec/index.js";
import {
  alone,
  asking,
  carousel,
  coin,
  counters,
  distracted,
  evasive,
  fairShop,
  firstCome,
  generous,
  hesitant,
  kindsOf,
  lastCome,
  nobody,
  rudeShop,
  run,
  setting,
  suspect,
  toy,
} from "./toys.js";

const orders: readonly Order[] = ["fifo", "any"];
const endless = (perNode: number) => ({ commands: { total: null, perNode } });

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

test("a client that local clients overtake for ever starves", () => {
  const result = run(lastCome, setting({ ...alone, ...endless(2) }));
  assert.deepEqual(kindsOf(result), ["answered: starvation"]);
  const [{ trace, steps, cycle }] = result.violations;
  const rows = trace.slice(1).flatMap((row) => ("e" in row ? row : []));
  const repeated = rows.filter(({ t }) => t > steps - cycle);
  const opened = rows.flatMap((row) => (row.e === "command" && row.type === "acquire" ? row : []));
  const granted = new Set(rows.flatMap((row) => (row.e === "event" && row.type === "granted" ? row.id : [])));
  const [overtaken] = opened.filter(({ id }) => !granted.has(id));
  assert.ok(overtaken.t <= steps - cycle, "the one that starves asks before the cycle");
  assert.ok(repeated.some((row) => row.e === "event" && row.type === "granted" && row.id !== overtaken.id));
});

test("clients that are served in turn do not starve", () => {
  const result = run(firstCome, setting({ ...alone, ...endless(2) }));
  assert.ok(isFine(result), JSON.stringify(kindsOf(result)));
});

test("clients are told apart by what they do, not by their numbers", () => {
  // Waiting clients 0 to 2, somebody served or not, the timer set or not: 7 combinations can be reached.
  for (const entry of [firstCome, lastCome]) {
    const result = run(entry, setting({ ...alone, ...endless(2) }), { fairness: false });
    assert.equal(result.states, 7);
  }
});

for (const perNode of [3, 4]) {
  test(`every holder keeps its promise, also while others come and go: nobody starves behind it (${perNode})`, () => {
    const result = run(fairShop, setting({ ...alone, ...endless(perNode) }));
    assert.ok(isFine(result), JSON.stringify(kindsOf(result)));
  });
}

test("a holder of another node does not keep this one's promise", () => {
  const result = run(counters, setting(endless(2)));
  assert.ok(isFine(result), JSON.stringify(kindsOf(result)));
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

test("who was answered and may stay for ever does not wait", () => {
  const phases = { ...mutualExclusion.client.phases, holding: { owed: false, commands: {}, events: {} } };
  const spec = { ...mutualExclusion, client: { ...mutualExclusion.client, phases } };
  const result = run(toy(asking(1), { alwaysMoving: true, spec }), setting());
  assert.ok(result.exhausted);
  assert.deepEqual(kindsOf(result), []);
});

test("where holders keep their promises and the newest is served first, somebody starves", () => {
  const result = run(rudeShop, setting({ ...alone, ...endless(4) }));
  assert.deepEqual(kindsOf(result), ["answered: starvation"]);
  const [{ trace, steps, cycle }] = result.violations;
  const rows = trace.flatMap((row) => ("e" in row && row.t > steps - cycle ? row : []));
  const given = rows.flatMap((row) => (row.e === "event" && row.type === "granted" ? (row.unit as number) : []));
  assert.ok(given.includes(1), "unit 1 is given back and taken again in the cycle");
});

test("a command that nobody has promised is owed to nobody: who could cancel still waits", () => {
  const commands = ["acquire", "release", "cancel"];
  const patient = toy<number>(
    {
      ...generous,
      name: "toy/patient",
      onCommand(_self, state, { type, client }, out) {
        if (type === "cancel") out.emit({ type: "cancelled", client });
        return state;
      },
    },
    { commands },
  );
  const result = run(patient, setting(alone), { mutant: suspect(patient, "none") });
  assert.deepEqual(kindsOf(result), ["answered: deadlock"]);
  // Idle, waiting, cancelled.
  assert.deepEqual([result.states, result.edges], [3, 2]);
});

test("with one client at a time nobody is overtaken", () => {
  const result = run(lastCome, setting({ ...alone, ...endless(1) }));
  assert.ok(result.exhausted);
  assert.deepEqual(kindsOf(result), []);
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
