import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { NodeView, type Topology, type TopologySpec, topology } from "../../src/core/index.js";

const nodes = ({ n }: Topology) => Array.from({ length: n }, (_, node) => node);

/** What each kind says of its nodes: parents, neighbours. */
const examples: readonly Readonly<{ spec: TopologySpec; parents: number[]; neighbours: number[][]; height: number }>[] =
  [
    { spec: { kind: "path", n: 3 }, parents: [-1, 0, 1], neighbours: [[1], [0, 2], [1]], height: 2 },
    { spec: { kind: "star", n: 4 }, parents: [-1, 0, 0, 0], neighbours: [[1, 2, 3], [0], [0], [0]], height: 1 },
    {
      spec: { kind: "binary", n: 6 },
      parents: [-1, 0, 0, 1, 1, 2],
      neighbours: [[1, 2], [0, 3, 4], [0, 5], [1], [1], [2]],
      height: 2,
    },
    {
      spec: { kind: "tree", parents: [-1, 0, 1, 0, 1] },
      parents: [-1, 0, 1, 0, 1],
      neighbours: [[1, 3], [0, 2, 4], [1], [0], [1]],
      height: 2,
    },
    { spec: { kind: "ring", n: 3 }, parents: [-1, -1, -1], neighbours: [[1], [2], [0]], height: 0 },
    {
      spec: { kind: "complete", n: 4 },
      parents: [-1, -1, -1, -1],
      neighbours: [
        [1, 2, 3],
        [2, 3, 0],
        [3, 0, 1],
        [0, 1, 2],
      ],
      height: 0,
    },
    { spec: { kind: "path", n: 1 }, parents: [-1], neighbours: [[]], height: 0 },
    { spec: { kind: "complete", n: 1 }, parents: [-1], neighbours: [[]], height: 0 },
  ];

for (const { spec, parents, neighbours, height } of examples) {
  test(`a ${spec.kind} of ${parents.length} joins those it should`, () => {
    const shape = topology(spec);
    assert.equal(shape.n, parents.length);
    assert.equal(shape.height, height);
    assert.deepEqual(nodes(shape).map(shape.parent, shape), parents);
    assert.deepEqual(
      nodes(shape).map((node) => [...shape.neighbours(node)]),
      neighbours,
    );
  });
}

const tree: fc.Arbitrary<TopologySpec> = fc
  .array(fc.nat(), { maxLength: 40 })
  .map((draws) => ({ kind: "tree", parents: [-1, ...draws.map((draw, i) => draw % (i + 1))] }));
const anySpec: fc.Arbitrary<TopologySpec> = fc.oneof(
  tree,
  fc.record({ kind: fc.constantFrom("path", "star", "binary", "complete"), n: fc.integer({ min: 1, max: 40 }) }),
  fc.record({ kind: fc.constant("ring"), n: fc.integer({ min: 2, max: 40 }) }),
  fc.record({ kind: fc.constant("random-tree"), n: fc.integer({ min: 1, max: 40 }), seed: fc.nat() }),
);

test("ports are the places of neighbours, and every link has a number of its own", () => {
  fc.assert(
    fc.property(anySpec, (spec) => {
      const shape = topology(spec);
      const links = new Set<number>();
      let count = 0;
      for (const from of nodes(shape)) {
        const neighbours = [...shape.neighbours(from)];
        for (const to of nodes(shape)) {
          const link = shape.link(from, to);
          assert.equal(link >= 0, neighbours.includes(to), `${from} to ${to}`);
          if (link < 0) continue;
          assert.ok(link < shape.links);
          links.add(link);
          count++;
        }
        for (const [port, neighbour] of neighbours.entries()) assert.equal(shape.port(from, neighbour), port);
      }
      assert.equal(links.size, count);
    }),
  );
});

/** Breadth first from the target: the next hop of every node. */
function hopsTo(shape: Topology, target: number): Map<number, number> {
  const hops = new Map([[target, -1]]);
  const queue = [target];
  for (const at of queue) {
    for (const neighbour of shape.neighbours(at)) {
      if (hops.has(neighbour)) continue;
      hops.set(neighbour, at);
      queue.push(neighbour);
    }
  }
  return hops;
}

test("the way towards a node of a tree is the shortest one", () => {
  fc.assert(
    fc.property(tree, (spec) => {
      const shape = topology(spec);
      for (const target of nodes(shape)) {
        const hops = hopsTo(shape, target);
        for (const node of nodes(shape)) {
          if (node !== target) assert.equal(shape.towards(node, target), hops.get(node), `${node} to ${target}`);
        }
      }
    }),
  );
});

test("depths count the edges to the root, the height is the greatest, children know their parents", () => {
  fc.assert(
    fc.property(tree, (spec) => {
      const shape = topology(spec);
      const depths = nodes(shape).map((node) => {
        let depth = 0;
        for (let at = node; at !== 0; at = shape.parent(at)) depth++;
        return depth;
      });
      assert.deepEqual(nodes(shape).map(shape.depth, shape), depths);
      assert.equal(shape.height, Math.max(...depths));
      for (const node of nodes(shape)) {
        const children = nodes(shape).filter((child) => shape.parent(child) === node);
        assert.deepEqual([...shape.children(node)], children);
      }
    }),
  );
});

test("a random tree is the same for the same seed, and another for another", () => {
  const parents = (seed: number) => {
    const shape = topology({ kind: "random-tree", n: 50, seed });
    return nodes(shape).map(shape.parent, shape);
  };
  assert.deepEqual(parents(1), parents(1));
  assert.notDeepEqual(parents(1), parents(2));
});

test("there is no link to nobody", () => {
  fc.assert(
    fc.property(anySpec, (spec) => {
      const shape = topology(spec);
      for (const from of nodes(shape)) {
        for (const to of [-1, shape.n, shape.n + 1]) assert.equal(shape.link(from, to), -1, `${from} to ${to}`);
      }
    }),
  );
});

test("a node is not on the way to itself, and a parent has a smaller index", () => {
  assert.throws(() => topology({ kind: "path", n: 3 }).towards(1, 1), /assertion failed/);
  assert.throws(() => topology({ kind: "tree", parents: [-1, 2, 0] }), /assertion failed/);
  assert.throws(() => topology({ kind: "tree", parents: [-1, 1] }), /assertion failed/);
});

test("a view shows the node that its id says", () => {
  const view = new NodeView(topology({ kind: "path", n: 3 }), { R: 2 }, 1);
  assert.deepEqual([view.parent, view.depth, view.port(2), view.towards(2), view.params.R], [0, 1, 1, 2, 2]);
  view.id = 2;
  assert.deepEqual([view.parent, view.depth, view.towards(0), [...view.children], view.n], [1, 2, 1, [], 3]);
});

for (const kind of ["path", "star", "random-tree"] as const) {
  test(`a ${kind} of 200,000 nodes is built without recursion, and ways in it are found`, () => {
    const n = 200_000;
    const shape = topology({ kind, n, seed: 1 });
    let at = n - 1;
    for (let hops = shape.depth(at); hops > 0; hops--) at = shape.towards(at, 0);
    assert.equal(at, 0);
    for (let hops = shape.depth(n - 1); hops > 0; hops--) at = shape.towards(at, n - 1);
    assert.equal(at, n - 1);
  });
}
