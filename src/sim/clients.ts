import type { Client, Event } from "../core/index.js";

/** An open client of a node as the simulator keeps it. Records are replaced, never changed: a fork shares them. */
export type Wish = Client &
  Readonly<{
    id: number; // of the command that opened it
    node: number;
    client: number;
    at: number; // when it was opened
    mark: number; // of the measure
    loop: number; // of the closed loop that waits for it, else -1
    ending: number; // id of the command that ends it, -1 while there is none
  }>;

/**
 * The open clients of all nodes. Numbers of clients are small and used again. Most nodes never have more than one:
 * client 0 of each node has a place in a list, the others are kept aside.
 */
export class Clients {
  private firsts: (Wish | null)[];
  private others = new Map<number, Others>();
  count = 0;

  /** For nodes 0..n-1; a list that is long enough from the start is quick. */
  constructor(n = 0) {
    this.firsts = new Array<Wish | null>(n).fill(null);
  }

  open(node: number, make: (client: number) => Wish): Wish {
    this.count++;
    if (!this.firsts[node]) return (this.firsts[node] = make(0));
    let others = this.others.get(node);
    if (others === undefined) this.others.set(node, (others = { wishes: [], free: [] }));
    const place = others.free.pop() ?? others.wishes.length;
    const wish = make(place + 1);
    others.wishes[place] = wish;
    return wish;
  }

  get(node: number, client: number): Wish | null {
    if (client === 0) return this.firsts[node] ?? null;
    return this.others.get(node)?.wishes[client - 1] ?? null;
  }

  set(wish: Wish, phase: string, answer: Event | null, ending = wish.ending): void {
    const { opened, id, node, client, at, mark, loop } = wish;
    this.put(node, client, { phase, opened, answer, id, node, client, at, mark, loop, ending });
  }

  close({ node, client }: Wish): void {
    this.count--;
    this.put(node, client, null);
    if (client === 0) return;
    const others = this.others.get(node) as Others;
    if (others.free.push(client - 1) === others.wishes.length) this.others.delete(node);
  }

  /** The oldest client of a node that `fits`. */
  oldest(node: number, fits: (wish: Wish) => boolean): Wish | null {
    let found: Wish | null = null;
    for (const wish of [this.firsts[node] ?? null, ...(this.others.get(node)?.wishes ?? [])]) {
      if (wish !== null && fits(wish) && (found === null || wish.id < found.id)) found = wish;
    }
    return found;
  }

  *[Symbol.iterator](): Iterator<Wish> {
    if (this.count === 0) return;
    for (const wish of this.firsts) if (wish) yield wish;
    for (const { wishes } of this.others.values()) for (const wish of wishes) if (wish) yield wish;
  }

  fork(): Clients {
    const copy = new Clients();
    copy.firsts = this.firsts.slice();
    for (const [node, { wishes, free }] of this.others) copy.others.set(node, { wishes: [...wishes], free: [...free] });
    copy.count = this.count;
    return copy;
  }

  private put(node: number, client: number, wish: Wish | null): void {
    if (client === 0) this.firsts[node] = wish;
    else (this.others.get(node) as Others).wishes[client - 1] = wish;
  }
}

type Others = { wishes: (Wish | null)[]; free: number[] };
