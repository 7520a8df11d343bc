// The timeline: all intervals of all watchers and checkers, in rows by actor; the cursor that everything is tied to.

import { timelineRows, type Bar, type Row } from "../data/rows.ts";
import type { Run } from "../data/run.ts";
import { actorOrder } from "../data/triage.ts";
import { matches } from "../state/filters.ts";
import { kLeastRange, panned, zoomed } from "../state/range.ts";
import { selectIssue, setTime, stepFrame, type ViewStore } from "../state/state.ts";
import { createSurface, fitted, type Surface } from "../ui/canvas.ts";
import { h, isolated, name, replace, shortened, visible } from "../ui/dom.ts";
import { timeText, words } from "../ui/format.ts";
import { readPalette, severityColour } from "../ui/severity.ts";
import { digitsOf, niceTimeStep, ticks } from "../ui/ticks.ts";
import { attachTimelinePointer } from "./timeline_pointer.ts";

const kRuler = 26;
const kRow = 20;
const kLeastBar = 3; // pixels

export function mountTimeline(root: HTMLElement, run: Run, store: ViewStore): void {
  const all = timelineRows(run.result, actorOrder(run));
  let rows = all;
  let palette = readPalette();
  let onlyIssues = false;

  const canvas = h("canvas", {
    class: "timeline-canvas",
    tabindex: 0,
    role: "slider",
    "aria-label": "Time",
    "aria-valuemin": 0,
    "aria-valuemax": run.end,
  });
  const room = h("div", { class: "timeline-room" });
  const scroll = h("div", { class: "timeline-scroll", onscroll: () => surface.redraw() }, canvas, room);
  const tip = h("div", { class: "tip", hidden: true });
  const button = (label: string, text: string, onclick: () => void) =>
    h("button", { type: "button", title: label, "aria-label": label, onclick }, text);
  const zoomBy = (factor: number) => store.set({ range: zoomed(store.state.range, run.end, store.state.time, factor) });
  replace(
    root,
    h(
      "div",
      { class: "panel-head" },
      h("h2", { id: "timeline-title" }, "Timeline"),
      h(
        "div",
        { class: "legend" },
        key("watcher", "watcher"),
        key("info", "info"),
        key("warning", "warning"),
        key("error", "error"),
      ),
      h(
        "label",
        {},
        h("input", {
          type: "checkbox",
          onchange: (event: Event) => {
            onlyIssues = (event.target as HTMLInputElement).checked;
            refresh();
          },
        }),
        " only with issues",
      ),
      h(
        "div",
        { class: "buttons" },
        button("Zoom in", "+", () => zoomBy(0.5)),
        button("Zoom out", "\u2212", () => zoomBy(2)),
        button("Show the whole run", "Fit", () => store.set({ range: [0, Math.max(run.end, kLeastRange)] })),
      ),
    ),
    scroll,
    tip,
    asTable(all),
  );

  const surface = createSurface(canvas, draw);
  // As wide as the longest name, but no more than a third: then names are shortened, and a hover tells them.
  const widest = widestName(surface.context, all);
  const gutter = () => Math.min(Math.max(widest + 30, 96), Math.max(0.3 * surface.width, 96));
  const xOf = (time: number) => {
    const [from, to] = store.state.range;
    return gutter() + ((time - from) / (to - from)) * (surface.width - gutter() - 8);
  };
  const timeOf = (x: number) => {
    const [from, to] = store.state.range;
    return from + ((x - gutter()) / (surface.width - gutter() - 8)) * (to - from);
  };

  function refresh(): void {
    const filters = store.state.filters;
    const isFiltered = Object.values(filters).some((value) => value !== "");
    rows = all;
    if (onlyIssues || isFiltered) {
      const kept = new Set(
        all.filter((row) =>
          row.bars.some((bar) => (bar.issue ? matches(bar.issue, filters) : !onlyIssues && !isFiltered)),
        ),
      );
      const actors = new Set([...kept].map((row) => row.actor));
      rows = all.filter((row) => kept.has(row) || (row.watcher === null && actors.has(row.actor)));
    }
    const height = kRuler + rows.length * kRow + 8;
    scroll.style.setProperty("--rows-height", `${height}px`);
    room.style.height = `${Math.max(0, height - scroll.clientHeight)}px`;
    surface.redraw();
  }
  new ResizeObserver(() => {
    room.style.height = `${Math.max(0, kRuler + rows.length * kRow + 8 - scroll.clientHeight)}px`;
  }).observe(scroll);

  function draw({ context, width, height, ratio }: Surface): void {
    canvas.dataset.gutter = String(gutter());
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, width, height);
    context.font = "12px system-ui, sans-serif";
    context.textBaseline = "middle";
    const [from, to] = store.state.range;
    const left = gutter();
    const step = niceTimeStep(to - from, (width - left) / 80);
    context.strokeStyle = palette.faint;
    context.lineWidth = 1;
    context.beginPath();
    for (const tick of ticks(from, to, step)) {
      const x = Math.round(xOf(tick)) + 0.5;
      context.moveTo(x, kRuler);
      context.lineTo(x, height);
    }
    context.stroke();
    drawTeleports(context, left, height);

    context.save();
    context.beginPath();
    context.rect(0, kRuler, width, height - kRuler);
    context.clip();
    const top = scroll.scrollTop;
    const first = Math.max(0, Math.floor((top - kRow) / kRow));
    const last = Math.min(rows.length, Math.ceil((top + height - kRuler) / kRow));
    for (let i = first; i < last; ++i) drawRow(context, rows[i], kRuler + i * kRow - top, width, left);
    context.restore();

    drawRuler(context, from, to, step, width, left);
    const x = xOf(store.state.time);
    if (x >= left - 1 && x <= width) {
      context.fillStyle = palette.accent;
      context.fillRect(Math.round(x) - 1, 0, 2, height);
      context.beginPath();
      context.moveTo(x - 7, 0);
      context.lineTo(x + 7, 0);
      context.lineTo(x, 10);
      context.fill();
    }
  }

  // Where episodes of a live run begin.
  function drawTeleports(context: CanvasRenderingContext2D, left: number, height: number): void {
    context.strokeStyle = palette.accent;
    context.setLineDash([4, 3]);
    context.beginPath();
    for (const { start } of run.about.episodes.slice(1)) {
      const x = Math.round(xOf(start)) + 0.5;
      if (x < left) continue;
      context.moveTo(x, kRuler);
      context.lineTo(x, height);
    }
    context.stroke();
    context.setLineDash([]);
  }

  function drawRuler(
    context: CanvasRenderingContext2D,
    from: number,
    to: number,
    step: number,
    width: number,
    left: number,
  ): void {
    context.fillStyle = palette.panel;
    context.fillRect(0, 0, width, kRuler);
    context.strokeStyle = palette.line;
    context.beginPath();
    context.moveTo(0, kRuler - 0.5);
    context.lineTo(width, kRuler - 0.5);
    context.stroke();
    context.fillStyle = palette.dim;
    context.textAlign = "center";
    const digits = digitsOf(step);
    for (const tick of ticks(from, to, step)) {
      const x = xOf(tick);
      if (x >= left - 1) context.fillText(`${tick.toFixed(digits)} s`, Math.min(x, width - 18), kRuler / 2);
    }
    context.textAlign = "left";
  }

  function drawRow(context: CanvasRenderingContext2D, row: Row, y: number, width: number, left: number): void {
    const middle = y + kRow / 2;
    if (row.watcher === null) {
      context.fillStyle = palette.faint;
      context.fillRect(0, y, width, kRow);
      context.fillStyle = palette.text;
      context.font = "600 12px system-ui, sans-serif";
      const isEgo = row.actor === run.result.trace.ego;
      const category = run.about.scene?.actors[run.actorOf(row.actor)]?.category ?? "";
      const who = `${isolated(shortened(row.actor, 22))}  ${isEgo ? "SUT" : words(category)}`;
      context.fillText(fitted(context, who, left - 12), 8, middle);
      context.font = "12px system-ui, sans-serif";
      drawPresence(context, row.actor, middle, left);
      return;
    }
    context.fillStyle = palette.dim;
    context.fillText(fitted(context, words(row.watcher), left - 26), 18, middle);
    context.save();
    context.beginPath();
    context.rect(left, y, width - left, kRow);
    context.clip();
    for (const bar of row.bars) drawBar(context, bar, y);
    context.restore();
  }

  // When the actor was there, as a thin line.
  function drawPresence(context: CanvasRenderingContext2D, actor: string, y: number, left: number): void {
    const track = run.motion.tracks[run.actorOf(actor)];
    if (!track || track.times.length === 0) return;
    context.strokeStyle = palette.dim;
    context.lineWidth = 2;
    context.beginPath();
    let begin = track.times[0];
    for (let i = 1; i <= track.times.length; ++i) {
      if (i < track.times.length && track.breaks[i] === 0) continue;
      context.moveTo(Math.max(xOf(begin), left), y);
      context.lineTo(Math.max(xOf(track.times[i - 1]), left), y);
      begin = track.times[i];
    }
    context.stroke();
  }

  // Errors fill the row, warnings are lower and have a notch, the rest is a thin band: the height tells it, too.
  function drawBar(context: CanvasRenderingContext2D, bar: Bar, y: number): void {
    const from = xOf(bar.start);
    const to = xOf(bar.end);
    if (to < 0 || from > surface.width) return;
    const wide = Math.max(to - from, kLeastBar);
    const isFaded = bar.issue !== null && !matches(bar.issue, store.state.filters);
    context.globalAlpha = isFaded ? 0.25 : 1;
    const kind = bar.severity;
    const inset = kind === null ? 6 : kind === "error" || kind === "error_continue" ? 2 : 4;
    context.fillStyle = kind === null ? palette.watcher : severityColour(palette, kind);
    context.fillRect(from, y + inset, wide, kRow - 2 * inset);
    if (kind === "warning") {
      context.fillStyle = palette.panel;
      context.fillRect(from, y + kRow / 2 - 0.75, Math.max(0, wide - 2), 1.5);
    }
    const isSelected =
      (bar.issue !== null && bar.issue.id === store.state.issue) ||
      (bar.interval !== null && bar.interval === store.state.interval);
    if (isSelected) {
      context.globalAlpha = 1;
      context.strokeStyle = palette.text;
      context.lineWidth = 2;
      context.strokeRect(from - 1, y + 1, wide + 2, kRow - 2);
    }
    context.globalAlpha = 1;
  }

  function rowAt(y: number): Row | undefined {
    return y < kRuler ? undefined : rows[Math.floor((y - kRuler + scroll.scrollTop) / kRow)];
  }

  function barAt(x: number, y: number): { row: Row; bar: Bar } | null {
    const row = rowAt(y);
    if (!row || x < gutter()) return null;
    let best: Bar | null = null;
    for (const bar of row.bars) {
      const from = xOf(bar.start) - 3;
      const to = Math.max(xOf(bar.end), xOf(bar.start) + kLeastBar) + 3;
      if (x >= from && x <= to && (best === null || bar.end - bar.start < best.end - best.start)) best = bar;
    }
    return best ? { row, bar: best } : null;
  }

  attachTimelinePointer(canvas, scroll, {
    isRuler: (y) => y < kRuler,
    scrub: (x) => setTime(store, run, timeOf(x)),
    pan: (pixels) => {
      const [from, to] = store.state.range;
      store.set({ range: panned([from, to], run.end, (-pixels / (surface.width - gutter() - 8)) * (to - from)) });
    },
    zoom: (x, factor) => store.set({ range: zoomed(store.state.range, run.end, timeOf(x), factor) }),
    click(x, y) {
      const hit = barAt(x, y);
      if (!hit) return x > gutter() ? setTime(store, run, timeOf(x)) : undefined;
      if (hit.bar.issue) return selectIssue(store, run, hit.bar.issue.id);
      store.set({ issue: null, interval: hit.bar.interval, playing: false });
      setTime(store, run, hit.bar.start);
    },
    hover(x, y) {
      const hit = barAt(x, y);
      const row = hit?.row ?? (x < gutter() ? rowAt(y) : undefined);
      tip.hidden = !row;
      canvas.style.cursor = hit ? "pointer" : y < kRuler ? "ew-resize" : "grab";
      if (!row) return;
      replace(tip, h("strong", {}, words(row.watcher ?? "")), row.watcher === null ? "" : " ", name(row.actor));
      if (hit) {
        const { bar } = hit;
        tip.append(h("br"), `${timeText(bar.start)} to ${timeText(bar.end)}${bar.severity ? `, ${bar.severity}` : ""}`);
      }
      const box = root.getBoundingClientRect();
      const own = canvas.getBoundingClientRect();
      tip.style.left = `${Math.min(x + own.left - box.left + 12, box.width - 230)}px`;
      tip.style.top = `${y + own.top - box.top + 16}px`;
    },
    leave: () => (tip.hidden = true),
  });

  canvas.addEventListener("keydown", (event) => {
    const keys: Record<string, () => void> = {
      ArrowLeft: () => (event.shiftKey ? setTime(store, run, store.state.time - 1) : stepFrame(store, run, -1)),
      ArrowRight: () => (event.shiftKey ? setTime(store, run, store.state.time + 1) : stepFrame(store, run, 1)),
      ArrowUp: () => scroll.scrollBy({ top: -kRow * 3 }),
      ArrowDown: () => scroll.scrollBy({ top: kRow * 3 }),
      Home: () => setTime(store, run, 0),
      End: () => setTime(store, run, run.end),
      "+": () => zoomBy(0.5),
      "-": () => zoomBy(2),
    };
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  });

  const showSelected = () => {
    const place = rows.findIndex((row) =>
      row.bars.some((bar) => bar.issue !== null && bar.issue.id === store.state.issue),
    );
    if (place >= 0) {
      const top = place * kRow;
      const seen = scroll.clientHeight - kRuler;
      if (top < scroll.scrollTop || top + kRow > scroll.scrollTop + seen) scroll.scrollTop = top - seen / 2;
    }
    surface.redraw();
  };
  store.watch(["filters"], refresh);
  store.watch(["range", "interval"], () => surface.redraw());
  store.watch(["issue"], showSelected);
  store.watch(["time"], (state) => {
    canvas.setAttribute("aria-valuenow", state.time.toFixed(2));
    canvas.setAttribute("aria-valuetext", timeText(state.time));
    surface.redraw();
  });
  store.watch(["theme"], () => {
    palette = readPalette();
    surface.redraw();
  });
}

