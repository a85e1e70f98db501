import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { BadInput, Hasher, IntSet, Queue, type Row, TraceHash, TraceReader } from "../../src/core/index.js";
import { header, row } from "./rows.js";

function read(lines: readonly string[]): (Row | null)[] {
  const reader = new TraceReader();
  return lines.map((line) => reader.line(line));
}

function hashOf(rows: readonly Row[]): string {
  const hasher = new Hasher();
  const hash = new TraceHash(hasher);
  for (const row of rows) hash.row(row);
  return hasher.digest();
}

test("rows come back from their lines as they were", () => {
  fc.assert(
    fc.property(fc.array(row), (rows) => {
      const lines = [header, ...rows].map((line) => JSON.stringify(line));
      assert.deepEqual(read(lines), [null, ...rows]);
    }),
  );
});

test("the reader knows the header of the trace", () => {
  const reader = new TraceReader();
  assert.equal(reader.header, null);
  reader.line(JSON.stringify({ ...header, mutant: "last-come" }));
  assert.deepEqual(reader.header, { ...header, mutant: "last-come" });
  assert.equal(reader.lines, 1);
});

test("the hash of a trace is that of the rows that are read back from it", () => {
  fc.assert(
    fc.property(fc.array(row), (rows) => {
      const lines = [header, ...rows].map((line) => JSON.stringify(line));
      assert.equal(hashOf(read(lines).slice(1) as Row[]), hashOf(rows));
    }),
  );
});

test("a message with sets and queues hashes as the lists that are read back", () => {
  const message = { type: "state", free: IntSet.of([40, 3]), queue: Queue.of([2, 1]) };
  const sent: Row = { t: 1, node: 0, e: "send", to: 1, type: "state", message, seq: 0 };
  const [back] = read([header, sent].map((line) => JSON.stringify(line))).slice(1) as Row[];
  assert.equal(hashOf([back]), hashOf([sent]));
});

test("rows that differ in any field, or in their order, have different hashes", () => {
  const at = { t: 1, node: 0 };
  const [request, reply] = [{ type: "request", stamp: 1 } as never, { type: "request", stamp: 2 } as never];
  const rows: Row[] = [
    { ...at, e: "command", id: 0, type: "acquire" },
    { ...at, e: "command", id: 1, type: "acquire" },
    { ...at, e: "command", id: 0, type: "acquire", of: 1 },
    { ...at, e: "command", id: 0, type: "acquire", of: null },
    { ...at, e: "command", id: 0, type: "acquire", units: 2 },
    { ...at, e: "event", id: 0, type: "acquire", units: 2 },
    { ...at, e: "event", id: 0, type: "acquire", unit: 2 },
    { ...at, e: "event", id: 0, type: "acquire" },
    { t: 2, node: 0, e: "event", id: 0, type: "acquire" },
    { ...at, e: "send", to: 1, type: "request", message: request, seq: 0 },
    { ...at, e: "send", to: 2, type: "request", message: request, seq: 0 },
    { ...at, e: "send", to: 1, type: "request", message: reply, seq: 0 },
    { ...at, e: "send", to: 1, type: "request", message: request, seq: 1 },
    { ...at, e: "deliver", from: 1, type: "request", message: request, seq: 0 },
    { t: 1, node: 1, e: "deliver", from: 1, type: "request", message: request, seq: 0 },
    { ...at, e: "deliver", from: 1, type: "request", message: request, seq: 1 },
    { ...at, e: "timer", timer: "tick" },
    { ...at, e: "timer", timer: "tack" },
    { ...at, e: "choose", of: 2, value: 1 },
    { ...at, e: "choose", of: 2, value: 0 },
    { ...at, e: "save", value: 1 },
    { ...at, e: "save", value: [1] },
  ];
  const hashes = rows.flatMap((a) => rows.map((b) => hashOf([a, b])));
  assert.equal(new Set(hashes).size, rows.length ** 2);
});

test("what an event carries is not taken for the row after it", () => {
  const granted = { t: 1, node: 0, e: "event", type: "granted" } as const;
  const two = hashOf([granted, { t: 5, node: 1, e: "command", id: 2, type: "shared", of: 3 }]);
  const fields = ["unit", "units", "mode", "resources", "token", "window", "value", "reason"];
  for (const a of fields) {
    for (const b of fields) {
      for (const c of fields) assert.notEqual(hashOf([{ ...granted, [a]: 5, [b]: "shared", [c]: 3 }]), two);
    }
  }
});

