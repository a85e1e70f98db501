import assert from "node:assert/strict";
import { test } from "node:test";
import { catalog } from "../../src/catalog/index.js";
import { type Row, SOUND, type TraceHeader } from "../../src/core/index.js";
import { TraceJudge } from "../../src/spec/index.js";
import { allot, directory, document, steady } from "./command.js";

type Found = Readonly<{ property: string; steps: number; trace: readonly [TraceHeader, ...Row[]] }>;
const check = (...args: string[]) => allot(["check", ...args]);

test("check NAME --n 3 --json is one run, to the last figure", () => {
  const { code, stderr, ...ended } = check("baseline/ricart-agrawala", "--n", "3", "--json");
  assert.deepEqual([code, stderr], [0, ""]);
  const run = document({ code, stderr, ...ended });
  assert.deepEqual(steady(run), {
    protocol: "baseline/ricart-agrawala",
    check: null,
    n: 3,
    topology: { kind: "complete", n: 3 },
    params: {},
    network: "any",
    commands: { total: null, perNode: 1, each: 1 },
    mutant: null,
    exhausted: true,
    limit: null,
    fairness: true,
    states: 2822,
    edges: 9005,
    depth: 18,
    sometimes: { granted: true, contended: true, "handed-over": true },
    violations: [],
  });
  assert.ok(Number.isInteger(run.wallMs) && Number.isInteger(run.peakRssMb));
});

test("check NAME --json runs all configurations of the catalog", () => {
  for (const { name, checks } of catalog) {
    const { protocol, runs, ...rest } = document(check(name, "--json")) as {
      protocol: string;
      runs: { check: string; states: number; exhausted: boolean }[];
    };
    assert.deepEqual([protocol, rest], [name, {}]);
    assert.deepEqual(
      runs.map(({ check, states, exhausted }) => ({ check, states, exhausted })),
      checks.map(({ id, states }) => ({ check: id, states, exhausted: true })),
    );
  }
});

test("parameters, topology, order and commands can be given", () => {
  const topology = '{"kind":"tree","parents":[-1,0,0]}';
  const commands = '{"total":3,"perNode":1}';
  const given = ["--topology", topology, "--params", '{"R":2}', "--network", "fifo", "--commands", commands];
  const ended = check("baseline/raymond", ...given, "--json");
  const { n, params, exhausted, states, check: id } = document(ended);
  assert.deepEqual({ n, params, exhausted, id }, { n: 3, params: { R: 2 }, exhausted: true, id: null });
  assert.equal(ended.code, 0);
  assert.ok((states as number) > 100);
});

for (const { name, mutants, spec } of catalog) {
  for (const mutant of mutants.filter(({ caughtBy }) => caughtBy === "check")) {
    test(`${name}: the mutant ${mutant.id} exits 1 with a violation of ${mutant.property} and a trace of it`, () => {
      const ended = check(name, "--mutant", mutant.id, "--json");
      assert.equal(ended.code, 1);
      const { violations, mutant: id, check: config } = document(ended);
      assert.deepEqual([id, config], [mutant.id, mutant.check]);
      const found = (violations as Found[]).find(({ property }) => property === mutant.property);
      const [header, ...rows] = found?.trace ?? assert.fail("not caught");
      assert.deepEqual([header.protocol, header.mutant], [name, mutant.id]);
      const inputs = rows.filter(({ e }) => e === "command" || e === "deliver" || e === "timer");
      assert.equal(inputs.length, found?.steps);
      // An independent reader of the trace comes to the same conclusion, where that is about a history with an end.
      const judge = new TraceJudge(spec, header);
      for (const [i, row] of rows.entries()) judge.row(row, i + 2);
      const read = judge.verdict().violations.map(({ property }) => property);
      const always = spec.properties.filter(({ name, kind }) => kind === "always" && name !== SOUND.name);
      const isAlways = always.some(({ name }) => name === mutant.property);
      assert.equal(read.includes(mutant.property), isAlways, read.join());
    });
  }
}

test("what a mutant breaks is drawn for people", () => {
  const { code, stdout, stderr } = check("baseline/ricart-agrawala", "--mutant", "no-tie-break");
  assert.deepEqual([code, stderr], [1, ""]);
  assert.match(stdout, /^✓ baseline\/ricart-agrawala {2}mutant no-tie-break caught /);
  assert.match(stdout, /^exclusion is broken .*\(always\): node \d is granted while node \d holds$/m);
  assert.match(stdout, /^ 0 {7}1 {7}2$/m, "a lane a node");
  assert.match(stdout, /GRANTED #1/);
});

test("--trace writes the counterexample, and verify comes to the same conclusion", (t) => {
  const cwd = directory(t);
  const ended = allot(["check", "baseline/central", "--mutant", "endless-units", "--trace", "run.ndjson"], { cwd });
  assert.equal(ended.code, 1);
  const { code, stdout } = allot(["verify", "run.ndjson"], { cwd });
  assert.equal(code, 1);
  assert.match(stdout, /exclusion: node 1 is granted unit 1, which node 0 holds/);
});

test("check --all checks everything, mutants too, and ends with the count", () => {
  const { code, stdout } = check("--all");
  const jobs = catalog.reduce((sum, { checks, mutants }) => sum + checks.length + mutants.length, 0);
  const lines = stdout.trimEnd().split("\n");
  assert.deepEqual([code, lines.at(-1), lines.length], [0, `${jobs} passed, 0 failed`, jobs + 1]);
  const { passed, failed, runs } = document(check("--all", "--json"));
  assert.deepEqual([passed, failed, (runs as unknown[]).length], [jobs, 0, jobs]);
});

test("check --all exits 1 when something was not exhausted, and counts it", () => {
  const { code, stdout } = check("--all", "--max-states", "50");
  const [, passed, failed] = stdout.match(/^(\d+) passed, (\d+) failed\n$/m) ?? assert.fail(stdout);
  assert.equal(code, 1);
  assert.ok(Number(failed) >= catalog.length, `${passed} passed, ${failed} failed`);
});

for (const [limit, value] of [
  ["--max-states", "100"],
  ["--memory", "1"],
]) {
  test(`${limit} ends a check before its end: exhausted is false, and the exit code 1`, () => {
    const ended = check("baseline/raymond", "--check", "star4-two-units", limit, value, "--json");
    const { exhausted, violations, states } = document(ended);
    assert.deepEqual([ended.code, exhausted, violations], [1, false, []]);
    assert.ok((states as number) < 1000);
    const { code, stderr } = check("baseline/raymond", "--check", "star4-two-units", limit, value);
    assert.equal(code, 1);
    assert.match(stderr, /^The search was not exhausted \(.*\): nothing is proved/);
  });
}

test("a check in which nothing can go wrong is no proof: exit code 1, with what was not seen", () => {
  const { code, stdout } = check("baseline/central", "--n", "1");
  assert.equal(code, 1);
  assert.match(stdout, /never seen: contended: this check is about nothing/);
});
