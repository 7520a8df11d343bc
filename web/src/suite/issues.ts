// The issues of a suite as a tree: severity, cluster, run; new ones first. With filters and search.

import { nothingFound } from "../data/result.ts";
import { h, name, replace, visible } from "../ui/dom.ts";
import { counted, timeText, words } from "../ui/format.ts";
import { kSeverityWords, severityIcon } from "../ui/severity.ts";
import { virtualList } from "../ui/virtual_list.ts";
import { kStatuses, reportLink, type Cluster, type Suite } from "./data.ts";
import { verdictsOf } from "./head.ts";
import { findingFilter, kNoSuiteFilters, type SuiteFilters, type SuiteStore } from "./state.ts";
import { treeRows, type Group, type TreeRow } from "./tree.ts";

const kRow = 52; // pixels; the style sheet has the same
const kPrinted = 200; // clusters on paper
const kMoments = 3; // links in a row; the details have all

export interface SuiteTree {
  move(by: number): void;
  focusSearch(): void;
}

const groupWord = (group: Group) => (group === "gone" ? "gone since the baseline" : kSeverityWords[group]);

function tag(text: string): HTMLElement {
  return h("span", { class: `status ${text.split(" ").pop()}` }, text);
}

function tagsOf(row: TreeRow): HTMLElement[] {
  const tags: HTMLElement[] = [];
  if (row.fresh > 0) tags.push(tag(row.fresh === row.issues ? "new" : `${row.fresh.toLocaleString("en")} new`));
  if (row.changed > 0) tags.push(tag(`${row.changed.toLocaleString("en")} changed`));
  return tags;
}

// The run's report at each of the first moments, or where they are.
export function moments(suite: Suite, finding: number, most: number): (Node | string)[] {
  const parts: (Node | string)[] = [];
  const count = suite.issues[finding];
  for (let i = 0; i < Math.min(count, most); ++i) {
    const place = suite.first[finding] + i;
    const address = reportLink(suite, suite.run[finding], suite.number[place]);
    const text = timeText(suite.start[place]);
    if (i > 0) parts.push(", ");
    parts.push(address === null ? text : h("a", { href: address, title: "Open the run at this moment" }, text));
  }
  if (count > most) parts.push(`, +${(count - most).toLocaleString("en")}`);
  return parts;
}

function contentOf(suite: Suite, row: TreeRow): (Node | string | null)[] {
  const { finding } = row;
  if (row.level === 1)
    return [
      h("span", { class: "issue-kind" }, groupWord(row.group), " ", ...tagsOf(row)),
      h(
        "span",
        { class: "issue-who" },
        `${counted(row.issues, "issue")} in ${counted(row.clusters, "cluster")} and ${counted(row.runs, "run")}`,
      ),
    ];
  const cluster = suite.clusterOf(finding);
  if (row.level === 2)
    return [
      h(
        "span",
        { class: "issue-kind" },
        h(
          "span",
          { class: "kind-word" },
          visible(words(cluster.kind)),
          cluster.category === "sut" ? null : ` (${visible(cluster.category)})`,
        ),
        " ",
        cluster.category === "sut" ? h("span", { class: "sut" }, "SUT") : null,
        " ",
        ...tagsOf(row),
        h("span", { class: "times" }, counted(row.runs, "run")),
      ),
      h("span", { class: "issue-who" }, name(cluster.normalised)),
    ];
  const status = suite.statusOf(finding);
  const mark = suite.markOf(finding);
  return [
    h(
      "span",
      { class: "issue-kind" },
      name(suite.runs.key[suite.run[finding]]),
      " ",
      status === "same" ? null : tag(status),
      mark ? tag(mark) : null,
    ),
    h("span", { class: "issue-who" }, suite.reached[finding] || visible(suite.message[finding])),
  ];
}

