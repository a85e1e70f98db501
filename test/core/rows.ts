import fc from "fast-check";
import type { Row, TraceHeader } from "../../src/core/index.js";

export const header: TraceHeader = {
  allot: 1,
  problem: "pool",
  protocol: "baseline/central",
  n: 4,
  params: { R: 2 },
  topology: { kind: "path", n: 4 },
  carry: [],
};

/** Plain trees have the usual prototype. */
const own = { noNullPrototype: true };
const at = { t: fc.nat(), node: fc.nat({ max: 3 }) };
const id = fc.nat({ max: 99 });
const plain = fc.oneof(fc.maxSafeInteger(), fc.boolean(), fc.constant(null), fc.array(fc.nat({ max: 9 })));
const stamp = fc.maxSafeInteger();
/** All messages of one type have the same fields. */
const message = fc.oneof(
  fc.record({ type: fc.constant("request"), stamp, path: fc.array(fc.nat({ max: 3 })) }, own),
  fc.record({ type: fc.constant("grant"), unit: fc.nat(), last: fc.boolean() }, own),
  fc.constant({ type: "reply" }),
);
const carried = { message, seq: id };
const withType = <R extends { message: { type: string } }>(row: R) => ({ ...row, type: row.message.type });
/** Optional fields are those not named here. */
const some: { requiredKeys: ("t" | "node" | "e" | "id" | "type")[]; noNullPrototype: boolean } = {
  requiredKeys: ["t", "node", "e", "id", "type"],
  ...own,
};
const word = fc.constantFrom("acquire", "release", "spend");

/** Any row that a run of four nodes may have. */
export const row = fc.oneof(
  fc.record({ ...at, e: fc.constant("command"), id, type: word, of: fc.option(id), units: fc.nat() }, some),
  fc.record({ ...at, e: fc.constant("event"), id, type: word, of: id, unit: fc.integer({ min: 1 }) }, some),
  fc.record({ ...at, e: fc.constant("send"), to: fc.nat({ max: 3 }), ...carried }, own).map(withType),
  fc.record({ ...at, e: fc.constant("deliver"), from: fc.nat({ max: 3 }), ...carried }, own).map(withType),
  fc.record({ ...at, e: fc.constant("timer"), timer: fc.constantFrom("tick", "retry") }, own),
  fc.record({ ...at, e: fc.constant("choose"), of: fc.constant(4), value: fc.nat({ max: 3 }) }, own),
  fc.record({ ...at, e: fc.constant("save"), value: fc.record({ a: plain }, own) }, own),
) as fc.Arbitrary<Row>;
