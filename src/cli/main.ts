#!/usr/bin/env node
import { readFileSync } from "node:fs";
import { Command, CommanderError } from "commander";
import { BadInput } from "../core/index.js";
import { check } from "./check.js";
import { protocols } from "./protocols.js";
import { Failure, sim } from "./sim.js";
import { note } from "./terminal.js";
import { tour } from "./tour.js";
import { verify } from "./verify.js";

/** Exit codes: 0 fine, 1 something was broken or ended early, 2 wrong usage or bad input, 130 interrupted. */
const USAGE = 2;
const BUILT = "protocols, check, sim, verify, tour";
const NOT_YET = [
  "bench",
  "up",
  "join",
  "run",
  "ls",
  "who",
  "why",
  "release",
  "quota",
  "names",
  "bank",
  "members",
  "top",
  "explore",
];

const { version } = JSON.parse(readFileSync(new URL("../../../package.json", import.meta.url), "utf8")) as {
  version: string;
};
let exitCode = 0;

const program = new Command("allot")
  .description("Share what is scarce: protocols of distributed resource allocation, checked, simulated, traced.")
  .version(version)
  .addHelpText(
    "after",
    "\nExample:\n  allot check baseline/ricart-agrawala --n 3\n  allot sim examples/central-tree.json --json",
  )
  .exitOverride()
  .configureOutput({ writeErr: () => {} });

program
  .command("protocols")
  .description("list the catalog")
  .option("--json", "one JSON document")
  .addHelpText("after", "\nExample:\n  allot protocols --json")
  .action((options) => protocols(options));

program
  .command("check")
  .description("check every schedule of a small system")
  .argument("[name]", "a protocol of the catalog")
  .option("--all", "everything in the catalog, mutants too")
  .option("--check <id>", "one configuration of the catalog")
  .option("--n <nodes>", "with another number of nodes")
  .option("--topology <json>", 'another topology, such as {"kind":"star","n":4}')
  .option("--params <json>", 'other parameters, such as {"R":2}')
  .option("--commands <json>", 'other commands, such as {"total":4,"perNode":2}; total null: without end')
  .option("--network <order>", "fifo, or any: messages of one link may overtake each other")
  .option("--mutant <id>", "a seeded bug, which must be caught: exit code 1")
  .option("--trace <file>", "write the counterexample, one row a line")
  .option("--max-states <count>", "stop, not exhausted, at so many states")
  .option("--memory <mb>", "stop, not exhausted, at so much memory")
  .option("--json", "one JSON document")
  .addHelpText(
    "after",
    "\nExample:\n  allot check baseline/ricart-agrawala --n 3\n  allot check baseline/central --mutant last-come",
  )
  .action(async (name, options) => {
    exitCode = await check(name, options);
  });

program
  .command("sim")
  .description("run a scenario")
  .argument("<file>", "a scenario, or - for standard input")
  .option("--seed <seed>", "instead of the scenario's")
  .option("--trace <file>", "write the rows of the run, one a line")
  .option("--twice", "run it twice and compare the two, row by row")
  .option("--shrink <file>", "if a property breaks, write a small scenario that breaks it too")
  .option("--json", "one JSON document")
  .addHelpText("after", "\nExample:\n  allot sim examples/central-tree.json --seed 7 --trace run.ndjson")
  .action(async (file, options) => {
    exitCode = await sim(file, options);
  });

program
  .command("verify")
  .description("judge recorded traces")
  .argument("<traces...>", "files written by --trace")
  .option("--json", "one JSON document")
  .addHelpText("after", "\nExample:\n  allot verify run.ndjson")
  .action(async (files, options) => {
    exitCode = await verify(files, options);
  });

program
  .command("tour")
  .description("what this is, in a quarter of a minute")
  .addHelpText("after", "\nExample:\n  allot tour")
  .action(async () => {
    exitCode = await tour();
  });

for (const name of NOT_YET) {
  program
    .command(name, { hidden: true })
    .description("Not built yet.")
    .allowUnknownOption()
    .argument("[rest...]")
    .helpOption(false)
    .action(() => {
      throw new BadInput(`${name} is not built yet; allowed: ${BUILT}`);
    });
}

process.on("SIGINT", () => {
  note(process.stderr.isTTY ? "\ninterrupted" : "interrupted");
  process.exit(130);
});
// A reader that has seen enough (such as head) closes the pipe: that is no failure.
process.stdout.on("error", (error: NodeJS.ErrnoException) => process.exit(error.code === "EPIPE" ? exitCode : 1));

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof BadInput || error instanceof Failure) note(`allot: ${error.message}`);
  else if (error instanceof CommanderError) {
    // Help that commander gives unasked, where there is no command to run or to explain.
    const message = error.code === "commander.help" ? `name a command: ${BUILT}` : error.message;
    if (error.exitCode !== 0)
      note(
        `allot: ${message
          .replace(/^error: /, "")
          .replace(/\.?\n/g, " ")
          .replace(/\.$/, "")}; see allot --help`,
      );
  } else throw error;
  exitCode = error instanceof Failure ? 1 : error instanceof CommanderError && error.exitCode === 0 ? 0 : USAGE;
}
process.exitCode = exitCode;
