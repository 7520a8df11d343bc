// runtime_data.json (schema/runtime_data.schema.json), as far as pages show it.

export type Severity = "info" | "warning" | "error_continue" | "error";

export type Category = "sut" | "other" | "tool";

export interface ActorRef {
  id: string;
  type: string;
  role: "sut" | "npc";
}

export type MetricValue = number | string | boolean | null;
export interface Metric {
  value: MetricValue;
  unit: string;
}
export type Metrics = Record<string, Metric>;

export interface Issue {
  id: number;
  time: number;
  kind: string;
  category: Category;
  severity: Severity;
  original_severity: Severity | null;
  reason: string | null;
  checker: string;
  actor: ActorRef;
  other_actor: ActorRef | null;
  driver: string;
  start: number;
  end: number;
  message: string;
  details: string;
  notes?: string[]; // since version 2
  metrics: Metrics;
}

export interface Interval {
  watcher: string;
  actor: string;
  other_actor: string | null;
  start: number;
  end: number;
  ended_by: string;
  data: Metrics;
}

export interface CheckerStatus {
  name: string;
  status: "completed" | "skipped" | "failed";
  reason: string | null;
  instances: number;
  notes: string[];
}

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

export interface Result {
  schema_version: number;
  engine: { name: string; version: string };
  complete: boolean;
  incomplete_reason: string | null;
  info: { [key: string]: Json };
  map: { file: string; anomalies: number } | null;
  trace: {
    file: string;
    format: string;
    frames: number;
    actors: number;
    start: number;
    end: number;
    ego: string | null;
  };
  checkers: CheckerStatus[];
  issues: Issue[];
  intervals: Interval[];
  kpis: { [key: string]: Json };
  metrics: Metrics;
  summary: {
    error: number;
    error_continue: number;
    warning: number;
    info: number;
    by_category?: Record<Category, Record<Severity, number>>; // since version 2
    verdict: "pass" | "fail" | "suspect" | "incomplete";
  };
  notes?: string[]; // since version 2
}

export const kSeverities: readonly Severity[] = ["error", "error_continue", "warning", "info"];

// Whose issues come first: what the ego did is what is tested.
export const kCategories: readonly Category[] = ["sut", "other", "tool"];

export function severityRank(severity: Severity): number {
  return kSeverities.indexOf(severity);
}
