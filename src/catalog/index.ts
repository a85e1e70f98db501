import type { Entry } from "../core/index.js";
import { baseline } from "./baseline.js";
import { controllers } from "./controller.js";

/** The one list: command line, tests, docs and explorer read it. */
export const catalog: readonly Entry[] = [...controllers, ...baseline];
