import { assert, Queue } from "../../core/index.js";

/** A request of a local client for some permits. */
export type Take = Readonly<{ client: number; units: number }>;

/**
 * A request for permits at the bins of a node: from a child, or from the node's own local bin (SELF). `fill` ones
 * refill a bin and may be answered in part where refills may be partial; others are for exactly `need` permits, too
 * many for any bin below.
 */
export type Ask = Readonly<{ from: number; level: number; need: number; fill: boolean }>;
export const SELF = -1;

/**
 * The bins of one node: what the paper calls RESOURCE-REQUEST (the local bin) and DELIVERY-PROCESS (the global bin, and
 * the relay of what is for bins further up). A handler copies it once, works on the copy and returns it as the next
 * state.
 */
export type Bins = {
  e: number; // capacities follow from it
  lp: number; // permits in the local bin
  lne: boolean; // the local bin was not refused a refill
  busy: boolean; // the local bin has asked
  lq: Queue<Take>; // local clients, the head is being served
  gp: number; // permits in the global bin
  gne: boolean; // the global bin was not refused a refill
  q: Queue<Ask>; // what came while we waited
  wait: Wait | null; // for an answer of the parent
  rootBin: number; // at the root only
  signalled: boolean; // the root has said that nothing is left
};
export type Wait = Readonly<{ ask: Ask; refill: boolean }>;

/** What the bins of a node need of the protocol that they are a part of. */
export interface Desk {
  readonly isRoot: boolean;
  /** Of the global bin; a level that no request has where there is none. */
  readonly level: number;
  /** May a refill be answered with less than was asked for? */
  readonly partial: boolean;
  capacity(level: number): number;
  /** Is so little, where so much was asked for, the end of a bin's hopes? */
  isRefusal(count: number, asked: number): boolean;
  /** Sends a request to the parent. */
  ask(level: number, need: number, fill: boolean): void;
  /** Answers a child; a count of 0 is a refusal. */
  give(child: number, count: number): void;
  /** Answers a local client. */
  answer(take: Take, granted: boolean): void;
  /** The root cannot give what was asked: true to refuse it, false to drop it, since everybody will ask again. */
  refuses(): boolean;
}

export const emptyBins = (e: number, rootBin: number): Bins => ({
  e,
  lp: 0,
  lne: true,
  busy: false,
  lq: Queue.empty(),
  gp: 0,
  gne: true,
  q: Queue.empty(),
  wait: null,
  rootBin,
  signalled: false,
});

/** The bins with another number of permits in the local one. */
export function withLocal(bins: Readonly<Bins>, lp: number): Bins {
  const { e, lne, busy, lq, gp, gne, q, wait, rootBin, signalled } = bins;
  return { e, lp, lne, busy, lq, gp, gne, q, wait, rootBin, signalled };
}

/** Serves clients and children until only an answer of the parent can help. Never calls itself: queues may be long. */
export function serve(bins: Bins, desk: Desk): void {
  do serveLocal(bins, desk);
  while (serveNext(bins, desk));
}

/** A request from a child. One that can be served at once does not go through the queue. */
export function request(bins: Bins, desk: Desk, ask: Ask): void {
  if (bins.wait === null && bins.q.isEmpty) serveAsk(bins, desk, ask);
  else bins.q = bins.q.push(ask);
  serve(bins, desk);
}

function serveLocal(bins: Bins, desk: Desk): void {
  const full = desk.capacity(-1);
  while (!bins.lq.isEmpty) {
    const take = bins.lq.head;
    if (bins.lp >= take.units) {
      bins.lp -= take.units;
      bins.lq = bins.lq.shift();
      desk.answer(take, true);
    } else if (bins.busy) return;
    else if (take.units > full) return local(bins, { from: SELF, level: -1, need: take.units, fill: false });
    else if (bins.lne) return local(bins, { from: SELF, level: -1, need: full, fill: true });
    else {
      bins.lq = bins.lq.shift();
      desk.answer(take, false);
    }
  }
}

function local(bins: Bins, ask: Ask): void {
  bins.busy = true;
  bins.q = bins.q.push(ask);
}

/** Takes the next request in turn; false when there is none or we wait. */
function serveNext(bins: Bins, desk: Desk): boolean {
  if (bins.wait !== null || bins.q.isEmpty) return false;
  const ask = bins.q.head;
  bins.q = bins.q.shift();
  serveAsk(bins, desk, ask);
  return true;
}

function serveAsk(bins: Bins, desk: Desk, ask: Ask): void {
  if (desk.isRoot) atRoot(bins, desk, ask);
  else atBin(bins, desk, ask);
}

function atRoot(bins: Bins, desk: Desk, ask: Ask): void {
  const part = ask.fill && desk.partial ? Math.min(bins.rootBin, ask.need) : 0;
  const count = bins.rootBin >= ask.need ? ask.need : part;
  bins.rootBin -= count;
  if (count > 0 || desk.refuses()) reply(bins, desk, ask, count);
}

function atBin(bins: Bins, desk: Desk, ask: Ask): void {
  const up = (level: number, need: number, fill: boolean, refill: boolean) => {
    bins.wait = { ask, refill };
    desk.ask(level, need, fill);
  };
  if (desk.level !== ask.level + 1) return up(ask.level, ask.need, ask.fill, false);
  const full = desk.capacity(desk.level);
  if (ask.need > full) return up(desk.level, ask.need, ask.fill, false);
  if (bins.gp < ask.need && bins.gne && !(ask.fill && desk.partial && bins.gp > 0))
    return up(desk.level, full, true, true);
  const part = ask.fill && desk.partial ? bins.gp : 0;
  const count = bins.gp >= ask.need ? ask.need : part;
  bins.gp -= count;
  reply(bins, desk, ask, count);
}

function reply(bins: Bins, desk: Desk, ask: Ask, count: number): void {
  if (ask.from !== SELF) return desk.give(ask.from, count);
  bins.busy = false;
  if (ask.fill) {
    bins.lp += count;
    if (desk.isRefusal(count, ask.need)) bins.lne = false;
  } else {
    const take = bins.lq.head;
    bins.lq = bins.lq.shift();
    desk.answer(take, count > 0);
  }
}

/**
 * The parent has answered; 0 is a refusal. A bin that was refilled, or refused for good, looks at the request again.
 */
export function answered(bins: Bins, desk: Desk, count: number): void {
  assert(bins.wait, "an answer has been waited for");
  const { ask, refill } = bins.wait;
  bins.wait = null;
  if (!refill) reply(bins, desk, ask, count);
  else {
    bins.gp += count;
    if (desk.isRefusal(count, desk.capacity(desk.level))) bins.gne = false;
    atBin(bins, desk, ask);
  }
  serve(bins, desk);
}
