// The head of a report: the verdict, what was evaluated, how many issues, and what a reader must know before trusting it.

import type { Run } from "../data/run.ts";
import { kSeverities, type Json } from "../data/result.ts";
import { kNoFilters } from "../state/filters.ts";
import type { ViewStore } from "../state/state.ts";
import { h, name, replace, visible } from "../ui/dom.ts";
import { counted, durationText, fileName, words } from "../ui/format.ts";
import { countWord, severityIcon } from "../ui/severity.ts";

const kVerdicts = { pass: "Pass", fail: "Fail", incomplete: "Incomplete" };

export function runTitle(run: Run): string {
  const info = run.result.info["run"];
  const test = info && typeof info === "object" && !Array.isArray(info) ? info["test_name"] : null;
  return typeof test === "string" && test !== "" ? test : run.about.title;
}

function fact(label: string, ...value: (Node | string)[]): HTMLElement {
  return h("div", { class: "fact" }, h("dt", {}, label), h("dd", {}, ...value));
}

function deviceUnderTest(run: Run): string {
  const model = run.result.info["model"];
  if (!model || typeof model !== "object" || Array.isArray(model)) return "";
  return [model["dut_name"], model["dut_version"]].filter((word) => typeof word === "string" && word).join(" ");
}

export function mountHead(root: HTMLElement, run: Run, store: ViewStore): void {
  const { result } = run;
  const verdict = result.summary.verdict;
  const ego = result.trace.ego;

  const counters = h("ul", { class: "counters", "aria-label": "Issues by severity" });
  const facts = h(
    "dl",
    { class: "facts" },
    fact("Run", name(fileName(result.trace.file), result.trace.file), ` (${result.trace.format})`),
    fact("Map", result.map ? name(fileName(result.map.file), result.map.file) : "none"),
    fact("System under test", name(deviceUnderTest(run) || "\u2013"), ...(ego === null ? [] : [", actor ", name(ego)])),
    fact(
      "Length",
      `${durationText(result.trace.end)}, ${counted(result.trace.frames, "frame")}, ${counted(result.trace.actors, "actor")}`,
    ),
  );

  replace(
    root,
    h(
      "div",
      { class: "head-line" },
      h("span", { class: `verdict ${verdict}`, role: "status" }, kVerdicts[verdict]),
      h("h1", {}, name(runTitle(run))),
      counters,
    ),
    facts,
    notices(run),
  );

  store.watch(["filters"], (state) => {
    replace(
      counters,
      ...kSeverities
        .filter((severity) => result.summary[severity] > 0 || severity === "error" || severity === "warning")
        .map((severity) => {
          const pressed = state.filters.severity === severity;
          const count = result.summary[severity];
          return h(
            "li",
            {},
            h(
              "button",
              {
                type: "button",
                class: `counter ${severity}`,
                "aria-pressed": pressed ? "true" : "false",
                "aria-label": `${count} ${countWord(severity, count)}, ${pressed ? "show all" : "show only these"}`,
                onclick: () => store.set({ filters: { ...kNoFilters, ...(pressed ? {} : { severity }) } }),
              },
              severityIcon(severity),
              h("strong", {}, count.toLocaleString("en")),
              ` ${countWord(severity, count)}`,
            ),
          );
        }),
    );
  });
}

function notices(run: Run): HTMLElement | null {
  const { result, about } = run;
  const items: (Node | string)[][] = [];
  if (result.incomplete_reason !== null)
    items.push([h("strong", {}, "Not evaluated to its end: "), visible(result.incomplete_reason)]);
  for (const notice of about.notices) items.push([visible(notice)]);
  const failed = result.checkers.filter((checker) => checker.status === "failed");
  for (const checker of failed)
    items.push([h("strong", {}, `${checker.name} failed: `), visible(checker.reason ?? "")]);
  const skipped = result.checkers.filter((checker) => checker.status === "skipped");
  if (skipped.length > 0) {
    const reasons = new Map<string, string[]>();
    for (const checker of skipped) {
      const reason = checker.reason ?? "";
      reasons.set(reason, [...(reasons.get(reason) ?? []), checker.name]);
    }
    items.push([
      h(
        "details",
        {},
        h(
          "summary",
          {},
          h("strong", {}, `${counted(skipped.length, "checker was", "checkers were")} skipped`),
          ", so this is not judged",
        ),
        h(
          "ul",
          {},
          ...[...reasons].map(([reason, names]) => h("li", {}, h("code", {}, names.join(", ")), ": ", visible(reason))),
        ),
      ),
    ]);
  }
  if (items.length === 0) return null;
  return h("ul", { class: "notices" }, ...items.map((item) => h("li", {}, ...item)));
}

// All of top.info, and what the checkers' states are.
export function mountRunInfo(root: HTMLElement, run: Run): void {
  const groups = Object.entries(run.result.info).map(([group, value]) =>
    h(
      "section",
      { class: "info-group" },
      h("h3", {}, words(group)),
      h("table", { class: "plain" }, h("tbody", {}, ...rows(value, ""))),
    ),
  );
  const engine = run.result.engine;
  replace(
    root,
    h("h2", { id: "info-title" }, "About the run"),
    h("div", { class: "info-groups" }, ...groups),
    h(
      "p",
      { class: "dim" },
      `Evaluated by ${engine.name} ${engine.version}. `,
      run.result.map ? `The map has ${counted(run.result.map.anomalies, "anomaly", "anomalies")}. ` : "",
      "Times are seconds from the first frame.",
    ),
  );
}

function rows(value: Json, path: string): HTMLElement[] {
  if (value !== null && typeof value === "object" && !Array.isArray(value) && Object.keys(value).length > 0)
    return Object.entries(value).flatMap(([key, inner]) => rows(inner, path ? `${path}.${key}` : key));
  const text =
    value === null || value === "" || (Array.isArray(value) && value.length === 0)
      ? h("span", { class: "dim" }, "not given")
      : name(typeof value === "object" ? JSON.stringify(value) : String(value));
  return [h("tr", {}, h("th", { scope: "row" }, visible(path)), h("td", {}, text))];
}