function widestName(context: CanvasRenderingContext2D, rows: readonly Row[]): number {
  context.font = "12px system-ui, sans-serif";
  const names = new Set(rows.map((row) => words(row.watcher ?? shortened(row.actor, 22))));
  return Math.max(0, ...[...names].map((text) => context.measureText(text).width));
}

function key(kind: string, text: string): HTMLElement {
  return h("span", { class: "key" }, h("span", { class: `swatch ${kind}` }), text);
}

// The same as text, for those who cannot see the bars: made when it is opened.
function asTable(rows: readonly Row[]): HTMLElement {
  const kMost = 2000;
  const bars = rows.flatMap((row) => row.bars.map((bar) => ({ row, bar })));
  const body = h("div", {});
  return h(
    "details",
    {
      class: "as-table",
      ontoggle: () => {
        if (body.childElementCount > 0) return;
        body.append(
          h(
            "table",
            { class: "plain" },
            h(
              "thead",
              {},
              h(
                "tr",
                {},
                ...["Actor", "Watcher or checker", "From", "To", "Severity"].map((head) =>
                  h("th", { scope: "col" }, head),
                ),
              ),
            ),
            h(
              "tbody",
              {},
              ...bars
                .slice(0, kMost)
                .map(({ row, bar }) =>
                  h(
                    "tr",
                    {},
                    h("td", {}, name(row.actor)),
                    h("td", {}, visible(row.watcher ?? "")),
                    h("td", {}, timeText(bar.start, 3)),
                    h("td", {}, timeText(bar.end, 3)),
                    h("td", {}, bar.severity ?? "\u2013"),
                  ),
                ),
            ),
          ),
        );
      },
    },
    h("summary", {}, `The timeline as a table${bars.length > kMost ? ` (the first ${kMost} of ${bars.length})` : ""}`),
    body,
  );
}
