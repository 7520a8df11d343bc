// Metrics: a histogram against the baseline, the trend over suites, the runs with the extreme values.

import { h, name, replace, visible } from "../ui/dom.ts";
import { amountText, numberText, percentText, unitText } from "../ui/format.ts";
import { svg } from "../ui/svg.ts";
import { niceStep, ticks } from "../ui/ticks.ts";
import { runLink } from "./answers.ts";
import type { Answer, Suite, SuiteMetric, Summary } from "./data.ts";
import type { SuiteStore } from "./state.ts";

const [kWidth, kHeight, kLeft, kRight, kTop, kBottom] = [560, 220, 52, 12, 10, 34];
const inside = kWidth - kLeft - kRight;

function drawing(label: string): SVGElement {
  return svg("svg", { viewBox: `0 0 ${kWidth} ${kHeight}`, class: "chart", role: "img", "aria-label": label });
}

function valueAxis(
  into: SVGElement,
  from: number,
  to: number,
  least = 0,
  words: (value: number) => string = amountText,
): (value: number) => number {
  const y = (value: number) => kHeight - kBottom - ((value - from) / (to - from)) * (kHeight - kBottom - kTop);
  for (const tick of ticks(from, to, Math.max(least, niceStep(to - from, 5))))
    into.append(
      svg("path", { class: "grid", d: `M${kLeft} ${y(tick)}H${kWidth - kRight}` }),
      svg("text", { x: kLeft - 6, y: y(tick) + 4, "text-anchor": "end" }, words(tick)),
    );
  return y;
}

function figure(title: string, picture: SVGElement, ...legend: [string, string][]): HTMLElement {
  const box = h("figure", { class: "plot" }, h("figcaption", {}, title));
  box.append(picture);
  if (legend.length > 0)
    box.append(
      h(
        "div",
        { class: "plot-legend" },
        ...legend.map(([cls, text]) =>
          h("span", { class: "legend-item" }, h("span", { class: `chart-key ${cls}` }), visible(text)),
        ),
      ),
    );
  return box;
}

function histogram(suite: Suite, metric: SuiteMetric): HTMLElement {
  const { borders, now_counts, before_counts } = metric;
  const from = borders[0];
  const to = borders[borders.length - 1];
  const picture = drawing(`Histogram of ${metric.name}`);
  const y = valueAxis(picture, 0, Math.max(1, ...now_counts, ...before_counts), 1);
  const x = (value: number) => kLeft + ((value - from) / (to - from)) * inside;
  now_counts.forEach((count, i) => {
    const [left, right] = [x(borders[i]), x(borders[i + 1])];
    const words = `${numberText(borders[i])} to ${numberText(borders[i + 1])}: ${count}`;
    const title = svg("title", {}, suite.about.baseline === null ? words : `${words}, baseline ${before_counts[i]}`);
    picture.append(
      svg(
        "rect",
        { class: "now", x: left + 0.5, y: y(count), width: Math.max(right - left - 1, 0.5), height: y(0) - y(count) },
        title,
      ),
    );
    if (before_counts[i] > 0)
      picture.append(svg("path", { class: "before", d: `M${left} ${y(before_counts[i])}H${right}` }));
  });
  for (const tick of ticks(from, to, niceStep(to - from, 6)))
    picture.append(svg("text", { x: x(tick), y: kHeight - kBottom + 16, "text-anchor": "middle" }, numberText(tick)));
  picture.append(
    svg("text", { x: kWidth - kRight, y: kHeight - 4, "text-anchor": "end" }, `[${unitText(metric.unit) || "1"}]`),
  );
  const legend: [string, string][] = [["now", suite.about.name]];
  if (suite.about.baseline !== null) legend.push(["before", `baseline ${suite.about.baseline}`]);
  return figure(
    metric.of_issues ? "How many issues have which value" : "How many runs have which value",
    picture,
    ...legend,
  );
}

