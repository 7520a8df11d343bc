// The rows of the list of issues: what is listed in which order, and how one row looks.

import type { Issue } from "../data/result.ts";
import type { Run } from "../data/run.ts";
import { actorsOf, beyond, foldedRows, reached, totalOf, type FoldedRow } from "../data/triage.ts";
import { listed, matches } from "../state/filters.ts";
import type { ViewState } from "../state/state.ts";
import { h, name } from "../ui/dom.ts";
import { counted, durationText, timeText, words } from "../ui/format.ts";
import { kSeverityWords, severityIcon } from "../ui/severity.ts";

// One issue, or several that are folded into one row; `key` is the id of what a click selects.
export interface ListedRow {
  issue: Issue;
  fold: FoldedRow | null; // null: the issue alone
  isOpen: boolean; // of a fold: its issues follow
  level: 1 | 2; // 2: in a fold
}

export function listedRows(run: Run, state: Readonly<ViewState>): ListedRow[] {
  if (state.sort !== "triage")
    return listed(run.result.issues, state.filters, state.sort).map((issue) => single(issue, 1));
  return foldedRows(run, (issue) => matches(issue, state.filters)).flatMap((fold): ListedRow[] => {
    if (fold.issues.length === 1) return [single(fold.issues[0], 1)];
    const isOpen = state.unfolded.has(fold.row.worst);
    const head: ListedRow = { issue: fold.worst, fold, isOpen, level: 1 };
    return isOpen ? [head, ...fold.issues.map((issue) => single(issue, 2))] : [head];
  });
}

function single(issue: Issue, level: 1 | 2): ListedRow {
  return { issue, fold: null, isOpen: false, level };
}

// Does the row stand for this issue? A fold does where it is closed.
export function standsFor(row: ListedRow, issue: number | null): boolean {
  if (issue === null) return false;
  if (row.fold && !row.isOpen) return row.fold.issues.some((one) => one.id === issue);
  return !row.fold && row.issue.id === issue;
}

export function rowId(row: ListedRow): string {
  return row.fold ? `issue-fold-${row.fold.row.worst}` : `issue-row-${row.issue.id}`;
}

export function whoOf(issue: Issue): (Node | string)[] {
  return [
    name(issue.actor.id),
    issue.actor.role === "sut" ? h("span", { class: "sut" }, "SUT") : ` ${issue.actor.type}`,
    ...(issue.other_actor ? [" with ", name(issue.other_actor.id)] : []),
  ];
}

export function whoseOf(fold: FoldedRow): (Node | string)[] {
  const actors = actorsOf(fold.issues);
  return actors === 1 ? whoOf(fold.worst).slice(0, 2) : [counted(actors, "actor")];
}

function foldContent(run: Run, fold: FoldedRow): (Node | string)[] {
  const worst = beyond(run, fold.worst);
  const at = `at ${timeText(fold.worst.start)}`;
  return [
    h(
      "span",
      { class: "issue-what" },
      h(
        "span",
        { class: "issue-kind" },
        h("span", { class: "kind-word" }, words(fold.worst.kind)),
        h("span", { class: "times" }, `\u00d7\u202f${fold.issues.length.toLocaleString("en")}`),
      ),
      h("span", { class: "visually-hidden" }, `, ${kSeverityWords[fold.worst.severity]},`),
      h("span", { class: "issue-who" }, ...whoseOf(fold), `, ${durationText(totalOf(fold.issues))} in all`),
      h("span", { class: "issue-reached" }, worst ? `worst ${worst} ${at}` : `first ${at}`),
    ),
    h("span", { class: "issue-time" }, timeText(fold.issues[0].start), "\u2009\u2026"),
  ];
}

function issueContent(run: Run, issue: Issue): (Node | string)[] {
  return [
    h(
      "span",
      { class: "issue-what" },
      h("span", { class: "issue-kind" }, words(issue.kind)),
      h("span", { class: "visually-hidden" }, `, ${kSeverityWords[issue.severity]},`),
      h("span", { class: "issue-who" }, ...whoOf(issue)),
      h("span", { class: "issue-reached" }, reached(run, issue)),
    ),
    h("span", { class: "issue-time" }, timeText(issue.start)),
  ];
}

export interface RowActions {
  select(row: ListedRow): void;
  unfold(row: ListedRow, isOpen: boolean): void;
}

export function rowElement(
  run: Run,
  row: ListedRow,
  place: { at: number; of: number; top: number; isSelected: boolean },
  actions: RowActions,
): HTMLElement {
  const { fold, issue } = row;
  const chevron = fold
    ? h(
        "button",
        {
          type: "button",
          class: "quiet unfold",
          tabindex: -1,
          "aria-label": `${row.isOpen ? "Fold" : "Unfold"} ${counted(fold.issues.length, "issue")}`,
          onclick: (event: Event) => {
            event.stopPropagation();
            actions.unfold(row, !row.isOpen);
          },
        },
        row.isOpen ? "\u25be" : "\u25b8",
      )
    : null;
  const attributes = {
    class: `issue-row ${issue.severity}${fold ? " fold" : ""}${row.level === 2 ? " inner" : ""}`,
    role: "treeitem",
    id: rowId(row),
    "aria-level": row.level,
    "aria-selected": place.isSelected ? "true" : "false",
    "aria-expanded": fold ? (row.isOpen ? "true" : "false") : null,
    "aria-posinset": place.at + 1,
    "aria-setsize": place.of,
    style: `top:${place.top}px`,
    onclick: () => actions.select(row),
  };
  const content = fold ? foldContent(run, fold) : issueContent(run, issue);
  return h("div", attributes, h("span", { class: "issue-icon" }, severityIcon(issue.severity), chevron), ...content);
}
