import { assert, avalanche } from "../core/index.js";
import { Ints } from "./ints.js";

const CHUNK_BITS = 20;
const CHUNK = 1 << CHUNK_BITS;

/**
 * Numbers rows of 32-bit integers by first appearance: equal rows get equal numbers. Rows are kept as varint bytes in
 * chunks of 1 MiB (a row never lies across two), and found through an open-addressing table of row numbers with a byte
 * of the hash beside each, so that a probe rarely looks at a row that it does not want.
 */
export class RowTable {
  private chunks: Uint8Array<ArrayBuffer>[] = [new Uint8Array(CHUNK)];
  private end = 0; // of the last row; start of row i in units of bytes is starts[i] (as unsigned)
  private starts = new Ints();
  private slots = new Int32Array(1024);
  private tags = new Uint8Array(1024); // 0: free
  private code = new Uint8Array(256);
  private scratch = new Int32Array(64);
  count = 0;

  /** The number of a row; it was new if `count` has grown. */
  add(row: Int32Array, length: number): number {
    const size = this.encode(row, length);
    const hash = hashRow(row, length);
    const tag = (hash >>> 24) | 1;
    const mask = this.slots.length - 1;
    let slot = hash & mask;
    while (this.tags[slot] !== 0) {
      if (this.tags[slot] === tag && this.holds(this.slots[slot], size)) return this.slots[slot];
      slot = (slot + 1) & mask;
    }
    const id = this.count++;
    this.tags[slot] = tag;
    this.slots[slot] = id;
    this.store(size);
    if (this.count * 3 > this.slots.length * 2) this.widen();
    return id;
  }

  /** Copies a row into `into`, which must be long enough, and returns its length. */
  read(id: number, into: Int32Array): number {
    const start = this.starts.at(id) >>> 0;
    const chunk = this.chunks[start >>> CHUNK_BITS];
    let at = start & (CHUNK - 1);
    let length = chunk[at++];
    if (length > 127) {
      length = this.words(id);
      while (chunk[at++] > 127);
    }
    for (let i = 0; i < length; i++) {
      let byte = chunk[at++];
      let value = byte & 127;
      for (let shift = 7; byte > 127; shift += 7) {
        byte = chunk[at++];
        value |= (byte & 127) << shift;
      }
      into[i] = value;
    }
    return length;
  }

  /** The number of words of a row, which stands before them. */
  words(id: number): number {
    const start = this.starts.at(id) >>> 0;
    const chunk = this.chunks[start >>> CHUNK_BITS];
    let at = start & (CHUNK - 1);
    let length = chunk[at] & 127;
    for (let shift = 7; chunk[at++] > 127; shift += 7) length |= (chunk[at] & 127) << shift;
    return length;
  }

  /** Is there room for no more than some ten thousand rows? Their places are numbers of 32 bits. */
  get isFull(): boolean {
    return this.chunks.length >= 2 ** (32 - CHUNK_BITS) - 16;
  }

  get bytes(): number {
    return this.chunks.length * CHUNK + this.starts.bytes + this.slots.byteLength + this.tags.byteLength;
  }

  clone(): RowTable {
    const copy = new RowTable();
    copy.chunks = this.chunks.map((chunk) => chunk.slice());
    copy.end = this.end;
    copy.starts = this.starts.clone();
    copy.slots = this.slots.slice();
    copy.tags = this.tags.slice();
    copy.count = this.count;
    return copy;
  }

  private encode(row: Int32Array, length: number): number {
    if (this.code.length < length * 5 + 5) this.code = new Uint8Array(length * 10 + 5);
    let size = this.varint(length, 0);
    for (let i = 0; i < length; i++) size = this.varint(row[i], size);
    return size;
  }

  private varint(word: number, at: number): number {
    const { code } = this;
    let size = at;
    let value = word >>> 0;
    while (value > 127) {
      code[size++] = (value & 127) | 128;
      value >>>= 7;
    }
    code[size++] = value;
    return size;
  }

  private holds(id: number, size: number): boolean {
    const start = this.starts.at(id) >>> 0;
    const chunk = this.chunks[start >>> CHUNK_BITS];
    const at = start & (CHUNK - 1);
    for (let i = 0; i < size; i++) if (chunk[at + i] !== this.code[i]) return false;
    return true;
  }

  private store(size: number): void {
    if ((this.end & (CHUNK - 1)) + size > CHUNK || this.end === this.chunks.length * CHUNK) {
      assert(size <= CHUNK, "a row fits into a chunk");
      this.end = this.chunks.length * CHUNK;
      assert(this.end + CHUNK <= 2 ** 32, "rows take less than 4 GiB");
      this.chunks.push(new Uint8Array(CHUNK));
    }
    const chunk = this.chunks[this.end >>> CHUNK_BITS];
    const at = this.end & (CHUNK - 1);
    for (let i = 0; i < size; i++) chunk[at + i] = this.code[i];
    this.starts.push(this.end | 0);
    this.end += size;
  }

  private widen(): void {
    const slots = new Int32Array(this.slots.length * 2);
    const tags = new Uint8Array(slots.length);
    const mask = slots.length - 1;
    for (let id = 0; id < this.count; id++) {
      const words = this.words(id);
      if (this.scratch.length < words) this.scratch = new Int32Array(words * 2);
      const hash = hashRow(this.scratch, this.read(id, this.scratch));
      let slot = hash & mask;
      while (tags[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = id;
      tags[slot] = (hash >>> 24) | 1;
    }
    this.slots = slots;
    this.tags = tags;
  }
}

function hashRow(row: Int32Array, length: number): number {
  let h = length;
  for (let i = 0; i < length; i++) {
    let k = Math.imul(row[i], 0xcc9e2d51);
    k = (k << 15) | (k >>> 17);
    h ^= Math.imul(k, 0x1b873593);
    h = (h << 13) | (h >>> 19);
    h = (Math.imul(h, 5) + 0xe6546b64) | 0;
  }
  return avalanche(h);
}
