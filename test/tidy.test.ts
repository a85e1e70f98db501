import assert from "node:assert/strict";
import { test } from "node:test";
import { read, repositoryFiles } from "./repository.js";
import { readSource } from "./source-text.js";
import { rules, unexplained } from "./tidy-rules.js";

const files = repositoryFiles();

test("the repository is found", () => {
  for (const path of ["package.json", "package-lock.json", "test/tidy.test.ts"]) assert.ok(files.includes(path), path);
});

for (const rule of rules) {
  test(`tidy: ${rule.name}`, () => {
    const offences = files
      .filter((path) => rule.applies(path))
      .flatMap((path) => rule.offences(readSource(read(path)), path).map((line) => `${path}:${line}`));
    assert.deepEqual(offences, [], rule.reason);
  });
}

test("tidy: every runtime dependency has a decision", () => {
  const decisions = files.filter((path) => path.startsWith("docs/decisions/")).map(read);
  assert.deepEqual(unexplained(read("package.json"), decisions.join("\n")), []);
});
