import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { cyclicComponents, type Graph } from "../../src/check/components.js";

function graph(count: number, edges: readonly (readonly [number, number])[]): Graph {
  const out = Array.from({ length: count }, (_, node) => edges.flatMap(([from, to]) => (from === node ? to : [])));
  return { count, has: () => true, successors: (node) => out[node] };
}

/** Sorted, because neither the order of components nor that of their nodes is promised. */
function found(given: Graph): number[][] {
  const components = [...cyclicComponents(given)].flatMap((component) => (component === null ? [] : [component]));
  return components.map((component) => component.toSorted((a, b) => a - b)).sort(([a], [b]) => a - b);
}

/** Which nodes can be reached by one edge or more, edge by edge until nothing changes. */
function reachable({ count, successors }: Graph): boolean[][] {
  const reach = Array.from({ length: count }, (_, a) =>
    Array.from({ length: count }, (_, b) => successors(a).includes(b)),
  );
  for (let via = 0; via < count; via++)
    for (let a = 0; a < count; a++) for (let b = 0; b < count; b++) reach[a][b] ||= reach[a][via] && reach[via][b];
  return reach;
}

const digraph = fc.integer({ min: 1, max: 12 }).chain((count) => {
  const node = fc.nat({ max: count - 1 });
  return fc.array(fc.tuple(node, node), { maxLength: 30 }).map((edges) => graph(count, edges));
});

test("two nodes are in one component just when each can be reached from the other", () => {
  fc.assert(
    fc.property(digraph, (given) => {
      const reach = reachable(given);
      const expected: number[][] = [];
      for (let a = 0; a < given.count; a++) {
        if (!reach[a][a] || expected.some((component) => component.includes(a))) continue;
        expected.push(Array.from({ length: given.count }, (_, b) => b).filter((b) => reach[a][b] && reach[b][a]));
      }
      assert.deepEqual(found(given), expected);
    }),
    { numRuns: 1000 },
  );
});

test("a node alone counts if it leads to itself", () => {
  assert.deepEqual(
    found(
      graph(3, [
        [0, 1],
        [1, 1],
        [1, 2],
      ]),
    ),
    [[1]],
  );
});

test("nothing is found from nodes that are not there", () => {
  const two = graph(4, [
    [0, 1],
    [1, 0],
    [2, 3],
    [3, 2],
  ]);
  assert.deepEqual(found({ ...two, has: (node) => node >= 2 }), [[2, 3]]);
});

test("a cycle of 300,000 nodes is found without recursion", () => {
  const count = 300_000;
  const [cycle] = found({ count, has: () => true, successors: (node) => [(node + 1) % count] });
  assert.equal(cycle.length, count);
});

test("a long search gives way now and then", () => {
  const count = 10_000;
  const steps = [
    ...cyclicComponents({ count, has: () => true, successors: (node) => (node + 1 < count ? [node + 1] : []) }),
  ];
  assert.ok(steps.length >= 9 && steps.every((step) => step === null), `${steps.length} pauses`);
});
