import { BadInput } from "./bad-input.js";

/** Readers for documents from outside. Each names the place, the value and what is allowed, in one line. */
export type Doc = Readonly<{ [key: string]: unknown }>;

export function show(value: unknown): string {
  if (value === undefined) return "missing";
  let text: string;
  try {
    text = oneLine(JSON.stringify(value) ?? String(value));
  } catch {
    // A value may be nested too deep to be written, and String would fail on it as well.
    text = typeof value === "object" ? "too deep to show" : String(value);
  }
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}

/** Without line ends, and without what a terminal would take for a command. */
const oneLine = (text: string) => text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ");

export function refuse(where: string, value: unknown, allowed: string): never {
  throw new BadInput(`${where} is ${show(value)}; allowed: ${allowed}`);
}

export function parseJson(text: string, where: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const reason = oneLine((error as Error).message).slice(0, 120);
    throw new BadInput(`${where} is not JSON: ${reason}`);
  }
}

export function object(value: unknown, where: string): Doc {
  if (typeof value !== "object" || value === null || Array.isArray(value)) refuse(where, value, "an object");
  return value as Doc;
}

/** An object with no other keys than these; `required` ones must be there. */
export function record(
  value: unknown,
  where: string,
  required: readonly string[],
  optional: readonly string[] = [],
): Doc {
  const doc = object(value, where);
  const allowed = [...required, ...optional];
  for (const key of Object.keys(doc).sort()) {
    if (!allowed.includes(key)) {
      throw new BadInput(
        `${where} has an unknown key ${show(key)} (${show(doc[key])}); allowed: ${allowed.join(", ") || "none"}`,
      );
    }
  }
  for (const key of required) if (!Object.hasOwn(doc, key)) throw new BadInput(`${where} lacks the key ${show(key)}`);
  return doc;
}

export function integer(value: unknown, where: string, min: number, max: number): number {
  if (!Number.isSafeInteger(value) || (value as number) < min || (value as number) > max) {
    refuse(where, value, `an integer from ${min} to ${max === Number.MAX_SAFE_INTEGER ? "2^53-1" : max}`);
  }
  return value as number;
}

export function oneOf<T extends string>(value: unknown, where: string, allowed: readonly T[]): T {
  if (!allowed.includes(value as T)) refuse(where, value, allowed.map((word) => JSON.stringify(word)).join(", "));
  return value as T;
}

export function text(value: unknown, where: string): string {
  if (typeof value !== "string" || value.length > 256) refuse(where, value, "a string of at most 256 characters");
  return value;
}

export function list(value: unknown, where: string, lengthMax: number): readonly unknown[] {
  if (!Array.isArray(value) || value.length === 0 || value.length > lengthMax) {
    refuse(where, value, `a list of 1 to ${lengthMax} items`);
  }
  return value;
}

/** Two integers [min, max] in this order. */
export function range(value: unknown, where: string, min: number, max: number): readonly [number, number] {
  if (!Array.isArray(value) || value.length !== 2) refuse(where, value, "two integers [min, max]");
  const low = integer(value[0], `${where}[0]`, min, max);
  const high = integer(value[1], `${where}[1]`, min, max);
  if (low > high) refuse(where, value, "two integers [min, max] with min <= max");
  return [low, high];
}
