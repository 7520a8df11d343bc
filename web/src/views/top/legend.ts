// What is drawn in the top view, and what it means: only what this run has.

import type { Run } from "../../data/run.ts";
import type { SignalKind } from "../../data/words.ts";
import { h, replace } from "../../ui/dom.ts";
import { readPalette, type Palette } from "../../ui/severity.ts";
import { drawSignal, kLamps } from "./lights.ts";

type Draw = (context: CanvasRenderingContext2D, palette: Palette) => void;

const kDrawn: SignalKind[] = ["traffic light", "stop sign", "yield sign", "speed limit", "end of speed limit"];
const kWidth = 34;
const kHeight = 26;

const body =
  (colour: (palette: Palette) => string): Draw =>
  (context, palette) => {
    context.fillStyle = colour(palette);
    context.fillRect(6, 8, 22, 10);
  };

const frame =
  (colour: (palette: Palette) => string, width: number, dash: number[]): Draw =>
  (context, palette) => {
    body((of) => of.actor)(context, palette);
    context.strokeStyle = colour(palette);
    context.lineWidth = width;
    context.setLineDash(dash);
    context.strokeRect(3, 5, 28, 16);
  };

const line =
  (colour: (palette: Palette) => string, width: number, dash: number[] = []): Draw =>
  (context, palette) => {
    context.strokeStyle = colour(palette);
    context.lineWidth = width;
    context.setLineDash(dash);
    context.beginPath();
    context.moveTo(3, kHeight / 2);
    context.lineTo(kWidth - 3, kHeight / 2);
    context.stroke();
  };

const field =
  (colour: (palette: Palette) => string): Draw =>
  (context, palette) => {
    context.fillStyle = colour(palette);
    context.globalAlpha = 0.25;
    context.fillRect(3, 4, 28, 18);
    context.globalAlpha = 1;
    context.strokeStyle = colour(palette);
    context.setLineDash([5, 4]);
    context.strokeRect(3, 4, 28, 18);
  };

function entries(run: Run): [string, Draw][] {
  const scene = run.about.scene;
  const kinds = new Set(run.map?.signals.map((signal) => signal.kind));
  const found: [string, Draw, boolean][] = [
    ["the ego", body((of) => of.ego), run.ego >= 0],
    ["another vehicle", body((of) => of.actor), true],
    ["a vulnerable road user", body((of) => of.vru), scene?.actors.some((actor) => actor.is_vru) ?? false],
    ["a static object", body((of) => of.thing), scene?.actors.some((actor) => actor.is_static) ?? false],
    ["an error now", frame((of) => of.error, 3, []), true],
    ["a warning now", frame((of) => of.warning, 3, [6, 3]), true],
    ["of the selected issue", frame((of) => of.text, 2, [2, 3]), true],
    ["where the ego was; dotted: it jumped", line((of) => of.ego, 2.5), run.ego >= 0],
    ["there it was outside of its ODD", line((of) => of.error, 4), run.about.odd.length > 0],
    ["there nobody knows whether it was inside", line((of) => of.warning, 4), run.about.odd.length > 0],
    [
      "a traffic light, in its state",
      (context, palette) => drawSignal(context, 17, 13, { kind: "traffic light", number: "" }, ["red"], palette, 10),
      kinds.has("traffic light"),
    ],
    ["its stop line, in its colour", line(() => kLamps[0], 4), (run.map?.stops.length ?? 0) > 0],
    [
      "a stop sign",
      (context, palette) => drawSignal(context, 17, 13, { kind: "stop sign", number: "" }, [], palette, 14),
      kinds.has("stop sign"),
    ],
    [
      "a yield sign",
      (context, palette) => drawSignal(context, 17, 13, { kind: "yield sign", number: "" }, [], palette, 14),
      kinds.has("yield sign"),
    ],
    [
      "a speed limit, in km/h or mph",
      (context, palette) => drawSignal(context, 17, 13, { kind: "speed limit", number: "50" }, [], palette, 14),
      kinds.has("speed limit"),
    ],
    [
      "the end of a speed limit",
      (context, palette) => drawSignal(context, 17, 13, { kind: "end of speed limit", number: "" }, [], palette, 14),
      kinds.has("end of speed limit"),
    ],
    [
      "another sign",
      (context, palette) => drawSignal(context, 17, 13, { kind: "other", number: "" }, [], palette, 14),
      [...kinds].some((kind) => !kDrawn.includes(kind)),
    ],
    ["a zone around the ego (relevance)", field((of) => of.watcher), scene?.zones !== null],
    ["an area of the run", field((of) => of.accent), (scene?.areas.length ?? 0) > 0],
  ];
  return found.filter(([, , isThere]) => isThere).map(([text, draw]) => [text, draw]);
}

export function showLegend(root: HTMLElement, run: Run): void {
  const palette = readPalette();
  const ratio = window.devicePixelRatio || 1;
  replace(
    root,
    ...entries(run).map(([text, draw]) => {
      const canvas = h("canvas", {
        width: kWidth * ratio,
        height: kHeight * ratio,
        "aria-hidden": "true",
        style: `width:${kWidth}px;height:${kHeight}px`,
      });
      const context = canvas.getContext("2d");
      context?.scale(ratio, ratio);
      if (context) draw(context, palette);
      return h("div", { class: "legend-entry" }, canvas, text);
    }),
  );
}
