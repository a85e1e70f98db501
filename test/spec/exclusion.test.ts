import assert from "node:assert/strict";
import { test } from "node:test";
import { ExclusionMeasure, exclusionClient } from "../../src/spec/exclusion.js";

const grant = { type: "granted" };

test("concurrency is the most that held at once, from grant to release", () => {
  const measure = new ExclusionMeasure();
  for (let i = 0; i < 3; i++) measure.event(grant, i);
  measure.command({ type: "release" });
  measure.command({ type: "release" });
  measure.event({ type: "released" }, 0);
  measure.event(grant, 3);
  assert.deepEqual(measure.facts(), { maxConcurrent: 3, maxBypass: 0 });
});

test("who lost what he held holds no more", () => {
  const measure = new ExclusionMeasure();
  measure.event(grant, 0);
  measure.event({ type: "lost" }, 0);
  measure.event(grant, 1);
  assert.equal(measure.facts().maxConcurrent, 1);
});

test("bypass is how many grants went to others between an acquire and its grant", () => {
  const measure = new ExclusionMeasure();
  const first = measure.mark();
  for (let i = 0; i < 4; i++) measure.event(grant, measure.mark());
  measure.event(grant, first);
  assert.equal(measure.facts().maxBypass, 4);
});

test("a fork measures by itself", () => {
  const measure = new ExclusionMeasure();
  measure.event(grant, 0);
  const fork = measure.fork();
  fork.event(grant, 0);
  assert.deepEqual(
    [measure.facts(), fork.facts()],
    [
      { maxConcurrent: 1, maxBypass: 0 },
      { maxConcurrent: 2, maxBypass: 1 },
    ],
  );
});

test("a client is owed an answer while it waits, cancels or gives back, and owes a release while it holds", () => {
  const owed = Object.entries(exclusionClient.phases).map(([phase, { owed, promised }]) => [phase, owed, promised]);
  assert.deepEqual(owed, [
    ["waiting", true, undefined],
    ["leaving", true, undefined],
    ["holding", false, "release"],
    ["releasing", true, undefined],
  ]);
});
