import { table } from "./table.js";

type State = { relayed: number; grants: number; unit: number; node: number; open: boolean; last: number };
type Handler = (state: State, from: number) => State;

/**
 * How should a handler build its next state? Three ways of the same step on 1,000 nodes: a copy by spread, an explicit
 * literal, and a change in place. Protocols are pure, so the last is only the mark to measure the others by.
 */
export function handlerStyles(): string {
  const spread: Handler = (state, from) => ({ ...state, relayed: state.relayed + 1, last: from });
  const literal: Handler = ({ relayed, grants, unit, node, open }, from) => ({
    relayed: relayed + 1,
    grants,
    unit,
    node,
    open,
    last: from,
  });
  const inPlace: Handler = (state, from) => {
    state.relayed++;
    state.last = from;
    return state;
  };
  const reference = rate(inPlace);
  const lines = [
    { what: "explicit literal", ours: rate(literal), reference, unit: "steps/s", more: true },
    { what: "copy by spread", ours: rate(spread), reference, unit: "steps/s", more: true },
  ];
  return table("Handlers: building the next state", "in place", lines);
}

function rate(handler: Handler): number {
  const states = Array.from(
    { length: 1000 },
    (_, node): State => ({ relayed: 0, grants: 0, unit: 0, node, open: false, last: -1 }),
  );
  const count = 10_000_000;
  const run = () => {
    for (let i = 0, at = 0; i < count; i++) {
      states[at] = handler(states[at], i & 1023);
      at = (at + 7) % 1000;
    }
  };
  run();
  const start = performance.now();
  run();
  return count / ((performance.now() - start) / 1000);
}
