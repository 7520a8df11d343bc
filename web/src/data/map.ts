// The piece of the map around the run.

import type { About, SignalInfo } from "./about.ts";
import { ColumnReader } from "./columns.ts";
import { kPosition } from "./motion.ts";
import type { Parts } from "./parts.ts";

// Points x, y, x, y ... and the box around them.
export interface Shape {
  kind: number; // place in the list of types or styles
  points: Float64Array;
  box: [number, number, number, number];
}

export interface RunMap {
  laneTypes: string[];
  lanes: Shape[]; // closed
  markStyles: string[];
  marks: Shape[];
  signals: SignalInfo[];
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
  return {
    laneTypes: about.map.lane_types,
    lanes: readShapes(columns, about.scene.origin),
    markStyles: about.map.mark_styles,
    marks: readShapes(columns, about.scene.origin),
    signals: about.map.signals,
  };
}
