import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { Histogram } from "../../src/sim/histogram.js";

function histogramOf(values: readonly number[]): Histogram {
  const histogram = new Histogram();
  for (const value of values) histogram.add(value);
  return histogram;
}

/** The least of the values that at least this share of them does not exceed. */
function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.ceil(share * sorted.length) - 1];
}

const share = fc.constantFrom(0.01, 0.25, 0.5, 0.75, 0.99, 1);
const small = fc.oneof(fc.nat({ max: 4095 }), fc.nat({ max: 5 }), fc.integer({ min: 4090, max: 4095 }));
const large = fc.oneof(
  fc.integer({ min: 4090, max: 4100 }),
  fc.nat({ max: 100_000 }),
  fc.nat({ max: 2 ** 40 }),
  fc.integer({ min: 12, max: 50 }).chain((power) => fc.integer({ min: 2 ** power - 2, max: 2 ** power + 2 })),
);

test("quantiles below 4,096 are exact", () => {
  fc.assert(
    fc.property(fc.array(small, { minLength: 1, maxLength: 200 }), share, (values, share) => {
      assert.equal(histogramOf(values).quantile(share), quantile(values, share));
    }),
    { numRuns: 500 },
  );
});

test("quantiles above are at most a thousandth too high, and never above the highest value", () => {
  fc.assert(
    fc.property(fc.array(large, { minLength: 1, maxLength: 100 }), share, (values, share) => {
      const histogram = histogramOf(values);
      const exact = quantile(values, share);
      const found = histogram.quantile(share);
      assert.ok(found >= exact && found <= exact * 1.001 && found <= histogram.max, `${found} for ${exact}`);
    }),
    { numRuns: 1000 },
  );
});

test("mean and maximum are exact", () => {
  fc.assert(
    fc.property(fc.array(large, { minLength: 1, maxLength: 100 }), (values) => {
      const histogram = histogramOf(values);
      assert.equal(histogram.max, Math.max(...values));
      assert.equal(histogram.mean, values.reduce((sum, value) => sum + value, 0) / values.length);
    }),
  );
});

test("without values everything is 0", () => {
  const { mean, max } = new Histogram();
  assert.deepEqual([mean, max, new Histogram().quantile(0.5)], [0, 0, 0]);
});

test("a fork and its origin count by themselves", () => {
  const histogram = histogramOf([1, 2, 3]);
  const fork = histogram.fork();
  fork.add(1);
  for (let i = 0; i < 10; i++) fork.add(9000);
  histogram.add(2);
  assert.deepEqual([histogram.quantile(0.5), histogram.max, histogram.mean], [2, 3, 2]);
  assert.deepEqual([fork.quantile(0.1), fork.quantile(0.5), fork.max], [1, 9000, 9000]);
});
