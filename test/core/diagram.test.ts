import assert from "node:assert/strict";
import { test } from "node:test";
import { catalog } from "../../src/catalog/index.js";
import { Check } from "../../src/check/index.js";
import { diagram, type Entry, findMutant, type Row } from "../../src/core/index.js";
import { matchesGolden } from "../golden.js";

/** The diagram of a mutant's shortest counterexample. */
function counterexample(name: string, id: string, n: number): string {
  const entry = catalog.find((entry) => entry.name === name) as Entry;
  const mutant = findMutant(entry, id);
  const setting = entry.checks.find((check) => check.id === mutant.check);
  assert.ok(setting && "n" in setting.topology);
  const check = new Check(entry, { ...setting, topology: { ...setting.topology, n } }, { mutant });
  check.advance(1e9);
  const violation = check.result().violations.find(({ property }) => property === mutant.property);
  assert.ok(violation);
  const rows = violation.trace.filter((line): line is Row => "e" in line);
  const repeats = violation.cycle > 0 ? violation.steps - violation.cycle + 1 : undefined;
  return `${diagram(n, rows, repeats)}\n`;
}

test("a counterexample of two nodes is drawn as it always was", () => {
  matchesGolden("ricart-agrawala-no-tie-break.txt", counterexample("baseline/ricart-agrawala", "no-tie-break", 2));
});

test("steps that repeat for ever are marked", () => {
  matchesGolden("central-last-come.txt", counterexample("baseline/central", "last-come", 3));
});

const at = (t: number, node: number) => ({ t, node });
const ping = { type: "ping", message: { type: "ping" }, seq: 0 };

test("a message slants from its sender to its receiver, and lanes are thick while somebody holds", () => {
  const rows: Row[] = [
    { ...at(1, 0), e: "command", id: 0, type: "acquire" },
    { ...at(1, 0), e: "event", id: 0, type: "granted", unit: 2 },
    { ...at(1, 0), e: "send", to: 1, ...ping },
    { ...at(2, 1), e: "timer", timer: "tick" },
    { ...at(2, 1), e: "choose", of: 2, value: 1 },
    { ...at(3, 1), e: "deliver", from: 0, ...ping },
    { ...at(4, 0), e: "command", id: 1, type: "release", of: 0 },
  ];
  assert.deepEqual(diagram(2, rows).split("\n"), [
    " 0       1",
    " ●       │     1  node 0: acquire #0, GRANTED #0 unit 2, sends ping to 1",
    " ┃─╲     │",
    " ┃  ─╲   ●     2  node 1: timer tick, draws 1 of 2",
    " ┃    ─╲ │",
    " ┃      ▶●     3  node 1: gets ping from 0",
    " ┃       │",
    " ●       │     4  node 0: release #0",
  ]);
});

test("a run without rows is a line for each node", () => {
  assert.equal(diagram(3, []), " 0       1       2\n │       │       │");
});

test("a delivery whose sending is not in the rows has no line", () => {
  const rows: Row[] = [{ ...at(1, 1), e: "deliver", from: 0, ...ping }];
  assert.equal(diagram(2, rows), " 0       1\n │       ●     1  node 1: gets ping from 0");
});

test("equal messages to several nodes are named once", () => {
  const send = (to: number, seq: number): Row => ({ ...at(1, 0), e: "send", to, ...ping, seq });
  const rows: Row[] = [{ ...at(1, 0), e: "command", id: 0, type: "acquire" }, send(1, 0), send(2, 1)];
  assert.match(diagram(3, rows), /node 0: acquire #0, sends ping to 1 and 2$/m);
});
