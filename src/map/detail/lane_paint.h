// How the drawing shows each lane type.
#pragma once

#include <initializer_list>
#include <span>
#include <string_view>

#include "map/model.h"

namespace scrutineer::map::detail {

struct LanePaint {
  std::string_view css_class;
  std::string_view name;  // in the legend
  std::string_view colour;
  bool carries_traffic;  // has a direction worth an arrow, and lies above what does not where roads overlap
  std::initializer_list<LaneType> types;
};

const LanePaint& paint_of(LaneType type);
std::span<const LanePaint> lane_paints();  // in the legend's order

}  // namespace scrutineer::map::detail
