import assert from "node:assert/strict";
import { test } from "node:test";
import { catalog } from "../../src/catalog/index.js";
import { allot, directory, filesIn } from "./command.js";

const central = "baseline/central";
const { checks, mutants } = catalog.find(({ name }) => name === central) ?? assert.fail();
const names = catalog.map(({ name }) => name).join(", ");
const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id).join(", ");
const trees = '"path", "star", "binary", "random-tree", "tree"';
const scenario = { protocol: central, topology: { kind: "path", n: 2 }, workload: { kind: "closed-loop", count: 1 } };
const files = {
  "good.json": JSON.stringify(scenario),
  "typo.json": JSON.stringify({ ...scenario, sead: 1 }),
  "range.json": JSON.stringify({ ...scenario, network: { delay: [2, 1] } }),
  "cycle.json": JSON.stringify({ ...scenario, topology: { kind: "tree", parents: [-1, 2, 1] } }),
  "runs.json": JSON.stringify({ ...scenario, runs: 2 }),
  "list.json": "[]",
  "text.json": '{ "protocol":\n oops }',
  "empty.json": "",
};

/** Wrong usage or bad input: the arguments, and what the one line on stderr says; after … come the words of Node. */
const refusals: readonly (readonly [args: readonly string[], line: string])[] = [
  [[], "name a command: protocols, check, sim, verify, tour; see allot --help"],
  [["simulate"], "unknown command 'simulate'; see allot --help"],
  [["help", "simulate"], "name a command: protocols, check, sim, verify, tour; see allot --help"],
  [["--fast"], "unknown option '--fast'; see allot --help"],
  [["protocols", "all"], "too many arguments for 'protocols'. Expected 0 arguments but got 1; see allot --help"],

  [["check"], "check needs the name of a protocol, or --all; see allot protocols"],
  [["check", "central"], `there is no protocol "central"; allowed: ${names}`],
  [["check", "--all", central], "--all checks everything; leave out baseline/central"],
  [["check", central, "--fast"], "unknown option '--fast'; see allot --help"],
  [["check", central, "--n"], "option '--n <nodes>' argument missing; see allot --help"],
  [["check", central, "--n", "0"], "--n is 0; allowed: an integer from 1 to 4096"],
  [["check", central, "--n", "3x"], '--n is "3x"; allowed: an integer from 1 to 4096'],
  [["check", central, "--n", "1e3"], '--n is "1e3"; allowed: an integer from 1 to 4096'],
  [["check", "--all", "--n", "3"], "--all checks everything; leave out --n"],
  [["check", central, "--check", "path9"], `baseline/central has no check "path9"; allowed: ${ids(checks)}`],
  [["check", central, "--mutant", "evil"], `the mutant of baseline/central is "evil"; allowed: ${ids(mutants)}`],
  [["check", central, "--network", "lifo"], '--network is "lifo"; allowed: "fifo", "any"'],
  [
    ["check", central, "--topology", '{"kind":"path","n":5000}'],
    "the number of nodes to check is 5000; allowed: at most 4096",
  ],
  [
    ["check", central, "--topology", '{"kind":"ring","n":3}'],
    `topology.kind (of baseline/central) is "ring"; allowed: ${trees}`,
  ],
  [["check", central, "--topology", "star"], "--topology is not JSON: …"],
  [
    ["check", central, "--topology", '{"kind":"tree","parents":[-1,0]}', "--n", "3"],
    "--n 3 cannot replace the nodes of a topology given by its parents; use --topology",
  ],
  [["check", central, "--params", '{"R":0}'], "params.R is 0; allowed: an integer from 1 to 65536"],
  [["check", central, "--commands", '{"total":1}'], '--commands lacks the key "perNode"'],
  [
    ["check", central, "--commands", '{"total":0,"perNode":1}'],
    "--commands total (or null for no end) is 0; allowed: an integer from 1 to 1000000",
  ],
  [["check", central, "--max-states", "-5"], "--max-states is -5; allowed: an integer from 1 to 2147483647"],
  [["check", central, "--memory", "lots"], '--memory is "lots"; allowed: an integer from 1 to 1000000'],

  [["sim"], "missing required argument 'file'; see allot --help"],
  [["sim", "none.json"], "none.json cannot be read: there is no such file or folder"],
  [["sim", "."], ". cannot be read: it is a folder"],
  [["sim", "text.json"], "text.json is not JSON: …"],
  [["sim", "empty.json"], "empty.json is not JSON: …"],
  [["sim", "list.json"], "the scenario is []; allowed: an object"],
  [["sim", "list.json", "--seed", "4"], "the scenario is []; allowed: an object"],
  [
    ["sim", "typo.json", "--trace", "out"],
    'the scenario has an unknown key "sead" (1); allowed: protocol, topology, workload, params, network, clock, faults, seed, limits, inject, carry, runs, mutant',
  ],
  [
    ["sim", "range.json", "--trace", "out", "--json"],
    "network.delay is [2,1]; allowed: two integers [min, max] with min <= max",
  ],
  [
    ["sim", "cycle.json"],
    "topology.parents[1] is 2; allowed: an integer from 0 to 0: a parent has a smaller index, so there is no cycle",
  ],
  [
    ["sim", "good.json", "--seed", "9007199254740992", "--trace", "out"],
    "--seed is 9007199254740992; allowed: an integer from 0 to 2^53-1",
  ],
  [["sim", "good.json", "--trace", "no/out"], "--trace no/out cannot be written: there is no such file or folder"],
  [["sim", "good.json", "--shrink", "no/out"], "--shrink no/out cannot be written: there is no such file or folder"],
  [["sim", "runs.json", "--trace", "out"], '--trace needs one run, not "runs": 2'],

  [["verify"], "missing required argument 'traces'; see allot --help"],
  [["verify", "none.ndjson"], "none.ndjson cannot be read: there is no such file or folder"],
  [["verify", "empty.json"], 'empty.json is empty; allowed: a trace, whose first line has "allot": 1'],
  [["verify", "good.json"], 'good.json: line 1 is no header of a trace; allowed: an object with "allot": 1'],
];

for (const [args, line] of refusals) {
  test(`refused: allot ${args.join(" ")}`, (t) => {
    const cwd = directory(t, files);
    const { code, stdout, stderr } = allot(args, { cwd });
    assert.deepEqual([code, stdout], [2, ""]);
    const [said] = line.split("…");
    if (said === line) assert.equal(stderr, `allot: ${line}\n`);
    else assert.ok(stderr.startsWith(`allot: ${said}`) && stderr.indexOf("\n") === stderr.length - 1, stderr);
    assert.deepEqual(filesIn(cwd), Object.keys(files).sort(), "nothing is written");
  });
}

const notYet = "bench up join run ls who why release quota names bank members top explore";
for (const name of notYet.split(" ")) {
  test(`allot ${name} says that it is not built yet`, () => {
    const line = `allot: ${name} is not built yet; allowed: protocols, check, sim, verify, tour\n`;
    assert.deepEqual(allot([name, "x", "--cell", "memory:", "--help"]), { code: 2, stdout: "", stderr: line });
  });
}
