import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { Wheel } from "../../src/sim/wheel.js";

/** The same by a sorted array: by time, then by insertion. */
class Twin {
  now = 0;
  private events: { event: number; time: number }[] = [];

  get size(): number {
    return this.events.length;
  }
  get upcoming(): number {
    return this.events[0]?.time ?? Number.POSITIVE_INFINITY;
  }
  put(event: number, time: number): void {
    const after = this.events.findIndex((other) => other.time > time);
    this.events.splice(after < 0 ? this.events.length : after, 0, { event, time });
  }
  take(): number {
    const first = this.events.shift();
    if (first === undefined) return -1;
    this.now = first.time;
    return first.event;
  }
  get first(): number {
    return this.events[0]?.event ?? -1;
  }
  drop(): void {
    this.events.shift();
  }
  fork(): Twin {
    return Object.assign(new Twin(), { now: this.now, events: [...this.events] });
  }
}

/** A wheel beside its twin. Numbers of events are used again, as the agenda does. */
class Pair {
  readonly wheel: Wheel;
  readonly twin: Twin;
  private readonly free: number[];
  private count: number;

  constructor(wheel = new Wheel(), twin = new Twin(), free: readonly number[] = [], count = 0) {
    this.wheel = wheel;
    this.twin = twin;
    this.free = [...free];
    this.count = count;
  }
  put(delay: number): void {
    const event = this.free.pop() ?? this.count++;
    this.wheel.put(event, this.wheel.now + delay);
    this.twin.put(event, this.twin.now + delay);
  }
  take(): void {
    assert.equal(this.wheel.size, this.twin.size);
    assert.equal(this.wheel.upcoming, this.twin.upcoming);
    assert.equal(this.wheel.first, this.twin.first);
    const event = this.wheel.take();
    assert.equal(event, this.twin.take());
    assert.equal(this.wheel.now, this.twin.now);
    if (event >= 0) this.free.push(event);
  }
  /** Takes the next event away without moving on. */
  drop(): void {
    const event = this.twin.first;
    if (event < 0) return;
    this.wheel.drop();
    this.twin.drop();
    this.free.push(event);
    assert.equal(this.wheel.now, this.twin.now);
  }
  drain(): void {
    while (this.twin.size > 0) this.take();
    this.take();
  }
  fork(): Pair {
    return new Pair(this.wheel.fork(), this.twin.fork(), this.free, this.count);
  }
}

// Few values each, so that equal times are common: at hand, about the reach of the wheel (4,096), and far away.
const delay = fc.oneof(
  fc.nat({ max: 3 }),
  fc.integer({ min: 4094, max: 4098 }),
  fc.constantFrom(8192, 12_288, 50_000),
  fc.nat({ max: 10_000 }),
);
const act = fc.record({
  who: fc.nat({ max: 3 }),
  what: fc.oneof(
    { weight: 5, arbitrary: delay },
    { weight: 4, arbitrary: fc.constant("take" as const) },
    { weight: 1, arbitrary: fc.constantFrom("fork" as const, "drop" as const) },
  ),
});

test("events come by time and then in the order they were put in, as from a sorted array, in every fork", () => {
  fc.assert(
    fc.property(fc.array(act, { maxLength: 150, size: "max" }), (acts) => {
      const pairs = [new Pair()];
      for (const { who, what } of acts) {
        const pair = pairs[who % pairs.length];
        if (what === "take") pair.take();
        else if (what === "drop") pair.drop();
        else if (what === "fork") pairs.push(pair.fork());
        else pair.put(what);
      }
      for (const pair of pairs) pair.drain();
    }),
    { numRuns: 1000 },
  );
});

test("what waited in the heap comes before what was put on the wheel later for the same time", () => {
  const wheel = new Wheel();
  wheel.put(1, 5000);
  wheel.put(0, 2000);
  assert.equal(wheel.take(), 0);
  wheel.put(2, 5000);
  assert.deepEqual([wheel.take(), wheel.take(), wheel.now], [1, 2, 5000]);
});

test("thousands of events at once keep their order, on the wheel and in the heap", () => {
  const pair = new Pair();
  for (let i = 0; i < 3000; i++) pair.put((i * 7919) % 20_000);
  pair.drain();
});

test("an empty wheel has nothing to take and no time to come, and time stands still", () => {
  const wheel = new Wheel();
  assert.deepEqual([wheel.take(), wheel.upcoming, wheel.now, wheel.size], [-1, Number.POSITIVE_INFINITY, 0, 0]);
});
