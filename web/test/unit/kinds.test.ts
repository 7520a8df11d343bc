import assert from "node:assert/strict";
import { test } from "node:test";

import type { Run } from "../../src/data/run.ts";
import { foldedRows } from "../../src/data/triage.ts";
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
    const shown = kindText(run, { kind: "zz", count, actors, worst: 1 }, worst);
    assert.equal(shown.replace(/[\u2068\u2069]/g, ""), text, name);
  }
});

test("whose it is cannot turn the line around, or fill it", () => {
  const run = { result: {}, checker: () => undefined } as unknown as Run;
  const shown = (actor: string) => {
    const worst = { ...madeIssue(0, 10, actor, false), metrics: {} };
    return kindText(run, { kind: "zz", count: 1, actors: 1, worst: 1 }, worst);
  };
  assert.equal(shown("\u05d0\u202e7"), "of \u2068\u05d0\u2039U+202E\u203a7\u2069");
  assert.ok(shown("vehicle".repeat(50)).length < 50);
});

test("where filters hide the worst of a row, the worst of the others is shown", () => {
  const issues = [15, 22, 18].map((speed, i) => ({
    ...madeIssue(i, 10, `veh${i}`, false),
    kind: "speed_limit",
    checker: "speed_limit",
    metrics: { speed: { value: speed, unit: "m/s" }, limit: { value: 13.9, unit: "m/s" } },
  }));
  const run = {
    about: { triage: { rows: [{ issues: [1, 2, 3], worst: 2 }], kinds: [] } },
    issue: (id: number) => issues[id - 1],
    checker: () => ({
      metrics: [
        { name: "speed", role: "value" },
        { name: "limit", role: "limit" },
      ],
    }),
  } as unknown as Run;
  assert.equal(foldedRows(run, () => true)[0].worst.id, 2);
  assert.equal(foldedRows(run, ({ id }) => id !== 2)[0].worst.id, 3);
});
