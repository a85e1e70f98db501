import assert from "node:assert/strict";
import { test } from "node:test";
import type { Config, Entry, Message } from "../../src/core/index.js";
import { toy } from "../check/toys.js";
import { run } from "./runs.js";

/** A wish asks all others, who say yes; whoever has heard them all is granted. What `holds` sees is up to the test. */
function asking(holds: (config: Config) => boolean): Entry {
  type State = Readonly<{ client: number; missing: number }>;
  const entry = toy<State>({
    name: "toy/asking",
    init: () => ({ client: -1, missing: 0 }),
    onCommand(self, _state, { type, client }, out) {
      if (type === "release") {
        out.emit({ type: "released", client });
        return { client: -1, missing: 0 };
      }
      for (const peer of self.neighbours) out.send(peer, { type: "may I" });
      return { client, missing: self.n - 1 };
    },
    onMessage(_self, state, from, { type }, out) {
      if (type === "may I") {
        out.send(from, { type: "yes" });
        return state;
      }
      if (state.missing === 1) out.emit({ type: "granted", client: state.client });
      return { client: state.client, missing: state.missing - 1 };
    },
  });
  return { ...entry, invariants: [{ name: "watched", what: "what the test says", holds }] };
}
const document = (n: number) => ({
  protocol: "toy/asking",
  topology: { kind: "complete", n },
  workload: { kind: "sequential", commands: [{ node: 1, type: "acquire" }] },
});

test("with up to eight nodes invariants are looked at after every step", () => {
  const entry = asking(({ flying }) => !flying.some(({ message }) => message.type === "yes"));
  const { summary } = run(document(8), [entry]);
  assert.deepEqual(summary.violations, [{ property: "watched", what: "what the test says", t: 1 }]);
  assert.deepEqual(summary.invariants, { looks: summary.steps, every: 1 });
});

test("with more nodes they are sampled, and looked at once more at the end", () => {
  const seen: number[] = [];
  const entry = asking(({ states }) => seen.push((states[1] as { missing: number }).missing) > 0);
  const { summary } = run(document(9), [entry]);
  assert.deepEqual([summary.steps, summary.invariants], [17, { looks: 1, every: 144 }]);
  assert.deepEqual(seen, [0], "all have answered");
  const workload = {
    ...document(9).workload,
    commands: [
      { node: 1, type: "acquire" },
      { node: 1, type: "release" },
    ],
  };
  const long = run({ ...document(9), workload: { ...workload, repeat: 40 } }, [entry]).summary;
  assert.deepEqual([long.steps, long.invariants.looks], [20 * 18, 3], "after 144 and 288 steps, and at the end");
});

test("an invariant sees the states and the messages in flight, in the order they were sent, and each node's view", () => {
  const flights: string[] = [];
  const entry = asking(({ states, flying, self }) => {
    assert.equal(states.length, 3);
    assert.deepEqual([...self(2).neighbours], [0, 1]);
    const show = ({ from, to, message }: { from: number; to: number; message: Message }) =>
      `${from}>${to} ${message.type}`;
    flights.push(flying.map(show).join(", "));
    return true;
  });
  run(document(3), [entry]);
  assert.deepEqual(flights, ["1>2 may I, 1>0 may I", "1>0 may I, 2>1 yes", "2>1 yes, 0>1 yes", "0>1 yes", ""]);
});
