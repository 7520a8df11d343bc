// Signals of the map, lights in their state, and the lines where vehicles stop for them. Which of its lamps is lit tells
// a light's state without the colour.

import type { LightSeries, SignalInfo, StopInfo } from "../../data/about.ts";
import { lastAtMost } from "../../data/motion.ts";
import type { Run } from "../../data/run.ts";
import type { LightState, SignalKind } from "../../data/words.ts";
import { roundedBox } from "../../ui/canvas.ts";
import type { Palette } from "../../ui/severity.ts";
import { toScreen, type Box, type Camera, type Size } from "./camera.ts";

const kSignalsFrom = 1.6; // pixels for a metre
const kNear = 12; // pixels within which a signal is meant
export const kLamps = ["#e0402c", "#f0b400", "#22b45e"]; // red, yellow, green, from above
const kDark = "#3a4048";

const kLit: Record<LightState, readonly [boolean, boolean, boolean]> = {
  "": [false, false, false],
  off: [false, false, false],
  red: [true, false, false],
  flashing_red: [true, false, false],
  red_yellow: [true, true, false],
  yellow: [false, true, false],
  flashing_yellow: [false, true, false],
  green: [false, false, true],
};

// "" if nothing is lit.
export function lightColour(state: LightState): string {
  return kLamps[kLit[state].indexOf(true)] ?? "";
}

export interface LightNow {
  state: LightState;
  since: number; // seconds
  ways: string; // for whom; "": for all
}

function seriesAt(light: LightSeries, time: number): LightNow {
  const place = lastAtMost(light.times, time + 1e-5);
  return { state: place < 0 ? "" : light.states[place], since: place < 0 ? 0 : light.times[place], ways: light.ways };
}

// Pixels from the middle of a light to the ring around it.
function ringOf(camera: Camera): number {
  return Math.min(Math.max(1.3 * camera.scale, 11), 23);
}

export class LightLayer {
  private readonly lights: LightSeries[];
  private readonly ofSignal = new Map<number, LightSeries[]>();

  constructor(private readonly run: Run) {
    this.lights = run.about.scene?.lights ?? [];
    for (const light of this.lights)
      if (light.signal !== null) this.ofSignal.set(light.signal, [...(this.ofSignal.get(light.signal) ?? []), light]);
  }

  // What a signal shows: one state, or one for each group of ways; none: nothing is known of it.
  now(signal: number, time: number): LightNow[] {
    return (this.ofSignal.get(signal) ?? []).map((light) => seriesAt(light, time)).filter(({ state }) => state !== "");
  }

  // Below the actors: the lines.
  drawStops(
    context: CanvasRenderingContext2D,
    camera: Camera,
    size: Size,
    palette: Palette,
    time: number,
    meant: number | undefined,
  ): void {
    if (camera.scale < kSignalsFrom) return;
    for (const stop of this.run.map?.stops ?? [])
      if (stop.signal !== meant)
        this.drawStop(context, camera, size, palette, time, stop, Math.max(1.5, 0.3 * camera.scale));
  }

  private drawStop(
    context: CanvasRenderingContext2D,
    camera: Camera,
    size: Size,
    palette: Palette,
    time: number,
    stop: StopInfo,
    width: number,
  ): void {
    const [x0, y0, x1, y1] = stop.line;
    context.beginPath();
    context.moveTo(...toScreen(camera, size, x0, y0));
    context.lineTo(...toScreen(camera, size, x1, y1));
    const state = stop.light === null ? "" : seriesAt(this.lights[stop.light], time).state;
    context.strokeStyle = lightColour(state) || palette.dim;
    context.lineWidth = width;
    context.stroke();
  }

  // Above them: lights and signs; the one that the issue is about is ringed and lies on top, and so does its line.
  draw(
    context: CanvasRenderingContext2D,
    camera: Camera,
    size: Size,
    palette: Palette,
    time: number,
    meant: number | undefined,
  ): void {
    if (camera.scale < kSignalsFrom) return;
    for (const stop of this.run.map?.stops ?? [])
      if (stop.signal === meant)
        this.drawStop(context, camera, size, palette, time, stop, Math.max(3, 0.45 * camera.scale));
    const signals = this.run.map?.signals ?? [];
    const order = signals.map((_, place) => place).sort((a, b) => Number(a === meant) - Number(b === meant));
    for (const place of order) {
      const signal = signals[place];
      const [x, y] = toScreen(camera, size, signal.x, signal.y);
      if (x < -20 || y < -20 || x > size.width + 20 || y > size.height + 20) continue;
      if (place === meant) {
        context.beginPath();
        context.arc(x, y, ringOf(camera), 0, 2 * Math.PI);
        context.fillStyle = palette.page;
        context.fill();
        context.strokeStyle = palette.text;
        context.lineWidth = 2.5;
        context.stroke();
      }
      const states = this.now(place, time).map(({ state }) => state);
      drawSignal(context, x, y, signal, states, palette, camera.scale);
    }
  }

  // Where the signal that an issue is about is drawn, with its ring.
  boxOf(camera: Camera, size: Size, meant: number | undefined): Box[] {
    const signal = meant === undefined ? undefined : this.run.map?.signals[meant];
    if (!signal || camera.scale < kSignalsFrom) return [];
    const [x, y] = toScreen(camera, size, signal.x, signal.y);
    const r = ringOf(camera);
    return [[x - r, y - r, x + r, y + r]];
  }

