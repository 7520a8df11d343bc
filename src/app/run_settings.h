// What a manifest or flags say of what is judged and how, put into the settings.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "trace/manifest.h"
#include "watch/settings.h"

namespace scrutineer::app {

std::optional<Problem> apply_settings(const trace::Manifest& used, watch::Settings& settings);

// What --set, --enable, --disable and --severity say, in this order.
std::vector<trace::ManifestSetting> given_settings(const std::vector<std::string>& set,
                                                   const std::vector<std::string>& enable,
                                                   const std::vector<std::string>& disable,
                                                   const std::vector<std::string>& severity);

}  // namespace scrutineer::app
