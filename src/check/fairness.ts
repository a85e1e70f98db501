import { cyclicComponents } from "./components.js";
import type { Exploration } from "./explore.js";

/** A transition between two states of the core, or out of it (to = -1). */
type Edge = Readonly<{
  to: number;
  act: number;
  unit: number;
  command: boolean;
  node: number;
  renamed: readonly number[] | null;
  choice: number;
}>;

/**
 * Endless runs: is there a cycle on which somebody waits for ever, or on which messages never stop, though no step that
 * stays possible is put off for ever (weak fairness)?
 *
 * The unit of fairness: each fifo link; or each message in flight on a link that does not keep the order (two messages of
 * one link with equal contents are one unit); each timer of a node; the promised commands of a node, together. Commands
 * that nobody promised, and the outcomes of `choose`, are never owed.
 *
 * A strongly connected set of states can be toured for ever in a fair way if and only if every unit is, somewhere in it,
 * not possible or taken. So each set that contains a cycle is judged as a whole; no path is guessed.
 */
export function* judgeFairness(exploration: Exploration): Generator<void> {
  const states = yield* onCycles(exploration);
  if (states.length === 0) return;
  const core = yield* collect(exploration, states);
  const { system } = exploration;
  for (let node = 0; node < system.n && !exploration.stopped; node++) yield* starvation(exploration, core, node);
  if (!system.entry.alwaysMoving && !exploration.stopped) yield* livelock(exploration, core);
}

type Core = Readonly<{ states: readonly number[]; edges: readonly (readonly Edge[])[] }>;

/** The states that lie between cycles: what is left when states without predecessors, or without successors, are taken away. */
function* onCycles({ table, edges, starts }: Exploration): Generator<void, number[]> {
  const count = table.count;
  const from = (state: number) => starts.at(state);
  const to = (state: number) => (state + 1 < count ? starts.at(state + 1) : edges.length);
  const into = new Int32Array(count);
  for (let edge = 0; edge < edges.length; edge++) into[edges.at(edge)]++;
  const alive = new Uint8Array(count).fill(1);
  const bare: number[] = [];
  for (let state = 0; state < count; state++) if (into[state] === 0) bare.push(state);
  for (let work = 1; bare.length > 0; work++) {
    const state = bare.pop() as number;
    alive[state] = 0;
    for (let edge = from(state); edge < to(state); edge++) if (--into[edges.at(edge)] === 0) bare.push(edges.at(edge));
    if (work % 4096 === 0) yield;
  }
  // Breadth first, most edges lead to higher numbers: a pass downwards takes away most of what leads nowhere.
  for (let changed = true; changed; ) {
    changed = false;
    for (let state = count - 1; state >= 0; state--) {
      if (!alive[state]) continue;
      let leads = false;
      for (let edge = from(state); edge < to(state) && !leads; edge++) leads = alive[edges.at(edge)] === 1;
      if (!leads) {
        alive[state] = 0;
        changed = true;
      }
      if (state % 4096 === 0) yield;
    }
  }
  const left: number[] = [];
  for (let state = 0; state < count; state++) if (alive[state]) left.push(state);
  return left;
}

function* collect(exploration: Exploration, states: readonly number[]): Generator<void, Core> {
  const { system } = exploration;
  const place = new Int32Array(exploration.table.count).fill(-1);
  for (const [i, state] of states.entries()) place[state] = i;
  const units = new Map<string, number>();
  const unitOf = (act: number): number => {
    const { node, input, fair } = system.act(act);
    if (!fair) return -1;
    const link = system.link(act);
    const key =
      input.kind === "command" ? `c${node}` : link >= 0 && system.setting.network === "fifo" ? `l${link}` : `a${act}`;
    if (!units.has(key)) units.set(key, units.size);
    return units.get(key) as number;
  };
  const edges: Edge[][] = [];
  for (const state of states) {
    const out: Edge[] = [];
    exploration.again(state, (act, { renamed }, next, choice) => {
      const { node, input } = system.act(act);
      out.push({ to: place[next], act, unit: unitOf(act), command: input.kind === "command", node, renamed, choice });
    });
    edges.push(out);
    yield;
  }
  return { states, edges };
}

