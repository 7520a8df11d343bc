// What a person has chosen to see of a suite.

import { createStore, type Store } from "../state/store.ts";
import type { Theme } from "../ui/theme.ts";
import type { Suite } from "./data.ts";

export interface SuiteFilters {
  severity: string;
  kind: string;
  checker: string;
  category: string;
  status: string;
  verdict: string; // of the run
  attribute: string; // its place
  value: string; // of the attribute: its place + 1
  text: string;
}
export const kNoSuiteFilters: SuiteFilters = {
  severity: "",
  kind: "",
  checker: "",
  category: "",
  status: "",
  verdict: "",
  attribute: "",
  value: "",
  text: "",
};

export interface SuiteState {
  filters: SuiteFilters;
  toggled: ReadonlySet<string>; // groups that are closed, clusters that are open
  finding: number | null; // the one selected
  metric: number; // shown
  theme: Theme;
}
export type SuiteStore = Store<SuiteState>;

export function createSuiteStore(theme: Theme): SuiteStore {
  return createStore<SuiteState>({
    filters: kNoSuiteFilters,
    toggled: new Set(),
    finding: null,
    metric: 0,
    theme,
  });
}

export function runMatches(suite: Suite, run: number, filters: SuiteFilters): boolean {
  if (filters.verdict && suite.runs.verdict[run] !== filters.verdict) return false;
  if (filters.attribute && filters.value)
    return suite.attributes[Number(filters.attribute)]?.[run] === Number(filters.value);
  return true;
}

// Whether a finding is to be shown. Asked for all of them at each change, so what is the same for many is found once.
export function findingFilter(suite: Suite, filters: SuiteFilters): (finding: number) => boolean {
  const text = filters.text.toLowerCase();
  const clusters = suite.about.clusters.map(
    (cluster) =>
      (!filters.kind || cluster.kind === filters.kind) &&
      (!filters.checker || cluster.checker === filters.checker) &&
      (!filters.category || cluster.category === filters.category),
  );
  const has = (word: string) => word.toLowerCase().includes(text);
  const clusterHas = suite.about.clusters.map(
    ({ id, kind, checker, normalised }) => text === "" || [id, kind, checker, normalised].some(has),
  );
  const runs = suite.runs.key.map((_, run) => runMatches(suite, run, filters));
  const runHas = suite.runs.key.map((key) => text !== "" && has(key));
  return (finding) =>
    clusters[suite.cluster[finding]] &&
    runs[suite.run[finding]] &&
    (!filters.status || suite.statusOf(finding) === filters.status) &&
    (!filters.severity || suite.severityOf(finding) === filters.severity) &&
    (clusterHas[suite.cluster[finding]] || runHas[suite.run[finding]] || has(suite.message[finding]));
}
