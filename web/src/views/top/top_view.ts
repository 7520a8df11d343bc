// The run from above: the map, everybody in it at the cursor's time, the ego's trail, lights, zones and areas.

import type { Run } from "../../data/run.ts";
import type { ViewStore } from "../../state/state.ts";
import { createSurface, type Surface } from "../../ui/canvas.ts";
import { h, isolated, replace, shortened } from "../../ui/dom.ts";
import { counted, numberText, timeText } from "../../ui/format.ts";
import { readPalette } from "../../ui/severity.ts";
import { ActorLayer } from "./actors.ts";
import { fitted, zoomedAt, type Box, type Camera } from "./camera.ts";
import { attachCameraPointer } from "./camera_pointer.ts";
import { createTip, explain } from "./explain.ts";
import { Ground } from "./ground.ts";
import { showLegend } from "./legend.ts";
import { LightLayer } from "./lights.ts";
import { drawAreas, drawOddTrail, drawScale, drawTrail } from "./overlays.ts";
import { drawMeeting, meetingOf, type Meeting } from "./meeting.ts";
import { RoadNames } from "./road_names.ts";
import { Ruler } from "./ruler.ts";
import { drawZones, zonesAround, type Zone } from "./zones.ts";

const kFollowScale = 7; // pixels for a metre, to begin with

