#include <fmt/format.h>

#include "map/detail/lane_ends.h"
#include "map/detail/lane_use.h"
#include "map/rules/catalogue.h"
#include "map/rules/check_context.h"

namespace scrutineer::map::rules {
namespace {

using detail::LaneEnd;

constexpr double kMaxGap = 0.5;  // metres

// Of two ends that do not meet, the one that traffic leaves is where it is noticed.
bool is_where_it_is_noticed(const RoadNetwork& map, LaneEnd end, LaneEnd other) {
  const bool out = leads_out(map, end), other_out = leads_out(map, other);
  return out != other_out ? out : end < other;
}

void judge_gaps(Check& check) {
  const RoadNetwork& map = check.map();
  const double max_gap = check.tolerance("max_gap");
  for (std::size_t i = 0; i < map.lanes().size(); ++i) {
    if (!detail::is_in_use(map.lanes()[i].type)) continue;
    for (const ContactPoint end : {ContactPoint::start, ContactPoint::end}) {
      const LaneEnd here{LaneId(i), end};
      const std::vector<LaneEnd> linked = linked_ends(map, here);
      if (linked.empty()) continue;
      const auto section = cross_section(map, here);
      if (!section) continue;
      for (const LaneEnd there : linked) {
        if (!detail::is_in_use(map.lane(there.lane).type) || !is_where_it_is_noticed(map, here, there)) continue;
        const auto other = cross_section(map, there);
        if (!other) continue;
        const double gap = distance(*section, *other);
        if (gap <= max_gap) continue;
        Finding finding = finding_at(map, here.lane, *section);
        finding.measured = gap;
        finding.threshold = max_gap;
        finding.unit = "m";
        finding.message =
            fmt::format("does not reach {} at s {:.2f}, to which it is linked", name_of(map, there.lane), other->s);
        check.report(std::move(finding));
      }
    }
  }
}

}  // namespace

MapRule connected_lanes() {
  return {
      .uid = "scrutineer.internal:xodr:1.1.0:map.connected_lanes",
      .group = "smoothness",
      .title = "Linked lanes meet.",
      .doc =
          "Where one lane is linked to another, in the next lane section, on the next road or in a junction, their "
          "cross-sections from border to border lie at most max_gap apart in the plane. They may touch or overlap "
          "anyhow, so a lane that narrows to nothing and joins its neighbour is sound. Which end of the other road is "
          "meant comes from the file's contact points, not from what lies near.",
      .why = "What follows the link jumps: routes, distances along the road and simulated traffic are wrong there.",
      .remedy =
          "A gap as long as a road is a wrong contactPoint; a gap as wide as some lanes is a wrong lane number in the "
          "link; any other gap is geometry that does not join.",
      .level = Level::error,
      .drives = true,
      .needs = Needs::network,
      .tolerances = {{"max_gap", "m", "Linked cross-sections further apart than this are a finding.", kMaxGap}},
      .run = judge_gaps,
  };
}

}  // namespace scrutineer::map::rules
