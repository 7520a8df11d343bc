// Which issues are listed, and in what order.

import type { Issue, Severity } from "../data/result.ts";

// `triage`: what matters most first, folded; the others are flat. Time is when an issue began, as lists show it.
export type SortBy = "triage" | "time" | "kind" | "actor";
export const kOrders: { by: SortBy; text: string }[] = [
  { by: "triage", text: "what matters first" },
  { by: "time", text: "by begin" },
  { by: "kind", text: "by kind" },
  { by: "actor", text: "by actor" },
];

export interface Filters {
  severity: Severity | "";
  kind: string;
  checker: string;
  category: string;
  actor: string;
  text: string;
}

export const kNoFilters: Filters = { severity: "", kind: "", checker: "", category: "", actor: "", text: "" };

export function matches(issue: Issue, filters: Filters): boolean {
  if (filters.severity && issue.severity !== filters.severity) return false;
  if (filters.kind && issue.kind !== filters.kind) return false;
  if (filters.checker && issue.checker !== filters.checker) return false;
  if (filters.category && issue.category !== filters.category) return false;
  if (filters.actor && issue.actor.id !== filters.actor && issue.other_actor?.id !== filters.actor) return false;
  if (!filters.text) return true;
  const hay = `${issue.id} ${issue.message} ${issue.details} ${issue.kind} ${issue.driver}`.toLowerCase();
  return filters.text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => hay.includes(word));
}

const compareIds = new Intl.Collator("en", { numeric: true }).compare;

export function listed(issues: readonly Issue[], filters: Filters, sort: Exclude<SortBy, "triage">): Issue[] {
  const found = issues.filter((issue) => matches(issue, filters));
  const byStart = (a: Issue, b: Issue) => a.start - b.start || a.id - b.id;
  switch (sort) {
    case "time":
      return found.sort(byStart);
    case "kind":
      return found.sort((a, b) => compareIds(a.kind, b.kind) || byStart(a, b));
    case "actor":
      return found.sort((a, b) => compareIds(a.actor.id, b.actor.id) || byStart(a, b));
  }
}

// What there is to choose from, with how often; the most frequent first.
export function choices(issues: readonly Issue[], of: (issue: Issue) => string): { name: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const issue of issues) counts.set(of(issue), (counts.get(of(issue)) ?? 0) + 1);
  return [...counts]
    .map(([name, count]) => ({ name, count }))
    .sort((a, b) => b.count - a.count || compareIds(a.name, b.name));
}
