// All runs of the suite, those first that people look at first; the filters of the issues hold here, too.

import { h, replace, visible } from "../ui/dom.ts";
import { counted, words } from "../ui/format.ts";
import { virtualList } from "../ui/virtual_list.ts";
import { runLink } from "./answers.ts";
import type { Suite } from "./data.ts";
import { runMatches, type SuiteStore } from "./state.ts";

const kRow = 34; // pixels; the style sheet has the same
const kLast = ["suspect", "incomplete", "pass"];

export function mountSuiteRuns(root: HTMLElement, suite: Suite, store: SuiteStore): void {
  const { runs } = suite;
  const issues = new Float64Array(runs.key.length);
  const fresh = new Float64Array(runs.key.length);
  for (let i = 0; i < suite.count; ++i) {
    issues[suite.run[i]] += suite.issues[i];
    if (suite.statusOf(i) === "new") fresh[suite.run[i]] += suite.issues[i];
  }
  const rank = (run: number) => kLast.indexOf(runs.verdict[run]);
  const order = Array.from({ length: runs.now }, (_, run) => run).sort(
    (a, b) => rank(a) - rank(b) || fresh[b] - fresh[a] || issues[b] - issues[a] || (runs.key[a] < runs.key[b] ? -1 : 1),
  );
  let shown: number[] = [];
  const found = h("p", { class: "found", role: "status" });
  const list = virtualList({ role: "list", "aria-label": "Runs" }, kRow, (place, top) => {
    const run = shown[place];
    const verdict = runs.verdict[run];
    return h(
      "div",
      { class: "run-row", role: "listitem", style: `top:${top}px` },
      h("span", { class: `run-verdict ${kLast.includes(verdict) ? verdict : "fail"}` }, words(verdict)),
      h(
        "span",
        { class: "run-name" },
        runLink(suite, run),
        runs.reason[run] ? h("span", { class: "dim" }, " ", visible(runs.reason[run])) : null,
      ),
      h(
        "span",
        { class: "dim" },
        issues[run] > 0 ? counted(issues[run], "issue") : "",
        fresh[run] > 0 ? `, ${fresh[run]} new` : "",
      ),
    );
  });
  replace(root, h("h2", { id: "runs-title" }, "Runs"), found, list.element);
  store.watch(["filters"], ({ filters }) => {
    const text = filters.text.toLowerCase();
    shown = order.filter(
      (run) => runMatches(suite, run, filters) && (text === "" || runs.key[run].toLowerCase().includes(text)),
    );
    found.textContent =
      shown.length === runs.now
        ? counted(runs.now, "run")
        : `${shown.length.toLocaleString("en")} of ${counted(runs.now, "run")} fit verdict, attribute and text of the filters`;
    list.show(shown.length, true);
  });
}
