#include "app/run_settings.h"

#include <fmt/format.h>

#include <utility>

namespace scrutineer::app {

namespace {

std::optional<Problem> apply(const trace::ManifestSetting& setting, watch::Settings& settings) {
  switch (setting.kind) {
    case trace::ManifestSetting::Kind::set:
      return settings.set(setting.text);
    case trace::ManifestSetting::Kind::enable:
      return settings.enable(setting.text);
    case trace::ManifestSetting::Kind::disable:
      return settings.disable(setting.text);
    case trace::ManifestSetting::Kind::severity:
      return settings.severity(setting.text);
  }
  return std::nullopt;
}

}  // namespace

std::optional<Problem> apply_settings(const trace::Manifest& used, watch::Settings& settings) {
  for (const trace::ManifestSetting& setting : used.settings) {
    const auto problem = apply(setting, settings);
    if (!problem) continue;
    const bool is_flag = setting.place.file.empty();
    return Problem{setting.place, fmt::format("{}{} {}", is_flag ? "--" : "", to_word(setting.kind), problem->message)};
  }
  return std::nullopt;
}

std::vector<trace::ManifestSetting> given_settings(const std::vector<std::string>& set,
                                                   const std::vector<std::string>& enable,
                                                   const std::vector<std::string>& disable,
                                                   const std::vector<std::string>& severity) {
  using Kind = trace::ManifestSetting::Kind;
  std::vector<trace::ManifestSetting> given;
  for (const auto& [kind, texts] : {std::pair(Kind::set, &set), std::pair(Kind::enable, &enable),
                                    std::pair(Kind::disable, &disable), std::pair(Kind::severity, &severity)})
    for (const std::string& text : *texts) given.push_back({kind, text, {}});
  return given;
}

}  // namespace scrutineer::app
