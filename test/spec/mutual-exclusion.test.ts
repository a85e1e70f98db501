import assert from "node:assert/strict";
import { test } from "node:test";
import { mutualExclusion } from "../../src/spec/index.js";
import { Follower } from "./histories.js";

const follow = (...lines: readonly string[]) => new Follower(mutualExclusion).follow(...lines);

test("one after the other is fine", () => {
  const { violated, state } = follow(
    ...["acquire 0 @0", "granted 0 @0", "release 1 @0 of=0", "released 1 @0 of=0"],
    ...["acquire 2 @1", "granted 2 @1", "release 3 @1 of=2"],
  );
  assert.deepEqual(violated, []);
  assert.deepEqual(state, { waiting: 0, holders: [] });
});

test("a hold lasts from the grant to the release, not to its answer", () => {
  const start = ["acquire 0 @0", "acquire 1 @1", "granted 0 @0"];
  assert.deepEqual(follow(...start, "granted 1 @1").violated, ["exclusion: node 1 is granted while node 0 holds"]);
  assert.deepEqual(follow(...start, "release 2 @0 of=0", "granted 1 @1", "released 2 @0 of=0").violated, []);
});

test("two clients of one node exclude each other too", () => {
  const { violated } = follow("acquire 0 @3", "acquire 1 @3", "granted 0 @3", "granted 1 @3");
  assert.deepEqual(violated, ["exclusion: node 3 is granted while node 3 holds"]);
});

test("all holders are named", () => {
  const start = ["acquire 0 @2", "acquire 1 @1", "acquire 2 @0", "granted 0 @2", "granted 1 @1"];
  assert.deepEqual(
    follow(...start, "granted 2 @0").violated.at(-1),
    "exclusion: node 0 is granted while node 1 and node 2 holds",
  );
});

test("a hold that was lost is over", () => {
  const { violated, state } = follow("acquire 0 @0", "acquire 1 @1", "granted 0 @0", "lost 0 @0", "granted 1 @1");
  assert.deepEqual(violated, []);
  assert.deepEqual(state, { waiting: 0, holders: [1] });
});

test("a wish that was cancelled waits no more", () => {
  const cancelled = follow("acquire 0 @0", "acquire 1 @1", "cancel 2 @1 of=1", "cancelled 2 @1 of=1", "granted 0 @0");
  assert.deepEqual([cancelled.violated, cancelled.state], [[], { waiting: 0, holders: [0] }]);
  assert.deepEqual([...cancelled.seen], ["granted"]);
});

test("what should be seen sometimes is seen when it happens", () => {
  assert.deepEqual([...follow("acquire 0 @0").seen], []);
  assert.deepEqual([...follow("acquire 0 @0", "granted 0 @0").seen], ["granted"]);
  assert.deepEqual([...follow("acquire 0 @0", "granted 0 @0", "acquire 1 @1").seen], ["granted", "contended"]);
  assert.deepEqual([...follow("acquire 0 @0", "acquire 1 @1", "granted 0 @0").seen].sort(), [
    "contended",
    "granted",
    "handed-over",
  ]);
});

test("a judge goes on from the state of another", () => {
  const { violated } = follow("acquire 0 @0", "acquire 1 @1", "granted 0 @0").resume().follow("granted 1 @1");
  assert.deepEqual(violated, ["exclusion: node 1 is granted while node 0 holds"]);
});
