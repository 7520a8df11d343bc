// Collisions that the run itself recorded, beside those that the checker found.
#pragma once

#include <string>
#include <vector>

#include "trace/tables.h"
#include "watch/engine.h"

namespace scrutineer::run::detail {

// A sentence for each recorded one, and for each that was found of an actor whose others were recorded, but this was not:
// only actors that carry a sensor are recorded.
std::vector<std::string> compare_contacts(const trace::Tables& tables, const watch::Evaluation& evaluation);

}  // namespace scrutineer::run::detail
