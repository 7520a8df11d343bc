// The page's address holds the filters, so that a link shows others the same: #status=new&kind=speed_limit. Attributes are
// there by name and value, as their places differ from suite to suite.

import type { Suite } from "./data.ts";
import { kNoSuiteFilters, type SuiteFilters, type SuiteStore } from "./state.ts";

export function filtersOf(hash: string, suite: Suite): SuiteFilters {
  const words = new URLSearchParams(hash.replace(/^#/, ""));
  const filters = { ...kNoSuiteFilters };
  for (const key of Object.keys(filters) as (keyof SuiteFilters)[]) filters[key] = words.get(key) ?? "";
  const attribute = suite.about.attributes.findIndex(({ name }) => name === filters.attribute);
  const value = suite.about.attributes[attribute]?.values.indexOf(filters.value) ?? -1;
  return { ...filters, attribute: attribute < 0 ? "" : String(attribute), value: value < 0 ? "" : String(value + 1) };
}

export function hashOf(filters: SuiteFilters, suite: Suite): string {
  const words = new URLSearchParams();
  const attribute = filters.attribute === "" ? undefined : suite.about.attributes[Number(filters.attribute)];
  const named = {
    ...filters,
    attribute: attribute?.name ?? "",
    value: (filters.value === "" ? undefined : attribute?.values[Number(filters.value) - 1]) ?? "",
  };
  for (const [key, text] of Object.entries(named)) if (text !== "") words.set(key, text);
  const text = words.toString();
  return text === "" ? "" : `#${text}`;
}

export function followFilters(store: SuiteStore, suite: Suite): void {
  const read = () => store.set({ filters: filtersOf(location.hash, suite) });
  if (location.hash !== "") read();
  window.addEventListener("hashchange", read);
  let isFirst = true;
  store.watch(["filters"], ({ filters }) => {
    if (!isFirst) history.replaceState(null, "", hashOf(filters, suite) || location.pathname);
    isFirst = false;
  });
}
