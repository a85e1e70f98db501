import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { PairMap } from "../../src/check/pair-map.js";
import { Random } from "../../src/core/index.js";

test("a pair has the value that it was given last, and -1 before", () => {
  const key = fc.oneof(fc.nat({ max: 3 }), fc.nat({ max: 2 ** 31 - 1 }));
  fc.assert(
    fc.property(fc.array(fc.tuple(key, key, fc.integer({ min: 0, max: 2 ** 31 - 1 }))), (entries) => {
      const map = new PairMap();
      const twin = new Map<string, number>();
      for (const [a, b, value] of entries) {
        assert.equal(map.get(a, b), twin.get(`${a} ${b}`) ?? -1);
        map.set(a, b, value);
        twin.set(`${a} ${b}`, value);
        assert.equal(map.get(a, b), value);
        assert.equal(map.get(b, a), twin.get(`${b} ${a}`) ?? -1);
      }
      for (const [a, b] of entries) assert.equal(map.get(a, b), twin.get(`${a} ${b}`));
    }),
  );
});

test("200,000 pairs, near together and far apart, keep their values while the map grows", () => {
  const random = new Random(1, "pairs");
  const map = new PairMap();
  const twin = new Map<string, number>();
  for (let i = 0; i < 200_000; i++) {
    const [a, b] = i % 2 === 0 ? [i % 400, Math.floor(i / 400)] : [random.below(2 ** 31), random.below(2 ** 31)];
    map.set(a, b, i);
    twin.set(`${a} ${b}`, i);
  }
  for (const [key, value] of twin) {
    const [a, b] = key.split(" ").map(Number);
    if (map.get(a, b) !== value) assert.fail(`${key} is ${map.get(a, b)} instead of ${value}`);
  }
  assert.equal(map.get(401, 0), -1);
});
