import type { Exploration } from "./explore.js";

/**
 * The states that lie on or between cycles: what is left when states without predecessors, or without successors, are
 * taken away again and again. None are left where every run ends. Yields now and then.
 */
export function* onCycles({ table, edges, starts }: Exploration): Generator<void, number[]> {
  const { count } = table;
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
      if (state % 4096 === 0) yield;
      if (!alive[state]) continue;
      let leads = false;
      for (let edge = from(state); edge < to(state) && !leads; edge++) leads = alive[edges.at(edge)] === 1;
      if (leads) continue;
      alive[state] = 0;
      changed = true;
    }
  }
  const left: number[] = [];
  for (let state = 0; state < count; state++) if (alive[state]) left.push(state);
  return left;
}
