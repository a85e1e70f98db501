import picocolors from "picocolors";

// picocolors also colours what a CI server reads from a pipe; here only people on a terminal get colours.
const { NO_COLOR, FORCE_COLOR } = process.env;
const colours = picocolors.createColors(Boolean(FORCE_COLOR) || (!NO_COLOR && process.stdout.isTTY === true));

/** What people read. Output goes to stdout, progress and prose to stderr. */
export const count = (value: number): string => value.toLocaleString("en-US");
export const say = (...texts: readonly string[]): void => void process.stdout.write(`${texts.join(" ")}\n`);
export const note = (text: string): void => void process.stderr.write(`${text}\n`);
export const good = colours.green;
export const bad = colours.red;
export const dim = colours.dim;
export const bold = colours.bold;

export const json = (value: unknown): void => say(JSON.stringify(value));

/** What a run cost this process. */
export function meter(): () => { wallMs: number; peakRssMb: number } {
  const start = performance.now();
  return () => ({
    wallMs: Math.round(performance.now() - start),
    peakRssMb: Math.round(process.resourceUsage().maxRSS / 1024),
  });
}

/** A line on stderr about work that takes longer than a second: renewed on a terminal, now and then elsewhere. */
class Progress {
  private readonly start = performance.now();
  private last = this.start;
  private shown = false;

  show(text: () => string): void {
    const now = performance.now();
    const every = process.stderr.isTTY ? 250 : 5000;
    if (now - this.start < 1000 || (this.shown && now - this.last < every)) return;
    this.last = now;
    this.shown = true;
    const line = `${text()}  ${Math.round((now - this.start) / 1000)} s`;
    const fits = line.slice(0, (process.stderr.columns ?? 80) - 1);
    process.stderr.write(process.stderr.isTTY ? `\r\x1b[K${fits}` : `${line}\n`);
  }
  clear(): void {
    if (this.shown && process.stderr.isTTY) process.stderr.write("\r\x1b[K");
  }
}

/**
 * Works in slices until done, with progress, leaving room for signals in between. How much work a slice is told to do
 * follows from how long the last one took: a step of a large system may cost as much as thousands of a small one.
 */
export async function inSlices(slice: (work: number) => boolean, text: () => string): Promise<void> {
  const progress = new Progress();
  let work = 1;
  for (let start = performance.now(); !slice(work); start = performance.now()) {
    const tookMs = performance.now() - start;
    if (tookMs < 25) work *= 2;
    else if (tookMs > 100) work = Math.ceil(work / 4);
    progress.show(text);
    await new Promise((resolve) => setImmediate(resolve));
  }
  progress.clear();
}

/** A bar of 20 places for a share of 0 to 1. */
export function bar(share: number): string {
  const full = Math.max(0, Math.min(20, Math.round(share * 20)));
  return "█".repeat(full) + "░".repeat(20 - full);
}
