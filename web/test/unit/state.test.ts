import assert from "node:assert/strict";
import { test } from "node:test";
import { choices, kNoFilters, listed } from "../../src/state/filters.ts";
import { formatLink, kNoLink, parseLink, type Link } from "../../src/state/link.ts";
import { createStore } from "../../src/state/store.ts";
import { timelineRows } from "../../src/data/rows.ts";
import type { Result } from "../../src/data/result.ts";
import { panned, zoomed } from "../../src/state/range.ts";
import { madeIssue, madeRun } from "../kit/made_run.ts";

const issues = Array.from({ length: 12 }, (_, i) => madeIssue(i, 60, i % 2 ? "7" : "ego", i % 2 === 0));

issues[4].details = "at a zebra crossing";

test("filters leave what fits all of them", () => {
  const cases: [string, Partial<typeof kNoFilters>, number[]][] = [
    ["none", {}, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]],
    ["severity", { severity: "error" }, [1, 5, 9]],
    ["kind", { kind: "off_lane" }, [2, 5, 8, 11]],
    ["actor", { actor: "7" }, [2, 4, 6, 8, 10, 12]],
    ["category", { category: "sut" }, [1, 3, 5, 7, 9, 11]],
    ["checker", { checker: "collision" }, [3, 6, 9, 12]],
    ["two", { kind: "off_lane", actor: "7" }, [2, 8]],
    ["text in any case", { text: "a Zebra" }, [5]],
    ["words in any order", { text: "crossing zebra" }, [5]],
    ["nothing fits", { text: "giraffe" }, []],
  ];
  for (const [name, filters, ids] of cases) {
    const found = listed(issues, { ...kNoFilters, ...filters }, "time").map((issue) => issue.id);
    assert.deepEqual(
      found.sort((a, b) => a - b),
      ids,
      name,
    );
  }
});

test("issues are sorted", () => {
  const order = (by: "time" | "kind" | "actor") => listed(issues, kNoFilters, by);
  assert.ok(
    order("time").every((issue, i, all) => i === 0 || all[i - 1].start <= issue.start),
    "by what is shown",
  );
  assert.equal(order("kind")[0].kind, "collision");
  assert.equal(order("actor")[0].actor.id, "7");
  assert.deepEqual(
    choices(issues, (issue) => issue.kind),
    [
      { name: "collision", count: 4 },
      { name: "off_lane", count: 4 },
      { name: "speed_limit", count: 4 },
    ],
  );
});

test("links name an issue, a time and a view", () => {
  const cases: [string, Partial<Link>][] = [
    ["", {}],
    ["#issue=3", { issue: 3 }],
    ["#t=1.5", { time: 1.5 }],
    ["#issue=3&t=1.5", { issue: 3, time: 1.5 }],
    ["#issue=", {}],
    ["#issue=%3Cscript%3E", {}],
    ["#checkers", {}],
    ["#view=1.5,-20,7", { view: { x: 1.5, y: -20, scale: 7 } }],
    ["#view=1.5,-20", {}],
    ["#view=1,2,0", {}],
    ["#view=1,2,3,4", {}],
    ["#view=a,b,c", {}],
    ["#issue=3&follow=a%26b%20c&scale=2", { issue: 3, follow: "a&b c", scale: 2 }],
    ["#follow=a+b&scale=-1", { follow: "a+b" }],
  ];
  for (const [hash, link] of cases) assert.deepEqual(parseLink(hash), { ...kNoLink, ...link }, hash);
  const links: Partial<Link>[] = [
    { issue: 3, time: 1.235 },
    { issue: 3, time: 0, view: { x: 12.34, y: -5, scale: 0.125 } },
    { issue: null, time: 2, follow: "\u05d0 & <b>+", scale: 7.5 },
    {},
  ];
  for (const link of links) assert.deepEqual(parseLink(formatLink(link)), { ...kNoLink, ...link }, formatLink(link));
  assert.equal(formatLink({ issue: 3, time: 1.23456 }), "#issue=3&t=1.235");
});

test("a store tells those who watch, once", () => {
  const work: (() => void)[] = [];
  const store = createStore({ a: 1, b: 1 }, (one) => work.push(one));
  const seen: number[] = [];
  store.watch(["a"], (state) => seen.push(state.a));
  store.set({ a: 2 });
  store.set({ a: 3, b: 5 });
  assert.equal(work.length, 1);
  work.shift()?.();
  store.set({ b: 6 });
  work.shift()?.();
  store.set({ b: 6 });
  assert.deepEqual(seen, [1, 3]);
  assert.equal(work.length, 0);
});

test("the timeline has a row per actor and watcher, the ego first and the gravest first", () => {
  const result = JSON.parse(
    new TextDecoder().decode(madeRun({ actors: 3, seconds: 20, issues: 9 }).get("result")),
  ) as Result;
  result.intervals.push({
    watcher: "zone",
    actor: "2",
    other_actor: null,
    start: 1,
    end: 2,
    ended_by: "condition",
    data: {},
  });
  const rows = timelineRows(result, ["2", "1", "ego"]);
  assert.deepEqual([...new Set(rows.map((row) => row.actor))], ["ego", "2", "1"]);
  assert.equal(rows[0].watcher, null);
  assert.equal(rows.find((row) => row.watcher === "zone")?.worst, null);
  assert.equal(
    rows.reduce((sum, row) => sum + row.bars.filter((bar) => bar.issue).length, 0),
    9,
  );
});

test("an issue without an interval has a bar all the same", () => {
  const result = JSON.parse(
    new TextDecoder().decode(madeRun({ actors: 1, seconds: 20, issues: 2 }).get("result")),
  ) as Result;
  result.intervals = [];
  assert.equal(timelineRows(result, []).flatMap((row) => row.bars).length, 2);
});

test("zooming keeps what is under the pointer, and stays within the run", () => {
  assert.deepEqual(zoomed([0, 100], 100, 50, 0.5), [25, 75]);
  assert.deepEqual(zoomed([25, 75], 100, 25, 4), [0, 100]);
  assert.deepEqual(zoomed([0, 10], 100, 0, 0.5), [0, 5]);
  assert.deepEqual(panned([10, 20], 100, -50), [0, 10]);
  assert.deepEqual(panned([10, 20], 100, 500), [90, 100]);
});
