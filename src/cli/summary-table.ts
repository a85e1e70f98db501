import type { Summary } from "../sim/index.js";
import { bad, bar, bold, count, dim, good, say } from "./terminal.js";

const list = (values: Readonly<Record<string, number>>): string =>
  Object.keys(values)
    .sort()
    .map((name) => `${name} ${count(values[name])}`)
    .join(", ");

/** A summary for people: what ran, what it cost, what it proves. */
export function showSummary(summary: Summary & Readonly<{ wallMs: number; peakRssMb: number }>): void {
  const { messages, commands, grants, rejected, refused, released, pending, wait, bounds, invariants } = summary;
  const mutant = summary.mutant ? ` (mutant ${summary.mutant})` : "";
  const answers = Object.entries({ granted: grants, rejected, refused, released, pending }).filter(([, n]) => n > 0);
  const seeds = summary.runs
    ? `${count(summary.runs)} runs from seed ${summary.seed} on (means)`
    : `seed ${summary.seed}`;
  const rows: [string, string][] = [
    ["protocol", `${summary.protocol}${mutant}, n = ${count(summary.n)}, ${seeds}`],
    ["time", `${count(summary.time)} time units, ${count(summary.steps)} steps`],
    ["commands", [count(commands), ...answers.map(([what, n]) => `${count(n)} ${what}`)].join(", ")],
    ["messages", `${count(messages.total)} ${dim(list(messages.byType))}`.trimEnd()],
    ["wait", `mean ${count(wait.mean)}, p50 ${count(wait.p50)}, p99 ${count(wait.p99)}, max ${count(wait.max)}`],
  ];
  for (const { name, ratio, bound, source } of bounds) {
    rows.push(["bound", `${bar(ratio)} ${ratio.toFixed(2)} × ${count(bound)} ${name}  ${dim(source)}`]);
  }
  const sampled = `sampled ${count(invariants.looks)} times, every ${count(invariants.every)} steps and at the end`;
  rows.push(
    ["facts", list(summary.facts)],
    ["invariants", invariants.every === 1 ? "looked at after every step" : sampled],
    ["trace hash", summary.traceHash],
    ["took", `${count(summary.wallMs)} ms, ${count(summary.peakRssMb)} MB`],
  );
  for (const [name, text] of rows) say(`${bold(name.padEnd(11))} ${text}`);
  if (summary.limit !== null) say(bad(`stopped at the limit of ${summary.limit}: the run did not end`));
  for (const { property, what, t } of summary.violations) say(bad(`✗ ${property} broken at t ${t}: ${what}`));
  if (summary.violations.length === 0 && summary.limit === null) say(good("✓ no property was broken"));
}
