import assert from "node:assert/strict";
import {
  type Effect,
  type Input,
  NodeView,
  type Params,
  type Protocol,
  type Row,
  type SendRow,
  step,
  type TopologySpec,
  topology,
} from "../../src/core/index.js";

/** What a replay needs to know of a run besides its rows. */
export type Origin = Readonly<{ protocol: Protocol; topology: TopologySpec; params: Params }>;
type Recorded = Readonly<{ node: number; e: string }> & Readonly<Record<string, unknown>>;

const isInput = ({ e }: Row) => e === "command" || e === "deliver" || e === "timer";

/**
 * Walks the rows of a run with nothing but `step`: every recorded input goes through the protocol again and must give
 * the recorded sends, events, choices and saves, no more and no less. A client has the id of its command for a number,
 * which is not what the simulator gave it: a protocol must not care.
 */
export function replay({ protocol, topology: spec, params }: Origin, rows: readonly Row[]): void {
  const shape = topology(spec);
  const selves = Array.from({ length: shape.n }, (_, node) => new NodeView(shape, params, node));
  const timers = selves.map(() => new Set<string>());
  const flying = new Map<number, SendRow>();
  const endings = new Map<number, number>(); // the command that ends a client, by the client
  let at = 0;

  /** The rows that follow, up to the next input of any node, all at the same time. */
  function recorded(node: number): Recorded[] {
    const found: Recorded[] = [];
    const now = at === 0 ? 0 : rows[at - 1].t;
    for (; at < rows.length && !isInput(rows[at]) && rows[at].node === node; at++) {
      const row = rows[at];
      const { t, ...rest } = row as Row & Recorded;
      assert.equal(t, now);
      if (row.e === "send") flying.set(row.seq, row);
      const { seq, ...sent } = rest;
      found.push((row.e === "send" ? sent : rest) as Recorded);
    }
    return found;
  }

  /** An effect as the row that it must have left; timers leave none. */
  function asRow(node: number, effect: Effect): Recorded[] {
    if (effect.kind === "setTimer") timers[node].add(effect.timer);
    if (effect.kind === "cancelTimer") timers[node].delete(effect.timer);
    if (effect.kind === "send") {
      return [{ node, e: "send", to: effect.to, type: effect.message.type, message: effect.message }];
    }
    if (effect.kind === "choose") return [{ node, e: "choose", of: effect.of, value: effect.value }];
    if (effect.kind === "save") return [{ node, e: "save", value: effect.value }];
    if (effect.kind !== "emit") return [];
    const { client, ...fields } = effect.event;
    if (client === undefined) return [{ node, e: "event", ...fields }];
    const ending = endings.get(client);
    return [{ node, e: "event", ...(ending === undefined ? { id: client } : { id: ending, of: client }), ...fields }];
  }

  function take(node: number, state: unknown, input: Input): unknown {
    const expected = recorded(node);
    const choices = expected.filter(({ e }) => e === "choose").map(({ value }) => value as number);
    const result = step(protocol, selves[node], state, input, (of) => {
      const choice = choices.shift();
      assert.ok(choice !== undefined, `a choice among ${of} was recorded`);
      return choice;
    });
    assert.deepEqual(
      result.effects.flatMap((effect) => asRow(node, effect)),
      expected,
    );
    return result.state;
  }

  const states = selves.map((_, node) => take(node, null, { kind: "init" }));
  while (at < rows.length) {
    const row = rows[at++];
    const { node } = row;
    if (row.e === "command") {
      if (row.of === null) {
        const [{ id, type, reason }, ...more] = recorded(node);
        assert.deepEqual([id, type, typeof reason, more], [row.id, "rejected", "string", []]);
        continue;
      }
      if (row.of !== undefined) endings.set(row.of, row.id);
      const command = { type: row.type, client: row.of ?? row.id };
      states[node] = take(node, states[node], { kind: "command", command });
    } else if (row.e === "deliver") {
      const sent = flying.get(row.seq);
      assert.ok(flying.delete(row.seq), `message ${row.seq} is delivered once, after it was sent`);
      assert.deepEqual([sent?.node, sent?.to, sent?.message], [row.from, node, row.message]);
      states[node] = take(node, states[node], { kind: "message", from: row.from, message: row.message });
    } else {
      assert.ok(row.e === "timer", `a ${row.e} row comes from a step of its node`);
      assert.ok(timers[node].delete(row.timer), `timer ${row.timer} rings only when it was set`);
      states[node] = take(node, states[node], { kind: "timer", timer: row.timer });
    }
  }
}
