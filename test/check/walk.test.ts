import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { catalog } from "../../src/catalog/index.js";
import { Check, type Walk } from "../../src/check/index.js";
import type { ClientAutomaton, CommandRow, DeliverRow, EventRow, Row, SendRow } from "../../src/core/index.js";
import { GONE, phaseAfterCommand, phaseAfterEvent, TraceReader } from "../../src/core/index.js";

const checks = catalog.flatMap((entry) => entry.checks.map((check) => ({ entry, check })));

for (const entry of catalog) {
  for (const mutant of entry.mutants.filter(({ caughtBy }) => caughtBy === "check")) {
    test(`the counterexample of ${entry.name} ${mutant.id} can be walked, and read back from its lines`, () => {
      const setting = entry.checks.find(({ id }) => id === mutant.check);
      assert.ok(setting);
      const check = new Check(entry, setting, { mutant });
      check.advance(1e9);
      for (const { choices, start, trace, steps } of check.result().violations) {
        const walk = check.walk(start);
        for (const choice of choices) {
          const option = walk.options()[choice];
          const before = walk.rows.length;
          walk.take(choice);
          assert.deepEqual(summary(walk.rows[before]), [option.act.node, option.act.input.kind]);
        }
        const [header, ...rows] = trace;
        assert.deepEqual(walk.rows, rows);
        assert.deepEqual(walk.path, choices);
        assert.equal(steps, choices.length);
        const reader = new TraceReader();
        const lines = trace.map((line) => reader.line(JSON.stringify(line)));
        assert.deepEqual(lines, [null, ...rows]);
        assert.deepEqual(reader.header, header);
        assert.equal(reader.header?.mutant, mutant.id);
      }
    });
  }
}

/** Whose step a row begins, and with what. */
const summary = (row: Row) => [row.node, row.e === "deliver" ? "message" : row.e];

for (const { entry, check: setting } of checks) {
  test(`walks of ${entry.name} ${setting.id} have traces in which all numbers fit`, () => {
    const check = new Check(entry, setting);
    fc.assert(
      fc.property(fc.array(fc.nat(), { maxLength: 60 }), (draws) => {
        const walk = check.walk();
        stroll(walk, draws);
        fits(walk.rows, setting.network === "fifo", entry.spec.client);
      }),
      { numRuns: 30 },
    );
  });
}

function stroll(walk: Walk, draws: readonly number[]): void {
  for (const draw of draws) {
    const options = walk.options();
    if (options.length > 0) walk.take(draw % options.length);
  }
}

type Open = Readonly<{ phase: string; last: number }>;

/** What is delivered was sent, once and to that node; what is answered was asked, and is open. */
function fits(rows: readonly Row[], fifo: boolean, automaton: ClientAutomaton): void {
  const flying = new Map<number, SendRow>();
  const clients = new Map<number, Open>();
  let time = 0;
  for (const row of rows) {
    assert.ok(row.t >= time);
    time = row.t;
    if (row.e === "send") flying.set(row.seq, row);
    if (row.e === "deliver") arrives(row, flying, fifo);
    if (row.e === "command" || row.e === "event") speaks(row, clients, automaton);
  }
}

function arrives(row: DeliverRow, flying: Map<number, SendRow>, fifo: boolean): void {
  const sent = flying.get(row.seq);
  assert.ok(sent, `message ${row.seq} is under way`);
  assert.deepEqual([sent.node, sent.to, sent.message], [row.from, row.node, row.message]);
  const older = [...flying.values()].filter(
    ({ node, to, seq }) => node === row.from && to === row.node && seq < row.seq,
  );
  if (fifo) assert.deepEqual(older, []);
  flying.delete(row.seq);
}

/** A client is known by the id of the command that opened it; an answer names the last command that it got. */
function speaks(row: CommandRow | EventRow, clients: Map<number, Open>, automaton: ClientAutomaton): void {
  const { e, id, type, of } = row;
  if (e === "event" && id === undefined) return;
  const client = of ?? (id as number);
  const open = clients.get(client);
  assert.ok(open || (e === "command" && of === undefined), `client ${client} is open`);
  if (e === "event") assert.equal(id, open?.last, `the answer to client ${client} names its last command`);
  const after = e === "command" ? phaseAfterCommand : phaseAfterEvent;
  const phase = after(automaton, open?.phase, type);
  assert.ok(phase, `${type} may come when client ${client} is ${open?.phase}`);
  if (phase === GONE) clients.delete(client);
  else clients.set(client, { phase, last: id as number });
}

test("a choice that does not exist is refused, and the walk stays where it is", () => {
  const { entry, check: setting } = checks[0];
  const walk = new Check(entry, setting).walk();
  const before = walk.options();
  assert.throws(() => walk.take(before.length), RangeError);
  assert.deepEqual([walk.options(), walk.rows, walk.path], [before, [], []]);
});
