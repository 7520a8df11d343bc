// The rows of a suite's tree: severity, cluster, run.

import type { Severity } from "../data/result.ts";
import type { Suite } from "./data.ts";

export type Group = Severity | "gone";

export interface TreeRow {
  key: string; // of what can be opened and closed
  level: 1 | 2 | 3;
  group: Group;
  finding: number; // itself, or the first of those below
  isOpen: boolean;
  runs: number; // below, each once
  issues: number;
  fresh: number; // new issues below
  changed: number;
  clusters: number;
}

export function groupOf(suite: Suite, finding: number): Group {
  return suite.statusOf(finding) === "gone" ? "gone" : suite.severityOf(finding);
}

// Findings are in the order of the tree already. Severities are open unless they are toggled, clusters closed.
export function treeRows(suite: Suite, matches: (finding: number) => boolean, toggled: ReadonlySet<string>): TreeRow[] {
  const rows: TreeRow[] = [];
  let group: TreeRow | null = null;
  let cluster: TreeRow | null = null;
  const runs = new Set<number>(); // of the group
  const begin = (level: 1 | 2, key: string, name: Group, finding: number): TreeRow => {
    const isOpen = toggled.has(key) === (level === 2);
    return { key, level, group: name, finding, isOpen, runs: 0, issues: 0, fresh: 0, changed: 0, clusters: 0 };
  };
  for (let finding = 0; finding < suite.count; ++finding) {
    if (!matches(finding)) continue;
    const name = groupOf(suite, finding);
    if (group?.group !== name) {
      group = begin(1, name, name, finding);
      cluster = null;
      runs.clear();
      rows.push(group);
    }
    const key = `${name} ${suite.cluster[finding]}`;
    if (cluster?.key !== key) {
      cluster = begin(2, key, name, finding);
      ++group.clusters;
      if (group.isOpen) rows.push(cluster);
    }
    runs.add(suite.run[finding]);
    group.runs = runs.size;
    ++cluster.runs;
    for (const above of [group, cluster]) {
      above.issues += suite.issues[finding];
      const status = suite.statusOf(finding);
      if (status === "new") above.fresh += suite.issues[finding];
      if (status === "changed") above.changed += suite.issues[finding];
    }
    if (group.isOpen && cluster.isOpen)
      rows.push({
        key: `run ${finding}`,
        level: 3,
        group: name,
        finding,
        isOpen: false,
        runs: 1,
        issues: suite.issues[finding],
        fresh: 0,
        changed: 0,
        clusters: 1,
      });
  }
  return rows;
}
