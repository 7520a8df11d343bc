// The four zones around the ego that the relevance KPI looks at, drawn along the way that the ego drives.

import type { ZoneReach } from "../../data/about.ts";
import type { Track } from "../../data/motion.ts";
import { lastAtMost, type Pose } from "../../data/motion.ts";
import type { Palette } from "../../ui/severity.ts";
import { toScreen, type Camera, type Size } from "./camera.ts";

// A way of `length` metres from the ego's bumper on: where it drove, then straight on.
export function wayFrom(
  track: Track,
  pose: Pose,
  time: number,
  length: number,
  bumper: number,
  sign: 1 | -1,
): [number, number][] {
  const cos = Math.cos(pose.yaw);
  const sin = Math.sin(pose.yaw);
  const way: [number, number][] = [[pose.x + sign * bumper * cos, pose.y + sign * bumper * sin]];
  let driven = 0;
  let [x, y] = way[0];
  const now = lastAtMost(track.times, time);
  for (let i = sign > 0 ? now + 1 : now; i >= 0 && i < track.times.length && driven < length; i += sign) {
    if (sign > 0 && track.breaks[i] === 1) break;
    const ahead = sign * ((track.x[i] - pose.x) * cos + (track.y[i] - pose.y) * sin);
    const step = Math.hypot(track.x[i] - x, track.y[i] - y);
    if (ahead <= bumper + 0.2 && driven === 0) continue; // still under the ego
    if (step < 0.3) continue;
    if (step > 20) break; // a jump is no way
    const share = Math.min(1, (length - driven) / step);
    x += share * (track.x[i] - x);
    y += share * (track.y[i] - y);
    driven += share * step;
    way.push([x, y]);
    if (sign < 0 && track.breaks[i] === 1) break;
  }
  if (driven < length) {
    const [px, py] = way.length > 1 ? way[way.length - 2] : [x - sign * cos, y - sign * sin];
    const norm = Math.hypot(x - px, y - py) || 1;
    way.push([x + ((x - px) / norm) * (length - driven), y + ((y - py) / norm) * (length - driven)]);
  }
  return way;
}

export interface EgoNow {
  track: Track;
  pose: Pose;
  length: number;
  time: number;
}

export interface Zone {
  name: string; // "ahead, left"
  isLeft: boolean;
  outline: number[]; // x, y, x, y ...
}

// None while the ego stands: its zones have no length then.
export function zonesAround(ego: EgoNow, reach: ZoneReach): Zone[] {
  const speed = Math.abs(ego.pose.speed);
  if (!(speed > 0.05)) return [];
  const zones: Zone[] = [];
  for (const sign of [1, -1] as const) {
    const length = speed * (sign > 0 ? reach.ahead : reach.behind);
    const way = wayFrom(ego.track, ego.pose, ego.time, length, ego.length / 2, sign);
    for (const side of [1, -1]) {
      const outline = way.flat();
      for (let i = way.length - 1; i >= 0; --i) {
        const a = way[Math.max(0, i - 1)];
        const b = way[Math.min(way.length - 1, i + 1)];
        const norm = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
        const nx = (-(b[1] - a[1]) / norm) * sign * side * reach.aside;
        const ny = ((b[0] - a[0]) / norm) * sign * side * reach.aside;
        outline.push(way[i][0] + nx, way[i][1] + ny);
      }
      zones.push({
        name: `${sign > 0 ? "ahead" : "behind"}, ${side > 0 ? "left" : "right"}`,
        isLeft: side > 0,
        outline,
      });
    }
  }
  return zones;
}

export function drawZones(
  context: CanvasRenderingContext2D,
  camera: Camera,
  size: Size,
  palette: Palette,
  zones: readonly Zone[],
): void {
  for (const zone of zones) {
    context.beginPath();
    for (let i = 0; i < zone.outline.length; i += 2)
      context.lineTo(...toScreen(camera, size, zone.outline[i], zone.outline[i + 1]));
    context.closePath();
    context.globalAlpha = zone.isLeft ? 0.2 : 0.12;
    context.fillStyle = palette.watcher;
    context.fill();
    context.globalAlpha = 0.7;
    context.strokeStyle = palette.watcher;
    context.lineWidth = 1;
    context.setLineDash([5, 4]);
    context.stroke();
  }
  context.setLineDash([]);
  context.globalAlpha = 1;
}
