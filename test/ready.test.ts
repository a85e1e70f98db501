import assert from "node:assert/strict";
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterEach, beforeEach, test } from "node:test";
import { root } from "./repository.js";

/** Stands in for npm: installs a compiler that takes its time. Both log their calls, and fail when FAIL names them. */
const npm = `#!${process.execPath}
const { appendFileSync, cpSync, mkdirSync, writeFileSync } = require("node:fs");
appendFileSync("calls", "npm " + process.argv[2] + "\\n");
if (process.env.FAIL === "npm") process.exit(1);
mkdirSync("node_modules/typescript/bin", { recursive: true });
writeFileSync("node_modules/typescript/bin/tsc", \`
  require("node:fs").appendFileSync("calls", "tsc -b\\\\n");
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
  require("node:fs").appendFileSync("calls", "done\\\\n");
  process.exit(process.env.FAIL === "tsc" ? 2 : 0);
\`);
cpSync("package-lock.json", "node_modules/.package-lock.json");
`;
const COMPILED = "tsc -b\ndone\n";
const INSTALLED = `npm ci\n${COMPILED}`;

let checkout: string;
const at = (path: string): string => join(checkout, path);

function writeLockFile(version: string): void {
  const packages = { "": {}, "node_modules/typescript": { version } };
  writeFileSync(at("package-lock.json"), JSON.stringify({ packages }));
}

function start(env: NodeJS.ProcessEnv = {}, nodeOptions: string[] = []): ChildProcess {
  const PATH = at("bin") + delimiter + process.env.PATH;
  return spawn(process.execPath, [...nodeOptions, at("scripts/ready.mjs")], { env: { ...process.env, PATH, ...env } });
}

async function finish(run: ChildProcess): Promise<{ printed: string; code: number }> {
  let printed = "";
  for (const stream of [run.stdout, run.stderr]) stream!.on("data", (data) => (printed += data));
  const [code] = await once(run, "close");
  return { printed, code };
}

/** What was called since the last look. */
function calls(): string {
  const log = existsSync(at("calls")) ? readFileSync(at("calls"), "utf8") : "";
  rmSync(at("calls"), { force: true });
  return log;
}

beforeEach(() => {
  checkout = mkdtempSync(join(tmpdir(), "allot ready "));
  mkdirSync(at("bin"));
  writeFileSync(at("bin/npm"), npm, { mode: 0o755 });
  cpSync(join(root, "scripts"), at("scripts"), { recursive: true });
  writeLockFile("1.0.0");
});
afterEach(() => rmSync(checkout, { recursive: true, force: true }));

test("a fresh checkout is installed and compiled, and after that only looked at, in silence", async () => {
  assert.deepEqual(await finish(start()), { printed: "allot: installing packages (npm ci)\n", code: 0 });
  assert.equal(calls(), INSTALLED);
  assert.deepEqual(await finish(start()), { printed: "", code: 0 });
  assert.equal(calls(), COMPILED);
  assert.equal(existsSync(at(".ready.lock")), false);
});

test("another version in package-lock.json installs again", async () => {
  await finish(start());
  writeLockFile("1.0.1");
  await finish(start());
  await finish(start());
  assert.equal(calls(), INSTALLED + INSTALLED + COMPILED);
});

test("a failure is one line and exit code 1, and the next run tries again", async () => {
  const line = (text: string): RegExp => new RegExp(`^(?:.*\\(npm ci\\)\\n)?allot: ${text}\\n$`);
  const noPackages = await finish(start({ FAIL: "npm" }));
  assert.match(noPackages.printed, line("the packages were not installed"));
  assert.equal(noPackages.code, 1);
  const noProgram = await finish(start({ FAIL: "tsc" }));
  assert.match(noProgram.printed, line("the sources do not compile"));
  assert.equal(noProgram.code, 1);
  assert.equal((await finish(start())).code, 0);
});

test("an old Node is told what is needed", async () => {
  const pretend = 'Object.defineProperty(process, "versions", { value: { node: "20.18.3" } })';
  const told = await finish(start({}, ["--import", `data:text/javascript,${pretend}`]));
  assert.deepEqual(told, { printed: "allot: Node 20.19 or newer is needed, this is 20.18.3\n", code: 1 });
  assert.equal(calls(), "");
});

test("runs at the same time take turns, and only one of them installs", async () => {
  const results = await Promise.all([start(), start(), start(), start()].map(finish));
  assert.deepEqual(new Set(results.map(({ code }) => code)), new Set([0]));
  assert.equal(calls(), INSTALLED + COMPILED.repeat(3));
});

test("the lock of a process that died is taken over", async () => {
  const { pid } = spawnSync(process.execPath, ["--version"]);
  mkdirSync(at(".ready.lock"));
  writeFileSync(at(`.ready.lock/${pid}`), "");
  assert.equal((await finish(start())).code, 0);
});

test("a run waits for a process that lives, and says so once", async () => {
  mkdirSync(at(".ready.lock"));
  writeFileSync(at(`.ready.lock/${process.pid}`), "");
  const run = start();
  const finished = finish(run);
  await once(run.stderr!, "data");
  assert.equal(calls(), "");
  rmSync(at(`.ready.lock/${process.pid}`));
  const { printed } = await finished;
  assert.match(printed, new RegExp(`^allot: waiting for process ${process.pid}, .*\\n.*\\(npm ci\\)\\n$`));
  assert.equal(calls(), INSTALLED);
});
