import type { Graph } from "./components.js";
import type { CoreGraph, Holder } from "./core-graph.js";

type Rules = Readonly<{
  has(at: number): boolean;
  /** The pair that an edge leads to, -1 where the one that is followed is answered, or the edge does not count. */
  follow(at: number, edge: number): number;
  /** Must clients keep their promises on an endless run? */
  promises: boolean;
}>;

/** The runs on which one client waits: a graph of pairs (state, client), numbered state * width + client. */
export class Lane implements Graph {
  readonly graph: CoreGraph;
  readonly count: number;
  readonly promises: boolean;
  private readonly width: number;
  private readonly rules: Rules;

  constructor(graph: CoreGraph, width: number, rules: Rules) {
    this.graph = graph;
    this.width = width;
    this.count = graph.states.length * width;
    this.rules = rules;
    this.promises = rules.promises;
  }

  readonly has = (at: number): boolean => this.rules.has(at);

  readonly successors = (at: number): number[] => {
    const next: number[] = [];
    for (const edge of this.edges(at)) {
      const to = this.follow(at, edge);
      if (to >= 0) next.push(to);
    }
    return next;
  };

  state(at: number): number {
    return Math.floor(at / this.width);
  }

  *edges(at: number): Iterable<number> {
    const state = this.state(at);
    for (let edge = this.graph.first(state); edge < this.graph.first(state + 1); edge++) yield edge;
  }

  follow(at: number, edge: number): number {
    return this.rules.follow(at, edge);
  }

  /** The shortest way, inside a set, to an edge that `ends` it; null when there is none. */
  wayTo(from: number, inside: ReadonlySet<number>, ends: (to: number, edge: number) => boolean): number[] | null {
    return this.search(
      from,
      0,
      inside,
      (_client, edge, to) => ends(to, edge),
      () => 0,
    );
  }

  /**
   * The shortest way, inside a set, to the step with which a client keeps its promise (or goes away); null: it is
   * stuck.
   */
  wayToKeep(from: number, { node, client }: Holder, inside: ReadonlySet<number>): number[] | null {
    const { graph } = this;
    const after = (edge: number, number: number) => graph.renamed(edge, node, number);
    const ends = (number: number, edge: number) =>
      graph.keeps(edge, { node, client: number }) || after(edge, number) < 0;
    return this.search(from, client, inside, ends, after);
  }

  /** Breadth first over (pair, client that is watched). */
  private search(
    from: number,
    client: number,
    inside: ReadonlySet<number>,
    ends: (client: number, edge: number, to: number) => boolean,
    after: (edge: number, client: number) => number,
  ): number[] | null {
    const queue = [{ at: from, client, edge: -1, back: -1 }];
    const seen = new Set([`${from} ${client}`]);
    for (let i = 0; i < queue.length; i++) {
      const here = queue[i];
      for (const edge of this.edges(here.at)) {
        const to = this.follow(here.at, edge);
        if (!inside.has(to)) continue;
        if (ends(here.client, edge, to)) {
          const way = [edge];
          for (let step = here; step.back >= 0; step = queue[step.back]) way.push(step.edge);
          return way.reverse();
        }
        const next = after(edge, here.client);
        const key = `${to} ${next}`;
        if (seen.has(key)) continue;
        seen.add(key);
        queue.push({ at: to, client: next, edge, back: i });
      }
    }
    return null;
  }
}
