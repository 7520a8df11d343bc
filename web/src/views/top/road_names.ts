// The names of roads, on demand: each once, in the middle of what is seen of it.

import type { RunMap } from "../../data/map.ts";
import { isolated, shortened } from "../../ui/dom.ts";
import type { Palette } from "../../ui/severity.ts";
import { overlap, seen, toScreen, type Box, type Camera, type Size } from "./camera.ts";

interface NamedRoad {
  text: string;
  places: [number, number][]; // where it may stand: along the lane next to the road's middle
}

const kStep = 10; // metres

// Places along the first border of a lane: its outline goes along one and back along the other.
function along(points: Float64Array): [number, number][] {
  const places: [number, number][] = [];
  for (let i = 0; i + 3 < points.length / 2; i += 2) {
    const [dx, dy] = [points[i + 2] - points[i], points[i + 3] - points[i + 1]];
    const steps = Math.max(1, Math.ceil(Math.hypot(dx, dy) / kStep));
    for (let k = 0; k < steps; ++k)
      places.push([points[i] + (dx * (k + 0.5)) / steps, points[i + 1] + (dy * (k + 0.5)) / steps]);
  }
  return places;
}

export class RoadNames {
  private readonly roads: NamedRoad[];

  constructor(map: RunMap | null) {
    this.roads = (map?.roads ?? []).flatMap((road, place) => {
      if (!map || road.junction !== "") return [];
      const lanes = map.lanes.filter((lane) => lane.road === place);
      lanes.sort((a, b) => Math.abs(a.number) - Math.abs(b.number));
      const places = lanes.filter((lane) => lane.number === lanes[0].number).flatMap((lane) => along(lane.points));
      const text = road.name !== "" && road.name !== road.id ? `${road.name} (${road.id})` : `road ${road.id}`;
      return places.length > 0 ? [{ text, places }] : [];
    });
  }

  draw(context: CanvasRenderingContext2D, camera: Camera, size: Size, palette: Palette): void {
    const view = seen(camera, size);
    const taken: Box[] = [];
    context.font = "600 11px system-ui, sans-serif";
    context.textAlign = "center";
    context.textBaseline = "middle";
    for (const road of this.roads) {
      const inSight = road.places.filter(([x, y]) => x > view[0] && x < view[2] && y > view[1] && y < view[3]);
      if (inSight.length === 0) continue;
      const [x, y] = toScreen(camera, size, ...inSight[Math.floor(inSight.length / 2)]);
      const text = isolated(shortened(road.text, 40));
      const half = context.measureText(text).width / 2 + 5;
      const box: Box = [x - half, y - 9, x + half, y + 9];
      if (taken.some((other) => overlap(other, box))) continue;
      taken.push(box);
      context.fillStyle = palette.panel;
      context.globalAlpha = 0.85;
      context.fillRect(box[0], box[1], box[2] - box[0], box[3] - box[1]);
      context.globalAlpha = 1;
      context.fillStyle = palette.text;
      context.fillText(text, x, y);
    }
  }
}
