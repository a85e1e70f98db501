import assert from "node:assert/strict";
import { test } from "node:test";
import { isFine } from "../../src/check/index.js";
import { mutualExclusion } from "../../src/spec/index.js";
import {
  alone,
  asking,
  counters,
  fairShop,
  firstCome,
  generous,
  kindsOf,
  lastCome,
  rudeShop,
  run,
  setting,
  suspect,
  toy,
} from "./toys.js";

const endless = (perNode: number) => ({ commands: { total: null, perNode } });

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
