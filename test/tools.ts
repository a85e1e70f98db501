import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/**
 * Options for a test that needs a program: without it the test is skipped, visibly, on a user's machine. Where
 * ALLOT_REQUIRE_TOOLS is set (as .ci/run does) it fails instead, so that no claim goes unchecked because of a machine.
 */
export function needs(tool: string, env: NodeJS.ProcessEnv = process.env): { skip: string | false } {
  const directories = (env.PATH ?? "").split(delimiter);
  if (directories.some((directory) => directory !== "" && isExecutable(join(directory, tool)))) return { skip: false };
  if (env.ALLOT_REQUIRE_TOOLS) throw new Error(`${tool} is not on PATH, and ALLOT_REQUIRE_TOOLS is set`);
  return { skip: `${tool} is not on PATH` };
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
