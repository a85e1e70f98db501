import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { Encoder, IntSet, Queue } from "../../src/core/index.js";
import { encoded } from "./encoded.js";

const text = fc.string({ maxLength: 4 }).filter((string) => !/^\p{Cc}/u.test(string));
const key = fc.stringMatching(/^[a-z][a-zA-Z0-9_ -]{0,3}$/);
const { tree } = fc.letrec((tie) => ({
  leaf: fc.oneof(fc.maxSafeInteger(), fc.integer({ min: -2, max: 2 }), fc.boolean(), fc.constant(null), text),
  tree: fc.oneof(
    { maxDepth: 4 },
    tie("leaf"),
    fc.array(tie("tree"), { maxLength: 4 }),
    fc.dictionary(key, tie("tree"), { maxKeys: 4, noNullPrototype: true }),
  ),
}));

/** The same tree with the keys of all records in the opposite order. */
function turned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(turned);
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value).map(([name, field]) => [name, turned(field)]);
  return Object.fromEntries(fields.reverse());
}

function isEqual(a: unknown, b: unknown): boolean {
  try {
    assert.deepEqual(a, b);
    return true;
  } catch {
    return false;
  }
}

/** Few values, so that many trees are equal and the numbers of atoms are also integers that occur. */
const few = fc.constantFrom(0, 1, 2, "", "a", true, null);
const small = fc.oneof(
  few,
  fc.array(few, { maxLength: 2 }),
  fc.dictionary(fc.constantFrom("a", "b"), few, { noNullPrototype: true }),
);

test("two trees have equal words just when they are equal", () => {
  const property = fc.property(fc.oneof(tree, small), fc.oneof(tree, small), (a, b) => {
    const encoder = new Encoder();
    assert.equal(encoded(a, encoder) === encoded(b, encoder), isEqual(a, b));
  });
  fc.assert(property, { numRuns: 3000 });
});

test("equal trees have equal words, and the order of keys does not matter", () => {
  fc.assert(
    fc.property(tree, (a) => {
      assert.equal(encoded(structuredClone(a)), encoded(a));
      assert.equal(encoded(turned(a)), encoded(a));
    }),
  );
});

test("no two of 166,754 small trees have equal words, and none begins with the words of another", () => {
  const leaves = [0, 1, -1, 2 ** 29, 2 ** 31, true, false, null, "", "a", "1"];
  const shallow = [...leaves, ...compounds(leaves)];
  const encoder = new Encoder();
  const words = [...compounds(shallow)].map((deep) => `${encoded(deep, encoder)},`).sort();
  assert.equal(words.length, 2 + 3 * shallow.length + 2 * shallow.length ** 2);
  for (let i = 1; i < words.length; i++)
    if (words[i].startsWith(words[i - 1])) assert.fail(`${words[i - 1]} begins two`);
});

/** All lists of up to two of these items, and all records of them with no other keys than a and b. */
function* compounds(items: readonly unknown[]): Generator<unknown> {
  yield* [[], {}];
  for (const a of items) {
    yield* [[a], { a }, { b: a }];
    for (const b of items) yield* [[a, b], { a, b }];
  }
}

test("minus zero is zero", () => {
  assert.equal(encoded(-0), encoded(0));
  assert.equal(encoded({ a: [-0] }), encoded({ a: [0] }));
});

test("integers of every width are told apart", () => {
  const powers = Array.from({ length: 53 }, (_, i) => 2 ** i);
  const numbers = powers.flatMap((power) => [power, power - 1, power + 1, -power, -power - 1, -power + 1]);
  const safe = new Set(numbers.filter((number) => Number.isSafeInteger(number)).map((number) => number + 0));
  assert.equal(new Set([...safe].map((number) => encoded(number))).size, safe.size);
});

test("a set and a queue are encoded as the list of their members", () => {
  assert.equal(encoded({ a: IntSet.of([40, 2]) }), encoded({ a: [2, 40] }));
  assert.equal(encoded({ a: Queue.of([40, 2]) }), encoded({ a: [40, 2] }));
});

test("what is no plain tree is refused", () => {
  class State {
    readonly clock = 0;
  }
  const bad = [0.5, Number.NaN, Infinity, 2 ** 53, undefined, 1n, Symbol("a"), () => 1];
  const objects = [new Map(), new Set([1]), new State(), new Date(0), Object.create(null), new Int32Array(1)];
  for (const value of [...bad, ...objects]) {
    assert.throws(() => encoded(value), /^Error: assertion failed/, String(typeof value));
    assert.throws(() => encoded({ a: [value] }), /^Error: assertion failed/, String(typeof value));
  }
});

test("keys that could be mistaken for others are refused, whatever was encoded before", () => {
  encoded([{}, { a: 1, b: 2 }]);
  for (const odd of [{ "": 1 }, { "a,b": 1 }]) {
    assert.throws(() => encoded(odd), /assertion failed: keys of a plain tree/);
    assert.throws(() => new Encoder().tree(odd), /assertion failed: keys of a plain tree/);
  }
});

test("a record that is known by its type has the words that it has as a tree", () => {
  const encoder = new Encoder();
  for (const message of [{ type: "request", stamp: 3 }, { type: "reply" }, { stamp: 3, type: "request" }]) {
    encoder.clear();
    encoder.tree(message);
    const words = encoder.words.slice(0, encoder.length);
    encoder.clear();
    encoder.typed(message);
    assert.deepEqual(encoder.words.slice(0, encoder.length), words);
  }
});

test("a tree longer than the buffer keeps all its words", () => {
  const encoder = new Encoder();
  const items = Array.from({ length: 5000 }, (_, i) => i);
  encoder.tree(items);
  assert.equal(encoder.length, 5001);
  assert.deepEqual(
    [...encoder.words.subarray(1, 5001)],
    items.map((item) => item << 2),
  );
});
