import assert from "node:assert/strict";
import { test } from "node:test";
import { catalog } from "../../src/catalog/index.js";
import { Check, isFine, type Violation } from "../../src/check/index.js";
import { type Entry, findMutant, type Row } from "../../src/core/index.js";
import { type Configuration, canonical, type Move, Naive, type Setting } from "./naive.js";
import { run } from "./toys.js";

// The root serves the newest request first. Nothing is ever stuck and no unit is shared: only an endless run is wrong.
const entry = catalog.find(({ name }) => name === "baseline/central") as Entry;
const mutant = findMutant(entry, "last-come");
const endless = entry.checks.find(({ id }) => id === mutant.check) as Setting;
const starvation = () => run(entry, endless, { mutant }).violations[0];

test("last-come breaks nothing in bounded runs", () => {
  const asMutant = { ...entry, protocol: mutant.protocol };
  const result = run(asMutant, { ...endless, commands: { total: 4, perNode: 1 } });
  assert.ok(isFine(result), JSON.stringify(result.violations[0]?.what));
});

test("last-come is caught by a fair cycle, after all states were found to be sound", () => {
  const result = run(entry, endless, { mutant });
  assert.ok(result.exhausted);
  assert.deepEqual(
    result.violations.map(({ property, kind }) => [property, kind]),
    [["answered", "starvation"]],
  );
});

/** The configurations that a trace goes through, by the naive twin: the first is the initial one. */
function replay(rows: readonly Row[]): { configurations: Configuration[]; moves: Move[]; naive: Naive } {
  const naive = new Naive(entry, endless, mutant.protocol);
  const configurations = [naive.start()];
  const moves: Move[] = [];
  for (const row of rows) {
    if (row.e === "send" || row.e === "event") continue; // a step makes these by itself
    const before = configurations[configurations.length - 1];
    const inputs = naive.moves(before).filter(({ node, input }) => {
      if (node !== row.node || input.kind !== row.e.replace("deliver", "message")) return false;
      if (row.e === "command") return input.kind === "command" && input.command.type === row.type;
      return input.kind === "message" && row.e === "deliver" && canonical(input.message) === canonical(row.message);
    });
    assert.equal(inputs.length, 1);
    moves.push(inputs[0]);
    configurations.push(naive.make(before, inputs[0]).after);
  }
  return { configurations, moves, naive };
}

const rowsOf = ({ trace }: Violation) => trace.slice(1).filter((row): row is Row => "e" in row);

test("the cycle leads back to where it began", () => {
  const violation = starvation();
  const { configurations, naive } = replay(rowsOf(violation));
  assert.equal(configurations.length, violation.steps + 1);
  const begin = configurations[violation.steps - violation.cycle];
  assert.equal(naive.key(configurations[violation.steps]), naive.key(begin));
  assert.ok(violation.cycle > 0);
});

test("the cycle can be walked again and again, with the same rows", () => {
  const { choices, steps, cycle } = starvation();
  const check = new Check(entry, endless, { mutant });
  const walk = check.walk();
  for (const choice of choices) walk.take(choice);
  for (let i = 0; i < 2; i++) for (const choice of choices.slice(steps - cycle)) walk.take(choice);
  const round = (number: number) =>
    walk.rows
      .filter(({ t }) => t > steps - cycle + number * cycle && t <= steps + number * cycle)
      .map(({ node, e, ...row }) => ({
        node,
        e,
        type: "type" in row ? row.type : "",
        ...("to" in row && { to: row.to }),
      }));
  assert.ok(round(0).length >= cycle);
  assert.deepEqual(round(1), round(0));
  assert.deepEqual(round(2), round(0));
});

test("somebody waits through the whole cycle and gets nothing", () => {
  const violation = starvation();
  const { configurations } = replay(rowsOf(violation));
  const round = configurations.slice(violation.steps - violation.cycle);
  const waiting = (node: number) => round.every(({ nodes }) => nodes[node].clients[0]?.phase === "waiting");
  assert.deepEqual([0, 1, 2].filter(waiting).length, 1);
});

test("the cycle is fair: whatever stays possible all the time is done", () => {
  const violation = starvation();
  const { configurations, moves, naive } = replay(rowsOf(violation));
  const from = violation.steps - violation.cycle;
  const unit = ({ node, input }: Move) => {
    if (input.kind === "message") return canonical([node, input]);
    return input.kind === "command" && input.command.type === "release" ? `releases of ${node}` : null;
  };
  const round = configurations.slice(from, violation.steps);
  const possible = round.map((at) => new Set(naive.moves(at).map(unit)));
  const always = [...possible[0]].filter((key) => key !== null && possible.every((keys) => keys.has(key)));
  const done = new Set(moves.slice(from).map(unit));
  assert.deepEqual(
    always.filter((key) => !done.has(key)),
    [],
  );
});
