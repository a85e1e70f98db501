import { assert } from "./assert.js";
import type { Nodes, Params, Self } from "./protocol.js";
import { Random } from "./random.js";

export const NODES_MAX = 2 ** 24;

export type TopologySpec =
  | Readonly<{ kind: "path" | "star" | "binary" | "ring" | "complete"; n: number }>
  | Readonly<{ kind: "random-tree"; n: number; seed: number }>
  | Readonly<{ kind: "tree"; parents: readonly number[] }>;
export type Shape = "tree" | "ring" | "complete";

export const shapeOf = (kind: TopologySpec["kind"]): Shape => (kind === "ring" || kind === "complete" ? kind : "tree");

/** Who is joined to whom. Kept in typed arrays, so that a million nodes cost some tens of bytes each. */
export interface Topology {
  readonly spec: TopologySpec;
  readonly shape: Shape;
  readonly n: number;
  /** Of the deepest node; 0 where there is no tree. */
  readonly height: number;
  /** Number of directed links, numbered 0..links-1. */
  readonly links: number;
  /** The number of the link between neighbours, -1 where there is none. */
  link(from: number, to: number): number;
  neighbours(node: number): Nodes;
  parent(node: number): number;
  children(node: number): Nodes;
  depth(node: number): number;
  port(node: number, neighbour: number): number;
  towards(node: number, target: number): number;
}

export function topology(spec: TopologySpec): Topology {
  switch (spec.kind) {
    case "complete":
      return new Complete(spec, spec.n);
    case "ring":
      return new Ring(spec, spec.n);
    case "tree":
      return new Tree(spec, Int32Array.from(spec.parents));
    default:
      return new Tree(spec, parentsOf(spec.kind, spec.n, "seed" in spec ? spec.seed : 0));
  }
}

function parentsOf(kind: "path" | "star" | "binary" | "random-tree", n: number, seed: number): Int32Array {
  const parents = new Int32Array(n);
  const random = new Random(seed, "topology");
  parents[0] = -1;
  for (let i = 1; i < n; i++) {
    if (kind === "path") parents[i] = i - 1;
    else if (kind === "star") parents[i] = 0;
    else if (kind === "binary") parents[i] = (i - 1) >> 1;
    else parents[i] = random.below(i);
  }
  return parents;
}

const NONE = new Int32Array(0);

class Tree implements Topology {
  readonly shape = "tree";
  readonly spec: TopologySpec;
  readonly n: number;
  readonly height: number;
  readonly links: number;
  private readonly parents: Int32Array;
  private readonly depths: Int32Array;
  /** Of node v: its parent (if any), then its children, at start[v]..start[v+1]-1. */
  private readonly start: Int32Array;
  private readonly list: Int32Array;
  /** Preorder number of v, and the last one of its subtree: which child leads to a node is a binary search. */
  private readonly first: Int32Array;
  private readonly last: Int32Array;
  /** Place of v among the neighbours of its parent. */
  private readonly place: Int32Array;

  constructor(spec: TopologySpec, parents: Int32Array) {
    const n = parents.length;
    this.spec = spec;
    this.n = n;
    this.links = 2 * (n - 1);
    this.parents = parents;
    this.depths = new Int32Array(n);
    this.start = new Int32Array(n + 1);
    this.list = new Int32Array(this.links);
    this.first = new Int32Array(n);
    this.last = new Int32Array(n);
    this.place = new Int32Array(n);
    let height = 0;
    for (let v = 1; v < n; v++) {
      assert(parents[v] >= 0 && parents[v] < v, "a parent has a smaller index");
      this.depths[v] = this.depths[parents[v]] + 1;
      if (this.depths[v] > height) height = this.depths[v];
      this.start[v + 1]++;
      this.start[parents[v] + 1]++;
    }
    this.height = height;
    for (let v = 0; v < n; v++) this.start[v + 1] += this.start[v];
    const fill = this.start.slice(0, n);
    for (let v = 1; v < n; v++) {
      this.list[fill[v]++] = parents[v];
      this.place[v] = fill[parents[v]] - this.start[parents[v]];
      this.list[fill[parents[v]]++] = v;
    }
    const size = new Int32Array(n).fill(1);
    for (let v = n - 1; v > 0; v--) size[parents[v]] += size[v];
    const next = new Int32Array(n);
    next[0] = 1;
    this.last[0] = n - 1;
    for (let v = 1; v < n; v++) {
      const p = parents[v];
      this.first[v] = next[p];
      this.last[v] = next[p] + size[v] - 1;
      next[p] += size[v];
      next[v] = this.first[v] + 1;
    }
  }

