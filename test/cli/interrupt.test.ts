import assert from "node:assert/strict";
import { once } from "node:events";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { directory, started } from "./command.js";

const skip = process.platform === "win32" && "there are no signals to catch";

/** Interrupts a command when it shows its first progress, after a second of work. */
async function interrupted(t: TestContext, args: readonly string[]) {
  const { child, ended } = started(t, args);
  await once(child.stderr ?? assert.fail(), "data");
  child.kill("SIGINT");
  const { code, stdout, stderr } = await ended;
  assert.deepEqual([code, stdout], [130, ""]);
  assert.match(stderr, /\ninterrupted\n$/);
}

const endless = (workload: object) => ({
  "endless.json": JSON.stringify({ protocol: "baseline/raymond", topology: { kind: "path", n: 3 }, workload }),
});

test("an interrupted simulation exits with 130", { skip }, async (t) => {
  const cwd = directory(t, endless({ kind: "closed-loop", count: 1e12 }));
  await interrupted(t, ["sim", join(cwd, "endless.json")]);
});

test("a simulation of nothing but refused commands can be interrupted", { skip }, async (t) => {
  const commands = [{ node: 0, type: "release" }];
  const cwd = directory(t, endless({ kind: "sequential", commands, repeat: 1e12 }));
  await interrupted(t, ["sim", join(cwd, "endless.json"), "--json"]);
});

test("an interrupted check exits with 130", { skip }, async (t) => {
  await interrupted(t, ["check", "baseline/raymond", "--n", "6", "--params", '{"R":4}']);
});

test("large systems, whose steps take long, can be interrupted too", { skip, timeout: 30_000 }, async (t) => {
  await interrupted(t, ["check", "baseline/central", "--n", "400"]);
  const contended = { protocol: "baseline/ricart-agrawala", topology: { kind: "complete", n: 3000 } };
  const text = JSON.stringify({ ...contended, workload: { kind: "closed-loop", count: 1e9 } });
  await interrupted(t, ["sim", join(directory(t, { "large.json": text }), "large.json")]);
});

test("a reader that has seen enough ends a command without an error", async (t) => {
  const { child, ended } = started(t, ["check", "--all"]);
  await once(child.stdout ?? assert.fail(), "data");
  child.stdout?.destroy();
  const { code, stderr } = await ended;
  assert.equal(code, 0);
  assert.doesNotMatch(stderr, /error|EPIPE/i);
});
