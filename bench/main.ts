import { checkBench } from "./check.js";
import { controllerBench } from "./controller.js";
import { millionBench, simBench } from "./sim.js";

const benches: Readonly<Record<string, () => void>> = {
  check: checkBench,
  sim: simBench,
  controller: controllerBench,
  million: millionBench,
};
const names = process.argv.slice(2);
const unknown = names.find((name) => !Object.hasOwn(benches, name));

if (unknown !== undefined || names.length === 0) {
  const wrong = unknown === undefined ? "Which bench?" : `There is no bench ${unknown}.`;
  console.error(`${wrong} Allowed: ${Object.keys(benches).join(", ")}`);
  process.exitCode = 2;
} else {
  console.log(`Node ${process.version}, ${new Date().toISOString().slice(0, 10)}\n`);
  for (const name of names) benches[name]();
}
