export * from "./check.js";
export { LIMITS, type Limits } from "./explore.js";
export type { Setting } from "./system.js";
export { type Option, Walk } from "./walk.js";
