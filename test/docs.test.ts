import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { catalog } from "../src/catalog/index.js";
import { readScenario } from "../src/sim/index.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const main = join(root, "dist/src/cli/main.js");
const documents = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", ...markdownUnder("docs")];

function markdownUnder(folder: string): string[] {
  const files = readdirSync(join(root, folder), { recursive: true }) as string[];
  return files.filter((file) => file.endsWith(".md")).map((file) => join(folder, file));
}

type Block = Readonly<{ file: string; line: number; info: string; text: string }>;

function blocksOf(file: string): Block[] {
  const blocks: Block[] = [];
  const lines = readFileSync(join(root, file), "utf8").split("\n");
  for (let i = 0; i < lines.length; i++) {
    const fence = /^```(.*)$/.exec(lines[i]);
    if (!fence) continue;
    const end = lines.indexOf("```", i + 1);
    assert(end > 0, `${file}:${i + 1} has a block without an end`);
    blocks.push({ file, line: i + 1, info: fence[1], text: lines.slice(i + 1, end).join("\n") });
    i = end;
  }
  return blocks;
}

describe("the documents", () => {
  let folder = "";
  before(() => {
    folder = mkdtempSync(join(tmpdir(), "allot-docs-"));
    symlinkSync(join(root, "examples"), join(folder, "examples"));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  for (const file of documents) {
    const blocks = blocksOf(file);
    for (const [i, block] of blocks.entries()) {
      it(`${file}:${block.line}: what the block ${block.info} says is so`, () => {
        if (block.info === "sh") {
          const shown = blocks[i + 1]?.info === "text" ? blocks[i + 1].text : "";
          runShell(block, folder, shown);
        } else if (block.info === "json scenario") readScenario(JSON.parse(block.text), catalog);
        else if (block.info === "json") JSON.parse(block.text);
        else if (block.info === "js") runModule(block);
        else assert.equal(block.info, "text", `a block is sh, text, json, json scenario or js, not ${block.info}`);
      });
    }
    it(`${file}: its links to files of this repository lead somewhere`, () => {
      const links = [...readFileSync(join(root, file), "utf8").matchAll(/\]\(([^)#:]+)\)/g)].map(([, link]) => link);
      for (const link of links) {
        assert(existsSync(join(root, dirname(file), link)), `${file} links to ${link}, which is not there`);
      }
    });
  }
});

/**
 * Runs the lines that call allot; a comment `# exits N` gives another exit code than 0. Others must be known scripts.
 */
function runShell({ text, file, line }: Block, folder: string, shown: string): void {
  let output = "";
  for (const command of text.split("\n").filter((command) => command.trim() !== "")) {
    const [, words, comment = ""] = /^(.*?)(?:\s+#\s(.*))?$/.exec(command) as RegExpExecArray;
    if (words.startsWith("npm ")) {
      const script = words.split(" ")[1] === "run" ? words.split(" ")[2] : words.split(" ")[1];
      const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
      assert(Object.hasOwn(scripts, script), `${file}:${line}: npm has no script ${script}`);
      continue;
    }
    assert(words.startsWith("npx allot "), `${file}:${line}: only npm and npx allot are run here, not ${words}`);
    const shell = `"${process.execPath}" "${main}" ${words.slice("npx allot ".length)}`;
    const { status, stdout, stderr } = spawnSync(shell, {
      cwd: folder,
      shell: true,
      encoding: "utf8",
      timeout: 120_000,
    });
    const expected = Number(/exits (\d+)/.exec(comment)?.[1] ?? 0);
    assert.equal(status, expected, `${words}\n${stderr}`);
    output += stdout;
  }
  const lines = output.split("\n").map((row) => row.trimEnd());
  let at = 0;
  for (const row of shown.split("\n").filter((row) => row.trim() !== "")) {
    const found = lines.indexOf(row.trimEnd(), at);
    assert(found >= 0, `${file}: the output has no line\n${row}\nafter line ${at} of\n${output}`);
    at = found;
  }
}

/**
 * Runs a module inside the package, so that it imports `allot/…` as a user does; `// value` after a log is what it
 * prints.
 */
function runModule({ text, file, line }: Block): void {
  const folder = join(root, "dist/test/docs");
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${file.replaceAll(/\W/g, "-")}-${line}.mjs`);
  writeFileSync(path, text);
  const { status, stdout, stderr } = spawnSync(process.execPath, [path], { encoding: "utf8", timeout: 120_000 });
  assert.equal(status, 0, stderr);
  for (const [, printed] of text.matchAll(/console\.log\(.*\); \/\/ (.*)$/gm)) assert(stdout.includes(printed), stdout);
}
