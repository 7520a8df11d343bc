// How far it is from one place to another: a line that is dragged over the top view.

import type { Palette } from "../../ui/severity.ts";
import { toScreen, toWorld, type Camera, type Size } from "./camera.ts";

type Point = [number, number];

export class Ruler {
  isOn = false;
  private from: Point | null = null;
  private to: Point | null = null;

  begin(camera: Camera, size: Size, sx: number, sy: number): void {
    this.from = toWorld(camera, size, sx, sy);
    this.to = this.from;
  }
  drag(camera: Camera, size: Size, sx: number, sy: number): void {
    this.to = toWorld(camera, size, sx, sy);
  }
  clear(): void {
    this.from = this.to = null;
  }

  // Nothing yet: "".
  text(): string {
    if (!this.from || !this.to) return "";
    const metres = Math.hypot(this.to[0] - this.from[0], this.to[1] - this.from[1]);
    return metres === 0 ? "" : `${metres.toFixed(metres < 100 ? 2 : 1)} m`;
  }

  draw(context: CanvasRenderingContext2D, camera: Camera, size: Size, palette: Palette): void {
    const text = this.text();
    if (!this.isOn || text === "" || !this.from || !this.to) return;
    const [ax, ay] = toScreen(camera, size, ...this.from);
    const [bx, by] = toScreen(camera, size, ...this.to);
    const length = Math.hypot(bx - ax, by - ay) || 1;
    const [nx, ny] = [(-(by - ay) / length) * 6, ((bx - ax) / length) * 6];
    context.beginPath();
    context.moveTo(ax, ay);
    context.lineTo(bx, by);
    for (const [x, y] of [
      [ax, ay],
      [bx, by],
    ]) {
      context.moveTo(x - nx, y - ny);
      context.lineTo(x + nx, y + ny);
    }
    context.strokeStyle = palette.text;
    context.lineWidth = 2;
    context.stroke();
    context.font = "600 13px system-ui, sans-serif";
    context.textAlign = "center";
    context.textBaseline = "middle";
    const half = context.measureText(text).width / 2 + 6;
    const [x, y] = [(ax + bx) / 2, (ay + by) / 2];
    context.fillStyle = palette.panel;
    context.fillRect(x - half, y - 10, 2 * half, 20);
    context.fillStyle = palette.text;
    context.fillText(text, x, y);
  }
}
