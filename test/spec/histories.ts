import type { Client, Row, Spec } from "../../src/core/index.js";
import { rowsOf } from "./verdicts.js";

/** What a judge says of a history that it follows directly, step by step. */
export class Follower {
  readonly violated: string[] = [];
  readonly seen = new Set<string>();
  private readonly spec: Spec;
  private readonly params: Readonly<Record<string, number>>;
  private readonly clients = new Map<number, Client>();
  private judge;

  constructor(spec: Spec, params: Readonly<Record<string, number>> = {}) {
    this.spec = spec;
    this.params = params;
    this.judge = this.open(undefined);
  }
  private open(from: unknown) {
    const violated = (property: string, what: string) => void this.violated.push(`${property}: ${what}`);
    const seen = (property: string) => void this.seen.add(property);
    return this.spec.judge({ n: 8, params: this.params }, { violated, seen }, from);
  }
  follow(...lines: readonly string[]): this {
    for (const row of rowsOf(...lines)) this.row(row);
    return this;
  }
  private row(row: Row): void {
    const { phases, opens } = this.spec.client;
    if (row.e === "command") {
      const id = row.of ?? row.id;
      const command = { type: row.type, client: id };
      const client = this.clients.get(id) ?? { phase: opens[row.type], opened: command, answer: null };
      this.judge.command(row.node, client, command);
      this.clients.set(id, { ...client, phase: phases[client.phase].commands[row.type] ?? client.phase });
    } else if (row.e === "event") {
      const id = row.of ?? (row.id as number);
      const client = this.clients.get(id) as Client;
      this.judge.event(row.node, client, row);
      this.clients.set(id, { ...client, phase: phases[client.phase].events[row.type], answer: row });
    }
  }
  get state(): unknown {
    return this.judge.state();
  }
  /** Goes on with a new judge from a state of the old one, as a checker and a fork do. */
  resume(state = this.judge.state()): this {
    this.judge = this.open(state);
    return this;
  }
}
