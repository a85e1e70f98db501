import assert from "node:assert/strict";
import { test } from "node:test";
import { catalog } from "../../src/catalog/index.js";
import { Check } from "../../src/check/index.js";
import type { CommandBudget, Entry, Order, TopologySpec } from "../../src/core/index.js";
import { type Configuration, Naive, type Setting } from "./naive.js";

/** Those without timers and choices. */
const entries = ["baseline/central", "baseline/raymond", "baseline/ricart-agrawala"].map(
  (name) => catalog.find((entry) => entry.name === name) as Entry,
);

function counts(entry: Entry, setting: Setting) {
  const check = new Check(entry, setting);
  check.advance(1e9);
  const { exhausted, states, edges, depth } = check.result();
  assert.ok(exhausted);
  return { states, edges, depth };
}

const small: readonly CommandBudget[] = [
  { total: 2, perNode: 1 },
  { total: 3, perNode: 2 },
  { total: null, perNode: 1, each: 1 },
];
/** Only where the states stay finitely many without a normal form. */
const endless: readonly CommandBudget[] = [{ total: null, perNode: 1 }];
const twice: readonly CommandBudget[] = [
  { total: null, perNode: 2, each: 2 },
  { total: null, perNode: 2 },
];

for (const entry of entries) {
  const isTree = entry.shape === "tree";
  for (const n of [2, 3]) {
    for (const network of ["fifo", "any"] satisfies Order[]) {
      const kinds = isTree ? (["path", "star"] as const) : (["complete"] as const);
      for (const kind of n === 2 ? kinds.slice(0, 1) : kinds) {
        test(`${entry.name} on a ${kind} of ${n}, ${network} order, has as many states and steps as the naive search finds`, () => {
          const topology: TopologySpec = { kind, n };
          const budgets = [...small, ...(isTree ? endless : []), ...(isTree && n === 2 ? twice : [])];
          for (const commands of budgets) {
            for (const params of isTree && n === 2 ? [{ R: 1 }, { R: 2 }] : [{}]) {
              const setting: Setting = { topology, params, network, commands };
              assert.deepEqual(counts(entry, setting), new Naive(entry, setting).explore(), JSON.stringify(setting));
            }
          }
        });
      }
    }
  }
  for (const check of entry.checks.filter(({ normal }) => normal)) {
    test(`${entry.name} ${check.id} has as many states after its normal form as the naive search finds`, () => {
      for (const network of ["fifo", "any"] satisfies Order[]) {
        const setting = { ...check, network };
        assert.deepEqual(counts(entry, setting), new Naive(entry, setting).explore(), network);
      }
    });
  }
}

/** Two clients hold the same unit, or hold at all where there are no units. */
function isShared({ nodes }: Configuration): boolean {
  const holds = nodes.flatMap(({ clients }) =>
    clients.flatMap((client) => (client?.phase === "holding" ? client : [])),
  );
  const units = holds.map(({ answer }) => (answer as { unit?: number } | null)?.unit);
  return new Set(units).size < units.length;
}

/** Somebody waits, nothing is under way, and nobody has anything to release. */
function isStuck({ nodes, flying }: Configuration): boolean {
  const phases = nodes.flatMap(({ clients }) => clients.flatMap((client) => client?.phase ?? []));
  return flying.length === 0 && phases.includes("waiting") && !phases.includes("holding");
}

for (const entry of entries) {
  for (const mutant of entry.mutants) {
    const setting = entry.checks.find(({ id }) => id === mutant.check) as Setting;
    const check = new Check(entry, setting, { mutant });
    check.advance(1e9);
    const violation = check.result().violations.find(({ property }) => property === mutant.property);
    if (violation?.property !== "exclusion" && violation?.kind !== "deadlock") continue;
    test(`no shorter run of ${entry.name} breaks ${mutant.property} under ${mutant.id}, says the naive search`, () => {
      const wanted = violation.kind === "deadlock" ? isStuck : isShared;
      const naive = new Naive(entry, setting, mutant.protocol);
      assert.equal(violation.steps, naive.explore(wanted).depth);
    });
  }
}

test("two nodes without a tie-break break exclusion in as many steps as the naive search needs", () => {
  const [, , entry] = entries;
  const mutant = entry.mutants.find(({ id }) => id === "no-tie-break");
  assert.ok(mutant);
  const topology: TopologySpec = { kind: "complete", n: 2 };
  const setting: Setting = { topology, params: {}, network: "any", commands: { total: null, perNode: 1, each: 1 } };
  const check = new Check(entry, setting, { mutant });
  check.advance(1e9);
  const steps = check.result().violations.find(({ property }) => property === "exclusion")?.steps;
  assert.equal(steps, 6);
  assert.equal(new Naive(entry, setting, mutant.protocol).explore(isShared).depth, steps);
});
