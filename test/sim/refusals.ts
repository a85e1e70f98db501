import assert from "node:assert/strict";
import { test } from "node:test";
import { BadInput, type Entry } from "../../src/core/index.js";
import { readScenario } from "../../src/sim/index.js";

/** A document, and what is wrong with it: the key, the value and what is allowed, in one line. */
export type Refusal = readonly [document: unknown, message: string];

export function refuses(refusals: readonly Refusal[], entries: readonly Entry[]): void {
  for (const [document, message] of refusals) {
    test(`refused: ${message}`, () => {
      assert.throws(() => readScenario(document, entries), new BadInput(message));
    });
  }
}
