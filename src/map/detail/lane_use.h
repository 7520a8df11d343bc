// Which lanes somebody moves on.
#pragma once

#include "map/model.h"

namespace scrutineer::map::detail {

// Lanes that vehicles, bicycles or people use. The others only fill the cross-section.
constexpr bool is_in_use(LaneType type) {
  switch (type) {
    case LaneType::none:
    case LaneType::border:
    case LaneType::shoulder:
    case LaneType::median:
    case LaneType::curb:
      return false;
    default:
      return true;
  }
}

}  // namespace scrutineer::map::detail
