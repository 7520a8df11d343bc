// The page's address follows the selected issue, so that the browser's Back goes to the one before; links that others
// made are followed.

import type { Run } from "../data/run.ts";
import { formatLink, parseLink } from "./link.ts";
import { selectIssue, setTime, type ViewState, type ViewStore } from "./state.ts";

// A key that is held down goes through many issues: those are one step back.
const kOneStep = 600; // milliseconds

// All that the page shows, as the end of its address.
export function fullLink(state: Readonly<ViewState>, run: Run): string {
  const { issue, time, follow, followed, view } = state;
  const who = run.about.scene?.actors[followed]?.id ?? null;
  if (follow && who !== null) return formatLink({ issue, time, follow: who, scale: view?.scale ?? null });
  return formatLink({ issue, time, view });
}

function readAddress(store: ViewStore, run: Run): void {
  const link = parseLink(location.hash);
  if (link.issue !== null && link.issue !== store.state.issue) selectIssue(store, run, link.issue, link.time !== null);
  if (link.time !== null) setTime(store, run, link.time);
  if (link.view) store.set({ view: link.view, follow: false });
  const who = link.follow === null ? -1 : run.actorOf(link.follow);
  if (who >= 0) store.set({ followed: who, follow: true });
  if (link.scale !== null) store.set({ view: { x: 0, y: 0, ...store.state.view, scale: link.scale } });
}

export function followAddress(store: ViewStore, run: Run): void {
  let isFirst = true;
  let last = -Infinity;
  readAddress(store, run);
  window.addEventListener("hashchange", () => readAddress(store, run));
  store.watch(["issue"], (state) => {
    if (state.issue === null || parseLink(location.hash).issue === state.issue) return;
    const now = performance.now();
    const isStep = !isFirst && now - last > kOneStep;
    if (isStep) history.pushState(null, "", formatLink({ issue: state.issue }));
    else history.replaceState(null, "", formatLink({ issue: state.issue }));
    isFirst = false;
    last = now;
  });
}

// Puts the whole link into the address, and on the clipboard where the browser lets it.
export function copyLink(store: ViewStore, run: Run): string {
  const link = fullLink(store.state, run);
  history.replaceState(null, "", link);
  void navigator.clipboard?.writeText(location.href).catch(() => undefined);
  return link;
}
