import assert from "node:assert/strict";
import { test } from "node:test";
import type { Entry, Protocol } from "../../src/core/index.js";
import type { Document } from "../../src/sim/index.js";
import { toy } from "../check/toys.js";
import { history, run } from "./runs.js";

const script = (...commands: object[]) => ({ kind: "script", commands });

/** Grants to whom `serves` says; the rest wait for ever. */
const moody = (serves: (client: number) => boolean, more: Partial<Protocol<number>> = {}): Entry =>
  toy<number>({
    name: "toy/moody",
    init: () => 0,
    onCommand(_self, state, { type, client }, out) {
      if (type === "release") out.emit({ type: "released", client });
      else if (serves(client)) out.emit({ type: "granted", client });
      return state;
    },
    onMessage: (_self, state) => state,
    ...more,
  });
const single: Document = { protocol: "toy/moody", topology: { kind: "complete", n: 2 } };
const asks = [0, 1, 1].map((node, i) => ({ at: i, node, type: "acquire" }));

test("who waits when nobody holds and nothing is under way will never be answered: that is a violation", () => {
  const { summary } = run({ ...single, workload: script(...asks) }, [moody(() => false)]);
  const what = "command 0 of node 0 and 2 more: not answered, and nothing is under way";
  assert.deepEqual(summary.violations, [{ property: "answered", what, t: 2 }]);
  assert.equal(summary.pending, 3);
});

test("a handler that throws breaks `sound` and ends the run", () => {
  const fragile = moody(() => {
    throw new Error("assertion failed: the sky is up");
  });
  const { summary, rows } = run({ ...single, workload: script(...asks) }, [fragile]);
  assert.deepEqual(summary.violations, [{ property: "sound", what: "node 0: assertion failed: the sky is up", t: 0 }]);
  assert.deepEqual(history(rows), ["0 command 0 acquire"]);
});

test("a message to a node without a link breaks `sound`", () => {
  const lost = moody(() => true, {
    onCommand(self, state, _command, out) {
      out.send(self.id, { type: "x" });
      return state;
    },
  });
  const { summary } = run({ ...single, workload: script(asks[0]) }, [lost]);
  assert.deepEqual(
    summary.violations.map(({ property, what }) => `${property}: ${what}`),
    ["sound: node 0: assertion failed: node 0 has a link to node 0"],
  );
});

test("an answer that nobody waits for breaks `order`", () => {
  const eager = moody(() => true, {
    onCommand(_self, state, { client }, out) {
      out.emit({ type: "granted", client });
      out.emit({ type: "granted", client });
      out.emit({ type: "granted", client: 7 });
      return state;
    },
  });
  const { summary } = run({ ...single, workload: script(asks[0]) }, [eager]);
  assert.deepEqual(
    summary.violations.find(({ property }) => property === "order"),
    {
      property: "order",
      what: "node 0: granted, which nobody waits for",
      t: 0,
    },
  );
  assert.equal(summary.grants, 1);
});
