#include "app/run_settings.h"

#include <fmt/format.h>

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

}  // namespace scrutineer::app
