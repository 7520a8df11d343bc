// What a manifest or flags say of what is judged and how, put into the settings.
#pragma once

#include <optional>

#include "base/result.h"
#include "trace/manifest.h"
#include "watch/settings.h"

namespace scrutineer::app {

std::optional<Problem> apply_settings(const trace::Manifest& used, watch::Settings& settings);

}  // namespace scrutineer::app
