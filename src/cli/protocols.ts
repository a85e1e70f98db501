import { catalog } from "../catalog/index.js";
import type { Entry } from "../core/index.js";
import { bold, dim, json, say } from "./terminal.js";

/** `allot protocols`: the catalog. */
export function protocols(options: { json?: boolean }): void {
  if (options.json) return json(catalog.map(describe));
  for (const entry of catalog) {
    say(`${bold(entry.name)}  ${entry.what}`);
    const parameters = Object.entries(entry.params).map(
      ([name, { default: value, what }]) => `${name} = ${value} (${what})`,
    );
    const orders = entry.needs.includes("fifo") ? "fifo links" : "links in any order";
    const shape = entry.shape === "complete" ? "complete graph" : entry.shape;
    say(dim(`  ${entry.spec.problem} on a ${shape}, ${orders}; ${parameters.join(", ") || "no parameters"}`));
    say(dim(`  ${entry.paper}`));
    say(dim(`  checks: ${entry.checks.map(({ id }) => id).join(", ")}`));
    say(dim(`  mutants: ${entry.mutants.map(({ id }) => id).join(", ")}`));
  }
}

function describe({
  name,
  what,
  spec,
  paper,
  shape,
  needs,
  alwaysMoving,
  params,
  commands,
  messages,
  checks,
  mutants,
}: Entry) {
  return {
    name,
    what,
    problem: spec.problem,
    paper,
    topology: shape,
    needs,
    alwaysMoving,
    params,
    commands,
    messages,
    properties: spec.properties,
    checks,
    mutants: mutants.map(({ id, what, caughtBy, check, property }) => ({ id, what, caughtBy, check, property })),
  };
}
