#include "store/detail/sheets.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <iterator>
#include <new>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/json_whole.h"
#include "base/printable.h"
#include "base/text.h"

namespace scrutineer::store::detail {

namespace {

using Json = nlohmann::ordered_json;

std::string cell(const std::optional<double>& number) { return number ? shortest(*number) : std::string(); }
std::string cell(bool truth) { return truth ? "1" : "0"; }
std::string cell(std::int64_t number) { return std::to_string(number); }

// ---- a value that is a number, a text or nothing --------------------------------------------------------------------

std::string_view type_cell(const MetricValue& value) {
  constexpr std::string_view kTypes[] = {"", "number", "text"};
  return kTypes[value.index()];
}
std::string value_cell(const MetricValue& value) {
  if (const auto* number = std::get_if<double>(&value)) return shortest(*number);
  const auto* text = std::get_if<std::string>(&value);
  return text == nullptr ? std::string() : *text;
}
MetricValue read_value(CsvRows& row) {
  if (row.text("type") == "text") return row.text("value");
  if (row.text("type") != "number") return {};
  const auto number = row.number("value");
  return number ? MetricValue(*number) : MetricValue();
}

// ---- runs -----------------------------------------------------------------------------------------------------------

std::string write_run(const RunRecord& record) {
  const RunRow& run = record.run;
  return csv_line({run.key, run.content, run.manifest, run.folder, run.verdict, run.verdict_after_rules,
                   cell(run.complete), run.reason, to_word(run.outcome), cell(run.failed_checks),
                   shortest(run.duration), cell(run.ego_km), cell(run.frames), cell(run.actors), shortest(run.wall_s),
                   shortest(run.cpu_s)});
}
void read_run(CsvRows& row, RunRecord& record) {
  record.run = {.key = row.text("run_key"),
                .content = row.text("content"),
                .manifest = row.text("manifest"),
                .folder = row.text("folder"),
                .verdict = row.text("verdict"),
                .verdict_after_rules = row.text("verdict_after_rules"),
                .complete = row.text("complete") == "1",
                .reason = row.text("reason"),
                .outcome = outcome_from_word(row.text("outcome")).value_or(Outcome::unreadable),
                .failed_checks = row.integer("failed_checks"),
                .duration = row.number("duration").value_or(0.0),
                .ego_km = row.number("ego_km"),
                .frames = row.integer("frames"),
                .actors = row.integer("actors"),
                .wall_s = row.number("wall_s").value_or(0.0),
                .cpu_s = row.number("cpu_s").value_or(0.0)};
}

// ---- issues ---------------------------------------------------------------------------------------------------------

std::string write_issues(const RunRecord& record) {
  std::string lines;
  for (const IssueRow& issue : record.issues) {
    const auto cluster = std::ranges::find(record.clusters, issue.cluster, &Cluster::id);
    const ActorPart other = issue.other.value_or(ActorPart{});
    lines += csv_line({record.run.key,
                       cell(issue.number),
                       issue.kind,
                       issue.checker,
                       issue.category,
                       issue.severity,
                       issue.original_severity,
                       issue.reason,
                       shortest(issue.time),
                       shortest(issue.start),
                       shortest(issue.end),
                       cell(issue.worst),
                       cell(issue.limit),
                       issue.unit,
                       issue.actor.id,
                       issue.actor.type,
                       issue.actor.role,
                       other.id,
                       other.type,
                       other.role,
                       issue.driver,
                       issue.message,
                       issue.details,
                       issue.notes,
                       issue.cluster,
                       cluster == record.clusters.end() ? std::string_view() : std::string_view(cluster->normalised)});
  }
  return lines;
}

void read_issue(CsvRows& row, RunRecord& record) {
  IssueRow issue{.number = row.integer("number"),
                 .time = row.number("time").value_or(0.0),
                 .start = row.number("start_time").value_or(0.0),
                 .end = row.number("end_time").value_or(0.0),
                 .kind = row.text("kind"),
                 .category = row.text("category"),
                 .severity = row.text("severity"),
                 .original_severity = row.text("original_severity"),
                 .reason = row.text("reason"),
                 .checker = row.text("checker"),
                 .actor = {row.text("actor"), row.text("actor_type"), row.text("actor_role")},
                 .driver = row.text("driver"),
                 .message = row.text("message"),
                 .details = row.text("details"),
                 .notes = row.text("notes"),
                 .cluster = row.text("cluster"),
                 .worst = row.number("worst_value"),
                 .limit = row.number("limit_value"),
                 .unit = row.text("unit")};
  std::string roles = issue.actor.role;
  if (!row.text("other_role").empty()) {
    issue.other = ActorPart{row.text("other"), row.text("other_type"), row.text("other_role")};
    roles += "," + issue.other->role;
  }
  Cluster cluster{.id = issue.cluster,
                  .kind = issue.kind,
                  .checker = issue.checker,
                  .category = issue.category,
                  .roles = std::move(roles),
                  .normalised = row.text("normalised")};
  // A store takes what it knows of a cluster for all issues that name it.
  if (cluster_id(cluster) != cluster.id)
    row.refuse(fmt::format(
        "{} is not the cluster of an issue of this kind, checker, category, roles and normalised message: the row was "
        "changed",
        printable(cluster.id)));
  if (std::ranges::find(record.clusters, issue.cluster, &Cluster::id) == record.clusters.end()) {
    record.clusters.push_back(std::move(cluster));
    std::ranges::sort(record.clusters, {}, &Cluster::id);
  }
  record.issues.push_back(std::move(issue));
}

// ---- metrics --------------------------------------------------------------------------------------------------------

template <typename Rows>
std::int64_t metrics_of(const Rows& rows) {
  std::int64_t count = 0;
  for (const auto& of : rows) count += std::ssize(of.metrics);
  return count;
}
template <typename Rows>
std::string write_metrics_of(const std::string& key, const Rows& rows) {
  std::string lines;
  for (const auto& of : rows)
    for (const MetricRow& metric : of.metrics)
      lines +=
          csv_line({key, cell(of.number), metric.name, type_cell(metric.value), value_cell(metric.value), metric.unit});
  return lines;
}
template <typename Rows>
void read_metric_of(CsvRows& row, Rows& rows) {
  const auto of = std::ranges::find(rows, row.integer("number"), [](const auto& one) { return one.number; });
  if (of != rows.end()) of->metrics.push_back({row.text("name"), read_value(row), row.text("unit")});
}

std::string write_metrics(const RunRecord& record) {
  std::string lines;
  for (const MetricRow& metric : record.metrics)
    lines += csv_line({record.run.key, metric.name, type_cell(metric.value), value_cell(metric.value), metric.unit});
  return lines;
}

std::string write_kpis(const RunRecord& record) {
  std::string lines;
  for (const KpiRow& kpi : record.kpis)
    lines += csv_line(
        {record.run.key, kpi.name, kpi.subject, cell(kpi.is_total), type_cell(kpi.value), value_cell(kpi.value)});
  return lines;
}

// ---- the rest -------------------------------------------------------------------------------------------------------

std::string write_attributes(const RunRecord& record) {
  std::string lines;
  for (const AttributeRow& attribute : record.attributes)
    lines += csv_line({record.run.key, attribute.name, attribute.value});
  return lines;
}

std::string write_intervals(const RunRecord& record) {
  std::string lines;
  for (const IntervalRow& interval : record.intervals)
    lines += csv_line({record.run.key, cell(interval.number), interval.watcher, interval.actor, interval.other,
                       shortest(interval.start), shortest(interval.end), interval.ended_by});
  return lines;
}
void read_interval(CsvRows& row, RunRecord& record) {
  record.intervals.push_back({.number = row.integer("number"),
                              .watcher = row.text("watcher"),
                              .actor = row.text("actor"),
                              .other = row.text("other"),
                              .start = row.number("start_time").value_or(0.0),
                              .end = row.number("end_time").value_or(0.0),
                              .ended_by = row.text("ended_by")});
}

std::string write_messages(const RunRecord& record) {
  std::string lines;
  for (const MessageRow& message : record.messages)
    lines += csv_line({record.run.key, cell(message.number), shortest(message.time), message.level, message.checker,
                       message.actor, message.text});
  return lines;
}
void read_message(CsvRows& row, RunRecord& record) {
  record.messages.push_back({.number = row.integer("number"),
                             .time = row.number("time").value_or(0.0),
                             .level = row.text("level"),
                             .checker = row.text("checker"),
                             .actor = row.text("actor"),
                             .text = row.text("text")});
}

}  // namespace

std::span<const Sheet> sheets() {
  static const std::vector<Sheet> kSheets = {
      {"runs.csv",
       {"run_key", "content", "manifest", "folder", "verdict", "verdict_after_rules", "complete", "reason", "outcome",
        "failed_checks", "duration", "ego_km", "frames", "actors", "wall_s", "cpu_s"},
       [](const RunRecord&) { return std::int64_t{1}; },
       write_run,
       read_run},
      {"issues.csv",
       {"run_key", "number",     "kind",       "checker",  "category",    "severity",    "original_severity",
        "reason",  "time",       "start_time", "end_time", "worst_value", "limit_value", "unit",
        "actor",   "actor_type", "actor_role", "other",    "other_type",  "other_role",  "driver",
        "message", "details",    "notes",      "cluster",  "normalised"},
       [](const RunRecord& record) { return std::int64_t{std::ssize(record.issues)}; },
       write_issues,
       read_issue},
      {"issue_metrics.csv",
       {"run_key", "number", "name", "type", "value", "unit"},
       [](const RunRecord& record) { return metrics_of(record.issues); },
       [](const RunRecord& record) { return write_metrics_of(record.run.key, record.issues); },
       [](CsvRows& row, RunRecord& record) { read_metric_of(row, record.issues); }},
      {"metrics.csv",
       {"run_key", "name", "type", "value", "unit"},
       [](const RunRecord& record) { return std::int64_t{std::ssize(record.metrics)}; },
       write_metrics,
       [](CsvRows& row, RunRecord& record) {
         record.metrics.push_back({row.text("name"), read_value(row), row.text("unit")});
       }},
      {"kpis.csv",
       {"run_key", "name", "subject", "is_total", "type", "value"},
       [](const RunRecord& record) { return std::int64_t{std::ssize(record.kpis)}; },
       write_kpis,
       [](CsvRows& row, RunRecord& record) {
         record.kpis.push_back({row.text("name"), row.text("subject"), row.text("is_total") == "1", read_value(row)});
       }},
      {"attributes.csv",
       {"run_key", "name", "value"},
       [](const RunRecord& record) { return std::int64_t{std::ssize(record.attributes)}; },
       write_attributes,
       [](CsvRows& row, RunRecord& record) { record.attributes.push_back({row.text("name"), row.text("value")}); }},
      {"intervals.csv",
       {"run_key", "number", "watcher", "actor", "other", "start_time", "end_time", "ended_by"},
       [](const RunRecord& record) { return std::int64_t{std::ssize(record.intervals)}; },
       write_intervals,
       read_interval},
      {"interval_metrics.csv",
       {"run_key", "number", "name", "type", "value", "unit"},
       [](const RunRecord& record) { return metrics_of(record.intervals); },
       [](const RunRecord& record) { return write_metrics_of(record.run.key, record.intervals); },
       [](CsvRows& row, RunRecord& record) { read_metric_of(row, record.intervals); }},
      {"messages.csv",
       {"run_key", "number", "time", "level", "checker", "actor", "text"},
       [](const RunRecord& record) { return std::int64_t{std::ssize(record.messages)}; },
       write_messages,
       read_message},
  };
  return kSheets;
}

std::string header_of(const Sheet& sheet) {
  std::string line;
  for (const std::string& column : sheet.columns) line += (line.empty() ? "" : ",") + column;
  return line + "\n";
}

std::string suite_json(const ExportedSuite& exported) {
  const SuiteRow& suite = exported.suite;
  const Json configuration = Json::parse(suite.configuration, nullptr, false);
  const Json json{{"export_version", kExportVersion},
                  {"name", suite.name},
                  {"created", suite.created},
                  {"engine_version", suite.engine_version},
                  {"state", to_word(suite.state)},
                  {"labels", suite.labels},
                  {"rows", exported.rows},
                  // As it is where it is JSON, which it should be.
                  {"configuration", configuration.is_discarded() ? Json(suite.configuration) : configuration}};
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

namespace {

std::map<std::string, std::int64_t> counts_of(const Json& json) {
  std::map<std::string, std::int64_t> counts;
  for (const auto& [name, count] : json.get_ref<const Json::object_t&>())
    counts[name] = whole_number<std::int64_t>(count);
  return counts;
}

}  // namespace

Result<ExportedSuite> read_suite_json(std::string_view text, const std::string& file) {
  try {
    const Json json = Json::parse(text);
    const auto version = whole_number<std::int64_t>(json.at("export_version"));
    if (version > kExportVersion)
      return Problem{{.file = file},
                     fmt::format("this suite was exported by a newer program (version {} of its files, this program "
                                 "knows {})",
                                 version, kExportVersion)};
    const Json& configuration = json.at("configuration");
    // One by one: of parts that are made within braces g++ 12 destroys some twice if a later one throws.
    ExportedSuite exported;
    exported.suite.name = json.at("name").get<std::string>();
    exported.suite.labels = json.at("labels").get<std::map<std::string, std::string>>();
    exported.suite.created = json.at("created").get<std::string>();
    exported.suite.engine_version = json.at("engine_version").get<std::string>();
    exported.suite.configuration = configuration.is_string() ? configuration.get<std::string>() : configuration.dump();
    exported.suite.state = suite_state_from_word(json.at("state").get<std::string>()).value_or(SuiteState::running);
    exported.rows = counts_of(json.at("rows"));
    return exported;
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& fault) {
    return Problem{{.file = file}, std::string("is no suite that was exported: ") + fault.what()};
  }
}

}  // namespace scrutineer::store::detail
