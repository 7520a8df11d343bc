// Play, pause, step, speed: moves the cursor through the run.

import type { Run } from "../data/run.ts";
import { togglePlaying } from "../state/playback.ts";
import { setTime, stepFrame, type ViewStore } from "../state/state.ts";
import { h, replace } from "../ui/dom.ts";
import { timeText } from "../ui/format.ts";

const kSpeeds = [0.1, 0.25, 0.5, 1, 2, 4, 8, 16];

export function mountPlayer(root: HTMLElement, run: Run, store: ViewStore): void {
  const play = h("button", { type: "button", class: "play", onclick: () => togglePlaying(store) });
  const button = (label: string, text: string, onclick: () => void) =>
    h("button", { type: "button", "aria-label": label, title: label, onclick }, text);
  const slider = h("input", {
    type: "range",
    min: 0,
    max: run.end,
    step: "any",
    "aria-label": "Time",
    oninput: () => {
      store.set({ playing: false });
      setTime(store, run, Number(slider.value));
    },
  });
  const time = h("output", { class: "now", "aria-live": "off" });
  const speed = h(
    "select",
    { "aria-label": "Playback speed", onchange: () => store.set({ speed: Number(speed.value) }) },
    ...kSpeeds.map((factor) => h("option", { value: factor, selected: factor === 1 }, `${factor}\u00d7`)),
  );
  replace(
    root,
    button("One frame back", "\u25c2\u2502", () => stepFrame(store, run, -1)),
    play,
    button("One frame on", "\u2502\u25b8", () => stepFrame(store, run, 1)),
    slider,
    time,
    speed,
  );
  store.watch(["playing"], (state) => {
    play.textContent = state.playing ? "\u275a\u275a" : "\u25b6";
    play.setAttribute("aria-label", state.playing ? "Pause" : "Play");
    play.title = state.playing ? "Pause (space)" : "Play (space)";
  });
  store.watch(["time"], (state) => {
    slider.value = String(state.time);
    slider.setAttribute("aria-valuetext", timeText(state.time));
    time.textContent = `${state.time.toFixed(2)} / ${timeText(run.end)}`;
  });
}
