// Checks and settings for programs. The texts end with a newline.
#pragma once

#include <span>
#include <string>

#include "watch/check.h"
#include "watch/kpi.h"
#include "watch/settings.h"

namespace scrutineer::app {

std::string check_to_json(const watch::CheckInfo& info, const watch::Settings& settings);
std::string checks_to_json(std::span<const watch::Check> checks, const watch::Settings& settings);
std::string profile_to_json(std::span<const watch::Check> checks, watch::Profile profile);
std::string family_to_json(std::span<const watch::Check> checks, std::string_view family);
std::string profiles_to_json(std::span<const watch::Check> checks);
std::string kpi_to_json(const watch::KpiInfo& info, std::span<const watch::CheckInfo* const> watchers);
std::string setting_to_json(const watch::SettingInfo& setting);
std::string settings_to_json(const watch::Settings& settings);

}  // namespace scrutineer::app
