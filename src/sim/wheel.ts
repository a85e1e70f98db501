const SLOTS = 4096;
const MASK = SLOTS - 1;

/**
 * The events to come, by time and then in the order they were put in: a timing wheel for the next 4,096 time units, a
 * heap for what is further away. Events are numbers (their fields are kept by the owner), so nothing is allocated an
 * event.
 *
 * What waits in the heap is moved to the wheel as soon as its time comes within reach, before anything else can be put
 * there for the same time; so the order of insertion holds across both.
 */
export class Wheel {
  now = 0;
  size = 0;
  private heads = new Int32Array(SLOTS).fill(-1);
  private tails = new Int32Array(SLOTS).fill(-1);
  private used = new Int32Array(SLOTS / 32); // a bit for each slot that is not empty
  private next = new Int32Array(1024);
  private near = 0; // events on the wheel
  private heap = new FarHeap();

  put(event: number, time: number): void {
    this.size++;
    if (time - this.now >= SLOTS) this.heap.put(event, time);
    else this.link(event, time & MASK);
  }

  /** The next event, or -1; `now` becomes its time. */
  take(): number {
    if (this.size === 0) return -1;
    if (this.heads[this.now & MASK] < 0) this.advance();
    return this.unlink(this.now & MASK);
  }

  /** The next event, or -1, without moving on. */
  get first(): number {
    if (this.size === 0) return -1;
    return this.near === 0 ? this.heap.first : this.heads[(this.now + this.distance()) & MASK];
  }

  /** Takes the next event away without moving on. */
  drop(): void {
    if (this.near > 0) this.unlink((this.now + this.distance()) & MASK);
    else {
      this.heap.take();
      this.size--;
    }
  }

  /** The time of the next event; Infinity when there is none. */
  get upcoming(): number {
    if (this.size === 0) return Number.POSITIVE_INFINITY;
    return this.near === 0 ? this.heap.time : this.now + this.distance();
  }

  fork(): Wheel {
    const copy = Object.create(Wheel.prototype) as Wheel;
    return Object.assign(copy, this, {
      heads: this.heads.slice(),
      tails: this.tails.slice(),
      used: this.used.slice(),
      next: this.next.slice(),
      heap: this.heap.fork(),
    });
  }

  private link(event: number, slot: number): void {
    if (event >= this.next.length) {
      const wider = new Int32Array(Math.max(event + 1, this.next.length * 2));
      wider.set(this.next);
      this.next = wider;
    }
    this.next[event] = -1;
    if (this.heads[slot] < 0) {
      this.heads[slot] = event;
      this.used[slot >>> 5] |= 1 << (slot & 31);
    } else this.next[this.tails[slot]] = event;
    this.tails[slot] = event;
    this.near++;
  }

  private unlink(slot: number): number {
    const event = this.heads[slot];
    this.heads[slot] = this.next[event];
    if (this.heads[slot] < 0) this.used[slot >>> 5] &= ~(1 << (slot & 31));
    this.near--;
    this.size--;
    return event;
  }

  /** Moves to the next time at which something happens. */
  private advance(): void {
    this.now = this.near === 0 ? this.heap.time : this.now + this.distance();
    while (this.heap.time < this.now + SLOTS) {
      const { time } = this.heap;
      this.link(this.heap.take(), time & MASK);
    }
  }

  /** From now to the next slot in use; there is one. */
  private distance(): number {
    const first = this.now & MASK;
    let word = first >>> 5;
    let bits = this.used[word] & (-1 << (first & 31));
    while (bits === 0) {
      word = (word + 1) & (SLOTS / 32 - 1);
      bits = this.used[word];
    }
    const slot = word * 32 + 31 - Math.clz32(bits & -bits);
    return (slot - first + SLOTS) & MASK;
  }
}

/** A binary heap of events by time, then by insertion. */
class FarHeap {
  private events = new Int32Array(64);
  private times = new Float64Array(64);
  private orders = new Float64Array(64);
  private size = 0;
  private count = 0;

  get time(): number {
    return this.size === 0 ? Number.POSITIVE_INFINITY : this.times[0];
  }

  get first(): number {
    return this.events[0];
  }

  put(event: number, time: number): void {
    if (this.size === this.events.length) this.widen();
    let at = this.size++;
    const order = this.count++;
    while (at > 0) {
      const up = (at - 1) >> 1;
      if (this.times[up] <= time) break;
      this.move(up, at);
      at = up;
    }
    this.set(at, event, time, order);
  }

  take(): number {
    const event = this.events[0];
    const last = --this.size;
    const [time, order] = [this.times[last], this.orders[last]];
    let at = 0;
    while (true) {
      let down = 2 * at + 1;
      if (down >= last) break;
      if (down + 1 < last && this.before(down + 1, down)) down++;
      if (time < this.times[down] || (time === this.times[down] && order < this.orders[down])) break;
      this.move(down, at);
      at = down;
    }
    this.set(at, this.events[last], time, order);
    return event;
  }

  fork(): FarHeap {
    const copy = Object.create(FarHeap.prototype) as FarHeap;
    const { events, times, orders } = this;
    return Object.assign(copy, this, { events: events.slice(), times: times.slice(), orders: orders.slice() });
  }

  private before(a: number, b: number): boolean {
    return this.times[a] < this.times[b] || (this.times[a] === this.times[b] && this.orders[a] < this.orders[b]);
  }
  private move(from: number, to: number): void {
    this.set(to, this.events[from], this.times[from], this.orders[from]);
  }
  private set(at: number, event: number, time: number, order: number): void {
    this.events[at] = event;
    this.times[at] = time;
    this.orders[at] = order;
  }
  private widen(): void {
    const { events, times, orders } = this;
    this.events = new Int32Array(events.length * 2);
    this.times = new Float64Array(events.length * 2);
    this.orders = new Float64Array(events.length * 2);
    this.events.set(events);
    this.times.set(times);
    this.orders.set(orders);
  }
}