function lineOf(points: [number, number][]): string {
  return points.map(([x, y], i) => `${i === 0 ? "M" : "L"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");
}

// A line over suites; with a band from p5 to p95 where there are summaries.
function trend(
  suite: Suite,
  title: string,
  names: string[],
  values: (number | null)[],
  band: (Summary | null)[] = [],
  isShare = false,
): HTMLElement {
  const known = [...values, ...band.flatMap((one) => (one ? [one.p5, one.p95] : []))].filter((one) => one !== null);
  const picture = drawing(title);
  if (known.length === 0) return figure(`${title}: no values`, picture);
  let low = Math.min(...known);
  let high = Math.max(...known);
  if (low >= 0 && low < 0.5 * high) low = 0;
  if (high - low < 1e-9) [low, high] = isShare ? [0, 1] : [low - 0.5, high + 0.5];
  const text = isShare ? percentText : amountText;
  const y = valueAxis(picture, low, high, 0, text);
  const x = (i: number) => kLeft + ((i + 0.5) / names.length) * inside;
  const lower: [number, number][] = [];
  const upper: [number, number][] = [];
  band.forEach((one, i) => {
    if (!one) return;
    upper.push([x(i), y(one.p95)]);
    lower.unshift([x(i), y(one.p5)]);
  });
  if (upper.length > 1) picture.append(svg("path", { class: "band-area", d: `${lineOf([...upper, ...lower])}Z` }));
  const points = values.flatMap((one, i): [number, number][] => (one === null ? [] : [[x(i), y(one)]]));
  picture.append(svg("path", { class: "trend-line", d: lineOf(points) }));
  const step = Math.ceil(names.length / 6);
  values.forEach((one, i) => {
    if (one !== null) {
      const cls = names[i] === suite.about.name ? "trend-point this" : "trend-point";
      const words = svg("title", {}, `${visible(names[i])}: ${text(one)}`);
      picture.append(
        svg("circle", { class: cls, cx: x(i), cy: y(one), r: names[i] === suite.about.name ? 5 : 3.5 }, words),
      );
    }
    const label = Array.from(visible(names[i]));
    if ((names.length - 1 - i) % step === 0)
      picture.append(
        svg(
          "text",
          { x: x(i), y: kHeight - kBottom + 16, "text-anchor": "middle" },
          label.length > 12 ? `\u2026${label.slice(-11).join("")}` : label.join(""),
        ),
      );
  });
  return figure(title, picture);
}

const kSummary: [keyof Summary, string][] = [
  ["count", "values"],
  ["min", "min"],
  ["p5", "p5"],
  ["median", "median"],
  ["mean", "mean"],
  ["p95", "p95"],
  ["max", "max"],
];

function summaries(suite: Suite, metric: SuiteMetric): HTMLElement {
  const row = (label: string, summary: Summary | null) =>
    summary
      ? h(
          "tr",
          {},
          h("th", { scope: "row" }, name(label)),
          ...kSummary.map(([key]) => h("td", { class: "number" }, amountText(summary[key]))),
        )
      : null;
  return h(
    "div",
    { class: "wide-table" },
    h(
      "table",
      { class: "plain answer" },
      h(
        "thead",
        {},
        h("tr", {}, h("th", {}, ""), ...kSummary.map(([, label]) => h("th", { scope: "col", class: "number" }, label))),
      ),
      h("tbody", {}, row(suite.about.name, metric.now), row(suite.about.baseline ?? "", metric.before)),
    ),
  );
}

function extremes(suite: Suite, label: string, runs: [number, number][], unit: string): HTMLElement {
  return h(
    "div",
    {},
    h("h3", {}, label),
    h(
      "ol",
      { class: "extremes" },
      ...runs.map(([run, value]) => h("li", {}, `${amountText(value)}\u202f${unitText(unit)} `, runLink(suite, run))),
    ),
  );
}

export function mountSuiteMetrics(root: HTMLElement, suite: Suite, store: SuiteStore): void {
  const { metrics, trend_suites } = suite.about;
  const choose = h(
    "select",
    { "aria-label": "Metric", onchange: () => store.set({ metric: Number(choose.value) }) },
    ...metrics.map((metric, i) =>
      h("option", { value: i }, `${visible(metric.name)}${metric.of_issues ? " (of issues)" : ""}`),
    ),
  );
  const room = h("div", { class: "charts" });
  replace(
    root,
    h("div", { class: "panel-head" }, h("h2", { id: "metrics-title" }, "Metrics"), metrics.length > 0 ? choose : null),
    metrics.length === 0 ? h("p", { class: "dim" }, "No metric has more than one value.") : room,
  );
  if (metrics.length === 0) return;
  store.watch(["metric"], (state) => {
    const metric = metrics[state.metric] ?? metrics[0];
    choose.value = String(metrics.indexOf(metric));
    replace(
      room,
      histogram(suite, metric),
      trend(
        suite,
        "Median over suites, with the range of 90 % of the values",
        trend_suites,
        metric.trend.map((one) => one?.median ?? null),
        metric.trend,
      ),
      summaries(suite, metric),
      h(
        "div",
        { class: "info-groups" },
        extremes(suite, "Largest", metric.largest, metric.unit),
        extremes(suite, "Smallest", metric.smallest, metric.unit),
      ),
    );
  });
}

const kTrendTitles: Record<string, string> = {
  pass_rate: "Pass rate",
  errors: "Errors",
  new_errors: "New errors",
  issues: "Issues",
  km: "Kilometres driven",
};

export function mountSuiteTrends(root: HTMLElement, suite: Suite): void {
  const charts = suite.about.trends.flatMap((answer: Answer) => {
    const table = answer.tables[0];
    const value = table?.columns.findIndex((column) => column.name === "value") ?? -1;
    if (!table || value < 0 || table.rows.length === 0) return [];
    const numbers = table.rows.map((row) => (typeof row[value] === "number" ? row[value] : null));
    const names = table.rows.map((row) => String(row[0]));
    return [
      trend(suite, kTrendTitles[answer.title] ?? answer.title, names, numbers, [], table.columns[value].is_share),
    ];
  });
  replace(
    root,
    h("h2", { id: "trends-title" }, "Trends"),
    charts.length > 0
      ? h("div", { class: "charts" }, ...charts)
      : h("p", { class: "dim" }, "There is no complete suite with these labels yet."),
  );
}
