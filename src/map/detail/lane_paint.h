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
  // Where the roads of a junction overlap, what is crossed by cars lies below their lanes: 0 does not carry traffic,
  // 1 does, 2 is for cars.
  int rank;
  std::initializer_list<LaneType> types;

  bool carries_traffic() const { return rank > 0; }  // has a direction worth an arrow
};

const LanePaint& paint_of(LaneType type);
std::span<const LanePaint> lane_paints();  // in the legend's order

}  // namespace scrutineer::map::detail
