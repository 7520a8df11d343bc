// A check report as one HTML page: what was found as a list that can be filtered, beside the map; a click shows the
// place. It needs no network and no other file.
#pragma once

#include <string>

#include "map/check.h"

namespace scrutineer::map {

// `map` may be null: then there is only the list.
std::string to_page(const CheckReport& report, const RoadNetwork* map);

}  // namespace scrutineer::map
