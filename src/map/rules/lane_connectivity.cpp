#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <set>
#include <span>
#include <utility>

#include "base/quantity.h"
#include "map/detail/lane_ends.h"
#include "map/detail/lane_use.h"
#include "map/rules/catalogue.h"
#include "map/rules/check_context.h"

namespace scrutineer::map::rules {
namespace {

using detail::kBothEnds;
using detail::LaneEnd;
using detail::LaneEndSection;

constexpr double kMaxDistance = 0.5;     // metres
constexpr double kMaxTurnAtLink = 30.0;  // degrees
constexpr double kMinLinkedWidth = 0.5;  // metres

std::vector<LaneEnd> ends_of(const LaneSection& section, ContactPoint end) {
  std::vector<LaneEnd> ends;
  ends.reserve(section.lane_count);
  for (std::size_t i = 0; i < section.lane_count; ++i) ends.push_back({LaneId(section.first_lane + i), end});
  return ends;
}

std::vector<LaneEnd> ends_of(const RoadNetwork& map, RoadId road, ContactPoint end) {
  const auto sections = map.sections_of(road);
  if (sections.empty()) return {};
  return ends_of(end == ContactPoint::start ? sections.front() : sections.back(), end);
}

// Can one go on from one end to the other, both in place and in direction of travel?
bool could_be_linked(const RoadNetwork& map, LaneEnd a, LaneEnd b) {
  return (leads_out(map, a) && leads_in(map, b)) || (leads_in(map, a) && leads_out(map, b));
}

// The angle by which the way turns that leaves a and enters b, in degrees.
double turn(const LaneEndSection& a, const LaneEndSection& b) {
  return std::abs(std::remainder(a.outward - (b.outward + kPi), 2.0 * kPi)) * 180.0 / kPi;
}

double between_centres(const LaneEndSection& a, const LaneEndSection& b) {
  return std::hypot(a.centre.x - b.centre.x, a.centre.y - b.centre.y);
}

// A road's end, and another's that meets it.
struct Meeting {
  RoadId road;
  ContactPoint end = ContactPoint::start;
  RoadId other;
  ContactPoint other_end = ContactPoint::start;

  auto operator<=>(const Meeting&) const = default;
};

// All pairs of which roads_meet() says so, from either side, sorted.
std::vector<Meeting> meetings_of(const RoadNetwork& map) {
  std::vector<Meeting> all;
  const auto add = [&](RoadId road, ContactPoint end, RoadId other, ContactPoint other_end) {
    all.push_back({road, end, other, other_end});
    all.push_back({other, other_end, road, end});
  };
  for (std::size_t i = 0; i < map.roads().size(); ++i) {
    for (const ContactPoint end : kBothEnds) {
      const RoadEnd& next = detail::road_end(map.roads()[i], end);
      if (next.road.valid()) add(RoadId(i), end, next.road, next.contact);
    }
  }
  for (std::size_t i = 0; i < map.junctions().size(); ++i) {
    for (const Connection& connection : map.junctions()[i].connections) {
      for (const ContactPoint end : kBothEnds)
        if (detail::road_end(map.road(connection.incoming), end).junction == JunctionId(i))
          add(connection.incoming, end, connection.connecting, connection.contact);
    }
  }
  std::ranges::sort(all);
  const auto repeated = std::ranges::unique(all);
  all.erase(repeated.begin(), repeated.end());
  return all;
}

// All lanes that end at one place of a road, and all that the file lets begin there.
struct LaneJoint {
  std::vector<LaneEnd> here, there;
  // Where links are stated: by the lanes, by those of a connecting road, or, where a road leads into a junction, by the
  // junction and its connecting roads only.
  enum class Kind { plain, connecting_road, into_junction };
  Kind kind = Kind::plain;
};

class MissingLinks {
 public:
  explicit MissingLinks(Check& check)
      : check_(check),
        map_(check.map()),
        meetings_(meetings_of(map_)),
        max_distance_(check.tolerance("max_distance")),
        max_turn_(check.tolerance("max_turn")),
        min_width_(check.tolerance("min_width")) {}

