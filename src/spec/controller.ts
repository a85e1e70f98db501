import type { Client, Command, Event, Judge, Measure, Report, Spec } from "../core/index.js";
import { type ClientAutomaton, GONE, ORDER, QUIET, SOUND } from "../core/index.js";

const budgetClient: ClientAutomaton = {
  opens: { request: "waiting" },
  phases: { waiting: { owed: true, commands: {}, events: { granted: GONE, rejected: GONE } } },
};

/**
 * Units granted; the smallest number of units that was rejected, 0 for none; has the root said that nothing is left?
 */
type State = Readonly<{ granted: number; rejected: number; signalled: boolean }>;

/** An (M,W)-controller: a budget of M permits, of which at most W are left when somebody is refused. */
export const controller: Spec = {
  problem: "controller",
  eventually: "answered",
  properties: [
    SOUND,
    ORDER,
    { name: "budget", kind: "always", what: "at most M permits are granted" },
    {
      name: "signal",
      kind: "always",
      what: "the root says once that the budget is exhausted, before anybody is rejected, and only then",
    },
    {
      name: "waste",
      kind: "eventually",
      what: "if a request for u permits is rejected, at least M-W-(u-1) are granted in the end",
    },
    { name: "answered", kind: "eventually", what: "every request is granted or rejected" },
    QUIET,
    { name: "granted", kind: "sometimes", what: "somebody is granted" },
    { name: "rejected", kind: "sometimes", what: "somebody is rejected" },
  ],
  client: budgetClient,
  judge: ({ params }, report, from) =>
    new Budget(
      params.M as number,
      params.W as number,
      report,
      (from as State) ?? { granted: 0, rejected: 0, signalled: false },
    ),
  measure: () => new NoMeasure(),
};

class Budget implements Judge {
  private readonly M: number;
  private readonly W: number;
  private readonly report: Report;
  private granted: number;
  private rejected: number;
  private signalled: boolean;

  constructor(M: number, W: number, report: Report, { granted, rejected, signalled }: State) {
    this.M = M;
    this.W = W;
    this.report = report;
    this.granted = granted;
    this.rejected = rejected;
    this.signalled = signalled;
  }
  command(_node: number, _client: Client, _command: Command): void {}
  event(node: number, _client: Client | null, event: Event & { units?: number }): void {
    const { type, units = 1 } = event;
    if (type === "granted") {
      this.granted += units;
      this.report.seen("granted");
      if (this.granted > this.M)
        this.report.violated("budget", `node ${node} is granted permit ${this.granted} of ${this.M}`);
    } else if (type === "rejected") {
      this.rejected = this.rejected === 0 ? units : Math.min(this.rejected, units);
      this.report.seen("rejected");
      if (!this.signalled)
        this.report.violated("signal", `node ${node} is rejected, and the root has not said that nothing is left`);
    } else if (type === "exhausted") {
      if (this.signalled) this.report.violated("signal", "the root says twice that nothing is left");
      this.signalled = true;
    }
  }
  rest(): void {
    const { M, W, granted, rejected } = this;
    if (this.signalled && rejected === 0)
      this.report.violated("signal", "the root says that nothing is left, and nobody was rejected");
    const due = M - W - (rejected - 1);
    if (rejected > 0 && granted < due) {
      const what = `a request for ${rejected} was rejected; ${granted} permits are granted, and ${due} are due`;
      this.report.violated("waste", what);
    }
  }
  state(): State {
    return { granted: this.granted, rejected: this.rejected, signalled: this.signalled };
  }
}

/** What is worth knowing of a controller stands in its bins. */
class NoMeasure implements Measure {
  mark(): number {
    return 0;
  }
  command(): void {}
  event(): void {}
  facts(): Readonly<Record<string, number>> {
    return {};
  }
  fork(): Measure {
    return this;
  }
}
