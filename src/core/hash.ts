import { TreeWriter } from "./tree.js";

/**
 * A 64-bit hash of a stream of 32-bit words: two murmur3 lanes with different constants (those of its x86-32 form and
 * of two lanes of its x86-128 form), crossed at the end. No BigInt, no allocation a word. Equal streams of trees hash
 * equally on every machine: an atom is a hash of its text.
 */
export class Hasher extends TreeWriter {
  private a = 0x2f0b4a27;
  private b = 0x6a09e667;
  private count = 0;
  private readonly atoms = new Map<string, number>();

  word(word: number): void {
    let k = Math.imul(word, 0xcc9e2d51);
    k = (k << 15) | (k >>> 17);
    let a = this.a ^ Math.imul(k, 0x1b873593);
    a = (a << 13) | (a >>> 19);
    this.a = (Math.imul(a, 5) + 0xe6546b64) | 0;
    k = Math.imul(word, 0x38b34ae5);
    k = (k << 18) | (k >>> 14);
    let b = this.b ^ Math.imul(k, 0xa1e38b93);
    b = (b << 15) | (b >>> 17);
    this.b = (Math.imul(b, 5) + 0x96cd1c35) | 0;
    this.count++;
  }

  protected atom(text: string): number {
    let atom = this.atoms.get(text);
    if (atom === undefined) {
      let h = text.length;
      for (let i = 0; i < text.length; i++) h = avalanche((Math.imul(h, 31) + text.charCodeAt(i)) | 0);
      this.atoms.set(text, (atom = h >>> 3));
    }
    return atom;
  }

  /** 16 hexadecimal digits; the hasher can go on afterwards. */
  digest(): string {
    let a = this.a ^ this.count;
    let b = this.b ^ this.count;
    a = (a + b) | 0;
    b = (b + a) | 0;
    a = avalanche(a);
    b = avalanche(b);
    a = (a + b) | 0;
    b = (b + a) | 0;
    return (a >>> 0).toString(16).padStart(8, "0") + (b >>> 0).toString(16).padStart(8, "0");
  }

  /** A hasher that goes on by itself from here. */
  fork(): Hasher {
    const copy = new Hasher();
    copy.a = this.a;
    copy.b = this.b;
    copy.count = this.count;
    return copy;
  }
}

/** Every input bit changes about half of the output bits (the finaliser of murmur3). */
export function avalanche(word: number): number {
  let h = word ^ (word >>> 16);
  h = Math.imul(h, 0x85ebca6b);
  h ^= h >>> 13;
  h = Math.imul(h, 0xc2b2ae35);
  return h ^ (h >>> 16);
}
