// What rules about objects, signals and references to them share: all of them lie at an s and t of a road.
#pragma once

#include "map/rules/check_context.h"

namespace scrutineer::map::rules {

const SourceRoad& road_of(const Check& check, const SourceItem& item);
// Where it is shown: what lies off its road is shown at the road's end.
Where where_of(const Check& check, const SourceItem& item);

// What of a place is looked at beside s, and how much it matters.
struct PlaceLimits {
  bool has_t = true;
  bool has_height = true;
  Level beside = Level::warning;  // far beside, above or below the road
};
// By the tolerances max_beyond, max_t and max_height.
void judge_place(Check& check, const SourceItem& item, const PlaceLimits& limits);

}  // namespace scrutineer::map::rules
