// The KPI `collisions`: how many crashes the ego had, whose fault, and how far it drove between them.
#pragma once

#include <memory>

#include "watch/kpi.h"

namespace scrutineer::checks {

// Of the intervals of the check `collision`, whose metrics are looked up by name.
std::shared_ptr<const watch::Kpi> collision_numbers();

}  // namespace scrutineer::checks
