// Round trips on every real map: what a place on a lane becomes as a point must be found again from the point.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <set>

#include "kit/data.h"
#include "map/lookup.h"
#include "map/read.h"

namespace scrutineer::map {
namespace {

struct Place {
  RoadId road;
  double s, t;
  Point point;
};

// Places on lanes, each road weighted by its length.
class RandomPlaces {
 public:
  RandomPlaces(const RoadNetwork& map, std::uint64_t seed) : map_(map), random_(seed) {
    for (const Road& road : map.roads()) ends_.push_back(total_ += road.length);
  }

  Place next() {
    for (;;) {
      const double at = std::uniform_real_distribution(0.0, total_)(random_);
      const RoadId road(static_cast<std::size_t>(std::lower_bound(ends_.begin(), ends_.end(), at) - ends_.begin()));
      const double s = std::uniform_real_distribution(0.0, map_.road(road).length)(random_);
      const LaneSpan span = road_span(map_, road, s);
      if (span.width() < 0.01) continue;
      const double t = std::uniform_real_distribution(span.right, span.left)(random_);
      const RoadPoint p = point_at(map_, road, s, t);
      return {road, s, t, {p.x, p.y}};
    }
  }

 private:
  const RoadNetwork& map_;
  std::mt19937_64 random_;
  std::vector<double> ends_;
  double total_ = 0.0;
};

class EveryMap : public testing::TestWithParam<std::filesystem::path> {
 protected:
  void SetUp() override {
    SCRUTINEER_NEEDS_DATA();
    auto read = read_xodr_file(GetParam().string());
    ASSERT_TRUE(read) << to_string(read.problem());
    map = std::move(*read);
  }
  std::unique_ptr<const RoadNetwork> map;
};

TEST_P(EveryMap, PlaceToPointToPlaceIsWithinACentimetre) {
  RandomPlaces places(*map, 7);
  std::vector<RoadPosition> found;
  double worst = 0.0;
  for (int i = 0; i < 10000; ++i) {
    const Place place = places.next();
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
  RandomPlaces places(*map, 11);
  for (int i = 0; i < 200; ++i) {
    const Place place = places.next();
    std::set<RoadId> by_index, one_by_one;
    for (const RoadPosition& at : locate(*map, place.point)) by_index.insert(at.road);
    for (std::size_t road = 0; road < map->roads().size(); ++road) {
      if (locate_on_road(*map, place.point, RoadId(road))) one_by_one.insert(RoadId(road));
    }
    ASSERT_EQ(by_index, one_by_one) << "near road " << map->road(place.road).id << " s " << place.s << " t " << place.t;
  }
}

TEST_P(EveryMap, FollowingAnActorAgreesWithLookingItUpCold) {
  RandomPlaces places(*map, 13);
  std::mt19937_64 random(17);
  for (int drive = 0; drive < 300; ++drive) {
    // Half a metre per step along a lane's centre, over links while there are any.
    const Place start = places.next();
    const auto first = locate_on_road(*map, start.point, start.road);
    if (!first) continue;
    RoadPosition at = *first;
    LaneId lane = at.lane;
    double s = at.s;
    bool along = drives_along_s(*map, lane);
    const double offset = at.offset;
    for (int step = 0; step < 200; ++step) {
      s += along ? 0.5 : -0.5;
      const Lane& now = map->lane(lane);
      const double over = along ? s - now.s_end : now.s_begin - s;
      if (over > 0.0) {
        const auto& links = along ? now.successors : now.predecessors;
        if (links.empty()) break;
        const LaneId next = links[std::uniform_int_distribution<std::size_t>(0, links.size() - 1)(random)];
        const auto& back = map->lane(next).predecessors;
        along = std::ranges::find(back, lane) != back.end();
        s = along ? map->lane(next).s_begin + over : map->lane(next).s_end - over;
        lane = next;
      }
      const LaneSpan span = lane_span(*map, lane, s);
      const double aside = std::clamp(offset, -0.45 * span.width(), 0.45 * span.width());
      const RoadPoint p = point_at(*map, lane, s, along == drives_along_s(*map, lane) ? aside : -aside);
      const auto cold = locate(*map, {p.x, p.y});
      if (cold.empty()) break;  // a gap in the map
      const auto hot = follow(*map, {p.x, p.y}, at);
      if (hot) {
        const bool agrees = std::ranges::any_of(cold, [&hot](const RoadPosition& c) {
          // Where two geometries do not quite meet, a place belongs to the lane sections on both sides.
          return c.road == hot->road && std::abs(c.s - hot->s) < 0.01 && std::abs(c.t - hot->t) < 0.01;
        });
        ASSERT_TRUE(agrees) << "road " << map->road(hot->road).id << " s " << hot->s << " t " << hot->t;
        at = *hot;
      } else {
        // Only where the road it was on does not hold the point any more.
        ASSERT_FALSE(locate_on_road(*map, {p.x, p.y}, at.road)) << "road " << map->road(at.road).id << " s " << at.s;
        at = cold.front();
      }
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
