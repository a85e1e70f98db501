import { catalog } from "../src/catalog/index.js";
import { Random } from "../src/core/index.js";
import { readScenario, Simulation } from "../src/sim/index.js";
import { handlerStyles } from "./handlers.js";
import { median, table } from "./table.js";

/** The simulator on a central allocator over a random tree of 1,000 nodes, beside a bare loop: a heap and a counter. */
export function simBench(): void {
  const bare = median(3, () => bareLoop(5_000_000));
  const ours = median(3, () => deliveries(1000, 300_000));
  const lines = [{ what: "deliveries", ours, reference: bare, unit: "deliveries/s", more: true }];
  console.log(
    `${table("Simulator, central allocator on a random tree of 1,000 nodes, 16 units", "bare loop", lines)}\n`,
  );
  console.log(`${handlerStyles()}\n`);
}

/** A million nodes, two million requests: does it fit, and how long does it take? */
export function millionBench(): void {
  const n = 1_000_000;
  const scenario = readScenario(
    {
      protocol: "baseline/central",
      topology: { kind: "random-tree", n, seed: 1 },
      params: { R: 1024 },
      // Every node asks; whoever is answered asks again until half of all requests are answered.
      workload: { kind: "closed-loop", count: n + 1 },
    },
    catalog,
  );
  const start = performance.now();
  const sim = new Simulation(scenario);
  while (!sim.advance({ steps: 1_000_000 }));
  const seconds = (performance.now() - start) / 1000;
  const peak = Math.round(process.resourceUsage().maxRSS / 1024);
  console.log(
    `Random tree of ${n.toLocaleString("en-US")} nodes: ${sim.asked.toLocaleString("en-US")} requests,`,
    `${sim.messages.toLocaleString("en-US")} messages in ${seconds.toFixed(0)} s`,
    `(${Math.round(sim.messages / seconds).toLocaleString("en-US")} deliveries/s),`,
    `peak ${peak.toLocaleString("en-US")} MB.\n`,
  );
}

function deliveries(n: number, count: number): number {
  const scenario = readScenario(
    {
      protocol: "baseline/central",
      topology: { kind: "random-tree", n, seed: 1 },
      params: { R: 16 },
      network: { delay: [1, 4] },
      workload: { kind: "closed-loop", count },
    },
    catalog,
  );
  const sim = new Simulation(scenario);
  const start = performance.now();
  while (!sim.advance({ steps: 1_000_000 }));
  return sim.messages / ((performance.now() - start) / 1000);
}

/** What no simulator can do without: take the next event from a heap of typed arrays, count it, put in another. */
function bareLoop(count: number): number {
  const size = 1000;
  const times = new Float64Array(size);
  const random = new Random(1, "bare loop");
  const start = performance.now();
  let delivered = 0;
  for (; delivered < count; delivered++) {
    // Pop and push in one: the least time is replaced by a later one, which sinks to its place.
    const time = times[0] + 1 + (random.bits() & 3);
    let at = 0;
    for (let down = 1; down < size; down = 2 * at + 1) {
      if (down + 1 < size && times[down + 1] < times[down]) down++;
      if (times[down] >= time) break;
      times[at] = times[down];
      at = down;
    }
    times[at] = time;
  }
  return delivered / ((performance.now() - start) / 1000);
}
