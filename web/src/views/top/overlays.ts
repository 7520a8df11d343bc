// What lies over the map besides actors and signals: areas, the ego's trail, the scale.

import type { Area, OddTrack } from "../../data/about.ts";
import { lastAtMost, type Track } from "../../data/motion.ts";
import { isolated } from "../../ui/dom.ts";
import type { Palette } from "../../ui/severity.ts";
import { toScreen, type Camera, type Size } from "./camera.ts";
import { oddAt } from "../odd.ts";

export function drawAreas(
  context: CanvasRenderingContext2D,
  camera: Camera,
  size: Size,
  palette: Palette,
  areas: readonly Area[],
): void {
  for (const area of areas) {
    context.beginPath();
    for (let i = 0; i < area.outline.length; i += 2)
      context.lineTo(...toScreen(camera, size, area.outline[i], area.outline[i + 1]));
    context.closePath();
    context.globalAlpha = 0.15;
    context.fillStyle = palette.accent;
    context.fill();
    context.globalAlpha = 1;
    context.strokeStyle = palette.accent;
    context.lineWidth = 1.5;
    context.setLineDash([6, 4]);
    context.stroke();
    context.setLineDash([]);
    context.fillStyle = palette.text;
    context.font = "11px system-ui, sans-serif";
    context.textAlign = "left";
    context.fillText(isolated(area.name), ...toScreen(camera, size, area.outline[0], area.outline[1]));
  }
}

// Where an actor was, up to now; jumps are dotted.
export function drawTrail(
  context: CanvasRenderingContext2D,
  camera: Camera,
  size: Size,
  palette: Palette,
  track: Track,
  time: number,
): void {
  const last = lastAtMost(track.times, time + 1e-5);
  const jumps: [number, number, number, number][] = [];
  context.beginPath();
  let px = NaN;
  let py = NaN;
  for (let i = 0; i <= last; ++i) {
    const [x, y] = toScreen(camera, size, track.x[i], track.y[i]);
    const far = i > 0 && Math.hypot(track.x[i] - track.x[i - 1], track.y[i] - track.y[i - 1]) > 6;
    if (far && track.breaks[i] === 0) jumps.push([px, py, x, y]);
    if (i === 0 || track.breaks[i] === 1 || far) context.moveTo(x, y);
    else if (Math.abs(x - px) + Math.abs(y - py) < 1.5 && i < last) continue;
    else context.lineTo(x, y);
    px = x;
    py = y;
  }
  context.strokeStyle = palette.ego;
  context.globalAlpha = 0.65;
  context.lineWidth = 2.5;
  context.lineJoin = "round";
  context.stroke();
  context.setLineDash([2, 5]);
  context.beginPath();
  for (const [x0, y0, x1, y1] of jumps) {
    context.moveTo(x0, y0);
    context.lineTo(x1, y1);
  }
  context.stroke();
  context.setLineDash([]);
  context.globalAlpha = 1;
}

// Where the ego was outside of its operational design domain, or nobody could tell: over its trail.
export function drawOddTrail(
  context: CanvasRenderingContext2D,
  camera: Camera,
  size: Size,
  palette: Palette,
  track: Track,
  time: number,
  root: OddTrack,
): void {
  const last = lastAtMost(track.times, time + 1e-5);
  const colours = [palette.error, palette.warning];
  context.lineWidth = 4;
  context.lineJoin = "round";
  context.globalAlpha = 0.8;
  for (const [truth, colour] of colours.entries()) {
    context.beginPath();
    for (let i = 1; i <= last; ++i) {
      if (track.breaks[i] === 1 || oddAt(root, track.times[i - 1]) !== truth) continue;
      context.moveTo(...toScreen(camera, size, track.x[i - 1], track.y[i - 1]));
      context.lineTo(...toScreen(camera, size, track.x[i], track.y[i]));
    }
    context.strokeStyle = colour;
    context.stroke();
  }
  context.globalAlpha = 1;
}

export function drawScale(context: CanvasRenderingContext2D, camera: Camera, size: Size, palette: Palette): void {
  const metres = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000].find((length) => length * camera.scale >= 60) ?? 5000;
  const y = size.height - 14;
  context.strokeStyle = palette.text;
  context.lineWidth = 2;
  context.beginPath();
  context.moveTo(14, y - 4);
  context.lineTo(14, y);
  context.lineTo(14 + metres * camera.scale, y);
  context.lineTo(14 + metres * camera.scale, y - 4);
  context.stroke();
  context.fillStyle = palette.text;
  context.font = "11px system-ui, sans-serif";
  context.textAlign = "left";
  context.textBaseline = "bottom";
  context.fillText(`${metres} m`, 18, y - 4);
}
