// When the ego arrived at the midpoint in each episode, against what was estimated and wanted.

import type { Episode } from "../data/about.ts";
import { h } from "../ui/dom.ts";
import { numberText } from "../ui/format.ts";
import { svg } from "../ui/svg.ts";
import { niceStep, ticks } from "../ui/ticks.ts";

const [kWidth, kHeight, kLeft, kBottom, kTop] = [640, 220, 46, 40, 10];

function mark(kind: "target" | "estimated" | "achieved", x: number, y: number, text: string): SVGElement {
  const title = svg("title", {}, text);
  if (kind === "target") return svg("path", { class: `arrival ${kind}`, d: `M${x - 7} ${y}h14` }, title);
  if (kind === "estimated")
    return svg("rect", { class: `arrival ${kind}`, x: x - 4, y: y - 4, width: 8, height: 8 }, title);
  return svg("circle", { class: `arrival ${kind}`, cx: x, cy: y, r: 4.5 }, title);
}

export function arrivalPlot(episodes: readonly Episode[], onTime: (time: number) => void): HTMLElement {
  const kinds = ["target", "estimated", "achieved"] as const;
  const most = Math.max(1, ...episodes.flatMap((episode) => kinds.map((kind) => episode[kind] ?? 0))) * 1.05;
  const x = (number: number) => kLeft + ((number + 0.5) / episodes.length) * (kWidth - kLeft - 10);
  const y = (seconds: number) => kHeight - kBottom - (seconds / most) * (kHeight - kBottom - kTop);
  const drawing = svg("svg", {
    viewBox: `0 0 ${kWidth} ${kHeight}`,
    class: "arrivals",
    role: "img",
    "aria-label": "Arrivals at the midpoint, by episode",
  });
  for (const tick of ticks(0, most, niceStep(most, 5)))
    drawing.append(
      svg("path", { class: "grid", d: `M${kLeft} ${y(tick)}H${kWidth - 10}` }),
      svg("text", { x: kLeft - 6, y: y(tick) + 4, "text-anchor": "end" }, numberText(tick)),
    );
  const step = Math.ceil(episodes.length / 20);
  episodes.forEach((episode, number) => {
    if (number % step === 0)
      drawing.append(svg("text", { x: x(number), y: kHeight - kBottom + 16, "text-anchor": "middle" }, String(number)));
    if (episode.estimated !== null && episode.achieved !== null)
      drawing.append(svg("path", { class: "late", d: `M${x(number)} ${y(episode.estimated)}V${y(episode.achieved)}` }));
    for (const kind of kinds) {
      const seconds = episode[kind];
      if (seconds === null) continue;
      const element = mark(kind, x(number), y(seconds), `episode ${number}: ${kind} ${numberText(seconds)} s`);
      element.addEventListener("click", () => onTime(episode.start + seconds));
      drawing.append(element);
    }
  });
  drawing.append(
    svg("text", { x: kWidth - 10, y: kHeight - 6, "text-anchor": "end" }, "episode"),
    svg("text", { x: 4, y: kTop + 4 }, "[s]"),
  );
  const key = (kind: (typeof kinds)[number], text: string) => {
    const swatch = svg("svg", { viewBox: "0 0 16 12", width: 16, height: 12, "aria-hidden": "true" });
    swatch.append(mark(kind, 8, 6, text));
    const item = h("span", { class: "legend-item" });
    item.append(swatch, text);
    return item;
  };
  const figure = h(
    "figure",
    { class: "plot" },
    h("figcaption", {}, "Arrivals at the midpoint, from each episode\u2019s start"),
  );
  figure.append(
    drawing,
    h(
      "div",
      { class: "plot-legend" },
      key("target", "wanted"),
      key("estimated", "estimated"),
      key("achieved", "achieved"),
    ),
  );
  return figure;
}
