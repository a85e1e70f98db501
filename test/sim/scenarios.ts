import fc from "fast-check";
import { catalog } from "../../src/catalog/index.js";
import { ADVERSARIES, type Document } from "../../src/sim/index.js";

/** The protocols of problems in which clients ask for something, hold it and give it back. */
export const exclusions = catalog.filter(({ spec }) => ["pool", "mutual-exclusion"].includes(spec.problem));

const range = (max: number) => fc.tuple(fc.nat({ max }), fc.nat({ max })).map(([min, more]) => [min, min + more]);
const n = fc.integer({ min: 1, max: 9 });
const trees = fc.oneof(
  fc.record({ kind: fc.constantFrom("path", "star", "binary"), n }),
  fc.record({ kind: fc.constant("random-tree"), n, seed: fc.nat() }),
  fc.array(fc.nat(), { maxLength: 8 }).map((draws) => {
    return { kind: "tree", parents: [-1, ...draws.map((draw, i) => draw % (i + 1))] };
  }),
);
const complete = fc.record({ kind: fc.constant("complete"), n });
export const sizeOf = (topology: object): number =>
  "parents" in topology ? (topology.parents as number[]).length : (topology as { n: number }).n;

export const networks = fc.record(
  {
    order: fc.constantFrom("fifo", "any"),
    delay: range(20),
    adversary: fc.constantFrom(...Object.keys(ADVERSARIES).sort()),
  },
  { requiredKeys: [] },
);

/** Clients that give back what they get; a node may have several. */
const closedLoops = (n: number) =>
  fc.record(
    {
      kind: fc.constant("closed-loop"),
      count: fc.integer({ min: 1, max: 40 }),
      clients: fc.oneof(fc.constant("all"), fc.array(fc.nat({ max: n - 1 }), { minLength: 1, maxLength: 8 })),
      think: range(10),
      hold: range(5),
    },
    { requiredKeys: ["kind", "count"] },
  );

/** Any commands anywhere: some of them end nothing, and some are never ended. */
const commands = (n: number, more: object) =>
  fc.array(fc.record({ node: fc.nat({ max: n - 1 }), type: fc.constantFrom("acquire", "release"), ...more }), {
    minLength: 1,
    maxLength: 20,
  });
const sequences = (n: number) =>
  fc.record({ kind: fc.constant("sequential"), commands: commands(n, {}), repeat: fc.integer({ min: 1, max: 30 }) });
const scripts = (n: number) =>
  fc.record({ kind: fc.constant("script"), commands: commands(n, { at: fc.nat({ max: 60 }) }) });

type Loads = (n: number) => fc.Arbitrary<object>;
const scenarios = (workloads: Loads): fc.Arbitrary<Document> =>
  fc
    .constantFrom("baseline/central", "baseline/raymond", "baseline/ricart-agrawala")
    .chain((protocol) => {
      const everywhere = protocol === "baseline/ricart-agrawala";
      const params = everywhere ? fc.constant({}) : fc.record({ R: fc.integer({ min: 1, max: 4 }) });
      return fc.tuple(fc.constant(protocol), everywhere ? complete : trees, params);
    })
    .chain(([protocol, topology, params]) =>
      fc.record({
        protocol: fc.constant(protocol),
        topology: fc.constant(topology),
        params: fc.constant(params),
        network: networks,
        workload: workloads(sizeOf(topology)),
        seed: fc.nat(),
      }),
    );

/** Any scenario of the catalog that no correct protocol fails. */
export const anyScenario = scenarios((n) => fc.oneof(closedLoops(n), sequences(n), scripts(n)));
export const anyClosedLoop = scenarios(closedLoops);
