import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { read, root } from "./repository.js";

/** Compares a text with the file of that name in test/golden; with UPDATE_GOLDEN=1 the file becomes the text. */
export function matchesGolden(name: string, text: string): void {
  const path = join("test/golden", name);
  if (process.env.UPDATE_GOLDEN === "1") writeFileSync(join(root, path), text);
  assert.equal(text, read(path), `${path} differs; if that is meant, run the test with UPDATE_GOLDEN=1`);
}
