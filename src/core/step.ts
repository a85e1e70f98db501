import { assert } from "./assert.js";
import { type Command, type Event, type Message, type Out, type Protocol, type Self, wordsOf } from "./protocol.js";

export type Input =
  | Readonly<{ kind: "init" }>
  | Readonly<{ kind: "command"; command: Command }>
  | Readonly<{ kind: "message"; from: number; message: Message }>
  | Readonly<{ kind: "timer"; timer: string }>;

export type Effect =
  | Readonly<{ kind: "send"; to: number; message: Message }>
  | Readonly<{ kind: "emit"; event: Event }>
  | Readonly<{ kind: "setTimer"; timer: string; steps: number }>
  | Readonly<{ kind: "cancelTimer"; timer: string }>
  | Readonly<{ kind: "choose"; of: number; value: number }>
  | Readonly<{ kind: "save"; value: unknown }>;

/** What every driver demands of `setTimer` and `choose`. */
export function assertTimer(steps: number): void {
  assert(Number.isSafeInteger(steps) && steps >= 1, "a timer takes at least one step");
}
export function assertChoice(of: number): void {
  assert(Number.isInteger(of) && of >= 1 && of <= 2 ** 16, "a choice is among 1..2^16 values");
}

class Recorder implements Out {
  readonly effects: Effect[] = [];
  private readonly pick: (of: number) => number;

  constructor(pick: (of: number) => number) {
    this.pick = pick;
  }
  send(to: number, message: Message): void {
    this.effects.push({ kind: "send", to, message });
  }
  emit(event: Event): void {
    this.effects.push({ kind: "emit", event });
  }
  setTimer(timer: string, steps: number): void {
    assertTimer(steps);
    this.effects.push({ kind: "setTimer", timer, steps });
  }
  cancelTimer(timer: string): void {
    this.effects.push({ kind: "cancelTimer", timer });
  }
  choose(of: number): number {
    assertChoice(of);
    const value = this.pick(of);
    assert(Number.isInteger(value) && value >= 0 && value < of, "a choice lies in its range");
    this.effects.push({ kind: "choose", of, value });
    return value;
  }
  save(value: unknown): void {
    this.effects.push({ kind: "save", value });
  }
}

/**
 * One step of one node: pure, given what `pick` answers to `out.choose`. `init` ignores `state`.
 * Drivers with a hot path call the handlers with an `Out` of their own; this function is what all of them must agree
 * with.
 */
export function step(
  protocol: Protocol,
  self: Self,
  state: unknown,
  input: Input,
  pick: (of: number) => number,
): { state: unknown; effects: readonly Effect[] } {
  const out = new Recorder(pick);
  switch (input.kind) {
    case "init":
      return { state: protocol.init(self, out), effects: out.effects };
    case "command":
      return { state: protocol.onCommand(self, state, input.command, out), effects: out.effects };
    case "message":
      return { state: protocol.onMessage(self, state, input.from, input.message, out), effects: out.effects };
    case "timer":
      assert(protocol.onTimer, `${protocol.name} has no timers`);
      return { state: protocol.onTimer(self, state, input.timer, out), effects: out.effects };
  }
}

export type StepOutcome = Readonly<{
  state: unknown;
  effects: readonly Effect[];
  choices: readonly number[];
  /** What the handler threw; then nothing has happened. */
  error: string | null;
}>;

/** All outcomes of a step, one for each sequence of answers to `out.choose`, in lexicographic order of the answers. */
export function* outcomes(protocol: Protocol, self: Self, state: unknown, input: Input): Generator<StepOutcome> {
  let script: number[] = [];
  while (true) {
    const widths: number[] = [];
    const pick = (of: number) => {
      const value = script[widths.length] ?? 0;
      widths.push(of);
      return value;
    };
    let result: { state: unknown; effects: readonly Effect[] } = { state, effects: [] };
    let error: string | null = null;
    try {
      result = step(protocol, self, state, input, pick);
    } catch (thrown) {
      error = wordsOf(thrown);
    }
    const choices = widths.map((_, i) => script[i] ?? 0);
    yield { ...result, choices, error };
    let last = choices.length - 1;
    while (last >= 0 && choices[last] === widths[last] - 1) last--;
    if (last < 0) return;
    script = [...choices.slice(0, last), choices[last] + 1];
  }
}
