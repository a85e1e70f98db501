import assert from "node:assert/strict";
import test from "node:test";
import fc from "fast-check";
import {
  capacity,
  ceilLg,
  exponent,
  floorLg,
  levelAt,
  NAIVE,
  storedAtRest,
  supervisor,
} from "../../src/protocols/controller/hierarchy.js";

/** The depths that a request of the local bin at a depth passes on its way to the root, bin by bin. */
function chain(depth: number): number[] {
  const depths: number[] = [];
  for (let level = -1, at = depth; at > 0; level++) depths.push((at = supervisor(level, at)));
  return depths;
}

test("definition 4.1.1: the level of a global bin is the number of times that 2 divides its depth", () => {
  assert.deepEqual([1, 2, 3, 4, 6, 8, 12, 16, 52].map(levelAt), [0, 1, 0, 2, 1, 3, 2, 4, 2]);
});

test("section 4.1, worked example: on a path, the chain of depth 52 is 51, 50, 44, 40, 16, root, over 52 hops", () => {
  assert.equal(supervisor(levelAt(52), 52), 40);
  assert.deepEqual(chain(52), [51, 50, 44, 40, 16, 0]);
});

test("lemma 4.1.2: a bin of level l is 2^l or 3 * 2^l hops from its supervisor, or less from the root", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100_000 }), (depth) => {
      const level = levelAt(depth);
      const above = supervisor(level, depth);
      const hops = depth - above;
      assert(hops === 2 ** level || hops === 3 * 2 ** level, `depth ${depth}: ${hops} hops`);
      const local = depth - supervisor(-1, depth);
      assert.equal(local, depth % 2 === 1 ? 0 : 1);
    }),
  );
});

test("lemma 4.1.3: below the root, a bin with room for more than one is half as large as its supervisor", () => {
  for (const e of [0, 1, 5]) {
    for (let level = -1; level < 12; level++) {
      if (capacity(e, level) > 1) assert.equal(capacity(e, level + 1), 2 * capacity(e, level));
    }
  }
  assert.equal(capacity(NAIVE, 24), 1);
});

test("the exponents of the worked examples, as printed and corrected", () => {
  const at = (U: number, W: number, H: number) => ({
    paper: exponent("paper", W, U, H),
    tight: exponent("tight", W, U, H),
    depth: exponent("depth", W, U, H),
  });
  assert.deepEqual(at(4, 64, 1), { paper: 1, tight: 3, depth: 4 });
  assert.deepEqual(at(1024, 32768, 10), { paper: 0, tight: 2, depth: 4 });
  assert.equal(exponent("depth", 32768, 1024, 1), 5);
  assert.deepEqual([at(4, 19, 3).paper, at(4, 19, 3).tight], [-1, 1]);
  assert.deepEqual([at(4, 48, 3).paper, at(4, 48, 3).tight], [1, 3]);
  assert.equal(exponent("depth", 0, 4, 1), NAIVE);
});

test("lemma 4.4.2, corrected: what bins can store at rest is at most W, on any tree", () => {
  const parents = fc
    .integer({ min: 1, max: 60 })
    .chain((n) =>
      fc.tuple(
        ...Array.from({ length: n }, (_, i) => (i === 0 ? fc.constant(-1) : fc.integer({ min: 0, max: i - 1 }))),
      ),
    );
  fc.assert(
    fc.property(parents, fc.integer({ min: 1, max: 10_000 }), (tree, W) => {
      const depths: number[] = [];
      for (const parent of tree) depths.push(parent < 0 ? 0 : depths[parent] + 1);
      const H = Math.max(...depths);
      for (const lambda of ["paper", "tight", "depth"] as const) {
        const e = exponent(lambda, W, tree.length, H);
        const stored = storedAtRest(depths, tree, e);
        assert(stored <= W, `${lambda}: ${stored} of ${W}`);
        if (lambda === "paper") assert(4 * stored <= W, `as printed only a quarter: ${stored} of ${W}`);
      }
    }),
  );
});

test("erratum 28: rounding the exponent up stores more than W", () => {
  const [W, e] = [5, exponent("depth", 5, 1, 0)];
  assert(storedAtRest([0], [-1], e) <= W);
  assert(storedAtRest([0], [-1], e + 1) > W);
});

test("integer logarithms are exact beside the powers of two, up to 2^53", () => {
  for (let power = 1; power <= 52; power++) {
    const value = 2 ** power;
    assert.deepEqual([floorLg(value), ceilLg(value)], [power, power]);
    assert.deepEqual([floorLg(value + 1), ceilLg(value + 1)], [power, power + 1]);
    assert.equal(floorLg(value - 1), power - 1);
  }
});
