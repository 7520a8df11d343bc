// Lines of a picture brought onto one axis.

import { lastAtMost } from "./motion.ts";
import type { Series } from "./signals.ts";
import type { LineRole } from "./words.ts";

export interface Line {
  name: string;
  unit: string;
  role: LineRole;
  series: Series;
}

export type Column = (number | null)[];

// All lines at the union of their times, each with its last value in between.
export function aligned(
  lines: readonly { series: Series }[],
  window: [number, number],
): { times: number[]; columns: Column[] } {
  const times = new Set<number>();
  for (const { series } of lines) {
    let i = Math.max(0, lastAtMost(series.times, window[0]));
    for (; i < series.times.length && series.times[i] <= window[1] + 1e-9; ++i)
      if (series.times[i] >= window[0] - 1e-9) times.add(series.times[i]);
  }
  const sorted = [...times].sort((a, b) => a - b);
  const columns = lines.map(({ series }) => {
    let at = 0;
    return sorted.map((time) => {
      while (at + 1 < series.times.length && series.times[at + 1] <= time + 1e-9) ++at;
      const isThere = at < series.times.length && series.times[at] <= time + 1e-9;
      // A line that ended stays away; one that is sampled seldom goes on until its next sample.
      const isOver = at === series.times.length - 1 && time > series.times[at] + 1e-6;
      const value = series.values[at];
      return isThere && !isOver && Number.isFinite(value) ? value : null;
    });
  });
  return { times: sorted, columns };
}

// A picture's numbers: over time, or over another line if one is the axis.
export interface Arranged {
  axis: Line | null; // null: time
  runsBack: boolean; // the axis falls as time goes on, as a distance to go does
  drawn: Line[];
  x: number[]; // ascending
  times: number[]; // of each x
  columns: Column[]; // of each line drawn
  lights: Column[]; // what traffic lights show
}

export function arranged(lines: readonly Line[], window: [number, number]): Arranged {
  const axis = lines.find((line) => line.role === "axis") ?? null;
  const drawn = lines.filter((line) => line.role !== "axis" && line.role !== "light");
  const lights = lines.filter((line) => line.role === "light");
  const { times, columns } = aligned([...drawn, ...lights, ...(axis ? [axis] : [])], window);
  const over = axis ? columns[columns.length - 1] : times;
  const order = times.map((_, i) => i).filter((i) => over[i] !== null);
  const runsBack = axis !== null && order.length > 1 && (over[order[0]] ?? 0) > (over[order[order.length - 1]] ?? 0);
  if (axis) order.sort((a, b) => (over[a] ?? 0) - (over[b] ?? 0));
  const pick = (column: Column) => order.map((i) => column[i]);
  return {
    axis,
    runsBack,
    drawn,
    x: order.map((i) => over[i] ?? 0),
    times: order.map((i) => times[i]),
    columns: columns.slice(0, drawn.length).map(pick),
    lights: columns.slice(drawn.length, drawn.length + lights.length).map(pick),
  };
}

// The place of the nearest value; they need not be sorted.
export function nearest(values: readonly number[], value: number): number {
  let best = 0;
  for (let i = 1; i < values.length; ++i) if (Math.abs(values[i] - value) < Math.abs(values[best] - value)) best = i;
  return best;
}
