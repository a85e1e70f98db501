import assert from "node:assert/strict";
import { test } from "node:test";
import { catalog } from "../../src/catalog/index.js";
import { Check, type CheckRun, isFine, LIMITS } from "../../src/check/index.js";
import type { CheckConfig, Entry } from "../../src/core/index.js";
import { alone, counter, nobody, run, setting, toy } from "./toys.js";

const entryOf = (name: string) => catalog.find((entry) => entry.name === name) as Entry;
const checkOf = (entry: Entry, id: string) => entry.checks.find((check) => check.id === id) as CheckConfig;
const central = entryOf("baseline/central");
const ricartAgrawala = entryOf("baseline/ricart-agrawala");
const endless = checkOf(central, "path3-endless");
const wide = checkOf(central, "star4-two-units");

for (const statesMax of [1, 2, 100, endless.states - 1]) {
  test(`a search that may keep ${statesMax} of ${endless.states} states does not pass`, () => {
    const result = run(central, endless, { limits: { ...LIMITS, statesMax } });
    assert.equal(result.exhausted, false);
    assert.equal(result.limit, `${statesMax} states`);
    assert.ok(!isFine(result));
  });
}

test("a search that may keep just as many states as there are passes", () => {
  const result = run(central, endless, { limits: { ...LIMITS, statesMax: endless.states } });
  assert.equal(result.limit, null);
  assert.ok(isFine(result));
});

test("a search that takes too much memory does not pass, and says how much it may take", () => {
  const result = run(central, wide, { limits: { ...LIMITS, bytesMax: 6 * 2 ** 20 } });
  assert.equal(result.exhausted, false);
  assert.equal(result.limit, "6 MB");
  assert.deepEqual(result.violations, []);
  assert.ok(!isFine(result));
  assert.ok(result.states > 1000 && result.states < wide.states, `${result.states} states`);
});

test("a limit that would be reached only after the last state is none", () => {
  // 2,048 states: memory is looked at when their number is a multiple of 1,024, so also at the very end.
  const [entry, where] = [toy(counter(2047)), setting({ ...alone, ...nobody })];
  const free = new Check(entry, where);
  free.advance(1e9);
  const result = run(entry, where, { limits: { ...LIMITS, bytesMax: free.bytes - 1 } });
  assert.deepEqual([result.states, result.exhausted, result.limit], [2048, true, null]);
});

test("cycles are not looked for in a part of the states", () => {
  const [mutant] = central.mutants;
  assert.equal(run(central, endless, { mutant }).violations.length, 1);
  for (let statesMax = 1; statesMax < endless.states; statesMax += 7) {
    assert.deepEqual(run(central, endless, { mutant, limits: { ...LIMITS, statesMax } }).violations, []);
  }
});

test("a search that is given up does not pass", () => {
  const check = new Check(central, wide);
  assert.equal(check.advance(100), false);
  const result = check.result();
  assert.deepEqual([result.exhausted, result.limit], [false, "stopped by the caller"]);
  assert.ok(!isFine(result));
  assert.deepEqual([check.progress().phase, check.progress().expanded], ["exploring", 100]);
});

test("a check without its fairness half finds the same states and is not called fine", () => {
  const result = run(central, endless, { fairness: false });
  assert.deepEqual([result.exhausted, result.states, result.fairness], [true, endless.states, false]);
  assert.deepEqual(result.violations, []);
  assert.ok(!isFine(result));
  const [lastCome] = central.mutants;
  assert.deepEqual(run(central, endless, { fairness: false, mutant: lastCome }).violations, []);
});

test("Ricart-Agrawala without end has finitely many states only after its normal form", () => {
  const { normal: _, ...where } = checkOf(ricartAgrawala, "complete3-endless");
  const result = run(ricartAgrawala, where, { limits: { ...LIMITS, statesMax: 20_000 } });
  assert.equal(result.limit, "20000 states");
  assert.ok(!result.exhausted);
});

/** With a fair cycle, with a violation on the way, and with none. */
const examples = [
  { name: "a check that is fine", entry: central, where: endless, options: {}, stride: 7 },
  ...[...central.mutants, ...ricartAgrawala.mutants].map((mutant) => {
    const entry = central.mutants.includes(mutant) ? central : ricartAgrawala;
    const where = checkOf(entry, mutant.check);
    return { name: `a check of ${mutant.id}`, entry, where, options: { mutant }, stride: entry === central ? 7 : 300 };
  }),
];

for (const { name, entry, where, options, stride } of examples) {
  const whole = () => run(entry, where, options);

  test(`${name} ends the same, done at once or step by step`, () => {
    const check = new Check(entry, where, options);
    const phases = new Set<string>();
    while (!check.advance(1)) phases.add(check.progress().phase);
    assert.deepEqual(check.result(), whole());
    assert.ok(check.advance(1), "done stays done");
    assert.equal(check.progress().phase, "done");
    assert.ok(phases.has("exploring"));
    if (check.result().exhausted) assert.ok(phases.has("fairness"));
  });

  test(`${name} ends the same in all its forks, wherever they leave it`, () => {
    const expected = whole();
    const check = new Check(entry, where, options);
    const forks: Check[] = [];
    for (let i = 0; !check.advance(stride); i++) {
      forks.push(check.fork());
      // An older fork goes ahead of the one it was made from; the latter must not notice.
      const before = { ...check.progress(), ...check.result() };
      forks[i >> 1].advance(2 * stride);
      assert.deepEqual({ ...check.progress(), ...check.result() }, before);
    }
    forks.push(check.fork());
    assert.deepEqual(check.result(), expected);
    for (const fork of forks) assert.deepEqual(finished(fork), expected);
    assert.ok(forks.length > 0);
  });
}

test("a fork that runs to its end leaves the other at its start", () => {
  const check = new Check(central, endless);
  const before = { ...check.progress(), ...check.result() };
  const fork = check.fork();
  assert.ok(isFine(finished(fork)));
  assert.deepEqual({ ...check.progress(), ...check.result() }, before);
  assert.equal(before.states, 1);
});

function finished(check: Check): CheckRun {
  check.advance(1e9);
  return check.result();
}

test("the limit of memory holds while endless runs are judged, too", () => {
  const free = new Check(central, endless);
  while (!free.advance(1000));
  const check = new Check(central, endless, { limits: { ...LIMITS, bytesMax: free.bytes } });
  while (!check.advance(1000));
  const result = check.result();
  assert.deepEqual([result.states, result.exhausted, isFine(result)], [endless.states, false, false]);
  assert.match(result.limit ?? "", / MB$/);
});
