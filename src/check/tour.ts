import { assert } from "../core/index.js";
import type { Holder } from "./core-graph.js";
import type { Lane } from "./lane.js";
import type { Move } from "./successors.js";

/**
 * A closed walk through a fair set: on it every unit is once taken or once not possible, and everybody who held
 * something at its start has given it back.
 */
export function tour(lane: Lane, component: readonly number[]): { start: number; moves: readonly Move[] } {
  const { graph } = lane;
  const inside = new Set(component);
  const start = component.reduce((least, at) => Math.min(least, at));
  const possible = (at: number): Set<number> => {
    const units = new Set<number>();
    for (const edge of lane.edges(at)) if (graph.unit(edge) >= 0) units.add(graph.unit(edge));
    return units;
  };
  let owed = possible(start);
  let holders: readonly Holder[] = lane.promises ? graph.holders(lane.state(start)) : [];
  let at = start;
  const moves: Move[] = [];

  const go = (way: readonly number[] | null) => {
    assert(way, "a strongly connected set that is fair has a way");
    for (const edge of way) {
      moves.push(graph.move(edge));
      owed.delete(graph.unit(edge));
      holders = holders.flatMap((holder) => {
        const client = graph.renamed(edge, holder.node, holder.client);
        return graph.keeps(edge, holder) || client < 0 ? [] : [{ node: holder.node, client }];
      });
      at = lane.follow(at, edge);
      const here = possible(at);
      owed = new Set([...owed].filter((unit) => here.has(unit)));
    }
  };

  while (owed.size > 0) {
    const settles = (to: number, edge: number) => {
      if (owed.has(graph.unit(edge))) return true;
      const there = possible(to);
      return [...owed].some((unit) => !there.has(unit));
    };
    go(lane.wayTo(at, inside, settles));
  }
  while (holders.length > 0) go(lane.wayToKeep(at, holders[0], inside));
  if (at !== start || moves.length === 0) go(lane.wayTo(at, inside, (to) => to === start));
  return { start, moves };
}
