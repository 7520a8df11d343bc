// Moves the cursor while the run plays.

import type { Run } from "../data/run.ts";
import { setTime, type ViewStore } from "./state.ts";

export function startPlayback(store: ViewStore, run: Run): void {
  let last: number | null = null;
  const tick = (now: number) => {
    if (!store.state.playing) {
      last = null;
      return;
    }
    if (last !== null) {
      const time = store.state.time + ((now - last) / 1000) * store.state.speed;
      setTime(store, run, time);
      if (time >= run.end) store.set({ playing: false });
    }
    last = now;
    requestAnimationFrame(tick);
  };
  store.watch(["playing"], (state) => {
    if (!state.playing) return;
    if (state.time >= run.end) setTime(store, run, 0);
    last = null;
    requestAnimationFrame(tick);
  });
}

export function togglePlaying(store: ViewStore): void {
  store.set({ playing: !store.state.playing });
}
