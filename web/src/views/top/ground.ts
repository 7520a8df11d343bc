// The map below the actors. It is drawn into a picture of its own, larger than the view, and redrawn only when the view
// leaves that picture or zooms: playing a run costs the actors alone.

import type { RunMap } from "../../data/map.ts";
import type { LaneType } from "../../data/words.ts";
import type { Palette } from "../../ui/severity.ts";
import { overlap, seen, toScreen, type Camera, type Size } from "./camera.ts";

const kBeyond = 1.6; // how much larger than the view
const kMarksFrom = 1.2; // pixels for a metre from which marks are worth drawing

const kWalked = new Set<LaneType>(["sidewalk", "walking", "curb"]);
const kBeside = new Set<LaneType>([
  "shoulder",
  "border",
  "stop",
  "parking",
  "restricted",
  "median",
  "biking",
  "special1",
  "special2",
  "special3",
  "roadWorks",
]);

export class Ground {
  private picture: HTMLCanvasElement | null = null;
  private drawn: Camera | null = null;
  private drawnFor = "";

  constructor(private readonly map: RunMap | null) {}

  draw(context: CanvasRenderingContext2D, camera: Camera, size: Size, ratio: number, palette: Palette): void {
    context.fillStyle = palette.ground;
    context.fillRect(0, 0, size.width, size.height);
    if (!this.map) return this.drawGrid(context, camera, size, palette);
    const wide: Size = { width: Math.ceil(size.width * kBeyond), height: Math.ceil(size.height * kBeyond) };
    const purpose = `${wide.width} ${wide.height} ${ratio} ${palette.road}`;
    const last = this.drawn;
    const isFar =
      !last ||
      last.scale !== camera.scale ||
      Math.abs(camera.x - last.x) * camera.scale > (wide.width - size.width) / 2 ||
      Math.abs(camera.y - last.y) * camera.scale > (wide.height - size.height) / 2;
    if (isFar || purpose !== this.drawnFor || !this.picture) {
      this.picture ??= document.createElement("canvas");
      this.picture.width = wide.width * ratio;
      this.picture.height = wide.height * ratio;
      const inside = this.picture.getContext("2d");
      if (!inside) return;
      inside.setTransform(ratio, 0, 0, ratio, 0, 0);
      this.drawn = { ...camera };
      this.drawnFor = purpose;
      this.drawMap(inside, this.drawn, wide, palette);
    }
    if (!this.drawn || !this.picture) return;
    const [x, y] = toScreen(camera, size, this.drawn.x, this.drawn.y);
    context.drawImage(this.picture, x - wide.width / 2, y - wide.height / 2, wide.width, wide.height);
  }

  private drawMap(context: CanvasRenderingContext2D, camera: Camera, size: Size, palette: Palette): void {
    const map = this.map;
    if (!map) return;
    context.fillStyle = palette.ground;
    context.fillRect(0, 0, size.width, size.height);
    const view = seen(camera, size);
    const colourOf = (type: LaneType) =>
      kWalked.has(type) ? palette.roadSidewalk : kBeside.has(type) ? palette.roadSide : palette.road;
    // Wide lanes last would cover the lanes of crossing roads: what is walked on first, then what is beside, then roads.
    for (const colour of [palette.roadSidewalk, palette.roadSide, palette.road]) {
      context.beginPath();
      for (const lane of map.lanes) {
        if (colourOf(map.laneTypes[lane.kind]) !== colour || !overlap(lane.box, view)) continue;
        this.trace(context, camera, size, lane.points);
        context.closePath();
      }
      context.fillStyle = colour;
      context.strokeStyle = colour; // closes hairlines between neighbours
      context.lineWidth = 0.7;
      context.fill("nonzero");
      context.stroke();
    }
    if (camera.scale >= kMarksFrom) this.drawMarks(context, camera, size, palette);
  }

  private drawMarks(context: CanvasRenderingContext2D, camera: Camera, size: Size, palette: Palette): void {
    const map = this.map;
    if (!map) return;
    const view = seen(camera, size);
    map.markStyles.forEach((style, kind) => {
      const [line, colour, width] = style.split(" ");
      const isBorder = line === "border";
      context.beginPath();
      for (const mark of map.marks)
        if (mark.kind === kind && overlap(mark.box, view)) this.trace(context, camera, size, mark.points);
      context.strokeStyle = colour === "yellow" ? palette.warning : palette.roadMark;
      context.globalAlpha = isBorder ? 0.3 : 0.85;
      context.lineWidth = Math.max(isBorder ? 0.6 : 0.8, Number(width) * camera.scale);
      context.setLineDash(line === "broken" ? [3 * camera.scale, 4.5 * camera.scale] : []);
      context.stroke();
    });
    context.setLineDash([]);
    context.globalAlpha = 1;
  }

  private trace(context: CanvasRenderingContext2D, camera: Camera, size: Size, points: Float64Array): void {
    const { scale } = camera;
    const left = size.width / 2 - camera.x * scale;
    const top = size.height / 2 + camera.y * scale;
    context.moveTo(left + points[0] * scale, top - points[1] * scale);
    for (let i = 2; i < points.length; i += 2) context.lineTo(left + points[i] * scale, top - points[i + 1] * scale);
  }

  // Without a map: lines every 10 or 100 m, so that movement can be seen.
  private drawGrid(context: CanvasRenderingContext2D, camera: Camera, size: Size, palette: Palette): void {
    const step = camera.scale > 2 ? 10 : camera.scale > 0.2 ? 100 : 1000;
    const [x0, y0, x1, y1] = seen(camera, size);
    context.strokeStyle = palette.faint;
    context.lineWidth = 1;
    context.beginPath();
    for (let x = Math.ceil(x0 / step) * step; x <= x1; x += step) {
      const [sx] = toScreen(camera, size, x, 0);
      context.moveTo(sx, 0);
      context.lineTo(sx, size.height);
    }
    for (let y = Math.ceil(y0 / step) * step; y <= y1; y += step) {
      const [, sy] = toScreen(camera, size, 0, y);
      context.moveTo(0, sy);
      context.lineTo(size.width, sy);
    }
    context.stroke();
  }
}
