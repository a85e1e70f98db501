import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { BadInput, type Row, TraceReader } from "../../src/core/index.js";
import { header, row } from "./rows.js";

const json = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom(-1, 0.5, 2 ** 53, 1e300, "x".repeat(300), "a\nb", "\u2028", "\x1b[2J", [], {}, null, true),
);

/** A line with one key taken away, added or given another value. */
const changed = fc
  .tuple(fc.oneof(row as fc.Arbitrary<Row | typeof header>, fc.constant(header)), fc.nat(), fc.string(), json)
  .map(([line, pick, name, value]) => {
    const fields: [string, unknown][] = Object.entries(line);
    const place = pick % fields.length;
    if (pick % 3 === 0) return JSON.stringify(Object.fromEntries(fields.toSpliced(place, 1)));
    if (pick % 3 === 1) return JSON.stringify(Object.fromEntries([...fields, [name, value]]));
    return JSON.stringify(Object.fromEntries(fields.with(place, [fields[place][0], value])));
  });

/** A line with a piece cut out, or with a piece of nonsense put in. */
const cut = fc.tuple(row, fc.nat(), fc.nat({ max: 5 }), fc.string()).map(([line, pick, length, noise]) => {
  const text = JSON.stringify(line);
  const place = pick % text.length;
  return text.slice(0, place) + noise + text.slice(place + length);
});

const depth = 50_000;
const deep = fc.constantFrom(
  `{"e":${"[".repeat(depth)}${"]".repeat(depth)}}`,
  `{"allot":${'{"a":'.repeat(depth)}1${"}".repeat(depth)}}`,
);
const line = fc.oneof(
  { weight: 8, arbitrary: changed },
  { weight: 4, arbitrary: cut },
  { weight: 2, arbitrary: fc.string() },
  { weight: 2, arbitrary: json.map((value) => JSON.stringify(value)) },
  { weight: 1, arbitrary: deep },
);

test("whatever a line is, it is read, or refused as bad input in one line with its number", () => {
  let refusals = 0;
  fc.assert(
    fc.property(fc.boolean(), line, (headed, text) => {
      const reader = new TraceReader();
      if (headed) reader.line(JSON.stringify(header));
      try {
        reader.line(text);
      } catch (error) {
        assert.ok(error instanceof BadInput, String(error));
        assert.match(error.message, /^line [12][ :][^\p{Cc}\u2028\u2029]*$/u);
        assert.ok(error.message.length < 500, error.message);
        refusals++;
      }
    }),
    { numRuns: 3000 },
  );
  // A few lines are none the worse for what was done to them.
  assert.ok(refusals >= 1000, `only ${refusals} refusals`);
});