  link(from: number, to: number): number {
    if (to >= 0 && this.parents[from] === to) return 2 * (from - 1);
    return this.parents[to] === from ? 2 * (to - 1) + 1 : -1;
  }
  neighbours(node: number): Nodes {
    return this.list.subarray(this.start[node], this.start[node + 1]);
  }
  parent(node: number): number {
    return this.parents[node];
  }
  children(node: number): Nodes {
    return this.list.subarray(this.start[node] + (node === 0 ? 0 : 1), this.start[node + 1]);
  }
  depth(node: number): number {
    return this.depths[node];
  }
  port(node: number, neighbour: number): number {
    return neighbour === this.parents[node] ? 0 : this.place[neighbour];
  }
  towards(node: number, target: number): number {
    const at = this.first[target];
    if (at < this.first[node] || at > this.last[node]) return this.parents[node];
    assert(node !== target, "a node is not on the way to itself");
    let low = this.start[node] + (node === 0 ? 0 : 1);
    let high = this.start[node + 1] - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.first[this.list[middle]] <= at) low = middle;
      else high = middle - 1;
    }
    return this.list[low];
  }
}

/** What topologies that are no trees have in common: nobody is above anybody. */
abstract class Flat {
  readonly height = 0;
  readonly spec: TopologySpec;
  readonly n: number;

  constructor(spec: TopologySpec, n: number) {
    this.spec = spec;
    this.n = n;
  }
  parent(): number {
    return -1;
  }
  children(): Nodes {
    return NONE;
  }
  depth(): number {
    return 0;
  }
}

/** Everybody is joined to everybody; the neighbours of a node are the others, in cyclic order after it. */
class Complete extends Flat implements Topology {
  readonly shape = "complete";
  readonly links: number;
  /** 0..n-1 twice, so that the others of every node are one view. */
  private readonly twice: Int32Array;

  constructor(spec: TopologySpec, n: number) {
    super(spec, n);
    this.links = n * n;
    this.twice = Int32Array.from({ length: 2 * n }, (_, i) => i % n);
  }
  link(from: number, to: number): number {
    return from === to || to < 0 || to >= this.n ? -1 : from * this.n + to;
  }
  neighbours(node: number): Nodes {
    return this.twice.subarray(node + 1, node + this.n);
  }
  port(node: number, neighbour: number): number {
    return (neighbour - node - 1 + this.n) % this.n;
  }
  towards(_node: number, target: number): number {
    return target;
  }
}

/** Node i sends to i+1 mod n. */
class Ring extends Flat implements Topology {
  readonly shape = "ring";
  readonly links: number;

  constructor(spec: TopologySpec, n: number) {
    super(spec, n);
    this.links = n;
  }
  link(from: number, to: number): number {
    return to === (from + 1) % this.n ? from : -1;
  }
  neighbours(node: number): Nodes {
    return [(node + 1) % this.n];
  }
  port(): number {
    return 0;
  }
  towards(node: number): number {
    return (node + 1) % this.n;
  }
}

/** The view of one node at a time over a topology; setting `id` makes it the view of another. */
export class NodeView implements Self {
  id: number;
  readonly n: number;
  readonly params: Params;
  private readonly topology: Topology;

  constructor(topology: Topology, params: Params, id = 0) {
    this.topology = topology;
    this.n = topology.n;
    this.params = params;
    this.id = id;
  }
  get neighbours(): Nodes {
    return this.topology.neighbours(this.id);
  }
  get parent(): number {
    return this.topology.parent(this.id);
  }
  get children(): Nodes {
    return this.topology.children(this.id);
  }
  get depth(): number {
    return this.topology.depth(this.id);
  }
  port(neighbour: number): number {
    return this.topology.port(this.id, neighbour);
  }
  towards(node: number): number {
    return this.topology.towards(this.id, node);
  }
}
