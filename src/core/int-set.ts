/**
 * An immutable set of small non-negative integers of any width: nodes that have not answered, units that are free.
 * Kept as 32-bit words without trailing zero words, so that equal sets have equal words.
 */
export class IntSet implements Iterable<number> {
  static readonly EMPTY = new IntSet([]);
  private readonly words: readonly number[];

  private constructor(words: readonly number[]) {
    this.words = words;
  }

  static of(members: Iterable<number>): IntSet {
    const words: number[] = [];
    for (const member of members) {
      const word = member >>> 5;
      while (words.length <= word) words.push(0);
      words[word] |= 1 << (member & 31);
    }
    return IntSet.normal(words);
  }

  /** The integers first, first + 1, … last; empty when last < first. */
  static range(first: number, last: number): IntSet {
    const members: number[] = [];
    for (let member = first; member <= last; member++) members.push(member);
    return IntSet.of(members);
  }

  private static normal(words: number[]): IntSet {
    while (words.length > 0 && words[words.length - 1] === 0) words.pop();
    return words.length === 0 ? IntSet.EMPTY : new IntSet(words);
  }

  get isEmpty(): boolean {
    return this.words.length === 0;
  }

  get size(): number {
    let size = 0;
    for (let word of this.words) for (; word !== 0; word &= word - 1) size++;
    return size;
  }

  has(member: number): boolean {
    const word = member >>> 5;
    return word < this.words.length && (this.words[word] & (1 << (member & 31))) !== 0;
  }

  with(member: number): IntSet {
    if (this.has(member)) return this;
    const words = this.words.slice();
    while (words.length <= member >>> 5) words.push(0);
    words[member >>> 5] |= 1 << (member & 31);
    return new IntSet(words);
  }

  without(member: number): IntSet {
    if (!this.has(member)) return this;
    const words = this.words.slice();
    words[member >>> 5] &= ~(1 << (member & 31));
    return IntSet.normal(words);
  }

  union(other: IntSet): IntSet {
    const [long, short] =
      this.words.length >= other.words.length ? [this.words, other.words] : [other.words, this.words];
    return IntSet.normal(long.map((word, i) => word | (i < short.length ? short[i] : 0)));
  }

  intersection(other: IntSet): IntSet {
    const [long, short] =
      this.words.length >= other.words.length ? [this.words, other.words] : [other.words, this.words];
    return IntSet.normal(short.map((word, i) => word & long[i]));
  }

  minus(other: IntSet): IntSet {
    return IntSet.normal(this.words.map((word, i) => (i < other.words.length ? word & ~other.words[i] : word)));
  }

  /** The least member, -1 when empty. */
  get lowest(): number {
    for (let i = 0; i < this.words.length; i++) {
      const word = this.words[i];
      if (word !== 0) return i * 32 + 31 - Math.clz32(word & -word);
    }
    return -1;
  }

  /** Members in ascending order. */
  *[Symbol.iterator](): Iterator<number> {
    for (let i = 0; i < this.words.length; i++) {
      for (let word = this.words[i]; word !== 0; word &= word - 1) yield i * 32 + 31 - Math.clz32(word & -word);
    }
  }

  toJSON(): number[] {
    return [...this];
  }
}
