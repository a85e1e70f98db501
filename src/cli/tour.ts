import { catalog } from "../catalog/index.js";
import { Check, isFine } from "../check/index.js";
import { findMutant } from "../core/index.js";
import { readScenario } from "../sim/index.js";
import { showViolation } from "./check.js";
import { findEntry } from "./find.js";
import { run } from "./sim.js";
import { bar, bold, count, dim, good, inSlices, say } from "./terminal.js";

/** `allot tour`: what this is, in a quarter of a minute. */
export async function tour(): Promise<number> {
  const entry = findEntry("baseline/ricart-agrawala");
  const [config] = entry.checks;
  say(bold("Allot: processes share what is scarce."));
  say("A protocol is written once, as a pure state machine. The same code is checked, simulated, traced.\n");

  say(bold("1. Check every schedule."), `${entry.name}: three nodes, one wish each, messages in any order.`);
  const proof = new Check(entry, config, { id: config.id });
  await inSlices(
    () => proof.advance(2000),
    () => "checking",
  );
  const result = proof.result();
  const verdict = isFine(result) ? good("✓ never two holders, nobody waits for ever") : "broken!";
  say(`   ${count(result.states)} configurations, ${count(result.edges)} transitions. ${verdict}`);
  say(dim(`   npx allot check ${entry.name} --n 3\n`));

  const mutant = findMutant(entry, "no-tie-break");
  say(bold("2. Break it, and watch it being caught."), `Mutant ${mutant.id}: ${mutant.what}.`);
  const hunt = new Check(entry, config, { id: config.id, mutant });
  await inSlices(
    () => hunt.advance(2000),
    () => "hunting",
  );
  const caught = hunt.result();
  const violation = caught.violations.find(({ property }) => property === mutant.property);
  if (violation) showViolation(caught.n, violation);
  say(dim(`   npx allot check ${entry.name} --mutant ${mutant.id}\n`));

  say(bold("3. Simulate at scale, beside the bound."), "100,000 acquires on trees of 1,000 nodes, 16 units:");
  for (const name of ["baseline/central", "baseline/raymond"]) {
    const scenario = {
      protocol: name,
      topology: { kind: "random-tree", n: 1000, seed: 1 },
      params: { R: 16 },
      network: { delay: [1, 4] },
      workload: { kind: "closed-loop", count: 100_000 },
    };
    const summary = await run(readScenario(scenario, catalog));
    const [{ ratio, source }] = summary.bounds;
    const each = (summary.messages.total / summary.grants).toFixed(1);
    say(
      `   ${name.padEnd(17)} ${each.padStart(5)} messages a grant  ${bar(ratio)} ${ratio} of the bound  ${dim(source)}`,
    );
  }
  say(dim("   npx allot sim examples/central-tree.json\n"));
  say("Next: npx allot protocols, npx allot --help, README.md");
  return isFine(result) && violation ? 0 : 1;
}
