// Signals of the map, and lights in their state. Which of its lamps is lit tells it without the colour.

import type { SignalInfo } from "../../data/about.ts";
import { lastAtMost } from "../../data/motion.ts";
import type { Run } from "../../data/run.ts";
import { roundedBox } from "../../ui/canvas.ts";
import type { Palette } from "../../ui/severity.ts";
import { toScreen, type Camera, type Size } from "./camera.ts";

const kSignalsFrom = 2; // pixels for a metre
const kLamps = ["#e0402c", "#f0b400", "#22b45e"]; // red, yellow, green, from above
const kLit: Record<string, boolean[]> = {
  red: [true, false, false],
  red_yellow: [true, true, false],
  yellow: [false, true, false],
  green: [false, false, true],
};

export class LightLayer {
  private readonly signals: SignalInfo[];
  private readonly states = new Map<number, { times: number[]; states: string[] }>();

  constructor(run: Run) {
    this.signals = run.map?.signals ?? [];
    for (const light of run.about.scene?.lights ?? []) this.states.set(light.signal, light);
  }

  draw(context: CanvasRenderingContext2D, camera: Camera, size: Size, palette: Palette, time: number): void {
    if (camera.scale < kSignalsFrom) return;
    this.signals.forEach((signal, place) => {
      const [x, y] = toScreen(camera, size, signal.x, signal.y);
      if (x < -20 || y < -20 || x > size.width + 20 || y > size.height + 20) return;
      if (signal.kind === "traffic_light") this.drawLight(context, x, y, this.stateAt(place, time), camera.scale);
      else drawSign(context, x, y, signal, palette, camera.scale);
    });
  }

  stateAt(signal: number, time: number): string {
    const light = this.states.get(signal);
    if (!light) return "";
    const place = lastAtMost(light.times, time + 1e-5);
    return place < 0 ? "" : light.states[place];
  }

  private drawLight(context: CanvasRenderingContext2D, x: number, y: number, state: string, scale: number): void {
    const lamp = Math.min(Math.max(0.28 * scale, 2.2), 5);
    const isFlashing = state.startsWith("flashing_");
    const lit = kLit[state.replace("flashing_", "")] ?? [false, false, false];
    roundedBox(context, x - lamp * 1.4, y - lamp * 3.6, lamp * 2.8, lamp * 7.2, lamp);
    context.fillStyle = "#1b1f24";
    context.fill();
    context.strokeStyle = "#8b949e";
    context.lineWidth = 0.8;
    context.stroke();
    lit.forEach((isLit, i) => {
      context.beginPath();
      context.arc(x, y + (i - 1) * 2.25 * lamp, lamp, 0, 2 * Math.PI);
      context.fillStyle = isLit ? kLamps[i] : "#3a4048";
      context.fill();
      if (isLit && isFlashing) {
        context.strokeStyle = "#ffffff";
        context.lineWidth = 1.2;
        context.stroke();
      }
    });
  }
}

function drawSign(
  context: CanvasRenderingContext2D,
  x: number,
  y: number,
  signal: SignalInfo,
  palette: Palette,
  scale: number,
): void {
  const r = Math.min(Math.max(0.5 * scale, 3), 7);
  context.beginPath();
  if (signal.kind === "stop_sign") {
    for (let i = 0; i < 8; ++i)
      context.lineTo(x + r * Math.cos((i + 0.5) * (Math.PI / 4)), y + r * Math.sin((i + 0.5) * (Math.PI / 4)));
    context.fillStyle = palette.error;
  } else if (signal.kind === "yield_sign") {
    context.moveTo(x - r, y - 0.7 * r);
    context.lineTo(x + r, y - 0.7 * r);
    context.lineTo(x, y + r);
    context.fillStyle = palette.page;
  } else {
    context.arc(x, y, 0.55 * r, 0, 2 * Math.PI);
    context.fillStyle = palette.dim;
  }
  context.closePath();
  context.fill();
  context.lineWidth = 1.5;
  context.strokeStyle = signal.kind === "yield_sign" ? palette.error : palette.page;
  context.stroke();
}
