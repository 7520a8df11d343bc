// A map for made-up runs: a road along x with a lane each way, a light and its line at x = 30, a stop sign, a yield
// sign and a speed limit of 50.

import type { About } from "../../src/data/about.ts";
import { kPosition } from "../../src/data/motion.ts";
import type { LightState } from "../../src/data/words.ts";
import { ColumnWriter } from "./columns.ts";

// What the light shows from when on.
export const kLightTimes = [1, 2, 3, 4, 5, 6, 7];
export const kLightStates: LightState[] = [
  "red",
  "red_yellow",
  "green",
  "yellow",
  "flashing_yellow",
  "flashing_red",
  "off",
];

export const kLight = { x: 30, y: -6 };
export const kStopLine = { x: 30, y: -2 };
export const kStopSign = { x: 50, y: -6 };
export const kYieldSign = { x: 60, y: -6 };
export const kSpeedSign = { x: 70, y: -6 };

export function madeCrossing(lightsOf = 1): NonNullable<About["map"]> {
  const sign = { road: "7", label: "", number: "", heading: 0 };
  return {
    lane_types: ["driving"],
    mark_styles: ["solid white 0.12"],
    roads: [{ id: "7", name: "Mill Road", junction: "" }],
    signals: [
      { ...sign, id: "L1", kind: "traffic light", label: "the light", ...kLight },
      { ...sign, id: "S1", kind: "stop sign", ...kStopSign },
      { ...sign, id: "Y1", kind: "yield sign", ...kYieldSign },
      { ...sign, id: "V1", kind: "speed limit", number: "50", ...kSpeedSign },
    ],
    stops: [
      { signal: 0, light: 0, line: [30, -4, 30, -1] },
      { signal: 0, light: lightsOf > 1 ? 1 : 0, line: [30, -1, 30, 0] },
    ],
  };
}

export function madeMapPart(): Uint8Array {
  const columns = new ColumnWriter();
  const shapes = (all: [number, number][][]) => {
    columns.numbers(all.map(() => 0));
    columns.numbers(all.map((points) => points.length));
    columns.numbers(all.flat().map(([x]) => Math.round(x / kPosition)));
    columns.numbers(all.flat().map(([, y]) => Math.round(y / kPosition)));
  };
  const lane = (y: number): [number, number][] => [
    [-100, y],
    [200, y],
    [200, y + 4],
    [-100, y + 4],
  ];
  shapes([lane(-4), lane(0)]);
  shapes([
    [
      [-100, 0],
      [200, 0],
    ],
  ]);
  columns.numbers([0, 0]);
  columns.numbers([-1, 1]);
  return columns.bytes();
}
