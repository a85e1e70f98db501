import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { Queue } from "../../src/core/index.js";
import { encoded } from "./encoded.js";

/** Takes one of the versions so far, and pushes a number on it or shifts it. */
type Step = readonly [version: number, push: number | null];
const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.tuple(fc.nat(), fc.oneof(fc.integer({ min: 0, max: 3 }), fc.constant(null))),
  { maxLength: 40 },
);

/** All versions that the steps make, each beside the array that it should equal. */
function versions(history: readonly Step[]): { queue: Queue<number>; twin: readonly number[] }[] {
  const all: { queue: Queue<number>; twin: readonly number[] }[] = [{ queue: Queue.empty(), twin: [] }];
  for (const [version, push] of history) {
    // Mostly the newest one, so that queues get long; sometimes an old one, which then has two futures.
    const { queue, twin } = all[version % 4 === 0 ? version % all.length : all.length - 1];
    if (push !== null) all.push({ queue: queue.push(push), twin: [...twin, push] });
    else if (twin.length > 0) all.push({ queue: queue.shift(), twin: twin.slice(1) });
  }
  return all;
}

test("every version of a queue stays what an array would be, also after others were made from it", () => {
  fc.assert(
    fc.property(steps, (history) => {
      for (const { queue, twin } of versions(history)) {
        assert.deepEqual([...queue], twin);
        assert.equal(queue.length, twin.length);
        assert.equal(queue.isEmpty, twin.length === 0);
        if (twin.length > 0) assert.equal(queue.head, twin[0]);
        assert.equal(JSON.stringify(queue), JSON.stringify(twin));
      }
    }),
  );
});

test("equal queues have equal encodings, whatever their histories", () => {
  fc.assert(
    fc.property(steps, (history) => {
      for (const { queue, twin } of versions(history)) {
        assert.equal(encoded(queue), encoded(Queue.of(twin)));
        assert.equal(encoded(queue), encoded(twin));
      }
    }),
  );
});

test("map keeps the order and leaves the queue as it was", () => {
  const queue = Queue.of([1, 2, 3]).shift().push(4);
  assert.deepEqual([...queue.map((item) => item * 10)], [20, 30, 40]);
  assert.deepEqual([...queue], [2, 3, 4]);
});

test("an empty queue has no head and nothing to shift, and is one and the same", () => {
  assert.equal(Queue.of([1]).shift(), Queue.empty());
  assert.throws(() => Queue.empty().head, /assertion failed: an empty queue has no head/);
  assert.throws(() => Queue.of([1]).shift().shift(), /assertion failed: an empty queue has nothing to shift/);
});

test("a million pushes and then a million shifts take no quadratic time and no recursion", () => {
  const size = 1_000_000;
  let queue = Queue.empty<number>();
  for (let i = 0; i < size; i++) queue = queue.push(i);
  assert.equal([...queue].length, size);
  for (let i = 0; i < size; i++) {
    if (queue.head !== i) assert.fail(`head ${queue.head} instead of ${i}`);
    queue = queue.shift();
  }
  assert.ok(queue.isEmpty);
});

test("a million pushes and shifts in turn on a long queue take no quadratic time", () => {
  let queue = Queue.of(Array.from({ length: 1000 }, (_, i) => i));
  for (let i = 1000; i < 1_001_000; i++) queue = queue.push(i).shift();
  assert.equal(queue.head, 1_000_000);
  assert.equal(queue.length, 1000);
});
