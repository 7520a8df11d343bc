// The report of one run: reads what the page holds, and puts every view in its place.

import { partsOfPage } from "./data/parts.ts";
import { readRun, type Run } from "./data/run.ts";
import { copyLink, followAddress } from "./state/address.ts";
import { startPlayback, togglePlaying } from "./state/playback.ts";
import { createViewStore, setTime, stepFrame, type ViewStore } from "./state/state.ts";
import { h, replace } from "./ui/dom.ts";
import { navigation } from "./ui/navigation.ts";
import { followTheme, preferredTheme } from "./ui/theme.ts";
import { mountCheckers } from "./views/checkers.ts";
import { mountEpisodes } from "./views/episodes.ts";
import { mountHead, mountRunInfo } from "./views/head.ts";
import { mountIssueDetail } from "./views/issue_detail.ts";
import { mountIssues, type IssueList } from "./views/issues.ts";
import { mountOdd } from "./views/odd.ts";
import { mountPlayer } from "./views/player.ts";
import { mountRelevance } from "./views/relevance.ts";
import { mountSignals } from "./views/signals.ts";
import { mountTimeline } from "./views/timeline.ts";
import { mountTopView } from "./views/top/top_view.ts";

function followKeys(store: ViewStore, run: Run, issues: IssueList, help: HTMLDialogElement): void {
  const keys: Record<string, (event: KeyboardEvent) => void> = {
    " ": () => togglePlaying(store),
    ArrowLeft: (event) => (event.shiftKey ? setTime(store, run, store.state.time - 1) : stepFrame(store, run, -1)),
    ArrowRight: (event) => (event.shiftKey ? setTime(store, run, store.state.time + 1) : stepFrame(store, run, 1)),
    j: () => issues.move(1),
    k: () => issues.move(-1),
    f: () => store.set({ follow: !store.state.follow }),
    l: () => copyLink(store, run),
    "/": () => issues.focusSearch(),
    "?": () => help.showModal(),
  };
  document.addEventListener("keydown", (event) => {
    const target = event.target as HTMLElement;
    const types = target.closest("input:not([type=checkbox]):not([type=range]), select, textarea, dialog") !== null;
    const isButton = event.key === " " && target.closest("button, summary, a, input") !== null;
    const act = keys[event.key];
    if (!act || types || isButton || event.ctrlKey || event.metaKey || event.altKey) return;
    if (target.closest("input[type=range]") && event.key.startsWith("Arrow")) return;
    event.preventDefault();
    act(event);
  });
}

function helpDialog(): HTMLDialogElement {
  const rows: [string, string][] = [
    ["Space", "play, pause"],
    ["\u2190 \u2192", "one frame back or forward; with Shift one second"],
    ["j k", "next, previous issue; in the list also the arrows, Page Up and Down, Home, End"],
    ["/", "search"],
    ["f", "follow the ego, or the actor that was clicked"],
    ["l", "copy a link to this issue, moment and view"],
    ["+ \u2212", "zoom, if the top view or the timeline has the focus"],
    ["?", "this list"],
  ];
  const dialog = h(
    "dialog",
    { class: "help", "aria-labelledby": "help-title" },
    h("h2", { id: "help-title" }, "Keys"),
    h(
      "table",
      { class: "plain" },
      h(
        "tbody",
        {},
        ...rows.map(([key, what]) => h("tr", {}, h("th", { scope: "row" }, h("kbd", {}, key)), h("td", {}, what))),
      ),
    ),
    h("form", { method: "dialog" }, h("button", {}, "Close")),
  );
  return dialog;
}

function panel(id: string, cls = "panel"): HTMLElement {
  return h("section", { id, class: cls, "aria-labelledby": `${id}-title` });
}

// What is below the desk, in this order: the section's id, what its link says, and the view that fills it. One more view
// is one more row. A view that has nothing to show hides its section, and so the link.
type Section = { id: string; link: string; mount: (root: HTMLElement, run: Run, store: ViewStore) => void };
const kSections: readonly Section[] = [
  { id: "episodes", link: "Episodes", mount: mountEpisodes },
  { id: "timeline", link: "Timeline", mount: mountTimeline },
  { id: "odd", link: "ODD", mount: mountOdd },
  { id: "signals", link: "Signals", mount: mountSignals },
  { id: "relevance", link: "Relevance", mount: mountRelevance },
  { id: "checkers", link: "Checkers", mount: mountCheckers },
  { id: "info", link: "Run", mount: mountRunInfo },
];

export function start(page: HTMLElement): void {
  const run = readRun(partsOfPage(document));
  const store = createViewStore(run, preferredTheme());
  followTheme(store);
  const head = h("header", { class: "head" });
  const issues = panel("issues", "panel issues");
  const top = panel("top", "panel top");
  const stage = h("div", { class: "stage" }, top);
  const player = h("div", { class: "player", role: "group", "aria-label": "Playing" });
  const detail = panel("detail", "panel detail");
  const sections = kSections.map(({ id }) => panel(id, id === "timeline" ? "panel timeline" : "panel"));
  const help = helpDialog();
  const nav = navigation(
    [
      { id: "issues", text: "Issues" },
      { id: "top", text: "Top view" },
      ...kSections.map(({ id, link }) => ({ id, text: link })),
    ],
    store,
    h("button", { type: "button", class: "quiet", title: "Keys (?)", onclick: () => help.showModal() }, "Keys"),
  );
  replace(
    page,
    h("a", { class: "skip", href: "#issues" }, "To the issues"),
    nav,
    head,
    h("main", {}, h("div", { class: "desk run-desk" }, issues, stage, detail), ...sections),
    help,
  );

  mountHead(head, run, store);
  mountTopView(top, run, store);
  if (run.about.scene) {
    top.append(player);
    mountPlayer(player, run, store);
  }
  const list = mountIssues(issues, run, store);
  mountIssueDetail(detail, run, store);
  kSections.forEach(({ mount }, i) => mount(sections[i]!, run, store));
  for (const section of sections)
    nav.querySelector<HTMLElement>(`[data-section=${section.id}]`)?.toggleAttribute("hidden", section.hidden);
  startPlayback(store, run);
  followAddress(store, run);
  if (store.state.issue === null) list.move(1);
  followKeys(store, run, list, help);
  document.documentElement.dataset.ready = "true";
}

const page = document.getElementById("app");
if (page) {
  try {
    start(page);
  } catch (error) {
    replace(
      page,
      h(
        "p",
        { class: "broken" },
        `This report cannot be shown: ${error instanceof Error ? error.message : String(error)}`,
      ),
    );
    throw error;
  }
}
