import { catalog } from "../src/catalog/index.js";
import { topology } from "../src/core/index.js";
import { readScenario, Simulation } from "../src/sim/index.js";

type Tree = Readonly<{ kind: string; n: number; seed?: number }>;
const WAYS = [
  ["simple", "controller/simple", {}],
  ["basic, as printed", "controller/basic", { lambda: "paper" }],
  ["basic, by depth", "controller/basic", { lambda: "depth" }],
] as const;

/** Messages until the first rejection, for uniform requests, M = 64n, W = M/2: the same requests on the same trees. */
export function controllerBench(): void {
  const n = 4096;
  const trees: Tree[] = [
    { kind: "path", n },
    { kind: "star", n },
    { kind: "binary", n },
    { kind: "random-tree", n, seed: 1 },
  ];
  console.log(`Messages until the first rejection, n = ${n}, M = 64n, W = M/2, uniform requests (1.0 = simple bins)\n`);
  const cell = (text: string) => text.padStart(24);
  console.log(["tree".padEnd(12), ...["naive (closed form)", ...WAYS.map(([name]) => name)].map(cell)].join(""));
  for (const tree of trees) {
    const counts = [naive(tree, 64 * n), ...WAYS.map(([, protocol, params]) => messages(protocol, tree, params))];
    const figures = counts.map((count) => cell(`${count.toLocaleString("en-US")} (${(count / counts[1]).toFixed(2)})`));
    console.log([tree.kind.padEnd(12), ...figures].join(""));
  }
  console.log("");
}

function messages(protocol: string, tree: Tree, params: object): number {
  const M = 64 * tree.n;
  const document = {
    protocol,
    topology: tree,
    params: { M, W: M / 2, ...params },
    workload: {
      kind: "sequential",
      commands: [{ node: "uniform", type: "request" }],
      repeat: 2 * M,
      until: "reject",
    },
  };
  const sim = new Simulation(readScenario(document, catalog));
  while (!sim.advance({ steps: 1_000_000 }));
  return sim.messages;
}

/** Without bins every request takes two messages a hop: twice the mean depth for each of M requests. */
function naive(tree: Tree, M: number): number {
  const shape = topology(tree as Parameters<typeof topology>[0]);
  let depths = 0;
  for (let node = 0; node < tree.n; node++) depths += shape.depth(node);
  return Math.round((2 * M * depths) / tree.n);
}
