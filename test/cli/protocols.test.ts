import assert from "node:assert/strict";
import { test } from "node:test";
import { catalog } from "../../src/catalog/index.js";
import { allot } from "./command.js";

type Listed = Record<string, unknown> & {
  name: string;
  params: Record<string, object>;
  checks: Record<string, unknown>[];
  mutants: Record<string, unknown>[];
};

test("protocols --json is the catalog, with the keys of the contract", () => {
  const { code, stdout, stderr } = allot(["protocols", "--json"]);
  assert.deepEqual([code, stderr, stdout.split("\n").length], [0, "", 2]);
  const list = JSON.parse(stdout) as Listed[];
  assert.deepEqual(
    list.map(({ name }) => name),
    catalog.map(({ name }) => name),
  );
  const has = (item: object, ...keys: string[]) => {
    for (const key of keys) assert.ok(key in item, `${key} in ${JSON.stringify(item).slice(0, 80)}`);
  };
  for (const entry of list) {
    has(entry, "name", "problem", "paper", "topology", "needs", "alwaysMoving", "params", "commands", "messages");
    for (const parameter of Object.values(entry.params)) has(parameter, "type", "default", "what");
    assert.ok(entry.checks.length > 0);
    for (const check of entry.checks) {
      has(check, "id", "topology", "params", "network", "commands", "start", "timed", "states");
      has(check.commands as object, "total", "perNode");
    }
    for (const mutant of entry.mutants) has(mutant, "id", "what", "caughtBy");
  }
});

test("for people every protocol is listed with its checks and mutants", () => {
  const { code, stdout } = allot(["protocols"]);
  assert.equal(code, 0);
  for (const { name, what, checks, mutants } of catalog) {
    assert.ok(stdout.includes(`${name}  ${what}\n`));
    assert.ok(stdout.includes(`  checks: ${checks.map(({ id }) => id).join(", ")}\n`));
    assert.ok(stdout.includes(`  mutants: ${mutants.map(({ id }) => id).join(", ")}\n`));
  }
});
