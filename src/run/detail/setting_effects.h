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

// A sentence for each setting that was changed and moves the limits of several of these checkers, as far as they are done.
std::vector<std::string> side_effects(std::span<const watch::Check> checks, const watch::Settings& settings);

// A least value above its largest, such as policy.min_speed above policy.max_speed: no drive could be within both.
std::optional<Problem> contradiction(const watch::Settings& settings);

}  // namespace scrutineer::run::detail
