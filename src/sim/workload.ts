import type { Entry, Random, Topology } from "../core/index.js";
import type { Wish } from "./clients.js";
import type { ClosedLoopSpec, ListedCommand, Place, ScriptCommand, WorkloadSpec } from "./workload-spec.js";

/** What a workload can do with the simulation it drives. */
export interface Driver {
  readonly topology: Topology;
  /** Answers so far: grants, and for budgets rejections. */
  readonly answers: number;
  readonly rejections: number;
  /** Calls `due(what)` of the workload after a while. */
  wake(afterTime: number, what: number): void;
  /** Opens a client. */
  open(node: number, type: string, units: number | undefined, loop: number): Opened;
  /** A command to a client: the one that was opened so, or the oldest at the node that it fits. */
  tell(node: number, type: string, of: Opened | "oldest"): void;
  /** The command of this type opens a client. */
  opens(type: string): boolean;
}

/** The command that opened a client, the node, and the client's number there. */
export type Opened = Readonly<{ id: number; node: number; client: number }>;

/** Gives commands. */
export interface Workload {
  start(driver: Driver): void;
  /** What it asked to be woken for. */
  due(driver: Driver, what: number): void;
  /** A client got an event. The handler that sent it is still running: no command may be given now. */
  answered(driver: Driver, wish: Wish, type: string): void;
  /** Nothing is under way; true when it gave a command. */
  idle(driver: Driver): boolean;
  fork(): Workload;
}

export function makeWorkload(spec: WorkloadSpec, entry: Entry, random: Random): Workload {
  switch (spec.kind) {
    case "sequential":
      return new Sequential(spec.commands, spec.repeat, spec.until, random);
    case "script":
      return new Script(spec.commands, random);
    case "closed-loop":
      return new ClosedLoop(spec, entry, random);
  }
}

/** Picks nodes and remembers which command each entry of a list last issued. */
class Issuer {
  private latest = new Map<number, Opened>();
  private leaf = 0;
  private leaves: readonly number[] | null = null;
  private deepest = -1;
  private random: Random;
  private readonly commands: readonly ListedCommand[];

  constructor(commands: readonly ListedCommand[], random: Random) {
    this.commands = commands;
    this.random = random;
  }

  issue(driver: Driver, index: number): void {
    const { node, type, units, of } = this.commands[index];
    const ended = of === undefined ? undefined : this.latest.get(of);
    // What ends a command is given where that command was, also when its node was picked by chance.
    const at = ended?.node ?? this.pick(driver, node);
    if (driver.opens(type)) this.latest.set(index, driver.open(at, type, units, -1));
    else driver.tell(at, type, of === undefined ? "oldest" : (ended ?? { id: -1, node: at, client: -1 }));
  }

  private pick(driver: Driver, place: Place): number {
    if (typeof place === "number") return place;
    const { topology } = driver;
    if (place === "uniform") return this.random.below(topology.n);
    if (place === "deepest") {
      while (this.deepest < 0 || topology.depth(this.deepest) < topology.height) this.deepest++;
      return this.deepest;
    }
    this.leaves ??= Array.from({ length: topology.n }, (_, i) => i).filter((i) => topology.children(i).length === 0);
    return this.leaves[this.leaf++ % this.leaves.length];
  }

  fork(): Issuer {
    const copy = Object.create(Issuer.prototype) as Issuer;
    return Object.assign(copy, this, { latest: new Map(this.latest), random: this.random.fork() });
  }
}

/** One command after the other, each when nothing can happen without it. */
class Sequential implements Workload {
  private issued = 0;
  private issuer: Issuer;
  private readonly length: number;
  private readonly repeat: number;
  private readonly until: "end" | "reject";

  constructor(commands: readonly ListedCommand[], repeat: number, until: "end" | "reject", random: Random) {
    this.issuer = new Issuer(commands, random);
    this.length = commands.length;
    this.repeat = repeat;
    this.until = until;
  }
  start(): void {}
  due(): void {}
  answered(): void {}
  idle(driver: Driver): boolean {
    if (this.issued >= this.repeat || (this.until === "reject" && driver.rejections > 0)) return false;
    this.issuer.issue(driver, this.issued++ % this.length);
    return true;
  }
  fork(): Workload {
    return Object.assign(Object.create(Sequential.prototype), this, { issuer: this.issuer.fork() }) as Workload;
  }
}

/** Commands at given times. */
export class Script implements Workload {
  private issuer: Issuer;
  private readonly commands: readonly ScriptCommand[];

  constructor(commands: readonly ScriptCommand[], random: Random) {
    this.issuer = new Issuer(commands, random);
    this.commands = commands;
  }
  start(driver: Driver): void {
    for (const [index, { at }] of this.commands.entries()) driver.wake(at, index);
  }
  due(driver: Driver, index: number): void {
    this.issuer.issue(driver, index);
  }
  answered(): void {}
  idle(): boolean {
    return false;
  }
  fork(): Workload {
    return Object.assign(Object.create(Script.prototype), this, { issuer: this.issuer.fork() }) as Workload;
  }
}

/** Clients that think, ask, wait, hold and give back, until enough have been answered. */
class ClosedLoop implements Workload {
  private readonly spec: ClosedLoopSpec;
  private readonly openType: string; // what its clients ask with
  private readonly endType: string; // what they give back with; empty where nothing is given back
  private random: Random;
  /** Of each loop, what it holds: the command that got it, -1 for none, and its client. */
  private held: Float64Array = new Float64Array(0);
  private clients: Int32Array = new Int32Array(0);

  constructor(spec: ClosedLoopSpec, { commands, spec: { client } }: Entry, random: Random) {
    this.spec = spec;
    this.random = random;
    this.openType = commands.find((type) => client.opens[type]) ?? "";
    const promised = Object.values(client.phases).map((phase) => phase.promised); // order: any
    this.endType = commands.find((type) => promised.includes(type)) ?? "";
  }
  start(driver: Driver): void {
    const { clients, think } = this.spec;
    const loops = clients === "all" ? driver.topology.n : clients.length;
    this.held = new Float64Array(loops).fill(-1);
    this.clients = new Int32Array(loops);
    for (let loop = 0; loop < loops; loop++) driver.wake(this.random.between(...think), loop);
  }
  due(driver: Driver, loop: number): void {
    const node = this.spec.clients === "all" ? loop : this.spec.clients[loop];
    if (this.held[loop] >= 0) {
      driver.tell(node, this.endType, { id: this.held[loop], node, client: this.clients[loop] });
      this.held[loop] = -1;
    } else if (driver.answers < this.spec.count) driver.open(node, this.openType, this.units(), loop);
  }
  private units(): number | undefined {
    return this.spec.units === null ? undefined : this.random.between(...this.spec.units);
  }
  answered(driver: Driver, wish: Wish, type: string): void {
    if (wish.loop < 0) return;
    const { hold, think } = this.spec;
    if (type === "granted" && this.endType !== "") {
      this.held[wish.loop] = wish.id;
      this.clients[wish.loop] = wish.client;
      driver.wake(this.random.between(...hold), wish.loop);
    } else driver.wake(this.random.between(...think), wish.loop);
  }
  idle(): boolean {
    return false;
  }
  fork(): Workload {
    return Object.assign(Object.create(ClosedLoop.prototype), this, {
      held: this.held.slice(),
      clients: this.clients.slice(),
      random: this.random.fork(),
    }) as Workload;
  }
}
