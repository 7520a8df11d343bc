// The rows of the timeline: for each actor one per checker or watcher that saw something, and its intervals as bars.

import type { Interval, Issue, Result, Severity } from "./result.ts";
import { severityRank } from "./result.ts";

export interface Bar {
  start: number;
  end: number;
  severity: Severity | null; // null: no issue
  issue: Issue | null;
  interval: Interval | null;
}

export interface Row {
  actor: string;
  watcher: string | null; // null: the actor's own line
  bars: Bar[]; // by start
  worst: Severity | null;
}

const keyOf = (watcher: string, actor: string, other: string | null, start: number) =>
  `${watcher}\n${actor}\n${other ?? ""}\n${start}`;

// Each interval with the issue that it raised; issues that belong to no interval are bars of their own.
function barsOf(result: Result): { watcher: string; actor: string; bar: Bar }[] {
  const raised = new Map<string, Issue[]>();
  for (const issue of result.issues) {
    const key = keyOf(issue.checker, issue.actor.id, issue.other_actor?.id ?? null, issue.start);
    raised.set(key, [...(raised.get(key) ?? []), issue]);
  }
  const found = result.intervals.map((interval) => {
    const issues = raised.get(keyOf(interval.watcher, interval.actor, interval.other_actor, interval.start)) ?? [];
    const place = Math.max(
      0,
      issues.findIndex((issue) => issue.end === interval.end),
    );
    const issue = issues.length > 0 ? issues.splice(place, 1)[0] : null;
    const bar: Bar = {
      start: interval.start,
      end: interval.end,
      severity: issue?.severity ?? null,
      issue,
      interval,
    };
    return { watcher: interval.watcher, actor: interval.actor, bar };
  });
  for (const issues of raised.values())
    for (const issue of issues)
      found.push({
        watcher: issue.checker,
        actor: issue.actor.id,
        bar: { start: issue.start, end: issue.end, severity: issue.severity, issue, interval: null },
      });
  return found;
}

function worst(bars: readonly Bar[]): Severity | null {
  return bars.reduce<Severity | null>((found, { severity }) => {
    if (severity === null) return found;
    return found === null || severityRank(severity) < severityRank(found) ? severity : found;
  }, null);
}

// The ego first, then the others in the order given (what is not in it: as they come); in an actor the gravest first.
export function timelineRows(result: Result, actorOrder: readonly string[]): Row[] {
  const byActor = new Map<string, Map<string, Bar[]>>();
  for (const { watcher, actor, bar } of barsOf(result)) {
    const rows = byActor.get(actor) ?? new Map<string, Bar[]>();
    byActor.set(actor, rows);
    const bars = rows.get(watcher) ?? [];
    rows.set(watcher, bars);
    bars.push(bar);
  }
  const place = new Map(actorOrder.map((id, i) => [id, i]));
  const ego = result.trace.ego;
  const actors = [...byActor.keys()].sort((a, b) => {
    if (a === ego || b === ego) return a === ego ? -1 : 1;
    return (place.get(a) ?? Infinity) - (place.get(b) ?? Infinity) || 0;
  });
  const rank = (severity: Severity | null) => (severity === null ? 9 : severityRank(severity));
  return actors.flatMap((actor) => {
    const rows = [...(byActor.get(actor) ?? [])].map(([watcher, bars]): Row => {
      bars.sort((a, b) => a.start - b.start);
      return { actor, watcher, bars, worst: worst(bars) };
    });
    rows.sort((a, b) => rank(a.worst) - rank(b.worst) || ((a.watcher ?? "") < (b.watcher ?? "") ? -1 : 1));
    return [{ actor, watcher: null, bars: [], worst: worst(rows.flatMap((row) => row.bars)) }, ...rows];
  });
}
