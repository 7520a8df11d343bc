// The piece of the map around the run.

import type { About, RoadInfo, SignalInfo, StopInfo } from "./about.ts";
import { ColumnReader } from "./columns.ts";
import { kPosition } from "./motion.ts";
import type { Parts } from "./parts.ts";
import type { LaneType } from "./words.ts";

// Points x, y, x, y ... and the box around them.
export interface Shape {
  kind: number; // place in the list of types or styles
  points: Float64Array;
  box: [number, number, number, number];
}

export interface Lane extends Shape {
  road: number; // place among the roads
  number: number; // as the map counts: negative on the right
}

export interface RunMap {
  laneTypes: LaneType[];
  roads: RoadInfo[];
  lanes: Lane[]; // closed
  markStyles: string[];
  marks: Shape[];
  signals: SignalInfo[];
  stops: StopInfo[];
}

function readShapes(columns: ColumnReader, origin: [number, number]): Shape[] {
  const kinds = columns.numbers();
  const counts = columns.numbers();
  const xs = columns.numbers(kPosition);
  const ys = columns.numbers(kPosition);
  let at = 0;
  return Array.from(kinds, (kind, i) => {
    const points = new Float64Array(2 * counts[i]);
    const box: Shape["box"] = [Infinity, Infinity, -Infinity, -Infinity];
    for (let k = 0; k < counts[i]; ++k, ++at) {
      const x = xs[at] + origin[0];
      const y = ys[at] + origin[1];
      points[2 * k] = x;
      points[2 * k + 1] = y;
      if (x < box[0]) box[0] = x;
      if (y < box[1]) box[1] = y;
      if (x > box[2]) box[2] = x;
      if (y > box[3]) box[3] = y;
    }
    return { kind, points, box };
  });
}

export function readMap(parts: Parts, about: About): RunMap | null {
  if (!about.map || !about.scene || !parts.has("map")) return null;
  const columns = new ColumnReader(parts.bytes("map"));
  const lanes = readShapes(columns, about.scene.origin);
  const marks = readShapes(columns, about.scene.origin);
  const roads = columns.numbers();
  const numbers = columns.numbers();
  return {
    laneTypes: about.map.lane_types,
    roads: about.map.roads,
    lanes: lanes.map((shape, i) => ({ ...shape, road: roads[i], number: numbers[i] })),
    markStyles: about.map.mark_styles,
    marks,
    signals: about.map.signals,
    stops: about.map.stops,
  };
}

// Is the place inside the closed line x, y, x, y ...?
export function isInside(points: ArrayLike<number>, x: number, y: number): boolean {
  let inside = false;
  for (let i = 0, k = points.length - 2; i < points.length; k = i, i += 2) {
    const above = points[i + 1] > y;
    if (above === points[k + 1] > y) continue;
    const at = points[i] + ((y - points[i + 1]) / (points[k + 1] - points[i + 1])) * (points[k] - points[i]);
    if (x < at) inside = !inside;
  }
  return inside;
}

// The lane there; of several that lie over each other, as in junctions, the narrowest.
export function laneAt(map: RunMap, x: number, y: number): Lane | null {
  let best: Lane | null = null;
  let least = Infinity;
  for (const lane of map.lanes) {
    const [x0, y0, x1, y1] = lane.box;
    if (x < x0 || x > x1 || y < y0 || y > y1 || !isInside(lane.points, x, y)) continue;
    const size = (x1 - x0) * (y1 - y0);
    if (size < least) {
      least = size;
      best = lane;
    }
  }
  return best;
}
