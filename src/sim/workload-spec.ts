import { BadInput, type Entry, input } from "../core/index.js";

/** Where a command is given: at a node, or at one that is picked when its turn comes. */
export type Place = number | "uniform" | "deepest" | "leaves";
/** `of`: the place in the list of the command that this one ends. */
export type ListedCommand = Readonly<{ node: Place; type: string; units?: number; of?: number }>;
export type ScriptCommand = ListedCommand & Readonly<{ at: number }>;
type Range = readonly [number, number];

export type WorkloadSpec =
  | Readonly<{ kind: "sequential"; commands: readonly ListedCommand[]; repeat: number; until: "end" | "reject" }>
  | Readonly<{ kind: "script"; commands: readonly ScriptCommand[] }>
  | ClosedLoopSpec;

export type ClosedLoopSpec = Readonly<{
  kind: "closed-loop";
  clients: readonly number[] | "all";
  think: Range;
  hold: Range;
  /** How many units a client asks for; null where commands have none. */
  units: Range | null;
  count: number;
}>;

const COMMANDS_MAX = 1_000_000;
const COUNT_MAX = 1e12;
const DURATION_MAX = 1e12;
const KINDS = ["sequential", "script", "closed-loop"] as const;

/** `unitsMax`: the most units that a command may ask for, null where commands have none. */
export function readWorkload(value: unknown, entry: Entry, n: number, unitsMax: number | null): WorkloadSpec {
  const where = "workload";
  const raw = input.object(value, where);
  if (raw.kind === "corrupt") {
    throw new BadInput(`${where}.kind is "corrupt", which is not built yet; allowed: ${KINDS.join(", ")}`);
  }
  const kind = input.oneOf(raw.kind, `${where}.kind`, KINDS);
  switch (kind) {
    case "sequential": {
      const doc = input.record(value, where, ["kind", "commands"], ["repeat", "until"]);
      const commands = readCommands(doc.commands, entry, n, unitsMax, `${where}.commands`, []);
      const { repeat = commands.length, until = "end" } = doc;
      return {
        kind,
        commands,
        repeat: input.integer(repeat, `${where}.repeat`, 1, COUNT_MAX),
        until: input.oneOf(until, `${where}.until`, ["end", "reject"]),
      };
    }
    case "script": {
      const doc = input.record(value, where, ["kind", "commands"]);
      return { kind, commands: readScript(doc.commands, entry, n, unitsMax, `${where}.commands`) };
    }
    case "closed-loop": {
      const doc = input.record(value, where, ["kind", "count"], ["clients", "think", "hold", "units", "writers"]);
      if (doc.writers !== undefined) input.refuse(`${where}.writers`, doc.writers, `no such key for ${entry.name}`);
      if (doc.units !== undefined && unitsMax === null) {
        input.refuse(`${where}.units`, doc.units, `no such key for ${entry.name}`);
      }
      const { clients = "all", think = [0, 0], hold = [1, 1] } = doc;
      return {
        kind,
        clients: readClients(clients, n, `${where}.clients`),
        think: input.range(think, `${where}.think`, 0, DURATION_MAX),
        hold: input.range(hold, `${where}.hold`, 0, DURATION_MAX),
        units: doc.units === undefined ? null : input.range(doc.units, `${where}.units`, 1, unitsMax ?? 1),
        count: input.integer(doc.count, `${where}.count`, 1, COUNT_MAX),
      };
    }
  }
}

/** Commands with the time at which each is given. */
export function readScript(
  value: unknown,
  entry: Entry,
  n: number,
  unitsMax: number | null,
  where: string,
): ScriptCommand[] {
  return readCommands(value, entry, n, unitsMax, where, ["at"]) as ScriptCommand[];
}

function readClients(value: unknown, n: number, where: string): readonly number[] | "all" {
  if (value === "all") return value;
  if (!Array.isArray(value)) input.refuse(where, value, '"all" or a list of nodes');
  return input.list(value, where, COMMANDS_MAX).map((node, i) => input.integer(node, `${where}[${i}]`, 0, n - 1));
}

function readCommands(
  value: unknown,
  entry: Entry,
  n: number,
  unitsMax: number | null,
  where: string,
  required: readonly string[],
): ListedCommand[] {
  const commands = input.list(value, where, COMMANDS_MAX);
  return commands.map((item, i) => {
    const place = `${where}[${i}]`;
    const doc = input.record(item, place, ["node", "type", ...required], unitsMax === null ? ["of"] : ["of", "units"]);
    const type = input.oneOf(doc.type, `${place}.type`, entry.commands);
    if (doc.of !== undefined) {
      if (entry.spec.client.opens[type])
        input.refuse(`${place}.of`, doc.of, `no such key for "${type}", which ends nothing`);
      input.integer(doc.of, `${place}.of`, 0, commands.length - 1);
    }
    if (doc.units !== undefined) input.integer(doc.units, `${place}.units`, 1, unitsMax ?? 1);
    if (required.includes("at")) input.integer(doc.at, `${place}.at`, 0, DURATION_MAX);
    return { ...(doc as unknown as ListedCommand), node: readPlace(doc.node, n, `${place}.node`, entry) };
  });
}

function readPlace(value: unknown, n: number, where: string, entry: Entry): Place {
  if (typeof value === "number") return input.integer(value, where, 0, n - 1);
  const words = entry.shape === "tree" ? (["uniform", "deepest", "leaves"] as const) : (["uniform"] as const);
  if (!(words as readonly unknown[]).includes(value)) {
    input.refuse(where, value, `an integer from 0 to ${n - 1}, or ${words.map((word) => `"${word}"`).join(", ")}`);
  }
  return value as Place;
}
