#!/usr/bin/env node
// A file of its own, so that npx finds it also before the first build, and it keeps its mode when dist is built anew.
import { existsSync } from "node:fs";

const main = new URL("../dist/src/cli/main.js", import.meta.url);
if (existsSync(main)) await import(main.href);
else {
  console.error("allot: this checkout is not built yet; run npm start (or npm ci && npm run build) first");
  process.exitCode = 2;
}