export function mountTopView(root: HTMLElement, run: Run, store: ViewStore): void {
  const scene = run.about.scene;
  if (!scene) {
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
  const roadNames = new RoadNames(run.map);
  const ruler = new Ruler();
  const reach = scene.zones;
  const shown = { labels: true, zones: reach !== null, trail: true, roads: false };
  let zones: Zone[] = [];
  let palette = readPalette();

  const canvas = h("canvas", { class: "top-canvas", tabindex: 0, role: "img", "aria-label": "Top view" });
  const tip = createTip();
  const measured = h("output", { class: "measured", hidden: true });
  const legend = h("div", { class: "top-legend", hidden: true, role: "note", "aria-label": "Legend" });
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
  const zoom = (factor: number) =>
    store.set({ view: zoomedAt(camera(), surface, surface.width / 2, surface.height / 2, factor) });
  const measure = h(
    "button",
    {
      type: "button",
      title: "Measure a distance: drag from one place to another",
      "aria-pressed": "false",
      onclick: () => setRuler(!ruler.isOn),
    },
    "Ruler",
  );
  const explains = h(
    "button",
    {
      type: "button",
      "aria-expanded": "false",
      onclick: () => {
        legend.hidden = !legend.hidden;
        explains.setAttribute("aria-expanded", legend.hidden ? "false" : "true");
        if (!legend.hidden) showLegend(legend, run);
      },
    },
    "Legend",
  );
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
        reach ? toggle("zones", "zones") : null,
        run.map ? toggle("roads", "road names") : null,
      ),
      h(
        "div",
        { class: "buttons" },
        explains,
        measure,
        follow,
        button("Zoom in", "+", () => zoom(1.5)),
        button("Zoom out", "\u2212", () => zoom(1 / 1.5)),
        button("Show the whole run", "Fit", () => store.set({ follow: false, view: fitted(wholeRun(run), surface) })),
      ),
    ),
    h("div", { class: "top-room" }, canvas, legend, measured, tip.element),
  );

  const surface = createSurface(canvas, draw);
  let drawn: Camera | null = null;
  let meeting: Meeting | null = meetingOf(run, store.state);

  function followedPose(): { x: number; y: number } | null {
    return actors.poseOf(store.state.followed) ?? actors.poseOf(run.ego);
  }

  // What the view is now; where somebody is followed, around them.
  function camera(): Camera {
    const { view, follow: follows } = store.state;
    const pose = followedPose();
    if (follows && pose) return { x: pose.x, y: pose.y, scale: view?.scale ?? kFollowScale };
    return view ?? (pose ? { x: pose.x, y: pose.y, scale: kFollowScale } : fitted(wholeRun(run), surface));
  }

  function draw(size: Surface): void {
    const { context, ratio } = size;
    const { time, followed } = store.state;
    actors.place(time);
    const at = camera();
    drawn = at;
    const meant = store.state.issue === null ? undefined : run.about.moments[store.state.issue]?.signal;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    ground.draw(context, at, size, ratio, palette);
    drawAreas(context, at, size, palette, scene?.areas ?? []);
    const track = run.motion.tracks[run.ego];
    if (shown.trail && track) drawTrail(context, at, size, palette, track, time);
    const root = run.about.odd[0];
    if (shown.trail && track && root) drawOddTrail(context, at, size, palette, track, time, root);
    if (shown.trail && meeting) drawMeeting(context, at, size, palette, meeting);
    const pose = actors.poseOf(run.ego);
    zones = [];
    if (shown.zones && reach && track && pose)
      zones = zonesAround({ track, pose, length: scene?.actors[run.ego].length ?? 0, time }, reach);
    drawZones(context, at, size, palette, zones);
    lights.drawStops(context, at, size, palette, time, meant);
    const marked = markedActors();
    actors.draw(context, at, size, palette, time, marked);
    lights.draw(context, at, size, palette, time, meant);
    if (shown.labels)
      actors.drawLabels(context, at, size, palette, { followed, marked, free: lights.boxOf(at, size, meant) });
    if (shown.roads) roadNames.draw(context, at, size, palette);
    ruler.draw(context, at, size, palette);
    drawScale(context, at, size, palette);
    if (!store.state.playing) describe(time);
  }

  function markedActors(): Set<number> {
    const issue = store.state.issue === null ? undefined : run.issue(store.state.issue);
    const ids = issue
      ? [issue.actor.id, issue.other_actor?.id]
      : [store.state.interval?.actor, store.state.interval?.other_actor];
    return new Set(ids.filter((id): id is string => typeof id === "string").map((id) => run.actorOf(id)));
  }

  function describe(time: number): void {
    const placed = actors.place(time);
    const speed = actors.poseOf(run.ego)?.speed ?? NaN;
    const drives = Number.isFinite(speed) ? `, the ego drives ${numberText(speed * 3.6, 0)} km/h` : "";
    canvas.setAttribute("aria-label", `Top view at ${timeText(time)}: ${counted(placed.length, "actor")}${drives}`);
  }

  function setRuler(isOn: boolean): void {
    ruler.isOn = isOn;
    ruler.clear();
    measure.setAttribute("aria-pressed", isOn ? "true" : "false");
    canvas.classList.toggle("measures", isOn);
    measured.hidden = !isOn;
    measured.textContent = "Drag from one place to another.";
    surface.redraw();
  }

  const explainer = { run, actors, lights, zones: () => zones };
  function tell(x: number, y: number): void {
    const what = explain(explainer, camera(), surface, x, y, store.state.time);
    if (what) tip.show(what, x, y, surface.width);
    else tip.hide();
  }

  attachCameraPointer(canvas, {
    pan(dx, dy) {
      const at = camera();
      store.set({ follow: false, view: { ...at, x: at.x - dx / at.scale, y: at.y + dy / at.scale } });
    },
    zoom(x, y, factor) {
      if (store.state.follow) zoom(factor);
      else store.set({ view: zoomedAt(camera(), surface, x, y, factor) });
    },
    click(x, y) {
      tell(x, y);
      const actor = actors.at(camera(), surface, x, y);
      if (actor >= 0) store.set({ followed: actor, follow: true });
    },
    hover: (x, y) => (ruler.isOn ? tip.hide() : tell(x, y)),
    leave: () => tip.hide(),
    takes(x, y) {
      if (ruler.isOn) ruler.begin(camera(), surface, x, y);
      return ruler.isOn;
    },
    drag(x, y) {
      ruler.drag(camera(), surface, x, y);
      measured.textContent = ruler.text();
      surface.redraw();
    },
  });
  canvas.addEventListener("keydown", (event) => {
    if (event.key === "+" || event.key === "=") zoom(1.5);
    else if (event.key === "-") zoom(1 / 1.5);
    else if (event.key === "Escape" && ruler.isOn) setRuler(false);
    else return;
    event.preventDefault();
  });

  // Where nobody is followed any more, the view stays where it is.
  let viewWhileFollowing = store.state.view;
  store.watch(["follow", "view"], (state) => {
    if (state.follow) viewWhileFollowing = state.view;
    else if (drawn && state.view === viewWhileFollowing) store.set({ view: drawn });
  });
  store.watch(["issue", "interval"], (state) => {
    meeting = meetingOf(run, state);
  });
  store.watch(["time", "issue", "interval", "followed", "follow", "view"], (state) => {
    follow.setAttribute("aria-pressed", state.follow ? "true" : "false");
    const id = scene.actors[state.followed]?.id;
    follow.textContent =
      id === undefined || state.followed === run.ego ? "Follow the ego" : `Follow ${isolated(shortened(id, 24))}`;
    follow.hidden = run.ego < 0 && id === undefined; // there is nobody to follow
    tip.hide();
    surface.redraw();
  });
  store.watch(["theme"], () => {
    palette = readPalette();
    if (!legend.hidden) showLegend(legend, run);
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
