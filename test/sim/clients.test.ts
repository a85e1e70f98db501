import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { Clients, type Wish } from "../../src/sim/clients.js";

const wish = (node: number, client: number, id: number): Wish => ({
  phase: "waiting",
  opened: { type: "acquire", client },
  answer: null,
  id,
  node,
  client,
  at: id,
  mark: 0,
  loop: -1,
  ending: -1,
});
const act = fc.record({
  what: fc.constantFrom("open", "open", "close", "set"),
  node: fc.nat({ max: 3 }),
  which: fc.nat({ max: 9 }),
});
const isHolding = ({ phase }: Wish) => phase === "holding";
const byId = (wishes: Iterable<Wish>) => [...wishes].sort((a, b) => a.id - b.id);

/** Does what the acts say to the clients and to a plain list of those that are open. */
function play(clients: Clients, open: Wish[], acts: readonly { what: string; node: number; which: number }[]): Wish[] {
  let ids = open.length === 0 ? 0 : 1000;
  let list = open;
  for (const { what, node, which } of acts) {
    if (what === "open") list = [...list, clients.open(node, (client) => wish(node, client, ids++))];
    if (list.length === 0) continue;
    const chosen = list[which % list.length];
    const others = list.filter((other) => other !== chosen);
    if (what === "close") {
      clients.close(chosen);
      list = others;
    } else if (what === "set") {
      clients.set(chosen, "holding", { type: "granted" }, which);
      list = [...others, { ...chosen, phase: "holding", answer: { type: "granted" }, ending: which }];
    }
  }
  return list;
}

function agree(clients: Clients, open: readonly Wish[]): void {
  assert.equal(clients.count, open.length);
  assert.deepEqual(byId(clients), byId(open));
  for (const item of open) {
    assert.deepEqual(clients.get(item.node, item.client), item);
    assert.notDeepEqual(clients.get(item.node + 1, item.client), item, "clients are those of their own node");
  }
  for (let node = 0; node < 5; node++) {
    const fitting = byId(open).filter((item) => item.node === node && isHolding(item));
    assert.deepEqual(clients.oldest(node, isHolding), fitting[0] ?? null);
  }
}

test("clients are those that were opened and not closed, and the oldest that fits is found", () => {
  fc.assert(
    fc.property(fc.array(act, { maxLength: 60 }), (acts) => {
      const clients = new Clients();
      agree(clients, play(clients, [], acts));
    }),
  );
});

test("a fork and its origin open, change and close by themselves", () => {
  fc.assert(
    fc.property(fc.array(act, { minLength: 1 }), fc.array(act), fc.array(act), (before, here, there) => {
      const clients = new Clients();
      const open = play(clients, [], before);
      const fork = clients.fork();
      const openHere = play(clients, open, here);
      const openThere = play(fork, open, there);
      agree(clients, openHere);
      agree(fork, openThere);
    }),
  );
});

test("numbers of clients are below the most that were open at once at their node", () => {
  const clients = new Clients();
  for (let i = 0; i < 100; i++) {
    const two = [0, 1].map((k) => clients.open(7, (client) => wish(7, client, 2 * i + k)));
    assert.deepEqual(two.map(({ client }) => client).sort(), [0, 1]);
    for (const one of i % 2 === 0 ? two : two.reverse()) clients.close(one);
  }
});
