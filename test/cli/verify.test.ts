import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { type TestContext, test } from "node:test";
import { catalog } from "../../src/catalog/index.js";
import { run } from "../sim/runs.js";
import { allot, directory, document, example } from "./command.js";

const { rows, simulation } = run(JSON.parse(readFileSync(example("raymond-script"), "utf8")));
const lines = [simulation.header, ...rows].map((line) => JSON.stringify(line));
const fileOf = (lines: readonly string[]) => `${lines.join("\n")}\n`;
const recorded = (t: TestContext, more: Readonly<Record<string, string>> = {}) =>
  directory(t, { "run.ndjson": fileOf(lines), ...more });
const verdict = (problem: string, commands: number, grants: number, pending: number) => ({
  name: null,
  problem,
  commands,
  grants,
  pending,
});

test("a recorded trace is accepted, for people and as one JSON document", (t) => {
  const cwd = recorded(t);
  assert.deepEqual(allot(["verify", "run.ndjson"], { cwd }), {
    code: 0,
    stdout: "✓ run.ndjson: pool, 32 rows, 4 commands, 2 grants, 0 pending\n",
    stderr: "",
  });
  const ended = allot(["verify", "run.ndjson", "--json"], { cwd });
  assert.equal(ended.code, 0);
  assert.deepEqual(document(ended), {
    rows: 32,
    names: [{ ...verdict("pool", 4, 2, 0), file: "run.ndjson", violations: [] }],
    violations: 0,
  });
});

test("a grant before the release it waited for is found, with its line and exit code 1", (t) => {
  const release = lines.findIndex((line) => line.includes('"release"'));
  const grant = lines.findLastIndex((line) => line.includes('"granted"'));
  const doctored = lines.toSpliced(grant, 1).toSpliced(release, 0, lines[grant]);
  const cwd = recorded(t, { "doctored.ndjson": fileOf(doctored) });
  const ended = allot(["verify", "doctored.ndjson", "--json"], { cwd });
  const what = "node 6 is granted unit 1, which node 3 holds";
  const violations = [{ property: "exclusion", line: release + 1, what }];
  assert.equal(ended.code, 1);
  const names = [{ ...verdict("pool", 4, 2, 0), file: "doctored.ndjson", violations }];
  assert.deepEqual(document(ended), { rows: 32, names, violations: 1 });
  const told = allot(["verify", "run.ndjson", "doctored.ndjson"], { cwd });
  assert.equal(told.code, 1);
  assert.deepEqual(told.stdout.split("\n"), [
    "✓ run.ndjson: pool, 32 rows, 4 commands, 2 grants, 0 pending",
    "✗ doctored.ndjson: pool, 32 rows, 4 commands, 2 grants, 0 pending",
    `  line ${release + 1}: exclusion: ${what}`,
    "",
  ]);
});

test("a trace that stops somewhere is accepted, with what is open there", (t) => {
  const cwd = recorded(t, { "cut.ndjson": fileOf(lines.slice(0, 8)) });
  const ended = allot(["verify", "cut.ndjson", "--json"], { cwd });
  assert.equal(ended.code, 0);
  assert.deepEqual(document(ended), {
    rows: 7,
    names: [{ ...verdict("pool", 2, 0, 2), file: "cut.ndjson", violations: [] }],
    violations: 0,
  });
});

test("a last line that is cut off is left out, with a remark; one in the middle is refused", (t) => {
  const torn = lines[8].slice(0, 20);
  const files = { "torn.ndjson": `${fileOf(lines.slice(0, 8))}${torn}`, "bad.ndjson": fileOf(lines.with(8, torn)) };
  const cwd = recorded(t, files);
  const ended = allot(["verify", "torn.ndjson"], { cwd });
  assert.deepEqual([ended.code, ended.stderr], [0, "torn.ndjson: line 9 is cut off and was left out\n"]);
  const bad = allot(["verify", "run.ndjson", "bad.ndjson"], { cwd });
  assert.deepEqual([bad.code, bad.stdout], [2, ""]);
  assert.match(bad.stderr, /^allot: bad.ndjson: line 9 is not JSON/);
});

test("several files have one verdict each, and their rows and violations are added", (t) => {
  const cwd = recorded(t);
  const { rows, names } = document(allot(["verify", "run.ndjson", "run.ndjson", "--json"], { cwd }));
  assert.deepEqual([rows, (names as unknown[]).length], [64, 2]);
});

const row = (more: object) => JSON.stringify({ t: 0, node: 0, e: "command", id: 0, type: "acquire", ...more });
/** Lines that cannot be read, each in place of the second one, and what is said of it. */
const unreadable: readonly (readonly [line: string, message: string])[] = [
  ["", "line 2 is not JSON"],
  ['{"t":0,', "line 2 is not JSON"],
  ["7", 'line 2: "e" is missing; allowed: command, event, send, deliver, timer, choose, save'],
  [row({ e: "crash" }), 'line 2: "e" is "crash"; allowed: command, event, send, deliver, timer, choose, save'],
  [row({ node: 7 }), 'line 2: "node" is 7; allowed: an integer from 0 to 6'],
  [row({ t: -1 }), 'line 2: "t" is -1; allowed: an integer from 0 to 2^53-1'],
  [
    row({ colour: 1 }),
    'line 2 has an unknown key "colour" (1); allowed: t, node, e, id, type, units, mode, resources, of',
  ],
];
for (const [line, message] of unreadable) {
  test(`refused: a trace with the line ${line || "without anything"}`, (t) => {
    const cwd = recorded(t, { "bad.ndjson": fileOf(lines.with(1, line)) });
    const { code, stdout, stderr } = allot(["verify", "run.ndjson", "bad.ndjson", "--json"], { cwd });
    assert.deepEqual([code, stdout], [2, ""]);
    assert.ok(stderr.startsWith(`allot: bad.ndjson: ${message}`) && stderr.split("\n").length === 2, stderr);
  });
}

const headers: readonly (readonly [change: object, message: string])[] = [
  [{ allot: 2 }, 'line 1: "allot" is 2; allowed: 1, the version of the format'],
  [{ protocol: "none" }, `there is no protocol "none"; allowed: ${catalog.map(({ name }) => name).join(", ")}`],
  [{ problem: "election" }, 'line 1: "problem" is "election"; allowed: "pool"'],
  [{ params: { R: 0 } }, "params.R is 0; allowed: an integer from 1 to 65536"],
  [
    { topology: { kind: "ring", n: 7 } },
    'topology.kind (of baseline/raymond) is "ring"; allowed: "path", "star", "binary", "random-tree", "tree"',
  ],
  [{ n: 8 }, 'line 1: "n" is 8; allowed: 7, the nodes of its topology'],
];
for (const [change, message] of headers) {
  test(`refused: a header with ${JSON.stringify(change)}`, (t) => {
    const header = JSON.stringify({ ...simulation.header, ...change });
    const cwd = recorded(t, { "bad.ndjson": fileOf(lines.with(0, header)) });
    assert.deepEqual(allot(["verify", "bad.ndjson"], { cwd }), {
      code: 2,
      stdout: "",
      stderr: `allot: bad.ndjson: ${message}\n`,
    });
  });
}
