import { BadInput } from "./bad-input.js";
import type { Entry } from "./entry.js";
import type { Hasher } from "./hash.js";
import { type Doc, integer, object, parseJson, record, refuse, show, text } from "./input.js";
import type { Message, Mutant, Params } from "./protocol.js";
import type { TopologySpec } from "./topology.js";

/** The record of a run: a header, then one row a line, in order. */
export type TraceHeader = Readonly<{
  allot: 1;
  problem: string;
  protocol: string;
  n: number;
  params: Params;
  topology: TopologySpec;
  carry: readonly unknown[];
  mutant?: string;
}>;

/** The header of a run of a protocol, or of its mutant, on a topology of n nodes. */
export function traceHeader(
  { name, spec }: Entry,
  { topology, params }: Readonly<{ topology: TopologySpec; params: Params }>,
  n: number,
  mutant: Mutant | null,
): TraceHeader {
  const of = { allot: 1, problem: spec.problem, protocol: name, n, params, topology, carry: [] } as const;
  return mutant ? { ...of, mutant: mutant.id } : of;
}

export type Row = CommandRow | EventRow | SendRow | DeliverRow | TimerRow | ChooseRow | SaveRow;
type At<E extends string> = Readonly<{ t: number; node: number; e: E }>;
/** `of` is the id of the command that a release, cancel or refund ends; it is null when nothing open fits. */
export type CommandRow = At<"command"> & Readonly<{ id: number; type: string; of?: number | null } & Doc>;
export type EventRow = At<"event"> & Readonly<{ id?: number; type: string; of?: number } & Doc>;
export type SendRow = At<"send"> & Readonly<{ to: number; type: string; message: Message; seq: number }>;
export type DeliverRow = At<"deliver"> & Readonly<{ from: number; type: string; message: Message; seq: number }>;
export type TimerRow = At<"timer"> & Readonly<{ timer: string }>;
export type ChooseRow = At<"choose"> & Readonly<{ of: number; value: number }>;
export type SaveRow = At<"save"> & Readonly<{ value: unknown }>;

const ACT_FIELDS = ["resources", "unit", "token", "window", "value", "reason", "units", "mode"] as const;
type Act = Readonly<{ type: string } & { [field in (typeof ACT_FIELDS)[number]]?: unknown }>;

const CODES = ["command", "event", "send", "deliver", "timer", "choose", "save"] as const;

/**
 * Takes the rows of a run into its 64-bit hash. A delivery is told by its number: what it carries was taken when sent.
 */
export class TraceHash {
  private readonly hasher: Hasher;

  constructor(hasher: Hasher) {
    this.hasher = hasher;
  }
  row(row: Row): void {
    switch (row.e) {
      case "command":
      case "event":
        return this.act(row.e, row.t, row.node, row.id, row.of, row);
      case "send":
        return this.send(row.t, row.node, row.to, row.seq, row.message);
      case "deliver":
        return this.deliver(row.t, row.node, row.from, row.seq);
      case "timer":
        this.open(4, row.t, row.node);
        return this.hasher.text(row.timer);
      case "choose":
        this.open(5, row.t, row.node);
        this.hasher.int(row.of);
        return this.hasher.int(row.value);
      case "save":
        this.open(6, row.t, row.node);
        return this.hasher.tree(row.value);
    }
  }
  /** A command or an event; what it carries besides its ids is told by the fields that it has. */
  act(
    e: "command" | "event",
    t: number,
    node: number,
    id: number | undefined,
    of: number | null | undefined,
    act: Act,
  ): void {
    const { hasher } = this;
    this.open(e === "command" ? 0 : 1, t, node);
    hasher.text(act.type);
    hasher.int(id ?? -1);
    hasher.int(of === undefined ? -1 : (of ?? -2));
    for (let i = 0; i < ACT_FIELDS.length; i++) {
      const value = act[ACT_FIELDS[i]];
      if (value === undefined) continue;
      hasher.int(i + 2); // its word is above those that a row starts with
      hasher.tree(value);
    }
  }
  send(t: number, node: number, to: number, seq: number, message: Message): void {
    this.open(2, t, node);
    this.hasher.int(to);
    this.hasher.int(seq);
    this.hasher.typed(message);
  }
  deliver(t: number, node: number, from: number, seq: number): void {
    this.open(3, t, node);
    this.hasher.int(from);
    this.hasher.int(seq);
  }
  private open(code: number, t: number, node: number): void {
    this.hasher.word(code);
    this.hasher.int(t);
    this.hasher.int(node);
  }
}

