import assert from "node:assert/strict";
import { test } from "node:test";
import { runSpin, type SpinRun } from "../../bench/spin.js";
import { catalog } from "../../src/catalog/index.js";
import type { Setting } from "../../src/check/index.js";
import type { Entry } from "../../src/core/index.js";
import { needs } from "../tools.js";
import { run, setting } from "./toys.js";

// SPIN is an independent judge: the model in bench/spin is written after the paper, not after our code.
const entry = catalog.find(({ name }) => name === "baseline/ricart-agrawala") as Entry;
const oneWishEach = (n: number): Setting =>
  setting({ topology: { kind: "complete", n }, commands: { total: null, perNode: 1, each: 1 } });

function spin(n: number, tieBreak: boolean): SpinRun {
  const result = runSpin({ n, tieBreak });
  assert.ok(!("missing" in result), "spin and gcc are there");
  return result;
}

for (const n of [2, 3]) {
  test(`SPIN finds as many states and transitions of Ricart-Agrawala on ${n} nodes as we do`, needs("spin"), () => {
    const { states, edges, violations } = run(entry, oneWishEach(n));
    const theirs = spin(n, true);
    assert.deepEqual([theirs.states, theirs.transitions, theirs.errors], [states, edges, violations.length]);
  });
}

test("SPIN finds two holders without the tie-break, and so do we", needs("spin"), () => {
  const mutant = entry.mutants.find(({ id }) => id === "no-tie-break");
  assert.ok(mutant);
  assert.equal(spin(3, false).errors, 1);
  const { violations } = run(entry, oneWishEach(3), { mutant });
  assert.ok(violations.some(({ property }) => property === "exclusion"));
});
