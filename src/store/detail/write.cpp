#include "store/detail/write.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/overloaded.h"
#include "store/detail/dictionary.h"
#include "store/schema.h"
#include "watch/issue.h"

namespace scrutineer::store::detail {

namespace {

Value text_or_null(std::string_view text) { return text.empty() ? Value() : Value(text); }
Value number_or_null(const std::optional<double>& number) {
  return number && std::isfinite(*number) ? Value(*number) : Value();
}
Value truth(bool is_true) { return std::int64_t{is_true ? 1 : 0}; }

Value severity_or_null(std::string_view word) {
  const auto severity = watch::severity_from_word(word);
  return severity ? Value(static_cast<std::int64_t>(*severity)) : Value();
}

// The columns value and text.
std::array<Value, 2> cells_of(const MetricValue& value) {
  if (const auto* number = std::get_if<double>(&value)) return {number_or_null(*number), Value()};
  if (const auto* text = std::get_if<std::string>(&value)) return {Value(), std::string_view(*text)};
  return {};
}

// ---- ids ------------------------------------------------------------------------------------------------------------

using Name = std::pair<std::string_view, std::string_view>;  // and its unit
struct NameHash {
  std::size_t operator()(const Name& name) const {
    const std::hash<std::string_view> hash;
    return hash(name.first) ^ (name.second.empty() ? 0 : hash(name.second) << 1U);
  }
};
using NameIds = std::unordered_map<Name, std::int64_t, NameHash>;  // asked for every row

// Which id each text has that the rows refer to.
struct Ids {
  std::map<std::string_view, std::int64_t> tests, clusters;
  NameIds names;

