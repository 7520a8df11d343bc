// What settings do beyond what their names say, and those that contradict each other.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "watch/check.h"
#include "watch/settings.h"

namespace scrutineer::run::detail {

// A sentence for each changed setting that moves the limits of several of these checkers; only enabled ones count.
std::vector<std::string> side_effects(std::span<const watch::Check> checks, const watch::Settings& settings);

// A problem if a lower limit is above its upper limit, such as policy.min_speed above policy.max_speed: every drive
// would break one of the two.
std::optional<Problem> contradiction(const watch::Settings& settings);

}  // namespace scrutineer::run::detail
