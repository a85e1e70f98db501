import { assert } from "./assert.js";
import { IntSet } from "./int-set.js";
import { Queue } from "./queue.js";

/**
 * The canonical encoding of plain trees as 32-bit words, in preorder. The two low bits of a tree's first word say what
 * it is: 0 an integer, 1 an atom (string, boolean, null, or the mark of a wide integer), 2 a list with its length, 3 a
 * record with its shape. A shape is the sorted list of keys; values follow in that order. Sets and queues are lists of
 * their members. Equal trees have equal words, and different trees have different words as long as `atom` tells
 * different texts apart.
 */
export abstract class TreeWriter {
  abstract word(word: number): void;
  /** A number below 2^29 for a text; texts that start with a control character are reserved. */
  protected abstract atom(text: string): number;
  private readonly shapes = new Map<string, Shape>();
  private readonly shapesByType = new Map<string, Shape>();

  int(value: number): void {
    if (value >= -(2 ** 29) && value < 2 ** 29) return this.word(value << 2);
    assert(Number.isSafeInteger(value), "numbers of a plain tree are safe integers");
    this.text(WIDE);
    this.word(Math.floor(value / 2 ** 32));
    this.word(value | 0);
  }

  text(text: string): void {
    this.word((this.atom(text) << 2) | 1);
  }

  tree(value: unknown): void {
    if (typeof value === "number") {
      assert(Number.isSafeInteger(value), "numbers of a plain tree are safe integers");
      this.int(value);
    } else if (typeof value === "string") this.text(value);
    else if (value === true) this.text(TRUE);
    else if (value === false) this.text(FALSE);
    else if (value === null) this.text(NULL);
    else if (Array.isArray(value)) this.list(value.length, value);
    else if (value instanceof IntSet) this.list(value.size, value);
    else if (value instanceof Queue) this.list(value.length, value);
    else {
      assert(typeof value === "object" && Object.getPrototypeOf(value) === Object.prototype, "a state is a plain tree");
      const keys = Object.keys(value); // order: the shape sorts them
      // With their number, so that no other keys join to the same text but some that `shape` refuses.
      const id = `${keys.length},${keys.join()}`;
      let shape = this.shapes.get(id);
      if (shape === undefined) this.shapes.set(id, (shape = this.shape(keys)));
      this.record(value as Record, shape);
    }
  }

  /** A record whose fields follow from its `type`, as those of messages must: spares looking at its keys. */
  typed(value: Readonly<{ type: string }>): void {
    let shape = this.shapesByType.get(value.type);
    if (shape === undefined) {
      shape = this.shape(Object.keys(value)); // order: the shape sorts them
      this.shapesByType.set(value.type, shape);
    }
    this.record(value as unknown as Record, shape);
  }

  private shape(keys: readonly string[]): Shape {
    assert(!keys.some((key) => key === "" || key.includes(",")), "keys of a plain tree are words without a comma");
    const sorted = [...keys].sort();
    return { keys: sorted, atom: this.atom(`\x00${sorted.join()}`) };
  }

  private record(value: Record, shape: Shape): void {
    this.word((shape.atom << 2) | 3);
    for (const key of shape.keys) this.tree(value[key]);
  }

  private list(length: number, items: Iterable<unknown>): void {
    this.word((length << 2) | 2);
    for (const item of items) this.tree(item);
  }
}

type Record = Readonly<{ [key: string]: unknown }>;
type Shape = Readonly<{ keys: readonly string[]; atom: number }>;
const [WIDE, TRUE, FALSE, NULL] = ["\x01wide", "\x01true", "\x01false", "\x01null"];

/** Writes trees into a reusable buffer. Atoms are numbered by first use, so words compare within one encoder only. */
export class Encoder extends TreeWriter {
  words = new Int32Array(256);
  length = 0;
  private readonly atoms = new Map<string, number>();

  word(word: number): void {
    if (this.length === this.words.length) {
      const wider = new Int32Array(this.words.length * 2);
      wider.set(this.words);
      this.words = wider;
    }
    this.words[this.length++] = word;
  }

  protected atom(text: string): number {
    let atom = this.atoms.get(text);
    if (atom === undefined) this.atoms.set(text, (atom = this.atoms.size));
    return atom;
  }

  clear(): void {
    this.length = 0;
  }
}
