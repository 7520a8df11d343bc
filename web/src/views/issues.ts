// The list of issues: filters, order, search, folds, and a list that only has elements for what is in sight.

import type { Run } from "../data/run.ts";
import { nothingFound, type Issue } from "../data/result.ts";
import { choices, kNoFilters, kOrders, type Filters, type SortBy } from "../state/filters.ts";
import { selectIssue, type ViewState, type ViewStore } from "../state/state.ts";
import { h, replace, visible } from "../ui/dom.ts";
import { counted, words } from "../ui/format.ts";
import { kSeverityWords } from "../ui/severity.ts";
import { listedRows, rowElement, rowId, standsFor, type ListedRow } from "./issue_rows.ts";
import { printedIssues } from "./printed_issues.ts";

const kRow = 60; // pixels; the style sheet has the same
const kBeyond = 6; // rows kept above and below what is in sight

export interface IssueList {
  move(by: number): void; // selects another one
  focusSearch(): void;
}

export function mountIssues(root: HTMLElement, run: Run, store: ViewStore): IssueList {
  const all = run.result.issues;
  let shown: ListedRow[] = [];
  const found = h("p", { class: "found", role: "status", "aria-live": "polite" });
  const list = h("div", {
    class: "issue-list",
    role: "tree",
    tabindex: 0,
    "aria-label": "Issues",
    onscroll: () => showRows(),
    onkeydown: (event: KeyboardEvent) => onKey(event),
  });
  const room = h("div", { class: "issue-room" });
  list.appendChild(room);

  const search = h("input", {
    type: "search",
    placeholder: "Search  ( / )",
    "aria-label": "Search issues",
    oninput: () => store.set({ filters: { ...store.state.filters, text: search.value.trim() } }),
  });
  const selects: { key: keyof Filters; element: HTMLSelectElement }[] = [];
  const select = (key: keyof Filters, label: string, of: (issue: Issue) => string, say = words) => {
    const options = choices(all, of);
    const element = h(
      "select",
      {
        "aria-label": label,
        onchange: () => store.set({ filters: { ...store.state.filters, [key]: element.value } }),
      },
      h("option", { value: "" }, `${label}: all`),
      ...options.map((option) => h("option", { value: option.name }, `${visible(say(option.name))} (${option.count})`)),
    );
    selects.push({ key, element });
    return element;
  };
  const sort = h(
    "select",
    { "aria-label": "Order", onchange: () => store.set({ sort: sort.value as SortBy }) },
    ...kOrders.map(({ by, text }) => h("option", { value: by }, text)),
  );
  const clear = h(
    "button",
    { type: "button", class: "quiet", onclick: () => store.set({ filters: kNoFilters }) },
    "Clear",
  );

  replace(
    root,
    h("h2", { id: "issues-title" }, "Issues"),
    h("div", { class: "searching" }, search, sort),
    h(
      "details",
      { class: "filters" },
      h("summary", {}, "Filters"),
      h(
        "div",
        { class: "filter-grid" },
        select(
          "severity",
          "Severity",
          (issue) => issue.severity,
          (word) => kSeverityWords[word as Issue["severity"]],
        ),
        select("kind", "Kind", (issue) => issue.kind),
        select(
          "actor",
          "Actor",
          (issue) => issue.actor.id,
          (id) => id,
        ),
        select("category", "Category", (issue) => issue.category),
        select("checker", "Checker", (issue) => issue.checker),
        clear,
      ),
    ),
    found,
    list,
    printedIssues(run, () => store.state),
  );

  const select_ = (row: ListedRow | undefined) => {
    if (row) selectIssue(store, run, row.issue.id);
  };
  const unfold = (row: ListedRow, isOpen: boolean) => {
    if (!row.fold || row.isOpen === isOpen) return;
    const unfolded = new Set(store.state.unfolded);
    if (isOpen) unfolded.add(row.fold.row.worst);
    else unfolded.delete(row.fold.row.worst);
    store.set({ unfolded });
  };
  const placeOfSelected = () => shown.findIndex((row) => standsFor(row, store.state.issue));
  const move = (by: number) => {
    const place = placeOfSelected();
    const step = by > 0 ? 1 : -1;
    let next = place < 0 ? (by > 0 ? 0 : shown.length - 1) : Math.min(Math.max(place + by, 0), shown.length - 1);
    // An open fold stands for nobody: its issues are beside it.
    while (shown[next]?.fold && shown[next].isOpen && next + step >= 0 && next + step < shown.length) next += step;
    select_(shown[next]);
  };

  function onKey(event: KeyboardEvent): void {
    const page = Math.max(1, Math.floor(list.clientHeight / kRow) - 1);
    const steps: Record<string, number> = {
      ArrowDown: 1,
      ArrowUp: -1,
      PageDown: page,
      PageUp: -page,
      Home: -shown.length,
      End: shown.length,
    };
    const by = steps[event.key];
    const row = shown[placeOfSelected()];
    if (by !== undefined) move(by);
    else if ((event.key === "ArrowRight" || event.key === "Enter") && row?.fold) unfold(row, true);
    else if (event.key === "ArrowLeft" && row?.level === 2) fold(row);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  // Of an issue in an open fold: closes the fold, which then stands for it.
  function fold(row: ListedRow): void {
    const outer = shown.find((one) => one.fold?.issues.includes(row.issue) ?? false);
    if (outer) unfold(outer, false);
  }

  function showRows(): void {
    const first = Math.max(0, Math.floor(list.scrollTop / kRow) - kBeyond);
    const last = Math.min(shown.length, Math.ceil((list.scrollTop + (list.clientHeight || 600)) / kRow) + kBeyond);
    room.style.height = `${shown.length * kRow}px`;
    const selected = placeOfSelected();
    replace(
      room,
      ...shown.slice(first, last).map((row, i) => {
        const at = first + i;
        const place = { at, of: shown.length, top: at * kRow, isSelected: at === selected };
        return rowElement(run, row, place, { select: select_, unfold });
      }),
    );
    if (selected >= 0) list.setAttribute("aria-activedescendant", rowId(shown[selected]));
    else list.removeAttribute("aria-activedescendant");
  }

  function showSelected(): void {
    const place = placeOfSelected();
    if (place >= 0) {
      const top = place * kRow;
      if (top < list.scrollTop) list.scrollTop = top;
      else if (top + kRow > list.scrollTop + list.clientHeight) list.scrollTop = top + kRow - list.clientHeight;
    }
    showRows();
  }

  const sayFound = (filters: Filters) => {
    const isFiltered = Object.values(filters).some((value) => value !== "");
    clear.disabled = !isFiltered;
    if (all.length === 0) return nothingFound(run.result.summary.verdict === "pass");
    const count = shown.reduce((sum, row) => sum + (row.level === 1 ? (row.fold?.issues.length ?? 1) : 0), 0);
    const rows = shown.filter((row) => row.level === 1).length;
    const folded = rows < count ? ` in ${counted(rows, "row")}` : "";
    if (!isFiltered) return `${counted(all.length, "issue")}${folded}`;
    return count === 0
      ? "No issue matches these filters."
      : `${count.toLocaleString("en")} of ${counted(all.length, "issue")}${folded}`;
  };
  const refresh = (state: Readonly<ViewState>) => {
    shown = listedRows(run, state);
    found.textContent = sayFound(state.filters);
  };

  store.watch(["filters", "sort"], (state: Readonly<ViewState>) => {
    refresh(state);
    for (const { key, element } of selects) element.value = state.filters[key];
    if (search.value.trim() !== state.filters.text) search.value = state.filters.text;
    sort.value = state.sort;
    list.scrollTop = 0;
    showSelected();
  });
  store.watch(["unfolded"], (state) => {
    refresh(state);
    showSelected();
  });
  // Somebody selected it elsewhere: it is shown, not only the fold that it is in.
  store.watch(["issue"], (state) => {
    const row = shown[placeOfSelected()];
    if (row?.fold && row.issue.id !== state.issue) unfold(row, true);
  });
  store.watch(["issue"], showSelected);
  new ResizeObserver(() => showRows()).observe(list);

  return { move, focusSearch: () => search.focus() };
}
