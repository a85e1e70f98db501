import type { Exploration } from "./explore.js";
import { Ints } from "./ints.js";
import { type Move, moveOf } from "./successors.js";

/** A client that has promised a command, such as a holder its release. */
export type Holder = Readonly<{ node: number; client: number }>;

/**
 * The transitions of some states, in columns. States are numbered anew, 0..count-1; an edge that leads elsewhere leads
 * to -1. The edges of a state are those from `first(state)` to `first(state + 1) - 1`.
 */
export class CoreGraph {
  readonly states: readonly number[];
  private readonly exploration: Exploration;
  private readonly firsts = new Ints();
  private readonly tos = new Ints();
  private readonly acts = new Ints();
  private readonly indexes = new Ints();
  private readonly renamings = new Ints();
  private readonly renamingList: (readonly number[] | null)[] = [null];
  private readonly unitList: number[] = []; // of each act that has been seen
  private readonly unitNumbers = new Map<string, number>();

  constructor(exploration: Exploration, states: readonly number[]) {
    this.exploration = exploration;
    this.states = states;
  }

  /** Computes the transitions again. Stops when a limit is reached, and answers false then. */
  *collect(): Generator<void, boolean> {
    const place = new Int32Array(this.exploration.table.count).fill(-1);
    for (const [i, state] of this.states.entries()) place[state] = i;
    const known = new Map<string, number>();
    for (const [i, state] of this.states.entries()) {
      this.firsts.push(this.tos.length);
      this.exploration.again(state, (act, index, { renamed }, next) => {
        this.tos.push(place[next]);
        this.acts.push(act);
        this.indexes.push(index);
        this.unitList[act] ??= this.unitOf(act);
        let renaming = 0;
        if (renamed !== null) {
          const key = renamed.join();
          renaming = known.get(key) ?? this.renamingList.push(renamed) - 1;
          known.set(key, renaming);
        }
        this.renamings.push(renaming);
      });
      if (i % 256 === 0 && !this.exploration.withinLimits(this.bytes)) return false;
      yield;
    }
    this.firsts.push(this.tos.length);
    return true;
  }

  get bytes(): number {
    return (
      4 * this.states.length +
      [this.firsts, this.tos, this.acts, this.indexes, this.renamings].reduce((sum, { bytes }) => sum + bytes, 0)
    );
  }

  get units(): number {
    return this.unitNumbers.size;
  }
  first(state: number): number {
    return this.firsts.at(state);
  }
  to(edge: number): number {
    return this.tos.at(edge);
  }
  move(edge: number): Move {
    return moveOf(this.acts.at(edge), this.indexes.at(edge));
  }
  node(edge: number): number {
    return this.exploration.system.node(this.acts.at(edge));
  }
  /**
   * The unit of fairness that a transition belongs to; -1 for commands, which are promised client by client if at all.
   */
  unit(edge: number): number {
    return this.unitList[this.acts.at(edge)];
  }
  isCommand(edge: number): boolean {
    return this.exploration.system.act(this.acts.at(edge)).input.kind === "command";
  }
  /** Does the edge keep the promise of this client? */
  keeps(edge: number, { node, client }: Holder): boolean {
    const act = this.exploration.system.act(this.acts.at(edge));
    return act.owed && act.node === node && act.input.kind === "command" && act.input.command.client === client;
  }
  /** The number of a client of a node after a transition; -1 when it is gone. */
  renamed(edge: number, node: number, client: number): number {
    const renaming = this.renamingList[this.renamings.at(edge)];
    return renaming !== null && this.node(edge) === node ? renaming[client] : client;
  }
  /** For each client of a node in a state, whether it is owed an answer. */
  owed(state: number, node: number): boolean[] {
    const { system } = this.exploration;
    const { clients } = system.local(this.exploration.localOf(this.states[state], node));
    return clients.map(({ phase }) => system.entry.spec.client.phases[phase].owed);
  }
  /** The clients of a state that have promised something. */
  holders(state: number): Holder[] {
    const { system } = this.exploration;
    const { phases } = system.entry.spec.client;
    const holders: Holder[] = [];
    for (let node = 0; node < system.n; node++) {
      const { clients } = system.local(this.exploration.localOf(this.states[state], node));
      for (const [client, { phase }] of clients.entries()) if (phases[phase].promised) holders.push({ node, client });
    }
    return holders;
  }

  private unitOf(act: number): number {
    const { system } = this.exploration;
    if (system.act(act).input.kind === "command") return -1;
    const link = system.link(act);
    const key = link >= 0 && system.setting.network === "fifo" ? `link ${link}` : `act ${act}`;
    const unit = this.unitNumbers.get(key) ?? this.unitNumbers.size;
    this.unitNumbers.set(key, unit);
    return unit;
  }
}
