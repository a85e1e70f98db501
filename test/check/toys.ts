import type { Entry, Protocol } from "../../src/core/index.js";
import { mutualExclusion } from "../../src/spec/index.js";

/** An entry around a protocol that is no real one. Its clients are numbers in its state that `clients` finds. */
export function toy<State>(protocol: Protocol<State, never>, more: Partial<Entry> = {}): Entry {
  return {
    name: protocol.name,
    what: "a toy",
    paper: "none",
    protocol: protocol as unknown as Protocol,
    spec: mutualExclusion,
    shape: "complete",
    needs: [],
    alwaysMoving: false,
    params: {},
    commands: ["acquire", "release"],
    messages: [],
    invariants: [],
    mapClients: (state) => state,
    bounds: () => [],
    checks: [],
    mutants: [],
    ...more,
  };
}
