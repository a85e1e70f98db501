import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The root of the checkout, two levels above the compiled tests. */
export const root = fileURLToPath(new URL("../..", import.meta.url));

export function read(path: string): string {
  return readFileSync(join(root, path), "utf8");
}

/** What is in the repository, or will be with the next commit: all files but the ignored ones. */
export function repositoryFiles(): string[] {
  const git = spawnSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], { cwd: root });
  const files =
    git.status === 0
      ? git.stdout.toString().split("\0")
      : // An archive of the sources has no history to ask.
        readdirSync(root, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map((entry) => join(entry.parentPath, entry.name).slice(root.length))
          .filter((path) => !/^(?:node_modules|dist|\.git)\//.test(path));
  return files.filter((path) => path !== "" && existsSync(join(root, path))).sort();
}
