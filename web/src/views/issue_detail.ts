// One issue in full: what happened, its numbers, its pictures, what the checker looks for and what to do about it. Or one
// interval of a watcher, with its numbers and pictures.

import { around, type DrawnPlot } from "../data/plots.ts";
import type { Run } from "../data/run.ts";
import { nothingFound, type Interval, type Issue, type Metrics, type Severity } from "../data/result.ts";
import { copyLink } from "../state/address.ts";
import { formatLink } from "../state/link.ts";
import { setTime, type ViewStore } from "../state/state.ts";
import { h, name, replace, visible } from "../ui/dom.ts";
import { metricText, timeText, words } from "../ui/format.ts";
import { severityTag } from "../ui/severity.ts";
import { prose } from "./checkers.ts";
import { createPlot, type Plot } from "./plot.ts";

export function mountIssueDetail(root: HTMLElement, run: Run, store: ViewStore): void {
  let plots: Plot[] = [];
  const show = () => {
    plots.forEach((plot) => plot.destroy());
    plots = [];
    const issue = store.state.issue === null ? undefined : run.issue(store.state.issue);
    if (issue) plots = showIssue(root, run, store, issue);
    else if (store.state.interval) plots = showInterval(root, run, store, store.state.interval);
    else replace(root, h("h2", { id: "detail-title" }, "Details"), h("p", { class: "dim" }, hint(run)));
  };
  store.watch(["issue", "interval"], show);
  store.watch(["time"], (state) => plots.forEach((plot) => plot.setCursor(state.time)));
  store.watch(["theme"], () => plots.forEach((plot) => plot.restyle()));
}

function hint(run: Run): string {
  return run.result.issues.length > 0
    ? "Select an issue in the list or a bar in the timeline to see what was measured."
    : `${nothingFound(run.result.summary.verdict === "pass")} A bar in the timeline shows what a watcher saw.`;
}

function at(store: ViewStore, run: Run, time: number): HTMLElement {
  return h(
    "button",
    { type: "button", class: "time-link", title: "Go there", onclick: () => setTime(store, run, time) },
    timeText(time, 3),
  );
}

function metricsTable(run: Run, checker: string, metrics: Metrics): HTMLElement {
  const infos = new Map(run.checker(checker)?.metrics.map((metric) => [metric.name, metric]));
  return h(
    "table",
    { class: "plain metrics" },
    h("caption", { class: "visually-hidden" }, "Metrics"),
    h(
      "tbody",
      {},
      ...Object.entries(metrics).map(([key, metric]) =>
        h(
          "tr",
          { class: infos.get(key)?.role ?? "plain", title: infos.get(key)?.meaning ?? null },
          h("th", { scope: "row" }, words(key)),
          h("td", {}, visible(metricText(metric))),
        ),
      ),
    ),
  );
}

function showIssue(root: HTMLElement, run: Run, store: ViewStore, issue: Issue): Plot[] {
  const checker = run.checker(issue.checker);
  const kind = checker?.kinds.find((one) => one.name === issue.kind);
  const pictures = h("div", { class: "pictures" });
  replace(
    root,
    h(
      "div",
      { class: "detail-head" },
      severityTag(issue.severity),
      h("h2", { id: "detail-title" }, words(issue.kind)),
      linkTo(store, run, issue),
    ),
    kind ? h("p", { class: "when" }, kind.when) : null,
    h("p", { class: "message", dir: "auto" }, visible(issue.message)),
    issue.details ? h("p", { class: "message", dir: "auto" }, visible(issue.details)) : null,
    ...(issue.notes ?? []).map((note) => h("p", { class: "note", dir: "auto" }, visible(note))),
    issue.original_severity
      ? h(
          "p",
          { class: "dim" },
          `Severity was ${issue.original_severity}`,
          issue.reason ? `: ${visible(issue.reason)}` : "",
        )
      : null,
    pictures,
    h(
      "dl",
      { class: "facts small" },
      fact("Interval", at(store, run, issue.start), " to ", at(store, run, issue.end)),
      run.momentOf(issue) !== issue.start ? fact("Decided", at(store, run, run.momentOf(issue))) : null,
      issue.time !== issue.start && issue.time !== run.momentOf(issue)
        ? fact("Raised", at(store, run, issue.time))
        : null,
      fact("Actor", name(issue.actor.id), ` ${issue.actor.type}${issue.actor.role === "sut" ? ", SUT" : ""}`),
      issue.other_actor ? fact("Other actor", name(issue.other_actor.id), ` ${issue.other_actor.type}`) : null,
      fact("Driver", issue.driver),
      fact("Category", issue.category),
      fact("Checker", h("a", { href: `#checker-${issue.checker}` }, issue.checker)),
    ),
    metricsTable(run, issue.checker, issue.metrics),
    checker?.remedy
      ? h("div", { class: "remedy" }, h("h3", {}, "What to do about it"), ...prose(checker.remedy))
      : null,
  );
  const drawn = run.plots.ofIssue(issue);
  if (drawn.length === 0 && run.about.scene)
    pictures.append(h("p", { class: "dim" }, "This checker has no plots of its issues."));
  return draw(pictures, run, store, drawn, issue, issue.severity);
}

function draw(
  root: HTMLElement,
  run: Run,
  store: ViewStore,
  drawn: DrawnPlot[],
  shown: { start: number; end: number },
  severity?: Severity,
): Plot[] {
  return drawn.map((plot) =>
    createPlot(root, {
      title: plot.title,
      lines: plot.lines,
      interval: [shown.start, shown.end],
      window: [around(shown)[0], Math.min(run.end, around(shown)[1])],
      severity,
      onTime: (time) => setTime(store, run, time),
      time: store.state.time,
    }),
  );
}

function showInterval(root: HTMLElement, run: Run, store: ViewStore, interval: Interval): Plot[] {
  const checker = run.checker(interval.watcher);
  const pictures = h("div", { class: "pictures" });
  replace(
    root,
    h(
      "div",
      { class: "detail-head" },
      h("span", { class: "severity-tag watcher" }, "interval"),
      h("h2", { id: "detail-title" }, words(interval.watcher)),
    ),
    checker ? h("p", { class: "when" }, checker.summary) : null,
    pictures,
    h(
      "dl",
      { class: "facts small" },
      fact("Interval", at(store, run, interval.start), " to ", at(store, run, interval.end)),
      fact("Ended by", words(interval.ended_by)),
      fact("Actor", name(interval.actor)),
      interval.other_actor ? fact("Other actor", name(interval.other_actor)) : null,
    ),
    metricsTable(run, interval.watcher, interval.data),
  );
  return draw(pictures, run, store, run.plots.ofInterval(interval), interval);
}

function fact(label: string, ...value: (Node | string)[]): HTMLElement {
  return h("div", { class: "fact" }, h("dt", {}, label), h("dd", {}, ...value));
}

// To the issue; a click copies the link with the moment and the view.
function linkTo(store: ViewStore, run: Run, issue: Issue): HTMLElement {
  return h(
    "a",
    {
      class: "quiet link-to",
      href: formatLink({ issue: issue.id }),
      title: "Copies a link to this issue, moment and view (l)",
      onclick: (event: Event) => {
        event.preventDefault();
        copyLink(store, run);
      },
    },
    `Issue ${issue.id}: copy link`,
  );
}
