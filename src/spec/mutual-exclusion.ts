import type { Client, Command, Event, Judge, Report, Spec } from "../core/index.js";
import { ORDER, QUIET, SOUND } from "../core/index.js";
import { ExclusionMeasure, exclusionClient } from "./exclusion.js";

/** How many clients wait, and the nodes of those that hold. */
type State = Readonly<{ waiting: number; holders: readonly number[] }>;

/** One at a time. */
export const mutualExclusion: Spec = {
  problem: "mutual-exclusion",
  eventually: "answered",
  properties: [
    SOUND,
    ORDER,
    { name: "exclusion", kind: "always", what: "at most one client holds" },
    { name: "answered", kind: "eventually", what: "every acquire is granted, if every holder releases" },
    QUIET,
    { name: "granted", kind: "sometimes", what: "somebody is granted" },
    { name: "contended", kind: "sometimes", what: "somebody holds while another waits" },
    { name: "handed-over", kind: "sometimes", what: "somebody is granted while others still wait" },
  ],
  client: exclusionClient,
  judge: (_setup, report, from) => new OneAtATime(report, (from as State | undefined) ?? { waiting: 0, holders: [] }),
  measure: () => new ExclusionMeasure(),
};

class OneAtATime implements Judge {
  private readonly report: Report;
  private waiting: number;
  private holders: readonly number[];

  constructor(report: Report, { waiting, holders }: State) {
    this.report = report;
    this.waiting = waiting;
    this.holders = holders;
  }
  command(node: number, client: Client, command: Command): void {
    if (command.type === "acquire") this.waiting++;
    else if (command.type === "cancel") this.waiting--;
    else if (client.phase === "holding") this.leave(node);
    this.look();
  }
  event(node: number, client: Client | null, event: Event): void {
    if (event.type === "lost") this.leave(node);
    if (event.type !== "granted") return;
    if (client?.phase === "waiting") this.waiting--;
    if (this.holders.length > 0) {
      this.report.violated("exclusion", `node ${node} is granted while node ${this.holders.join(" and node ")} holds`);
    }
    this.holders = [...this.holders, node].sort((a, b) => a - b);
    this.report.seen("granted");
    if (this.waiting > 0) this.report.seen("handed-over");
    this.look();
  }
  private leave(node: number): void {
    const place = this.holders.indexOf(node);
    if (place >= 0) this.holders = this.holders.toSpliced(place, 1);
  }
  private look(): void {
    if (this.waiting > 0 && this.holders.length > 0) this.report.seen("contended");
  }
  state(): State {
    return { waiting: this.waiting, holders: this.holders };
  }
}
