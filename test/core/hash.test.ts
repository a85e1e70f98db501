import assert from "node:assert/strict";
import { test } from "node:test";
import { avalanche, Hasher, Random } from "../../src/core/index.js";

function digest(words: readonly number[]): string {
  const hasher = new Hasher();
  for (const word of words) hasher.word(word);
  return hasher.digest();
}

/** How many of their 64 bits differ. */
function distance(a: string, b: string): number {
  let bits = BigInt(`0x${a}`) ^ BigInt(`0x${b}`);
  let count = 0;
  for (; bits !== 0n; bits &= bits - 1n) count++;
  return count;
}

for (const length of [1, 2, 5]) {
  test(`flipping any bit of a stream of length ${length} flips 30 to 34 of 64 bits on average`, () => {
    const random = new Random(1, "hash");
    const samples = 100;
    for (let place = 0; place < length * 32; place++) {
      let flipped = 0;
      for (let i = 0; i < samples; i++) {
        const words = Array.from({ length }, () => random.bits() | 0);
        const other = words.with(place >> 5, words[place >> 5] ^ (1 << (place & 31)));
        flipped += distance(digest(words), digest(other));
      }
      const mean = flipped / samples;
      assert.ok(mean >= 30 && mean <= 34, `bit ${place} flips ${mean} bits`);
    }
  });
}

test("flipping any bit of a word flips 15 to 17 of the 32 bits of its avalanche on average", () => {
  const random = new Random(2, "hash");
  for (let place = 0; place < 32; place++) {
    let flipped = 0;
    for (let i = 0; i < 200; i++) {
      const word = random.bits() | 0;
      const changed = (avalanche(word) ^ avalanche(word ^ (1 << place))) >>> 0;
      flipped += changed.toString(2).replaceAll("0", "").length;
    }
    assert.ok(flipped / 200 >= 15 && flipped / 200 <= 17, `bit ${place} flips ${flipped / 200} bits`);
  }
});

test("no two of 200,000 similar short streams have the same digest", () => {
  const streams: number[][] = [[]];
  for (let a = 0; a < 300; a++) for (let b = 0; b < 300; b++) streams.push([a, b]);
  for (let a = 0; a < 48; a++) for (let b = 0; b < 48; b++) for (let c = 0; c < 46; c++) streams.push([a, b, c]);
  for (let a = 1; a < 3000; a++) streams.push([a], [a << 16], new Array(a + 3).fill(0));
  assert.ok(streams.length >= 200_000);
  assert.equal(new Set(streams.map(digest)).size, streams.length);
});

test("a digest is the same on every machine and in every version", () => {
  const hasher = new Hasher();
  hasher.tree({ type: "request", stamp: 3, missing: [1, 2], wide: -(2 ** 40), idle: false });
  assert.equal(hasher.digest(), "eb8c282045706fcd");
  assert.equal(new Hasher().digest(), "2d1264395cb557b3");
});

test("a digest does not depend on which texts the hasher has met before", () => {
  const hasher = new Hasher();
  hasher.tree({ b: "c", a: "b" });
  const fork = hasher.fork(); // the same words so far, but no texts
  for (const each of [hasher, fork]) each.tree({ c: ["x", "a"], a: 1 });
  assert.equal(fork.digest(), hasher.digest());
});

test("a digest can be taken in between without changing the next one", () => {
  const [a, b] = [new Hasher(), new Hasher()];
  for (let i = 0; i < 10; i++) {
    a.word(i);
    b.word(i);
    a.digest();
  }
  assert.equal(a.digest(), b.digest());
});

test("a fork goes on from here, and by itself", () => {
  const hasher = new Hasher();
  hasher.tree(["a", 1]);
  const before = hasher.digest();
  const fork = hasher.fork();
  assert.equal(fork.digest(), before);
  fork.tree("b");
  assert.equal(hasher.digest(), before);
  hasher.tree("b");
  assert.equal(hasher.digest(), fork.digest());
});
