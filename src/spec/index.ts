import type { Spec } from "../core/index.js";
import { mutualExclusion } from "./mutual-exclusion.js";
import { pool } from "./pool.js";

export { mutualExclusion } from "./mutual-exclusion.js";
export { pool } from "./pool.js";

/** Every problem that we know, by its name. */
export const specs: ReadonlyMap<string, Spec> = new Map([mutualExclusion, pool].map((spec) => [spec.problem, spec]));
