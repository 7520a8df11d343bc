// The head of a report: the verdict, what was evaluated, how many issues, and what a reader must know before trusting it.

import type { Run } from "../data/run.ts";
import { kCategories, kSeverities, type Category, type Json, type Severity } from "../data/result.ts";
import { kNoFilters } from "../state/filters.ts";
import type { ViewStore } from "../state/state.ts";
import { h, name, replace, visible } from "../ui/dom.ts";
import { counted, durationText, fileName, words } from "../ui/format.ts";
import { countWord, severityIcon } from "../ui/severity.ts";
import { isJudgedInPart } from "./checkers.ts";
import { mountKinds } from "./kinds.ts";

const kVerdicts = { pass: "Pass", fail: "Fail", suspect: "Suspect", incomplete: "Incomplete" };
const kWhose: Record<Category, string> = { sut: "Ego", other: "Others", tool: "Evaluation" };

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
  return ["dut_name", "dut_version"]
    .filter((key) => typeof model[key] === "string" && model[key] && run.isStated(`model.${key}`, model[key]))
    .map((key) => model[key])
    .join(" ");
}

// By its name where somebody named it, and by the actor that it drives.
function systemUnderTest(run: Run): HTMLElement[] {
  const device = deviceUnderTest(run);
  const ego = run.result.trace.ego;
  const parts: (Node | string)[] = device ? [name(device)] : [];
  if (ego !== null) parts.push(device ? ", actor " : "actor ", name(ego));
  return [fact("System under test", ...(parts.length > 0 ? parts : ["none: there is no ego"]))];
}

export function mountHead(root: HTMLElement, run: Run, store: ViewStore): void {
  const { result } = run;
  const verdict = result.summary.verdict;

  // A phone's first screen is for what happened.
  const isWide = window.matchMedia("(min-width: 761px)").matches;
  const kinds = h("ul", { class: "kinds", "aria-label": "Issues by kind" });
  const counters = h("ul", { class: "counters", "aria-label": "Issues of the ego and of others, by severity" });
  const facts = h(
    "dl",
    { class: "facts" },
    fact("Run", name(fileName(result.trace.file), result.trace.file), ` (${result.trace.format})`),
    fact("Map", result.map ? name(fileName(result.map.file), result.map.file) : "none"),
    ...systemUnderTest(run),
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
    kinds,
    h("details", { class: "about-run", open: isWide }, h("summary", {}, "About this run"), facts),
    notices(run),
  );
  mountKinds(kinds, run, store);

  const counts = byCategory(run);
  const shown = kCategories.filter(
    (category) => category === "sut" || kSeverities.some((severity) => counts[category][severity] > 0),
  );
  store.watch(["filters"], (state) => {
    const counter = (category: Category, severity: Severity) => {
      const pressed = state.filters.severity === severity && state.filters.category === category;
      const count = counts[category][severity];
      const what = `${count} ${countWord(severity, count)}`;
      return h(
        "li",
        {},
        h(
          "button",
          {
            type: "button",
            class: `counter ${severity}`,
            "aria-pressed": pressed ? "true" : "false",
            "aria-label": `${kWhose[category]}: ${what}, ${pressed ? "show all" : "show only these"}`,
            onclick: () => store.set({ filters: { ...kNoFilters, ...(pressed ? {} : { severity, category }) } }),
          },
          severityIcon(severity),
          h("strong", {}, count.toLocaleString("en")),
          ` ${countWord(severity, count)}`,
        ),
      );
    };
    replace(
      counters,
      ...shown.flatMap((category) => [
        h("li", { class: "whose" }, kWhose[category]),
        ...kSeverities
          .filter(
            (severity) =>
              counts[category][severity] > 0 ||
              (category === "sut" && (severity === "error" || severity === "warning")),
          )
          .map((severity) => counter(category, severity)),
      ]),
    );
  });
}

// Counted here where the result is of a version that does not say.
function byCategory(run: Run): Record<Category, Record<Severity, number>> {
  const { summary, issues } = run.result;
  if (summary.by_category) return summary.by_category;
  const none = () => ({ error: 0, error_continue: 0, warning: 0, info: 0 });
  const counts = { sut: none(), other: none(), tool: none() };
  for (const issue of issues) ++counts[issue.category][issue.severity];
  return counts;
}

type Item = (Node | string)[];

// A line that unfolds: what it is about in bold, then the rest of the sentence.
function folded(what: string, rest: string, entries: Item[]): Item {
  return [
    h(
      "details",
      {},
      h("summary", {}, h("strong", {}, what), rest),
      h("ul", {}, ...entries.map((entry) => h("li", {}, ...entry))),
    ),
  ];
}

