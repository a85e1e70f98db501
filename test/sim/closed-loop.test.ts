import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Document } from "../../src/sim/index.js";
import { history, run } from "./runs.js";
import { anyClosedLoop, sizeOf } from "./scenarios.js";
import { budget } from "./toys.js";

const path: Document = { protocol: "baseline/central", topology: { kind: "path", n: 3 } };

test("clients think, ask, hold and give back in the times they are given", () => {
  const workload = { kind: "closed-loop", clients: [0], think: [3, 3], hold: [5, 5], count: 2 };
  assert.deepEqual(history(run({ ...path, workload }).rows), [
    "3 command 0 acquire",
    "3 event 0 granted",
    "8 command 0 release",
    "8 event 0 released",
    "11 command 0 acquire",
    "11 event 0 granted",
    "16 command 0 release",
    "16 event 0 released",
  ]);
});

test("a node named twice has two clients", () => {
  const workload = { kind: "closed-loop", clients: [2, 2], hold: [9, 9], count: 2 };
  const { summary } = run({ ...path, params: { R: 2 }, workload });
  assert.equal(summary.facts.maxConcurrent, 2);
});

test("after `count` answers nobody asks again, so at most clients - 1 more are served", () => {
  let over = 0;
  fc.assert(
    fc.property(anyClosedLoop, (document) => {
      const { count, clients } = document.workload as { count: number; clients?: "all" | number[] };
      const loops = Array.isArray(clients) ? clients.length : sizeOf(document.topology as object);
      const { grants, commands, released, pending } = run(document).summary;
      assert.ok(grants >= count && grants <= count + loops - 1, `${grants} grants for ${count}, ${loops} clients`);
      assert.deepEqual([commands, released, pending], [2 * grants, grants, 0]);
      over = Math.max(over, grants - count);
    }),
  );
  assert.ok(over > 2, "somebody was still waiting");
});

test("where nothing is given back, rejections count as answers", () => {
  const document = { protocol: "toy/budget", topology: { kind: "complete", n: 2 } };
  const { summary } = run({ ...document, workload: { kind: "closed-loop", think: [1, 1], count: 20 } }, [budget]);
  assert.deepEqual([summary.grants, summary.rejected, summary.commands], [6, 14, 20]);
});
