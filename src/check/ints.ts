/** A growing list of 32-bit integers. */
export class Ints {
  private data: Int32Array<ArrayBuffer>;
  length = 0;

  constructor(capacity = 1024) {
    this.data = new Int32Array(capacity);
  }
  push(value: number): void {
    if (this.length === this.data.length) {
      const wider = new Int32Array(this.data.length * 2);
      wider.set(this.data);
      this.data = wider;
    }
    this.data[this.length++] = value;
  }
  at(index: number): number {
    return this.data[index];
  }
  get bytes(): number {
    return this.data.byteLength;
  }
  clone(): Ints {
    const copy = new Ints(1);
    copy.data = this.data.slice();
    copy.length = this.length;
    return copy;
  }
}
