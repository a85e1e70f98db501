import { catalog } from "../catalog/index.js";
import { BadInput, type Entry, input } from "../core/index.js";

export function findEntry(name: string): Entry {
  const entry = catalog.find((entry) => entry.name === name);
  if (entry) return entry;
  const known = catalog.map((entry) => entry.name).join(", ");
  throw new BadInput(`there is no protocol ${input.show(name)}; allowed: ${known}`);
}

/** An option that must be a whole number. */
export function integerOption(text: string, name: string, min: number, max: number): number {
  return input.integer(/^-?\d{1,16}$/.test(text) ? Number(text) : text, name, min, max);
}
