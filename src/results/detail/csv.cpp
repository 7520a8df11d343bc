#include "results/detail/csv.h"

#include <cmath>
#include <initializer_list>
#include <string_view>

#include "base/json_writer.h"
#include "base/text.h"
#include "base/utf8.h"
#include "results/detail/shape.h"
#include "results/formats.h"
#include "trace/words.h"

namespace scrutineer::results {

namespace {

void add_line(std::string& csv, std::initializer_list<std::string_view> cells) {
  bool first = true;
  for (const std::string_view cell : cells) {
    if (!first) csv += ',';
    first = false;
    csv += csv_cell(valid_utf8(cell));
  }
  csv += '\n';
}

std::string seconds(Time time) { return shortest(to_seconds(time)); }

std::string metrics_text(const RunResult& result, std::uint32_t check, const std::vector<watch::Value>& data) {
  JsonWriter out;
  detail::write_metrics(out, *result.evaluation.infos[check], data);
  return out.text();
}

std::string value_text(const watch::Value& value) {
  if (const auto* number = std::get_if<double>(&value)) return std::isfinite(*number) ? shortest(*number) : "";
  if (const auto* truth = std::get_if<bool>(&value)) return *truth ? "true" : "false";
  return std::get<std::string>(value);
}

}  // namespace

std::string issues_csv(const RunResult& result) {
  std::string csv =
      "id,time,kind,category,severity,original_severity,reason,checker,actor_id,actor_type,actor_role,"
      "other_actor_id,other_actor_type,other_actor_role,driver,start,end,message,details,metrics\n";
  std::size_t id = 0;
  for (const watch::Issue& issue : result.evaluation.issues) {
    const watch::ActorRef* other = issue.other ? &*issue.other : nullptr;
    add_line(csv, {std::to_string(++id),
                   seconds(issue.time),
                   issue.kind,
                   to_word(issue.category),
                   to_word(issue.severity),
                   issue.original_severity ? to_word(*issue.original_severity) : "",
                   issue.reason,
                   result.evaluation.infos[issue.check]->name,
                   issue.actor.id,
                   trace::to_word(issue.actor.type),
                   role_of(issue.actor),
                   other != nullptr ? other->id : std::string(),
                   other != nullptr ? trace::to_word(other->type) : "",
                   other != nullptr ? role_of(*other) : "",
                   trace::to_word(issue.driver),
                   seconds(issue.start),
                   seconds(issue.end),
                   issue.message,
                   issue.details,
                   metrics_text(result, issue.check, issue.data)});
  }
  return csv;
}

std::string intervals_csv(const RunResult& result) {
  std::string csv = "watcher,actor,other_actor,start,end,ended_by,data\n";
  for (const watch::IntervalRecord& interval : result.evaluation.intervals)
    add_line(csv, {result.evaluation.infos[interval.check]->name, interval.actor.id,
                   interval.other ? interval.other->id : std::string(), seconds(interval.start), seconds(interval.end),
                   to_word(interval.ended_by), metrics_text(result, interval.check, interval.data)});
  return csv;
}

std::string kpis_csv(const RunResult& result) {
  std::string csv = "kpi,of,actor_id,actor_type,metric,value,unit\n";
  for (const auto& [kpi, found] : result.evaluation.kpis) {
    const watch::KpiInfo& info = kpi->info;
    const auto add = [&](std::string_view of, const watch::ActorRef* actor, std::span<const watch::MetricInfo> metrics,
                         const std::vector<watch::Value>& values) {
      for (std::size_t i = 0; i < metrics.size(); ++i)
        add_line(csv, {info.name, of, actor != nullptr ? actor->id : std::string(),
                       actor != nullptr ? trace::to_word(actor->type) : "", metrics[i].name, value_text(values[i]),
                       metrics[i].unit});
    };
    for (const watch::KpiResult::Row& row : found.actors) add("actor", &row.actor, info.of_actors, row.values);
    for (std::size_t i = 0; i < info.totals.size(); ++i)
      add(info.totals[i].key, nullptr, info.of_totals, found.totals[i]);
  }
  return csv;
}

ResultFormat issues_csv_result_format() {
  return {.words = "issues as a table", .file = "issues.csv", .write = plainly<issues_csv>, .turn = 10};
}

ResultFormat intervals_csv_result_format() {
  return {.words = "intervals as a table", .file = "intervals.csv", .write = plainly<intervals_csv>, .turn = 20};
}

ResultFormat kpis_csv_result_format() {
  return {.words = "KPIs as a table", .file = "kpis.csv", .write = plainly<kpis_csv>, .turn = 30};
}

}  // namespace scrutineer::results
