// A picture of lines over time (or over another line) with the interval that it is about, by uPlot.

import uPlot from "uplot";
import type { LineRole } from "../data/about.ts";
import { lastAtMost } from "../data/motion.ts";
import type { Severity } from "../data/result.ts";
import type { Series } from "../data/signals.ts";
import { h } from "../ui/dom.ts";
import { numberText, unitText } from "../ui/format.ts";
import { readPalette, severityColour, type Palette } from "../ui/severity.ts";

export interface PlotOptions {
  title: string;
  lines: { name: string; unit: string; role: LineRole; series: Series }[];
  interval?: [number, number];
  window: [number, number];
  severity?: Severity;
  time: number;
  onTime: (time: number) => void;
}

export interface Plot {
  setCursor(time: number): void;
  restyle(): void;
  destroy(): void;
}

const kHeight = 190;
// What a traffic light shows, by the number of trace::LightColour.
const kLightColours = ["", "", "#1f9d55", "#d9a400", "#c8321f", "#e07020"];

// All lines on one axis of times: the union of their own, each with its last value in between.
export function aligned(lines: readonly { series: Series }[], window: [number, number]): { times: number[]; columns: (number | null)[][] } {
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

export function createPlot(parent: HTMLElement, options: PlotOptions): Plot {
  const box = h("figure", { class: "plot" });
  const unit = options.lines.find((line) => line.role === "value")?.unit ?? "";
  const axis = options.lines.find((line) => line.role === "axis");
  const lights = options.lines.filter((line) => line.role === "light");
  const drawn = options.lines.filter((line) => line.role !== "axis" && line.role !== "light");
  const { times, columns } = aligned([...drawn, ...lights, ...(axis ? [axis] : [])], options.window);
  const caption = h("figcaption", {}, options.title);
  box.append(caption);
  parent.append(box);
  let time = options.time;
  if (times.length === 0) {
    box.append(h("p", { class: "dim" }, "There is nothing to draw: the run has no such values here."));
    return { setCursor: () => undefined, restyle: () => undefined, destroy: () => box.remove() };
  }

  // Over another line than time: its values are the axis, in their order.
  const axisColumn = axis ? columns[columns.length - 1] : null;
  const order = axisColumn
    ? times.map((_, i) => i).filter((i) => axisColumn[i] !== null).sort((a, b) => (axisColumn[a] ?? 0) - (axisColumn[b] ?? 0))
    : times.map((_, i) => i);
  const xs = order.map((i) => (axisColumn ? (axisColumn[i] ?? 0) : times[i]));
  const timeAt = order.map((i) => times[i]);
  const data = [xs, ...drawn.map((_, k) => order.map((i) => columns[k][i]))];
  const lightRows = lights.map((_, k) => order.map((i) => columns[drawn.length + k][i]));
  const xOfTime = (t: number): number => {
    if (!axisColumn) return t;
    let best = 0;
    for (let i = 1; i < timeAt.length; ++i) if (Math.abs(timeAt[i] - t) < Math.abs(timeAt[best] - t)) best = i;
    return xs[best];
  };

  const summary = describe(options, drawn, data.slice(1) as (number | null)[][], unit);
  let plot: uPlot | null = null;

  const make = () => {
    const palette = readPalette();
    plot?.destroy();
    const width = Math.max(box.clientWidth, 240);
    plot = new uPlot(
      {
        width,
        height: kHeight,
        padding: [10, 12, 0, 0],
        cursor: { y: false, points: { size: 5 } },
        legend: { show: true, live: true },
        scales: { x: { time: false }, y: { range: yRange } },
        axes: [axisOptions(palette, axis ? `${axis.name} [${unitText(axis.unit)}]` : "time [s]"), axisOptions(palette, unit ? `[${unitText(unit)}]` : "", true)],
        series: [
          { label: axis ? axis.name : "time", value: (_, value) => (value === null ? "\u2013" : `${numberText(value)} ${axis ? unitText(axis.unit) : "s"}`) },
          ...drawn.map((line, k) => lineOptions(line, k, drawn, palette, axisColumn !== null)),
        ],
        hooks: {
          drawClear: [(u) => shade(u, palette)],
          draw: [(u) => drawCursor(u, palette)],
          ready: [
            (u) => {
              u.over.setAttribute("role", "img");
              u.over.setAttribute("aria-label", summary);
              u.over.addEventListener("click", () => {
                const place = u.cursor.idx;
                if (typeof place === "number") options.onTime(timeAt[place]);
              });
            },
          ],
        },
      },
      data as uPlot.AlignedData,
      box,
    );
  };

  const shade = (u: uPlot, palette: Palette) => {
    const { ctx, bbox } = u;
    ctx.save();
    ctx.beginPath();
    ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
    ctx.clip();
    lightRows.forEach((row) => {
      ctx.globalAlpha = 0.28;
      for (let i = 0; i + 1 < xs.length; ++i) {
        const colour = kLightColours[row[i] ?? 0];
        if (!colour) continue;
        const from = u.valToPos(xs[i], "x", true);
        ctx.fillStyle = colour;
        ctx.fillRect(from, bbox.top, u.valToPos(xs[i + 1], "x", true) - from + 0.5, bbox.height);
      }
    });
    if (options.interval && options.severity) {
      const a = u.valToPos(xOfTime(options.interval[0]), "x", true);
      const b = u.valToPos(xOfTime(options.interval[1]), "x", true);
      const colour = severityColour(palette, options.severity);
      const left = Math.min(a, b);
      const width = Math.max(Math.abs(b - a), 2 * devicePixelRatio);
      ctx.globalAlpha = 0.14;
      ctx.fillStyle = colour;
      ctx.fillRect(left, bbox.top, width, bbox.height);
      ctx.globalAlpha = 0.9;
      ctx.fillRect(left, bbox.top, width, 3 * devicePixelRatio);
    }
    ctx.restore();
  };

  const drawCursor = (u: uPlot, palette: Palette) => {
    const x = u.valToPos(xOfTime(time), "x", true);
    const { ctx, bbox } = u;
    if (x < bbox.left - 1 || x > bbox.left + bbox.width + 1) return;
    ctx.save();
    ctx.strokeStyle = palette.accent;
    ctx.lineWidth = 1.5 * devicePixelRatio;
    ctx.beginPath();
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x, bbox.top + bbox.height);
    ctx.stroke();
    ctx.restore();
  };

  make();
  const observer = new ResizeObserver(() => {
    const width = Math.max(box.clientWidth, 240);
    if (plot && plot.width !== width) plot.setSize({ width, height: kHeight });
  });
  observer.observe(box);
  return {
    setCursor(now) {
      if (now === time) return;
      time = now;
      plot?.redraw(false, false);
    },
    restyle: make,
    destroy() {
      observer.disconnect();
      plot?.destroy();
      box.remove();
    },
  };
}

