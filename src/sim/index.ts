export { ADVERSARIES } from "./network.js";
export { readParams, readScenario, readTopology, type Scenario } from "./scenario.js";
export { type Document, type ShrinkProgress, shrink } from "./shrink.js";
export { Simulation, type Slice, type TraceSink, type Violation } from "./simulation.js";
export { type Summary, summarise, summariseRuns } from "./summary.js";
