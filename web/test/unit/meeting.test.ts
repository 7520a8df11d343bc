import assert from "node:assert/strict";
import { test } from "node:test";
import { momentTexts, nearestPlaces } from "../../src/views/top/meeting.ts";
import type { Track } from "../../src/data/motion.ts";

// [time, x, y]
function track(points: [number, number, number][]): Track {
  const of = (f: (point: [number, number, number]) => number) => Float64Array.from(points, f);
  return {
    frames: Int32Array.from(points, (_, i) => i),
    times: of((point) => point[0]),
    breaks: Uint8Array.from(points, (_, i) => (i === 0 ? 1 : 0)),
    x: of((point) => point[1]),
    y: of((point) => point[2]),
    yaw: of(() => 0),
    speed: of(() => 10),
  };
}

// From `from` on, every second of `count`, by (dx, dy) each.
function straight(from: [number, number, number], dx: number, dy: number, count: number): Track {
  return track(
    Array.from({ length: count }, (_, i): [number, number, number] => [
      from[0] + i,
      from[1] + i * dx,
      from[2] + i * dy,
    ]),
  );
}

test("two who meet are marked where their ways came nearest", () => {
  const along = straight([0, -50, 0], 10, 0, 11);
  const cases: [string, Track, { own: number; other: number } | null][] = [
    ["one who crosses two seconds later", straight([0, 0, -70], 0, 10, 11), { own: 5, other: 7 }],
    ["one who follows three seconds behind", straight([0, -80, 0], 10, 0, 11), { own: 0, other: 3 }],
    ["one who passes beside", straight([0, 50, 4], -10, 0, 11), { own: 5, other: 5 }],
    ["one who is there at another time", straight([30, 0, -50], 0, 10, 11), null],
  ];
  for (const [name, other, expected] of cases)
    assert.deepEqual(
      nearestPlaces({ own: along, other, ownName: "ego", otherName: "7", start: 0, end: 10 }),
      expected,
      name,
    );
});

test("the time beside a nearest place names who was there, unless both were at once", () => {
  const along = straight([0, -50, 0], 10, 0, 11);
  const meeting = {
    own: along,
    other: straight([0, 0, -70], 0, 10, 11),
    ownName: "ego",
    otherName: "van".repeat(20),
    start: 0,
    end: 10,
    nearest: null,
  };
  const bare = (texts: string[]) => texts.map((text) => text.replace(/[\u2068\u2069]/g, ""));
  assert.deepEqual(bare(momentTexts(meeting, { own: 5, other: 7 })), ["ego 5.00 s", "vanvanva\u2026anvanvan 7.00 s"]);
  assert.deepEqual(bare(momentTexts(meeting, { own: 5, other: 5 })), ["", "5.00 s"]);
});
