// The episodes of a live run as a strip, and when the ego arrived in each as a plot.

import type { Episode } from "../data/about.ts";
import type { Issue } from "../data/result.ts";
import { severityRank } from "../data/result.ts";
import type { Run } from "../data/run.ts";
import { setTime, type ViewStore } from "../state/state.ts";
import { h, replace, visible } from "../ui/dom.ts";
import { counted, numberText, timeText } from "../ui/format.ts";
import { arrivalPlot } from "./arrivals.ts";

function issuesIn(run: Run, episode: Episode, isLast: boolean): Issue[] {
  return run.result.issues.filter(
    (issue) => issue.start >= episode.start && (issue.start < episode.end || (isLast && issue.start <= episode.end)),
  );
}

function described(episode: Episode, number: number, issues: number): string {
  const parts = [
    `episode ${number}: ${timeText(episode.start)} to ${timeText(episode.end)}`,
    issues === 0 ? "no issues" : counted(issues, "issue"),
  ];
  if (episode.spawn_lane !== "") parts.push(`from ${visible(episode.spawn_lane)}`);
  if (episode.achieved !== null) parts.push(`arrived after ${numberText(episode.achieved)} s`);
  else if (episode.estimated !== null) parts.push("did not arrive");
  return parts.join(", ");
}

export function mountEpisodes(root: HTMLElement, run: Run, store: ViewStore): void {
  const { episodes } = run.about;
  root.hidden = episodes.length < 2;
  if (root.hidden) return;
  const buttons = episodes.map((episode, number) => {
    const issues = issuesIn(run, episode, number === episodes.length - 1);
    const worst =
      [...issues].sort((a, b) => severityRank(a.severity) - severityRank(b.severity))[0]?.severity ?? "fine";
    const text = described(episode, number, issues.length);
    return h(
      "button",
      {
        type: "button",
        class: `episode ${worst}`,
        title: text,
        "aria-label": text,
        style: `flex-grow:${Math.max(episode.end - episode.start, 0.001)}`,
        onclick: () => {
          store.set({ range: [episode.start, Math.max(episode.end, episode.start + 0.05)] });
          setTime(store, run, episode.start);
        },
      },
      String(number),
    );
  });
  const arrived = episodes.filter((episode) => episode.estimated !== null);
  replace(
    root,
    h("h2", { id: "episodes-title" }, "Episodes"),
    h(
      "p",
      { class: "dim" },
      `${counted(episodes.length, "episode")}, from one teleport to the next; a click shows one in the timeline.`,
    ),
    h("div", { class: "episode-strip", role: "group", "aria-label": "Episodes" }, ...buttons),
    arrived.length > 0 ? arrivalPlot(episodes, (time) => setTime(store, run, time)) : null,
  );
  store.watch(["time"], (state) => {
    let now = 0;
    episodes.forEach((episode, number) => {
      if (state.time >= episode.start - 1e-6) now = number;
    });
    buttons.forEach((button, number) => {
      if (number === now) button.setAttribute("aria-current", "true");
      else button.removeAttribute("aria-current");
    });
  });
}
