#include <fmt/format.h>

#include "map/rules/catalogue.h"
#include "map/rules/check_context.h"

namespace scrutineer::map::rules {
namespace {

void report_contradictions(Check& check) {
  const RoadNetwork& map = check.map();
  for (const LaneContradiction& found : map.contradictions()) {
    Finding finding;
    finding.road = map.find_road(found.road);
    finding.road_id = found.road;
    if (finding.road.valid()) {
      finding.lane = map.find_lane(finding.road, 0.0, found.lane_number);
      finding.lane_number = found.lane_number;
    }
    finding.x = found.x;
    finding.y = found.y;
    finding.z = 0.0;
    if (found.measured > 0.0) {
      finding.measured = found.measured;
      finding.threshold = found.limit;
      finding.unit = "m";
    }
    finding.message = fmt::format("lane {} {}", found.lane, found.message);
    check.report(std::move(finding));
  }
}

}  // namespace

MapRule lane_references() {
  return {
      .uid = "scrutineer.internal:xodr:1.1.0:map.lane_references",
      .group = "linkage",
      .title = "What lanes say of each other fits where they are.",
      .doc =
          "Of maps that are lists of lanes (such as those of OSI): a lane's predecessors and successors are in the "
          "map, and one of their ends is at most 1 m from the end of the lane that names them. Ids are used once, "
          "and a lane has two borders with places on earth.",
      .why =
          "What does not fit is not believed: traffic does not go on there, and lanes that cannot be used are left "
          "out.",
      .remedy = "Mend what wrote the lanes: it named another lane, or left one out between the two.",
      .level = Level::warning,
      .drives = true,
      .needs = Needs::network,
      .run = report_contradictions,
  };
}

}  // namespace scrutineer::map::rules
