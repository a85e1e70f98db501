import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type Topology, type TopologySpec, topology } from "../../src/core/index.js";
import { ADVERSARIES, type Document } from "../../src/sim/index.js";
import { run } from "./runs.js";
import { networks } from "./scenarios.js";

const sequence = (protocol: string, spec: TopologySpec, nodes: readonly number[]): Document => ({
  protocol,
  topology: spec,
  workload: {
    kind: "sequential",
    commands: nodes.flatMap((node) => ["acquire", "release"].map((type) => ({ node, type }))),
  },
});
const messages = (document: Document) => run(document).summary.messages;

/** The number of messages of each entry, in order; an entry starts with its acquire. */
function costs(document: Document): number[] {
  const counts: number[] = [];
  for (const row of run(document).rows) {
    if (row.e === "command" && row.type === "acquire") counts.push(0);
    if (row.e === "send") counts[counts.length - 1]++;
  }
  return counts;
}

function distance(tree: Topology, from: number, to: number): number {
  let hops = 0;
  for (let at = from; at !== to; at = tree.towards(at, to)) hops++;
  return hops;
}
const diameter = (tree: Topology) => {
  const nodes = [...Array(tree.n).keys()];
  return Math.max(...nodes.flatMap((from) => nodes.map((to) => distance(tree, from, to))));
};

for (const n of [1, 2, 5, 16]) {
  test(`Ricart and Agrawala: an entry takes exactly 2(n-1) messages, n = ${n}`, () => {
    const names = [undefined, ...Object.keys(ADVERSARIES).sort()];
    for (const adversary of names) {
      for (const delay of [
        [0, 0],
        [1, 1],
        [1, 100],
      ]) {
        const { grants, messages } = run({
          protocol: "baseline/ricart-agrawala",
          topology: { kind: "complete", n },
          network: { delay, ...(adversary && { adversary }) },
          workload: { kind: "closed-loop", think: [0, 50], hold: [0, 5], count: 50 },
        }).summary;
        const each = (n - 1) * grants;
        assert.deepEqual(messages, { total: 2 * each, byType: n === 1 ? {} : { reply: each, request: each } });
      }
    }
  });
}

const kinds = ["path", "star", "binary"] as const;
for (const kind of kinds) {
  test(`central: an acquire and its release take exactly 3 messages a hop to the root, on a ${kind}`, () => {
    const spec = { kind, n: 15 };
    const tree = topology(spec);
    for (let node = 0; node < tree.n; node++) {
      const hops = tree.depth(node);
      const { total, byType } = messages(sequence("baseline/central", spec, [node]));
      assert.equal(total, 3 * hops);
      if (hops > 0) assert.deepEqual(byType, { grant: hops, release: hops, request: hops });
    }
  });
}

const trees = fc.oneof(
  fc.record({ kind: fc.constantFrom(...kinds), n: fc.integer({ min: 1, max: 12 }) }),
  fc.record({ kind: fc.constant("random-tree" as const), n: fc.integer({ min: 1, max: 12 }), seed: fc.nat() }),
);

test("Raymond: one after the other, an entry takes 2 messages a hop from where the token lies", () => {
  fc.assert(
    fc.property(trees, fc.array(fc.nat(), { minLength: 1, maxLength: 12 }), (spec, draws) => {
      const tree = topology(spec);
      const nodes = draws.map((draw) => draw % tree.n);
      const hops = nodes.map((node, i) => distance(tree, i === 0 ? 0 : nodes[i - 1], node));
      assert.deepEqual(
        costs(sequence("baseline/raymond", spec, nodes)),
        hops.map((hop) => 2 * hop),
      );
    }),
  );
});

test("Raymond: taking the token again where it lies costs no message", () => {
  assert.deepEqual(costs(sequence("baseline/raymond", { kind: "path", n: 8 }, [7, 7, 7, 0, 0])), [14, 0, 0, 14, 0]);
});

test("Raymond: an entry takes at most twice the diameter, however many ask at once", () => {
  fc.assert(
    fc.property(trees, networks, fc.nat(), (spec, network, seed) => {
      const workload = { kind: "closed-loop", think: [0, 9], count: 30 };
      const { messages, grants } = run({
        protocol: "baseline/raymond",
        topology: spec,
        network,
        workload,
        seed,
      }).summary;
      assert.ok(messages.total <= 2 * diameter(topology(spec)) * grants);
    }),
  );
});
