import { catalog } from "../src/catalog/index.js";
import { Check, type CheckRun, type Setting } from "../src/check/index.js";
import { type Entry, findMutant, type Mutant } from "../src/core/index.js";
import { runSpin } from "./spin.js";
import { type Line, table } from "./table.js";

const entry = catalog.find(({ name }) => name === "baseline/ricart-agrawala") as Entry;
const setting: Setting = {
  topology: { kind: "complete", n: 4 },
  params: {},
  network: "any",
  commands: { total: null, perNode: 1, each: 1 },
};

/** The checker on Ricart-Agrawala, four nodes, one wish each, any order; beside SPIN on the same model in Promela. */
export function checkBench(): void {
  const safety = measure({ ...entry, invariants: [] }, { fairness: false });
  const full = measure(entry, {});
  const seconds = (run: Measured) => run.seconds.toFixed(1);
  console.log(
    `Ricart-Agrawala n=4, one wish each, any order: ${safety.states} states, ${safety.edges} transitions.`,
    `Exhausted in ${seconds(safety)} s (safety), ${seconds(full)} s (with invariants, deadlock, fair cycles),`,
    `${full.mb} MB.\n`,
  );
  for (const collapse of [true, false]) {
    const spin = runSpin({ n: 4, tieBreak: true, collapse });
    const name = collapse ? "SPIN, COLLAPSE" : "SPIN, no COLLAPSE";
    if ("missing" in spin) return console.log(`SPIN is not here to compare with: install ${spin.missing}.`);
    if (spin.states !== safety.states) console.log(`The models differ: SPIN has ${spin.states} states.`);
    const lines: Line[] = [
      line("states", safety.states / safety.seconds, spin.states / spin.seconds, "states/s", true),
      line("transitions", safety.edges / safety.seconds, spin.transitions / spin.seconds, "transitions/s", true),
      line("memory", safety.bytes / safety.states, spin.bytesPerState, "bytes/state", false),
    ];
    console.log(`${table("Exhaustive check, safety only, no partial-order reduction", name, lines)}\n`);
  }
  const mutant = findMutant(entry, "no-tie-break");
  const ours = measure(entry, { mutant });
  const spin = runSpin({ n: 4, tieBreak: false });
  const found = ours.violations.find(({ property }) => property === mutant.property);
  console.log(
    "Without the tie-break: we find",
    found ? `a shortest violation of ${found.steps} steps in ${seconds(ours)} s,` : "NOTHING,",
    `SPIN finds ${"missing" in spin ? "(not here)" : `${spin.errors} violation, the first that it meets`}.\n`,
  );
}

type Measured = CheckRun & Readonly<{ seconds: number; bytes: number; mb: number }>;

function measure(entry: Entry, options: { mutant?: Mutant; fairness?: false }): Measured {
  globalThis.gc?.();
  const start = performance.now();
  const check = new Check(entry, setting, options);
  while (!check.advance(100_000));
  const seconds = (performance.now() - start) / 1000;
  return { ...check.result(), seconds, bytes: check.bytes, mb: Math.round(process.memoryUsage().rss / 2 ** 20) };
}

const line = (what: string, ours: number, reference: number, unit: string, more: boolean): Line => ({
  what,
  ours,
  reference,
  unit,
  more,
});
