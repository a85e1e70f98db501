import assert from "node:assert/strict";
import { test } from "node:test";
import { pool } from "../../src/spec/index.js";
import { Follower } from "./histories.js";

const follow = (...lines: readonly string[]) => new Follower(pool, { R: 2 }).follow(...lines);
const ask = ["acquire 0 @0", "acquire 1 @1", "acquire 2 @2"];

test("each unit is held by one client at a time", () => {
  const { violated, state } = follow(
    ...ask,
    ...["granted 0 @0 unit=1", "granted 1 @1 unit=2", "release 3 @0 of=0", "granted 2 @2 unit=1"],
  );
  assert.deepEqual(violated, []);
  assert.deepEqual(state, { waiting: 0, users: [2, 1] });
});

test("a unit that is held cannot be granted again, though another is free", () => {
  assert.deepEqual(follow(...ask, "granted 0 @0 unit=2", "granted 1 @1 unit=2").violated, [
    "exclusion: node 1 is granted unit 2, which node 0 holds",
  ]);
});

test("a release gives back the unit of its own client, not another of its node", () => {
  const start = ["acquire 0 @3", "acquire 1 @3", "acquire 2 @1", "granted 0 @3 unit=1", "granted 1 @3 unit=2"];
  assert.deepEqual(follow(...start, "release 3 @3 of=1", "granted 2 @1 unit=2").violated, []);
  assert.deepEqual(follow(...start, "release 3 @3 of=1", "granted 2 @1 unit=1").violated, [
    "exclusion: node 1 is granted unit 1, which node 3 holds",
  ]);
});

test("a grant names a unit from 1 to R", () => {
  for (const unit of [0, 3, -1, 1.5]) {
    assert.deepEqual(follow(...ask, `granted 0 @0 unit=${unit}`).violated, [
      `units: node 0 is granted unit ${unit}; there are 1 to 2`,
    ]);
  }
  assert.deepEqual(follow(...ask, "granted 0 @0").violated, [
    "units: node 0 is granted unit undefined; there are 1 to 2",
  ]);
});

test("a unit that was lost is free", () => {
  const { violated, state } = follow(...ask, "granted 0 @0 unit=1", "lost 0 @0", "granted 1 @1 unit=1");
  assert.deepEqual(violated, []);
  assert.deepEqual(state, { waiting: 1, users: [1, -1] });
});

test("a wish that was cancelled waits no more", () => {
  const { violated, state } = follow(...ask, "cancel 3 @1 of=1", "cancelled 3 @1 of=1", "granted 0 @0 unit=2");
  assert.deepEqual([violated, state], [[], { waiting: 1, users: [-1, 0] }]);
});

test("what should be seen sometimes is seen when it happens", () => {
  assert.deepEqual([...follow("acquire 0 @0").seen], []);
  assert.deepEqual([...follow("acquire 0 @0", "granted 0 @0 unit=1").seen], ["granted"]);
  assert.deepEqual([...follow(...ask, "granted 0 @0 unit=1").seen], ["granted", "contended"]);
  const full = follow("acquire 0 @0", "acquire 1 @1", "granted 0 @0 unit=1", "granted 1 @1 unit=2");
  assert.ok(full.seen.has("all-in-use"));
});

test("a judge goes on from the state of another, which it leaves as it is", () => {
  const follower = follow(...ask, "granted 0 @0 unit=1");
  const { state } = follower;
  follower.resume(state).follow("granted 1 @1 unit=2", "granted 2 @2 unit=1");
  assert.deepEqual(follower.violated, ["exclusion: node 2 is granted unit 1, which node 0 holds"]);
  assert.deepEqual(state, { waiting: 2, users: [0, -1] });
  assert.ok(follower.seen.has("all-in-use"));
});
