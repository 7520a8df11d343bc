// The lines of the pictures of an issue, or of a watcher's interval, each as its checker declares it.

import type { About, PlotInfo, PlotLine } from "./about.ts";
import { ColumnReader } from "./columns.ts";
import type { Motion } from "./motion.ts";
import type { Parts } from "./parts.ts";
import type { Interval, Issue, Metrics } from "./result.ts";
import type { Series, Signals } from "./signals.ts";
import { words } from "../ui/format.ts";

export interface DrawnLine extends PlotLine {
  series: Series;
}
export interface DrawnPlot {
  title: string;
  lines: DrawnLine[];
}

const kAround = 5; // seconds before and after an interval that its pictures show
export function around(shown: { start: number; end: number }): [number, number] {
  return [Math.max(0, shown.start - kAround), shown.end + kAround];
}

// Whose pictures are drawn, and of when.
interface Shown {
  checker: string;
  actor: string;
  otherActor: string | null;
  metrics: Metrics;
  start: number;
  end: number;
}

const kValue = 0.001; // what one step of a sampled column is worth

// What checkers sampled: by checker and actor, one series per sampled line.
type Sampled = Map<string, Series[]>;

function readSampled(parts: Parts, about: About, motion: Motion): Sampled {
  const sampled: Sampled = new Map();
  if (!about.scene || !parts.has("plots")) return sampled;
  const columns = new ColumnReader(parts.bytes("plots"));
  while (!columns.done) {
    const checker = about.checkers[columns.count()];
    const actor = columns.count();
    const lines = columns.count();
    const frames = columns.numbers();
    const times = frames.map((frame) => motion.times[frame]);
    const series: Series[] = [];
    for (let i = 0; i < lines; ++i) series.push({ times, values: columns.sparse(kValue) });
    sampled.set(`${checker.name} ${actor}`, series);
  }
  return sampled;
}

export class Plots {
  private sampled: Sampled | undefined;

  constructor(
    private readonly parts: Parts,
    private readonly about: About,
    private readonly motion: Motion,
    private readonly signals: Signals,
    private readonly actorOf: (id: string) => number,
  ) {}

  ofIssue(issue: Issue): DrawnPlot[] {
    return this.of({ ...issue, actor: issue.actor.id, otherActor: issue.other_actor?.id ?? null });
  }

  ofInterval(interval: Interval): DrawnPlot[] {
    return this.of({
      ...interval,
      checker: interval.watcher,
      otherActor: interval.other_actor,
      metrics: interval.data,
    });
  }

  private of(shown: Shown): DrawnPlot[] {
    const checker = this.about.checkers.find((one) => one.name === shown.checker);
    if (!checker) return [];
    this.sampled ??= readSampled(this.parts, this.about, this.motion);
    const own = this.sampled.get(`${checker.name} ${this.actorOf(shown.actor)}`) ?? [];
    let next = 0;
    return checker.plots
      .map((plot: PlotInfo) => ({
        title: words(plot.title),
        lines: plot.lines.flatMap((line): DrawnLine[] => {
          const series = line.fact || line.metric ? this.declared(line, shown) : own[next++];
          return series ? [{ ...line, name: words(line.name), series }] : [];
        }),
      }))
      .filter((plot) => plot.lines.some((line) => line.role === "value"));
  }

  private declared(line: PlotLine, shown: Shown): Series | undefined {
    if (line.metric) {
      const value = shown.metrics[line.metric]?.value;
      if (typeof value !== "number") return undefined;
      const [from, to] = around(shown);
      return { times: Float64Array.of(from, to), values: Float64Array.of(value, value) };
    }
    const actor = line.of_other ? shown.otherActor : shown.actor;
    return actor !== null ? this.signals.get(this.actorOf(actor), line.fact ?? "") : undefined;
  }
}
