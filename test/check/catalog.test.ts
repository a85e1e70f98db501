import assert from "node:assert/strict";
import { test } from "node:test";
import { catalog } from "../../src/catalog/index.js";
import { isCaught, isFine, type Violation } from "../../src/check/index.js";
import { run } from "./toys.js";

/** Transitions, and steps to the state farthest away. A change here needs a reason in the commit that makes it. */
const pinned: Readonly<Record<string, readonly [edges: number, depth: number]>> = {
  "controller/naive path4-counter": [945, 15],
  "controller/naive star4-weighted": [14_565, 9],
  "controller/simple path4-bins": [6365, 23],
  "controller/simple star4-bins": [630, 11],
  "controller/simple limb4-weighted": [41_990, 13],
  "controller/basic path4-whole": [4914, 20],
  "controller/basic alone-whole": [3, 3],
  "controller/basic path2-whole": [33, 6],
  "controller/basic path3-whole": [170, 9],
  "controller/basic star3-whole": [280, 9],
  "controller/basic star4-whole": [2088, 12],
  "controller/basic fork4-whole": [715, 11],
  "controller/basic limb4-whole": [1300, 12],
  "controller/basic alone-partial": [4, 4],
  "controller/basic path2-partial": [82, 9],
  "controller/basic path3-partial": [866, 16],
  "controller/basic star3-partial": [2027, 16],
  "controller/basic path4-partial": [37_474, 28],
  "controller/basic star4-partial": [18_982, 19],
  "controller/basic fork4-partial": [5645, 17],
  "controller/basic limb4-partial": [10_020, 19],
  "controller/basic path3-weighted": [33_051, 18],
  "controller/basic star3-weighted": [35_269, 15],
  "controller/basic path4-weighted": [287_800, 27],
  "controller/basic fork4-weighted": [241_009, 23],
  "controller/basic limb4-weighted": [240_874, 20],
  "controller/basic alone-rounding": [16, 16],
  "baseline/central path3-endless": [302, 12],
  "baseline/central star4-two-units": [67_111, 14],
  "baseline/central path4-fifo": [3040, 19],
  "baseline/ricart-agrawala complete3-one-wish": [9005, 18],
  "baseline/ricart-agrawala complete3-fifo": [33_033, 24],
  "baseline/ricart-agrawala complete2-endless": [40, 7],
  "baseline/ricart-agrawala complete2-two-clients": [197, 9],
  "baseline/ricart-agrawala complete3-endless": [9270, 16],
  "baseline/raymond path3-endless": [252, 12],
  "baseline/raymond star4-two-units": [162_455, 26],
  "baseline/raymond path4-fifo": [1376, 15],
};

/** How each mutant breaks its property, in how few steps, and how many of them repeat for ever. */
const caught: Readonly<Record<string, readonly [kind: Violation["kind"], steps: number, cycle: number]>> = {
  "controller/basic rounded-up": ["rest", 9, 0],
  "controller/basic hasty-flag": ["always", 6, 0],
  "baseline/central last-come": ["starvation", 8, 5],
  "baseline/central endless-units": ["always", 4, 0],
  "baseline/central endless-queue": ["always", 2, 0],
  "baseline/ricart-agrawala no-tie-break": ["always", 10, 0],
  "baseline/ricart-agrawala both-defer": ["deadlock", 8, 0],
  "baseline/ricart-agrawala deaf-clock": ["always", 10, 0],
  "baseline/ricart-agrawala forgotten-reply": ["deadlock", 14, 0],
  "baseline/raymond shared-token": ["always", 4, 0],
  "baseline/raymond asks-once": ["deadlock", 7, 0],
  "baseline/raymond unfair-queue": ["starvation", 9, 6],
};

for (const entry of catalog) {
  for (const check of entry.checks) {
    const name = `${entry.name} ${check.id}`;
    test(`${name} is fine, and its states are those that are pinned`, () => {
      const result = run(entry, check, { id: check.id });
      assert.deepEqual(
        result.violations.map(({ property, what }) => `${property}: ${what}`),
        [],
      );
      assert.equal(result.limit, null);
      assert.ok(result.exhausted);
      for (const [property, seen] of Object.entries(result.sometimes)) assert.ok(seen, `${property} was never seen`);
      assert.ok(isFine(result));
      assert.equal(result.states, check.states);
      assert.deepEqual([result.edges, result.depth], pinned[name], "edges and depth are pinned in this file");
    });
  }

  for (const mutant of entry.mutants.filter(({ caughtBy }) => caughtBy === "check")) {
    const name = `${entry.name} ${mutant.id}`;
    test(`${name} is caught by ${mutant.property}, and not later than it could be`, () => {
      const check = entry.checks.find(({ id }) => id === mutant.check);
      assert.ok(check, `there is a check ${mutant.check}`);
      const result = run(entry, check, { mutant });
      assert.ok(isCaught(result, mutant));
      assert.ok(!isFine(result));
      assert.equal(result.mutant, mutant.id);
      const [violation] = result.violations.filter(({ property }) => property === mutant.property);
      assert.deepEqual([violation.kind, violation.steps, violation.cycle], caught[name]);
    });
  }
}

test("what is pinned exists", () => {
  const checks = catalog.flatMap(({ name, checks }) => checks.map(({ id }) => `${name} ${id}`));
  const mutants = catalog.flatMap(({ name, mutants }) => mutants.map(({ id }) => `${name} ${id}`));
  for (const name of Object.keys(pinned)) assert.ok(checks.includes(name), name);
  for (const name of Object.keys(caught)) assert.ok(mutants.includes(name), name);
});

test("what was never seen is not fine", () => {
  const entry = catalog.find(({ name }) => name === "baseline/central");
  assert.ok(entry);
  const properties = [...entry.spec.properties, { name: "rain", kind: "sometimes" as const, what: "it rains" }];
  const result = run({ ...entry, spec: { ...entry.spec, properties } }, entry.checks[0]);
  assert.deepEqual([result.exhausted, result.violations.length, result.sometimes.rain], [true, 0, false]);
  assert.ok(!isFine(result));
});

test("every property that a mutant breaks is one of its problem or of its protocol", () => {
  for (const { name, spec, invariants, mutants } of catalog) {
    const known = [...spec.properties, ...invariants].map((property) => property.name);
    for (const { id, property } of mutants) assert.ok(known.includes(property), `${name} ${id}: ${property}`);
  }
});
