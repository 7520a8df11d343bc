// The generated maps as the map library sees them, held against the kit's own evaluation of the same documents.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "kit/curve.h"
#include "kit/maps.h"
#include "map/lookup.h"
#include "map/read.h"
#include "map/road_network.h"

namespace scrutineer::kit {
namespace {

using namespace map;

double distance(const RoadPoint& a, const RoadPoint& b) { return std::hypot(a.x - b.x, a.y - b.y, a.z - b.z); }

std::array<RoadPoint, 2> cross_section(const RoadNetwork& map, const Lane& lane, LaneId id, double s) {
  const LaneSpan span = lane_span(map, id, s);
  return {point_at(map, lane.road, s, span.right), point_at(map, lane.road, s, span.left)};
}

// The lanes of the network whose ends are linked are in the same place there.
TEST(GeneratedNetworks, LinkedLanesMeet) {
  for (const auto& [name, document] : all_generated_maps()) {
    const auto map = build_network(document);
    EXPECT_THAT(map->warnings(), testing::IsEmpty()) << name;
    std::size_t links = 0;
    for (std::size_t i = 0; i < map->lanes().size(); ++i) {
      const Lane& lane = map->lanes()[i];
      const auto meets = [&](double s, LaneId other_id) {
        ++links;
        const Lane& other = map->lane(other_id);
        const auto here = cross_section(*map, lane, LaneId(i), s);
        double best = 1e9;
        for (const double there : {other.s_begin, other.s_end}) {
          const auto section = cross_section(*map, other, other_id, there);
          if (distance(here[0], here[1]) < 1e-3) {  // without width: on the other's border
            best = std::min({best, distance(here[0], section[0]), distance(here[0], section[1])});
          } else if (distance(section[0], section[1]) < 1e-3) {
            best = std::min({best, distance(section[0], here[0]), distance(section[0], here[1])});
          } else {
            best = std::min({best, std::max(distance(here[0], section[0]), distance(here[1], section[1])),
                             std::max(distance(here[0], section[1]), distance(here[1], section[0]))});
          }
        }
        EXPECT_LT(best, 1e-3) << name << ": road " << map->road(lane.road).id << " lane " << lane.number << " and road "
                              << map->road(other.road).id << " lane " << other.number;
      };
      for (const LaneId next : lane.successors) meets(lane.s_end, next);
      for (const LaneId previous : lane.predecessors) meets(lane.s_begin, previous);
    }
    const bool has_links = document.roads.size() > 1 && name != "bridge";
    EXPECT_EQ(links > 0, has_links || document.roads[0].sections.size() > 1) << name;
  }
}

TEST(GeneratedNetworks, PointsAreWhereTheKitPutsThem) {
  constexpr int kSamples = 97;
  for (const auto& [name, document] : all_generated_maps()) {
    const auto map = build_network(document);
    for (const RoadRecord& road : document.roads) {
      const RoadId id = map->find_road(road.id);
      for (int i = 0; i <= kSamples; ++i) {
        const double s = road.length * i / kSamples;
        for (const double t : {-6.0, 0.0, 3.0}) {
          const Spot expected = spot_at(road, s, t);
          const RoadPoint actual = point_at(*map, id, s, t);
          ASSERT_NEAR(actual.x, expected.x, 1e-5) << name << " road " << road.id << " s " << s << " t " << t;
          ASSERT_NEAR(actual.y, expected.y, 1e-5) << name << " road " << road.id << " s " << s << " t " << t;
          ASSERT_NEAR(actual.z, expected.z, 1e-5) << name << " road " << road.id << " s " << s << " t " << t;
        }
        const Pose pose = pose_at(road, s);
        const RoadPoint reference = point_at(*map, id, s, 0.0);
        ASSERT_NEAR(normalised_angle(reference.heading - pose.heading), 0.0, 1e-5)
            << name << " road " << road.id << " s " << s;
      }
      for (const LaneSectionRecord& section : road.sections) {
        const double middle = 0.5 * (section.s + section_end(road, section));
        for (const LaneRecord& lane : section.lanes) {
          const LaneBorders borders = lane_borders(road, section, lane.number, middle);
          const LaneSpan span = lane_span(*map, map->find_lane(id, middle, lane.number), middle);
          ASSERT_NEAR(span.right, std::min(borders.inner, borders.outer), 1e-9) << name << " lane " << lane.number;
          ASSERT_NEAR(span.left, std::max(borders.inner, borders.outer), 1e-9) << name << " lane " << lane.number;
        }
      }
    }
  }
}

}  // namespace
}  // namespace scrutineer::kit
