import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { catalog } from "../../src/catalog/index.js";
import { BadInput } from "../../src/core/index.js";
import { type Document, readScenario, Simulation } from "../../src/sim/index.js";
import { anyScenario, sizeOf } from "./scenarios.js";

/** Takes the document, or refuses it in one line that can be read. */
function readOrRefuse(document: unknown): boolean {
  try {
    readScenario(document, catalog);
    return true;
  } catch (error) {
    assert.ok(error instanceof BadInput, `${error}`);
    assert.match(error.message, /^[^\p{Cc}\u2028\u2029]{10,400}$/u);
    return false;
  }
}

type Node = { [key: string]: unknown };
const nodesOf = (value: unknown): Node[] =>
  typeof value === "object" && value !== null ? [value as Node, ...Object.values(value).flatMap(nodesOf)] : [];

const hostile = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom(null, -1, 0, 0.5, 1e308, -0, 2 ** 53, "", "all", "__proto__", "constructor", "\n\u001b[2J", [], {}, [
    [],
  ]),
  fc.array(fc.nat(), { minLength: 2, maxLength: 2 }),
  fc.string({ minLength: 100, maxLength: 300, unit: "binary" }),
);
const key = fc.oneof(
  fc.constantFrom("kind", "n", "seed", "parents", "delay", "commands", "of", "at", "units", "__proto__", "toString"),
  fc.string(),
);
const change = fc.record({
  what: fc.constantFrom("replace", "replace", "drop", "add"),
  node: fc.nat(),
  place: fc.nat(),
  key,
  value: hostile,
});

/** A valid scenario with some values replaced, dropped or added anywhere in it. */
const mutated = fc.tuple(anyScenario, fc.array(change, { minLength: 1, maxLength: 3 })).map(([document, changes]) => {
  const copy = JSON.parse(JSON.stringify(document)) as Document;
  for (const { what, node, place, key, value } of changes) {
    const nodes = nodesOf(copy);
    const target = nodes[node % nodes.length];
    const keys = Object.keys(target);
    const name = what === "add" || keys.length === 0 ? key : keys[place % keys.length];
    if (Array.isArray(target) && name === "length") continue; // a list has its own
    if (what === "drop") Reflect.deleteProperty(target, name);
    else {
      // A copy: a value that is put into itself has no end. Not assigned, because "__proto__" is a key as any other.
      const own = { value: structuredClone(value), enumerable: true, configurable: true, writable: true };
      Object.defineProperty(target, name, own);
    }
  }
  return JSON.parse(JSON.stringify(copy)) as unknown;
});

test("a damaged scenario is taken or refused in one line, and never fails in another way", () => {
  let refused = 0;
  fc.assert(
    fc.property(mutated, (document) => {
      if (!readOrRefuse(document)) refused++;
    }),
    { numRuns: 1000 },
  );
  assert.ok(refused > 500, `${refused} of 1,000 were refused`);
});

test("any JSON is refused in one line", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (document) => {
      assert.equal(readOrRefuse(document), false);
    }),
    { numRuns: 1000 },
  );
});

test("a value nested too deep to be shown is refused like any other", () => {
  let deep: unknown = 0;
  for (let i = 0; i < 100_000; i++) deep = [deep];
  const valid = {
    protocol: "baseline/central",
    topology: { kind: "path", n: 2 },
    workload: { kind: "closed-loop", count: 1 },
  };
  for (const key of ["protocol", "topology", "workload", "seed", "inject", "network", "more"]) {
    assert.equal(readOrRefuse({ ...valid, [key]: deep }), false, key);
  }
});

test("what is taken can be run", () => {
  fc.assert(
    fc.property(mutated, (document) => {
      if (!readOrRefuse(document)) return;
      const scenario = readScenario(document, catalog);
      if (sizeOf(scenario.topology) > 10 || (scenario.params.R as number) > 100) return;
      new Simulation(scenario).advance({ steps: 200 });
    }),
    { numRuns: 300 },
  );
});
