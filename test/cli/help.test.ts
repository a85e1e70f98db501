import assert from "node:assert/strict";
import { test } from "node:test";
import { read } from "../repository.js";
import { allot } from "./command.js";

const help = (...args: string[]) => {
  const { code, stdout, stderr } = allot(args);
  assert.deepEqual([code, stderr], [0, ""]);
  return stdout;
};
const commands = ["protocols", "check", "sim", "verify", "tour"];

test("the help lists every command that is built, and has an example", () => {
  const text = help("--help");
  for (const name of commands) assert.match(text, new RegExp(`^ {2}${name}\\b`, "m"));
  assert.match(text, /Example:\n {2}allot check/);
  assert.equal(help("help"), text);
});

for (const name of commands) {
  test(`the help of ${name} has an example of it`, () => {
    const text = help(name, "--help");
    assert.match(text, new RegExp(`Example:\n {2}allot ${name}\\b`));
    assert.match(text, new RegExp(`^Usage: allot ${name}`));
    assert.equal(help("help", name), text);
  });
}

test("the examples of the help can be run", (t) => {
  const { code } = allot(["check", "baseline/ricart-agrawala", "--n", "3"]);
  assert.equal(code, 0);
  assert.equal(allot(["check", "baseline/central", "--mutant", "last-come"]).code, 1, "a mutant is caught");
  assert.equal(allot(["protocols", "--json"]).code, 0);
  t.diagnostic("those of sim, verify and tour are run by their own tests");
});

test("the version is that of the package", () => {
  assert.equal(help("--version").trim(), JSON.parse(read("package.json")).version);
});