  void run() {
    for (std::size_t i = 0; i < map_.roads().size(); ++i) {
      const RoadId road(i);
      const auto sections = map_.sections_of(road);
      for (std::size_t k = 0; k + 1 < sections.size(); ++k) {
        look_at({ends_of(sections[k], ContactPoint::end), ends_of(sections[k + 1], ContactPoint::start)});
        look_at({ends_of(sections[k + 1], ContactPoint::start), ends_of(sections[k], ContactPoint::end)});
      }
      for (const ContactPoint end : kBothEnds) look_at_road_end(road, end);
    }
  }

 private:
  void look_at_road_end(RoadId road, ContactPoint end) {
    const RoadEnd& next = detail::road_end(map_.road(road), end);
    if (next.road.valid()) {
      if (!is_returned(road, end)) {
        report_unreturned(road, end);
      } else {
        look_at({.here = ends_of(map_, road, end),
                 .there = ends_of(map_, next.road, next.contact),
                 .kind = map_.road(road).junction.valid() ? LaneJoint::Kind::connecting_road : LaneJoint::Kind::plain});
      }
    } else if (next.junction.valid()) {
      const Junction& junction = map_.junction(next.junction);
      if (junction.kind == JunctionRecord::Kind::virtual_) return;  // lanes go on through it
      LaneJoint joint{.here = ends_of(map_, road, end), .there = {}, .kind = LaneJoint::Kind::into_junction};
      for (const Meeting& meeting : meetings_at(road, end)) {
        if (!std::ranges::binary_search(junction.connecting_roads, meeting.other)) continue;
        const auto ends = ends_of(map_, meeting.other, meeting.other_end);
        joint.there.insert(joint.there.end(), ends.begin(), ends.end());
      }
      look_at(joint);
    }
  }

  std::span<const Meeting> meetings_at(RoadId road, ContactPoint end) const {
    const auto found = std::ranges::equal_range(meetings_, std::pair(road, end), {},
                                                [](const Meeting& one) { return std::pair(one.road, one.end); });
    return {found.begin(), found.end()};
  }

  // Does the next road name this one in turn? What leads into a junction names that, and a connection of the junction
  // that this road belongs to names both, so these count as returned.
  bool is_returned(RoadId road, ContactPoint end) const {
    const RoadEnd& next = detail::road_end(map_.road(road), end);
    const RoadEnd& back = detail::road_end(map_.road(next.road), next.contact);
    if (back.junction.valid() || (back.road == road && back.contact == end)) return true;
    const JunctionId own = map_.road(road).junction;
    return own.valid() && detail::has_connection(map_.junction(own), next.road, road, end);
  }

  // A road that names a next road which knows nothing of it: lanes cannot be linked on both sides.
  void report_unreturned(RoadId road, ContactPoint end) {
    const RoadEnd& next = detail::road_end(map_.road(road), end);
    double nearest = std::numeric_limits<double>::infinity(), s = 0.0;
    for (const LaneEnd here : ends_of(map_, road, end)) {
      const auto section = cross_section(map_, here);
      if (!section || !detail::is_in_use(map_.lane(here.lane).type)) continue;
      for (const LaneEnd there : ends_of(map_, next.road, next.contact)) {
        const auto other = cross_section(map_, there);
        if (!other || !detail::is_in_use(map_.lane(there.lane).type) || !could_be_linked(map_, here, there)) continue;
        if (turn(*section, *other) > max_turn_) continue;
        nearest = std::min(nearest, distance(*section, *other));
        s = section->s;
      }
    }
    if (nearest > max_distance_) return;
    Finding finding = finding_at(map_, road, s);
    finding.measured = nearest;
    finding.threshold = max_distance_;
    finding.unit = "m";
    finding.message = fmt::format("names road {} as its {}, which does not name it in turn", map_.road(next.road).id,
                                  end == ContactPoint::start ? "predecessor" : "successor");
    check_.report(std::move(finding));
  }

  bool is_linked(LaneEnd end) const {
    return std::ranges::any_of(linked_ends(map_, end),
                               [&](LaneEnd other) { return detail::is_in_use(map_.lane(other.lane).type); });
  }

  bool states_link(LaneEnd end) const {
    const Lane& lane = map_.lane(end.lane);
    return end.end == ContactPoint::start ? lane.states_predecessor : lane.states_successor;
  }