  std::int64_t name(std::string_view name, std::string_view unit = {}) const { return names.at({name, unit}); }
};

template <typename Map, typename ToEntry>
std::optional<Problem> give_ids(Database& database, const Dictionary& dictionary, Map& map, const ToEntry& to_entry) {
  std::vector<typename Map::value_type*> sorted;
  sorted.reserve(map.size());
  for (auto& entry : map) sorted.push_back(&entry);
  std::ranges::sort(sorted, {}, [](const auto* entry) { return entry->first; });
  std::vector<Entry> entries;
  entries.reserve(map.size());
  for (const auto* entry : sorted) entries.push_back(to_entry(entry->first));
  const auto ids = ids_of(database, dictionary, entries);
  if (!ids) return ids.problem();
  auto id = ids->begin();
  for (auto* entry : sorted) entry->second = *id++;
  return std::nullopt;
}

void add_names(const std::vector<MetricRow>& metrics, NameIds& names) {
  for (const MetricRow& metric : metrics) names.try_emplace(Name{metric.name, metric.unit}, 0);
}

NameIds names_in(std::span<const RunRecord> records) {
  NameIds names;
  for (const RunRecord& record : records) {
    add_names(record.metrics, names);
    for (const IssueRow& issue : record.issues) add_names(issue.metrics, names);
    for (const IntervalRow& interval : record.intervals) {
      add_names(interval.metrics, names);
      names.try_emplace(Name{interval.watcher, {}}, 0);
    }
    for (const KpiRow& kpi : record.kpis) names.try_emplace(Name{kpi.name, {}}, 0);
    for (const AttributeRow& attribute : record.attributes) names.try_emplace(Name{attribute.name, {}}, 0);
  }
  return names;
}

Result<Ids> ids_for(Database& database, std::span<const RunRecord> records) {
  Ids ids;
  std::map<std::string_view, const Cluster*> clusters;
  for (const RunRecord& record : records) {
    ids.tests.emplace(record.run.key, 0);
    for (const Cluster& cluster : record.clusters) {
      clusters.emplace(cluster.id, &cluster);
      ids.clusters.emplace(cluster.id, 0);
    }
  }
  ids.names = names_in(records);
  if (auto problem = give_ids(database, kTests, ids.tests, [](std::string_view key) { return Entry{key}; }))
    return *problem;
  if (auto problem = give_ids(database, kClusters, ids.clusters, [&](std::string_view code) {
        const Cluster& cluster = *clusters.at(code);
        return Entry{cluster.id, cluster.kind, cluster.checker, cluster.category, cluster.roles, cluster.normalised};
      }))
    return *problem;
  if (auto problem =
          give_ids(database, kNames, ids.names, [](const Name& name) { return Entry{name.first, name.second}; }))
    return *problem;
  return ids;
}

// ---- runs -----------------------------------------------------------------------------------------------------------

constexpr std::size_t kRunsAtOnce = 500;

// The ids of the suite's runs of these tests, by test.
Result<std::map<std::int64_t, std::int64_t>> runs_of_tests(Database& database, std::int64_t suite, const Ids& ids) {
  std::map<std::int64_t, std::int64_t> runs;
  auto next = ids.tests.begin();
  while (next != ids.tests.end()) {
    std::string places;
    std::vector<Value> parameters{suite};
    for (; next != ids.tests.end() && parameters.size() <= kRunsAtOnce; ++next) {
      places += places.empty() ? "?" : ", ?";
      parameters.emplace_back(next->second);
    }
    if (auto problem =
            database.query(fmt::format("SELECT test, id FROM runs WHERE suite = ? AND test IN ({})", places),
                           parameters, [&](const Row& row) { runs.emplace(row.integer(0), row.integer(1)); }))
      return *problem;
  }
  return runs;
}

std::optional<Problem> append_runs(Database& database, std::int64_t suite, std::span<const RunRecord> records,
                                   const Ids& ids) {
  return database.append(
      "runs",
      "suite, test, content, manifest, folder, verdict, verdict_after_rules, complete, reason, outcome, failed_checks, "
      "duration, ego_km, frames, actors, wall_s, cpu_s",
      [&](RowSink& sink) {
        for (const RunRecord& record : records) {
          const RunRow& run = record.run;
          sink.add(std::array<Value, 17>{
              suite, ids.tests.at(run.key), std::string_view(run.content), std::string_view(run.manifest),
              text_or_null(run.folder), text_or_null(run.verdict), text_or_null(run.verdict_after_rules),
              truth(run.complete), text_or_null(run.reason), to_word(run.outcome), run.failed_checks, run.duration,
              number_or_null(run.ego_km), run.frames, run.actors, run.wall_s, run.cpu_s});
        }
      });
}

// ---- what belongs to a run ------------------------------------------------------------------------------------------

// A record with the id that its run got.
struct StoredRun {
  const RunRecord& record;
  std::int64_t run;
};

void add_issues(const StoredRun& of, const Ids& ids, RowSink& sink) {
  for (const IssueRow& issue : of.record.issues)
    sink.add(std::array<Value, 20>{of.run,
                                   issue.number,
                                   ids.clusters.at(issue.cluster),
                                   severity_or_null(issue.severity),
                                   severity_or_null(issue.original_severity),
                                   issue.time,
                                   issue.start,
                                   issue.end,
                                   number_or_null(issue.worst),
                                   number_or_null(issue.limit),
                                   text_or_null(issue.unit),
                                   std::string_view(issue.actor.id),
                                   std::string_view(issue.actor.type),
                                   issue.other ? Value(std::string_view(issue.other->id)) : Value(),
                                   issue.other ? Value(std::string_view(issue.other->type)) : Value(),
                                   std::string_view(issue.driver),
                                   std::string_view(issue.message),
                                   text_or_null(issue.details),
                                   text_or_null(issue.notes),
                                   text_or_null(issue.reason)});
}

// The metrics of the run's issues or intervals.
template <typename Rows>
void add_metrics_of(std::int64_t run, const Rows& rows, const Ids& ids, RowSink& sink) {
  for (const auto& row : rows) {
    std::int64_t place = 0;
    for (const MetricRow& metric : row.metrics) {
      const auto [value, text] = cells_of(metric.value);
      sink.add(std::array<Value, 6>{run, row.number, place++, ids.name(metric.name, metric.unit), value, text});
    }
  }
}

void add_metrics(const StoredRun& of, const Ids& ids, RowSink& sink) {
  for (const MetricRow& metric : of.record.metrics) {
    const auto [value, text] = cells_of(metric.value);
    sink.add(std::array<Value, 4>{of.run, ids.name(metric.name, metric.unit), value, text});
  }
}

void add_kpis(const StoredRun& of, const Ids& ids, RowSink& sink) {
  std::int64_t place = 0;
  for (const KpiRow& kpi : of.record.kpis) {
    const auto [value, text] = cells_of(kpi.value);
    sink.add(std::array<Value, 7>{of.run, place++, ids.name(kpi.name), std::string_view(kpi.subject),
                                  truth(kpi.is_total), value, text});
  }
}

void add_attributes(const StoredRun& of, const Ids& ids, RowSink& sink) {
  for (const AttributeRow& attribute : of.record.attributes)
    sink.add(std::array<Value, 3>{of.run, ids.name(attribute.name), std::string_view(attribute.value)});
}

void add_intervals(const StoredRun& of, const Ids& ids, RowSink& sink) {
  for (const IntervalRow& interval : of.record.intervals)
    sink.add(std::array<Value, 8>{of.run, interval.number, ids.name(interval.watcher), std::string_view(interval.actor),
                                  text_or_null(interval.other), interval.start, interval.end,
                                  std::string_view(interval.ended_by)});
}

void add_messages(const StoredRun& of, const Ids& /*ids*/, RowSink& sink) {
  for (const MessageRow& message : of.record.messages)
    sink.add(std::array<Value, 7>{of.run, message.number, message.time, std::string_view(message.level),
                                  text_or_null(message.checker), text_or_null(message.actor),
                                  std::string_view(message.text)});
}

struct PartOfRun {
  std::string_view table, columns;
  void (*add)(const StoredRun&, const Ids&, RowSink&);
};
constexpr PartOfRun kPartsOfRun[] = {
    {"issues",
     "run, number, cluster, severity, original_severity, time, start_time, end_time, worst_value, limit_value, unit, "
     "actor, actor_type, other, other_type, driver, message, details, notes, reason",
     add_issues},
    {"issue_metrics", "run, issue, place, name, value, text",
     [](const StoredRun& of, const Ids& ids, RowSink& sink) { add_metrics_of(of.run, of.record.issues, ids, sink); }},
    {"metrics", "run, name, value, text", add_metrics},
    {"kpis", "run, place, name, subject, is_total, value, text", add_kpis},
    {"attributes", "run, name, value", add_attributes},
    {"intervals", "run, number, name, actor, other, start_time, end_time, ended_by", add_intervals},
    {"interval_metrics", "run, interval, place, name, value, text",
     [](const StoredRun& of, const Ids& ids, RowSink& sink) {
       add_metrics_of(of.run, of.record.intervals, ids, sink);
     }},
    {"messages", "run, number, time, level, checker, actor, text", add_messages},
};

// Of one run, or of many: `which` is a run, or a list of them, with one parameter.
std::optional<Problem> remove_rows_of(Database& database, std::string_view which, std::int64_t parameter) {
  for (const PartOfRun& part : kPartsOfRun)
    if (auto problem = database.run(fmt::format("DELETE FROM {} WHERE run {}", part.table, which), {parameter}))
      return problem;
  return database.run(fmt::format("DELETE FROM rule_hits WHERE run {}", which), {parameter});
}

}  // namespace

std::optional<Problem> remove_rows_of_suite(Database& database, std::int64_t suite) {
  return remove_rows_of(database, "IN (SELECT id FROM runs WHERE suite = ?)", suite);
}

std::optional<Problem> write_runs(Database& database, std::int64_t suite, std::span<const RunRecord> records) {
  const auto ids = ids_for(database, records);
  if (!ids) return ids.problem();
  const auto replaced = runs_of_tests(database, suite, *ids);
  if (!replaced) return replaced.problem();
  for (const auto& [test, run] : *replaced) {
    if (auto problem = remove_rows_of(database, "= ?", run)) return problem;
    if (auto problem = database.run("DELETE FROM runs WHERE id = ?", {run})) return problem;
  }
  if (auto problem = append_runs(database, suite, records, *ids)) return problem;
  const auto written = runs_of_tests(database, suite, *ids);
  if (!written) return written.problem();
  for (const PartOfRun& part : kPartsOfRun)
    if (auto problem = database.append(part.table, part.columns, [&](RowSink& sink) {
          for (const RunRecord& record : records)
            part.add({record, written->at(ids->tests.at(record.run.key))}, *ids, sink);
        }))
      return problem;
  return std::nullopt;
}

}  // namespace scrutineer::store::detail
