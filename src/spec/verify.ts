import {
  type Client,
  type Command,
  type Event,
  GONE,
  isAnswer,
  type Judge,
  ORDER,
  phaseAfterCommand,
  phaseAfterEvent,
  type Row,
  type SendRow,
  type Setup,
  type Spec,
} from "../core/index.js";

export type TraceViolation = Readonly<{ property: string; line: number; what: string }>;
export type TraceVerdict = Readonly<{
  problem: string;
  commands: number;
  grants: number;
  /** Commands without an answer: a file may stop anywhere, so that is no violation. */
  pending: number;
  violations: readonly TraceViolation[];
}>;

/** Judges the rows of a recorded run, in order, by the spec of its problem. Knows nothing of the protocol. */
export class TraceJudge {
  private readonly spec: Spec;
  private readonly judge: Judge;
  /** By the id of the command that opened them. */
  private readonly clients = new Map<number, Client & Readonly<{ node: number }>>();
  private readonly refusable = new Set<number>(); // commands that had nothing to end
  private readonly flying = new Map<number, SendRow>();
  private readonly violations: TraceViolation[] = [];
  private line = 0;
  private commands = 0;
  private grants = 0;

  constructor(spec: Spec, setup: Setup) {
    this.spec = spec;
    this.judge = spec.judge(setup, { violated: (property, what) => this.violated(property, what), seen: () => {} });
  }

  row(row: Row, line: number): void {
    this.line = line;
    if (row.e === "command") this.command(row.node, row.id, row.of, row as unknown as Command);
    else if (row.e === "event") this.event(row.node, row.id, row.of, row as unknown as Event);
    else if (row.e === "send") this.send(row);
    else if (row.e === "deliver") {
      const sent = this.flying.get(row.seq);
      const same = sent && sent.node === row.from && sent.to === row.node && sameMessage(sent.message, row.message);
      if (!same) {
        const what = `node ${row.node} gets ${row.type} ${row.seq} from ${row.from}: not sent so, or come before`;
        this.violated(ORDER.name, what);
      }
      this.flying.delete(row.seq);
    }
  }

  private send(row: SendRow): void {
    if (this.flying.has(row.seq))
      this.violated(ORDER.name, `message ${row.seq} is sent while another of this number flies`);
    this.flying.set(row.seq, row);
  }

  verdict(): TraceVerdict {
    const { phases } = this.spec.client;
    const waiting = [...this.clients.values()].filter(({ phase }) => phases[phase].owed).length;
    const pending = waiting + this.refusable.size;
    const { commands, grants, violations } = this;
    return { problem: this.spec.problem, commands, grants, pending, violations };
  }

  private command(node: number, id: number, of: number | null | undefined, { type }: Command): void {
    const { opens } = this.spec.client;
    const command: Command = { type, client: of ?? id };
    this.commands++;
    if (this.clients.has(id)) this.violated(ORDER.name, `command ${id} is given while another of this number is open`);
    if (Object.hasOwn(opens, type)) {
      const client = { phase: opens[type], opened: command, answer: null, node };
      this.clients.set(id, client);
      return this.judge.command(node, client, command);
    }
    if (of === null) return void this.refusable.add(id);
    const client = this.clients.get(of ?? id);
    const phase = phaseAfterCommand(this.spec.client, client?.phase, type);
    if (client?.node !== node || !phase)
      return this.violated(ORDER.name, `node ${node}: ${type} of command ${of}, which it does not fit`);
    this.judge.command(node, client, command);
    this.clients.set(of ?? id, { ...client, phase });
  }

  private event(node: number, id: number | undefined, of: number | undefined, row: Event): void {
    const event: Event = { ...row, client: of ?? id ?? -1 };
    if (id !== undefined && of === undefined && this.refusable.delete(id)) {
      if (event.type !== "rejected")
        this.violated(ORDER.name, `node ${node}: ${event.type} for command ${id}, which ends nothing`);
      return;
    }
    if (event.type === "granted" || event.type === "withdrawn") this.grants++;
    const client = this.clients.get(of ?? id ?? -1) ?? null;
    this.judge.event(node, client, event);
    if (id === undefined) return this.unasked(node, event.type);
    if (client && client.node !== node) {
      this.violated(ORDER.name, `node ${node}: ${event.type} for command ${of ?? id}, which is of node ${client.node}`);
    }
    const phase = phaseAfterEvent(this.spec.client, client?.phase, event.type);
    if (!client || phase === undefined) {
      this.violated(ORDER.name, `node ${node}: ${event.type} for command ${of ?? id}, which does not wait for it`);
    } else if (phase === GONE) this.clients.delete(of ?? id);
    else this.clients.set(of ?? id, { ...client, phase, answer: event });
  }

  private unasked(node: number, type: string): void {
    if (isAnswer(this.spec.client, type)) {
      this.violated(ORDER.name, `node ${node}: ${type} without the command that it answers`);
    }
  }

  private violated(property: string, what: string): void {
    if (this.violations.length < 1000) this.violations.push({ property, line: this.line, what });
  }
}

/** Both come from lines of JSON, so equal contents in another order of keys do not occur. */
const sameMessage = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
