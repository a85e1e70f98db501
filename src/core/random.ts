import { assert } from "./assert.js";
import { avalanche } from "./hash.js";

/**
 * A seeded generator: xoshiro128** (Blackman and Vigna) whose four words come from the seed and the stream's name
 * through murmur3's finaliser. Streams of one seed are independent, so that one more draw of one stream shifts no
 * other.
 */
export class Random {
  private s0: number;
  private s1: number;
  private s2: number;
  private s3: number;

  constructor(seed: number, stream: string) {
    let h = avalanche(seed | 0) ^ avalanche(Math.floor(seed / 2 ** 32) + 0x9e3779b9);
    for (let i = 0; i < stream.length; i++) h = avalanche((Math.imul(h, 31) + stream.charCodeAt(i)) | 0);
    // The last word is odd: xoshiro must not start with four zero words.
    const word = (i: number) => avalanche((h + Math.imul(i, 0x9e3779b9)) | 0);
    this.s0 = word(1);
    this.s1 = word(2) ^ avalanche(seed | 0);
    this.s2 = word(3) ^ avalanche(Math.floor(seed / 2 ** 32));
    this.s3 = word(4) | 1;
  }

  /** 32 random bits as an unsigned integer. */
  bits(): number {
    const { s0, s1, s2, s3 } = this;
    const x = Math.imul(s1, 5);
    const result = Math.imul((x << 7) | (x >>> 25), 9);
    const t2 = s2 ^ s0;
    const t3 = s3 ^ s1;
    this.s1 = s1 ^ t2;
    this.s0 = s0 ^ t3;
    this.s2 = t2 ^ (s1 << 9);
    this.s3 = (t3 << 11) | (t3 >>> 21);
    return result >>> 0;
  }

  /** Uniform in 0..n-1 without bias, 1 <= n <= 2^53. */
  below(n: number): number {
    assert(n >= 1 && n <= 2 ** 53, "a draw is among 1..2^53 values");
    if (n <= 2 ** 32) {
      const limit = 2 ** 32 - (2 ** 32 % n);
      let draw = this.bits();
      while (draw >= limit) draw = this.bits();
      return draw % n;
    }
    const limit = 2 ** 53 - (2 ** 53 % n);
    let draw = (this.bits() >>> 11) * 2 ** 32 + this.bits();
    while (draw >= limit) draw = (this.bits() >>> 11) * 2 ** 32 + this.bits();
    return draw % n;
  }

  /** Uniform in min..max. A range of one value draws nothing. */
  between(min: number, max: number): number {
    return min === max ? min : min + this.below(max - min + 1);
  }

  /** A generator that goes on by itself from here. */
  fork(): Random {
    return Object.assign(Object.create(Random.prototype) as Random, this);
  }
}
