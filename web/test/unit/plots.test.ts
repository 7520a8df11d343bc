import assert from "node:assert/strict";
import { test } from "node:test";
import type { About, PlotInfo } from "../../src/data/about.ts";
import type { Motion } from "../../src/data/motion.ts";
import type { Parts } from "../../src/data/parts.ts";
import { around, Plots } from "../../src/data/plots.ts";
import type { Interval } from "../../src/data/result.ts";
import type { Signals } from "../../src/data/signals.ts";

const speed = { times: Float64Array.of(0, 1), values: Float64Array.of(5, 6) };

// One watcher with these plots; the run has the speed of actor "ego", which is the first.
function plotsOf(plots: PlotInfo[]): Plots {
  const about = { checkers: [{ name: "grade", plots }], scene: null } as unknown as About;
  const signals = { get: (actor: number, fact: string) => (actor === 0 && fact === "speed" ? speed : undefined) };
  return new Plots({} as Parts, about, {} as Motion, signals as unknown as Signals, (id) => (id === "ego" ? 0 : 1));
}

function interval(actor: string, watcher = "grade"): Interval {
  return { watcher, actor, other_actor: null, start: 3, end: 40, ended_by: "condition", data: {} };
}

test("a watcher's interval has the plots that the watcher declares, of facts that the run has", () => {
  const line = { name: "speed", unit: "m/s", role: "value", fact: "speed" } as const;
  const unknown = { name: "grade", unit: "", role: "value", fact: "grade" } as const;
  const plots = plotsOf([
    { title: "Speed", lines: [line] },
    { title: "Rise", lines: [unknown] },
  ]);
  assert.deepEqual(
    plots.ofInterval(interval("ego")).map((plot) => [plot.title, plot.lines.map((one) => one.series)]),
    [["Speed", [speed]]],
  );
  assert.deepEqual(plots.ofInterval(interval("7")), []);
  assert.deepEqual(plots.ofInterval(interval("ego", "weather")), []);
});

test("pictures show what was before and after, too", () => {
  assert.deepEqual(around({ start: 3, end: 40 }), [0, 45]);
  assert.deepEqual(around({ start: 30, end: 30 }), [25, 35]);
});
