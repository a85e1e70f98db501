/** A claim that only a programming error can break. Operating conditions are events, hostile input is BadInput. */
export function assert(condition: unknown, claim: string): asserts condition {
  if (!condition) throw new Error(`assertion failed: ${claim}`);
}
