// What the page of a suite holds, as src/suite/page_text.cpp writes it.

import { ColumnReader } from "../data/columns.ts";
import { json, type Parts } from "../data/parts.ts";
import type { Severity } from "../data/result.ts";

export type Cell = string | number | boolean | null;
export interface AnswerTable {
  name: string;
  title: string;
  columns: { name: string; label: string; is_share: boolean }[]; // without a label: for programs
  rows: Cell[][];
  left_out: number;
}
export interface Answer {
  title: string;
  facts: { name: string; label: string; text: string; value: Cell }[];
  tables: AnswerTable[];
  notes: string[];
}
export interface Summary {
  count: number;
  mean: number;
  min: number;
  p5: number;
  median: number;
  p95: number;
  max: number;
}
export interface SuiteMetric {
  name: string;
  unit: string;
  of_issues: boolean;
  now: Summary | null;
  before: Summary | null;
  borders: number[];
  now_counts: number[];
  before_counts: number[];
  smallest: [number, number][]; // run and value
  largest: [number, number][];
  trend: (Summary | null)[]; // by trend_suites
}
export interface Cluster {
  id: string;
  kind: string;
  checker: string;
  category: string;
  roles: string;
  normalised: string;
}
interface Configuration {
  config?: { file: string }[];
  settings?: Record<string, string>[];
  fail_on?: string;
}
export interface SuiteAbout {
  name: string;
  baseline: string | null;
  after_rules: boolean;
  configuration: Configuration | null;
  show: Answer;
  diff: Answer | null;
  trends: Answer[];
  clusters: Cluster[];
  attributes: { name: string; values: string[] }[];
  trend_suites: string[];
  metrics: SuiteMetric[];
}
// One list per property, by place of the run. From `now` on they are runs of the baseline, for what is gone.
export interface SuiteRuns {
  key: string[];
  verdict: string[];
  reason: string[];
  manifest: string[];
  folder: string[];
  report: string[]; // the path as seen from the page; empty: there is none
  now: number;
}

// As in src/watch/issue.h, src/suite/compare.h and src/suite/rules.h.
const kSeverities = ["info", "info", "warning", "error_continue", "error"] as const;
export const kStatuses = ["new", "same", "changed", "gone"] as const;
export type Status = (typeof kStatuses)[number];
const kMarks = ["", "known", "expected", "not an issue", "new"] as const;

export interface Suite {
  about: SuiteAbout;
  runs: SuiteRuns;
  count: number; // of findings: the issues of one cluster in one run, worst first
  issueCount: number; // of this suite; what is gone is none of it
  run: Float64Array;
  cluster: Float64Array;
  age: Float64Array;
  issues: Float64Array; // how many
  first: Float64Array; // place of its first issue
  number: Float64Array; // by place of the issue
  start: Float64Array; // likewise, s
  message: string[];
  reached: string[];
  firstSeen: string[];
  attributes: Float64Array[]; // by attribute and run: place of the value + 1; 0: none
  severityOf(finding: number): Severity;
  statusOf(finding: number): Status;
  markOf(finding: number): string;
  clusterOf(finding: number): Cluster;
}

export function readSuite(parts: Parts): Suite {
  const about = json<SuiteAbout>(parts, "about");
  const runs = json<SuiteRuns>(parts, "runs");
  const texts = json<{ message: string[]; reached: string[]; first_seen: string[] }>(parts, "texts");
  const columns = new ColumnReader(parts.bytes("findings"));
  const run = columns.numbers();
  const cluster = columns.numbers();
  const severity = columns.numbers();
  const status = columns.numbers();
  const mark = columns.numbers();
  const age = columns.numbers();
  const issues = columns.numbers();
  const number = columns.numbers();
  const start = columns.numbers(0.001);
  const first = new Float64Array(run.length);
  let issueCount = 0;
  for (let i = 0, at = 0; i < run.length; ++i) {
    first[i] = at;
    at += issues[i];
    if (kStatuses[status[i]] !== "gone") issueCount += issues[i];
  }
  return {
    about,
    runs,
    count: run.length,
    issueCount,
    run,
    cluster,
    age,
    issues,
    first,
    number,
    start,
    message: texts.message,
    reached: texts.reached,
    firstSeen: texts.first_seen,
    attributes: about.attributes.map(() => columns.numbers()),
    severityOf: (finding) => kSeverities[severity[finding]] ?? "info",
    statusOf: (finding) => kStatuses[status[finding]] ?? "same",
    markOf: (finding) => kMarks[mark[finding]] ?? "",
    clusterOf: (finding) => about.clusters[cluster[finding]],
  };
}

// The address of a run's report at an issue, which goes to the issue's moment; null: there is no report. A path, whatever
// a folder is called: no name can make another sort of address of it.
export function reportLink(suite: Suite, run: number, issue?: number): string | null {
  const path = suite.runs.report[run];
  if (!path) return null;
  const address = path.split("/").map(encodeURIComponent).join("/");
  return issue === undefined ? address : `${address}#issue=${issue}`;
}

const quoted = (word: string) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replace(/'/g, "'\\''")}'`);

// How to make the report of a run that has none.
export function reportCommand(suite: Suite, run: number): string {
  const { folder, manifest } = suite.runs;
  if (folder[run]) return `scrutineer report ${quoted(folder[run])}`;
  const configuration = suite.about.configuration;
  const flags = [
    ...(configuration?.config ?? []).flatMap(({ file }) => ["--config", file]),
    ...(configuration?.settings ?? []).flatMap((setting) =>
      Object.entries(setting).flatMap(([kind, text]) => [`--${kind}`, text]),
    ),
  ];
  return ["scrutineer", "check", manifest[run], ...flags, "--out", "out", "--report"].map(quoted).join(" ");
}