/** Somebody at `node` waits for ever: cycles of (state, client) in which the client is owed an answer all the time. */
function* starvation(exploration: Exploration, { states, edges }: Core, node: number): Generator<void> {
  const { system } = exploration;
  const { phases } = system.entry.spec.client;
  const owed = states.map((state) => {
    const { clients } = system.local(exploration.localOf(state, node));
    return clients.map(({ phase }) => phases[phase].owed);
  });
  const width = owed.reduce((most, clients) => Math.max(most, clients.length), 1);
  const follow = (at: number, edge: Edge): number => {
    if (edge.to < 0) return -1;
    const client = at % width;
    const number = edge.node === node && edge.renamed ? edge.renamed[client] : client;
    return number >= 0 && owed[edge.to][number] ? edge.to * width + number : -1;
  };
  const tour = yield* fairTour(
    edges,
    width,
    (at) => owed[Math.floor(at / width)][at % width] === true,
    follow,
    () => true,
  );
  if (!tour) return;
  const what = `node ${node} waits for ever: the last ${tour.choices.length} steps can repeat without end`;
  exploration.breach(
    system.entry.spec.eventually,
    what,
    "starvation",
    states[Math.floor(tour.start / width)],
    [],
    tour.choices,
  );
}

/** Messages that never stop, though nobody says anything any more. */
function* livelock(exploration: Exploration, { states, edges }: Core): Generator<void> {
  const follow = (_at: number, edge: Edge): number => (edge.command ? -1 : edge.to);
  const tour = yield* fairTour(
    edges,
    1,
    () => true,
    follow,
    (edge) => !edge.command,
  );
  if (!tour) return;
  const what = `without any new command the last ${tour.choices.length} steps can repeat without end`;
  exploration.breach("quiet", what, "livelock", states[tour.start], [], tour.choices);
}

type Tour = Readonly<{ start: number; choices: readonly number[] }>;

/** A fair cycle in the graph of (state, client) pairs that `has` and `follow` describe; units count where `counts` says so. */
function* fairTour(
  edges: readonly (readonly Edge[])[],
  width: number,
  has: (at: number) => boolean,
  follow: (at: number, edge: Edge) => number,
  counts: (edge: Edge) => boolean,
): Generator<void, Tour | null> {
  const edgesAt = (at: number) => edges[Math.floor(at / width)];
  const successors = (at: number) =>
    edgesAt(at)
      .map((edge) => follow(at, edge))
      .filter((to) => to >= 0);
  for (const component of cyclicComponents({ count: edges.length * width, successors }, has)) {
    yield;
    const inside = new Set(component);
    const possible = (at: number) =>
      new Set(
        edgesAt(at)
          .filter(counts)
          .map((edge) => edge.unit)
          .filter((unit) => unit >= 0),
      );
    const owed = component.map(possible).reduce(common);
    for (const at of component)
      for (const edge of edgesAt(at)) if (inside.has(follow(at, edge))) owed.delete(edge.unit);
    if (owed.size === 0) return tour(component, inside, edgesAt, follow, possible);
  }
  return null;
}

/** A closed walk through the component on which every unit is once taken or once not possible. */
function tour(
  component: readonly number[],
  inside: ReadonlySet<number>,
  edgesAt: (at: number) => readonly Edge[],
  follow: (at: number, edge: Edge) => number,
  possible: (at: number) => Set<number>,
): Tour {
  const start = component.reduce((a, b) => Math.min(a, b));
  let owed = possible(start);
  let at = start;
  const choices: number[] = [];
  /** The shortest way on to the first step that `wanted` asks for, breadth first. */
  const walk = (wanted: (to: number, edge: Edge) => boolean) => {
    const from = new Map<number, { at: number; edge: Edge }>();
    const queue = [at];
    for (let i = 0; i < queue.length; i++) {
      for (const edge of edgesAt(queue[i])) {
        const to = follow(queue[i], edge);
        if (!inside.has(to)) continue;
        if (wanted(to, edge)) {
          const way = [edge];
          for (let back = queue[i]; back !== at; ) {
            const step = from.get(back) as { at: number; edge: Edge };
            way.push(step.edge);
            back = step.at;
          }
          for (const step of way.reverse()) {
            choices.push(step.choice);
            at = follow(at, step);
            owed.delete(step.unit);
            owed = common(owed, possible(at));
          }
          return;
        }
        if (!from.has(to) && to !== at) {
          from.set(to, { at: queue[i], edge });
          queue.push(to);
        }
      }
    }
  };
  while (owed.size > 0) walk((to, edge) => owed.has(edge.unit) || common(owed, possible(to)).size < owed.size);
  if (at !== start || choices.length === 0) walk((to) => to === start);
  return { start, choices };
}

const common = (a: Set<number>, b: Set<number>): Set<number> => new Set([...a].filter((unit) => b.has(unit)));
