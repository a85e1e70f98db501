const EXACT = 4096; // values below are counted one by one
const STEPS = 1024; // above, each power of two is cut into this many parts

/** Counts of non-negative integers without keeping them: exact below 4,096, within a thousandth above. */
export class Histogram {
  private counts = new Float64Array(EXACT);
  private total = 0;
  private sum = 0;
  private highest = 0;

  add(value: number): void {
    const at = value < EXACT ? value : place(value);
    if (at >= this.counts.length) {
      const wider = new Float64Array(at + STEPS);
      wider.set(this.counts);
      this.counts = wider;
    }
    this.counts[at]++;
    this.total++;
    this.sum += value;
    if (value > this.highest) this.highest = value;
  }

  get max(): number {
    return this.highest;
  }

  get mean(): number {
    return this.total === 0 ? 0 : this.sum / this.total;
  }

  /** The least value that at least this share of all values does not exceed. */
  quantile(share: number): number {
    let left = Math.ceil(share * this.total);
    for (let at = 0; at < this.counts.length; at++) {
      left -= this.counts[at];
      if (left <= 0) return at < EXACT ? at : Math.min(value(at), this.highest);
    }
    return this.highest;
  }

  fork(): Histogram {
    return Object.assign(Object.create(Histogram.prototype) as Histogram, this, { counts: this.counts.slice() });
  }
}

function place(value: number): number {
  let scaled = value / EXACT;
  let power = 0;
  for (; scaled >= 2; scaled /= 2) power++;
  return EXACT + power * STEPS + Math.floor((scaled - 1) * STEPS);
}

/** The highest value that has this place. */
function value(place: number): number {
  const power = Math.floor((place - EXACT) / STEPS);
  const step = (place - EXACT) % STEPS;
  return Math.ceil(EXACT * 2 ** power * (1 + (step + 1) / STEPS)) - 1;
}