// Checkers that were skipped for the same reason share a line. What a setting turns off nobody wanted to be judged.
function skippedItem(run: Run): Item[] {
  const skipped = run.result.checkers.filter(({ status, turned_off }) => status === "skipped" && !turned_off);
  const reasons = new Map<string, string[]>();
  for (const { name, reason } of skipped) reasons.set(reason ?? "", [...(reasons.get(reason ?? "") ?? []), name]);
  const entries = [...reasons].map(([reason, names]) => [h("code", {}, names.join(", ")), ": ", visible(reason)]);
  const what = `${counted(skipped.length, "checker was", "checkers were")} skipped`;
  return skipped.length > 0 ? [folded(what, ", so this is not judged", entries)] : [];
}

// Whom or what checkers left out that judged the rest: the ego's note, where there is one.
function inPartItem(run: Run): Item[] {
  const ego = run.result.trace.ego;
  const isOfEgo = (note: string) => ego !== null && (note.startsWith(`${ego} `) || note.startsWith(`Of actor ${ego} `));
  const inPart = run.result.checkers.filter((checker) => isJudgedInPart(run, checker));
  const entries = inPart.map(({ name, notes }) => {
    const more = notes.length > 1 ? ` (and ${counted(notes.length - 1, "more note")})` : "";
    return [
      h("a", { href: `#checker-${name}` }, h("code", {}, name)),
      ": ",
      visible(notes.find(isOfEgo) ?? notes[0]),
      more,
    ];
  });
  const what = `${counted(inPart.length, "checker")} judged only in part`;
  return inPart.length > 0 ? [folded(what, ": somebody or something was left out", entries)] : [];
}

function notices(run: Run): HTMLElement | null {
  const { result, about } = run;
  const items: Item[] = [];
  if (result.incomplete_reason !== null)
    items.push([h("strong", {}, "Not judged in full: "), visible(result.incomplete_reason)]);
  for (const notice of [...about.notices, ...(result.notes ?? [])]) items.push([visible(notice)]);
  const failed = result.checkers.filter((checker) => checker.status === "failed");
  for (const checker of failed)
    items.push([h("strong", {}, `${checker.name} failed: `), visible(checker.reason ?? "")]);
  items.push(...inPartItem(run), ...skippedItem(run));
  if (items.length === 0) return null;
  return h("ul", { class: "notices" }, ...items.map((item) => h("li", {}, ...item)));
}

// What top.info says and somebody said.
export function mountRunInfo(root: HTMLElement, run: Run): void {
  const missing: string[] = [];
  const groups = Object.entries(run.result.info).flatMap(([group, value]) => {
    const given = rows(run, value, "", `${group}.`, missing);
    return given.length === 0
      ? []
      : h(
          "section",
          { class: "info-group" },
          h("h3", {}, words(group)),
          h("table", { class: "plain" }, h("tbody", {}, ...given)),
        );
  });
  const engine = run.result.engine;
  replace(
    root,
    h("h2", { id: "info-title" }, "About the run"),
    h("div", { class: "info-groups" }, ...groups),
    missing.length > 0 ? h("p", { class: "dim" }, `Not given: ${visible(missing.join(", "))}.`) : null,
    h(
      "p",
      { class: "dim" },
      `Evaluated by ${engine.name} ${engine.version}. `,
      run.result.map ? `The map has ${counted(run.result.map.anomalies, "anomaly", "anomalies")}. ` : "",
      "Times are seconds from the first frame.",
    ),
  );
}

// `group`: what the path begins with in the result. What is never stated has no row and is not missed.
function rows(run: Run, value: Json, path: string, group: string, missing: string[]): HTMLElement[] {
  if (value !== null && typeof value === "object" && !Array.isArray(value) && Object.keys(value).length > 0)
    return Object.entries(value).flatMap(([key, inner]) =>
      rows(run, inner, path ? `${path}.${key}` : key, group, missing),
    );
  if (run.about.unstated[group + path]?.length === 0) return [];
  const isEmpty = value === null || value === "" || (Array.isArray(value) && value.length === 0);
  if (isEmpty || !run.isStated(group + path, value)) {
    missing.push(group + path);
    return [];
  }
  const text = typeof value === "object" ? JSON.stringify(value) : String(value);
  return [h("tr", {}, h("th", { scope: "row" }, visible(path)), h("td", {}, name(text)))];
}
