/** One line of a bench: our figure beside the reference's, measured in the same run. */
export type Line = Readonly<{
  what: string;
  ours: number;
  reference: number | null;
  unit: string;
  /** Is a larger figure better? */
  more: boolean;
}>;

const figure = (value: number): string =>
  value >= 100 ? Math.round(value).toLocaleString("en-US") : value.toPrecision(3);

/** Ratios read the same way in every line: above 1 we are better. */
function ratio({ ours, reference, more }: Line): number | null {
  if (reference === null) return null;
  return more ? ours / reference : reference / ours;
}

export function table(title: string, reference: string, lines: readonly Line[]): string {
  const head = ["", "ours", reference, "unit", "ratio (above 1: we are better)"];
  const rows = lines.map((line) => {
    const better = ratio(line);
    const beside = line.reference === null ? "-" : figure(line.reference);
    return [line.what, figure(line.ours), beside, line.unit, better === null ? "-" : better.toFixed(2)];
  });
  const widths = head.map((_, i) => Math.max(...[head, ...rows].map((row) => row[i].length)));
  const text = (row: readonly string[]) =>
    row
      .map((cell, i) => (i === 1 || i === 2 ? cell.padStart(widths[i]) : cell.padEnd(widths[i])))
      .join("  ")
      .trimEnd();
  return [title, text(head), text(widths.map((width) => "-".repeat(width))), ...rows.map(text)].join("\n");
}

/** The middle one of several measurements: one machine, two cores, other work beside it. */
export function median(times: number, measure: () => number): number {
  const values = Array.from({ length: times }, measure).sort((a, b) => a - b);
  return values[values.length >> 1];
}
