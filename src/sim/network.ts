import type { Order, Random, Topology } from "../core/index.js";

/** How long messages travel. An adversary picks from the same range as chance would. */
export type NetworkSpec = Readonly<{ order: Order; delay: readonly [number, number]; adversary?: Adversary }>;
export const ADVERSARIES = {
  lifo: "the more messages a link carries, the faster the next one: the newest overtake",
  "slow-victim": "everything to and from the node with the highest number takes longest, all else is quick",
  extremes: "each message takes the shortest or the longest time",
} as const;
export type Adversary = keyof typeof ADVERSARIES;

export class Network {
  private readonly spec: NetworkSpec;
  private readonly random: Random;
  private readonly topology: Topology;
  /** Of each link with messages that may meet: when the last one arrives, and how many are under way. */
  private arrivals: PerLink | null;
  private loads: PerLink | null;

  constructor(spec: NetworkSpec, topology: Topology, random: Random) {
    this.spec = spec;
    this.topology = topology;
    this.random = random;
    const [min, max] = spec.delay;
    this.arrivals = spec.order === "fifo" && min < max ? new PerLink(topology.links) : null;
    this.loads = spec.adversary === "lifo" ? new PerLink(topology.links) : null;
  }

  /** When a message that is sent now arrives. */
  arrival(now: number, from: number, to: number, link: number): number {
    let at = now + this.delay(from, to, link);
    if (this.arrivals !== null) {
      at = Math.max(at, this.arrivals.get(link));
      this.arrivals.set(link, at);
    }
    return at;
  }

  delivered(from: number, to: number): void {
    if (this.loads === null) return;
    const link = this.topology.link(from, to);
    this.loads.set(link, this.loads.get(link) - 1);
  }

  private delay(from: number, to: number, link: number): number {
    const [min, max] = this.spec.delay;
    switch (this.spec.adversary) {
      case "extremes":
        return this.random.below(2) === 0 ? min : max;
      case "slow-victim":
        return Math.max(from, to) === this.topology.n - 1 ? max : min;
      case "lifo": {
        const load = this.loads?.get(link) ?? 0;
        this.loads?.set(link, load + 1);
        return Math.max(min, max - load);
      }
      default:
        return this.random.between(min, max);
    }
  }

  fork(): Network {
    const copy = Object.create(Network.prototype) as Network;
    const [arrivals, loads] = [this.arrivals?.fork() ?? null, this.loads?.fork() ?? null];
    return Object.assign(copy, this, { random: this.random.fork(), arrivals, loads });
  }
}

/** A number for each link, 0 at first. Beyond sixteen million links only those in use take memory. */
class PerLink {
  private dense: Float64Array | null;
  private sparse: Map<number, number> | null;

  constructor(links: number) {
    this.dense = links <= 2 ** 24 ? new Float64Array(links) : null;
    this.sparse = this.dense ? null : new Map();
  }
  get(link: number): number {
    return this.dense ? this.dense[link] : (this.sparse?.get(link) ?? 0);
  }
  set(link: number, value: number): void {
    if (this.dense) this.dense[link] = value;
    else this.sparse?.set(link, value);
  }
  fork(): PerLink {
    const copy = Object.create(PerLink.prototype) as PerLink;
    return Object.assign(copy, { dense: this.dense?.slice() ?? null, sparse: this.sparse && new Map(this.sparse) });
  }
}
