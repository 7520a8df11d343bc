#include "store/detail/read.h"

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

#include "watch/issue.h"

namespace scrutineer::store::detail {

namespace {

std::string text(const Row& row, int column) { return std::string(row.text(column)); }
std::optional<double> number(const Row& row, int column) {
  return row.is_null(column) ? std::nullopt : std::optional(row.number(column));
}
std::string severity_word(const Row& row, int column) {
  if (row.is_null(column)) return {};
  return std::string(watch::to_word(static_cast<watch::Severity>(row.integer(column))));
}
// From the columns value and text.
MetricValue metric_value(const Row& row, int column) {
  if (!row.is_null(column)) return row.number(column);
  if (!row.is_null(column + 1)) return text(row, column + 1);
  return {};
}

RunRow run_row(const Row& row, std::int64_t suite) {
  return {.id = row.integer(0),
          .suite = suite,
          .key = text(row, 1),
          .content = text(row, 2),
          .manifest = text(row, 3),
          .folder = text(row, 4),
          .verdict = text(row, 5),
          .verdict_after_rules = text(row, 6),
          .complete = row.integer(7) != 0,
          .reason = text(row, 8),
          .outcome = outcome_from_word(row.text(9)).value_or(Outcome::evaluated),
          .failed_checks = row.integer(10),
          .duration = row.number(11),
          .ego_km = number(row, 12),
          .frames = row.integer(13),
          .actors = row.integer(14),
          .wall_s = row.number(15),
          .cpu_s = row.number(16)};
}

IssueRow issue_row(const Row& row) {
  const std::string_view roles = row.text(22);
  const std::size_t comma = roles.find(',');
  IssueRow issue{.number = row.integer(0),
                 .time = row.number(1),
                 .start = row.number(2),
                 .end = row.number(3),
                 .kind = text(row, 18),
                 .category = text(row, 20),
                 .severity = severity_word(row, 4),
                 .original_severity = severity_word(row, 5),
                 .reason = text(row, 16),
                 .checker = text(row, 19),
                 .actor = {text(row, 9), text(row, 10), std::string(roles.substr(0, comma))},
                 .driver = text(row, 13),
                 .message = text(row, 14),
                 .details = text(row, 15),
                 .notes = text(row, 17),
                 .cluster = text(row, 21),
                 .worst = number(row, 6),
                 .limit = number(row, 7),
                 .unit = text(row, 8)};
  if (!row.is_null(11))
    issue.other = ActorPart{text(row, 11), text(row, 12),
                            comma == std::string_view::npos ? std::string() : std::string(roles.substr(comma + 1))};
  return issue;
}

std::optional<Problem> read_issues(Database& database, RunRecord& record) {
  std::set<std::string> clusters;
  if (auto problem = database.query(
          "SELECT i.number, i.time, i.start_time, i.end_time, i.severity, i.original_severity, i.worst_value, "
          "i.limit_value, i.unit, i.actor, i.actor_type, i.other, i.other_type, i.driver, i.message, i.details, "
          "i.reason, i.notes, c.kind, c.checker, c.category, c.code, c.roles, c.normalised "
          "FROM issues i JOIN clusters c ON c.id = i.cluster WHERE i.run = ? ORDER BY i.number",
          {record.run.id}, [&](const Row& row) {
            record.issues.push_back(issue_row(row));
            const IssueRow& issue = record.issues.back();
            if (clusters.insert(issue.cluster).second)
              record.clusters.push_back({.id = issue.cluster,
                                         .kind = issue.kind,
                                         .checker = issue.checker,
                                         .category = issue.category,
                                         .roles = text(row, 22),
                                         .normalised = text(row, 23)});
          }))
    return problem;
  return database.query(
      "SELECT m.issue, n.name, n.unit, m.value, m.text FROM issue_metrics m JOIN names n ON n.id = m.name "
      "WHERE m.run = ? ORDER BY m.issue, m.place",
      {record.run.id}, [&, issue = record.issues.begin()](const Row& row) mutable {
        while (issue != record.issues.end() && issue->number < row.integer(0)) ++issue;
        if (issue != record.issues.end()) issue->metrics.push_back({text(row, 1), metric_value(row, 3), text(row, 2)});
      });
}

std::optional<Problem> read_intervals(Database& database, RunRecord& record) {
  if (auto problem = database.query("SELECT i.number, n.name, i.actor, i.other, i.start_time, i.end_time, i.ended_by "
                                    "FROM intervals i JOIN names n ON n.id = i.name WHERE i.run = ? ORDER BY i.number",
                                    {record.run.id}, [&](const Row& row) {
                                      record.intervals.push_back({.number = row.integer(0),
                                                                  .watcher = text(row, 1),
                                                                  .actor = text(row, 2),
                                                                  .other = text(row, 3),
                                                                  .start = row.number(4),
                                                                  .end = row.number(5),
                                                                  .ended_by = text(row, 6)});
                                    }))
    return problem;
  return database.query(
      "SELECT m.interval, n.name, n.unit, m.value, m.text FROM interval_metrics m JOIN names n ON n.id = m.name "
      "WHERE m.run = ? ORDER BY m.interval, m.place",
      {record.run.id}, [&, interval = record.intervals.begin()](const Row& row) mutable {
        while (interval != record.intervals.end() && interval->number < row.integer(0)) ++interval;
        if (interval != record.intervals.end())
          interval->metrics.push_back({text(row, 1), metric_value(row, 3), text(row, 2)});
      });
}

std::optional<Problem> read_rest(Database& database, RunRecord& record) {
  if (auto problem = database.query(
          "SELECT n.name, n.unit, m.value, m.text FROM metrics m JOIN names n ON n.id = m.name WHERE m.run = ?",
          {record.run.id},
          [&](const Row& row) { record.metrics.push_back({text(row, 0), metric_value(row, 2), text(row, 1)}); }))
    return problem;
  if (auto problem = database.query(
          "SELECT n.name, k.subject, k.is_total, k.value, k.text FROM kpis k JOIN names n ON n.id = k.name "
          "WHERE k.run = ? ORDER BY k.place",
          {record.run.id}, [&](const Row& row) {
            record.kpis.push_back({text(row, 0), text(row, 1), row.integer(2) != 0, metric_value(row, 3)});
          }))
    return problem;
  if (auto problem = database.query(
          "SELECT n.name, a.value FROM attributes a JOIN names n ON n.id = a.name WHERE a.run = ?", {record.run.id},
          [&](const Row& row) { record.attributes.push_back({text(row, 0), text(row, 1)}); }))
    return problem;
  return database.query("SELECT number, time, level, checker, actor, text FROM messages WHERE run = ? ORDER BY number",
                        {record.run.id}, [&](const Row& row) {
                          record.messages.push_back(
                              {row.integer(0), row.number(1), text(row, 2), text(row, 3), text(row, 4), text(row, 5)});
                        });
}

}  // namespace

Result<std::vector<RunRow>> read_runs(Database& database, std::int64_t suite) {
  std::vector<RunRow> runs;
  if (auto problem =
          database.query("SELECT r.id, t.key, r.content, r.manifest, r.folder, r.verdict, r.verdict_after_rules, "
                         "r.complete, r.reason, "
                         "r.outcome, r.failed_checks, r.duration, r.ego_km, r.frames, r.actors, r.wall_s, r.cpu_s "
                         "FROM runs r JOIN tests t ON t.id = r.test WHERE r.suite = ?",
                         {suite}, [&](const Row& row) { runs.push_back(run_row(row, suite)); }))
    return *problem;
  // Not by the database: servers sort by the rules of a language.
  std::ranges::sort(runs, {}, &RunRow::key);
  return runs;
}

Result<RunRecord> read_record(Database& database, RunRow run) {
  RunRecord record{.run = std::move(run)};
  if (auto problem = read_issues(database, record)) return *problem;
  if (auto problem = read_intervals(database, record)) return *problem;
  if (auto problem = read_rest(database, record)) return *problem;
  std::ranges::sort(record.clusters, {}, &Cluster::id);
  std::ranges::sort(record.metrics, {}, [](const MetricRow& row) { return std::tie(row.name, row.unit); });
  std::ranges::sort(record.attributes, {}, &AttributeRow::name);
  return record;
}

}  // namespace scrutineer::store::detail
