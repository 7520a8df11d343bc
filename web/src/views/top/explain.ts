// What is at a place of the top view, in words: somebody, a signal, a line, an area, a zone, a lane.

import { isInside, laneAt, type Lane } from "../../data/map.ts";
import type { Run } from "../../data/run.ts";
import { h, name, visible } from "../../ui/dom.ts";
import { timeText, valueText, words } from "../../ui/format.ts";
import type { ActorLayer } from "./actors.ts";
import { toWorld, type Camera, type Size } from "./camera.ts";
import type { LightLayer } from "./lights.ts";
import type { Zone } from "./zones.ts";

export interface Explained {
  title: (Node | string)[];
  lines: (Node | string)[][];
}

export interface Explainer {
  run: Run;
  actors: ActorLayer;
  lights: LightLayer;
  zones(): readonly Zone[]; // that are drawn now
}

export function roadTitle(run: Run, road: number): (Node | string)[] {
  const info = run.map?.roads[road];
  if (!info) return [];
  const own: (Node | string)[] = ["road ", name(info.id)];
  if (info.name !== "" && info.name !== info.id) own.push(" ", name(`\u201c${info.name}\u201d`));
  if (info.junction !== "") own.push(", in junction ", name(info.junction));
  return own;
}

function laneTitle(run: Run, lane: Lane): (Node | string)[] {
  const type = run.map?.laneTypes[lane.kind] ?? "";
  return [`lane ${String(lane.number).replace("-", "\u2212")} (${words(type)})`];
}

function whereOf(run: Run, x: number, y: number): (Node | string)[] | null {
  const lane = run.map ? laneAt(run.map, x, y) : null;
  return lane ? ["on ", ...laneTitle(run, lane), " of ", ...roadTitle(run, lane.road)] : null;
}

function explainActor({ run, actors }: Explainer, actor: number): Explained | null {
  const body = run.about.scene?.actors[actor];
  const pose = actors.poseOf(actor);
  if (!body || !pose) return null;
  const role = actor === run.ego ? ", the ego" : body.is_vru ? ", vulnerable" : body.is_static ? ", static" : "";
  const lines: (Node | string)[][] = [];
  if (Number.isFinite(pose.speed) && !body.is_static) lines.push([`drives ${speedText(pose.speed)}`]);
  else if (!body.is_static) lines.push(["its speed is not known"]);
  const where = whereOf(run, pose.x, pose.y);
  if (where) lines.push(where);
  lines.push([`${valueText(body.length, "m")} long, ${valueText(body.width, "m")} wide`]);
  return { title: [name(body.id), ` (${words(body.category)}${role})`], lines };
}

function speedText(speed: number): string {
  return valueText(speed, "m/s");
}

function explainSignal({ run, lights }: Explainer, place: number, time: number, isLine: boolean): Explained | null {
  const signal = run.map?.signals[place];
  if (!signal) return null;
  const lines: (Node | string)[][] = [];
  if (signal.kind === "traffic light") {
    const now = lights.now(place, time);
    if (now.length === 0) lines.push(["what it shows is not known"]);
    for (const { state, since, ways } of now)
      lines.push([`shows ${words(state)} since ${timeText(since)}${ways ? `, to those that go ${words(ways)}` : ""}`]);
  }
  if (signal.number !== "") lines.push([`shows ${signal.number}`]);
  if (signal.label !== "" && signal.label !== signal.id) lines.push([name(signal.label)]);
  lines.push(["of road ", name(signal.road)]);
  return { title: [isLine ? `stop line of ${signal.kind} ` : `${signal.kind} `, name(signal.id)], lines };
}

// What is on top goes first. Null: nothing but ground.
export function explain(
  explainer: Explainer,
  camera: Camera,
  size: Size,
  sx: number,
  sy: number,
  time: number,
): Explained | null {
  const { run, actors, lights } = explainer;
  const actor = actors.at(camera, size, sx, sy, 4);
  if (actor >= 0) return explainActor(explainer, actor);
  const signal = lights.at(camera, size, sx, sy);
  if (signal >= 0) return explainSignal(explainer, signal, time, false);
  const stop = lights.stopAt(camera, size, sx, sy);
  if (stop >= 0) return explainSignal(explainer, stop, time, true);
  const [x, y] = toWorld(camera, size, sx, sy);
  const lane = run.map ? laneAt(run.map, x, y) : null;
  const lines: (Node | string)[][] = [];
  for (const area of run.about.scene?.areas ?? [])
    if (isInside(area.outline, x, y)) lines.push([`in the area ${visible(area.name)}`]);
  const reach = run.about.scene?.zones;
  for (const zone of explainer.zones())
    if (reach && isInside(zone.outline, x, y))
      lines.push([
        `in the ego's zone ${zone.name}: ${zone.name.startsWith("ahead") ? reach.ahead : reach.behind} s of its way, ${reach.aside} m aside`,
      ]);
  if (lane) return { title: laneTitle(run, lane), lines: [["of ", ...roadTitle(run, lane.road)], ...lines] };
  return lines.length > 0 ? { title: lines[0], lines: lines.slice(1) } : null;
}

// A box that follows the pointer and says it.
export interface Tip {
  element: HTMLElement;
  show(what: Explained, x: number, y: number, width: number): void;
  hide(): void;
}

export function createTip(): Tip {
  const element = h("div", { class: "tip top-tip", role: "tooltip", hidden: true });
  return {
    element,
    show(what, x, y, width) {
      element.textContent = "";
      element.append(h("strong", {}, ...what.title));
      for (const line of what.lines) element.append(h("br"), ...line);
      element.hidden = false;
      element.style.left = `${Math.max(4, Math.min(x + 14, width - 240))}px`;
      element.style.top = `${y + 16}px`;
    },
    hide: () => (element.hidden = true),
  };
}
