// runtime_data.json as pages read it: the types of its schema, less strict where results of version 1 are shown, too.

import type * as written from "./result_types.ts";

export type { ActorRef, Interval, Json, Metric } from "./result_types.ts";

type SinceVersion2<T, Key extends keyof T> = Omit<T, Key> & Partial<Pick<T, Key>>;

export type CheckerStatus = SinceVersion2<written.CheckerStatus, "intervals_left_out" | "turned_off">;
export type Issue = SinceVersion2<written.Issue, "notes">;
export type Severity = Issue["severity"];
export type Category = Issue["category"];
export type MetricValue = written.Metric["value"];
export type Metrics = Issue["metrics"];

export type Result = Omit<
  SinceVersion2<written.Result, "notes" | "messages" | "messages_left_out" | "issues_left_out">,
  "checkers" | "issues" | "summary"
> & {
  checkers: CheckerStatus[];
  issues: Issue[];
  summary: SinceVersion2<written.Result["summary"], "by_category">;
};

// What a page says where nothing was found: that all went well only if all was judged.
export function nothingFound(isAllJudged: boolean): string {
  return isAllJudged
    ? "Nothing went wrong: there are no issues."
    : "There are no issues, but not everything could be judged: this is not a pass.";
}

export const kSeverities: readonly Severity[] = ["error", "error_continue", "warning", "info"];

// Whose issues come first: what the ego did is what is tested.
export const kCategories: readonly Category[] = ["sut", "other", "tool"];

export function severityRank(severity: Severity): number {
  return kSeverities.indexOf(severity);
}
