// A made-up suite of any size: the parts that src/suite/page_text.cpp would write.

import type { Answer, Cluster, SuiteAbout, SuiteRuns } from "../../src/suite/data.ts";
import { ColumnWriter } from "./columns.ts";

export interface MadeSuiteOptions {
  runs: number;
  clusters: number;
  perRun: number; // clusters that each run has issues of, two each
  word?: string; // in every name
  verdicts?: string[]; // of the runs, in turns
}

const kKinds = ["collision", "speed_limit", "off_lane", "hard_braking"];

export function madeSuite(options: MadeSuiteOptions): Map<string, Uint8Array> {
  const word = options.word ?? "";
  const verdicts = options.verdicts ?? ["fail", "pass"];
  const clusters: Cluster[] = Array.from({ length: options.clusters }, (_, i) => ({
    id: `${i.toString(16).padStart(16, "0")}`,
    kind: kKinds[i % kKinds.length] + word,
    checker: `checker_${i % 7}${word}`,
    category: ["sut", "other"][i % 2],
    roles: "sut",
    normalised: `<actor> did number ${i} at #kph${word}`,
  }));
  const answer = (title: string): Answer => ({
    title,
    facts: [{ name: "pass_rate", label: "pass rate", text: `some${word}`, value: 0.5 }],
    tables: [
      {
        name: "t",
        title: `T${word}`,
        columns: [
          { name: "run", label: "run", is_share: false },
          { name: "share", label: "share", is_share: true },
          { name: "per_1000_km", label: "per 1,000 km", is_share: false },
        ],
        rows: [[`run/0${word}`, 14 / 15, 1842.1]],
        left_out: 0,
      },
    ],
    notes: [`a note${word}`],
  });
  const summary = { count: 3, mean: 2, min: 1, p5: 1, median: 2, p95: 3, max: 3 };
  const about: SuiteAbout = {
    name: `night 2${word}`,
    baseline: `night 1${word}`,
    after_rules: true,
    configuration: { config: [{ file: `my config${word}` }], settings: [{ set: "a=1" }] },
    show: answer("show"),
    diff: answer("diff"),
    trends: [],
    clusters,
    attributes: [{ name: `map${word}`, values: [`motorway${word}`, `town${word}`] }],
    trend_suites: [`night 1${word}`, `night 2${word}`],
    metrics: [
      {
        name: `speed${word}`,
        unit: "m/s",
        of_issues: false,
        now: summary,
        before: summary,
        borders: [1, 2, 3],
        now_counts: [1, 2],
        before_counts: [2, 1],
        smallest: [[0, 1]],
        largest: [[0, 3]],
        trend: [summary, summary],
      },
    ],
  };
  const list = (of: (run: number) => string) => Array.from({ length: options.runs }, (_, i) => of(i));
  const runs: SuiteRuns = {
    key: list((i) => `run/${i}${word}`),
    verdict: list((i) => verdicts[i % verdicts.length]),
    reason: list(() => word),
    manifest: list((i) => `runs/${i}${word}/run.json`),
    folder: list((i) => (i % 3 === 0 ? `kept/${i}${word}` : "")),
    report: list((i) => (i % 3 === 0 ? `kept/${i}${word}/report.html` : "")),
    now: options.runs,
  };
  // By severity (a cluster has one), then cluster, then run.
  const found: { run: number; cluster: number }[] = [];
  for (let run = 0; run < options.runs; ++run)
    for (let i = 0; i < options.perRun; ++i)
      found.push({ run, cluster: (run * options.perRun + i) % options.clusters });
  const severity = (cluster: number) => [4, 2, 1][cluster % 3];
  found.sort((a, b) => severity(b.cluster) - severity(a.cluster) || a.cluster - b.cluster || a.run - b.run);
  const columns = new ColumnWriter();
  columns.numbers(found.map((one) => one.run));
  columns.numbers(found.map((one) => one.cluster));
  columns.numbers(found.map((one) => severity(one.cluster)));
  columns.numbers(found.map((one) => (one.run % 10 === 0 ? 0 : 1)));
  columns.numbers(found.map(() => 0));
  columns.numbers(found.map(() => 2));
  columns.numbers(found.map(() => 2));
  columns.numbers(found.flatMap(() => [1, 2]));
  columns.numbers(found.flatMap(() => [3400, 9900]));
  columns.numbers(runs.key.map((_, run) => (run % 2) + 1));
  const json = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));
  return new Map([
    ["about", json(about)],
    ["runs", json(runs)],
    [
      "texts",
      json({
        message: found.map((one, i) => `[3.400s] ${one.run} did number ${i}${word}`),
        reached: found.map((_, i) => (i % 2 ? "" : `17.2 m/s, limit 13.9${word}`)),
        first_seen: found.map(() => `night 1${word}`),
      }),
    ],
    ["findings", columns.bytes()],
  ]);
}
