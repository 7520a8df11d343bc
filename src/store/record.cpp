#include "store/record.h"

#include <cmath>
#include <iterator>
#include <utility>

#include "base/overloaded.h"
#include "base/time.h"
#include "store/detail/record_parts.h"
#include "trace/words.h"
#include "watch/kpi.h"

namespace scrutineer::store {

namespace {

MetricValue value_of(const watch::Value& value) {
  return std::visit(
      Overloaded{[](double number) { return std::isfinite(number) ? MetricValue(number) : MetricValue(); },
                 [](bool truth) { return MetricValue(truth ? 1.0 : 0.0); },
                 [](const std::string& text) { return MetricValue(text); }},
      value);
}

ActorPart part_of(const watch::ActorRef& actor) {
  return {actor.id, std::string(trace::to_word(actor.type)), std::string(results::role_of(actor))};
}

std::vector<MetricRow> metrics_of(const watch::CheckInfo& check, const std::vector<watch::Value>& data) {
  std::vector<MetricRow> rows;
  rows.reserve(check.metrics.size());
  for (std::size_t i = 0; i < check.metrics.size(); ++i)
    rows.push_back({std::string(check.metrics[i].name), i < data.size() ? value_of(data[i]) : MetricValue(),
                    std::string(check.metrics[i].unit)});
  return rows;
}

IssueRow issue_of(const watch::Issue& issue, const watch::CheckInfo& check, std::int64_t number) {
  return {.number = number,
          .time = to_seconds(issue.time),
          .start = to_seconds(issue.start),
          .end = to_seconds(issue.end),
          .kind = issue.kind,
          .category = std::string(to_word(issue.category)),
          .severity = std::string(to_word(issue.severity)),
          .original_severity = issue.original_severity ? std::string(to_word(*issue.original_severity)) : std::string(),
          .reason = issue.reason,
          .checker = std::string(check.name),
          .actor = part_of(issue.actor),
          .other = issue.other ? std::optional(part_of(*issue.other)) : std::nullopt,
          .driver = std::string(trace::to_word(issue.driver)),
          .message = issue.message,
          .details = issue.details,
          .notes = detail::lines_of(issue.notes),
          .metrics = metrics_of(check, issue.data)};
}

void add_kpi(const watch::KpiOutcome& outcome, RunRecord& record) {
  const watch::KpiInfo& info = outcome.kpi->info;
  const auto names_of = [&](const std::vector<watch::MetricInfo>& metrics) {
    std::vector<std::string> names;
    names.reserve(metrics.size());
    for (const watch::MetricInfo& metric : metrics)
      names.push_back(std::string(info.name) + "." + std::string(metric.name));
    return names;
  };
  const auto add = [&](std::string_view subject, bool is_total, const std::vector<std::string>& names,
                       const std::vector<watch::Value>& values) {
    for (std::size_t i = 0; i < names.size(); ++i)
      record.kpis.push_back(
          {names[i], std::string(subject), is_total, i < values.size() ? value_of(values[i]) : MetricValue()});
  };
  const std::vector<std::string> of_actors = names_of(info.of_actors), of_totals = names_of(info.of_totals);
  record.kpis.reserve(record.kpis.size() + outcome.result.actors.size() * of_actors.size() +
                      info.totals.size() * of_totals.size());
  for (const watch::KpiResult::Row& row : outcome.result.actors) add(row.actor.id, false, of_actors, row.values);
  for (std::size_t i = 0; i < info.totals.size(); ++i)
    add(info.totals[i].key, true, of_totals, outcome.result.totals[i]);
}

RunRow run_of(const results::RunResult& result) {
  using State = watch::CheckOutcome::State;
  const watch::Evaluation& evaluation = result.evaluation;
  const std::string verdict(to_word(results::verdict(result)));
  RunRow run = {.verdict = verdict,
                .verdict_after_rules = verdict,
                .complete = result.is_complete(),
                .reason = result.incomplete_reason.value_or(""),
                .duration = to_seconds(evaluation.end),
                .frames = static_cast<std::int64_t>(evaluation.frames),
                .actors = static_cast<std::int64_t>(evaluation.actors)};
  for (const watch::CheckOutcome& check : evaluation.checks)
    if (check.state == State::failed) detail::add_failed_check(check.name, check.reason, run);
  return run;
}

void add_intervals(const watch::Evaluation& evaluation, RunRecord& record) {
  for (const watch::IntervalRecord& interval : evaluation.intervals) {
    const watch::CheckInfo& check = *evaluation.infos[interval.check];
    record.intervals.push_back({.number = std::ssize(record.intervals) + 1,
                                .watcher = std::string(check.name),
                                .actor = interval.actor.id,
                                .other = interval.other ? interval.other->id : std::string(),
                                .start = to_seconds(interval.start),
                                .end = to_seconds(interval.end),
                                .ended_by = std::string(to_word(interval.ended_by)),
                                .metrics = metrics_of(check, interval.data)});
  }
}

}  // namespace

RunRecord record_of(const results::RunResult& result, const RecordOptions& options) {
  const watch::Evaluation& evaluation = result.evaluation;
  RunRecord record{.run = run_of(result)};
  for (const watch::Issue& issue : evaluation.issues) {
    const watch::CheckInfo& check = *evaluation.infos[issue.check];
    record.issues.push_back(issue_of(issue, check, std::ssize(record.issues) + 1));
    detail::show_worst(record.issues.back(), &check);
  }
  for (const results::RunMetric& metric : result.metrics)
    record.metrics.push_back({metric.name, value_of(metric.value), metric.unit});
  for (const watch::KpiOutcome& outcome : evaluation.kpis) add_kpi(outcome, record);
  if (options.keeps_intervals) add_intervals(evaluation, record);
  for (const watch::LogMessage& message : evaluation.messages)
    record.messages.push_back({.number = std::ssize(record.messages) + 1,
                               .time = to_seconds(message.time),
                               .level = message.level,
                               .checker = message.source,
                               .actor = message.actor,
                               .text = message.text});
  detail::add_attributes("info", result.info, record.attributes);
  if (result.map) record.attributes.push_back({"map.file", result.map->file});
  record.attributes.push_back({"trace.format", result.trace.format});
  detail::complete(record);
  return record;
}

}  // namespace scrutineer::store