  // The signal at a place of the screen; -1: none.
  at(camera: Camera, size: Size, sx: number, sy: number): number {
    if (camera.scale < kSignalsFrom) return -1;
    let best = -1;
    let nearest = kNear;
    (this.run.map?.signals ?? []).forEach((signal: SignalInfo, place) => {
      const [x, y] = toScreen(camera, size, signal.x, signal.y);
      const distance = Math.hypot(sx - x, sy - y);
      if (distance < nearest) {
        nearest = distance;
        best = place;
      }
    });
    return best;
  }

  // The signal of the line there; -1: none.
  stopAt(camera: Camera, size: Size, sx: number, sy: number): number {
    if (camera.scale < kSignalsFrom) return -1;
    for (const { signal, line } of this.run.map?.stops ?? []) {
      const [ax, ay] = toScreen(camera, size, line[0], line[1]);
      const [bx, by] = toScreen(camera, size, line[2], line[3]);
      const length = (bx - ax) ** 2 + (by - ay) ** 2;
      if (length === 0) continue;
      const along = Math.min(1, Math.max(0, ((sx - ax) * (bx - ax) + (sy - ay) * (by - ay)) / length));
      if (Math.hypot(sx - ax - along * (bx - ax), sy - ay - along * (by - ay)) < 5) return signal;
    }
    return -1;
  }
}

export function drawSignal(
  context: CanvasRenderingContext2D,
  x: number,
  y: number,
  signal: { kind: SignalKind; number: string },
  states: readonly LightState[],
  palette: Palette,
  scale: number,
): void {
  if (signal.kind === "traffic light") drawLight(context, x, y, states, scale);
  else drawSign(context, x, y, signal, palette, scale);
}

// Where ways are shown different things, all lamps that are lit for somebody are.
function drawLight(
  context: CanvasRenderingContext2D,
  x: number,
  y: number,
  states: readonly LightState[],
  scale: number,
): void {
  const lamp = Math.min(Math.max(0.28 * scale, 2.2), 5);
  const isFlashing = states.some((state) => state === "flashing_red" || state === "flashing_yellow");
  roundedBox(context, x - lamp * 1.4, y - lamp * 3.6, lamp * 2.8, lamp * 7.2, lamp);
  context.fillStyle = "#1b1f24";
  context.fill();
  context.strokeStyle = "#8b949e";
  context.lineWidth = 0.8;
  context.stroke();
  [0, 1, 2].forEach((i) => {
    const isLit = states.some((state) => kLit[state][i]);
    context.beginPath();
    context.arc(x, y + (i - 1) * 2.25 * lamp, lamp, 0, 2 * Math.PI);
    context.fillStyle = isLit ? kLamps[i] : kDark;
    context.fill();
    if (isLit && isFlashing) {
      context.strokeStyle = "#ffffff";
      context.lineWidth = 1.2;
      context.stroke();
    }
  });
}

// Signs look the same by day and by night.
const [kSignRed, kSignInk, kSignGrey, kSignWhite] = ["#c8202f", "#20262d", "#56606e", "#ffffff"];

function onSign(
  context: CanvasRenderingContext2D,
  x: number,
  y: number,
  size: number,
  colour: string,
  text: string,
): void {
  context.font = `700 ${size.toFixed(1)}px system-ui, sans-serif`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillStyle = colour;
  context.fillText(text, x, y + 0.06 * size);
}

function outlined(
  context: CanvasRenderingContext2D,
  points: readonly (readonly [number, number])[],
  fill: string,
  edge: string,
  width: number,
): void {
  context.beginPath();
  for (const [x, y] of points) context.lineTo(x, y);
  context.closePath();
  context.fillStyle = fill;
  context.fill();
  context.lineJoin = "round";
  context.lineWidth = width;
  context.strokeStyle = edge;
  context.stroke();
}

function ringed(context: CanvasRenderingContext2D, x: number, y: number, r: number, edge: string, width: number): void {
  context.beginPath();
  context.arc(x, y, r - width / 2, 0, 2 * Math.PI);
  context.fillStyle = kSignWhite;
  context.fill();
  context.lineWidth = width;
  context.strokeStyle = edge;
  context.stroke();
}

// As large as it takes to recognise them, whatever the scale.
function drawSign(
  context: CanvasRenderingContext2D,
  x: number,
  y: number,
  { kind, number }: { kind: SignalKind; number: string },
  palette: Palette,
  scale: number,
): void {
  const r = Math.min(Math.max(0.9 * scale, 8), 12);
  if (kind === "stop sign") {
    const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((i): [number, number] => {
      const angle = (i + 0.5) * (Math.PI / 4);
      return [x + r * Math.cos(angle), y + r * Math.sin(angle)];
    });
    outlined(context, corners, kSignRed, kSignWhite, 1.5);
    onSign(context, x, y, 0.62 * r, kSignWhite, "STOP");
  } else if (kind === "yield sign") {
    const corners: [number, number][] = [
      [x - 0.9 * r, y - 0.7 * r],
      [x + 0.9 * r, y - 0.7 * r],
      [x, y + 0.85 * r],
    ];
    outlined(context, corners, kSignWhite, kSignRed, 0.32 * r);
  } else if (kind === "speed limit") {
    ringed(context, x, y, r, kSignRed, 0.24 * r);
    onSign(context, x, y, (number.length > 2 ? 0.72 : 0.95) * r, kSignInk, number);
  } else if (kind === "end of speed limit") {
    ringed(context, x, y, r, kSignGrey, 0.14 * r);
    context.beginPath();
    context.moveTo(x - 0.6 * r, y + 0.6 * r);
    context.lineTo(x + 0.6 * r, y - 0.6 * r);
    context.lineWidth = 0.2 * r;
    context.stroke();
  } else {
    ringed(context, x, y, 0.35 * r, palette.dim, 2);
  }
}
