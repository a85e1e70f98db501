import { Wheel } from "./wheel.js";

export const DELIVER = 1;
export const WAKE = 2; // the workload
export const INJECT = 3; // a command by hand
export const TIMER = 4;
const CANCELLED = 5;

/** What is to happen, with its fields in typed arrays. Numbers of events are used again. */
export class Agenda {
  /** The event that was taken last. */
  kind = 0;
  node = 0;
  from = 0;
  seq = 0;
  load: unknown = undefined;
  private wheel = new Wheel();
  private kinds = new Uint8Array(1024);
  private nodes = new Int32Array(1024);
  private froms = new Int32Array(1024);
  private seqs = new Uint32Array(1024);
  private loads: unknown[] = [];
  private free: number[] = [];
  private count = 0;

  get now(): number {
    return this.wheel.now;
  }

  /** The time of the next event; Infinity when there is none. */
  get upcoming(): number {
    for (let event = this.wheel.first; event >= 0 && this.kinds[event] === CANCELLED; event = this.wheel.first) {
      this.wheel.drop();
      this.release(event);
    }
    return this.wheel.upcoming;
  }

  /** Is there something to come, and all of it later than this? */
  isAllLater(time: number): boolean {
    const { upcoming } = this;
    return upcoming > time && upcoming !== Number.POSITIVE_INFINITY;
  }

  put(kind: number, time: number, node: number, from: number, seq: number, load: unknown): number {
    const event = this.free.pop() ?? this.count++;
    if (event === this.kinds.length) this.widen();
    this.kinds[event] = kind;
    this.nodes[event] = node;
    this.froms[event] = from;
    this.seqs[event] = seq;
    this.loads[event] = load;
    this.wheel.put(event, time);
    return event;
  }

  /** Takes the next event and its fields; false when there is none. */
  take(): boolean {
    let event = this.wheel.take();
    while (event >= 0 && this.kinds[event] === CANCELLED) {
      this.release(event);
      event = this.wheel.take();
    }
    if (event < 0) return false;
    this.kind = this.kinds[event];
    this.node = this.nodes[event];
    this.from = this.froms[event];
    this.seq = this.seqs[event];
    this.load = this.loads[event];
    this.release(event);
    return true;
  }

  private release(event: number): void {
    this.kinds[event] = 0;
    this.loads[event] = undefined;
    this.free.push(event);
  }

  cancel(event: number): void {
    this.kinds[event] = CANCELLED;
  }

  /** The events of a kind that are still to come, by their number in `seq`. */
  pending(kind: number): { node: number; from: number; seq: number; load: unknown }[] {
    const found = [];
    for (let event = 0; event < this.count; event++) {
      if (this.kinds[event] !== kind) continue;
      found.push({ node: this.nodes[event], from: this.froms[event], seq: this.seqs[event], load: this.loads[event] });
    }
    return found.sort((a, b) => a.seq - b.seq);
  }

  fork(): Agenda {
    const { kinds, nodes, froms, seqs, loads, free } = this;
    return Object.assign(Object.create(Agenda.prototype) as Agenda, this, {
      wheel: this.wheel.fork(),
      kinds: kinds.slice(),
      nodes: nodes.slice(),
      froms: froms.slice(),
      seqs: seqs.slice(),
      loads: loads.slice(),
      free: free.slice(),
    });
  }

  private widen(): void {
    const { kinds, nodes, froms, seqs } = this;
    const size = kinds.length * 2;
    this.kinds = new Uint8Array(size);
    this.nodes = new Int32Array(size);
    this.froms = new Int32Array(size);
    this.seqs = new Uint32Array(size);
    this.kinds.set(kinds);
    this.nodes.set(nodes);
    this.froms.set(froms);
    this.seqs.set(seqs);
  }
}
