import assert from "node:assert/strict";
import { test } from "node:test";
import { readSource } from "./source-text.js";
import { rules, unexplained } from "./tidy-rules.js";

/** Sources that a rule must report, and others like them that it must not; with a path where that matters. */
type Example = string | Readonly<{ path: string; text?: string }>;
const examples: Record<string, { bad: readonly Example[]; good: readonly Example[] }> = {
  "no clock": {
    bad: ["const t = Date.now();", "const t = new Date();", "performance.now();", "const x = `${Date.now()}`;"],
    good: ["// Date.now()", 'const x = "Date";', "const x = /Date/;", "const update = DateLike;"],
  },
  "no randomness": {
    bad: ["Math.random();", "const { random } = Math;", 'Math["random"]();', "f(Math);"],
    good: ["Math.imul(a, b);", "random.below(6);", "// Math.random()"],
  },
  "no promises": {
    bad: [
      "async () => 1;",
      "await f();",
      "let x: Promise<number>;",
      "setTimeout(f, 1);",
      'import("../core/index.js").then(f);',
    ],
    good: ["out.setTimer(t, 1);", "/* async */ f();", 'import { f } from "./f.js";', "const asynchrony = 1;"],
  },
  "no console": { bad: ["console.log(1);"], good: ['const x = "console";', "consoles.log(1);"] },
  "no globals": { bad: ["globalThis.fetch;"], good: ["// globalThis"] },
  "no eval": {
    bad: ['eval("1");', "(0, eval)(x);", 'new Function("return 1");', 'Function("return 1")();'],
    good: ["evaluate(x);", "isFunction(x);", "let f: () => void;"],
  },
  "no locale": {
    bad: ["a.localeCompare(b);", "n.toLocaleString();", "new Intl.Collator();"],
    good: ["locale(a);", "n.toString();"],
  },
  "no weak references": {
    bad: ["new WeakRef(x);", "new FinalizationRegistry(f);"],
    good: ["new WeakMap();", "// WeakRef"],
  },
  "no for-in": {
    bad: ["for (const key in object) f(key);", "for (key in object) f(key);", "for (\n  let k in o\n) f(k);"],
    good: ["for (const key of keys) f(key);", 'for (let i = 0; "a" in o; i++) f(i);', "if (key in object) f();"],
  },
  "keys in order": {
    bad: [
      "for (const k of Object.keys(o)) f(k);",
      "Object.entries(o).map(f);",
      "Object.values(o); // order:",
      'Object.keys(o).map(f); g("// order: no comment");',
      "// order: of another line\nObject.keys(o);",
    ],
    good: [
      "Object.keys(o).sort();",
      "Object.entries(o).toSorted(byKey);",
      "Object.values(o).some(f); // order: `some` does not see it",
      "map.keys();",
    ],
  },
  "no packages": {
    bad: [
      'import pc from "picocolors";',
      'import { readFileSync } from "node:fs";',
      'import type { X } from "allot/sim";',
      'export * from "../../dist/src/sim/index.js";',
    ],
    good: [
      'import { x } from "./x.js";',
      'import type { X } from "../core/index.js";',
      '// import pc from "picocolors";',
    ],
  },
  "own family": {
    bad: [
      { path: "src/protocols/pool/x.ts", text: 'import { y } from "../controller/y.js";' },
      { path: "src/protocols/pool/x.ts", text: 'import type { Y } from "../pool-two/y.js";' },
      { path: "src/protocols/pool/x.ts", text: 'import { y } from "../../spec/y.js";' },
      { path: "src/protocols/pool/deep/x.ts", text: 'export * from "../../cell/y.js";' },
    ],
    good: [
      { path: "src/protocols/pool/x.ts", text: 'import { y } from "./y.js";' },
      { path: "src/protocols/pool/x.ts", text: 'import { y } from "../../core/index.js";' },
      { path: "src/protocols/pool/deep/x.ts", text: 'import { y } from "../y.js";' },
      { path: "src/catalog/x.ts", text: 'import { y } from "../protocols/pool/y.js";' },
    ],
  },
  "no way around the compiler": {
    bad: [
      "// @ts-ignore\nf();",
      "// @ts-expect-error: no types\nf();",
      '/// <reference types="node" />',
      "declare const console: { log(x: string): void };",
      "declare global {}",
    ],
    good: ['const x = "@ts-ignore";', "const declare = 1;", "// A reference to <node>."],
  },
  "file length": { bad: ["f();\n".repeat(451)], good: ["f();\n".repeat(450)] },
  "line width": { bad: [`f();\n// ${"x".repeat(118)}`], good: [`// ${"x".repeat(117)}\n`, `// ${"𝄞".repeat(117)}\n`] },
  "kebab-case": {
    bad: [{ path: "src/core/intSet.ts" }, { path: "src/core/Queue.ts" }, { path: "test/int_set.test.ts" }],
    good: [{ path: "src/core/int-set.ts" }, { path: "test/int-set.test.ts" }, { path: "README.md" }],
  },
  "no catch-all": {
    bad: [{ path: "src/core/utils.ts" }, { path: "src/sim/types/x.ts" }, { path: "test/helpers.ts" }],
    good: [{ path: "src/core/typed-heap.ts" }, { path: "docs/common.md" }],
  },
  "no machine paths": {
    bad: [
      { path: "docs/x.md", text: `see /${"work"}/main` },
      { path: ".ci/run", text: `cat ../${"shared"}/x` },
    ],
    good: [{ path: "docs/x.md", text: "work/main and ./shared" }],
  },
  "no registry": {
    bad: [{ path: "package-lock.json", text: '{\n  "resolved": "http://localhost:4873/x.tgz"\n}' }],
    good: [{ path: "package-lock.json", text: '{\n  "integrity": "sha512-x"\n}' }],
  },
  "whole lock file": {
    bad: [{ path: "package-lock.json", text: '{ "packages": { "a": { "optionalDependencies": { "@b/c": "1" } } } }' }],
    good: [
      {
        path: "package-lock.json",
        text: '{ "packages": { "a": { "optionalDependencies": { "@b/c": "1" } }, "node_modules/@b/c": {} } }',
      },
    ],
  },
};

