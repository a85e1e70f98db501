import assert from "node:assert/strict";
import { test } from "node:test";
import { catalog } from "../../src/catalog/index.js";
import type { Row } from "../../src/core/index.js";
import type { Document } from "../../src/sim/index.js";
import { run } from "./runs.js";
import { everything } from "./toys.js";

// Chance comes from separate streams of the seed: a change of one thing does not shift the draws of another.
const entries = [...catalog, everything];
const contended: Document = {
  protocol: "baseline/ricart-agrawala",
  topology: { kind: "complete", n: 5 },
  network: { delay: [1, 50] },
  workload: { kind: "closed-loop", think: [0, 100], hold: [1, 20], count: 40 },
};
const inject = (document: Document, ...commands: object[]) => ({ ...document, inject: commands });

/** How long each message was under way, in the order in which they were sent. */
function delays(rows: readonly Row[]): number[] {
  const sent = rows.filter((row) => row.e === "send");
  const arrived = new Map(rows.flatMap((row) => (row.e === "deliver" ? [[row.seq, row.t] as const] : [])));
  return sent.map(({ seq, t }) => (arrived.get(seq) as number) - t);
}

test("one command more does not change the delays of the messages that were sent before it", () => {
  const before = run(contended).rows;
  const after = run(
    inject(contended, { at: 300, node: 2, type: "acquire" }, { at: 900, node: 2, type: "release" }),
  ).rows;
  assert.notDeepEqual(after, before);
  const sent = before.filter((row) => row.e === "send" && row.t < 300).length;
  assert.ok(sent > 20);
  assert.deepEqual(delays(after).slice(0, sent), delays(before).slice(0, sent));
});

/** One client at the end of a path, which never waits for others: how long it thinks and holds, in turn. */
function pauses(more: object): number[] {
  const document = { protocol: "baseline/central", topology: { kind: "path", n: 3 }, params: { R: 9 } };
  const workload = { kind: "closed-loop", clients: [2], think: [200, 999], hold: [200, 999], count: 20 };
  const { rows } = run({ ...document, workload, ...more });
  const own = rows.filter((row) => row.node === 2 && (row.e === "command" || row.e === "event"));
  return own
    .slice(1)
    .map(({ t }, i) => t - own[i].t)
    .filter((_, i) => i % 2 === 1);
}

test("how long clients think and hold does not depend on the network", () => {
  assert.equal(pauses({}).length, 39);
  assert.deepEqual(pauses({ network: { delay: [5, 60] } }), pauses({}));
});

test("one command more, with its messages, does not change how long clients think and hold", () => {
  const more = { at: 500, node: 1, type: "acquire" };
  const network = { delay: [5, 60] };
  // Its grant counts as an answer, so that the client asks one time less.
  assert.deepEqual(pauses({ network, inject: [more] }), pauses({ network }).slice(0, -2));
});

test("the times at which clients first ask do not depend on the network", () => {
  const first = (document: Document) => {
    const asked = new Map<number, number>();
    for (const row of run(document).rows) {
      if (row.e === "command" && row.type === "acquire" && !asked.has(row.node)) asked.set(row.node, row.t);
    }
    return asked;
  };
  assert.equal(first(contended).size, 5);
  assert.deepEqual(first({ ...contended, network: { delay: [7, 900] } }), first(contended));
});

test("choices depend neither on delays nor on clocks", () => {
  const choices = (more: object) => {
    const document = { ...contended, protocol: everything.name, ...more };
    return run(document, entries).rows.flatMap((row) => (row.e === "choose" ? [row.value / row.of] : []));
  };
  // The first choices are those of the five nodes at the start, then the order of events decides who draws.
  assert.deepEqual(
    choices({ network: { delay: [3, 80] }, clock: { step: [2, 9] } }).slice(0, 5),
    choices({}).slice(0, 5),
  );
  assert.notDeepEqual(choices({ seed: 2 }).slice(0, 5), choices({}).slice(0, 5));
});

test("clocks do not change the delays of messages", () => {
  const bells = { ...contended, protocol: everything.name };
  const slow = { ...bells, clock: { step: [1, 1000] } };
  assert.deepEqual(delays(run(slow, entries).rows).slice(0, 20), delays(run(bells, entries).rows).slice(0, 20));
});
