import { catalog } from "../src/catalog/index.js";
import { topology } from "../src/core/index.js";
import { readScenario, Simulation, type Summary, summarise } from "../src/sim/index.js";

type Tree = Readonly<{ kind: string; n: number; seed?: number }>;
const WAYS = [
  ["simple", "controller/simple", {}],
  ["basic, as printed", "controller/basic", { lambda: "paper" }],
  ["basic, by depth", "controller/basic", { lambda: "depth" }],
] as const;
const treesOf = (n: number): Tree[] => [
  { kind: "path", n },
  { kind: "star", n },
  { kind: "binary", n },
  { kind: "random-tree", n, seed: 1 },
];

/** Messages until the first rejection, for uniform requests, M = 64n, W = M/2: the same requests on the same trees. */
export function controllerBench(): void {
  console.log("Messages until the first rejection, M = 64n, W = M/2, uniform requests\n");
  console.log(`${costTable([4096])}\n`);
}

/** The same as a table in Markdown, a row for each tree. */
export function costTable(sizes: readonly number[]): string {
  const head = ["tree", "n", "naive (closed form)", ...WAYS.map(([name]) => name), "depth / simple", "depth / bound"];
  const rows = sizes.flatMap((n) => treesOf(n).map((tree) => row(tree)));
  return [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

function row(tree: Tree): string[] {
  const runs = WAYS.map(([, protocol, params]) => run(protocol, tree, params));
  const counts = [naive(tree, 64 * tree.n), ...runs.map(({ messages }) => messages.total)];
  const [simple, , depth] = runs;
  const ratio = (depth.messages.total / simple.messages.total).toFixed(2);
  const figures = counts.map((count) => count.toLocaleString("en-US"));
  return [tree.kind, tree.n.toLocaleString("en-US"), ...figures, ratio, depth.bounds[0].ratio.toFixed(2)];
}

function run(protocol: string, tree: Tree, params: object): Summary {
  const M = 64 * tree.n;
  const commands = [{ node: "uniform", type: "request" }];
  const workload = { kind: "sequential", commands, repeat: 2 * M, until: "reject" };
  const document = { protocol, topology: tree, params: { M, W: M / 2, ...params }, workload };
  const sim = new Simulation(readScenario(document, catalog));
  while (!sim.advance({ steps: 1_000_000 }));
  return summarise(sim);
}

/** Without bins every request takes two messages a hop: twice the mean depth for each of M requests. */
function naive(tree: Tree, M: number): number {
  const shape = topology(tree as Parameters<typeof topology>[0]);
  let depths = 0;
  for (let node = 0; node < tree.n; node++) depths += shape.depth(node);
  return Math.round((2 * M * depths) / tree.n);
}