for (const rule of rules) {
  const reports = (example: Example): boolean => {
    const { path, text = "" } = typeof example === "string" ? { path: "src/core/x.ts", text: example } : example;
    return rule.applies(path) && rule.offences(readSource(text), path).length > 0;
  };
  test(`the rule "${rule.name}" bites, and only where it should`, () => {
    const { bad, good } = examples[rule.name];
    assert.ok(bad.length > 0 && good.length > 0);
    for (const example of bad) assert.ok(reports(example), `not reported: ${JSON.stringify(example)}`);
    for (const example of good) assert.ok(!reports(example), `reported: ${JSON.stringify(example)}`);
  });
}

test("an offence is reported at its line", () => {
  const [clock] = rules;
  assert.deepEqual(clock.offences(readSource("/* Date\n */ f();\nDate.now();"), "src/core/x.ts"), [3]);
});

test("rules about purity hold in the five folders that do no I/O, and not elsewhere", () => {
  const [clock] = rules;
  for (const folder of ["core", "protocols", "spec", "check", "sim"]) assert.ok(clock.applies(`src/${folder}/x.ts`));
  for (const path of ["src/cli/x.ts", "bench/main.ts", "src/core/tsconfig.json"]) assert.ok(!clock.applies(path));
});

test("a runtime dependency without a decision is reported", () => {
  const packageJson = '{ "dependencies": { "ws": "1", "@a/b": "1" }, "optionalDependencies": { "lmdb": "1" } }';
  assert.deepEqual(unexplained(packageJson, "- ws: sockets\n- @a/b and lmdb"), []);
  assert.deepEqual(unexplained(packageJson, "the news about ws-two and @a/bc"), ["ws", "@a/b", "lmdb"]);
});
