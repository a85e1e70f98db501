// Runs the tests that have a source in test/, after the linters. Arguments choose tests by a part of their file name,
// and leave the linters out: `npm test -- tidy`.
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const filters = process.argv.slice(2);
const chosen = readdirSync(join(root, "test"), { recursive: true })
  .filter((file) => file.endsWith(".test.ts"))
  .filter((file) => filters.length === 0 || filters.some((filter) => file.includes(filter)))
  .sort();

if (chosen.length === 0) {
  console.error(`allot: no test file matches ${filters.join(" or ") || "test/**/*.test.ts"}`);
  process.exit(1);
}
if (filters.length === 0) run("npm", ["run", "--silent", "lint"]);
// The list comes from the sources, because the compiler leaves the output of a deleted test in dist.
const files = chosen.map((file) => join("dist/test", file.replace(/\.ts$/, ".js")));
run(process.execPath, [
  "--enable-source-maps",
  "--import=./dist/test/setup.js",
  "--test",
  "--test-concurrency=2",
  "--test-reporter=spec",
  "--test-reporter-destination=stdout",
  ...files,
]);

function run(command, args) {
  const shell = process.platform === "win32" && command === "npm";
  const result = spawnSync(command, args, { cwd: root, stdio: ["ignore", "inherit", "inherit"], shell });
  if (result.error) console.error(`allot: ${command} did not start: ${result.error.message}`);
  if (result.status !== 0) process.exit(result.status ?? 1);
}
