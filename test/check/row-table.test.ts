import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { RowTable } from "../../src/check/row-table.js";
import { Random } from "../../src/core/index.js";

const word = fc.oneof(
  fc.integer({ min: 0, max: 3 }),
  fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
  fc.constantFrom(127, 128, 2 ** 14, 2 ** 21, 2 ** 28, 2 ** 31 - 1, -(2 ** 31), -1),
);
const rows = fc.array(fc.array(word, { maxLength: 4 }), { maxLength: 200 });

/** Adds a row from a buffer that is longer than the row, as the checker's are. */
function add(table: RowTable, row: readonly number[]): number {
  return table.add(Int32Array.from([...row, 7, 7]), row.length);
}

function read(table: RowTable, id: number): number[] {
  const into = new Int32Array(table.words(id));
  assert.equal(table.read(id, into), into.length);
  return [...into];
}

test("rows are numbered by first appearance, and read back as they were", () => {
  fc.assert(
    fc.property(rows, (all) => {
      const table = new RowTable();
      const twin = new Map<string, number>();
      for (const row of all) {
        const key = row.join();
        if (!twin.has(key)) twin.set(key, twin.size);
        assert.equal(add(table, row), twin.get(key));
        assert.equal(table.count, twin.size);
      }
      for (const row of all) assert.deepEqual(read(table, twin.get(row.join()) as number), row);
    }),
  );
});

test("200,000 rows of up to 64 words, some negative and some wide, are all found again", () => {
  const random = new Random(1, "rows");
  const table = new RowTable();
  const twin = new Map<string, number>();
  const widths = [2, 200, 2 ** 20, 2 ** 32];
  const all: number[][] = [];
  for (let i = 0; i < 200_000; i++) {
    const length = i % 50 === 0 ? random.below(64) : 1 + random.below(8);
    const row = Array.from({ length }, () => random.below(widths[random.below(4)]) | 0);
    all.push(row);
    const key = row.join();
    if (!twin.has(key)) twin.set(key, twin.size);
    const id = add(table, row);
    if (id !== twin.get(key)) assert.fail(`row ${i} is ${id} instead of ${twin.get(key)}`);
  }
  // More than one chunk of a mebibyte, so that rows lie at the seams.
  assert.ok(table.bytes > 4 * 2 ** 20);
  assert.equal(table.count, twin.size);
  for (const row of all) {
    const id = twin.get(row.join()) as number;
    if (read(table, id).join() !== row.join()) assert.fail(`row ${id} is read back as another`);
  }
});

test("a row that is a part of another is another row", () => {
  const table = new RowTable();
  const ids = [[], [0], [0, 0], [0, 0, 0], [128], [0, 1], [1, 0]].map((row) => add(table, row));
  assert.deepEqual(ids, [0, 1, 2, 3, 4, 5, 6]);
});

test("long rows fit, of 127 words, of 128, and of more than 65,536", () => {
  const table = new RowTable();
  for (const length of [127, 128, 129, 20_000]) {
    const id = table.add(new Int32Array(length).fill(-1), length);
    assert.equal(table.words(id), length);
    assert.deepEqual(read(table, id), new Array(length).fill(-1));
  }
  const before = table.count;
  const long = new Int32Array(100_000).fill(-1);
  for (let i = 0; i < 10; i++) {
    long[i] = i;
    assert.equal(table.add(long, long.length), before + i);
  }
  assert.deepEqual(read(table, before + 9), [...long]);
});

test("a clone has the same rows and goes on by itself", () => {
  fc.assert(
    fc.property(rows, rows, (before, after) => {
      const table = new RowTable();
      for (const row of before) add(table, row);
      const count = table.count;
      const clone = table.clone();
      for (const row of after) add(clone, row);
      assert.equal(table.count, count);
      const twin = new RowTable();
      for (const row of [...before, ...after.toReversed()]) add(twin, row);
      // The original now takes other rows under the numbers that the clone has given away.
      for (const row of after.toReversed()) add(table, row);
      assert.equal(clone.count, table.count);
      for (let id = 0; id < table.count; id++) assert.deepEqual(read(table, id), read(twin, id));
      for (const row of [...before, ...after]) assert.deepEqual(read(clone, add(clone, row)), row);
      assert.equal(clone.count, table.count);
    }),
  );
});
