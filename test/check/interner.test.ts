import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { Interner } from "../../src/check/interner.js";
import { IntSet } from "../../src/core/index.js";

const tree = fc.oneof(
  fc.integer({ min: -2, max: 2 }),
  fc.constantFrom("", "a", true, null),
  fc.array(fc.integer({ min: 0, max: 1 }), { maxLength: 2 }),
  fc.record({ a: fc.integer({ min: 0, max: 1 }), b: fc.boolean() }, { requiredKeys: [], noNullPrototype: true }),
);

test("equal trees get the number of the first one, which is kept", () => {
  fc.assert(
    fc.property(fc.array(tree), (trees) => {
      const interner = new Interner<unknown>();
      const firsts: unknown[] = [];
      const twin = new Map<string, number>();
      for (const item of trees) {
        // Keys come in one order here, so that the text of a tree tells it from others.
        const key = JSON.stringify(item);
        if (!twin.has(key)) {
          twin.set(key, twin.size);
          firsts.push(item);
        }
        assert.equal(interner.id(item), twin.get(key));
      }
      assert.equal(interner.count, firsts.length);
      for (const [id, first] of firsts.entries()) assert.equal(interner.get(id), first);
    }),
  );
});

test("neither the order of keys nor the history of a set matters", () => {
  const interner = new Interner<unknown>();
  const id = interner.id({ a: 1, b: IntSet.of([1, 70]) });
  assert.equal(interner.id({ b: IntSet.of([1, 70, 90]).without(90), a: 1 }), id);
  assert.notEqual(interner.id({ a: 1, b: IntSet.of([1]) }), id);
});

test("more than 65,536 trees have numbers of their own", () => {
  const interner = new Interner<{ count: number }>();
  for (let count = 0; count < 100_000; count++) interner.id({ count });
  assert.equal(interner.count, 100_000);
  assert.equal(interner.id({ count: 99_999 }), 99_999);
  assert.deepEqual(interner.get(70_000), { count: 70_000 });
});
