// How much of the run happened near the ego: the four zones over time and per actor.

import type { Run } from "../data/run.ts";
import type { Json } from "../data/result.ts";
import { setTime, type ViewStore } from "../state/state.ts";
import { h, name, replace, visible } from "../ui/dom.ts";
import { durationText, numberText, words } from "../ui/format.ts";

const kZones = ["front_left", "front_right", "back_left", "back_right"] as const;
type Zone = (typeof kZones)[number];

function isObject(value: Json | undefined): value is { [key: string]: Json } {
  return value !== null && value !== undefined && typeof value === "object" && !Array.isArray(value);
}

function numberOf(value: Json | undefined): number | null {
  if (typeof value === "number") return value;
  if (isObject(value) && typeof value["value"] === "number") return value["value"];
  return null;
}

export function zoneOf(watcher: string): Zone | null {
  return kZones.find((zone) => watcher.startsWith(`ego_${zone}_zone`)) ?? null;
}

export function mountRelevance(root: HTMLElement, run: Run, store: ViewStore): void {
  const kpi = run.result.kpis?.["scenario_relevance"];
  const intervals = run.result.intervals.filter((interval) => zoneOf(interval.watcher) !== null);
  if (!isObject(kpi) && intervals.length === 0) {
    root.hidden = true;
    return;
  }
  const parts: Node[] = [
    h("h2", { id: "relevance-title" }, "Relevance"),
    h("p", { class: "dim" }, whoCounts(run)),
    zoneBands(run, store),
  ];
  if (isObject(kpi)) {
    const actors = Array.isArray(kpi["actors"]) ? kpi["actors"].filter(isObject) : [];
    if (isObject(kpi["total"])) parts.push(totals(kpi["total"]));
    if (actors.length > 0) parts.push(perActor(actors));
  }
  replace(root, ...parts);
}

function whoCounts(run: Run): string {
  const reach = run.about.scene?.zones;
  const where = reach
    ? `: ahead within ${numberText(reach.ahead)} s, behind within ${numberText(reach.behind)} s, up to ${numberText(reach.aside)} m to either side`
    : "";
  return `Who was near the ego when${where}.`;
}

// One band per zone: its intervals over the run, darker where several actors are in it.
function zoneBands(run: Run, store: ViewStore): HTMLElement {
  const rows = kZones.map((zone) => {
    const band = h("div", { class: "band", role: "img" });
    const inside = run.result.intervals.filter((interval) => zoneOf(interval.watcher) === zone);
    band.setAttribute("aria-label", `${words(zone)}: ${inside.length} intervals`);
    for (const interval of inside.slice(0, 2000)) {
      const label = `${visible(interval.actor)}: ${interval.start.toFixed(2)} s to ${interval.end.toFixed(2)} s`;
      band.append(
        h("button", {
          type: "button",
          class: "band-part",
          tabindex: -1,
          title: label,
          "aria-label": label,
          style: `left:${(100 * interval.start) / run.end}%;width:${Math.max((100 * (interval.end - interval.start)) / run.end, 0.15)}%`,
          onclick: () => {
            store.set({ issue: null, interval });
            setTime(store, run, interval.start);
          },
        }),
      );
    }
    return h("div", { class: "band-row" }, h("span", { class: "band-name" }, words(zone)), band);
  });
  const cursor = h("div", { class: "band-cursor" });
  store.watch(["time"], (state) => {
    cursor.style.left = `calc(var(--band-name) + (100% - var(--band-name)) * ${run.end > 0 ? state.time / run.end : 0})`;
  });
  return h("div", { class: "bands" }, ...rows, cursor);
}

function totals(total: { [key: string]: Json }): HTMLElement {
  const rows = Object.entries(total).flatMap(([key, value]) => {
    const number = numberOf(value);
    return number === null ? [] : [[words(key), shown(key, number)]];
  });
  return h(
    "details",
    {},
    h("summary", {}, "Over all actors"),
    h(
      "table",
      { class: "plain" },
      h("tbody", {}, ...rows.map(([key, value]) => h("tr", {}, h("th", { scope: "row" }, key), h("td", {}, value)))),
    ),
  );
}

function shown(key: string, value: number): string {
  if (key.endsWith("percentage")) return `${numberText(value, 1)} %`;
  if (key.endsWith("duration")) return durationText(value);
  return numberText(value);
}

function perActor(actors: { [key: string]: Json }[]): HTMLElement {
  const columns = [
    "total_zone_count",
    ...kZones.map((zone) => `${zone}_zone_duration`),
    "total_zone_duration",
    "left_zone_percentage",
    "right_zone_percentage",
    "front_zone_percentage",
    "back_zone_percentage",
  ].filter((key) => actors.some((actor) => numberOf(actor[key]) !== null));
  const sorted = [...actors].sort(
    (a, b) => (numberOf(b["total_zone_duration"]) ?? 0) - (numberOf(a["total_zone_duration"]) ?? 0),
  );
  const head = (key: string) =>
    words(
      key
        .replace("_zone_duration", "")
        .replace("_zone_percentage", " %")
        .replace("total_zone_count", "times")
        .replace(/^total$/, "in all"),
    );
  return h(
    "div",
    { class: "wide-table" },
    h(
      "table",
      { class: "plain numbers" },
      h("caption", {}, "Per actor: time in each zone, and its share of the run"),
      h(
        "thead",
        {},
        h("tr", {}, h("th", { scope: "col" }, "Actor"), ...columns.map((key) => h("th", { scope: "col" }, head(key)))),
      ),
      h(
        "tbody",
        {},
        ...sorted.slice(0, 500).map((actor) =>
          h(
            "tr",
            {},
            h("th", { scope: "row" }, name(String(actor["actor_id"] ?? ""))),
            ...columns.map((key) => {
              const value = numberOf(actor[key]);
              return h("td", {}, value === null ? "\u2013" : shown(key, value));
            }),
          ),
        ),
      ),
    ),
  );
}
