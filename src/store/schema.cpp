#include "store/schema.h"

#include <fmt/format.h>

namespace scrutineer::store {

namespace {

using enum ColumnType;
constexpr bool kMayBeNull = true;

const std::vector<Table>& all_tables() {
  static const std::vector<Table> kTables = {
      {"store_info",
       "What the store says of itself: `schema_version`, `ignored_labels`.",
       {{"name", text, "What is said."}, {"value", text, "The value."}},
       "name"},
      {"suites",
       "Many runs that were evaluated together.",
       {{"id", id, "Given by the store."},
        {"name", text, "Unique in the store."},
        {"created", text, "ISO 8601, in UTC."},
        {"engine_version", text, "Of the program that evaluated it."},
        {"configuration", text, "Profile, files, settings and hashes, as JSON."},
        {"state", text, "running, complete or cancelled."}},
       {},
       {{"suites_by_name", "name", true}}},
      {"suite_labels",
       "Labels of suites: branch, version, night.",
       {{"suite", integer, "suites.id"}, {"name", text, "The label."}, {"value", text, "Its value."}},
       "suite, name"},
      {"tests",
       "What is the same test in every suite.",
       {{"id", id, "Given by the store."}, {"key", text, "The run's key."}},
       {},
       {{"tests_by_key", "key", true}}},
      {"runs",
       "One run of a suite.",
       {{"id", id, "Given by the store."},
        {"suite", integer, "suites.id"},
        {"test", integer, "tests.id: which test it is a run of."},
        {"content", text, "The hash of all that the result was made from."},
        {"manifest", text, "The path of its manifest."},
        {"folder", text, "Where its result is; NULL: it was not kept.", kMayBeNull},
        {"verdict", text, "pass, fail, suspect or incomplete, as evaluated; NULL: not evaluated.", kMayBeNull},
        {"verdict_after_rules", text, "The same, after the rules of triage.", kMayBeNull},
        {"complete", integer, "1: evaluated to its end."},
        {"reason", text, "Why it is not complete, or was not evaluated; or which check failed first, and why.",
         kMayBeNull},
        {"outcome", text, "evaluated, unreadable, crashed, timeout or out_of_memory."},
        {"failed_checks", integer, "How many checks could not go on."},
        {"duration", number, "s"},
        {"ego_km", number, "How far the ego drove, km; NULL: not known.", kMayBeNull},
        {"frames", integer, "Evaluated."},
        {"actors", integer, "Ever seen."},
        {"wall_s", number, "What the evaluation took, s."},
        {"cpu_s", number, "The same, in processor time."}},
       {},
       {{"runs_by_suite", "suite, test", true}, {"runs_by_test", "test, suite"}}},
      {"clusters",
       "Issues that are the same to a person.",
       {{"id", id, "Given by the store."},
        {"code", text, "16 hex digits, the same in every store."},
        {"kind", text, "What happened, in one word."},
        {"checker", text, "Which raised it."},
        {"category", text, "sut, other or tool: whose fault."},
        {"roles", text, "Of the actors: \"sut\", \"sut,npc\"."},
        {"normalised", text, "The message without what differs from run to run."}},
       {},
       {{"clusters_by_code", "code", true}}},
      {"names",
       "Names of metrics (with their units), of attributes and of watchers.",
       {{"id", id, "Given by the store."}, {"name", text, "The name."}, {"unit", text, "Of a metric; SI."}},
       {},
       {{"names_by_name", "name, unit", true}}},
      {"issues",
       "What was found. Kind, checker, category and roles are those of the cluster.",
       {{"run", integer, "runs.id"},
        {"number", integer, "From 1 in its run."},
        {"cluster", integer, "clusters.id"},
        {"severity", integer, "0 ignore, 1 info, 2 warning, 3 error_continue, 4 error."},
        {"original_severity", integer, "Before the configuration changed it.", kMayBeNull},
        {"time", number, "When it was raised, s."},
        {"start_time", number, "Of its interval, s."},
        {"end_time", number, "Of its interval, s."},
        {"worst_value", number, "The value reached that people are shown.", kMayBeNull},
        {"limit_value", number, "The limit that it was beyond.", kMayBeNull},
        {"unit", text, "Of both.", kMayBeNull},
        {"actor", text, "Its id."},
        {"actor_type", text, "car, truck, pedestrian ..."},
        {"other", text, "The other actor's id.", kMayBeNull},
        {"other_type", text, "The other actor's type.", kMayBeNull},
        {"driver", text, "In control of the actor when it began."},
        {"message", text, "One line for people."},
        {"details", text, "More about it.", kMayBeNull},
        {"notes", text, "What to know before trusting it, one line each.", kMayBeNull},
        {"reason", text, "Why its severity was changed.", kMayBeNull}},
       "run, number",
       {{"issues_by_cluster", "cluster, run"}}},
      {"issue_metrics",
       "What was measured of an issue.",
       {{"run", integer, "runs.id"},
        {"issue", integer, "issues.number"},
        {"place", integer, "From 0, as the checker declares them."},
        {"name", integer, "names.id"},
        {"value", number, "A number in its unit; truths are 1 and 0.", kMayBeNull},
        {"text", text, "A text.", kMayBeNull}},
       "run, issue, place"},
      {"metrics",
       "What was measured of a run.",
       {{"run", integer, "runs.id"},
        {"name", integer, "names.id"},
        {"value", number, "A number in its unit; truths are 1 and 0.", kMayBeNull},
        {"text", text, "A text.", kMayBeNull}},
       "run, name"},
      {"kpis",
       "Key performance indicators, of actors and in total.",
       {{"run", integer, "runs.id"},
        {"place", integer, "From 0 in its run."},
        {"name", integer, "names.id: the KPI and its number, as \"scenario_relevance.count\"."},
        {"subject", text, "The total's key, or the actor's id."},
        {"is_total", integer, "1: subject is a total."},
        {"value", number, "A number; truths are 1 and 0.", kMayBeNull},
        {"text", text, "A text.", kMayBeNull}},
       "run, place"},
      {"attributes",
       "What a run says of itself: \"info.run.seed\", \"map.file\".",
       {{"run", integer, "runs.id"}, {"name", integer, "names.id"}, {"value", text, "As text."}},
       "run, name"},
      {"intervals",
       "What watchers recorded; only with --keep intervals.",
       {{"run", integer, "runs.id"},
        {"number", integer, "From 1 in its run."},
        {"name", integer, "names.id: the watcher."},
        {"actor", text, "Its id."},
        {"other", text, "The other actor's id.", kMayBeNull},
        {"start_time", number, "s"},
        {"end_time", number, "s"},
        {"ended_by", text, "condition, run_end, actor_gone, relocation, frozen or not_entered."}},
       "run, number"},
      {"interval_metrics",
       "What was measured of an interval.",
       {{"run", integer, "runs.id"},
        {"interval", integer, "intervals.number"},
        {"place", integer, "From 0, as the watcher declares them."},
        {"name", integer, "names.id"},
        {"value", number, "A number in its unit; truths are 1 and 0.", kMayBeNull},
        {"text", text, "A text.", kMayBeNull}},
       "run, interval, place"},
      {"messages",
       "What a configuration's code said.",
       {{"run", integer, "runs.id"},
        {"number", integer, "From 1 in its run."},
        {"time", number, "s"},
        {"level", text, "trace, debug, info or warning."},
        {"checker", text, "Who said it.", kMayBeNull},
        {"actor", text, "The id of the actor that it is about.", kMayBeNull},
        {"text", text, "What was said."}},
       "run, number"},
      {"rules",
       "Rules of triage: what they match (NULL: anything) and what they do. Switched off, never deleted.",
       {{"id", id, "Given by the store."},
        {"kind", text, "Of the issue.", kMayBeNull},
        {"cluster", text, "clusters.code", kMayBeNull},
        {"checker", text, "Of the issue.", kMayBeNull},
        {"severity", text, "Of the issue.", kMayBeNull},
        {"attribute", text, "NAME=VALUE of the run, one per line.", kMayBeNull},
        {"run_key", text, "A glob on the run's key.", kMayBeNull},
        {"expression", text, "Over the metrics of the issue and of its run.", kMayBeNull},
        {"assign_to", text, "Whose it is.", kMayBeNull},
        {"link", text, "A bug.", kMayBeNull},
        {"mark", text, "known, expected, not_an_issue or new.", kMayBeNull},
        {"new_severity", text, "Instead of the issue's.", kMayBeNull},
        {"comment", text, "For people.", kMayBeNull},
        {"author", text, "Who made it."},
        {"created", text, "ISO 8601, in UTC."},
        {"switched_off", text, "When, ISO 8601; NULL: it is on.", kMayBeNull},
        {"switched_off_by", text, "Who did.", kMayBeNull}},
       {}},
      {"rule_hits",
       "Which rule touched which issue, when its suite completed.",
       {{"rule", integer, "rules.id"}, {"run", integer, "runs.id"}, {"issue", integer, "issues.number"}},
       "run, issue, rule"},
      {"overviews",
       "Complete suites in short, packed, for the program's own questions. Not for other tools: it is made of the "
       "rest.",
       {{"suite", integer, "suites.id"}, {"part", integer, "From 0."}, {"content", bytes, "A part of it."}},
       "suite, part"},
      {"baselines",
       "Suites that were pinned as what others are compared with.",
       {{"labels", text, "Of the suites that are compared with it: k=v, sorted, one per line; empty: all."},
        {"suite", integer, "suites.id"},
        {"author", text, "Who pinned it."},
        {"created", text, "ISO 8601, in UTC."}},
       "labels"},
      {"noise",
       "How much a metric of a test changes from suite to suite, kept when a suite completes.",
       {{"test", integer, "tests.id"},
        {"name", integer, "names.id"},
        {"samples", integer, "How many differences there were."},
        {"deviation", number, "Their median absolute deviation."}},
       "test, name"},
  };
  return kTables;
}

constexpr View kViews[] = {
    {"v_runs", "Runs with the names of their suites and tests, and how many issues they have.",
     R"(SELECT suites.name AS suite, tests.key AS run_key, runs.verdict, runs.verdict_after_rules, runs.outcome,
  runs.complete, runs.reason, runs.duration, runs.ego_km, runs.frames, runs.actors, runs.wall_s, runs.cpu_s,
  runs.manifest, runs.folder, runs.content, suites.created, suites.state, runs.id AS run,
  (SELECT count(*) FROM issues WHERE issues.run = runs.id) AS issues,
  (SELECT count(*) FROM issues WHERE issues.run = runs.id AND issues.severity >= 3) AS errors
FROM runs JOIN suites ON suites.id = runs.suite JOIN tests ON tests.id = runs.test)"},
    {"v_issues", "Issues with all that is kept elsewhere: suite, run, cluster, severities as words.",
     R"(SELECT suites.name AS suite, tests.key AS run_key, issues.number, clusters.kind, clusters.checker, clusters.category,
  CASE issues.severity WHEN 0 THEN 'ignore' WHEN 1 THEN 'info' WHEN 2 THEN 'warning' WHEN 3 THEN 'error_continue'
    ELSE 'error' END AS severity,
  CASE issues.original_severity WHEN 0 THEN 'ignore' WHEN 1 THEN 'info' WHEN 2 THEN 'warning' WHEN 3 THEN 'error_continue'
    WHEN 4 THEN 'error' END AS original_severity,
  issues.reason, issues.time, issues.start_time, issues.end_time, issues.worst_value, issues.limit_value, issues.unit,
  issues.actor, issues.actor_type, issues.other, issues.other_type, clusters.roles, issues.driver, issues.message,
  issues.details, issues.notes, clusters.code AS cluster, clusters.normalised, runs.verdict, runs.id AS run
FROM issues JOIN runs ON runs.id = issues.run JOIN suites ON suites.id = runs.suite JOIN tests ON tests.id = runs.test
  JOIN clusters ON clusters.id = issues.cluster)"},
    {"v_metrics", "What was measured of runs.",
     R"(SELECT suites.name AS suite, tests.key AS run_key, names.name, metrics.value, metrics.text, names.unit, runs.id AS run
FROM metrics JOIN names ON names.id = metrics.name JOIN runs ON runs.id = metrics.run
  JOIN suites ON suites.id = runs.suite JOIN tests ON tests.id = runs.test)"},
    {"v_issue_metrics", "What was measured of issues.",
     R"(SELECT suites.name AS suite, tests.key AS run_key, issue_metrics.issue AS number, names.name, issue_metrics.value,
  issue_metrics.text, names.unit, runs.id AS run
FROM issue_metrics JOIN names ON names.id = issue_metrics.name JOIN runs ON runs.id = issue_metrics.run
  JOIN suites ON suites.id = runs.suite JOIN tests ON tests.id = runs.test)"},
    {"v_attributes", "What runs say of themselves.",
     R"(SELECT suites.name AS suite, tests.key AS run_key, names.name, attributes.value, runs.id AS run
FROM attributes JOIN names ON names.id = attributes.name JOIN runs ON runs.id = attributes.run
  JOIN suites ON suites.id = runs.suite JOIN tests ON tests.id = runs.test)"},
};

std::string_view type_of(ColumnType type, Dialect dialect) {
  const bool is_sqlite = dialect == Dialect::sqlite;
  switch (type) {
    case id:  // AUTOINCREMENT: an id that was in a file or a message never means something else later
      return is_sqlite ? "INTEGER PRIMARY KEY AUTOINCREMENT" : "BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY";
    case integer:
      return is_sqlite ? "INTEGER" : "BIGINT";
    case number:
      return is_sqlite ? "REAL" : "DOUBLE PRECISION";
    case text:
      return "TEXT";
    case bytes:
      return is_sqlite ? "BLOB" : "BYTEA";
  }
  return {};
}

std::string create_table(const Table& table, Dialect dialect) {
  std::string sql = fmt::format("CREATE TABLE {} (", table.name);
  for (const Column& column : table.columns) {
    if (&column != table.columns.data()) sql += ", ";
    sql += fmt::format("{} {}", column.name, type_of(column.type, dialect));
    if (!column.may_be_null && column.type != id) sql += " NOT NULL";
  }
  if (!table.primary_key.empty()) sql += fmt::format(", PRIMARY KEY ({})", table.primary_key);
  sql += ")";
  if (dialect == Dialect::sqlite && !table.primary_key.empty()) sql += " WITHOUT ROWID";
  return sql;
}

}  // namespace

std::span<const Table> tables() { return all_tables(); }
std::span<const View> views() { return kViews; }
std::span<const Migration> migrations() { return {}; }  // version 1 is the first

std::vector<std::string> creating_statements(Dialect dialect) {
  std::vector<std::string> statements;
  for (const Table& table : tables()) {
    statements.push_back(create_table(table, dialect));
    // Bytes are packed already, and packing them again takes longer than reading them.
    for (const Column& column : table.columns)
      if (column.type == bytes && dialect == Dialect::postgresql)
        statements.push_back(
            fmt::format("ALTER TABLE {} ALTER COLUMN {} SET STORAGE EXTERNAL", table.name, column.name));
    for (const Index& index : table.indices)
      statements.push_back(fmt::format("CREATE {}INDEX {} ON {} ({})", index.is_unique ? "UNIQUE " : "", index.name,
                                       table.name, index.columns));
  }
  for (std::string& view : view_statements()) statements.push_back(std::move(view));
  return statements;
}

std::vector<std::string> view_statements() {
  std::vector<std::string> statements;
  for (const View& view : views()) statements.push_back(fmt::format("CREATE VIEW {} AS {}", view.name, view.select));
  return statements;
}

std::string schema_markdown() {
  constexpr std::string_view kTypes[] = {"id", "integer", "number", "text", "bytes"};
  std::string page = fmt::format(
      "# Tables of a store\n\nVersion {} of the schema, the same in SQLite and in PostgreSQL. This page comes from the "
      "program's own table\n(`scrutineer docs --write docs`); [store.md](store.md) says how to use it, and why the "
      "views "
      "are the short way in.\n\n## Views\n\n| view | holds |\n|---|---|\n",
      kSchemaVersion);
  for (const View& view : views()) page += fmt::format("| `{}` | {} |\n", view.name, view.meaning);
  for (const Table& table : tables()) {
    page += fmt::format("\n## {}\n\n{}", table.name, table.meaning);
    if (!table.primary_key.empty()) page += fmt::format(" One row for each `{}`.", table.primary_key);
    page += "\n\n| column | type | meaning |\n|---|---|---|\n";
    for (const Column& column : table.columns)
      page += fmt::format("| `{}` | {}{} | {} |\n", column.name, kTypes[static_cast<std::size_t>(column.type)],
                          column.may_be_null ? ", may be NULL" : "", column.meaning);
    for (const Index& index : table.indices)
      page += fmt::format("\n{} `{}`.\n", index.is_unique ? "Unique:" : "Indexed by", index.columns);
  }
  return page;
}

}  // namespace scrutineer::store
