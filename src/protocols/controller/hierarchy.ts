/**
 * The hierarchy of bins on a tree (Afek, Awerbuch, Plotkin, Saks, section 4.1, corrected).
 *
 * Every node has a local bin, of level -1, and every node but the root a global bin whose level is the number of
 * trailing zero bits of its depth. A bin of level l is refilled from its supervisor: the nearest global bin of level
 * l+1 at the node or above it (for global bins: strictly above), or else the bin of the root, which has no level. So a
 * refill of level l travels 2^l or 3·2^l hops, and brings 2^(e+l) permits, or one where that is less.
 */

/** The level of the global bin at a depth of 1 or more. */
export const levelAt = (depth: number): number => 31 - Math.clz32(depth & -depth);

/** How many permits a bin of a level holds when it is full. */
export const capacity = (exponent: number, level: number): number => Math.max(1, 2 ** (exponent + level));

/** An exponent so small that every capacity is 1: each request goes to the root. */
export const NAIVE = -64;

/** The depth of the supervisor of the bin of a level at a depth; 0 is the root. */
export function supervisor(level: number, depth: number): number {
  for (let above = level < 0 ? depth : depth - 1; above > 0; above--) if (levelAt(above) === level + 1) return above;
  return 0;
}

export function floorLg(value: number): number {
  let lg = 0;
  for (let left = value; left >= 2; left = Math.floor(left / 2)) lg++;
  return lg;
}

export function ceilLg(value: number): number {
  const lg = floorLg(value);
  return 2 ** lg === value ? lg : lg + 1;
}

export type Lambda = "paper" | "tight" | "depth" | number;

/**
 * The exponent e of Λ = 2^e for a waste of at most W on up to U nodes, no deeper than H. "depth" is the largest that is
 * safe on such a tree, "tight" is safe whatever the depth, "paper" is the one printed (with 2(lg U + 1)), which wastes
 * at most W/4. A number is taken as it is: tests force it, because the formula gives tiny trees bins of one permit.
 */
export function exponent(lambda: Lambda, W: number, U: number, H: number): number {
  if (typeof lambda === "number") return lambda;
  if (W === 0) return NAIVE;
  if (lambda === "paper") return Math.floor(Math.log2(W / (2 * U * (Math.log2(U) + 1))));
  const share = U * (floorLg((lambda === "tight" ? U - 1 : H) + 1) + 1);
  return 2 * W >= share ? floorLg(Math.floor((2 * W) / share)) : -ceilLg(Math.ceil(share / (2 * W)));
}

/**
 * The most that can be stored outside the root at rest, from the depths of all nodes: what the waste of a run is held
 * against.
 */
export function storedAtRest(depths: readonly number[], parents: readonly number[], e: number): number {
  const active = new Set<number>();
  for (const [node, depth] of depths.entries()) {
    let at = node;
    for (let level = -1; depth > 0; level++) {
      const above = supervisor(level, depths[at]);
      while (depths[at] > above) at = parents[at];
      if (above === 0) break;
      active.add(at);
    }
  }
  let stored = depths.length * (capacity(e, -1) - 1);
  for (const node of active) {
    const full = capacity(e, levelAt(depths[node]));
    if (full >= 2) stored += full / 2;
  }
  return stored;
}
