import assert from "node:assert/strict";
import { test } from "node:test";
import { BadInput, input } from "../../src/core/index.js";

/** The message of the refusal. */
function refusal(read: () => unknown): string {
  try {
    read();
  } catch (error) {
    assert.ok(error instanceof BadInput, String(error));
    return error.message;
  }
  assert.fail("was accepted");
}

test("a record has its required keys, perhaps optional ones, and no others", () => {
  const doc = { a: 1, b: 2 };
  assert.equal(input.record(doc, "here", ["a"], ["b", "c"]), doc);
  assert.equal(
    refusal(() => input.record({ a: 1, x: [3] }, "here", ["a"], ["b"])),
    'here has an unknown key "x" ([3]); allowed: a, b',
  );
  assert.equal(
    refusal(() => input.record({ x: 1 }, "here", [])),
    'here has an unknown key "x" (1); allowed: none',
  );
  assert.equal(
    refusal(() => input.record({ b: 1 }, "here", ["a"], ["b"])),
    'here lacks the key "a"',
  );
  for (const value of [null, [], "a", 1, undefined]) refusal(() => input.record(value, "here", []));
});

test("a key that every object inherits is missing all the same", () => {
  assert.match(
    refusal(() => input.record({}, "here", ["toString"])),
    /lacks the key/,
  );
  assert.match(
    refusal(() => input.record(JSON.parse('{"__proto__":1}'), "here", [])),
    /unknown key "__proto__"/,
  );
});

test("an integer lies in its range, ends included", () => {
  for (const value of [-2, 0, 5]) assert.equal(input.integer(value, "here", -2, 5), value);
  for (const value of [-3, 6, 0.5, "1", null, Number.NaN, 2 ** 60, true])
    assert.match(
      refusal(() => input.integer(value, "here", -2, 5)),
      /^here is .*; allowed: an integer from -2 to 5$/,
    );
  const max = Number.MAX_SAFE_INTEGER;
  assert.equal(
    refusal(() => input.integer(-1, "t", 0, max)),
    "t is -1; allowed: an integer from 0 to 2^53-1",
  );
});

test("one of some words, with the others in the refusal", () => {
  assert.equal(input.oneOf("fifo", "order", ["fifo", "any"]), "fifo");
  assert.equal(
    refusal(() => input.oneOf("lifo", "order", ["fifo", "any"])),
    'order is "lifo"; allowed: "fifo", "any"',
  );
  refusal(() => input.oneOf(undefined, "order", ["fifo", "any"]));
});

test("a text has at most 256 characters", () => {
  assert.equal(input.text("x".repeat(256), "here"), "x".repeat(256));
  for (const value of ["x".repeat(257), 1, null, ["x"]]) refusal(() => input.text(value, "here"));
});

test("a list has at least one item and no more than allowed", () => {
  assert.deepEqual(input.list([1, 2], "here", 2), [1, 2]);
  for (const value of [[], [1, 2, 3], "ab", { length: 1 }]) {
    assert.match(
      refusal(() => input.list(value, "here", 2)),
      /allowed: a list of 1 to 2 items$/,
    );
  }
});

test("a range is two integers in order", () => {
  assert.deepEqual(input.range([1, 1], "here", 0, 5), [1, 1]);
  assert.deepEqual(input.range([0, 5], "here", 0, 5), [0, 5]);
  for (const value of [[2, 1], [1], [1, 2, 3], 1, null]) {
    assert.match(
      refusal(() => input.range(value, "here", 0, 5)),
      /^here is .*; allowed: two integers/,
    );
  }
  assert.match(
    refusal(() => input.range([0, 6], "here", 0, 5)),
    /^here\[1\] is 6; allowed: an integer from 0 to 5$/,
  );
});

test("what is no JSON is refused in one line, without control characters", () => {
  assert.deepEqual(input.parseJson('{"a":[1]}', "here"), { a: [1] });
  for (const text of ["", "{", "\x1b[31m{", "[1,\n\r2,\u2028x]", "x".repeat(10_000)]) {
    const message = refusal(() => input.parseJson(text, "here"));
    assert.match(message, /^here is not JSON: [^\p{Cc}\u2028]{1,120}$/u);
  }
});

test("a value is shown in one short line, however long, deep or odd it is", () => {
  let deep: unknown = [];
  for (let i = 0; i < 100_000; i++) deep = [deep];
  assert.equal(input.show(undefined), "missing");
  assert.equal(input.show({ a: "b\n" }), '{"a":"b\\n"}');
  for (const value of [deep, "x".repeat(1000), "\u2028\x9b", 1n, Symbol("s"), () => 1, null]) {
    assert.match(input.show(value), /^[^\p{Cc}\u2028]{1,60}$/u);
  }
});
