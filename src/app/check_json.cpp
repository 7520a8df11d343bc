#include "app/check_json.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "app/check_words.h"
#include "watch/parameter_text.h"

namespace scrutineer::app {

namespace {

using Json = nlohmann::ordered_json;

Json text_or_null(std::string_view text) { return text.empty() ? Json(nullptr) : Json(text); }

Json json_of(const watch::AnyParameter& parameter) {
  const bool is_word = parameter.type == watch::ValueType::word;
  return {{"path", parameter.path},
          {"type", is_word ? "word" : watch::type_text(parameter)},
          {"unit", text_or_null(watch::unit_text(parameter))},
          {"default", watch::default_text(parameter)},
          {"range", text_or_null(watch::range_text(parameter))},
          {"words", is_word ? Json(parameter.words) : Json(nullptr)},
          {"meaning", parameter.meaning}};
}

Json json_of(const watch::CheckInfo& info, const watch::Settings& settings) {
  Json kinds = Json::array(), parameters = Json::array(), metrics = Json::array(), tests = Json::array();
  for (const watch::KindInfo& kind : info.kinds)
    kinds.push_back({{"name", kind.name},
                     {"sut", watch::to_word(kind.sut)},
                     {"other", watch::to_word(kind.other)},
                     {"when", kind.when}});
  for (const watch::AnyParameter* parameter : parameters_of(info, settings)) parameters.push_back(json_of(*parameter));
  for (const watch::MetricInfo& metric : info.metrics)
    metrics.push_back({{"name", metric.name}, {"unit", text_or_null(metric.unit)}, {"meaning", metric.meaning}});
  for (const auto& test : info.needs) tests.push_back(test);
  return {{"name", info.name},
          {"summary", info.summary},
          {"subject", info.subject == watch::Subject::vehicle ? "vehicle" : "physical_object"},
          {"for_sut", info.for_sut},
          {"for_npc", info.for_npc},
          {"enabled", info.enabled},
          {"status", to_word(info.status)},
          {"replaced_by", text_or_null(info.replaced_by)},
          {"since", info.since},
          {"kinds", std::move(kinds)},
          {"parameters", std::move(parameters)},
          {"metrics", std::move(metrics)},
          {"needs", {{"map", needs_map(info)}, {"tests", std::move(tests)}}},
          {"doc", info.doc},
          {"remedy", info.remedy}};
}

Json json_of(const watch::SettingInfo& setting) {
  Json json = json_of(*setting.parameter);
  json["checkers"] = setting.checks;
  return json;
}

std::string text_of(const Json& json) { return json.dump(2) + '\n'; }

}  // namespace

std::string check_to_json(const watch::CheckInfo& info, const watch::Settings& settings) {
  return text_of(json_of(info, settings));
}

std::string checks_to_json(std::span<const watch::Check> checks, const watch::Settings& settings) {
  Json all = Json::array();
  for (const watch::Check& check : checks) all.push_back(json_of(check.info, settings));
  return text_of({{"checkers", std::move(all)}});
}

std::string setting_to_json(const watch::SettingInfo& setting) { return text_of(json_of(setting)); }

std::string settings_to_json(const watch::Settings& settings) {
  Json all = Json::array();
  for (const watch::SettingInfo& setting : settings.all()) all.push_back(json_of(setting));
  return text_of({{"settings", std::move(all)}});
}

}  // namespace scrutineer::app
