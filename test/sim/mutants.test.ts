import assert from "node:assert/strict";
import { test } from "node:test";
import { catalog } from "../../src/catalog/index.js";
import type { Document } from "../../src/sim/index.js";
import { run } from "./runs.js";

// A starved client is served as soon as the others pause: last-come and unfair-queue need runs without end, and so a
// checker.
const loop = { kind: "closed-loop", think: [0, 20], hold: [1, 3], count: 60 };
const everywhere: Document = {
  protocol: "baseline/ricart-agrawala",
  topology: { kind: "complete", n: 4 },
  network: { delay: [1, 9] },
  workload: loop,
};
const tree: Document = { ...everywhere, protocol: "baseline/raymond", topology: { kind: "binary", n: 5 } };
const central: Document = { ...tree, protocol: "baseline/central" };
const scenarios: Readonly<Record<string, Document>> = {
  "no-tie-break": everywhere,
  "both-defer": everywhere,
  "deaf-clock": everywhere,
  "forgotten-reply": everywhere,
  "shared-token": tree,
  "asks-once": tree,
  "endless-units": central,
  "endless-queue": central,
};

for (const [mutant, document] of Object.entries(scenarios)) {
  const { mutants } = catalog.find(({ name }) => name === document.protocol) ?? { mutants: [] };
  const property = mutants.find(({ id }) => id === mutant)?.property;
  test(`a simulation finds the mutant ${mutant}, which breaks ${property}`, () => {
    const { summary } = run({ ...document, mutant });
    assert.ok(
      summary.violations.some((violation) => violation.property === property),
      JSON.stringify(summary.violations),
    );
    assert.equal(summary.mutant, mutant);
  });
}

test("without a mutant the same scenarios break nothing", () => {
  for (const document of [everywhere, tree, central]) assert.deepEqual(run(document).summary.violations, []);
});
