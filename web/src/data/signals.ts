// What facts the report keeps of each actor, over its poses.

import type { About } from "./about.ts";
import { ColumnReader } from "./columns.ts";
import type { Motion } from "./motion.ts";
import type { Parts } from "./parts.ts";

export interface Series {
  times: Float64Array;
  values: Float64Array; // NaN: nothing there
}

export class Signals {
  private readonly read = new Map<number, Map<string, Series>>();

  constructor(
    private readonly parts: Parts,
    private readonly about: About,
    private readonly motion: Motion,
  ) {}

  // By fact, in the order of the facts' table; "speed" is always there.
  of(actor: number): Map<string, Series> {
    let signals = this.read.get(actor);
    if (!signals) {
      signals = this.unpack(actor);
      this.read.set(actor, signals);
    }
    return signals;
  }

  get(actor: number, fact: string): Series | undefined {
    return this.of(actor).get(fact);
  }

  private unpack(actor: number): Map<string, Series> {
    const signals = new Map<string, Series>();
    const scene = this.about.scene;
    const track = this.motion.tracks[actor];
    if (!scene || !track) return signals;
    signals.set("speed", { times: track.times, values: track.speed });
    const name = `signals-${actor}`;
    if (!this.parts.has(name)) return signals;
    const columns = new ColumnReader(this.parts.bytes(name));
    const times = columns.numbers().map((pose) => track.times[pose]);
    while (!columns.done) {
      const fact = scene.facts[columns.count()];
      const values = columns.sparse(fact.quantum);
      signals.set(fact.name, { times, values });
    }
    return signals;
  }
}
