import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { costTable } from "./controller.js";

/** The tables of the documents that are computed, by file and name. `npm run tables` writes them anew. */
const tables: readonly Readonly<{ file: string; name: string; make(): string }>[] = [
  { file: "docs/protocols/controller.md", name: "cost", make: () => costTable([64, 1024, 4096]) },
];

for (const { file, name, make } of tables) {
  const path = fileURLToPath(new URL(`../../${file}`, import.meta.url));
  const text = readFileSync(path, "utf8");
  const [start, end] = [`<!-- table: ${name} -->\n`, "<!-- end of table -->"];
  const from = text.indexOf(start) + start.length;
  const to = text.indexOf(end, from);
  if (from < start.length || to < 0) throw new Error(`${file} has no place for the table ${name}`);
  writeFileSync(path, `${text.slice(0, from)}\n${make()}\n\n${text.slice(to)}`);
  console.log(`${file}: ${name}`);
}
