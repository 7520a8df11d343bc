// What is known of the selected row: the issue, its cluster, its run, and the way to the run's report.

import { h, name, replace, visible } from "../ui/dom.ts";
import { counted, words } from "../ui/format.ts";
import { severityTag } from "../ui/severity.ts";
import { reportCommand, reportLink, type Suite } from "./data.ts";
import { moments } from "./issues.ts";
import type { SuiteStore } from "./state.ts";

const kMoments = 100;

function fact(label: string, ...value: (Node | string)[]): HTMLElement {
  return h("div", { class: "fact" }, h("dt", {}, label), h("dd", {}, ...value));
}

export function howToMake(suite: Suite, run: number): HTMLElement {
  return h(
    "div",
    { class: "remedy" },
    suite.runs.folder[run]
      ? "This run has no report yet. To make it, and then this page again:"
      : "This run\u2019s folder was not kept. To evaluate it again and make its report (suite run --keep folders keeps folders):",
    h("pre", {}, h("code", {}, visible(reportCommand(suite, run)))),
  );
}

export function mountSuiteDetail(root: HTMLElement, suite: Suite, store: SuiteStore): void {
  store.watch(["finding"], ({ finding }) => {
    if (finding === null) {
      replace(root, h("h2", { id: "detail-title" }, "Details"), h("p", { class: "dim" }, "Select an issue."));
      return;
    }
    const run = suite.run[finding];
    const cluster = suite.clusterOf(finding);
    const status = suite.statusOf(finding);
    const address = reportLink(suite, run, suite.number[suite.first[finding]]);
    const { about } = suite;
    const age =
      status === "gone"
        ? "gone: the run was evaluated and has none"
        : about.baseline === null
          ? "unknown: there is no baseline"
          : `${status}; in ${counted(suite.age[finding], "suite")} in a row`;
    replace(
      root,
      h(
        "div",
        { class: "detail-head" },
        severityTag(suite.severityOf(finding)),
        h("h2", { id: "detail-title" }, visible(words(cluster.kind))),
      ),
      h("p", { class: "message" }, name(suite.message[finding])),
      address
        ? h("p", {}, h("a", { class: "open-run", href: address }, "Open the run at this moment"))
        : howToMake(suite, run),
      h(
        "dl",
        { class: "facts small" },
        fact("Run", name(suite.runs.key[run]), suite.runs.verdict[run] ? ` (${words(suite.runs.verdict[run])})` : ""),
        fact("Worst", suite.reached[finding] ? visible(suite.reached[finding]) : "\u2013"),
        fact("Status", age),
        fact("First seen in", name(suite.firstSeen[finding] || about.name)),
        suite.markOf(finding) ? fact("Marked by a rule", suite.markOf(finding)) : h("div"),
        fact("Checker", name(cluster.checker)),
        fact("Category", name(cluster.category)),
        fact("Cluster", name(cluster.id)),
        ...about.attributes.flatMap(({ name: attribute, values }, i) => {
          const place = suite.attributes[i][run];
          return place > 0 ? [fact(visible(attribute), name(values[place - 1]))] : [];
        }),
      ),
      h(
        "p",
        {},
        `${counted(suite.issues[finding], "issue")} of this cluster in this run, the worst first: `,
        ...moments(suite, finding, kMoments),
      ),
      h("p", { class: "dim" }, "The same in other runs: ", name(cluster.normalised)),
    );
  });
}
