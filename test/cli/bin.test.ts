import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { directory } from "./command.js";

const root = fileURLToPath(new URL("../../..", import.meta.url));

test("the command can be run before the first build, and says what to do", (t) => {
  const cwd = directory(t);
  mkdirSync(join(cwd, "bin"));
  cpSync(join(root, "bin/allot.mjs"), join(cwd, "bin/allot.mjs"));
  const { status, stderr } = spawnSync(process.execPath, ["bin/allot.mjs", "protocols"], { cwd, encoding: "utf8" });
  assert.equal(status, 2);
  assert.match(stderr, /not built yet; run npm start/);
});

test("the command is executable and runs what was built", () => {
  assert.ok(statSync(join(root, "bin/allot.mjs")).mode & 0o100);
  const { status, stdout } = spawnSync(join(root, "bin/allot.mjs"), ["--version"], { encoding: "utf8" });
  assert.deepEqual([status, stdout], [0, "0.1.0\n"]);
});
