// The area of one junction, made ready for queries.
#pragma once

#include <vector>

#include "map/lookup.h"

namespace scrutineer::map::detail {

struct JunctionArea {
  std::vector<std::vector<Point>> rings;
};

}  // namespace scrutineer::map::detail
