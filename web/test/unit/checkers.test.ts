import assert from "node:assert/strict";
import { test } from "node:test";

import type { CheckerInfo } from "../../src/data/about.ts";
import { nothingFound, type CheckerStatus } from "../../src/data/result.ts";
import type { Run } from "../../src/data/run.ts";
import { stateOf } from "../../src/views/checkers.ts";

test("a checker's state counts what is not listed, and a watcher's tells its intervals", () => {
  const issue = { checker: "zz" };
  const interval = { watcher: "zz" };
  const kind = { name: "zz", when: "", sut: "error", other: "info" } as const;
  type Case = {
    name: string;
    status?: Partial<CheckerStatus>;
    issues?: number;
    left_out?: number;
    intervals?: number;
    isWatcher?: boolean;
    of_kpi?: boolean;
    text: string;
  };
  const cases: Case[] = [
    { name: "nothing", text: "nothing found" },
    { name: "one issue", issues: 1, intervals: 1, text: "1 issue" },
    { name: "more than are listed", issues: 2, left_out: 1998, text: "2,000 issues" },
    { name: "intervals that were no issues", intervals: 3, text: "nothing found" },
    { name: "a watcher that saw nothing", isWatcher: true, text: "nothing found" },
    { name: "a watcher that saw something", isWatcher: true, intervals: 2, text: "2 intervals" },
    {
      name: "a watcher with intervals that are not listed",
      isWatcher: true,
      intervals: 2,
      status: { intervals_left_out: 5 },
      text: "7 intervals",
    },
    { name: "in part", status: { notes: ["7 was not monitored"] }, text: "nothing found, judged only in part" },
    {
      name: "a watcher's notes",
      isWatcher: true,
      status: { notes: ["7 was not monitored"] },
      text: "nothing found, judged only in part",
    },
    {
      name: "the notes of a KPI's watcher",
      isWatcher: true,
      of_kpi: true,
      status: { notes: ["7 was not monitored"] },
      text: "nothing found",
    },
    { name: "skipped", status: { status: "skipped", reason: "there is no map" }, text: "skipped: there is no map" },
    {
      name: "turned off",
      status: { status: "skipped", reason: "its limit is 0", turned_off: true },
      text: "turned off: its limit is 0",
    },
  ];
  for (const {
    name,
    status,
    issues = 0,
    left_out = 0,
    intervals = 0,
    isWatcher = false,
    of_kpi = false,
    text,
  } of cases) {
    const info = { name: "zz", of_kpi, kinds: isWatcher ? [] : [kind] } as unknown as CheckerInfo;
    const run = {
      result: {
        issues: Array.from({ length: issues }, () => issue),
        issues_left_out:
          left_out > 0
            ? [
                { checker: "other", left_out: 7 },
                { checker: "zz", left_out },
              ]
            : undefined,
        intervals: [...Array.from({ length: intervals }, () => interval), { watcher: "other" }],
      },
      checker: () => info,
    } as unknown as Run;
    const fared: CheckerStatus = { name: "zz", status: "completed", reason: null, instances: 1, notes: [], ...status };
    assert.equal(stateOf(run, fared), text, name);
  }
});

test("that nothing was found is a pass only where all was judged", () => {
  assert.match(nothingFound(true), /Nothing went wrong/);
  assert.match(nothingFound(false), /not a pass/);
});