// Some air above and below; a flat line in the middle.
function yRange(_: uPlot, least: number | null, most: number | null): [number, number] {
  if (least === null || most === null) return [0, 1];
  const air = most - least > 1e-9 ? 0.08 * (most - least) : Math.max(0.5, Math.abs(most) * 0.1);
  return [least >= 0 && least - air < 0 ? 0 : least - air, most + air];
}

function axisOptions(palette: Palette, label: string, isY = false): uPlot.Axis {
  return {
    stroke: palette.dim,
    grid: { stroke: palette.faint, width: 1 },
    ticks: { stroke: palette.faint, width: 1, size: 4 },
    font: "11px system-ui, sans-serif",
    size: isY ? 46 : 30,
    label: isY ? undefined : undefined,
    values: (_, splits) => splits.map((split, i) => (isY && i === splits.length - 1 && label ? label : numberText(split))),
  };
}

function lineOptions(line: PlotOptions["lines"][number], place: number, all: PlotOptions["lines"], palette: Palette, isPath: boolean): uPlot.Series {
  const nth = all.slice(0, place).filter((one) => one.role === line.role).length;
  const base = {
    label: line.name,
    value: (_: uPlot, value: number | null) => (value === null ? "\u2013" : `${numberText(value)} ${unitText(line.unit)}`),
    points: { show: false },
    spanGaps: false,
  };
  if (line.role === "limit")
    return { ...base, stroke: palette.error, width: 1.6, dash: nth === 0 ? [7, 4] : [2, 4], paths: isPath ? undefined : uPlot.paths.stepped?.({ align: 1 }) };
  if (line.role === "context") return { ...base, stroke: palette.dim, width: 1.4, dash: [3, 3] };
  return { ...base, stroke: palette.series[nth % palette.series.length], width: 2 };
}

// The picture in words, for who cannot see it.
function describe(options: PlotOptions, drawn: PlotOptions["lines"], columns: (number | null)[][], unit: string): string {
  const parts = drawn.map((line, k) => {
    const values = columns[k].filter((value): value is number => value !== null);
    if (values.length === 0) return `${line.name}: no values`;
    const least = values.reduce((a, b) => Math.min(a, b));
    const most = values.reduce((a, b) => Math.max(a, b));
    return `${line.name} from ${numberText(least)} to ${numberText(most)} ${unitText(line.unit || unit)}`;
  });
  return `${options.title}. ${parts.join("; ")}.`;
}
