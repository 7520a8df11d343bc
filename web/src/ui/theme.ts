// Light or dark: as the reader's system says, until the reader says otherwise.

import type { Store } from "../state/store.ts";
import { h } from "./dom.ts";

export type Theme = "light" | "dark";

export function preferredTheme(): Theme {
  return window.matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

export function followTheme<State extends { theme: Theme }>(store: Store<State>): void {
  const set = (theme: Theme) => store.set({ theme } as Partial<State>);
  const apply = () => {
    document.documentElement.dataset.theme = store.state.theme;
  };
  store.watch(["theme"], apply);
  window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => set(preferredTheme()));
  // On paper everything is light.
  let before = store.state.theme;
  window.addEventListener("beforeprint", () => {
    before = store.state.theme;
    set("light");
    store.flush();
  });
  window.addEventListener("afterprint", () => set(before));
}

export function themeButton<State extends { theme: Theme }>(store: Store<State>): HTMLElement {
  return h(
    "button",
    {
      type: "button",
      class: "quiet",
      "aria-label": "Light or dark",
      title: "Light or dark",
      onclick: () => store.set({ theme: store.state.theme === "dark" ? "light" : "dark" } as Partial<State>),
    },
    "\u25d0",
  );
}
