import { assert } from "./assert.js";

type Cell<T> = Readonly<{ item: T; next: Cell<T> | null }>;

/**
 * A persistent FIFO queue: push and shift are O(1) amortised and leave the old queue intact, so a root with a million
 * waiters can be a plain state. `front` is never empty while `back` (newest first) is not, which keeps `head` O(1).
 */
export class Queue<T> implements Iterable<T> {
  private static readonly none = new Queue<never>(null, null, 0);
  private readonly front: Cell<T> | null;
  private readonly back: Cell<T> | null;
  readonly length: number;

  private constructor(front: Cell<T> | null, back: Cell<T> | null, length: number) {
    this.front = front;
    this.back = back;
    this.length = length;
  }

  static empty<T>(): Queue<T> {
    return Queue.none;
  }

  static of<T>(items: Iterable<T>): Queue<T> {
    let queue = Queue.empty<T>();
    for (const item of items) queue = queue.push(item);
    return queue;
  }

  get isEmpty(): boolean {
    return this.length === 0;
  }

  get head(): T {
    assert(this.front !== null, "an empty queue has no head");
    return this.front.item;
  }

  push(item: T): Queue<T> {
    if (this.front === null) return new Queue<T>({ item, next: null }, null, 1);
    return new Queue<T>(this.front, { item, next: this.back }, this.length + 1);
  }

  /** The queue without its head. */
  shift(): Queue<T> {
    assert(this.front !== null, "an empty queue has nothing to shift");
    if (this.front.next !== null) return new Queue<T>(this.front.next, this.back, this.length - 1);
    if (this.back === null) return Queue.none;
    let front: Cell<T> | null = null;
    for (let cell: Cell<T> | null = this.back; cell !== null; cell = cell.next)
      front = { item: cell.item, next: front };
    return new Queue<T>(front, null, this.length - 1);
  }

  map<U>(f: (item: T) => U): Queue<U> {
    return Queue.of([...this].map(f));
  }

  *[Symbol.iterator](): Iterator<T> {
    for (let cell = this.front; cell !== null; cell = cell.next) yield cell.item;
    const rest: T[] = [];
    for (let cell = this.back; cell !== null; cell = cell.next) rest.push(cell.item);
    for (let i = rest.length - 1; i >= 0; i--) yield rest[i];
  }

  toJSON(): T[] {
    return [...this];
  }
}
