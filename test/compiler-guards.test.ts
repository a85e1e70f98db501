import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { after, before, test } from "node:test";
import { root } from "./repository.js";

/** The map of the project: what each folder may import. All that is not here is forbidden, types included. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  "src/core": [],
  "src/protocols": ["src/core"],
  "src/spec": ["src/core"],
  "src/check": ["src/core"],
  "src/sim": ["src/core"],
  "src/catalog": ["src/core", "src/protocols", "src/spec"],
  "src/cli": ["src/core", "src/protocols", "src/spec", "src/check", "src/sim", "src/catalog"],
  bench: ["src/core", "src/protocols", "src/spec", "src/check", "src/sim", "src/catalog"],
  test: ["src/core", "src/protocols", "src/spec", "src/check", "src/sim", "src/catalog", "src/cli", "bench"],
};
const folders = Object.keys(mayImport);
const pureFolders = ["src/core", "src/protocols", "src/spec", "src/check", "src/sim"];

/** What the machine offers, and a folder without I/O must not find. */
const machine: Readonly<Record<string, string>> = {
  timer: "export const found = setTimeout;",
  console: "export const found = console;",
  process: "export const found = process;",
  fetch: "export const found = fetch;",
  file: 'import { readFileSync } from "node:fs";\nexport const found = readFileSync;',
};

/** A copy of the project's configuration with a stub for each folder, for the real compiler to judge. */
const project = mkdtempSync(join(tmpdir(), "allot guards "));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(project, path)), { recursive: true });
  writeFileSync(join(project, path), text);
}

/** The files that the compiler blames. */
function blamed(): string[] {
  const tsc = join(project, "node_modules/typescript/bin/tsc");
  const { stdout } = spawnSync(process.execPath, [tsc, "-b", "--pretty", "false"], { cwd: project, encoding: "utf8" });
  const errors = stdout.split("\n").filter((line) => /\berror TS\d+:/.test(line));
  return [...new Set(errors.map((line) => /^(.*?)\(\d+,\d+\): error/.exec(line)?.[1] ?? line))].sort();
}

/** Probes for one border. Each has a target of its own, because the compiler blames only the first import of a file. */
function writeImports(from: string, to: string): string[] {
  const probe = (kind: string): string => `${from}/${kind}-of-${to.replace("/", "-")}.ts`;
  const target = (file: string): string => relative(from, `${to}/${file}.js`);
  write(probe("value"), `import { value } from "${target("value")}";\nexport const copy = value;\n`);
  write(probe("type"), `import type { Shape } from "${target("shape")}";\nexport type Copy = Shape;\n`);
  return [probe("value"), probe("type")];
}

before(() => {
  for (const path of ["package.json", "tsconfig.base.json", "tsconfig.json"])
    cpSync(join(root, path), join(project, path));
  symlinkSync(join(root, "node_modules"), join(project, "node_modules"), "dir");
  for (const folder of folders) {
    write(`${folder}/value.ts`, "export const value = 1;\n");
    write(`${folder}/shape.ts`, "export type Shape = number;\n");
    cpSync(join(root, folder, "tsconfig.json"), join(project, folder, "tsconfig.json"));
  }
});
after(() => rmSync(project, { recursive: true, force: true }));

test("the map names every folder that is compiled", () => {
  const inSrc = readdirSync(join(root, "src")).map((name) => `src/${name}`);
  const compiled = [...inSrc, "bench", "test"].filter((folder) => existsSync(join(root, folder, "tsconfig.json")));
  assert.deepEqual(compiled.sort(), folders.toSorted());
});

test("allowed imports compile, and the command line finds the machine", () => {
  for (const from of folders) for (const to of mayImport[from]) writeImports(from, to);
  for (const name of Object.keys(machine)) write(`src/cli/uses-${name}.ts`, machine[name]);
  assert.deepEqual(blamed(), []);
});

test("every other import between folders is an error, of a value and of a type alike", () => {
  const pairs = folders.flatMap((from) => folders.map((to) => [from, to] as const));
  const forbidden = pairs.filter(([from, to]) => from !== to && !mayImport[from].includes(to));
  const probes = forbidden.flatMap(([from, to]) => writeImports(from, to));
  assert.deepEqual(blamed(), probes.sort());
  for (const probe of probes) rmSync(join(project, probe));
});

test("timers, console, process, fetch and node:fs do not exist in the folders without I/O", () => {
  const probes = pureFolders.flatMap((folder) => Object.keys(machine).map((name) => [folder, name] as const));
  for (const [folder, name] of probes) write(`${folder}/uses-${name}.ts`, machine[name]);
  assert.deepEqual(blamed(), probes.map(([folder, name]) => `${folder}/uses-${name}.ts`).sort());
});
