import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { importsOf, readSource } from "./source-text.js";

/** Sources beside what is left of them as code; `·` stands for a blank, to be countable. */
const cases: readonly (readonly [string, string])[] = [
  ["a; // b", "a; ····"],
  ["a /* b\nc */ d", "a ····\n···· d"],
  ["a /* never closed", "a ···············"],
  ['f("a // b")', 'f("······")'],
  ["f('it\\'s', \"\\\\\")", "f('·····', \"··\")"],
  ['x = "', 'x = "'],
  ["x = `a ${b + `c ${d}`} e`;", "x = `··${b + `··${d}`}··`;"],
  ["x = `a ${{ b: { c } }} \\` $ e`;", "x = `··${{ b: { c } }}·······`;"],
  ["x = `two\nlines`;", "x = `···\n·····`;"],
  ['x = /["/]\\/`/g;', "x = /········/;"],
  ["return /a'/.test(b)", "return /··/.test(b)"],
  ["f(/a'/, !/b`/)", "f(/··/, !/··/)"],
  ["(a) => /'/u", "(a) => /··/"],
  ["a / b / 'c'", "a / b / '·'"],
  ["f(a) / b[c] / 'd'", "f(a) / b[c] / '·'"],
  ["a[b]! / c! / 'd'", "a[b]! / c! / '·'"],
  ["a++ / b-- / 'c'", "a++ / b-- / '·'"],
  ["a.in / b.of / 'c'", "a.in / b.of / '·'"],
  ["of / 2 + '/'", "of / 2 + '·'"],
  ["1 / `a` / 'b'", "1 / `·` / '·'"],
  ["a = b /* / */ / c; 'd'", "a = b ······· / c; '·'"],
];

for (const [source, expected] of cases) {
  test(`what is code in ${JSON.stringify(source)}`, () => {
    assert.equal(readSource(source).code, expected.replaceAll("·", " "));
  });
}

test("comments are what code leaves out, and neither sees into a string", () => {
  const { comments } = readSource('a("// no"); // yes "\n/* and */ b');
  assert.equal(comments, `${" ".repeat(12)}// yes "\n/* and */  `);
});

test("statements in any order are read as each of them alone", () => {
  const statement = fc.constantFrom(...cases.slice(3).filter(([source]) => source !== 'x = "'));
  const gap = fc.constantFrom([";\n", ";\n"], ["; // it's `\n", "; ·········\n"], [";/* ' */", ";·······"]);
  fc.assert(
    fc.property(fc.array(fc.tuple(statement, gap)), (parts) => {
      const source = parts.map(([[text], [after]]) => text + after).join("");
      const expected = parts.map(([[, code], [, after]]) => code + after).join("");
      assert.equal(readSource(source).code, expected.replaceAll("·", " "));
    }),
  );
});

test("any text keeps its length and its line breaks", () => {
  const alphabet = fc.constantFrom(..."ab1 \n\\/*\"'`${}()[]!+.;");
  fc.assert(
    fc.property(fc.string({ unit: alphabet, maxLength: 60 }), (source) => {
      const { code, comments } = readSource(source);
      for (const view of [code, comments]) {
        assert.equal(view.length, source.length);
        assert.equal(view.replace(/[^\n]/g, " "), source.replace(/[^\n]/g, " "));
      }
    }),
  );
});

test("imports are found in every form, and not in comments or strings", () => {
  const source = [
    'import { a } from "./a.js";',
    'import type { b,\n  c } from "../b.js";',
    'import "node:fs";',
    'export * from "./d.js";',
    'type E = import("../e.js").E;',
    '// import "./no.js"',
    "const text = 'from \"./no.js\"';",
  ].join("\n");
  const found = importsOf(readSource(source)).map(({ specifier }) => specifier);
  assert.deepEqual(found, ["./a.js", "../b.js", "node:fs", "./d.js", "../e.js"]);
});
