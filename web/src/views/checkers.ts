// What each checker looks for, from its own declaration, and how it fared in this run.

import type { CheckerInfo } from "../data/about.ts";
import type { Run } from "../data/run.ts";
import type { CheckerStatus } from "../data/result.ts";
import { kNoFilters } from "../state/filters.ts";
import type { ViewStore } from "../state/state.ts";
import { h, replace, visible } from "../ui/dom.ts";
import { counted, unitText, words } from "../ui/format.ts";

// Paragraphs apart by an empty line; `code` in back quotes.
export function prose(text: string): HTMLElement[] {
  return text.split(/\n\s*\n/).map((paragraph) => {
    const pieces = paragraph.replace(/\s*\n\s*/g, " ").split("`");
    return h("p", {}, ...pieces.map((piece, i) => (i % 2 === 1 ? h("code", {}, piece) : visible(piece))));
  });
}

// Did the checker judge, but not everybody or not all of the time? The watchers of KPIs judge nothing; what they leave
// out is beside the KPI.
export function isJudgedInPart(run: Run, { name, status, notes }: CheckerStatus): boolean {
  const info = run.checker(name);
  return status === "completed" && notes.length > 0 && !(info?.of_kpi && info.kinds.length === 0);
}

// All that it found, also what is not listed.
function foundBy(run: Run, checker: CheckerStatus): { issues: number; intervals: number } {
  const { issues, issues_left_out, intervals } = run.result;
  const isOwn = (of: { checker: string }) => of.checker === checker.name;
  const unlisted = (issues_left_out ?? []).filter(isOwn).reduce((sum, { left_out }) => sum + left_out, 0);
  return {
    issues: issues.filter(isOwn).length + unlisted,
    intervals: intervals.filter(({ watcher }) => watcher === checker.name).length + (checker.intervals_left_out ?? 0),
  };
}

function statusWord({ status, turned_off }: CheckerStatus): string {
  return turned_off ? "turned off" : status;
}

// What became of it, in a few words. A watcher has no issues: its intervals tell what it saw.
export function stateOf(run: Run, checker: CheckerStatus): string {
  if (checker.status !== "completed") return `${statusWord(checker)}: ${visible(checker.reason ?? "")}`;
  const { issues, intervals } = foundBy(run, checker);
  const isWatcher = run.checker(checker.name)?.kinds.length === 0;
  const found =
    issues > 0 ? counted(issues, "issue") : isWatcher && intervals > 0 ? counted(intervals, "interval") : "";
  return (found || "nothing found") + (isJudgedInPart(run, checker) ? ", judged only in part" : "");
}

export function mountCheckers(root: HTMLElement, run: Run, store: ViewStore): void {
  const counts = new Map<string, number>();
  for (const issue of run.result.issues) counts.set(issue.checker, (counts.get(issue.checker) ?? 0) + 1);
  const order = [...run.result.checkers].sort(
    (a, b) => (counts.get(b.name) ?? 0) - (counts.get(a.name) ?? 0) || (a.name < b.name ? -1 : 1),
  );
  replace(
    root,
    h("h2", { id: "checkers-title" }, "Checkers"),
    h("p", { class: "dim" }, "What looked at this run, what each looks for, and what to do about what it finds."),
    ...order.map((status) => entry(run, status, counts.get(status.name) ?? 0, store)),
  );
  const open = () => {
    const target = document.getElementById(location.hash.slice(1));
    if (target instanceof HTMLDetailsElement && root.contains(target)) {
      target.open = true;
      target.scrollIntoView({ block: "start" });
    }
  };
  window.addEventListener("hashchange", open);
  open();
}

// `issues`: how many of it are listed.
function entry(run: Run, status: CheckerStatus, issues: number, store: ViewStore): HTMLElement {
  const info = run.checker(status.name);
  return h(
    "details",
    {
      class: `checker ${status.turned_off ? "turned-off" : status.status}${issues > 0 ? " has-issues" : ""}`,
      id: `checker-${status.name}`,
    },
    h(
      "summary",
      {},
      h("code", {}, visible(status.name)),
      h("span", { class: "checker-summary" }, info?.summary ?? ""),
      h("span", { class: "checker-state" }, stateOf(run, status)),
    ),
    h(
      "div",
      { class: "checker-body" },
      ...(issues > 0
        ? [
            h(
              "button",
              {
                type: "button",
                onclick: () => {
                  store.set({ filters: { ...kNoFilters, checker: status.name } });
                  document.getElementById("issues")?.scrollIntoView();
                },
              },
              `Show its ${counted(issues, "issue")}`,
            ),
          ]
        : []),
      h("p", { class: "dim" }, `${words(statusWord(status))}, ${counted(status.instances, "actor")} watched`),
      ...status.notes.map((note) => h("p", { class: "note" }, visible(note))),
      ...(info ? explained(info) : [h("p", { class: "dim" }, "This report's program does not know the checker.")]),
    ),
  );
}

function explained(info: CheckerInfo): HTMLElement[] {
  const parts = prose(info.doc);
  if (info.remedy) parts.push(h("h3", {}, "What to do about it"), ...prose(info.remedy));
  if (info.kinds.length > 0)
    parts.push(
      table(
        "Issues",
        ["kind", "when", "of the SUT", "of others"],
        info.kinds.map((kind) => [words(kind.name), kind.when, kind.sut, kind.other]),
      ),
    );
  if (info.parameters.length > 0)
    parts.push(
      table(
        "Parameters",
        ["setting", "default", "meaning"],
        info.parameters.map((parameter) => [parameter.path, parameter.default, parameter.meaning]),
      ),
    );
  if (info.metrics.length > 0)
    parts.push(
      table(
        "Metrics",
        ["name", "unit", "meaning"],
        info.metrics.map((metric) => [metric.name, unitText(metric.unit), metric.meaning]),
      ),
    );
  if (info.replaced_by) parts.push(h("p", { class: "dim" }, `Newer: ${info.replaced_by}.`));
  return parts;
}

function table(title: string, heads: string[], rows: string[][]): HTMLElement {
  return h(
    "table",
    { class: "plain" },
    h("caption", {}, title),
    h("thead", {}, h("tr", {}, ...heads.map((head) => h("th", { scope: "col" }, head)))),
    h("tbody", {}, ...rows.map((row) => h("tr", {}, ...row.map((cell) => h("td", {}, visible(cell)))))),
  );
}
