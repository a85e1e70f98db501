import { type ClientAutomaton, GONE, type Measure } from "../core/index.js";

/** What the problems of exclusion have in common: a client asks, waits, holds and gives back. */
export const exclusionClient: ClientAutomaton = {
  opens: { acquire: "waiting" },
  phases: {
    waiting: { owed: true, commands: { cancel: "leaving" }, events: { granted: "holding" } },
    leaving: { owed: true, commands: {}, events: { cancelled: GONE } },
    holding: { owed: false, commands: { release: "releasing" }, events: { lost: GONE }, promised: "release" },
    releasing: { owed: true, commands: {}, events: { released: GONE } },
  },
};

/** How many held at once, and how many grants went to others between an acquire and its grant. */
export class ExclusionMeasure implements Measure {
  private grants = 0;
  private holding = 0;
  private maxConcurrent = 0;
  private maxBypass = 0;

  mark(): number {
    return this.grants;
  }
  command(command: { type: string }): void {
    if (command.type === "release") this.holding--;
  }
  event(event: { type: string }, mark: number): void {
    if (event.type === "lost") this.holding--;
    if (event.type !== "granted") return;
    this.maxBypass = Math.max(this.maxBypass, this.grants - mark);
    this.grants++;
    this.maxConcurrent = Math.max(this.maxConcurrent, ++this.holding);
  }
  facts(): Readonly<Record<string, number>> {
    return { maxConcurrent: this.maxConcurrent, maxBypass: this.maxBypass };
  }
  fork(): Measure {
    return Object.assign(new ExclusionMeasure(), this);
  }
}
