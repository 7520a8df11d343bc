// Collisions that the run itself recorded, beside those that the checker found.
#pragma once

#include <string>
#include <vector>

#include "trace/tables.h"
#include "watch/engine.h"

namespace scrutineer::run::detail {

// A sentence for each recorded collision, and for each that was found but not recorded. Only actors that carry a sensor
// are recorded, so the latter get a sentence only if one of the two actors has a recorded collision.
std::vector<std::string> compare_contacts(const trace::Tables& tables, const watch::Evaluation& evaluation);

}  // namespace scrutineer::run::detail
