import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { IntSet } from "../../src/core/index.js";
import { encoded } from "./encoded.js";

/** Often at the edge of a word, and wide enough for four of them. */
const member = fc.oneof(fc.constantFrom(0, 1, 30, 31, 32, 33, 62, 63, 64, 65, 95, 96, 127), fc.nat({ max: 127 }));
const members = fc.array(member, { maxLength: 20 });
type One = readonly ["with" | "without", number];
type Step = One | readonly ["union" | "intersection" | "minus", readonly number[]];
const isOne = (step: Step): step is One => typeof step[1] === "number";
const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    fc.tuple(fc.constantFrom("with", "without"), member),
    fc.tuple(fc.constantFrom("union", "intersection", "minus"), members),
  ),
  { maxLength: 30 },
);

function grown(set: IntSet, step: Step): IntSet {
  return isOne(step) ? set[step[0]](step[1]) : set[step[0]](IntSet.of(step[1]));
}

/** What a Set makes of the same step. */
function twinGrown(twin: ReadonlySet<number>, [verb, what]: Step): ReadonlySet<number> {
  const others = new Set(typeof what === "number" ? [what] : what);
  if (verb === "with" || verb === "union") return new Set([...twin, ...others]);
  return new Set([...twin].filter((item) => others.has(item) === (verb === "intersection")));
}

test("a set does what a Set does, whatever its history", () => {
  fc.assert(
    fc.property(members, steps, (start, history) => {
      let set = IntSet.of(start);
      let twin: ReadonlySet<number> = new Set(start);
      for (const step of history) {
        set = grown(set, step);
        twin = twinGrown(twin, step);
        const sorted = [...twin].sort((a, b) => a - b);
        assert.deepEqual([...set], sorted);
        assert.equal(set.size, twin.size);
        assert.equal(set.isEmpty, twin.size === 0);
        assert.equal(set.lowest, sorted[0] ?? -1);
        for (let item = 0; item < 160; item++) assert.equal(set.has(item), twin.has(item), String(item));
      }
    }),
  );
});

test("equal sets are equal inside and have equal encodings, whatever their histories", () => {
  fc.assert(
    fc.property(members, steps, (start, history) => {
      const set = history.reduce(grown, IntSet.of(start));
      const fresh = IntSet.of(set);
      assert.deepEqual(set, fresh);
      assert.equal(encoded(set), encoded(fresh));
      assert.equal(JSON.stringify(set), JSON.stringify([...fresh]));
    }),
  );
});

test("a step leaves the old set as it was", () => {
  fc.assert(
    fc.property(members, steps, (start, history) => {
      const old = IntSet.of(start);
      const before = [...old];
      for (const step of history) grown(old, step);
      assert.deepEqual([...old], before);
    }),
  );
});

test("sets of more than 64 members keep them all", () => {
  const wide = IntSet.range(1, 1000);
  assert.equal(wide.size, 1000);
  assert.equal([...wide].length, 1000);
  assert.ok(!wide.has(0) && wide.has(1) && wide.has(1000) && !wide.has(1001));
  const evens = IntSet.of(Array.from({ length: 500 }, (_, i) => 2 * i + 2));
  assert.deepEqual([...wide.minus(evens)].slice(0, 3), [1, 3, 5]);
  assert.equal(wide.minus(evens).union(evens).intersection(wide).size, 1000);
});

test("a set that loses its last member is the empty set itself", () => {
  assert.equal(IntSet.of([100]).without(100), IntSet.EMPTY);
  assert.equal(IntSet.of([]), IntSet.EMPTY);
  assert.equal(IntSet.range(3, 2), IntSet.EMPTY);
  assert.equal(IntSet.EMPTY.lowest, -1);
});

test("a step that changes nothing returns the same set", () => {
  const set = IntSet.of([3, 70]);
  assert.equal(set.with(70), set);
  assert.equal(set.without(4), set);
});
