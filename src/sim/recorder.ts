import { type Command, type Event, Hasher, type Message, type Row, TraceHash } from "../core/index.js";

export type TraceSink = (row: Row) => void;

/** Takes every row of a run into its hash, and hands it to a trace if there is one. Without a trace no row is built. */
export class Recorder {
  private readonly hasher: Hasher;
  private readonly hash: TraceHash;
  private readonly sink: TraceSink | null;
  /** What the trace threw when it could not take a row. */
  failure: unknown = undefined;

  constructor(sink: TraceSink | null, hasher = new Hasher()) {
    this.sink = sink;
    this.hasher = hasher;
    this.hash = new TraceHash(hasher);
  }

  send(t: number, node: number, to: number, seq: number, message: Message): void {
    this.hash.send(t, node, to, seq, message);
    if (this.sink) this.write({ t, node, e: "send", to, type: message.type, message, seq });
  }

  deliver(t: number, node: number, from: number, seq: number, message: Message): void {
    this.hash.deliver(t, node, from, seq);
    if (this.sink) this.write({ t, node, e: "deliver", from, type: message.type, message, seq });
  }

  command(t: number, node: number, id: number, of: number | null | undefined, command: Command): void {
    this.hash.act("command", t, node, id, of, command);
    if (this.sink) this.act("command", t, node, id, of, command);
  }

  event(t: number, node: number, id: number | undefined, of: number | undefined, event: Event): void {
    this.hash.act("event", t, node, id, of, event);
    if (this.sink) this.act("event", t, node, id, of, event);
  }

  /** A row of any other kind; they are rare. */
  row(row: Row): void {
    this.hash.row(row);
    this.write(row);
  }

  get digest(): string {
    return this.hasher.digest();
  }

  fork(sink: TraceSink | null): Recorder {
    return new Recorder(sink, this.hasher.fork());
  }

  private act(
    e: "command" | "event",
    t: number,
    node: number,
    id: number | undefined,
    of: number | null | undefined,
    { client: _, ...fields }: Command | Event,
  ): void {
    this.write({ t, node, e, ...(id !== undefined && { id }), ...(of !== undefined && { of }), ...fields } as Row);
  }

  private write(row: Row): void {
    try {
      this.sink?.(row);
    } catch (error) {
      this.failure = error;
      throw error;
    }
  }
}
