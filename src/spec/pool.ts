import type { Client, Command, Event, Judge, Report, Spec } from "../core/index.js";
import { ORDER, QUIET, SOUND } from "../core/index.js";
import { ExclusionMeasure, exclusionClient } from "./exclusion.js";

type State = Readonly<{ waiting: number; users: readonly number[] }>; // clients that wait; of each unit its node, or -1
type Granted = Event & Readonly<{ unit: number }>;

/** R identical units; a grant says which one. */
export const pool: Spec = {
  problem: "pool",
  eventually: "answered",
  properties: [
    SOUND,
    ORDER,
    { name: "exclusion", kind: "always", what: "no unit is held by two clients" },
    { name: "units", kind: "always", what: "a grant names a unit from 1 to R" },
    { name: "answered", kind: "eventually", what: "every acquire is granted, if every holder releases" },
    QUIET,
    { name: "granted", kind: "sometimes", what: "somebody is granted" },
    { name: "contended", kind: "sometimes", what: "somebody waits while a unit is held" },
    { name: "all-in-use", kind: "sometimes", what: "all R units are held at once" },
  ],
  client: exclusionClient,
  judge: ({ params }, report, from) =>
    new UnitByUnit(
      report,
      (from as State | undefined) ?? { waiting: 0, users: new Array(params.R as number).fill(-1) },
    ),
  measure: () => new ExclusionMeasure(),
};

class UnitByUnit implements Judge {
  private readonly report: Report;
  private waiting: number;
  private readonly users: number[];
  private held: number;

  constructor(report: Report, { waiting, users }: State) {
    this.report = report;
    this.waiting = waiting;
    this.users = [...users];
    this.held = users.filter((node) => node >= 0).length;
  }
  command(_node: number, client: Client, command: Command): void {
    if (command.type === "acquire") this.waiting++;
    else if (command.type === "cancel") this.waiting--;
    else if (client.phase === "holding") this.leave(client.answer as Granted);
    this.look();
  }
  event(node: number, client: Client | null, event: Event): void {
    if (event.type === "lost" && client?.phase === "holding") this.leave(client.answer as Granted);
    if (event.type !== "granted") return;
    if (client?.phase === "waiting") this.waiting--;
    const { unit } = event as Granted;
    if (!Number.isInteger(unit) || unit < 1 || unit > this.users.length) {
      return this.report.violated("units", `node ${node} is granted unit ${unit}; there are 1 to ${this.users.length}`);
    }
    const user = this.users[unit - 1];
    if (user >= 0) this.report.violated("exclusion", `node ${node} is granted unit ${unit}, which node ${user} holds`);
    else this.held++;
    this.users[unit - 1] = node;
    this.report.seen("granted");
    if (this.held === this.users.length) this.report.seen("all-in-use");
    this.look();
  }
  private leave({ unit }: Granted): void {
    if (!(this.users[unit - 1] >= 0)) return;
    this.held--;
    this.users[unit - 1] = -1;
  }
  private look(): void {
    if (this.waiting > 0 && this.held > 0) this.report.seen("contended");
  }
  state(): State {
    return { waiting: this.waiting, users: [...this.users] };
  }
}