/** Each is wrong in one way. The first three replace the header. */
const malformed: readonly (readonly [what: string, line: unknown, says: RegExp])[] = [
  ["no JSON", "{", /is not JSON/],
  ["no object", 7, /is no header of a trace/],
  ["null", null, /is no header of a trace/],
  ["another format", { ...header, allot: 2 }, /"allot" is 2; allowed: 1/],
  ["no nodes", { ...header, n: 0 }, /"n" is 0; allowed: an integer from 1/],
  ["a key too many", { ...header, seed: 1 }, /unknown key "seed"/],
  ["a key too few", { ...header, carry: undefined }, /lacks the key "carry"/],
  ["no list to carry", { ...header, carry: {} }, /"carry" is {}; allowed: a list/],
  ["no text", { ...header, protocol: 3 }, /"protocol" is 3/],
  ["no parameters", { ...header, params: null }, /"params" is null/],
  ["parameters as a list", { ...header, params: [] }, /"params" is \[\]; allowed: an object/],
  ["a topology that is a number", { ...header, topology: 5 }, /"topology" is 5; allowed: an object/],
  ["a mutant that is a number", { ...header, mutant: 7 }, /"mutant" is 7/],
];
for (const [what, line, says] of malformed) {
  test(`a header with ${what} is refused at line 1`, () => refused([line], 1, says));
}

const at = { t: 0, node: 0 };
const send = { ...at, e: "send", to: 1, type: "reply", message: { type: "reply" }, seq: 0 };
const rows: readonly (readonly [what: string, row: unknown, says: RegExp])[] = [
  ["no JSON", "{", /is not JSON/],
  ["no object", [1], /"e" is missing/],
  ["null", null, /"e" is missing/],
  ["an unknown code", { ...at, e: "sent" }, /"e" is "sent"; allowed: command, event, send/],
  ["a code that objects inherit", { ...at, e: "toString" }, /"e" is "toString"/],
  ["no time", { ...send, t: undefined }, /lacks the key "t"/],
  ["a negative time", { ...send, t: -1 }, /"t" is -1/],
  ["a node too far", { ...send, node: 4 }, /"node" is 4; allowed: an integer from 0 to 3/],
  ["a receiver too far", { ...send, to: 4 }, /"to" is 4; allowed: an integer from 0 to 3/],
  ["a sequence number that is none", { ...send, seq: 0.5 }, /"seq" is 0.5/],
  ["a key too many", { ...send, from: 1 }, /unknown key "from"/],
  ["a message of another type", { ...send, message: { type: "request" } }, /allowed: an object of type "reply"/],
  ["no message", { ...send, message: null }, /"message" is null/],
  ["a type that is no text", { ...at, e: "command", id: 0, type: 7 }, /"type" is 7/],
  ["an id that is no number", { ...at, e: "command", id: "0", type: "acquire" }, /"id" is "0"/],
  ["a unit that is none", { ...at, e: "event", type: "granted", unit: "a" }, /"unit" is "a"/],
  ["unit 0", { ...at, e: "event", type: "granted", unit: 0 }, /"unit" is 0/],
  ["a choice too wide", { ...at, e: "choose", of: 2 ** 17, value: 0 }, /"of" is 131072/],
  ["a missing timer", { ...at, e: "timer" }, /lacks the key "timer"/],
  ["no timer", { ...at, e: "timer", timer: null }, /"timer" is null/],
];
for (const [what, row, says] of rows) {
  test(`a row with ${what} is refused with its line number`, () => {
    refused([header, send, row], 3, says);
    refused([header, row, send], 2, says);
  });
}

function refused(lines: readonly unknown[], number: number, says: RegExp): void {
  const texts = lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line)));
  const reader = new TraceReader();
  for (const text of texts.slice(0, number - 1)) reader.line(text);
  assert.throws(
    () => reader.line(texts[number - 1]),
    (error) => {
      assert.ok(error instanceof BadInput, String(error));
      assert.ok(error.message.startsWith(`line ${number}`), error.message);
      assert.match(error.message, says);
      return true;
    },
  );
}
