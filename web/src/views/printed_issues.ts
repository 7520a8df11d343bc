// Paper does not scroll or unfold: the issues as a plain table in the order of the list, folded likewise, made when the
// page is printed.

import type { Run } from "../data/run.ts";
import { beyond, reached, totalOf } from "../data/triage.ts";
import type { ViewState } from "../state/state.ts";
import { h, replace } from "../ui/dom.ts";
import { durationText, timeText, words } from "../ui/format.ts";
import { kSeverityWords } from "../ui/severity.ts";
import { listedRows, whoOf, whoseOf, type ListedRow } from "./issue_rows.ts";

const kMost = 1000;
const kHeads = ["Issue", "Severity", "Who", "Times", "Begins", "Lasts", "Worst", "No."];

function cells(run: Run, row: ListedRow): (Node | string | number)[][] {
  const { issue, fold } = row;
  const issues = fold?.issues ?? [issue];
  return [
    [words(issue.kind)],
    [kSeverityWords[issue.severity]],
    fold ? whoseOf(fold) : whoOf(issue),
    [issues.length],
    [timeText(issues[0].start)],
    [durationText(totalOf(issues))],
    [fold ? beyond(run, issue) : reached(run, issue)],
    [issue.id],
  ];
}

export function printedIssues(run: Run, state: () => Readonly<ViewState>): HTMLElement {
  const table = h("table", { class: "plain printed-issues", "aria-hidden": "true" });
  window.addEventListener("beforeprint", () => {
    const rows = listedRows(run, { ...state(), unfolded: new Set() });
    replace(
      table,
      h("thead", {}, h("tr", {}, ...kHeads.map((head) => h("th", {}, head)))),
      h(
        "tbody",
        {},
        ...rows.slice(0, kMost).map((row) => h("tr", {}, ...cells(run, row).map((cell) => h("td", {}, ...cell)))),
      ),
      rows.length > kMost ? h("caption", {}, `The first ${kMost} of ${rows.length} rows.`) : null,
    );
  });
  window.addEventListener("afterprint", () => replace(table));
  return table;
}
