import { Encoder } from "../../src/core/index.js";

const encoder = new Encoder();

/** The words of a tree as a text. One encoder for all, because words compare within one encoder only. */
export function encoded(tree: unknown): string {
  encoder.clear();
  encoder.tree(tree);
  return encoder.words.subarray(0, encoder.length).join();
}
