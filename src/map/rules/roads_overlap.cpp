#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "map/lane_graph.h"
#include "map/lookup.h"
#include "map/rules/catalogue.h"
#include "map/rules/check_context.h"

namespace scrutineer::map::rules {
namespace {

constexpr double kSmallestStep = 0.01;  // metres; with smaller ones the rule would hardly end
// Of lanes at samples: seconds of work, and far more than real maps have. Where every road lies on every other, as written
// by exporters that forget where roads are, the rule would hardly end.
constexpr std::size_t kMostPositions = 10'000'000;

class Overlaps {
 public:
  explicit Overlaps(Check& check)
      : check_(check),
        map_(check.map()),
        step_(std::max(check.tolerance("step"), kSmallestStep)),
        levels_(check.tolerance("max_height")) {}

  // Points all over the driving lanes outside of junctions: those that lie on a lane of another road, too, stand for an
  // area of this road's.
  void run() {
    for (std::size_t i = 0; i < map_.lanes().size(); ++i) {
      const Lane& lane = map_.lanes()[i];
      if (is_driving(lane.type)) look_at(LaneId(i), lane);
    }
    const double least = check_.tolerance("min_area");
    for (const auto& [roads, overlap] : overlaps_) {
      if (overlap.area <= least) continue;
      Finding finding = finding_at(map_, roads.first, overlap.s);
      finding.x = overlap.x;
      finding.y = overlap.y;
      finding.message =
          fmt::format("shares driving surface with road {}, to which it is not linked", map_.road(roads.second).id);
      check_.report(std::move(finding)).measure(overlap.area, least, "m^2");
    }
  }

 private:
  struct Overlap {
    double area = 0.0, s = 0.0, x = 0.0, y = 0.0;
  };

  void look_at(LaneId id, const Lane& lane) {
    const double length = lane.s_end - lane.s_begin;
    const auto count = static_cast<std::size_t>(std::max(1.0, std::ceil(length / step_)));
    const double part = length / static_cast<double>(count);
    for (std::size_t k = 0; k < count; ++k) {
      if (looked_at_ > kMostPositions)
        return check_.skip(check_.source().roads()[lane.road.index()].node,
                           "too many roads lie over each other to look at all of them");
      const double s = lane.s_begin + (static_cast<double>(k) + 0.5) * part;
      const double width = lane_span(map_, id, s).width();
      if (width < 0.5) continue;
      const RoadPoint point = point_at(map_, id, s, 0.0);
      locate(map_, {point.x, point.y}, point.z, found_);
      looked_at_ += found_.size();
      for (const RoadPosition& at : found_) {
        // Each pair of roads is measured on the one that comes first in the file.
        if (at.road <= lane.road || !is_driving(map_.lane(at.lane).type)) continue;
        if (std::abs(at.height - point.z) > levels_ || may_overlap(lane.road, at.road)) continue;
        Overlap& overlap = overlaps_[{lane.road, at.road}];
        if (overlap.area == 0.0) overlap = {0.0, s, point.x, point.y};
        overlap.area += part * std::min(width, at.width);
      }
    }
  }

  bool may_overlap(RoadId a, RoadId b) {
    const auto [known, is_new] = tied_.try_emplace({a, b}, false);
    if (is_new) known->second = are_tied(a, b);
    return known->second;
  }

  // Linked, in the same junction, or one of them leading into the junction of the other.
  bool are_tied(RoadId a, RoadId b) const {
    const Road &first = map_.road(a), &second = map_.road(b);
    std::set<JunctionId> junctions;
    for (const JunctionId junction : {first.junction, first.predecessor.junction, first.successor.junction})
      if (junction.valid()) junctions.insert(junction);
    for (const JunctionId junction : {second.junction, second.predecessor.junction, second.successor.junction})
      if (junctions.contains(junction)) return true;
    const auto names = [](const Road& road, RoadId other) {
      return road.predecessor.road == other || road.successor.road == other;
    };
    return names(first, b) || names(second, a);
  }

  Check& check_;
  const RoadNetwork& map_;
  double step_, levels_;
  std::map<std::pair<RoadId, RoadId>, Overlap> overlaps_;
  std::map<std::pair<RoadId, RoadId>, bool> tied_;
  std::vector<RoadPosition> found_;
  std::size_t looked_at_ = 0;
};

void find_overlaps(Check& check) { Overlaps(check).run(); }

}  // namespace

MapRule roads_overlap() {
  return {
      .uid = "scrutineer.internal:xodr:1.1.0:map.roads_overlap",
      .group = "smoothness",
      .title = "Roads do not lie over each other.",
      .doc =
          "Driving lanes of two roads that are neither linked nor at the same junction share at most min_area within "
          "max_height of each other's surface. Sampled along the centre of each lane every step. In annex F: "
          "asam.net:xodr:1.4.0:road.no_overlap_outside_junction. A road that overlaps itself is not looked for.",
      .why = "Vehicles are put into each other, and nobody can tell which road they are on.",
      .remedy = "Join the roads with a junction, or correct the geometry or the elevation.",
      .needs = Needs::both,
      .tolerances = {{"min_area", "m^2", "Roads may share this.", 1.0},
                     {"max_height", "m", "Roads further above each other are a bridge.", 2.0},
                     {"step", "m", "Distance of samples along a lane.", 2.0}},
      .run = find_overlaps,
  };
}

}  // namespace scrutineer::map::rules
