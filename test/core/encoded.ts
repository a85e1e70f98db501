import { Encoder } from "../../src/core/index.js";

const shared = new Encoder();

/** The words of a tree as a text. Words compare within one encoder only, so it is the same one unless told. */
export function encoded(tree: unknown, encoder = shared): string {
  encoder.clear();
  encoder.tree(tree);
  return encoder.words.subarray(0, encoder.length).join();
}
