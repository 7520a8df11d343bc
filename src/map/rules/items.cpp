#include "map/rules/items.h"

#include <algorithm>
#include <cmath>

namespace scrutineer::map::rules {

const SourceRoad& road_of(const Check& check, const SourceItem& item) { return check.source().roads()[item.road]; }

Where where_of(const Check& check, const SourceItem& item) {
  const SourceRoad& road = road_of(check, item);
  return {.road = &road, .s = std::clamp(item.s, 0.0, std::max(road.length, 0.0)), .t = item.t};
}

void judge_place(Check& check, const SourceItem& item, const PlaceLimits& limits) {
  const double length = road_of(check, item).length, beyond = check.tolerance("max_beyond");
  const Where where = where_of(check, item);
  if (item.s > length + beyond)
    check.report(item.node, where, "lies beyond the end of its road").measure(item.s - length, beyond, "m");
  const double far = check.tolerance("max_t"), high = check.tolerance("max_height");
  if (limits.has_t && std::abs(item.t) > far)
    check.report(item.node, where, "lies far beside its road").measure(std::abs(item.t), far, "m").level(limits.beside);
  const double z = number_of(item.node, "zOffset");
  if (limits.has_height && std::abs(z) > high)
    check.report(item.node, where, "lies far above or below its road")
        .measure(std::abs(z), high, "m")
        .level(limits.beside);
}

}  // namespace scrutineer::map::rules
