import assert from "node:assert/strict";
import { test } from "node:test";
import { Random } from "../../src/core/index.js";

/** xoshiro128** as Blackman and Vigna publish it (prng.di.unimi.it), on integers that cannot overflow by accident. */
function published(seed: readonly number[], count: number): number[] {
  const mask = 0xffffffffn;
  const rotl = (x: bigint, k: bigint) => ((x << k) | (x >> (32n - k))) & mask;
  const s = seed.map(BigInt);
  const bits: number[] = [];
  while (bits.length < count) {
    bits.push(Number((rotl((s[1] * 5n) & mask, 7n) * 9n) & mask));
    const t = (s[1] << 9n) & mask;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rotl(s[3], 11n);
  }
  return bits;
}

const draws = (random: Random, count: number) => Array.from({ length: count }, () => random.bits());

for (const seed of [
  [1, 2, 3, 4],
  [0xffffffff, 0x80000000, 0x12345678, 0xdeadbeef],
]) {
  test(`bits are those of the published generator that starts from ${seed.join(", ")}`, () => {
    const random = new Random(0, "");
    const [s0, s1, s2, s3] = seed.map((word) => word | 0);
    Object.assign(random, { s0, s1, s2, s3 });
    assert.deepEqual(draws(random, 1000), published(seed, 1000));
  });
}

test("the first bits of a seed and stream are the same on every machine and in every version", () => {
  assert.deepEqual(draws(new Random(1, "network"), 3), [3489980004, 1687552458, 402220222]);
  assert.deepEqual(draws(new Random(2 ** 52 + 1, "network"), 3), [87235132, 1677936929, 4154133192]);
  assert.deepEqual(draws(new Random(0, ""), 3), [4187458251, 2444602982, 3872285402]);
});

test("different seeds and streams, however similar, give different bits", () => {
  const seeds = [0, 1, 2, -1, 2 ** 32, 2 ** 32 + 1, 2 ** 33, 2 ** 52];
  const streams = ["", "a", "b", "aa", "ab", "ba", "network", "network1", "network2"];
  const firsts = seeds.flatMap((seed) => streams.map((stream) => draws(new Random(seed, stream), 2).join()));
  assert.equal(new Set(firsts).size, seeds.length * streams.length);
});

test("two streams of one seed agree on about half of their bits", () => {
  const [a, b] = [new Random(7, "node 1"), new Random(7, "node 2")];
  let equal = 0;
  for (let i = 0; i < 1000; i++) equal += 32 - ((a.bits() ^ b.bits()) >>> 0).toString(2).replaceAll("0", "").length;
  // Of 32,000 fair coins, 5 standard deviations are 447.
  assert.ok(Math.abs(equal - 16_000) < 447, `${equal} of 32000 are equal`);
});

/** The sum over equally likely boxes of (seen - expected)^2 / expected, for draws below n. */
function chiSquare(n: number, boxes: number, count: number): number {
  const random = new Random(42, `below ${n}`);
  const seen = new Array<number>(boxes).fill(0);
  for (let i = 0; i < count; i++) seen[Math.floor(random.below(n) / (n / boxes))]++;
  return seen.reduce((sum, box) => sum + (box - count / boxes) ** 2 / (count / boxes), 0);
}

// Of 3 * 2^30 values a remainder of 32 bits would hit the first third twice as often; so would 53 bits for 3 * 2^51.
for (const [n, boxes, limit] of [
  [2, 2, 15.1],
  [3, 3, 18.4],
  [10, 10, 33.7],
  [1000, 100, 161],
  [3 * 2 ** 30, 3, 18.4],
  [2 ** 32, 16, 44.3],
  [3 * 2 ** 51, 3, 18.4],
  [2 ** 53, 16, 44.3],
]) {
  test(`draws below ${n} are uniform`, () => {
    // A fair generator exceeds the limit once in 10,000 seeds; this seed is fixed.
    const sum = chiSquare(n, boxes, 60_000);
    assert.ok(sum < limit, `chi-square is ${sum}`);
  });
}

test("draws lie in their range, and reach both ends of it", () => {
  const random = new Random(3, "ranges");
  for (const n of [1, 2, 7, 2 ** 31, 2 ** 32, 2 ** 32 + 1, 2 ** 53]) {
    for (let i = 0; i < 1000; i++) {
      const draw = random.below(n);
      assert.ok(Number.isSafeInteger(draw) && draw >= 0 && draw < n, `${draw} of ${n}`);
    }
  }
  const seen = new Set(Array.from({ length: 100 }, () => random.between(-1, 1)));
  assert.deepEqual([...seen].sort(), [-1, 0, 1]);
  for (const n of [0, -1, 2 ** 53 + 2, Number.NaN]) assert.throws(() => random.below(n), /assertion failed/);
});

test("a range of one value draws nothing", () => {
  const [a, b] = [new Random(4, "one"), new Random(4, "one")];
  assert.equal(a.between(5, 5), 5);
  assert.equal(a.bits(), b.bits());
});

test("a fork goes on from here, and by itself", () => {
  const random = new Random(5, "fork");
  draws(random, 10);
  const fork = random.fork();
  const ahead = draws(fork, 10);
  assert.deepEqual(draws(random, 10), ahead);
});
