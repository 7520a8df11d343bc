// The head of a suite's page: how many runs have which verdict, what is new, and what a reader must know.

import { h, name, replace } from "../ui/dom.ts";
import { counted, words } from "../ui/format.ts";
import { factList, notesOf } from "./answers.ts";
import type { Suite } from "./data.ts";
import { kNoSuiteFilters, type SuiteStore } from "./state.ts";

const kOrder = ["fail", "suspect", "incomplete", "pass"];

export function verdictsOf(suite: Suite): [string, number][] {
  const counts = new Map<string, number>();
  for (const verdict of suite.runs.verdict.slice(0, suite.runs.now))
    counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
  // What was not evaluated comes first.
  return [...counts].sort(([a], [b]) => kOrder.indexOf(a) - kOrder.indexOf(b) || (a < b ? -1 : 1));
}

export function mountSuiteHead(root: HTMLElement, suite: Suite, store: SuiteStore): void {
  const { show, baseline, after_rules } = suite.about;
  const verdicts = verdictsOf(suite);
  const buttons = h("ul", { class: "counters", "aria-label": "Runs by verdict" });
  let fresh = 0;
  for (let i = 0; i < suite.count; ++i) if (suite.statusOf(i) === "new") fresh += suite.issues[i];
  const button = (label: string, cls: string, key: "verdict" | "status", value: string) => {
    const pressed = store.state.filters[key] === value;
    return h(
      "li",
      {},
      h(
        "button",
        {
          type: "button",
          class: `counter ${cls}`,
          "aria-pressed": pressed ? "true" : "false",
          title: pressed ? "Show all" : "Show only these",
          onclick: () => store.set({ filters: { ...kNoSuiteFilters, ...(pressed ? {} : { [key]: value }) } }),
        },
        label,
      ),
    );
  };
  replace(
    root,
    h("div", { class: "head-line" }, h("h1", {}, name(suite.about.name)), buttons),
    factList(show, ["suite"]),
    h(
      "p",
      { class: "dim" },
      after_rules
        ? "Verdicts and severities are those after the rules of triage. "
        : "Verdicts and severities are those as evaluated, before the rules of triage. ",
      baseline === null ? "There is no baseline: nothing is known to be new." : "New means: not in the baseline.",
    ),
    notesOf(show),
  );
  store.watch(["filters"], () =>
    replace(
      buttons,
      ...verdicts.map(([verdict, count]) =>
        button(
          `${count.toLocaleString("en")} ${words(verdict)}`,
          `run-verdict ${kOrder.includes(verdict) ? verdict : "incomplete"}`,
          "verdict",
          verdict,
        ),
      ),
      baseline === null ? null : button(counted(fresh, "new issue"), "new", "status", "new"),
    ),
  );
}
