import { spawnSync } from "node:child_process";
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * What SPIN reports about one search. With `errors` above 0 the search ended at the first violation, so the other
 * numbers describe only the part before it.
 */
export type SpinRun = {
  states: number;
  /** SPIN counts the entry into the initial state as a transition; that one is left out, as no step causes it. */
  transitions: number;
  /** The wall-clock time of the verifier alone, without generating and compiling it. */
  seconds: number;
  /** The stored states and the hash table, without the depth-first stack. */
  bytesPerState: number;
  memoryMb: number;
  errors: number;
};

type SpinOptions = {
  /** The number of nodes, from 1 to 4. */
  n: number;
  tieBreak: boolean;
  /**
   * Whether SPIN compresses states with COLLAPSE; true unless told. This model gains nothing by it: its one process has
   * only global variables, so each state is a part of its own, and SPIN is faster and smaller without.
   */
  collapse?: boolean;
};

const model = fileURLToPath(new URL("../../bench/spin/ricart-agrawala.pml", import.meta.url));

// A path has at most 2 * n * n steps, which is 32 for 4 nodes, so this bound never cuts the search short.
const depth = 1000;

// The binary logarithm of the number of states, rounded up, per number of nodes. 10 is plenty for the small ones.
const tableBits = [10, 10, 10, 12, 21];

const bytesPerMb = 1_048_576;

/** Checks Ricart-Agrawala with SPIN, exhaustively and without partial-order reduction. */
export function runSpin(options: SpinOptions): SpinRun | { missing: string } {
  const { n, tieBreak, collapse = true } = options;
  const bits = tableBits[n];
  if (bits === undefined || n < 1) {
    throw new Error(`The SPIN model is written for 1 to 4 nodes, not ${n}.`);
  }
  // Other programs are called spin, too, so that one runs is not enough.
  if (!answer("spin", ["-V"]).includes("Spin Version")) {
    return { missing: "spin (Debian package spin)" };
  }
  if (answer("gcc", ["--version"]) === "") {
    return { missing: "gcc (Debian package gcc)" };
  }
  const directory = mkdtempSync(join(tmpdir(), "spin-"));
  try {
    // SPIN hands the file's name to a shell, so it gets a name without surprises.
    copyFileSync(model, join(directory, "model.pml"));
    run(directory, "spin", ["-a", `-DN=${n}`, `-DTIE=${tieBreak ? 1 : 0}`, "model.pml"]);
    const compression = collapse ? ["-DCOLLAPSE"] : [];
    run(directory, "gcc", ["-O2", ...compression, "-DNOREDUCE", "-DSAFETY", "-DMEMLIM=4096", "-o", "pan", "pan.c"]);
    // COLLAPSE keeps the parts of states in the same table as the states, so there are about twice as many entries.
    const table = collapse ? bits + 1 : bits;
    const start = performance.now();
    const output = run(directory, join(directory, "pan"), [`-m${depth}`, `-w${table}`]);
    const seconds = (performance.now() - start) / 1000;
    return parse(output, seconds);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** The output of a program that may not be installed; empty if it is not. */
function answer(program: string, args: string[]): string {
  const result = spawnSync(program, args, { encoding: "utf8" });
  return result.error === undefined && result.status === 0 ? result.stdout : "";
}

function run(directory: string, program: string, args: string[]): string {
  const result = spawnSync(program, args, { cwd: directory, encoding: "utf8", maxBuffer: 64 * bytesPerMb });
  if (result.error !== undefined) {
    throw new Error(`Could not run ${program}: ${result.error.message}`);
  }
  const output = result.stdout + result.stderr;
  if (result.status !== 0) {
    const reason = result.signal === null ? `status ${result.status}` : `signal ${result.signal}`;
    throw new Error(`${program} ${args.join(" ")} ended with ${reason}:\n${output.trim()}`);
  }
  return output;
}

function parse(output: string, seconds: number): SpinRun {
  const errors = find(output, /errors: (\d+)/);
  // The verifier ends with status 0 even if it ran out of depth or memory, so only its words tell.
  const endedAtViolation = errors > 0 && output.includes("assertion violated");
  if (output.includes("max search depth too small") || output.includes("reached -DMEMLIM bound")) {
    throw new Error(`SPIN's search was cut short:\n${output.trim()}`);
  }
  if (!endedAtViolation && (errors > 0 || output.includes("Search not completed"))) {
    throw new Error(`SPIN's search did not end as expected:\n${output.trim()}`);
  }
  const states = find(output, /([\d.e+]+) states, stored/);
  const stored = find(output, /([\d.]+)\s+actual memory usage for states/);
  const table = find(output, /([\d.]+)\s+memory used for hash table/);
  return {
    states,
    transitions: find(output, /([\d.e+]+) transitions/) - 1,
    seconds,
    bytesPerState: ((stored + table) * bytesPerMb) / states,
    memoryMb: find(output, /([\d.]+)\s+total actual memory usage/),
    errors,
  };
}

function find(output: string, pattern: RegExp): number {
  const value = Number(pattern.exec(output)?.[1]);
  if (Number.isNaN(value)) {
    throw new Error(`SPIN's output has no match for ${pattern}:\n${output.trim()}`);
  }
  return value;
}
