// The run from above: the map, everybody in it at the cursor's time, the ego's trail, lights, zones and areas.

import { lastAtMost } from "../../data/motion.ts";
import type { Run } from "../../data/run.ts";
import type { ViewStore } from "../../state/state.ts";
import { createSurface, type Surface } from "../../ui/canvas.ts";
import { h, isolated, replace } from "../../ui/dom.ts";
import { counted, numberText, timeText } from "../../ui/format.ts";
import { readPalette } from "../../ui/severity.ts";
import { ActorLayer } from "./actors.ts";
import { fitted, toScreen, zoomedAt, type Box, type Camera } from "./camera.ts";
import { attachCameraPointer } from "./camera_pointer.ts";
import { Ground } from "./ground.ts";
import { LightLayer } from "./lights.ts";
import { drawZones } from "./zones.ts";

const kFollowScale = 7; // pixels for a metre, to begin with

export function mountTopView(root: HTMLElement, run: Run, store: ViewStore): void {
  if (!run.about.scene) {
    replace(
      root,
      h("h2", { id: "top-title" }, "Top view"),
      h(
        "p",
        { class: "empty" },
        "There is no top view: the run or its map could not be read again. The notices above say why.",
      ),
    );
    return;
  }
  const ground = new Ground(run.map);
  const actors = new ActorLayer(run);
  const lights = new LightLayer(run);
  const zones = run.about.scene?.zones ?? null;
  const shown = { labels: true, zones: zones !== null, trail: true };
  let palette = readPalette();
  let camera: Camera | null = null;

  const canvas = h("canvas", { class: "top-canvas", tabindex: 0, role: "img", "aria-label": "Top view" });
  const follow = h(
    "button",
    { type: "button", class: "toggle", onclick: () => store.set({ follow: !store.state.follow }) },
    "Follow",
  );
  const toggle = (key: keyof typeof shown, text: string) =>
    h(
      "label",
      {},
      h("input", {
        type: "checkbox",
        checked: shown[key],
        onchange: (event: Event) => {
          shown[key] = (event.target as HTMLInputElement).checked;
          surface.redraw();
        },
      }),
      ` ${text}`,
    );
  const button = (label: string, text: string, onclick: () => void) =>
    h("button", { type: "button", title: label, "aria-label": label, onclick }, text);
  const zoom = (factor: number) => {
    if (camera) camera = zoomedAt(camera, surface, surface.width / 2, surface.height / 2, factor);
    surface.redraw();
  };
  replace(
    root,
    h(
      "div",
      { class: "panel-head" },
      h("h2", { id: "top-title" }, "Top view"),
      h(
        "div",
        { class: "toggles" },
        toggle("labels", "labels"),
        toggle("trail", "trail"),
        zones ? toggle("zones", "zones") : null,
      ),
      h(
        "div",
        { class: "buttons" },
        follow,
        button("Zoom in", "+", () => zoom(1.5)),
        button("Zoom out", "\u2212", () => zoom(1 / 1.5)),
        button("Show the whole run", "Fit", () => {
          store.set({ follow: false });
          camera = fitted(wholeRun(run), surface);
          surface.redraw();
        }),
      ),
    ),
    canvas,
  );

  const surface = createSurface(canvas, draw);

  function followedPose(time: number): { x: number; y: number } | null {
    const placed = actors.place(time);
    const found =
      placed.find((one) => one.actor === store.state.followed) ?? placed.find((one) => one.actor === run.ego);
    return found?.pose ?? null;
  }

  function draw(surface_: Surface): void {
    const { context, ratio } = surface_;
    const { time, follow: follows, followed } = store.state;
    const pose = followedPose(time);
    camera ??= pose ? { x: pose.x, y: pose.y, scale: kFollowScale } : fitted(wholeRun(run), surface_);
    if (follows && pose) camera = { ...camera, x: pose.x, y: pose.y };
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    ground.draw(context, camera, surface_, ratio, palette);
    drawAreas(context, camera);
    if (shown.trail) drawTrail(context, camera, time);
    const ego = run.motion.tracks[run.ego];
    const egoPose = actors.place(time).find((one) => one.actor === run.ego)?.pose;
    if (shown.zones && zones && ego && egoPose) {
      const length = run.about.scene?.actors[run.ego].length ?? 0;
      drawZones(context, camera, surface_, palette, { track: ego, pose: egoPose, length, time }, zones);
    }
    lights.draw(context, camera, surface_, palette, time);
    actors.draw(context, camera, surface_, palette, time, { followed, labels: shown.labels, marked: markedActors() });
    drawScale(context, camera, surface_);
    if (!store.state.playing) describe(time);
  }

  function markedActors(): Set<number> {
    const issue = store.state.issue === null ? undefined : run.issue(store.state.issue);
    const ids = issue
      ? [issue.actor.id, issue.other_actor?.id]
      : [store.state.interval?.actor, store.state.interval?.other_actor];
    return new Set(ids.filter((id): id is string => typeof id === "string").map((id) => run.actorOf(id)));
  }

  function drawAreas(context: CanvasRenderingContext2D, at: Camera): void {
    for (const area of run.about.scene?.areas ?? []) {
      context.beginPath();
      for (let i = 0; i < area.outline.length; i += 2)
        context.lineTo(...toScreen(at, surface, area.outline[i], area.outline[i + 1]));
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
      context.fillText(isolated(area.name), ...toScreen(at, surface, area.outline[0], area.outline[1]));
    }
  }

  // Where the ego was, up to now; jumps are dotted.
  function drawTrail(context: CanvasRenderingContext2D, at: Camera, time: number): void {
    const track = run.motion.tracks[run.ego];
    if (!track) return;
    const last = lastAtMost(track.times, time + 1e-5);
    const jumps: [number, number, number, number][] = [];
    context.beginPath();
    let px = NaN;
    let py = NaN;
    for (let i = 0; i <= last; ++i) {
      const [x, y] = toScreen(at, surface, track.x[i], track.y[i]);
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

  function drawScale(context: CanvasRenderingContext2D, at: Camera, { height }: Surface): void {
    const metres = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000].find((length) => length * at.scale >= 60) ?? 5000;
    const y = height - 14;
    context.strokeStyle = palette.text;
    context.lineWidth = 2;
    context.beginPath();
    context.moveTo(14, y - 4);
    context.lineTo(14, y);
    context.lineTo(14 + metres * at.scale, y);
    context.lineTo(14 + metres * at.scale, y - 4);
    context.stroke();
    context.fillStyle = palette.text;
    context.font = "11px system-ui, sans-serif";
    context.textAlign = "left";
    context.textBaseline = "bottom";
    context.fillText(`${metres} m`, 18, y - 4);
  }

  function describe(time: number): void {
    const placed = actors.place(time);
    const ego = placed.find((one) => one.actor === run.ego);
    const speed =
      ego && Number.isFinite(ego.pose.speed) ? `, the ego drives ${numberText(ego.pose.speed * 3.6, 0)} km/h` : "";
    canvas.setAttribute("aria-label", `Top view at ${timeText(time)}: ${counted(placed.length, "actor")}${speed}`);
  }

  attachCameraPointer(canvas, {
    pan(dx, dy) {
      if (!camera) return;
      camera = { ...camera, x: camera.x - dx / camera.scale, y: camera.y + dy / camera.scale };
      store.set({ follow: false });
      surface.redraw();
    },
    zoom(x, y, factor) {
      if (!camera) return;
      camera = store.state.follow
        ? zoomedAt(camera, surface, surface.width / 2, surface.height / 2, factor)
        : zoomedAt(camera, surface, x, y, factor);
      surface.redraw();
    },
    click(x, y) {
      const actor = camera ? actors.at(camera, surface, x, y) : -1;
      if (actor >= 0) store.set({ followed: actor, follow: true });
    },
  });
  canvas.addEventListener("keydown", (event) => {
    if (event.key === "+" || event.key === "=") zoom(1.5);
    else if (event.key === "-") zoom(1 / 1.5);
    else return;
    event.preventDefault();
  });

  store.watch(["time", "issue", "interval", "followed", "follow"], (state) => {
    follow.setAttribute("aria-pressed", state.follow ? "true" : "false");
    const id = run.about.scene?.actors[state.followed]?.id;
    follow.textContent = id === undefined || state.followed === run.ego ? "Follow the ego" : `Follow ${isolated(id)}`;
    surface.redraw();
  });
  store.watch(["theme"], () => {
    palette = readPalette();
    surface.redraw();
  });
}

function wholeRun(run: Run): Box {
  const box: Box = [Infinity, Infinity, -Infinity, -Infinity];
  for (const track of run.motion.tracks) {
    for (let i = 0; i < track.x.length; ++i) {
      box[0] = Math.min(box[0], track.x[i]);
      box[1] = Math.min(box[1], track.y[i]);
      box[2] = Math.max(box[2], track.x[i]);
      box[3] = Math.max(box[3], track.y[i]);
    }
  }
  return box[0] <= box[2] ? [box[0] - 15, box[1] - 15, box[2] + 15, box[3] + 15] : [-50, -50, 50, 50];
}
