// Round trips on every real map: what a place on a lane becomes as a point must be found again from the point.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "kit/data.h"
#include "kit/random.h"
#include "map/lookup.h"
#include "map/read.h"

namespace scrutineer::map {
namespace {

class EveryMap : public testing::TestWithParam<std::filesystem::path> {
 protected:
  void SetUp() override {
    auto read = read_xodr_file(GetParam().string());
    ASSERT_TRUE(read) << to_string(read.problem());
    map = std::move(*read);
  }
  std::unique_ptr<const RoadNetwork> map;
};

TEST_P(EveryMap, PlaceToPointToPlaceIsWithinACentimetre) {
  std::vector<RoadPosition> found;
  double worst = 0.0;
  for (const kit::LanePlace& place : kit::random_lane_positions(*map, 10000, 7, 0.01)) {
    locate(*map, place.point, std::nullopt, found);
    double nearest = 1e9;
    for (const RoadPosition& at : found) {
      if (at.road != place.road) continue;
      nearest = std::min(nearest, std::max(std::abs(at.s - place.s), std::abs(at.t - place.t)));
    }
    worst = std::max(worst, nearest);
    ASSERT_LT(nearest, 0.01) << "road " << map->road(place.road).id << " s " << place.s << " t " << place.t;
  }
  RecordProperty("worst_metres", std::to_string(worst));
}

TEST_P(EveryMap, TheIndexMissesNoRoad) {
  for (const kit::LanePlace& place : kit::random_lane_positions(*map, 200, 11)) {
    std::set<RoadId> by_index, one_by_one;
    for (const RoadPosition& at : locate(*map, place.point)) by_index.insert(at.road);
    for (std::size_t road = 0; road < map->roads().size(); ++road) {
      if (locate_on_road(*map, place.point, RoadId(road))) one_by_one.insert(RoadId(road));
    }
    ASSERT_EQ(by_index, one_by_one) << "near road " << map->road(place.road).id << " s " << place.s << " t " << place.t;
  }
}

TEST_P(EveryMap, FollowingAnActorAgreesWithLookingItUpCold) {
  for (const auto& drive : kit::random_drives(*map, 20000, 13)) {
    std::optional<RoadPosition> last;
    for (const kit::LanePlace& place : drive) {
      const auto cold = locate(*map, place.point);
      if (cold.empty()) {  // a gap in the map
        last.reset();
        continue;
      }
      const auto hot = last ? follow(*map, place.point, *last) : std::nullopt;
      if (hot) {
        const bool agrees = std::ranges::any_of(cold, [&hot](const RoadPosition& c) {
          // Where two geometries do not quite meet, a place belongs to the lane sections on both sides.
          return c.road == hot->road && std::abs(c.s - hot->s) < 0.01 && std::abs(c.t - hot->t) < 0.01;
        });
        ASSERT_TRUE(agrees) << "road " << map->road(hot->road).id << " s " << hot->s << " t " << hot->t;
      } else if (last) {
        // Only where the road it was on does not hold the point any more.
        ASSERT_FALSE(locate_on_road(*map, place.point, last->road)) << "road " << map->road(last->road).id;
      }
      last = hot ? *hot : cold.front();
    }
  }
}

std::string test_name(const testing::TestParamInfo<std::filesystem::path>& info) {
  std::string name = info.param.stem().string();
  std::ranges::replace_if(name, [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; }, '_');
  return name;
}

TEST(EveryMapOfTheData, IsLookedAt) {
  SCRUTINEER_NEEDS_DATA();
  EXPECT_GE(kit::all_maps().size(), 30U);
}

GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(EveryMap);
INSTANTIATE_TEST_SUITE_P(Maps, EveryMap, testing::ValuesIn(kit::all_maps()), test_name);

}  // namespace
}  // namespace scrutineer::map
