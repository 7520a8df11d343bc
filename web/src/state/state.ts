// What a person has chosen to see.

import type { Run } from "../data/run.ts";
import type { Interval } from "../data/result.ts";
import type { Camera } from "../views/top/camera.ts";
import { kNoFilters, type Filters, type SortBy } from "./filters.ts";
import { createStore, type Store } from "./store.ts";

export interface ViewState {
  time: number; // the cursor, seconds
  issue: number | null; // the one selected, by its id
  interval: Interval | null; // likewise; of watchers, or without an issue
  filters: Filters;
  sort: SortBy;
  unfolded: ReadonlySet<number>; // rows of the triage, by the id of their worst issue
  playing: boolean;
  speed: number; // of playing
  follow: boolean; // the top view follows ...
  followed: number; // ... this actor; -1: nobody
  view: Camera | null; // what the top view was moved and zoomed to; null: not yet
  range: [number, number]; // of time, that the timeline shows
  theme: "light" | "dark";
}

export type ViewStore = Store<ViewState>;

export function createViewStore(run: Run, theme: ViewState["theme"]): ViewStore {
  return createStore<ViewState>({
    time: 0,
    issue: null,
    interval: null,
    filters: kNoFilters,
    sort: "triage",
    unfolded: new Set(),
    playing: false,
    speed: 1,
    follow: true,
    followed: run.ego,
    view: null,
    range: [0, Math.max(run.end, 0.001)],
    theme,
  });
}

// Selects an issue and goes to its moment: where it was decided, else where it begins; the timeline moves there if it is not in sight.
export function selectIssue(store: ViewStore, run: Run, id: number, keepTime = false): void {
  const issue = run.issue(id);
  if (!issue) return;
  const actor = run.actorOf(issue.actor.id);
  store.set({ issue: id, interval: null, playing: false, ...(actor >= 0 ? { followed: actor } : {}) });
  if (!keepTime) setTime(store, run, run.momentOf(issue));
}

export function setTime(store: ViewStore, run: Run, time: number): void {
  const clamped = Math.min(Math.max(time, 0), run.end);
  const [from, to] = store.state.range;
  const length = to - from;
  const change: Partial<ViewState> = { time: clamped };
  if (clamped < from || clamped > to) {
    const begin = Math.min(Math.max(clamped - length / 2, 0), Math.max(run.end - length, 0));
    change.range = [begin, begin + length];
  }
  store.set(change);
}

// The next frame that the report keeps, before or after the cursor.
export function stepFrame(store: ViewStore, run: Run, by: number): void {
  const times = run.motion.times;
  const now = store.state.time;
  if (times.length === 0) return setTime(store, run, now + 0.1 * by);
  let i = by > 0 ? times.findIndex((time) => time > now + 1e-5) : times.length - 1;
  if (by < 0) while (i >= 0 && times[i] >= now - 1e-5) --i;
  if (i < 0) i = by > 0 ? times.length - 1 : 0;
  store.set({ playing: false });
  setTime(store, run, times[i]);
}
