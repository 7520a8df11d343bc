// The list of issues: filters, order, search, and a list that only has elements for what is in sight.

import type { Run } from "../data/run.ts";
import type { Issue } from "../data/result.ts";
import { choices, kNoFilters, listed, type Filters, type SortBy } from "../state/filters.ts";
import { selectIssue, type ViewState, type ViewStore } from "../state/state.ts";
import { h, name, replace, visible } from "../ui/dom.ts";
import { counted, timeText, valueText, words } from "../ui/format.ts";
import { kSeverityWords, severityIcon } from "../ui/severity.ts";

const kRow = 60; // pixels; the style sheet has the same
const kBeyond = 6; // rows kept above and below what is in sight

export interface IssueList {
  move(by: number): void; // selects another one
  focusSearch(): void;
  listed(): readonly Issue[];
}

// "0.8 m > 0.45 m": what was reached and what was allowed.
export function reached(run: Run, issue: Issue): string {
  const metrics = run.checker(issue.checker)?.metrics ?? [];
  const of = (role: string) => {
    const info = metrics.find((metric) => metric.role === role);
    const metric = info && issue.metrics[info.name];
    return metric && typeof metric.value === "number" ? metric : undefined;
  };
  const value = of("value");
  const limit = of("limit");
  if (!value) return "";
  const text = (metric: typeof value) => valueText(metric.value, metric.unit).replace(/ \(.*\)$/, "");
  return limit ? `${text(value)}, limit ${text(limit)}` : text(value);
}

export function mountIssues(root: HTMLElement, run: Run, store: ViewStore): IssueList {
  const all = run.result.issues;
  let shown: Issue[] = [];
  const found = h("p", { class: "found", role: "status", "aria-live": "polite" });
  const list = h("div", {
    class: "issue-list",
    role: "listbox",
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
    ...(["severity", "time", "kind", "actor"] as const).map((by) => h("option", { value: by }, `by ${by}`)),
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
      { class: "filters", open: all.length > 8 },
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
    printedTable(run, () => shown),
  );

  const select_ = (issue: Issue | undefined) => {
    if (issue) selectIssue(store, run, issue.id);
  };
  const placeOfSelected = () => shown.findIndex((issue) => issue.id === store.state.issue);
  const move = (by: number) => {
    const place = placeOfSelected();
    const next = place < 0 ? (by > 0 ? 0 : shown.length - 1) : Math.min(Math.max(place + by, 0), shown.length - 1);
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
    if (by === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    move(by);
  }

  function row(issue: Issue, place: number): HTMLElement {
    const selected = issue.id === store.state.issue;
    return h(
      "div",
      {
        class: `issue-row ${issue.severity}`,
        role: "option",
        id: `issue-row-${issue.id}`,
        "aria-selected": selected ? "true" : "false",
        "aria-posinset": place + 1,
        "aria-setsize": shown.length,
        style: `top:${place * kRow}px`,
        onclick: () => select_(issue),
      },
      severityIcon(issue.severity),
      h(
        "span",
        { class: "issue-what" },
        h("span", { class: "issue-kind" }, words(issue.kind)),
        h("span", { class: "visually-hidden" }, `, ${kSeverityWords[issue.severity]},`),
        h(
          "span",
          { class: "issue-who" },
          name(issue.actor.id),
          issue.actor.role === "sut" ? h("span", { class: "sut" }, "SUT") : ` ${issue.actor.type}`,
          ...(issue.other_actor ? [" with ", name(issue.other_actor.id)] : []),
        ),
        h("span", { class: "issue-reached" }, reached(run, issue)),
      ),
      h("span", { class: "issue-time" }, timeText(issue.start)),
    );
  }

  function showRows(): void {
    const first = Math.max(0, Math.floor(list.scrollTop / kRow) - kBeyond);
    const last = Math.min(shown.length, Math.ceil((list.scrollTop + (list.clientHeight || 600)) / kRow) + kBeyond);
    room.style.height = `${shown.length * kRow}px`;
    replace(room, ...shown.slice(first, last).map((issue, i) => row(issue, first + i)));
    const selected = store.state.issue;
    if (selected !== null && placeOfSelected() >= 0)
      list.setAttribute("aria-activedescendant", `issue-row-${selected}`);
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
    if (all.length === 0) return "Nothing went wrong: there are no issues.";
    if (!isFiltered) return counted(all.length, "issue");
    return shown.length === 0
      ? "No issue fits these filters."
      : `${shown.length.toLocaleString("en")} of ${counted(all.length, "issue")}`;
  };

  store.watch(["filters", "sort"], (state: Readonly<ViewState>) => {
    shown = listed(all, state.filters, state.sort);
    found.textContent = sayFound(state.filters);
    for (const { key, element } of selects) element.value = state.filters[key];
    if (search.value.trim() !== state.filters.text) search.value = state.filters.text;
    sort.value = state.sort;
    list.scrollTop = 0;
    showSelected();
  });
  store.watch(["issue"], showSelected);
  new ResizeObserver(() => showRows()).observe(list);

  return { move, focusSearch: () => search.focus(), listed: () => shown };
}

// Paper does not scroll: the issues as a plain table, made when the page is printed.
function printedTable(run: Run, shown: () => readonly Issue[]): HTMLElement {
  const kMost = 1000;
  const table = h("table", { class: "plain printed-issues", "aria-hidden": "true" });
  window.addEventListener("beforeprint", () => {
    const issues = shown();
    replace(
      table,
      h(
        "thead",
        {},
        h("tr", {}, ...["", "Severity", "Time", "Actor", "Issue", "Reached"].map((head) => h("th", {}, head))),
      ),
      h(
        "tbody",
        {},
        ...issues
          .slice(0, kMost)
          .map((issue) =>
            h(
              "tr",
              {},
              h("td", {}, issue.id),
              h("td", {}, kSeverityWords[issue.severity]),
              h("td", {}, timeText(issue.start)),
              h("td", {}, name(issue.actor.id)),
              h("td", {}, words(issue.kind)),
              h("td", {}, reached(run, issue)),
            ),
          ),
      ),
      issues.length > kMost ? h("caption", {}, `The first ${kMost} of ${issues.length}.`) : null,
    );
  });
  window.addEventListener("afterprint", () => replace(table));
  return table;
}
