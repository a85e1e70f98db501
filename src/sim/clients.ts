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

/** The open clients of all nodes. Numbers of clients are small and used again. */
export class Clients {
  private slots: (Slots | undefined)[] = [];
  count = 0;

  open(node: number, make: (client: number) => Wish): Wish {
    let at = this.slots[node];
    if (at === undefined) this.slots[node] = at = { wishes: [], free: [] };
    const client = at.free.pop() ?? at.wishes.length;
    const wish = make(client);
    at.wishes[client] = wish;
    this.count++;
    return wish;
  }

  get(node: number, client: number): Wish | null {
    return this.slots[node]?.wishes[client] ?? null;
  }

  set(wish: Wish, phase: string, answer: Event | null, ending = wish.ending): void {
    const { opened, id, node, client, at, mark, loop } = wish;
    (this.slots[node] as Slots).wishes[client] = { phase, opened, answer, id, node, client, at, mark, loop, ending };
  }

  close({ node, client }: Wish): void {
    const at = this.slots[node] as Slots;
    at.wishes[client] = null;
    at.free.push(client);
    this.count--;
  }

  /** The oldest client of a node that `fits`. */
  oldest(node: number, fits: (wish: Wish) => boolean): Wish | null {
    let found: Wish | null = null;
    for (const wish of this.slots[node]?.wishes ?? []) {
      if (wish !== null && fits(wish) && (found === null || wish.id < found.id)) found = wish;
    }
    return found;
  }

  *[Symbol.iterator](): Iterator<Wish> {
    for (const at of this.slots) for (const wish of at?.wishes ?? []) if (wish !== null) yield wish;
  }

  fork(): Clients {
    const copy = new Clients();
    copy.slots = this.slots.map((at) => at && { wishes: [...at.wishes], free: [...at.free] });
    copy.count = this.count;
    return copy;
  }
}

type Slots = { wishes: (Wish | null)[]; free: number[] };
