import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fitted, toScreen, toWorld, zoomedAt } from "../../src/views/top/camera.ts";
import { shortened, visible } from "../../src/ui/dom.ts";
import { durationText, fileName, numberText, unitText, valueText } from "../../src/ui/format.ts";
import { digitsOf, niceStep, niceTimeStep, ticks } from "../../src/ui/ticks.ts";
import { wayFrom } from "../../src/views/top/zones.ts";
import { arranged } from "../../src/data/align.ts";
import { isInside } from "../../src/data/map.ts";
import type { Run } from "../../src/data/run.ts";
import { beyond } from "../../src/data/triage.ts";
import { madeIssue } from "../kit/made_run.ts";
import type { Track } from "../../src/data/motion.ts";

test("numbers as people read them", () => {
  const cases: [number, string][] = [
    [0, "0"],
    [1.5, "1.5"],
    [13.8889, "13.89"],
    [-20, "\u221220"],
    [123.456, "123.5"],
    [-0.0001, "0"],
    [NaN, "\u2013"],
  ];
  for (const [value, text] of cases) assert.equal(numberText(value), text, String(value));
  assert.equal(valueText(10, "m/s"), "10\u202fm/s (36\u202fkm/h)");
  assert.equal(valueText(true, ""), "yes");
  assert.equal(valueText(null, "m"), "\u2013");
  assert.equal(unitText("m/s^2"), "m/s\u00b2");
  const durations: [number, string][] = [
    [12.25, "12.25 s"],
    [119.4, "119.4 s"],
    [119.9, "2 min"],
    [299.8, "5 min"],
    [605, "10 min 5 s"],
    [7260, "2 h 1 min"],
    [7199.7, "2 h 0 min"],
  ];
  for (const [seconds, text] of durations) assert.equal(durationText(seconds), text, String(seconds));
  assert.equal(fileName("a/b/run.osi"), "run.osi");
  assert.equal(fileName("C:\\a\\run.osi"), "run.osi");
});

test("names that would turn the text around are made visible", () => {
  assert.equal(visible("a\u202eb"), "a\u2039U+202E\u203ab");
  assert.equal(visible("a\nb"), "a\u2039U+000A\u203ab");
  assert.equal(visible("\u05d0\u05d1"), "\u05d0\u05d1");
  assert.equal(shortened("abcdefghij", 5), "ab\u2026ij");
  assert.equal(Array.from(shortened("\u{1f697}".repeat(9), 5)).length, 5);
});

test("round steps for axes", () => {
  assert.equal(niceStep(10, 5), 2);
  assert.equal(niceStep(7, 5), 2);
  assert.equal(niceTimeStep(600, 10), 60);
  const digits: [number, number][] = [
    [60, 0],
    [1, 0],
    [0.5, 1],
    [0.1, 1],
    [0.05, 2],
    [0.005, 3],
  ];
  for (const [step, expected] of digits) assert.equal(digitsOf(step), expected, String(step));
  assert.deepEqual(ticks(0.5, 3, 1), [1, 2, 3]);
});

test("the camera goes there and back", () => {
  const size = { width: 400, height: 300 };
  const camera = { x: 10, y: 20, scale: 4 };
  assert.deepEqual(toScreen(camera, size, 10, 20), [200, 150]);
  assert.deepEqual(toScreen(camera, size, 11, 21), [204, 146]);
  assert.deepEqual(toWorld(camera, size, ...toScreen(camera, size, 3, -7)), [3, -7]);
  const near = zoomedAt(camera, size, 100, 50, 2);
  assert.deepEqual(toWorld(near, size, 100, 50), toWorld(camera, size, 100, 50));
  assert.equal(fitted([0, 0, 100, 10], size).scale, 0.92 * 4);
});

test("a zone follows the way that the ego drives, then goes straight on", () => {
  const n = 11;
  const straight = {
    times: Float64Array.from({ length: n }, (_, i) => i / 10),
    x: Float64Array.from({ length: n }, (_, i) => i),
    y: new Float64Array(n),
    breaks: new Uint8Array(n),
  } as unknown as Track;
  const way = wayFrom(straight, { x: 5, y: 0, yaw: 0, speed: 10 }, 0.5, 20, 2, 1);
  assert.deepEqual(way[0], [7, 0]);
  assert.deepEqual(way[way.length - 1], [27, 0]);
  const back = wayFrom(straight, { x: 5, y: 0, yaw: 0, speed: 10 }, 0.5, 2, 2, -1);
  assert.deepEqual(back[back.length - 1], [1, 0]);
});

test("how far beyond its limit an issue is", () => {
  const roles = [
    { name: "v", unit: "m/s", meaning: "", role: "value" as const },
    { name: "l", unit: "m/s", meaning: "", role: "limit" as const },
  ];
  const run = { checker: () => ({ metrics: roles }) } as unknown as Run;
  const cases: [number | null, number | null, string][] = [
    [15, 13, "2\u202fm/s over"],
    [0.3, 0.9, "0.6\u202fm/s under"],
    [-6, -4, "2\u202fm/s over"],
    [-1.5, 0, "1.5\u202fm/s over"],
    [7, null, "7\u202fm/s"],
    [null, 3, ""],
  ];
  for (const [value, limit, text] of cases) {
    const metrics = { v: { value, unit: "m/s" }, l: { value: limit, unit: "m/s" } };
    assert.equal(beyond(run, { ...madeIssue(0, 10, "a", true), metrics }), text, `${value} and ${limit}`);
  }
});

