import assert from "node:assert/strict";
import { test } from "node:test";
import { catalog } from "../../src/catalog/index.js";
import type { Entry } from "../../src/core/index.js";
import { type Document, type ShrinkProgress, shrink } from "../../src/sim/index.js";
import { toy } from "../check/toys.js";
import { read } from "../repository.js";
import { run } from "./runs.js";

function shrunk(document: Document, property: string, entries: readonly Entry[] = catalog) {
  const steps = shrink(document, entries, property);
  const progress: ShrinkProgress[] = [];
  for (;;) {
    const step = steps.next();
    if (step.done) return { document: step.value, progress };
    progress.push(step.value);
  }
}
const broken = (document: Document, entries = catalog) =>
  run(document, entries).summary.violations.map(({ property }) => property);
const example = JSON.parse(read("examples/broken-tie-break.json")) as Document;
const tree: Document = {
  protocol: "baseline/raymond",
  topology: { kind: "binary", n: 30 },
  network: { delay: [1, 9] },
  workload: { kind: "closed-loop", think: [0, 20], hold: [1, 5], count: 200 },
};

test("sixteen nodes that break exclusion for want of a tie-break become two, which ask at the same time", () => {
  const { document } = shrunk(example, "exclusion");
  assert.deepEqual(document, {
    protocol: "baseline/ricart-agrawala",
    mutant: "no-tie-break",
    topology: { kind: "complete", n: 2 },
    network: { delay: [1, 1] },
    workload: {
      kind: "script",
      commands: [
        { at: 0, node: 0, type: "acquire" },
        { at: 0, node: 1, type: "acquire" },
      ],
    },
  });
  assert.ok(broken(document).includes("exclusion"));
});

test("the same document shrinks in the same way every time", () => {
  assert.deepEqual(shrunk(example, "exclusion"), shrunk(example, "exclusion"));
});

/** How small a document has become: the commands of a script, or the answers that clients of a closed loop wait for. */
function sizeOf({ topology, workload }: Document): string {
  const { commands, count } = workload as { commands?: readonly object[]; count?: number };
  return `${(topology as { n: number }).n} nodes, ${commands ? `${commands.length} commands` : `${count} answers`}`;
}
const central = { ...tree, protocol: "baseline/central" };
const cases: readonly (readonly [document: Document, property: string, size: string])[] = [
  [{ ...example, mutant: "both-defer" }, "answered", "2 nodes, 2 commands"],
  [{ ...example, mutant: "forgotten-reply" }, "answered", "3 nodes, 2 answers"],
  [{ ...tree, mutant: "shared-token" }, "exclusion", "2 nodes, 2 commands"],
  [{ ...tree, mutant: "asks-once" }, "answered", "2 nodes, 5 commands"],
  [{ ...central, mutant: "endless-units" }, "exclusion", "2 nodes, 1 answers"],
  [{ ...central, mutant: "endless-queue" }, "sound", "1 nodes, 2 commands"],
];
for (const [document, property, size] of cases) {
  test(`${document.mutant} still breaks ${property} with ${size}`, () => {
    const { document: small } = shrunk(document, property);
    assert.equal(sizeOf(small), size);
    assert.ok(broken(small).includes(property));
  });
}

test("a document that does not fail is returned as it is", () => {
  const fine = { ...tree, topology: { kind: "path", n: 3 }, workload: { kind: "closed-loop", count: 20 } };
  assert.equal(shrunk(fine, "exclusion").document, fine);
  assert.equal(shrunk({ ...fine, mutant: "asks-once" }, "exclusion").document.mutant, "asks-once");
});

test("commands by hand are shrunk with the others", () => {
  const inject = [0, 1, 2].map((node) => ({ at: 400, node, type: "acquire" }));
  const { document } = shrunk({ ...example, inject }, "exclusion");
  assert.equal(sizeOf(document), "3 nodes, 2 commands");
  assert.equal(document.inject, undefined);
});

test("a tree that is given by its parents keeps them, and its commands are shrunk", () => {
  const topology = { kind: "tree", parents: [-1, 0, 0, 1] };
  const { document } = shrunk({ ...tree, topology, mutant: "shared-token" }, "exclusion");
  assert.deepEqual(document.topology, topology);
  assert.equal((document.workload as { commands: readonly object[] }).commands.length, 2);
});

/** Stops answering when its timer has rung. */
const sleepy: Entry = toy<boolean>({
  name: "toy/sleepy",
  init(_self, out) {
    out.setTimer("bedtime", 2.5e9);
    return false;
  },
  onCommand(_self, asleep, { client }, out) {
    if (!asleep) out.emit({ type: "granted", client });
    return asleep;
  },
  onMessage: (_self, asleep) => asleep,
  onTimer: () => true,
});

test("times beyond 32 bits are shrunk too, to the earliest that still fails", () => {
  const document = {
    protocol: "toy/sleepy",
    topology: { kind: "complete", n: 1 },
    workload: { kind: "script", commands: [{ at: 9e9, node: 0, type: "acquire" }] },
    limits: { time: 1e12 },
  };
  const { workload } = shrunk(document, "answered", [sleepy]).document;
  assert.deepEqual(workload, { kind: "script", commands: [{ at: 2.5e9, node: 0, type: "acquire" }] });
});

test("every trial is told, with the size of the best so far", () => {
  const { progress } = shrunk(example, "exclusion");
  assert.deepEqual(
    progress.map(({ trials }) => trials),
    progress.map((_, i) => i + 1),
  );
  const nodes = progress.map((step) => step.nodes);
  assert.deepEqual(
    nodes,
    [...nodes].sort((a, b) => b - a),
  );
  assert.deepEqual(progress.at(-1)?.commands, 2);
});
