#include <fmt/format.h>

#include "map/checks/catalogue.h"
#include "map/checks/findings.h"
#include "map/detail/lane_ends.h"
#include "map/detail/lane_use.h"

namespace scrutineer::map::checks {
namespace {

using detail::LaneEnd;

constexpr double kMaxGap = 0.5;  // metres

// Of two ends that do not meet, the one that traffic leaves is where it is noticed.
bool is_where_it_is_noticed(const RoadNetwork& map, LaneEnd end, LaneEnd other) {
  const bool out = leads_out(map, end), other_out = leads_out(map, other);
  return out != other_out ? out : end < other;
}

std::vector<Anomaly> run(const RoadNetwork& map) {
  std::vector<Anomaly> found;
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
        if (gap <= kMaxGap) continue;
        Anomaly anomaly = anomaly_at(map, here.lane, *section);
        anomaly.measured = gap;
        anomaly.threshold = kMaxGap;
        anomaly.unit = "m";
        anomaly.message =
            fmt::format("does not reach {} at s {:.2f}, to which it is linked", name_of(map, there.lane), other->s);
        found.push_back(std::move(anomaly));
      }
    }
  }
  return found;
}

}  // namespace

MapCheck connected_lanes() {
  return {
      .id = "map.connected_lanes",
      .title = "Linked lanes meet.",
      .doc =
          "Where one lane is linked to another, in the next lane section, on the next road or in a junction, their "
          "cross-sections from border to border lie at most max_gap apart in the plane. They may touch or overlap "
          "anyhow, so a lane that narrows to nothing and joins its neighbour is sound. Whoever follows such a link "
          "would jump. Either the link names the wrong lane or contact point, or the geometry of one of the two "
          "roads is off.",
      .severity = AnomalySeverity::error,
      .thresholds = {{"max_gap", "m", "Linked cross-sections further apart than this are an anomaly.", kMaxGap}},
      .skip_reason = skipped_without_roads,
      .run = run,
  };
}

}  // namespace scrutineer::map::checks
