import type { Message } from "./protocol.js";
import type { Row } from "./trace.js";

const LANE = 8; // columns between two nodes
const STEP = 2; // lines from one step to the next

/**
 * A space-time diagram in text: a vertical line for each node, time downwards, messages slanted from sender to
 * receiver, a thick line while a client of the node holds something, and beside each step a sentence. Steps from
 * `repeats` on are marked as those that go on for ever.
 */
export function diagram(n: number, rows: readonly Row[], repeats = Number.POSITIVE_INFINITY): string {
  const moments = groupByMoment(rows);
  const height = Math.max(1, moments.length * STEP - 1);
  const grid = Array.from({ length: height }, () => new Array<string>((n - 1) * LANE + 3).fill(" "));
  const column = (node: number) => 1 + node * LANE;
  drawLanes(grid, n, moments, column);
  drawMessages(grid, moments, column);
  const lines = [
    Array.from({ length: n }, (_, node) => String(node).padEnd(LANE))
      .join("")
      .trimEnd(),
  ];
  lines[0] = ` ${lines[0]}`;
  for (const [y, cells] of grid.entries()) {
    const moment = y % STEP === 0 ? moments[y / STEP] : undefined;
    if (moment) grid[y][column(moment.node)] = "●";
    const gutter = moment && moment.t >= repeats ? " ∞" : "  ";
    const text = moment ? `${gutter}${String(moment.t).padStart(3)}  ${sentence(moment)}` : "";
    lines.push((cells.join("") + text).trimEnd());
  }
  if (moments.some(({ t }) => t >= repeats)) lines.push("", "The steps marked ∞ repeat for ever.");
  return lines.join("\n");
}

/** What happens at one node in one step. */
type Moment = Readonly<{ t: number; node: number; rows: readonly Row[] }>;

function groupByMoment(rows: readonly Row[]): Moment[] {
  const moments: { t: number; node: number; rows: Row[] }[] = [];
  for (const row of rows) {
    const last = moments.at(-1);
    const begins = row.e === "command" || row.e === "deliver" || row.e === "timer";
    if (last && !begins && last.node === row.node) last.rows.push(row);
    else moments.push({ t: row.t, node: row.node, rows: [row] });
  }
  return moments;
}

function drawLanes(grid: string[][], n: number, moments: readonly Moment[], column: (node: number) => number): void {
  const holding = new Array<number>(n).fill(0);
  for (let y = 0; y < grid.length; y++) {
    const moment = y % STEP === 0 ? moments[y / STEP] : undefined;
    for (const row of moment?.rows ?? []) {
      if (row.e === "event" && row.type === "granted") holding[row.node]++;
      if (row.e === "command" && row.type === "release") holding[row.node]--;
    }
    for (let node = 0; node < n; node++) grid[y][column(node)] = holding[node] > 0 ? "┃" : "│";
  }
}

function drawMessages(grid: string[][], moments: readonly Moment[], column: (node: number) => number): void {
  const sent = new Map<number, { y: number; node: number }>();
  for (const [i, { node, rows }] of moments.entries()) {
    for (const row of rows) {
      if (row.e === "send") sent.set(row.seq, { y: i * STEP, node });
      if (row.e !== "deliver") continue;
      const from = sent.get(row.seq);
      if (from) drawMessage(grid, column(from.node), from.y, column(node), i * STEP);
    }
  }
}

/** A slanted line that gives way to lanes and to what is drawn already. */
function drawMessage(grid: string[][], x1: number, y1: number, x2: number, y2: number): void {
  const right = x2 > x1;
  const at = (y: number) => Math.round(x1 + ((x2 - x1) * (y - y1)) / (y2 - y1));
  const put = (x: number, y: number, mark: string) => {
    if (grid[y][x] === " " || grid[y][x] === "─") grid[y][x] = mark;
  };
  for (let y = y1 + 1; y <= y2; y++) {
    const [from, to] = [at(y - 1), y === y2 ? x2 + (right ? -1 : 1) : at(y)];
    for (let x = from + (right ? 1 : -1); right ? x < to : x > to; x += right ? 1 : -1) put(x, y, "─");
    put(to, y, y === y2 ? (right ? "▶" : "◀") : right ? "╲" : "╱");
  }
}

function sentence({ node, rows }: Moment): string {
  const parts: string[] = [];
  for (const row of rows) {
    if (row.e === "command") parts.push(`${row.type} #${row.of ?? row.id}`);
    if (row.e === "deliver") parts.push(`gets ${brief(row.message)} from ${row.from}`);
    if (row.e === "timer") parts.push(`timer ${row.timer}`);
    if (row.e === "choose") parts.push(`draws ${row.value} of ${row.of}`);
    if (row.e === "send") parts.push(`sends ${brief(row.message)} to ${row.to}`);
    if (row.e === "event")
      parts.push(`${row.type.toUpperCase()} #${row.of ?? row.id ?? "?"}${row.unit ? ` unit ${row.unit}` : ""}`);
  }
  return `node ${node}: ${merged(parts).join(", ")}`;
}

/** "sends m to 1, sends m to 2" reads better as "sends m to 1 and 2". */
function merged(parts: readonly string[]): string[] {
  const result: string[] = [];
  for (const part of parts) {
    const [head, to] = part.split(" to ");
    const last = result.at(-1);
    if (to && last?.startsWith(`${head} to `)) result[result.length - 1] = `${last} and ${to}`;
    else result.push(part);
  }
  return result;
}

function brief({ type, ...fields }: Message): string {
  const text = JSON.stringify(fields).slice(1, -1).replaceAll('"', "").replaceAll(":", " ").replaceAll(",", ", ");
  return text ? `${type}(${text})` : type;
}
