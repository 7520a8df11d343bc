// Parts of one plan-view geometry, again as geometries: exact for every kind.
#pragma once

#include <utility>

#include "map/model.h"

namespace scrutineer::kit {

// The two parts before and after `ds`, 0 < ds < length. A part of a cubic is a ParamPoly3 with p in [0, 1].
std::pair<map::Geometry, map::Geometry> cut(const map::Geometry& geometry, double ds);

// The same curve from its end to its begin. Its s is not changed: that depends on the road.
map::Geometry reversed(const map::Geometry& geometry);

}  // namespace scrutineer::kit
