import { Encoder } from "../core/index.js";
import { RowTable } from "./row-table.js";

/** Numbers plain trees: equal trees get equal numbers, and the first one seen is kept for its number. */
export class Interner<T> {
  private readonly encoder = new Encoder();
  private readonly table = new RowTable();
  private readonly items: T[] = [];

  id(tree: T): number {
    const { encoder } = this;
    encoder.clear();
    encoder.tree(tree);
    const id = this.table.add(encoder.words, encoder.length);
    if (id === this.items.length) this.items.push(tree);
    return id;
  }

  get(id: number): T {
    return this.items[id];
  }

  get count(): number {
    return this.items.length;
  }

  /** A rough count: rows exactly, trees at a guess. */
  get bytes(): number {
    return this.table.bytes + this.items.length * 400;
  }
}
