#include "app/detail/check_json.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "app/detail/check_words.h"
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

Json json_of(std::span<const watch::MetricInfo> metrics) {
  Json all = Json::array();
  for (const watch::MetricInfo& metric : metrics)
    all.push_back({{"name", metric.name}, {"unit", text_or_null(metric.unit)}, {"meaning", metric.meaning}});
  return all;
}

Json names_of_profiles(const watch::CheckInfo& info) {
  Json names = Json::array();
  for (std::size_t i = 0; i < watch::profiles().size(); ++i)
    if (is_in(info, static_cast<watch::Profile>(i))) names.push_back(watch::profiles()[i].name);
  return names;
}

Json json_of(const watch::CheckInfo& info, const watch::Settings& settings) {
  Json kinds = Json::array(), parameters = Json::array(), tests = Json::array();
  for (const watch::KindInfo& kind : info.kinds)
    kinds.push_back({{"name", kind.name},
                     {"sut", watch::to_word(kind.sut)},
                     {"other", watch::to_word(kind.other)},
                     {"when", kind.when}});
  for (const watch::AnyParameter* parameter : parameters_of(info, settings)) parameters.push_back(json_of(*parameter));
  for (const auto& test : info.needs) {
    Json& facts = tests.emplace_back(Json::array());
    for (const scene::Fact* fact : test) facts.push_back(fact->name);
  }
  return {{"name", info.name},
          {"summary", info.summary},
          {"subject", watch::to_word(info.subject)},
          {"kpi", info.kpi ? Json(info.kpi->info.name) : Json(nullptr)},
          {"for_sut", info.for_sut},
          {"for_npc", info.for_npc},
          {"enabled", info.enabled},
          {"status", to_word(info.status)},
          {"profiles", names_of_profiles(info)},
          {"replaced_by", text_or_null(info.replaced_by)},
          {"since", text_or_null(info.since)},
          {"kinds", std::move(kinds)},
          {"parameters", std::move(parameters)},
          {"metrics", json_of(info.metrics)},
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

Json json_of(std::span<const watch::Check> checks, watch::Profile profile) {
  const watch::ProfileInfo& info = watch::profiles()[static_cast<std::size_t>(profile)];
  Json names = Json::array();
  for (const watch::CheckInfo* check : checks_in(checks, profile)) names.push_back(check->name);
  return {{"name", info.name}, {"summary", info.summary}, {"checkers", std::move(names)}};
}

}  // namespace

std::string check_to_json(const watch::CheckInfo& info, const watch::Settings& settings) {
  return text_of(json_of(info, settings));
}

std::string kpi_to_json(const watch::KpiInfo& info, std::span<const watch::CheckInfo* const> watchers) {
  Json names = Json::array(), totals = Json::array();
  for (const watch::CheckInfo* watcher : watchers) names.push_back(watcher->name);
  for (const watch::KpiTotal& total : info.totals) totals.push_back({{"name", total.key}, {"meaning", total.meaning}});
  return text_of({{"name", info.name},
                  {"summary", info.summary},
                  {"watchers", std::move(names)},
                  {"totals", std::move(totals)},
                  {"metrics_of_actors", json_of(info.of_actors)},
                  {"metrics_of_totals", json_of(info.of_totals)},
                  {"doc", info.doc}});
}

std::string checks_to_json(std::span<const watch::Check> checks, const watch::Settings& settings) {
  Json all = Json::array();
  for (const watch::Check& check : checks) all.push_back(json_of(check.info, settings));
  return text_of({{"checkers", std::move(all)}});
}

std::string profile_to_json(std::span<const watch::Check> checks, watch::Profile profile) {
  return text_of(json_of(checks, profile));
}

std::string family_to_json(std::span<const watch::Check> checks, std::string_view family) {
  Json names = Json::array();
  for (const watch::Check& check : checks)
    if (check.info.family == family) names.push_back(check.info.name);
  return text_of({{"name", family}, {"checkers", std::move(names)}});
}

std::string profiles_to_json(std::span<const watch::Check> checks) {
  Json all = Json::array();
  for (std::size_t i = 0; i < watch::profiles().size(); ++i)
    all.push_back(json_of(checks, static_cast<watch::Profile>(i)));
  return text_of({{"profiles", std::move(all)}});
}

std::string setting_to_json(const watch::SettingInfo& setting) { return text_of(json_of(setting)); }

std::string settings_to_json(const watch::Settings& settings) {
  Json all = Json::array();
  for (const watch::SettingInfo& setting : settings.all()) all.push_back(json_of(setting));
  return text_of({{"settings", std::move(all)}});
}

}  // namespace scrutineer::app
