// What kinds of issues there are, in one line each: how often, of how many, how bad. A click shows only those.

import type { TriageKind } from "../data/about.ts";
import { severityRank, type Issue, type Severity } from "../data/result.ts";
import type { Run } from "../data/run.ts";
import { kindSummary } from "../data/triage.ts";
import { kNoFilters } from "../state/filters.ts";
import type { ViewStore } from "../state/state.ts";
import { h, replace } from "../ui/dom.ts";
import { words } from "../ui/format.ts";
import { severityIcon } from "../ui/severity.ts";

const kMost = 6; // shown before "more"

// "475 in 61 actors, worst 7.2 m/s over". Where not all are listed, "12,400, listed are 1,400 in 31 actors": whose the
// others are, and how bad, nobody knows any more.
export function kindText(run: Run, kind: TriageKind, worst: Issue): string {
  const listed = kindSummary(run, kind.count, kind.actors, worst);
  const more = (run.result.issues_left_out ?? []).filter((of) => of.kind === kind.kind);
  if (more.length === 0) return listed;
  const all = more.reduce((sum, of) => sum + of.left_out, kind.count);
  return `${all.toLocaleString("en")}, ${kind.count === 1 ? "listed is 1" : "listed are"} ${listed}`;
}

export function mountKinds(root: HTMLElement, run: Run, store: ViewStore): void {
  const { kinds } = run.about.triage;
  root.hidden = kinds.length === 0;
  let isLong = false;
  const gravest = new Map<string, Severity>();
  for (const { kind, severity } of run.result.issues) {
    const known = gravest.get(kind);
    if (known === undefined || severityRank(severity) < severityRank(known)) gravest.set(kind, severity);
  }
  const show = () => {
    const filtered = store.state.filters.kind;
    const rows = (isLong ? kinds : kinds.slice(0, kMost)).flatMap((kind) => {
      const worst = run.issue(kind.worst);
      if (!worst) return [];
      const pressed = filtered === kind.kind;
      const severity = gravest.get(kind.kind) ?? worst.severity;
      return h(
        "li",
        {},
        h(
          "button",
          {
            type: "button",
            class: `quiet kind ${severity}`,
            "aria-pressed": pressed ? "true" : "false",
            title: pressed ? "Show all issues" : "Show only these",
            onclick: () => store.set({ filters: { ...kNoFilters, ...(pressed ? {} : { kind: kind.kind }) } }),
          },
          severityIcon(severity),
          h("span", {}, h("strong", {}, words(kind.kind)), ` ${kindText(run, kind, worst)}`),
        ),
      );
    });
    const rest = kinds.length - kMost;
    const more =
      rest > 0
        ? h(
            "li",
            {},
            h(
              "button",
              {
                type: "button",
                class: "quiet",
                "aria-expanded": isLong ? "true" : "false",
                onclick: () => {
                  isLong = !isLong;
                  show();
                },
              },
              isLong ? "fewer kinds" : `${rest} more ${rest === 1 ? "kind" : "kinds"}`,
            ),
          )
        : null;
    replace(root, ...rows, more);
  };
  store.watch(["filters"], show);
}
