import assert from "node:assert/strict";
import { test } from "node:test";
import { catalog } from "../../src/catalog/index.js";
import { isFine } from "../../src/check/index.js";
import type { Entry } from "../../src/core/index.js";
import { alone, counter, kindsOf, nobody, rally, run, setting, toy } from "./toys.js";

const central = catalog.find(({ name }) => name === "baseline/central") as Entry;

test("a star of 40 nodes is checked: sets of nodes may be wider than a word", () => {
  const result = run(central, setting({ topology: { kind: "star", n: 40 }, commands: { total: 2, perNode: 1 } }));
  assert.ok(isFine(result), JSON.stringify(result.violations[0]?.what));
  assert.equal(result.n, 40);
  // Every pair of leaves does what the pair 1 and 2 does, and every leaf what 1 does: counted by hand from small stars.
  const states = (n: number) =>
    run(central, setting({ topology: { kind: "star", n }, commands: { total: 2, perNode: 1 } })).states;
  const [one, two, three, four] = [1, 2, 3, 4].map(states);
  const second = three - 2 * two + one;
  assert.equal(four - 3 * three + 3 * two - one, 0, "a polynomial of degree 2 in the number of nodes");
  assert.equal(result.states, one + 39 * (two - one) + ((39 * 38) / 2) * second);
});

test("more than 65,536 states of one node are told apart", () => {
  const result = run(toy(counter(70_000)), setting({ ...alone, ...nobody }));
  assert.deepEqual([result.states, result.edges, result.depth], [70_001, 70_000, 70_000]);
  assert.ok(result.exhausted);
});

test("a cycle through 200,000 states is judged, and can be walked", () => {
  const result = run(toy(rally(100_000)), setting(nobody));
  assert.equal(result.states, 200_000);
  assert.deepEqual(kindsOf(result), ["quiet: livelock"]);
  assert.deepEqual([result.violations[0].steps, result.violations[0].cycle], [200_000, 200_000]);
});

test("a counterexample of 70,000 steps is explained", () => {
  const entry = toy(counter(70_000), {
    invariants: [{ name: "low", what: "never reaches 70,000", holds: ({ states }) => states[0] !== 70_000 }],
  });
  const result = run(entry, setting({ ...alone, ...nobody }));
  assert.deepEqual([result.violations[0].property, result.violations[0].steps], ["low", 70_000]);
  assert.equal(result.violations[0].trace.length, 70_001);
});
