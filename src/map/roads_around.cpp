#include "map/roads_around.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "map/detail/kept_by_way.h"
#include "map/detail/lazy_areas.h"

namespace scrutineer::map {
namespace {

using OnWay = RoadsAround::OnWay;

std::vector<OnWay> find_lanes(const RoadNetwork& map, DirectedLane own) {
  std::vector<OnWay> found{{own, 0.0}};
  std::vector<std::size_t> seen{index_of(own)};
  const auto length = [&](DirectedLane way) { return map.lane(way.lane).s_end - map.lane(way.lane).s_begin; };
  const auto add = [&](DirectedLane way, double begin, std::size_t from) {
    if (std::ranges::find(seen, index_of(way)) != seen.end()) return;
    seen.push_back(index_of(way));
    found.push_back({way, begin, static_cast<std::uint32_t>(from)});
  };
  for (std::size_t i = 0; i < found.size(); ++i) {
    const OnWay at = found[i];
    if (at.begin >= 0.0 && at.begin + length(at.way) < length(own) + kAroundKept)
      for (const DirectedLane next : next_lanes(map, at.way)) add(next, at.begin + length(at.way), i);
    if (at.begin <= 0.0 && at.begin > -kAroundKept)
      for (const DirectedLane before : previous_lanes(map, at.way)) add(before, at.begin - length(before), i);
  }
  found.shrink_to_fit();
  return found;
}

}  // namespace

RoadsAround::RoadsAround(const RoadNetwork& map, DirectedLane way) : lanes(find_lanes(map, way)) {
  for (const OnWay& on : lanes) {
    // An actor beside an earlier lane of the section is found by that one.
    const SectionId id = map.lane(on.way.lane).section;
    const bool is_new = std::ranges::find(stretches, id, &Stretch::section) == stretches.end();
    const LaneSection& section = map.section(id);
    if (is_new) stretches.push_back({on.begin, section.s_begin, section.s_end, id, on.way.along_s});
  }
  const auto road_of = [&](const Stretch& stretch) {
    return static_cast<std::uint32_t>(map.section(stretch.section).road.index());
  };
  std::ranges::stable_sort(stretches, {}, road_of);
  stretches.shrink_to_fit();
  for (std::uint32_t i = 0; i < stretches.size(); ++i) {
    const std::uint32_t road = road_of(stretches[i]);
    if (roads.empty() || roads.back().road != road) roads.push_back({road, i, i});
    roads.back().end = i + 1;
  }
  roads.shrink_to_fit();
  for (std::uint32_t i = 0; i < roads.size(); ++i) {
    const auto index = static_cast<std::uint32_t>(roads[i].road / kBits);
    if (words.empty() || words.back().index != index) words.push_back({.index = index, .begin = i});
    words.back().mask |= std::uint64_t{1} << roads[i].road % kBits;
    words.back().end = i + 1;
  }
}

const RoadsAround& roads_around(const RoadNetwork& map, DirectedLane way) {
  return detail::kept_by_way(map, map.lazy_areas().roads_around, way,
                             [&] { return std::make_unique<const RoadsAround>(map, way); });
}

}  // namespace scrutineer::map
