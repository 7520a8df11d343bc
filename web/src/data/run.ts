// All that a report shows, read once and never changed.

import type { About, CheckerInfo } from "./about.ts";
import { readMap, type RunMap } from "./map.ts";
import { readMotion, type Motion } from "./motion.ts";
import { json, type Parts } from "./parts.ts";
import { Plots } from "./plots.ts";
import type { Issue, Result } from "./result.ts";
import { Signals } from "./signals.ts";

export interface Run {
  result: Result;
  about: About;
  motion: Motion;
  map: RunMap | null;
  signals: Signals;
  plots: Plots;
  end: number; // seconds
  ego: number; // place among the actors; -1: none
  actorOf(id: string): number; // -1: unknown
  checker(name: string): CheckerInfo | undefined;
  issue(id: number): Issue | undefined;
  momentOf(issue: Issue): number; // what its picture shows
  isStated(path: string, value: unknown): boolean; // somebody said so of the run: no initial value
}

export function readRun(parts: Parts): Run {
  const result = json<Result>(parts, "result");
  const about = json<About>(parts, "about");
  const motion = readMotion(parts, about);
  const actors = new Map(about.scene?.actors.map((actor, i) => [actor.id, i]));
  const checkers = new Map(about.checkers.map((checker) => [checker.name, checker]));
  const issues = new Map(result.issues.map((issue) => [issue.id, issue]));
  const actorOf = (id: string) => actors.get(id) ?? -1;
  const signals = new Signals(parts, about, motion);
  return {
    result,
    about,
    motion,
    map: readMap(parts, about),
    signals,
    plots: new Plots(parts, about, motion, signals, actorOf),
    end: result.trace.end,
    ego: about.scene?.ego ?? -1,
    actorOf,
    checker: (name) => checkers.get(name),
    issue: (id) => issues.get(id),
    isStated(path, value) {
      const initial = about.unstated[path];
      return !initial || (initial.length > 0 && !initial.includes(String(value)));
    },
    momentOf: (issue) => about.moments[issue.id]?.time ?? issue.start,
  };
}
