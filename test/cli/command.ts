import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { root } from "../repository.js";

const main = join(root, "dist/src/cli/main.js");
const { FORCE_COLOR: _, ...env } = process.env;
const plain = { ...env, NO_COLOR: "1" };

export type Ended = Readonly<{ code: number | null; stdout: string; stderr: string }>;
export const example = (name: string): string => join(root, "examples", `${name}.json`);

/** Runs `allot` to its end. */
export function allot(args: readonly string[], options: { input?: string; cwd?: string } = {}): Ended {
  const { status, stdout, stderr, error } = spawnSync(process.execPath, [main, ...args], {
    encoding: "utf8",
    env: plain,
    maxBuffer: 2 ** 28,
    input: options.input ?? "",
    timeout: 60_000,
    ...(options.cwd !== undefined && { cwd: options.cwd }),
  });
  if (error) throw error;
  return { code: status, stdout, stderr };
}

/** Starts `allot`, to be ended by the test. */
export function started(t: TestContext, args: readonly string[]): { child: ChildProcess; ended: Promise<Ended> } {
  const child = spawn(process.execPath, [main, ...args], { env: plain, stdio: ["ignore", "pipe", "pipe"] });
  t.after(() => child.kill("SIGKILL"));
  let stdout = "";
  let stderr = "";
  child.stdout.on("data", (data) => (stdout += data));
  child.stderr.on("data", (data) => (stderr += data));
  const ended = new Promise<Ended>((resolve) => {
    child.on("close", (code) => resolve({ code, stdout, stderr }));
  });
  return { child, ended };
}

/** An empty directory for one test, with these files in it. */
export function directory(t: TestContext, files: Readonly<Record<string, string>> = {}): string {
  const path = mkdtempSync(join(tmpdir(), "allot-"));
  t.after(() => rmSync(path, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(path, name), text);
  return path;
}

export const filesIn = (path: string): string[] => readdirSync(path).sort();

/** The one JSON document that stdout is. */
export function document(ended: Ended): Record<string, unknown> {
  const lines = ended.stdout.split("\n");
  if (lines.length !== 2 || lines[1] !== "") throw new Error(`stdout has ${lines.length} lines:\n${ended.stdout}`);
  return JSON.parse(lines[0]);
}

/** Without what differs from machine to machine. */
export function steady<T extends object>(figures: T): Omit<T, "wallMs" | "peakRssMb"> {
  const { wallMs: _wallMs, peakRssMb: _peakRssMb, ...rest } = figures as T & { wallMs: unknown; peakRssMb: unknown };
  return rest as Omit<T, "wallMs" | "peakRssMb">;
}
