// The page of a suite: reads what the page holds, and puts every view in its place.

import { partsOfPage } from "../data/parts.ts";
import { h, replace } from "../ui/dom.ts";
import { navigation } from "../ui/navigation.ts";
import { followTheme, preferredTheme } from "../ui/theme.ts";
import { answerTable, factList, notesOf } from "./answers.ts";
import { followFilters } from "./address.ts";
import { readSuite, type Answer, type Suite } from "./data.ts";
import { mountSuiteDetail } from "./detail.ts";
import { mountSuiteHead } from "./head.ts";
import { mountSuiteIssues, type SuiteTree } from "./issues.ts";
import { mountSuiteMetrics, mountSuiteTrends } from "./metrics.ts";
import { mountSuiteRuns } from "./runs.ts";
import { createSuiteStore } from "./state.ts";

function followKeys(tree: SuiteTree): void {
  const keys: Record<string, () => void> = {
    j: () => tree.move(1),
    k: () => tree.move(-1),
    "/": () => tree.focusSearch(),
  };
  document.addEventListener("keydown", (event) => {
    const types = (event.target as HTMLElement).closest("input, select, textarea") !== null;
    const act = keys[event.key];
    if (!act || types || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    act();
  });
}

function mountAnswer(root: HTMLElement, suite: Suite, id: string, title: string, answer: Answer | null): void {
  replace(
    root,
    h("h2", { id: `${id}-title` }, title),
    ...(answer === null
      ? [h("p", { class: "dim" }, "There is no earlier suite to compare with.")]
      : [
          factList(answer),
          notesOf(answer),
          h("div", { class: "answers" }, ...answer.tables.map((table) => answerTable(suite, table))),
        ]),
  );
}

const kSections = [
  ["issues", "Issues"],
  ["compare", "Comparison"],
  ["trends", "Trends"],
  ["metrics", "Metrics"],
  ["runs", "Runs"],
  ["counts", "Counts"],
] as const;

export function start(page: HTMLElement): void {
  const suite = readSuite(partsOfPage(document));
  const store = createSuiteStore(preferredTheme());
  followTheme(store);
  const head = h("header", { class: "head" });
  const panels = Object.fromEntries(
    [...kSections.map(([id]) => id), "detail" as const].map((id) => [
      id,
      h("section", { id, class: `panel ${id}`, "aria-labelledby": `${id}-title` }),
    ]),
  ) as Record<(typeof kSections)[number][0] | "detail", HTMLElement>;
  const nav = navigation(
    kSections.map(([id, text]) => ({ id, text })),
    store,
  );
  replace(
    page,
    h("a", { class: "skip", href: "#issues" }, "To the issues"),
    nav,
    head,
    h(
      "main",
      {},
      h("div", { class: "desk suite-desk" }, panels.issues, panels.detail),
      panels.compare,
      panels.trends,
      panels.metrics,
      panels.runs,
      panels.counts,
    ),
  );
  mountSuiteHead(head, suite, store);
  const tree = mountSuiteIssues(panels.issues, suite, store);
  mountSuiteDetail(panels.detail, suite, store);
  const { about } = suite;
  mountAnswer(
    panels.compare,
    suite,
    "compare",
    about.baseline === null ? "Comparison" : "Comparison with the baseline",
    about.diff,
  );
  mountSuiteTrends(panels.trends, suite);
  mountSuiteMetrics(panels.metrics, suite, store);
  mountSuiteRuns(panels.runs, suite, store);
  mountAnswer(panels.counts, suite, "counts", "Counts and rates", { ...about.show, facts: [], notes: [] });
  if (suite.count > 0) store.set({ finding: 0 });
  followFilters(store, suite);
  followKeys(tree);
  document.documentElement.dataset.ready = "true";
}

const page = document.getElementById("app");
if (page) {
  try {
    start(page);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    replace(page, h("p", { class: "broken" }, `This page cannot be shown: ${why}`));
    throw error;
  }
}
