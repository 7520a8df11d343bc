// A picture of lines over time (or over another line) with the interval that it is about, by uPlot.

import uPlot from "uplot";
import { arranged, nearest, type Arranged, type Line } from "../data/align.ts";
import type { Severity } from "../data/result.ts";
import { h } from "../ui/dom.ts";
import { numberText, unitText } from "../ui/format.ts";
import { readPalette, severityColour, type Palette } from "../ui/severity.ts";
import { createLegend, lineLook } from "./plot_lines.ts";

export interface PlotOptions {
  title: string;
  lines: Line[];
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

const kHeight = 180;
// What a traffic light shows, by the number of trace::LightColour.
const kLightColours = ["", "", "#1f9d55", "#d9a400", "#c8321f", "#e07020"];

export function createPlot(parent: HTMLElement, options: PlotOptions): Plot {
  const box = h("figure", { class: "plot" }, h("figcaption", {}, options.title));
  parent.append(box);
  const data = arranged(options.lines, options.window);
  if (data.x.length === 0) {
    box.append(h("p", { class: "dim" }, "There is nothing to draw: the run has no such values here."));
    return { setCursor: () => undefined, restyle: () => undefined, destroy: () => box.remove() };
  }
  const unit = data.drawn.find((line) => line.role === "value")?.unit ?? "";
  const legend = createLegend(data.drawn, data.axis ?? { name: "at", unit: "s" });
  const cursor = h("div", { class: "plot-cursor" });
  const xOfTime = (time: number) => (data.axis ? data.x[nearest(data.times, time)] : time);
  let time = options.time;
  let hovered: number | null = null;
  let plot: uPlot | null = null;

  const showValues = () => {
    const place = hovered ?? nearest(data.times, time);
    legend.show(
      data.x[place],
      data.columns.map((column) => column[place]),
    );
  };
  // An element over the picture: moving it costs nothing, so that playing stays smooth.
  const showCursor = () => {
    if (!plot) return;
    const x = plot.valToPos(xOfTime(time), "x");
    const isInside = x >= -1 && x <= plot.over.clientWidth + 1;
    cursor.hidden = !isInside;
    cursor.style.transform = `translateX(${x.toFixed(1)}px)`;
  };

  const make = () => {
    const palette = readPalette();
    plot?.destroy();
    legend.restyle(palette);
    plot = new uPlot(
      {
        width: Math.max(box.clientWidth, 240),
        height: kHeight,
        padding: [10, 14, 0, 0],
        cursor: { y: false, points: { size: 5 } },
        legend: { show: false },
        scales: { x: { time: false }, y: { range: yRange } },
        axes: [
          axisOptions(palette, `[${data.axis ? unitText(data.axis.unit) : "s"}]`),
          axisOptions(palette, unit ? `[${unitText(unit)}]` : "", true),
        ],
        series: [{}, ...data.drawn.map((_, i) => seriesOptions(data, i, palette))],
        hooks: {
          drawClear: [(u) => shade(u, data, options, palette, xOfTime)],
          draw: [showCursor],
          setCursor: [
            (u) => {
              hovered = typeof u.cursor.idx === "number" && (u.cursor.left ?? -1) >= 0 ? u.cursor.idx : null;
              showValues();
            },
          ],
          ready: [
            (u) => {
              u.over.append(cursor);
              u.ctx.canvas.setAttribute("aria-hidden", "true");
              u.over.setAttribute("role", "img");
              u.over.setAttribute("aria-label", inWords(options.title, data));
              u.over.addEventListener("click", () => {
                if (hovered !== null) options.onTime(data.times[hovered]);
              });
            },
          ],
        },
      },
      [data.x, ...data.columns] as uPlot.AlignedData,
      box,
    );
    box.append(legend.element);
  };

  make();
  showValues();
  const observer = new ResizeObserver(() => {
    const width = Math.max(box.clientWidth, 240);
    if (plot && plot.width !== width) plot.setSize({ width, height: kHeight });
  });
  observer.observe(box);
  return {
    setCursor(now) {
      if (now === time) return;
      time = now;
      showCursor();
      showValues();
    },
    restyle: make,
    destroy() {
      observer.disconnect();
      plot?.destroy();
      box.remove();
    },
  };
}

// What is behind the lines: what lights show, and the interval.
function shade(
  u: uPlot,
  data: Arranged,
  options: PlotOptions,
  palette: Palette,
  xOfTime: (time: number) => number,
): void {
  const { ctx, bbox } = u;
  const place = (x: number) => u.valToPos(x, "x", true);
  ctx.save();
  ctx.beginPath();
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
  ctx.clip();
  ctx.globalAlpha = 0.28;
  for (const states of data.lights) {
    for (let i = 0; i + 1 < data.x.length; ++i) {
      const colour = kLightColours[states[i] ?? 0];
      if (!colour) continue;
      ctx.fillStyle = colour;
      ctx.fillRect(place(data.x[i]), bbox.top, place(data.x[i + 1]) - place(data.x[i]) + 0.5, bbox.height);
    }
  }
  if (options.interval && options.severity) {
    const [a, b] = options.interval.map((time) => place(xOfTime(time)));
    const width = Math.max(Math.abs(b - a), 2 * devicePixelRatio);
    ctx.fillStyle = severityColour(palette, options.severity);
    ctx.globalAlpha = 0.14;
    ctx.fillRect(Math.min(a, b), bbox.top, width, bbox.height);
    ctx.globalAlpha = 0.9;
    ctx.fillRect(Math.min(a, b), bbox.top, width, 3 * devicePixelRatio);
  }
  ctx.restore();
}

// Some air above and below; a flat line in the middle.
function yRange(_: uPlot, least: number | null, most: number | null): [number, number] {
  if (least === null || most === null) return [0, 1];
  const air = most - least > 1e-9 ? 0.08 * (most - least) : Math.max(0.5, Math.abs(most) * 0.1);
  return [least >= 0 && least - air < 0 ? 0 : least - air, most + air];
}

// The last tick of an axis is its unit.
function axisOptions(palette: Palette, label: string, isY = false): uPlot.Axis {
  return {
    stroke: palette.dim,
    grid: { stroke: palette.faint, width: 1 },
    ticks: { stroke: palette.faint, width: 1, size: 4 },
    font: "11px system-ui, sans-serif",
    size: isY ? 46 : 28,
    values: (_, splits) => splits.map((split, i) => (i === splits.length - 1 && label ? label : numberText(split))),
  };
}

function seriesOptions(data: Arranged, place: number, palette: Palette): uPlot.Series {
  const look = lineLook(data.drawn, place, palette);
  const isStepped = data.drawn[place].role === "limit" && data.axis === null;
  return {
    stroke: look.colour,
    width: look.width,
    dash: look.dash,
    points: { show: false },
    spanGaps: false,
    paths: isStepped ? uPlot.paths.stepped?.({ align: 1 }) : undefined,
  };
}

// The picture for who cannot see it.
function inWords(title: string, data: Arranged): string {
  const parts = data.drawn.map((line, i) => {
    const values = data.columns[i].filter((value): value is number => value !== null);
    if (values.length === 0) return `${line.name}: no values`;
    const least = values.reduce((a, b) => Math.min(a, b));
    const most = values.reduce((a, b) => Math.max(a, b));
    return `${line.name} from ${numberText(least)} to ${numberText(most)} ${unitText(line.unit)}`;
  });
  return `${title}. ${parts.join("; ")}.`;
}
