// The state that all views share. A view subscribes to the keys it shows, and is told at most once per frame of the
// screen, however often they change.

export interface Store<State extends object> {
  readonly state: Readonly<State>;
  set(change: Partial<State>): void;
  // Called at once and whenever one of these keys changes.
  watch(keys: readonly (keyof State)[], show: (state: Readonly<State>) => void): void;
  flush(): void; // for tests, and before printing
}

export function createStore<State extends object>(
  initial: State,
  schedule: (work: () => void) => void = (work) => requestAnimationFrame(work),
): Store<State> {
  const state = { ...initial };
  const watchers: { keys: readonly (keyof State)[]; show: (state: Readonly<State>) => void }[] = [];
  const changed = new Set<keyof State>();
  let scheduled = false;

  const flush = () => {
    scheduled = false;
    const keys = new Set(changed);
    changed.clear();
    if (keys.size === 0) return;
    for (const watcher of watchers) if (watcher.keys.some((key) => keys.has(key))) watcher.show(state);
  };

  return {
    state,
    set(change) {
      for (const key of Object.keys(change) as (keyof State)[]) {
        if (Object.is(state[key], change[key])) continue;
        state[key] = change[key] as State[typeof key];
        changed.add(key);
      }
      if (changed.size === 0 || scheduled) return;
      scheduled = true;
      schedule(flush);
    },
    watch(keys, show) {
      watchers.push({ keys, show });
      show(state);
    },
    flush,
  };
}
