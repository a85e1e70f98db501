export { controller } from "./controller.js";
export { mutualExclusion } from "./mutual-exclusion.js";
export { pool } from "./pool.js";
export { TraceJudge, type TraceVerdict, type TraceViolation } from "./verify.js";
