import assert from "node:assert/strict";
import { test } from "node:test";

import type { Run } from "../../src/data/run.ts";
import { kindText } from "../../src/views/kinds.ts";
import { madeIssue } from "../kit/made_run.ts";

type LeftOut = NonNullable<Run["result"]["issues_left_out"]>;

test("a kind counts those that are not listed", () => {
  const of = (kind: string, category: "sut" | "other", left_out: number): LeftOut[number] => ({
    kind,
    category,
    severity: "error",
    checker: "zz",
    listed: 1000,
    left_out,
  });
  const cases: [string, LeftOut | undefined, number, number, string][] = [
    ["all are listed", [], 1400, 31, "1,400 in 31 actors"],
    ["a result of version 1", undefined, 1400, 31, "1,400 in 31 actors"],
    ["another kind", [of("speed", "other", 11000)], 1400, 31, "1,400 in 31 actors"],
    ["some are not", [of("zz", "other", 11000)], 1400, 31, "12,400, listed are 1,400 in 31 actors"],
    ["of the ego, too", [of("zz", "sut", 5), of("zz", "other", 20)], 1400, 31, "1,425, listed are 1,400 in 31 actors"],
    ["of one actor", [of("zz", "sut", 5)], 1000, 1, "1,005, listed are 1,000 of veh7"],
    ["one is", [of("zz", "other", 41)], 1, 1, "42, listed is 1 of veh7"],
    ["one in all", [], 1, 1, "of veh7"],
  ];
  const worst = { ...madeIssue(0, 10, "veh7", false), kind: "zz", metrics: {} };
  for (const [name, issues_left_out, count, actors, text] of cases) {
    const run = { result: { issues_left_out }, checker: () => undefined } as unknown as Run;
    assert.equal(kindText(run, { kind: "zz", count, actors, worst: 1 }, worst), text, name);
  }
});
