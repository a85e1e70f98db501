import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { Random, type Topology, topology } from "../../src/core/index.js";
import { ADVERSARIES, type Adversary, Network, type NetworkSpec } from "../../src/sim/network.js";

const complete = topology({ kind: "complete", n: 4 });
const links = [...Array(4).keys()].flatMap((from) => [...Array(4).keys()].map((to) => [from, to] as const));
const pairs = links.filter(([from, to]) => from !== to);

const open = (spec: NetworkSpec, over: Topology = complete, seed = 1) =>
  new Network(spec, over, new Random(seed, "network"));
const send = (network: Network, now: number, from: number, to: number, over = complete) =>
  network.arrival(now, from, to, over.link(from, to));

const names = Object.keys(ADVERSARIES).sort() as Adversary[];
const delay = fc.tuple(fc.nat({ max: 20 }), fc.nat({ max: 50 })).map(([min, more]) => [min, min + more] as const);
const adversary = fc.option(fc.constantFrom(...names), { nil: undefined });
const sends = fc.array(fc.tuple(fc.nat({ max: 5 }), fc.constantFrom(...pairs), fc.boolean()), { maxLength: 60 });
const spec = (order: "fifo" | "any", delay: readonly [number, number], adversary: Adversary | undefined) => ({
  order,
  delay,
  ...(adversary && { adversary }),
});

test("a fifo link lets nothing overtake, whatever the delays and the adversary, and keeps within them", () => {
  // With 5,000 nodes there are too many links for a number each in advance.
  for (const over of [complete, topology({ kind: "complete", n: 5000 })]) {
    fc.assert(
      fc.property(delay, adversary, sends, fc.nat(), (delay, adversary, sends, seed) => {
        const network = open(spec("fifo", delay, adversary), over, seed);
        const last = new Map<string, number>();
        let now = 0;
        for (const [later, [from, to], delivered] of sends) {
          now += later;
          const at = send(network, now, from, to, over);
          const link = `${from} ${to}`;
          assert.ok(at >= (last.get(link) ?? 0), "overtakes");
          assert.ok(at >= now + delay[0] && at <= now + delay[1], "out of range");
          last.set(link, at);
          if (delivered) network.delivered(from, to);
        }
      }),
    );
  }
});

test("every delay lies in its range, for chance and for each adversary", () => {
  fc.assert(
    fc.property(delay, adversary, sends, fc.nat(), (delay, adversary, sends, seed) => {
      const network = open(spec("any", delay, adversary), complete, seed);
      for (const [now, [from, to]] of sends) {
        const at = send(network, now, from, to) - now;
        assert.ok(at >= delay[0] && at <= delay[1], `${at} in ${delay}`);
      }
    }),
  );
});

test("chance takes every value of the range", () => {
  const network = open({ order: "any", delay: [3, 7] });
  const seen = new Set(Array.from({ length: 200 }, () => send(network, 0, 0, 1)));
  assert.deepEqual([...seen].sort(), [3, 4, 5, 6, 7]);
});

test("extremes: a message takes the shortest or the longest time, and both happen", () => {
  const network = open({ order: "any", delay: [3, 7], adversary: "extremes" });
  const seen = new Set(Array.from({ length: 50 }, () => send(network, 0, 0, 1)));
  assert.deepEqual([...seen].sort(), [3, 7]);
});

test("slow-victim: everything to and from the node with the highest number takes longest, all else is quick", () => {
  const network = open({ order: "any", delay: [3, 7], adversary: "slow-victim" });
  for (const [from, to] of pairs) {
    assert.equal(send(network, 100, from, to), from === 3 || to === 3 ? 107 : 103, `${from} to ${to}`);
  }
});

test("lifo: the more messages a link carries, the faster the next one, down to the shortest time", () => {
  const network = open({ order: "any", delay: [3, 7], adversary: "lifo" });
  const next = () => send(network, 100, 0, 1);
  assert.deepEqual([next(), next(), next(), next(), next(), next()], [107, 106, 105, 104, 103, 103]);
  assert.equal(send(network, 100, 1, 0), 107, "another link has its own load");
  for (let i = 0; i < 5; i++) network.delivered(0, 1);
  assert.equal(next(), 106, "one was still under way");
});

test("a fork and its origin draw, order and load by themselves", () => {
  for (const adversary of [undefined, ...names]) {
    const network = open(spec("fifo", [1, 1000], adversary));
    for (let i = 0; i < 3; i++) send(network, i, 0, 1);
    const fork = network.fork();
    const twin = network.fork();
    const after = (from: Network) => Array.from({ length: 20 }, (_, i) => send(from, 10 + i, i % 3, 3));
    const expected = after(fork);
    fork.delivered(0, 3);
    assert.deepEqual(after(network), expected, adversary);
    assert.deepEqual(after(twin), expected, adversary);
  }
});
