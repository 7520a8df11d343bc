// The operational design domain: which module and condition held when, as strips below each other. The ego's trail in
// the top view has the root's colours.

import type { OddTrack } from "../data/about.ts";
import type { Run } from "../data/run.ts";
import { setTime, type ViewStore } from "../state/state.ts";
import { h, replace, visible } from "../ui/dom.ts";
import { timeText } from "../ui/format.ts";

export const kVerdicts = ["outside", "unknown", "inside"] as const;
// Of the rest: what an ODD excludes does not hold while the drive is inside.
const kTruths = ["does not hold", "unknown", "holds"] as const;
const wordsOf = (track: OddTrack, run: Run): readonly string[] => (track === run.about.odd[0] ? kVerdicts : kTruths);

// What the track says at a time; 1, unknown, before its first span.
export function oddAt(track: OddTrack, time: number): number {
  let truth = 1;
  for (const [from, value] of track.spans) {
    if (from > time + 1e-6) break;
    truth = value;
  }
  return truth;
}

function strip(track: OddTrack, run: Run, store: ViewStore): HTMLElement {
  const words = wordsOf(track, run);
  const spans = track.spans.map(([from, truth], i) => {
    const to = track.spans[i + 1]?.[0] ?? run.end;
    const text = `${visible(track.text || track.name)}: ${words[truth]} from ${timeText(from)} to ${timeText(to)}`;
    return h("button", {
      type: "button",
      class: `odd-span truth-${truth}`,
      title: text,
      "aria-label": text,
      style: `flex-grow:${Math.max(to - from, 0.001)}`,
      onclick: () => setTime(store, run, from),
    });
  });
  return h("div", { class: "odd-strip", role: "group", "aria-label": visible(track.name) }, ...spans);
}

export function mountOdd(root: HTMLElement, run: Run, store: ViewStore): void {
  const tracks = run.about.odd;
  root.hidden = tracks.length === 0;
  if (root.hidden) return;
  const nows = tracks.map(() => h("td", { class: "odd-now" }));
  const rows = tracks.map((track, i) =>
    h(
      "tr",
      { class: i === 0 ? "odd-root" : "" },
      h("th", { scope: "row", title: visible(track.text) }, visible(track.module ? track.name : track.text)),
      nows[i],
      h("td", { class: "odd-cell" }, strip(track, run, store)),
    ),
  );
  replace(
    root,
    h("h2", { id: "odd-title" }, "Operational design domain"),
    h(
      "p",
      { class: "dim" },
      "The root, the other modules, and the conditions; a click shows when it began. The ego's trail has the root's colours.",
    ),
    h("table", { class: "plain odd-table" }, h("tbody", {}, ...rows)),
  );
  store.watch(["time"], (state) => {
    tracks.forEach((track, i) => {
      const truth = oddAt(track, state.time);
      nows[i].textContent = wordsOf(track, run)[truth];
      nows[i].className = `odd-now truth-${truth}`;
    });
  });
}