test("a place is inside a closed line or not", () => {
  const corner = [0, 0, 10, 0, 10, 10, 5, 10, 5, 5, 0, 5]; // an L
  const cases: [number, number, boolean][] = [
    [2, 2, true],
    [7, 9, true],
    [2, 8, false],
    [-1, 2, false],
    [11, 5, false],
  ];
  for (const [x, y, inside] of cases) assert.equal(isInside(corner, x, y), inside, `${x} ${y}`);
});

test("an axis that falls as time goes on runs back", () => {
  const times = Float64Array.of(0, 1, 2);
  const line = (role: "axis" | "value", values: number[]) => ({
    name: role,
    unit: "m",
    role,
    series: { times, values: Float64Array.from(values) },
  });
  const falling = arranged([line("axis", [30, 20, 5]), line("value", [1, 2, 3])], [0, 2]);
  assert.deepEqual([falling.runsBack, falling.x, falling.times], [true, [5, 20, 30], [2, 1, 0]]);
  assert.equal(arranged([line("axis", [5, 20, 30]), line("value", [1, 2, 3])], [0, 2]).runsBack, false);
  assert.equal(arranged([line("value", [3, 2, 1])], [0, 2]).runsBack, false);
});

// ---- colours -----------------------------------------------------------------------------------------------------

type Rgb = [number, number, number]; // linear

function coloursOf(css: string): Map<string, Rgb> {
  const linear = (byte: number) => ((byte /= 255) <= 0.04045 ? byte / 12.92 : ((byte + 0.055) / 1.055) ** 2.4);
  return new Map(
    [...css.matchAll(/--([\w-]+): #([0-9a-f]{6})/g)].map(([, name, hex]) => {
      const byte = (at: number) => linear(parseInt(hex.slice(at, at + 2), 16));
      return [name, [byte(0), byte(2), byte(4)]];
    }),
  );
}
const luminance = ([r, g, b]: Rgb) => 0.2126 * r + 0.7152 * g + 0.0722 * b;
const contrast = (a: Rgb, b: Rgb) => {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
};
// What people without red, green or blue cones see (Machado, Oliveira and Fernandes 2009, severity 1).
const kSeen: Record<string, number[][]> = {
  everybody: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopes: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopes: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopes: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};
// In CIE L*a*b*, where 2.3 is just noticeable.
function difference(a: Rgb, b: Rgb): number {
  const lab = ([r, g, bl]: Rgb) => {
    const f = (t: number) => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116);
    const x = f((0.4124 * r + 0.3576 * g + 0.1805 * bl) / 0.9505);
    const y = f(0.2126 * r + 0.7152 * g + 0.0722 * bl);
    const z = f((0.0193 * r + 0.1192 * g + 0.9505 * bl) / 1.089);
    return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
  };
  const [p, q] = [lab(a), lab(b)];
  return Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);
}

const css = readFileSync(new URL("../../../src/styles/theme.css", import.meta.url), "utf8");
const [light, dark] = css.split(':root[data-theme="dark"]').map(coloursOf);

for (const [theme, colours] of [
  ["light", light],
  ["dark", dark],
] as const) {
  const get = (name: string): Rgb => {
    const found = colours.get(name);
    assert.ok(found, `${theme} has no ${name}`);
    return found;
  };
  test(`text can be read in the ${theme} theme`, () => {
    for (const [text, back] of [
      ["text", "panel"],
      ["text", "page"],
      ["dim", "panel"],
      ["dim", "page"],
      ["accent", "panel"],
      ["accent-text", "accent"],
      ["warning-text", "warning-back"],
      ["error-text", "error-back"],
      ["text", "warning-back"],
      ["text", "faint"],
    ])
      assert.ok(
        contrast(get(text), get(back)) >= 4.5,
        `${text} on ${back}: ${contrast(get(text), get(back)).toFixed(2)}`,
      );
  });
  test(`everybody can tell severities apart in the ${theme} theme`, () => {
    const kinds = ["watcher", "warning", "error"];
    for (const [who, matrix] of Object.entries(kSeen)) {
      const seen = (name: string) =>
        matrix.map((row) =>
          Math.min(
            1,
            Math.max(
              0,
              row.reduce((sum, f, i) => sum + f * get(name)[i], 0),
            ),
          ),
        ) as Rgb;
      for (const a of kinds)
        for (const b of kinds)
          if (a < b)
            assert.ok(
              difference(seen(a), seen(b)) > 20,
              `${a} and ${b} to ${who}: ${difference(seen(a), seen(b)).toFixed(1)}`,
            );
    }
  });
}
