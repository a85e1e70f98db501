export { ADVERSARIES } from "./network.js";
export type { TraceSink } from "./recorder.js";
export { readScenario, type Scenario } from "./scenario.js";
export { type Document, type ShrinkProgress, shrink } from "./shrink.js";
export { Simulation, type Slice, type Violation } from "./simulation.js";
export { type Summary, summarise, summariseRuns } from "./summary.js";
