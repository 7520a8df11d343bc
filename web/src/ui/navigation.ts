// The bar at the top of a page: its sections, and what both pages offer beside them.

import type { Store } from "../state/store.ts";
import { h } from "./dom.ts";
import { themeButton, type Theme } from "./theme.ts";

export interface SectionLink {
  id: string;
  text: string;
}

export function navigation<State extends { theme: Theme }>(
  links: readonly SectionLink[],
  store: Store<State>,
  ...more: HTMLElement[]
): HTMLElement {
  const nav = h(
    "nav",
    { "aria-label": "Sections" },
    h("span", { class: "brand" }, "Scrutineer"),
    ...links.map(({ id, text }) => h("a", { href: `#${id}`, "data-section": id }, text)),
    h("span", { class: "grow" }),
    ...more,
    themeButton(store),
    h("button", { type: "button", class: "quiet", onclick: () => window.print() }, "Print"),
  );
  // A section's link scrolls, and leaves the address to what is chosen on the page.
  nav.addEventListener("click", (event) => {
    const id = (event.target as HTMLElement).dataset.section;
    if (!id) return;
    event.preventDefault();
    document.getElementById(id)?.scrollIntoView();
  });
  return nav;
}
