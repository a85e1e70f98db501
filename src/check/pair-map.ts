import { avalanche } from "../core/index.js";

/** A map from pairs of non-negative 32-bit integers to integers, in typed arrays. */
export class PairMap {
  private keys = new Int32Array(2048).fill(-1);
  private values = new Int32Array(1024);
  private count = 0;

  /** -1 when the pair is not there. */
  get(a: number, b: number): number {
    const slot = this.find(a, b);
    return this.keys[2 * slot] < 0 ? -1 : this.values[slot];
  }

  set(a: number, b: number, value: number): void {
    if (this.count * 2 >= this.values.length) this.widen();
    const slot = this.find(a, b);
    if (this.keys[2 * slot] < 0) this.count++;
    this.keys[2 * slot] = a;
    this.keys[2 * slot + 1] = b;
    this.values[slot] = value;
  }

  get bytes(): number {
    return this.keys.byteLength + this.values.byteLength;
  }

  private find(a: number, b: number): number {
    const mask = this.values.length - 1;
    let slot = avalanche(Math.imul(a, 0x9e3779b1) ^ b) & mask;
    while (this.keys[2 * slot] >= 0 && (this.keys[2 * slot] !== a || this.keys[2 * slot + 1] !== b))
      slot = (slot + 1) & mask;
    return slot;
  }

  private widen(): void {
    const { keys, values } = this;
    this.keys = new Int32Array(keys.length * 2).fill(-1);
    this.values = new Int32Array(values.length * 2);
    for (let slot = 0; slot < values.length; slot++) {
      if (keys[2 * slot] < 0) continue;
      const to = this.find(keys[2 * slot], keys[2 * slot + 1]);
      this.keys[2 * to] = keys[2 * slot];
      this.keys[2 * to + 1] = keys[2 * slot + 1];
      this.values[to] = values[slot];
    }
  }
}
