/** The timers that are set, by node and name, each with the number of its event. */
export class Timers {
  private readonly events = new Map<number, Map<string, number>>();

  put(node: number, timer: string, event: number): void {
    let set = this.events.get(node);
    if (set === undefined) this.events.set(node, (set = new Map()));
    set.set(timer, event);
  }

  /** Takes a timer away; answers its event, or undefined when it was not set. */
  remove(node: number, timer: string): number | undefined {
    const set = this.events.get(node);
    const event = set?.get(timer);
    set?.delete(timer);
    return event;
  }

  fork(): Timers {
    const copy = new Timers();
    for (const [node, set] of this.events) copy.events.set(node, new Map(set));
    return copy;
  }
}
