#include "results/run_result.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "trace/manifest.h"
#include "trace/words.h"

namespace scrutineer::results {

namespace {

constexpr std::string_view kNoDebugMode = "none", kFirstVersion = "1.0";

JsonValue text_value(std::string_view text) {
  JsonValue value;
  value.kind = JsonValue::Kind::text;
  value.text = text;
  return value;
}

JsonValue value_of(const watch::Value& given) {
  if (const auto* text = std::get_if<std::string>(&given)) return text_value(*text);
  JsonValue value;
  if (const auto* truth = std::get_if<bool>(&given)) {
    value.kind = JsonValue::Kind::boolean;
    value.boolean = *truth;
    return value;
  }
  value.number = std::get<double>(given);
  constexpr double kExact = 0x1p53;  // whole numbers beyond it are not
  const bool is_whole = std::trunc(value.number) == value.number && std::abs(value.number) < kExact;
  value.kind = is_whole ? JsonValue::Kind::integer : JsonValue::Kind::number;
  if (is_whole) value.integer = static_cast<std::int64_t>(value.number);
  if (!std::isfinite(value.number)) value = {};
  return value;
}

JsonValue object_value() {
  JsonValue value;
  value.kind = JsonValue::Kind::object;
  return value;
}

JsonValue* find(JsonValue& object, std::string_view key) {
  const auto found = std::ranges::find(object.members, key, &JsonMember::key);
  return found == object.members.end() ? nullptr : &found->value;
}

// The value at a path such as "run.images.sut_images", with all that lies above it made where it is not there yet.
JsonValue& at_path(JsonValue& root, std::string_view path) {
  JsonValue* value = &root;
  while (!path.empty()) {
    const std::size_t dot = path.find('.');
    const std::string_view key = path.substr(0, dot);
    if (value->kind != JsonValue::Kind::object) *value = object_value();
    JsonValue* next = find(*value, key);
    if (next == nullptr) next = &value->members.emplace_back(JsonMember{.key = std::string(key)}).value;
    value = next;
    path = dot == std::string_view::npos ? std::string_view() : path.substr(dot + 1);
  }
  return *value;
}

void overlay(JsonValue& base, const JsonValue& given) {
  if (base.kind != JsonValue::Kind::object || given.kind != JsonValue::Kind::object) {
    base = given;
    return;
  }
  for (const JsonMember& member : given.members) {
    if (JsonValue* known = find(base, member.key)) {
      overlay(*known, member.value);
    } else {
      base.members.push_back(member);
    }
  }
}

bool has_failed_check(const RunResult& result) {
  return std::ranges::any_of(result.evaluation.checks, [](const watch::CheckOutcome& outcome) {
    return outcome.state == watch::CheckOutcome::State::failed;
  });
}

bool has_error(const RunResult& result, bool of_ego) {
  return std::ranges::any_of(result.evaluation.issues, [&](const watch::Issue& issue) {
    return is_error(issue.severity) && (issue.category == watch::Category::sut) == of_ego;
  });
}

}  // namespace

std::string_view to_word(Verdict verdict) {
  switch (verdict) {
    case Verdict::pass:
      return "pass";
    case Verdict::fail:
      return "fail";
    case Verdict::suspect:
      return "suspect";
    case Verdict::incomplete:
      return "incomplete";
  }
  return {};
}

bool is_error(watch::Severity severity) { return severity >= watch::Severity::error_continue; }

Verdict verdict(const RunResult& result) {
  if (has_error(result, true)) return Verdict::fail;
  if (has_error(result, false)) return Verdict::suspect;
  return result.is_complete() && !has_failed_check(result) ? Verdict::pass : Verdict::incomplete;
}

int exit_code(const RunResult& result) {
  if (!result.is_complete() || has_failed_check(result)) return 2;
  const Verdict is = verdict(result);
  const bool counts = is == Verdict::fail || (is == Verdict::suspect && result.fail_on == trace::FailOn::any);
  return counts ? 1 : 0;
}

std::vector<InitialInfo> initial_info() {
  std::vector<std::string> drivers;
  for (const std::string_view driver : trace::words<trace::Driver>()) drivers.emplace_back(driver);
  return {{"run.debug_mode", {std::string(kNoDebugMode)}},
          {"model.dut_name", drivers},
          {"model.dut_version", {std::string(kFirstVersion)}},
          {"model.foretify_version", {}}};
}

JsonValue resolved_info(const JsonValue& given, std::optional<trace::Driver> ego_driver,
                        std::string_view engine_version, std::span<const watch::InfoValue> configured) {
  JsonValue info = object_value();
  for (const char* group : {"run", "sim", "model"}) at_path(info, group) = object_value();
  for (const std::string& path : trace::info_keys()) at_path(info, path);
  at_path(info, "run.debug_mode") = text_value(kNoDebugMode);
  // Unless the run says who drives, the name is "ftx_driver"; an external driver has no name, so it is called that,
  // too.
  const trace::Driver driver = ego_driver.value_or(trace::Driver::external_driver);
  at_path(info, "model.dut_name") =
      text_value(trace::to_word(driver == trace::Driver::external_driver ? trace::Driver::ftx_driver : driver));
  at_path(info, "model.dut_version") = text_value(kFirstVersion);
  for (const watch::InfoValue& value : configured) at_path(info, value.path) = value_of(value.value);
  if (given.kind == JsonValue::Kind::object) overlay(info, given);
  at_path(info, "model.foretify_version") = text_value(engine_version);
  return info;
}

std::vector<RunMetric> run_metrics(const watch::Evaluation& evaluation) {
  std::vector<RunMetric> metrics;
  for (const watch::KpiOutcome& outcome : evaluation.kpis) {
    const watch::KpiInfo& info = outcome.kpi->info;
    for (std::size_t i = 0; i < info.of_totals.size(); ++i)
      metrics.push_back({std::string(info.name) + "." + std::string(info.of_totals[i].name),
                         outcome.result.totals.front()[i], std::string(info.of_totals[i].unit)});
  }
  std::size_t left_out = 0;
  for (const watch::IssuesLeftOut& issues : evaluation.issues_left_out) left_out += issues.left_out;
  if (left_out > 0)
    metrics.push_back({"issues_left_out", static_cast<double>(left_out), "",
                       "Issues that were found but are not listed, because there were too many of their kind."});
  // A watcher's notes say what it left out, which is therefore missing from its KPI.
  for (std::size_t i = 0; i < evaluation.checks.size(); ++i) {
    const watch::CheckOutcome& check = evaluation.checks[i];
    if (check.notes.empty() || !evaluation.infos[i]->kpi) continue;
    metrics.push_back({check.name + ".skipped", fmt::format("{}", fmt::join(check.notes, " ")), ""});
  }
  const std::vector<std::string> known = trace::info_keys();  // what the run is, not what was measured of it
  for (const watch::InfoValue& added : evaluation.info)
    if (std::ranges::find(known, added.path) == known.end())
      metrics.push_back({added.path, added.value, added.unit, added.text});
  return metrics;
}

std::vector<std::string> all_notes(const RunResult& result) {
  std::vector<std::string> notes = result.notes;
  for (std::string& words : watch::left_out_words(result.evaluation))
    if (std::ranges::find(notes, words) == notes.end()) notes.push_back(std::move(words));
  return notes;
}

std::string_view role_of(const watch::ActorRef& actor) { return actor.is_ego ? "sut" : "npc"; }

namespace {

bool exists(const watch::Value& value) {
  if (const auto* number = std::get_if<double>(&value)) return std::isfinite(*number);
  const auto* text = std::get_if<std::string>(&value);
  return text == nullptr || !text->empty();
}

}  // namespace

ShownMetric shown_metric(const watch::CheckInfo& check, const std::vector<watch::Value>& data, watch::MetricRole role) {
  for (std::size_t i = 0; i < std::min(check.metrics.size(), data.size()); ++i)
    if (check.metrics[i].role == role && exists(data[i])) return {&check.metrics[i], &data[i]};
  return {};
}

}  // namespace scrutineer::results
