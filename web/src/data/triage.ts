// The order in which people look at issues, and which of them they look at together. The program decides both
// (src/results/triage.h); the page only leaves out what filters hide.

import type { TriageRow } from "./about.ts";
import type { Issue, Metric } from "./result.ts";
import type { Run } from "./run.ts";
import { isolated, shortened } from "../ui/dom.ts";
import { counted, numberText, unitText, valueText } from "../ui/format.ts";

const kLongestId = 40; // characters, in a line of text

export interface FoldedRow {
  row: TriageRow;
  issues: Issue[]; // those that filters leave, by when they began
  worst: Issue;
}

export function foldedRows(run: Run, isShown: (issue: Issue) => boolean): FoldedRow[] {
  return run.about.triage.rows.flatMap((row) => {
    const issues = row.issues.flatMap((id) => run.issue(id) ?? []).filter(isShown);
    if (issues.length === 0) return [];
    return [{ row, issues, worst: issues.find((issue) => issue.id === row.worst) ?? furthest(run, issues) }];
  });
}

export function actorsOf(issues: readonly Issue[]): number {
  return new Set(issues.map((issue) => issue.actor.id)).size;
}

export function totalOf(issues: readonly Issue[]): number {
  return issues.reduce((sum, issue) => sum + issue.end - issue.start, 0);
}

function shownMetric(run: Run, issue: Issue, role: "value" | "limit"): (Metric & { value: number }) | undefined {
  for (const info of run.checker(issue.checker)?.metrics ?? []) {
    const metric = info.role === role ? issue.metrics[info.name] : undefined;
    if (metric && typeof metric.value === "number") return { ...metric, value: metric.value };
  }
  return undefined;
}

// "0.8 m, limit 0.45 m": what was reached and what was allowed.
export function reached(run: Run, issue: Issue): string {
  const value = shownMetric(run, issue, "value");
  const limit = shownMetric(run, issue, "limit");
  if (!value) return "";
  const text = (metric: Metric) => valueText(metric.value, metric.unit).replace(/ \(.*\)$/, "");
  return limit ? `${text(value)}, limit ${text(limit)}` : text(value);
}

// That which is furthest beyond its limit, as in src/results/triage.cpp: where filters hide the worst of a row.
function furthest(run: Run, issues: readonly Issue[]): Issue {
  const excess = (issue: Issue) => {
    const value = shownMetric(run, issue, "value")?.value;
    return value === undefined ? 0 : Math.abs(value - (shownMetric(run, issue, "limit")?.value ?? 0));
  };
  return issues.reduce((worst, issue) => (excess(issue) > excess(worst) ? issue : worst));
}

// "7.2 m/s over"; without a limit what was reached, without a value nothing.
export function beyond(run: Run, issue: Issue): string {
  const value = shownMetric(run, issue, "value");
  const limit = shownMetric(run, issue, "limit");
  if (!value || !limit) return reached(run, issue);
  const excess = value.value - limit.value;
  // Braking at -6 m/s² where -4 is the limit is harder, and so over it.
  const isOver = Math.abs(value.value) >= Math.abs(limit.value);
  const unit = value.unit ? `\u202f${unitText(value.unit)}` : "";
  return `${numberText(Math.abs(excess))}${unit} ${isOver ? "over" : "under"}`;
}

// "475 in 61 vehicles, worst 7.2 m/s over"
export function kindSummary(run: Run, count: number, actors: number, worst: Issue): string {
  const most = beyond(run, worst);
  const what = most ? `, ${count > 1 ? "worst " : ""}${most}` : "";
  const whose = `of ${isolated(shortened(worst.actor.id, kLongestId))}`;
  if (count === 1) return `${whose}${what}`;
  return `${count.toLocaleString("en")} ${actors === 1 ? whose : `in ${counted(actors, "actor")}`}${what}`;
}

// Actors by the first row that they are in.
export function actorOrder(run: Run): string[] {
  const order = new Set<string>();
  for (const row of run.about.triage.rows) {
    const worst = run.issue(row.worst);
    if (worst) order.add(worst.actor.id);
    for (const id of row.issues) {
      const issue = run.issue(id);
      if (issue) order.add(issue.actor.id);
    }
  }
  for (const actor of run.about.scene?.actors ?? []) order.add(actor.id);
  return [...order];
}
