import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { Agenda, DELIVER, INJECT, TIMER, WAKE } from "../../src/sim/agenda.js";

type Entry = Readonly<{ kind: number; time: number; node: number; from: number; seq: number; load: unknown }>;
const put = (agenda: Agenda, { kind, time, node, from, seq, load }: Entry) =>
  agenda.put(kind, time, node, from, seq, load);
const taken = ({ kind, now, node, from, seq, load }: Agenda): Entry => ({ kind, time: now, node, from, seq, load });

/** What is to happen, by time and then by insertion; cancelled entries are gone. */
class Twin {
  private list: { event: number; entry: Entry }[] = [];

  put(event: number, entry: Entry): void {
    const after = this.list.findIndex((other) => other.entry.time > entry.time);
    this.list.splice(after < 0 ? this.list.length : after, 0, { event, entry });
  }
  take(): Entry | undefined {
    return this.list.shift()?.entry;
  }
  /** Cancels the timer at this place among those that are set; its event. */
  cancel(place: number): number | undefined {
    const timers = this.list.filter(({ entry }) => entry.kind === TIMER);
    const timer = timers[place % Math.max(1, timers.length)];
    this.list = this.list.filter((item) => item !== timer);
    return timer?.event;
  }
  pending(kind: number): unknown[] {
    const found = this.list.filter(({ entry }) => entry.kind === kind).sort((a, b) => a.entry.seq - b.entry.seq);
    return found.map(({ entry: { node, from, seq, load } }) => ({ node, from, seq, load }));
  }
  fork(): Twin {
    return Object.assign(new Twin(), { list: [...this.list] });
  }
}

function drain(agenda: Agenda, twin: Twin): void {
  for (let expected = twin.take(); expected; expected = twin.take()) {
    assert.ok(agenda.take());
    assert.deepEqual(taken(agenda), expected);
  }
  assert.equal(agenda.take(), false);
}

const act = fc.oneof(
  fc.record({ kind: fc.constantFrom(DELIVER, WAKE, INJECT, TIMER), delay: fc.nat({ max: 6000 }) }),
  fc.record({ kind: fc.constant(TIMER), delay: fc.nat({ max: 9 }) }),
  fc.constant("take" as const),
  fc.constant("fork" as const),
  fc.record({ cancel: fc.nat({ max: 9 }) }),
);

test("events come in order with the fields they were put in with, and cancelled ones do not come", () => {
  fc.assert(
    fc.property(fc.array(act, { maxLength: 80, size: "max" }), (acts) => {
      const agenda = new Agenda();
      const twin = new Twin();
      for (const [seq, what] of acts.entries()) {
        if (what === "fork") drain(agenda.fork(), twin.fork());
        else if (what === "take") {
          const expected = twin.take();
          assert.equal(agenda.take(), expected !== undefined);
          if (expected) assert.deepEqual(taken(agenda), expected);
        } else if ("cancel" in what) {
          const event = twin.cancel(what.cancel);
          if (event !== undefined) agenda.cancel(event);
        } else {
          const time = agenda.now + what.delay;
          const entry = { kind: what.kind, time, node: seq, from: -1, seq: 2 ** 32 - 99 + seq, load: { seq } };
          twin.put(put(agenda, entry), entry);
        }
        for (const kind of [DELIVER, TIMER]) assert.deepEqual(agenda.pending(kind), twin.pending(kind));
      }
      drain(agenda, twin);
    }),
    { numRuns: 500 },
  );
});

test("more events than there was room for keep their fields, up to the last number of a message", () => {
  const agenda = new Agenda();
  const twin = new Twin();
  for (let i = 0; i < 5000; i++) {
    const entry = { kind: DELIVER, time: 5000 - i, node: 2 ** 24 - i, from: i, seq: 2 ** 32 - 1 - i, load: `m${i}` };
    twin.put(put(agenda, entry), entry);
  }
  drain(agenda, twin);
});

test("the number of an event that was taken, or cancelled and passed, is used again", () => {
  const agenda = new Agenda();
  const wake = (time: number) => agenda.put(WAKE, time, 0, -1, 0, undefined);
  const first = wake(1);
  agenda.take();
  assert.equal(wake(2), first);
  const timer = agenda.put(TIMER, 3, 0, -1, 0, "tick");
  agenda.cancel(timer);
  wake(4);
  agenda.take();
  assert.notEqual(wake(5), timer, "it is still on the wheel");
  agenda.take();
  assert.equal(agenda.now, 4);
  assert.ok([wake(6), wake(6)].includes(timer));
});
