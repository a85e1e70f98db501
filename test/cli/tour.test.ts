import assert from "node:assert/strict";
import { test } from "node:test";
import { allot } from "./command.js";

test("the tour checks, breaks and simulates, and each step says how to do it again", () => {
  const { code, stdout } = allot(["tour"]);
  assert.equal(code, 0);
  assert.match(stdout, /2,822 configurations, 9,005 transitions\. ✓ never two holders, nobody waits for ever/);
  assert.match(stdout, /exclusion is broken/);
  for (const name of ["baseline/central", "baseline/raymond"]) {
    assert.match(stdout, new RegExp(`${name} +[\\d.]+ messages a grant`));
  }
  assert.equal(stdout.match(/npx allot (?:check|sim) /g)?.length, 3);
});
