import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Hasher, TraceHash, TraceReader } from "../../src/core/index.js";
import { allot, directory, document, example, filesIn, steady } from "./command.js";

const scenario = {
  protocol: "baseline/central",
  topology: { kind: "star", n: 5 },
  params: { R: 2 },
  network: { delay: [1, 4] },
  workload: { kind: "closed-loop", count: 20 },
};
const given = (more: object) => ({ input: JSON.stringify({ ...scenario, ...more }) });

test("--json is one document with the keys of the contract", () => {
  const ended = allot(["sim", "-", "--json"], given({}));
  assert.deepEqual([ended.code, ended.stderr], [0, ""]);
  const summary = document(ended);
  assert.deepEqual(
    Object.keys(summary),
    "protocol n seed time steps messages commands grants granted rejected refused released pending limit wait bounds facts invariants violations traceHash wallMs peakRssMb".split(
      " ",
    ),
  );
  const keys = (key: string) => Object.keys(summary[key] as object);
  assert.deepEqual(keys("messages"), ["total", "byType"]);
  assert.deepEqual(keys("wait"), ["mean", "p50", "p99", "max"]);
  assert.deepEqual(keys("facts").sort(), ["maxBypass", "maxConcurrent"]);
  const [bound] = summary.bounds as object[];
  assert.deepEqual(Object.keys(bound), ["name", "measured", "bound", "ratio", "source"]);
});

// A second checkout, on any machine, must come to the same hashes: what changes them is a change of what happens in a
// run.
const pinned: Readonly<Record<string, readonly [code: number, traceHash: string]>> = {
  "broken-tie-break": [1, "3ad4d55135e6c6b0"],
  "central-tree": [0, "3c4df544fd5c83ba"],
  "raymond-script": [0, "498a908f5bd0ee22"],
  "ricart-agrawala-contended": [0, "c7ea1ba2a1e1bc84"],
};
for (const [name, [code, traceHash]] of Object.entries(pinned)) {
  test(`the example ${name} gives the pinned run`, () => {
    const ended = allot(["sim", example(name), "--json"]);
    assert.deepEqual([ended.code, document(ended).traceHash], [code, traceHash]);
  });
}

test("the same scenario gives the same from a file, from standard input and with its seed as an option", (t) => {
  const cwd = directory(t, { "a.json": JSON.stringify({ ...scenario, seed: 5 }) });
  const fromFile = document(allot(["sim", "a.json", "--json"], { cwd }));
  const fromInput = document(allot(["sim", "-", "--json"], given({ seed: 5 })));
  const withOption = document(allot(["sim", "-", "--json", "--seed", "5"], given({ seed: 6 })));
  assert.deepEqual(steady(fromInput), steady(fromFile));
  assert.deepEqual(steady(withOption), steady(fromFile));
  const other = document(allot(["sim", "-", "--json"], given({ seed: 6 })));
  assert.notEqual(other.traceHash, fromFile.traceHash);
});

test("--twice runs a scenario twice, and says the same once", () => {
  const once = allot(["sim", "-", "--json"], given({}));
  const twice = allot(["sim", "-", "--json", "--twice"], given({}));
  assert.equal(twice.code, 0);
  assert.deepEqual(steady(document(twice)), steady(document(once)));
});

test("--trace writes a header and the rows, whose hash is that of the summary", (t) => {
  const cwd = directory(t);
  const ended = allot(["sim", "-", "--json", "--trace", "run.ndjson"], { cwd, ...given({}) });
  const reader = new TraceReader();
  const hasher = new Hasher();
  const hash = new TraceHash(hasher);
  for (const line of readFileSync(join(cwd, "run.ndjson"), "utf8").trimEnd().split("\n")) {
    const row = reader.line(line);
    if (row) hash.row(row);
  }
  assert.equal(hasher.digest(), document(ended).traceHash);
  assert.deepEqual(reader.header, {
    allot: 1,
    problem: "pool",
    protocol: "baseline/central",
    n: 5,
    params: { R: 2 },
    topology: { kind: "star", n: 5 },
    carry: [],
  });
});

test("what --trace has written is accepted by verify", (t) => {
  const cwd = directory(t);
  allot(["sim", example("raymond-script"), "--trace", "run.ndjson"], { cwd });
  const { code, stdout } = allot(["verify", "run.ndjson"], { cwd });
  assert.deepEqual([code, stdout], [0, "✓ run.ndjson: pool, 32 rows, 4 commands, 2 grants, 0 pending\n"]);
});

test("for people there are a summary and a verdict", () => {
  const { code, stdout, stderr } = allot(["sim", example("raymond-script")]);
  assert.deepEqual([code, stderr], [0, ""]);
  assert.match(stdout, /^protocol +baseline\/raymond, n = 7, seed 1\n/);
  assert.match(stdout, /^messages +12 request 6, token 6$/m);
  assert.match(stdout, /\n✓ no property was broken\n$/);
});

test("a limit that was reached is told, with exit code 1", () => {
  const limited = given({ limits: { messages: 10 } });
  const ended = allot(["sim", "-", "--json"], limited);
  const { limit, violations } = document(ended);
  assert.deepEqual([ended.code, limit, violations], [1, "messages", []]);
  assert.match(allot(["sim", "-"], limited).stdout, /stopped at the limit of messages: the run did not end\n$/);
  assert.equal(document(allot(["sim", "-", "--json"], given({ limits: { time: 9 } }))).limit, "time");
});

test("a violation is told, with exit code 1 and the way to a small scenario", (t) => {
  const cwd = directory(t);
  const told = allot(["sim", example("broken-tie-break")], { cwd });
  assert.equal(told.code, 1);
  assert.match(told.stdout, /^✗ exclusion broken at t 28: node 2 is granted while node 7 holds$/m);
  assert.match(told.stderr, /^To get a small scenario that fails the same way: --shrink small\.json$/m);
  assert.deepEqual(filesIn(cwd), []);

  const shrunk = allot(["sim", example("broken-tie-break"), "--shrink", "small.json"], { cwd });
  assert.equal(shrunk.code, 1);
  assert.match(shrunk.stderr, /^A small scenario that breaks exclusion is in small\.json$/m);
  const small = allot(["sim", "small.json", "--json"], { cwd });
  const { n, commands, violations } = document(small);
  assert.deepEqual([small.code, n, commands], [1, 2, 2]);
  assert.equal((violations as { property: string }[])[0].property, "exclusion");
});

test("--shrink writes nothing when nothing is broken", (t) => {
  const cwd = directory(t);
  assert.equal(allot(["sim", "-", "--shrink", "small.json"], { cwd, ...given({}) }).code, 0);
  assert.deepEqual(filesIn(cwd), []);
});

test("several runs have one summary, and exit code 1 when one of them fails", () => {
  const input = readFileSync(example("broken-tie-break"), "utf8");
  const workload = { kind: "closed-loop", think: [0, 200], count: 10 };
  const failing = { input: JSON.stringify({ ...JSON.parse(input), workload, runs: 5 }) };
  const ended = allot(["sim", "-", "--json"], failing);
  const { runs, violations } = document(ended);
  const seeds = (violations as { seed: number }[]).map(({ seed }) => seed);
  assert.deepEqual([ended.code, runs], [1, 5]);
  assert.ok(seeds.length > 0 && seeds.every((seed) => seed >= 1 && seed <= 5), `${seeds}`);
});
