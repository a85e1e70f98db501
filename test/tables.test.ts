import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { costTable } from "../bench/controller.js";

test("the cost table of the controllers is not stale: its rows for 64 nodes are those that are computed now", () => {
  const page = readFileSync(new URL("../../docs/protocols/controller.md", import.meta.url), "utf8");
  for (const row of costTable([64]).split("\n"))
    assert(page.includes(`\n${row}\n`), `not in the page, run npm run tables: ${row}`);
});
