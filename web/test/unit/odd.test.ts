import assert from "node:assert/strict";
import { test } from "node:test";

import { oddAt } from "../../src/views/odd.ts";

test("a track says what holds at a time", () => {
  const track = {
    name: "root",
    text: "",
    module: true,
    spans: [
      [0.5, 2],
      [3, 0],
      [4, 1],
    ] as [number, number][],
  };
  const cases: [string, number, number][] = [
    ["before its first span nobody knows", 0, 1],
    ["from a span's begin", 0.5, 2],
    ["within", 2.9, 2],
    ["the next", 3, 0],
    ["the last goes on", 100, 1],
  ];
  for (const [name, time, truth] of cases) assert.equal(oddAt(track, time), truth, name);
});
