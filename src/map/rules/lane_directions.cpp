#include <fmt/format.h>

#include "map/detail/lane_ends.h"
#include "map/lane_graph.h"
#include "map/rules/catalogue.h"
#include "map/rules/check_context.h"

namespace scrutineer::map::rules {
namespace {

using detail::LaneEnd;

constexpr double kStillMeets = 0.5;  // metres: ends further apart are a finding of map.connected_lanes

bool has_one_way(const Lane& lane) { return carries_vehicles(lane.type) && !is_two_way(lane); }

// Traffic leaves both lanes here, or enters both.
bool meets_head_on(const RoadNetwork& map, LaneEnd here, LaneEnd there) {
  return leads_out(map, here) == leads_out(map, there);
}

bool is_joined(const RoadNetwork& map, LaneEnd here, LaneEnd there) {
  const auto section = cross_section(map, here), other = cross_section(map, there);
  return section && other && distance(*section, *other) <= kStillMeets;
}

void judge_directions(Check& check) {
  const RoadNetwork& map = check.map();
  for (std::size_t i = 0; i < map.lanes().size(); ++i) {
    if (!has_one_way(map.lanes()[i])) continue;
    for (const ContactPoint end : detail::kBothEnds) {
      const LaneEnd here{LaneId(i), end};
      for (const LaneEnd there : linked_ends(map, here)) {
        const bool is_wrong = here < there && has_one_way(map.lane(there.lane)) && meets_head_on(map, here, there);
        if (!is_wrong || !is_joined(map, here, there)) continue;
        Finding finding = finding_at(map, here.lane, *cross_section(map, here));
        finding.message = fmt::format("is linked to {}, but traffic {} both of them there", name_of(map, there.lane),
                                      leads_out(map, here) ? "leaves" : "enters");
        check.report(std::move(finding));
      }
    }
  }
}

}  // namespace

MapRule lane_directions() {
  return {
      .uid = "scrutineer.internal:xodr:1.1.0:map.lane_directions",
      .group = "linkage",
      .title = "Linked lanes run the same way.",
      .doc =
          "Where lanes that vehicles use are linked, traffic leaves one of them and enters the other. Which way it "
          "runs "
          "comes from the side of the road that the lane is on, the road's `rule` (RHT or LHT) and the lane's "
          "`direction`; lanes of both directions fit everywhere. Links whose ends do not meet are findings of "
          "map.connected_lanes.",
      .why =
          "No route leads over such a link, so nothing ahead is seen from there: neither junctions and signals nor "
          "other vehicles.",
      .remedy =
          "A `rule` that only some of the roads have is forgotten or wrong; else it is a wrong lane number in the "
          "link, "
          "or a wrong `direction`.",
      .level = Level::warning,
      .drives = true,
      .needs = Needs::network,
      .run = judge_directions,
  };
}

}  // namespace scrutineer::map::rules