  void look_at(const LaneJoint& joint) {
    for (const LaneEnd here : joint.here) {
      const LaneType type = map_.lane(here.lane).type;
      if (!detail::is_in_use(type)) continue;
      const bool into_junction = joint.kind == LaneJoint::Kind::into_junction;
      if (into_junction ? is_linked(here) : states_link(here)) continue;
      // Lanes that leave the junction are linked by the connecting roads that lead to them: they are looked at there.
      if (into_junction && !leads_out(map_, here)) continue;
      const bool another_is_linked = std::ranges::any_of(joint.here, [&](LaneEnd other) {
        return other != here && map_.lane(other.lane).type == type && shows_that_links_are_stated(here, other, joint);
      });
      if (another_is_linked) look_for_neighbour(here, joint);
    }
  }

  // In a junction the lanes of either direction are linked by connections of their own, and where those of one
  // direction are not, that says nothing of the other.
  bool shows_that_links_are_stated(LaneEnd here, LaneEnd other, const LaneJoint& joint) const {
    if (joint.kind == LaneJoint::Kind::plain) return is_linked(other);
    if (leads_out(map_, other) != leads_out(map_, here)) return false;
    return joint.kind == LaneJoint::Kind::into_junction ? is_linked(other) : states_link(other);
  }

  // Reports the lane beyond the joint that the unlinked one most probably goes on as.
  void look_for_neighbour(LaneEnd here, const LaneJoint& joint) {
    const auto section = cross_section(map_, here);
    if (!section || section->width < min_width_) return;
    std::optional<LaneEnd> nearest;
    double nearest_distance = max_distance_;
    for (const LaneEnd there : joint.there) {
      if (!detail::is_in_use(map_.lane(there.lane).type) || !could_be_linked(map_, here, there)) continue;
      const auto other = cross_section(map_, there);
      if (!other || other->width < min_width_ || turn(*section, *other) > max_turn_) continue;
      const double apart = between_centres(*section, *other);
      if (apart > nearest_distance || (nearest && apart == nearest_distance)) continue;
      nearest = there;
      nearest_distance = apart;
    }
    if (!nearest || reported_.contains(*nearest)) return;
    reported_.insert(here);
    Finding finding = finding_at(map_, here.lane, *section);
    finding.measured = nearest_distance;
    finding.threshold = max_distance_;
    finding.unit = "m";
    const std::string neighbour = name_of(map_, nearest->lane);
    finding.message = is_linked(here) ? fmt::format("{} is linked to it, but it names no lane in turn", neighbour)
                                      : fmt::format("has no link, though {} lies right at its end", neighbour);
    check_.report(std::move(finding));
  }

  Check& check_;
  const RoadNetwork& map_;
  std::vector<Meeting> meetings_;
  double max_distance_, max_turn_, min_width_;
  std::set<LaneEnd> reported_;  // a link that is missing on both sides is one finding
};

void run(Check& check) { MissingLinks(check).run(); }

}  // namespace

MapRule lane_connectivity() {
  return {
      .uid = "scrutineer.internal:xodr:1.1.0:map.lane_connectivity",
      .group = "linkage",
      .title = "No lane link is missing.",
      .doc =
          "At the end of a road, or of one of its lane sections, where a lane is linked to what follows, another lane "
          "of the same type that names no lane there should have nothing to go on to. If the centre of a lane "
          "that follows lies within max_distance of its own and they differ in heading by at most max_turn, the link "
          "has probably been forgotten. It is also reported if only one of the two lanes "
          "names the other, or if a road names a next road that does not name it in turn. In a junction the linked "
          "lane must be one of the same direction of travel. Lanes narrower than "
          "min_width there have ended and need no link, and so have lanes that traffic cannot pass between.",
      .why = "No route leads through, so distances along the road and the vehicle ahead are not found.",
      .remedy =
          "Add the predecessor or successor of the lane, the laneLink of the junction, or the road's link. Where one "
          "road is followed by two, they need a junction.",
      .level = Level::warning,
      .drives = true,
      .needs = Needs::network,
      .tolerances = {{"max_distance", "m", "Lane ends up to this far apart are probably the same place.", kMaxDistance},
                     {"max_turn", "deg", "Lanes that differ more in heading do not continue each other.",
                      kMaxTurnAtLink},
                     {"min_width", "m", "A lane that is narrower where it ends needs no link.", kMinLinkedWidth}},
      .run = run,
  };
}

}  // namespace scrutineer::map::rules
