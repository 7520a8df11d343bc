// A picture of lines over time (or over another line) with the interval that it is about, by uPlot.

import uPlot from "uplot";
import { arranged, nearest, type Arranged, type Line } from "../data/align.ts";
import type { Severity } from "../data/result.ts";
import { kLightColours, type LightColour } from "../data/words.ts";
import { h } from "../ui/dom.ts";
import { numberText, unitText, words } from "../ui/format.ts";
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

const kHeight = 200;
const kBandColours: Record<LightColour, string> = {
  unknown: "",
  off: "",
  green: "#1f9d55",
  yellow: "#d9a400",
  red: "#c8321f",
  red_yellow: "#e07020",
};
const bandOf = (state: number | null) => (state === null ? "" : kBandColours[kLightColours[state] ?? "unknown"]);

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
    box.querySelector(".plot-bands")?.remove();
    legend.restyle(palette);
    plot = new uPlot(
      {
        width: Math.max(box.clientWidth, 240),
        height: kHeight,
        padding: [10, 14, 0, 0],
        cursor: { y: false, points: { size: 5 } },
        legend: { show: false },
        // Time runs from left to right, also where something else is the axis.
        scales: { x: { time: false, dir: data.runsBack ? -1 : 1 }, y: { range: yRange } },
        axes: [
          axisOptions(palette, data.axis ? withUnit(data.axis.name, data.axis.unit) : "time [s]"),
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
    box.append(legend.element, bands(data, options, palette));
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
    // One rectangle for as long as a state lasts: seams between many would show.
    for (let i = 0, end = 0; i + 1 < data.x.length; i = end) {
      for (end = i + 1; end + 1 < data.x.length && states[end] === states[i];) ++end;
      const colour = bandOf(states[i]);
      if (!colour) continue;
      ctx.fillStyle = colour;
      const [a, b] = [place(data.x[i]), place(data.x[end])];
      ctx.fillRect(Math.min(a, b), bbox.top, Math.abs(b - a), bbox.height);
    }
  }
  if (options.interval) {
    const [a, b] = options.interval.map((time) => place(xOfTime(time)));
    const width = Math.max(Math.abs(b - a), 2 * devicePixelRatio);
    ctx.fillStyle = options.severity ? severityColour(palette, options.severity) : palette.watcher;
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

// What the bands behind the lines are.
function bands(data: Arranged, options: PlotOptions, palette: Palette): HTMLElement {
  const key = (colour: string, opacity: number, text: string) =>
    h(
      "span",
      { class: "legend-item" },
      h("span", { class: "band-swatch", style: `background:${colour};opacity:${opacity}` }),
      text,
    );
  const states = new Set(data.lights.flatMap((column) => column.filter((state) => bandOf(state) !== "")));
  const items = [...states].map((state) =>
    key(bandOf(state), 0.45, `the light is ${words(kLightColours[state ?? 0])}`),
  );
  if (options.interval)
    items.push(
      options.severity
        ? key(severityColour(palette, options.severity), 0.7, "the issue\u2019s interval")
        : key(palette.watcher, 0.7, "the interval"),
    );
  return h("div", { class: "plot-legend plot-bands" }, ...items);
}

function withUnit(name: string, unit: string): string {
  return unit ? `${name} [${unitText(unit)}]` : name;
}

function axisOptions(palette: Palette, label: string, isY = false): uPlot.Axis {
  return {
    stroke: palette.dim,
    grid: { stroke: palette.faint, width: 1 },
    ticks: { stroke: palette.faint, width: 1, size: 4 },
    font: "11px system-ui, sans-serif",
    size: isY ? 42 : 26,
    label,
    labelSize: label ? 16 : 0,
    labelGap: 0,
    labelFont: "11px system-ui, sans-serif",
    values: (_, splits) => splits.map((split) => numberText(split)),
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

// The picture for those who cannot see it.
function inWords(title: string, data: Arranged): string {
  const parts = data.drawn.map((line, i) => {
    const values = data.columns[i].filter((value): value is number => value !== null);
    if (values.length === 0) return `${line.name}: no values`;
    const least = values.reduce((a, b) => Math.min(a, b));
    const most = values.reduce((a, b) => Math.max(a, b));
    return `${line.name} from ${numberText(least)} to ${numberText(most)} ${unitText(line.unit)}`;
  });
  const over = data.axis ? `, over the ${data.axis.name}, which falls from left to right` : "";
  return `${title}${data.runsBack ? over : ""}. ${parts.join("; ")}.`;
}
