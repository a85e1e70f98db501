import assert from "node:assert/strict";
import { dirname } from "node:path";
import { test } from "node:test";
import { needs } from "./tools.js";

const PATH = dirname(process.execPath);

test("a tool that is there is used", () => {
  assert.deepEqual(needs("node", { PATH }), { skip: false });
  assert.deepEqual(needs("node", { PATH, ALLOT_REQUIRE_TOOLS: "1" }), { skip: false });
});

test("a tool that is missing skips the test and says so", () => {
  assert.deepEqual(needs("no-such-tool", { PATH }), { skip: "no-such-tool is not on PATH" });
  assert.deepEqual(needs("node", {}), { skip: "node is not on PATH" });
});

test("a tool that is missing fails the test where tools are required", () => {
  assert.throws(() => needs("no-such-tool", { PATH, ALLOT_REQUIRE_TOOLS: "1" }), /no-such-tool is not on PATH/);
});