export function mountSuiteIssues(root: HTMLElement, suite: Suite, store: SuiteStore): SuiteTree {
  let shown: TreeRow[] = [];
  const set = (change: Partial<SuiteFilters>) => store.set({ filters: { ...store.state.filters, ...change } });
  const found = h("p", { class: "found", role: "status", "aria-live": "polite" });
  const search = h("input", {
    type: "search",
    placeholder: "Search  ( / )",
    "aria-label": "Search issues and runs",
    oninput: () => set({ text: search.value.trim() }),
  });
  const selects: { key: keyof SuiteFilters; element: HTMLSelectElement }[] = [];
  const select = (key: keyof SuiteFilters, label: string, options: [string, string][], more = {}) => {
    const element = h(
      "select",
      { "aria-label": label, onchange: () => set({ [key]: element.value, ...more }) },
      h("option", { value: "" }, `${label}: all`),
      ...options.map(([value, text]) => h("option", { value }, text)),
    );
    selects.push({ key, element });
    return element;
  };
  const counts = <Name extends string>(of: (finding: number) => Name, say: (word: Name) => string = words) => {
    const all = new Map<Name, number>();
    for (let i = 0; i < suite.count; ++i) all.set(of(i), (all.get(of(i)) ?? 0) + suite.issues[i]);
    return [...all]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([word, count]): [string, string] => [word, `${visible(say(word))} (${count.toLocaleString("en")})`]);
  };
  const by = (property: keyof Cluster) => counts((finding) => suite.clusterOf(finding)[property]);
  const value = select("value", "Value", []);
  const attributes = suite.about.attributes.map(({ name: text }, i): [string, string] => [String(i), visible(text)]);
  const statuses = counts((finding) => suite.statusOf(finding));
  const clear = h(
    "button",
    { type: "button", class: "quiet", onclick: () => store.set({ filters: kNoSuiteFilters }) },
    "Clear",
  );

  const toggle = (row: TreeRow, isOpen = !row.isOpen) => {
    if (row.level === 3 || row.isOpen === isOpen) return;
    const toggled = new Set(store.state.toggled);
    if (!toggled.delete(row.key)) toggled.add(row.key);
    store.set({ toggled });
  };
  let current = ""; // the row that keys act on
  const choose = (row: TreeRow) => {
    current = row.key;
    store.set({ finding: row.finding });
    list.show(shown.length);
  };
  const rowOf = (place: number, top: number) => {
    const row = shown[place];
    const chevron = h("span", { class: "chevron", "aria-hidden": "true" }, row.isOpen ? "\u25be" : "\u25b8");
    const icon = row.group === "gone" ? h("span", { class: "gone-mark" }, "\u2713") : severityIcon(row.group);
    return h(
      "div",
      {
        class: `issue-row level-${row.level} ${row.group}`,
        role: "treeitem",
        id: `tree-${place}`,
        "aria-level": row.level,
        "aria-selected": row.key === current ? "true" : "false",
        "aria-expanded": row.level === 3 ? null : row.isOpen ? "true" : "false",
        "aria-posinset": place + 1,
        "aria-setsize": shown.length,
        style: `top:${top}px`,
        onclick: (event: Event) => {
          if ((event.target as HTMLElement).closest("a")) return;
          choose(row);
          toggle(row);
        },
      },
      h("span", { class: "issue-icon" }, row.level === 3 ? null : chevron, row.level < 3 ? icon : null),
      h("span", { class: "issue-what" }, ...contentOf(suite, row)),
      row.level === 3 ? h("span", { class: "issue-time" }, ...moments(suite, row.finding, kMoments)) : null,
    );
  };
  const list = virtualList({ role: "tree", "aria-label": "Issues by severity, cluster and run" }, kRow, rowOf);
  const move = (by: number) => {
    const place = shown.findIndex((row) => row.key === current);
    const next = place < 0 ? 0 : Math.min(Math.max(place + by, 0), shown.length - 1);
    if (!shown[next]) return;
    choose(shown[next]);
    list.reveal(next);
    list.element.setAttribute("aria-activedescendant", `tree-${next}`);
  };
  list.element.addEventListener("keydown", (event) => {
    const page = Math.max(1, Math.floor(list.element.clientHeight / kRow) - 1);
    const steps: Record<string, number> = {
      ArrowDown: 1,
      ArrowUp: -1,
      PageDown: page,
      PageUp: -page,
      Home: -shown.length,
      End: shown.length,
    };
    const row = shown.find((one) => one.key === current);
    if (steps[event.key] !== undefined) move(steps[event.key]);
    else if (event.key === "ArrowRight" && row) toggle(row, true);
    else if (event.key === "ArrowLeft" && row) toggle(row, false);
    else if (event.key === "Enter" && row && row.level < 3) toggle(row);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });

  const printed = h("table", { class: "plain printed-issues" });
  replace(
    root,
    h("h2", { id: "issues-title" }, "Issues"),
    h("div", { class: "searching" }, search, clear),
    h(
      "details",
      { class: "filters", open: window.matchMedia("(min-width: 761px)").matches },
      h("summary", {}, "Filters"),
      h(
        "div",
        { class: "filter-grid" },
        select(
          "status",
          "Status",
          statuses.sort(([a], [b]) => placeOf(a) - placeOf(b)),
        ),
        select(
          "severity",
          "Severity",
          counts(
            (finding) => suite.severityOf(finding),
            (word) => kSeverityWords[word],
          ),
        ),
        select("kind", "Kind", by("kind")),
        select("checker", "Checker", by("checker")),
        select("category", "Category", by("category")),
        select("attribute", "Attribute", attributes, { value: "" }),
        value,
      ),
    ),
    found,
    list.element,
    printed,
  );

  const refresh = (fromTop: boolean) => {
    const { filters, toggled } = store.state;
    shown = treeRows(suite, findingFilter(suite, filters), toggled);
    list.show(shown.length, fromTop);
    const issues = shown.reduce((sum, row) => sum + (row.level === 1 && row.group !== "gone" ? row.issues : 0), 0);
    const gone = shown.find((row) => row.level === 1 && row.group === "gone");
    const isFiltered = Object.values(filters).some((text) => text !== "");
    clear.disabled = !isFiltered;
    const of = isFiltered ? `${issues.toLocaleString("en")} of ` : "";
    found.textContent =
      suite.count === 0
        ? nothingFound(verdictsOf(suite).every(([verdict]) => verdict === "pass"))
        : shown.length === 0
          ? "No issue matches these filters."
          : `${of}${counted(suite.issueCount, "issue")}${gone ? `, ${counted(gone.issues, "issue")} gone` : ""}`;
  };
  store.watch(["filters"], ({ filters }) => {
    const values = suite.about.attributes[Number(filters.attribute)]?.values ?? [];
    value.hidden = filters.attribute === "";
    replace(
      value,
      h("option", { value: "" }, "Value: all"),
      ...(filters.attribute === "" ? [] : values).map((text, i) => h("option", { value: i + 1 }, visible(text))),
    );
    for (const { key, element } of selects) element.value = filters[key];
    if (search.value.trim() !== filters.text) search.value = filters.text;
    refresh(true);
  });
  store.watch(["toggled"], () => refresh(false));
  window.addEventListener("beforeprint", () => printClusters(printed, suite, store));
  return { move, focusSearch: () => search.focus() };
}

const placeOf = (status: string) => (kStatuses as readonly string[]).indexOf(status);

// On paper there is no scrolling: all clusters that fit the filters, up to a bound.
function printClusters(table: HTMLElement, suite: Suite, store: SuiteStore): void {
  const clusters = treeRows(suite, findingFilter(suite, store.state.filters), new Set()).filter(
    (row) => row.level === 2,
  );
  replace(
    table,
    h("thead", {}, h("tr", {}, ...["", "what", "runs", "issues", "new"].map((text) => h("th", {}, text)))),
    h(
      "tbody",
      {},
      ...clusters.slice(0, kPrinted).map((row) => {
        const { kind, normalised } = suite.clusterOf(row.finding);
        return h(
          "tr",
          {},
          h("td", {}, groupWord(row.group)),
          h("td", {}, h("strong", {}, visible(words(kind))), " ", name(normalised)),
          ...[row.runs, row.issues, row.fresh].map((count) => h("td", {}, count.toLocaleString("en"))),
        );
      }),
    ),
    clusters.length > kPrinted ? h("caption", {}, `The first ${kPrinted} of ${clusters.length} clusters`) : null,
  );
}