/** Reads a trace line by line; a line that cannot be read is refused with its number. */
export class TraceReader {
  header: TraceHeader | null = null;
  lines = 0;

  /** The row of the next line, or null for the header. */
  line(line: string): Row | null {
    this.lines++;
    const where = `line ${this.lines}`;
    const doc = parseJson(line, where);
    if (this.header === null) {
      this.header = readHeader(doc, where);
      return null;
    }
    return readRow(doc, where, this.header.n);
  }
}

function readHeader(value: unknown, where: string): TraceHeader {
  if (typeof value !== "object" || value === null || !("allot" in value)) {
    throw new BadInput(`${where} is no header of a trace; allowed: an object with "allot": 1`);
  }
  if (value.allot !== 1) refuse(`${where}: "allot"`, value.allot, "1, the version of the format");
  const doc = record(value, where, ["allot", "problem", "protocol", "n", "params", "topology", "carry"], ["mutant"]);
  text(doc.problem, `${where}: "problem"`);
  text(doc.protocol, `${where}: "protocol"`);
  const n = integer(doc.n, `${where}: "n"`, 1, 2 ** 24);
  for (const key of ["params", "topology"]) object(doc[key], `${where}: "${key}"`);
  if (doc.mutant !== undefined) text(doc.mutant, `${where}: "mutant"`);
  if (!Array.isArray(doc.carry)) refuse(`${where}: "carry"`, doc.carry, "a list");
  return { ...(doc as unknown as TraceHeader), n };
}

const FIELDS: Record<(typeof CODES)[number], readonly [readonly string[], readonly string[]]> = {
  command: [
    ["id", "type"],
    ["units", "mode", "resources", "of"],
  ],
  event: [["type"], ["id", "of", ...ACT_FIELDS]],
  send: [["to", "type", "message", "seq"], []],
  deliver: [["from", "type", "message", "seq"], []],
  timer: [["timer"], []],
  choose: [["of", "value"], []],
  save: [["value"], []],
};

function readRow(value: unknown, where: string, n: number): Row {
  const e = (value as Doc | null)?.e;
  if (typeof e !== "string" || !Object.hasOwn(FIELDS, e)) refuse(`${where}: "e"`, e, CODES.join(", "));
  const [required, optional] = FIELDS[e as (typeof CODES)[number]];
  const doc = record(value, where, ["t", "node", "e", ...required], optional);
  const check = (key: string, min: number, max: number) => {
    if (doc[key] !== undefined) integer(doc[key], `${where}: "${key}"`, min, max);
  };
  check("t", 0, Number.MAX_SAFE_INTEGER);
  check("node", 0, n - 1);
  for (const key of ["to", "from"]) check(key, 0, n - 1);
  for (const key of ["id", "seq"]) check(key, 0, Number.MAX_SAFE_INTEGER);
  if (e === "command" || e === "event") {
    if (doc.of !== null) check("of", 0, Number.MAX_SAFE_INTEGER);
    if (typeof doc.unit === "number") check("unit", 1, Number.MAX_SAFE_INTEGER);
    else if (doc.unit !== undefined && !Array.isArray(doc.unit))
      refuse(`${where}: "unit"`, doc.unit, "a number or a list");
    check("units", 0, Number.MAX_SAFE_INTEGER);
  }
  if (e === "choose") {
    check("of", 1, 2 ** 16);
    check("value", 0, (doc.of as number) - 1);
  }
  for (const key of ["type", "timer"]) if (doc[key] !== undefined) text(doc[key], `${where}: "${key}"`);
  if (e === "send" || e === "deliver") {
    const message = doc.message as Doc | null;
    if (typeof message !== "object" || message === null || message.type !== doc.type) {
      throw new BadInput(`${where}: "message" is ${show(message)}; allowed: an object of type ${show(doc.type)}`);
    }
  }
  return doc as unknown as Row;
}
