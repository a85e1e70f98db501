// Makes a checkout ready: packages as package-lock.json says, sources compiled. Silent when there is nothing to do.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { holding } from "./lock.mjs";

const NODE_MIN = [20, 19];
const root = fileURLToPath(new URL("..", import.meta.url));
// Not node_modules/.bin/tsc, which is this file on Unix but a batch file on Windows.
const tsc = join(root, "node_modules/typescript/bin/tsc");

try {
  requireNode();
  await holding(join(root, ".ready.lock"), waiting, () => {
    if (!isInstalled()) install();
    compile();
  });
} catch (error) {
  say(error.message);
  process.exitCode = 1;
}

function requireNode() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major > NODE_MIN[0] || (major === NODE_MIN[0] && minor >= NODE_MIN[1])) return;
  throw new Error(`Node ${NODE_MIN.join(".")} or newer is needed, this is ${process.versions.node}`);
}

/** npm writes its hidden lock file when all else is in place, so versions that agree mean a complete installation. */
function isInstalled() {
  const wanted = packagesOf("package-lock.json");
  const found = packagesOf("node_modules/.package-lock.json");
  if (!existsSync(tsc)) return false;
  return Object.keys(wanted).every((path) => {
    if (path === "") return true;
    // npm leaves out the optional packages that are for other machines.
    if (found[path] === undefined) return wanted[path].optional === true;
    return found[path].version === wanted[path].version;
  });
}

function packagesOf(file) {
  try {
    return JSON.parse(readFileSync(join(root, file), "utf8")).packages;
  } catch {
    // A lock file that is missing or damaged is npm's to complain about, or to replace.
    return {};
  }
}

function install() {
  say("installing packages (npm ci)");
  run("npm", ["ci", "--include=dev", "--no-audit", "--no-fund", "--loglevel=error"], "the packages were not installed");
}

function compile() {
  run(process.execPath, [tsc, "-b"], "the sources do not compile");
}

/** What a tool prints goes to stderr: stdout belongs to the command that comes after. */
function run(command, args, failure) {
  const shell = process.platform === "win32" && command === "npm";
  const result = spawnSync(command, args, { cwd: root, stdio: ["ignore", 2, 2], shell });
  if (result.error) throw new Error(`${failure}: ${result.error.message}`);
  if (result.status !== 0) throw new Error(failure);
}

function waiting(owner) {
  say(`waiting for process ${owner}, which prepares this checkout (if it does not, remove .ready.lock)`);
}

function say(line) {
  console.error(`allot: ${line}`);
}
