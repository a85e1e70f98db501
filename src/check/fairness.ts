import { cyclicComponents } from "./components.js";
import { CoreGraph } from "./core-graph.js";
import { onCycles } from "./cycles.js";
import type { Exploration } from "./explore.js";
import { Lane } from "./lane.js";
import { tour } from "./tour.js";

/**
 * Endless runs: is there a cycle on which somebody waits for ever, or on which messages never stop, though no step that
 * stays possible is put off for ever (weak fairness)?
 *
 * The unit of fairness: each fifo link; or each message in flight on a link that does not keep the order (two messages
 * of one link with equal contents are one unit); each timer of a node; each client's promise, such as a holder's
 * release. Other commands, and the outcomes of `choose`, are never owed.
 *
 * A strongly connected set of states can be toured for ever in a fair way if and only if every unit is, somewhere in
 * it, not possible or taken, and no promise is stuck in it: so each set that contains a cycle is judged as a whole, no
 * path is guessed, and no set has to be cut into smaller ones. (A promise that is stuck in a set is stuck, or still
 * there, in each part of it.)
 */
export function* judgeFairness(exploration: Exploration): Generator<void> {
  const states = yield* onCycles(exploration);
  if (states.length === 0) return;
  const graph = new CoreGraph(exploration, states);
  if (!(yield* graph.collect())) return;
  const { system } = exploration;
  for (let node = 0; node < system.n; node++) if (yield* starvation(exploration, graph, node)) return;
  if (!system.entry.alwaysMoving) yield* livelock(exploration, graph);
}

/** Somebody at `node` waits for ever: cycles of (state, client) in which the client is owed an answer all the time. */
function* starvation(exploration: Exploration, graph: CoreGraph, node: number): Generator<void, boolean> {
  const owed = graph.states.map((_, state) => graph.owed(state, node));
  const width = owed.reduce((most, clients) => Math.max(most, clients.length), 1);
  const lane = new Lane(graph, width, {
    has: (at) => owed[Math.floor(at / width)][at % width] === true,
    follow(at, edge) {
      const to = graph.to(edge);
      if (to < 0) return -1;
      const client = graph.renamed(edge, node, at % width);
      return client >= 0 && owed[to][client] ? to * width + client : -1;
    },
    promises: true,
  });
  const component = yield* fairComponent(lane);
  if (component === null) return false;
  const { start, moves } = tour(lane, component);
  const what = `node ${node} waits for ever: the last ${moves.length} steps can repeat without end`;
  exploration.breach(
    exploration.system.entry.spec.eventually,
    what,
    "starvation",
    graph.states[lane.state(start)],
    [],
    moves,
  );
  return true;
}

/** Messages that never stop, though nobody says anything any more. */
function* livelock(exploration: Exploration, graph: CoreGraph): Generator<void> {
  const follow = (_at: number, edge: number) => (graph.isCommand(edge) ? -1 : graph.to(edge));
  const lane = new Lane(graph, 1, { has: () => true, follow, promises: false });
  const component = yield* fairComponent(lane);
  if (component === null) return;
  const { start, moves } = tour(lane, component);
  const what = `without any new command the last ${moves.length} steps can repeat without end`;
  exploration.breach("quiet", what, "livelock", graph.states[start], [], moves);
}

/** A strongly connected set that can be toured for ever in a fair way. */
function* fairComponent(lane: Lane): Generator<void, readonly number[] | null> {
  for (const component of cyclicComponents(lane)) {
    yield;
    if (component !== null && (yield* isFair(lane, component))) return component;
  }
  return null;
}

function* isFair(lane: Lane, component: readonly number[]): Generator<void, boolean> {
  const { graph } = lane;
  const inside = new Set(component);
  const possible = new Int32Array(graph.units); // in how many states of the set
  const lastSeen = new Int32Array(graph.units).fill(-1); // so that a unit counts once a state
  const taken = new Uint8Array(graph.units);
  for (const [i, at] of component.entries()) {
    if (i % 1024 === 1023) yield;
    for (const edge of lane.edges(at)) {
      const unit = graph.unit(edge);
      if (unit < 0) continue;
      if (lastSeen[unit] !== i) possible[unit]++;
      lastSeen[unit] = i;
      if (inside.has(lane.follow(at, edge))) taken[unit] = 1;
    }
  }
  for (let unit = 0; unit < graph.units; unit++) if (possible[unit] === component.length && !taken[unit]) return false;
  if (!lane.promises) return true;
  const [at] = component;
  return graph.holders(lane.state(at)).every((holder) => lane.wayToKeep(at, holder, inside) !== null);
}
