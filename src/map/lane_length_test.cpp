#include "map/lane_length.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "kit/data.h"
#include "kit/maps.h"
#include "map/lookup.h"
#include "map/read.h"

namespace scrutineer::map {
namespace {

// A second way: points a centimetre apart.
double by_points(const RoadNetwork& map, LaneId lane, double from, double to) {
  const int steps = static_cast<int>(std::ceil(std::abs(to - from) / 0.01));
  double length = 0.0;
  RoadPoint last = point_at(map, lane, from, 0.0);
  for (int i = 1; i <= steps; ++i) {
    const RoadPoint next = point_at(map, lane, from + (to - from) * i / steps, 0.0);
    length += std::hypot(next.x - last.x, next.y - last.y);
    last = next;
  }
  return length;
}

void expect_as_by_points(const RoadNetwork& map, int rounds, const std::string& name) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> part(0.0, 1.0);
  std::uniform_int_distribution<std::size_t> lanes(0, map.lanes().size() - 1);
  for (int i = 0; i < rounds; ++i) {
    const LaneId id(lanes(random));
    const Lane& lane = map.lane(id);
    const double span = std::min(lane.s_end - lane.s_begin, 60.0);
    const double from = lane.s_begin + span * part(random), to = lane.s_begin + span * part(random);
    const double length = centre_length(map, id, from, to);
    // Strips may begin a little beside the last one's end.
    EXPECT_NEAR(length, by_points(map, id, from, to), 0.005 + 1e-5 * length)
        << name << ", road " << map.road(lane.road).id << ", lane " << lane.number << ", s " << from << " to " << to;
    EXPECT_EQ(length, centre_length(map, id, to, from)) << "either way";
    const LaneRuler ruler(map, id);
    EXPECT_NEAR(std::abs(ruler.at(to) - ruler.at(from)), length, 1e-5) << name << ", lane " << lane.number;
    EXPECT_EQ(ruler.at(lane.s_begin - 1.0), 0.0) << "before the lane";
    EXPECT_EQ(ruler.at(lane.s_end + 1.0), ruler.at(lane.s_end)) << "behind the lane";
  }
}

TEST(LaneLength, IsThatOfTheCentreLineOnMadeRoads) {
  expect_as_by_points(*build_network(kit::four_way_crossing()), 200, "four-way crossing");
}

TEST(LaneLength, IsThatOfTheCentreLineOnRealMaps) {
  for (const std::string& name :
       kit::maps_like({"Town10HD", "curves_elevation", "ArcLaneRolledAndOffset", "soderleden"}))
    expect_as_by_points(*kit::load_map(name), 100, name);
}

TEST(LaneLength, NeedNotBeRightBeyondWhatIsEnough) {
  const auto map = build_network(kit::four_way_crossing());
  for (std::size_t i = 0; i < map->lanes().size(); ++i) {
    const Lane& lane = map->lanes()[i];
    const double whole = centre_length(*map, LaneId(i), lane.s_begin, lane.s_end);
    EXPECT_GT(centre_length(*map, LaneId(i), lane.s_begin, lane.s_end, 0.5 * whole), 0.5 * whole);
    EXPECT_EQ(centre_length(*map, LaneId(i), lane.s_begin, lane.s_end, whole), whole);
  }
}

}  // namespace
}  // namespace scrutineer::map
