// Road distances on the way: they do not jump where somebody crosses from one road to the next.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "kit/data.h"
#include "kit/maps.h"
#include "kit/random.h"
#include "map/lane_graph.h"
#include "map/read.h"
#include "map/road_distance.h"

namespace scrutineer::map {
namespace {

RoadPosition centre_of(const RoadNetwork& map, LaneId id, double s) {
  RoadPosition position;
  position.road = map.lane(id).road;
  position.lane = id;
  position.s = s;
  position.t = lane_span(map, id, s).centre();
  return position;
}

// Some drive along lanes that carry vehicles, as far as it goes or 600 m.
class Drive {
 public:
  Drive(const RoadNetwork& map, LaneId begin, kit::Random& random) : map_(map) {
    DirectedLane lane = as_travelled(map, begin);
    while (true) {
      lanes_.push_back(lane);
      begins_.push_back(length_);
      length_ += map.lane(lane.lane).s_end - map.lane(lane.lane).s_begin;
      auto next = next_lanes(map, lane);
      std::erase_if(next, [&](const DirectedLane& n) { return !carries_vehicles(map.lane(n.lane).type); });
      if (next.empty() || length_ > 600.0) break;
      lane = next[random.index(next.size())];
    }
  }

  double length() const { return length_; }
  RoadPosition at(double x) const {
    const std::size_t i = step_at(x);
    const Lane& lane = map_.lane(lanes_[i].lane);
    const double ds = std::min(x - begins_[i], lane.s_end - lane.s_begin);
    return centre_of(map_, lanes_[i].lane, lanes_[i].along_s ? lane.s_begin + ds : lane.s_end - ds);
  }
  bool along_s(double x) const { return lanes_[step_at(x)].along_s; }

 private:
  std::size_t step_at(double x) const {
    return static_cast<std::size_t>(std::upper_bound(begins_.begin(), begins_.end(), x) - begins_.begin()) - 1;
  }

  const RoadNetwork& map_;
  std::vector<DirectedLane> lanes_;
  std::vector<double> begins_;
  double length_ = 0.0;
};

struct Counts {
  std::size_t asked = 0, lost = 0, longer = 0, shorter = 0;
  std::size_t shorter_nearby = 0;  // of those up to 30 m apart
};

// One follows the other at a constant distance along the same lanes: ahead and behind must see just that distance, or
// a shorter one where another way is shorter.
Counts follow_each_other(const RoadNetwork& map, int drives) {
  kit::Random random(7);
  RoadReach from_behind(map), from_ahead(map);
  Counts counts;
  for (int i = 0; i < drives; ++i) {
    const LaneId begin{random.index(map.lanes().size())};
    if (!carries_vehicles(map.lane(begin).type)) continue;
    const Drive drive(map, begin, random);
    for (const double gap : {5.0, 30.0, 120.0}) {
      for (double x = 0.0; x + gap < drive.length(); x += 3.7) {
        const RoadPosition back = drive.at(x), front = drive.at(x + gap);
        from_behind.move_ego(back, drive.along_s(x));
        from_ahead.move_ego(front, drive.along_s(x + gap));
        const auto ahead = from_behind.distance_to(front), behind = from_ahead.distance_to(back);
        for (const auto& lon :
             {ahead ? std::optional(ahead->lon) : std::nullopt, behind ? std::optional(-behind->lon) : std::nullopt}) {
          ++counts.asked;
          if (!lon) {
            ++counts.lost;
          } else if (std::abs(*lon) > gap + 1e-6) {
            ++counts.longer;
          } else if (std::abs(*lon - gap) > 1e-6) {
            ++counts.shorter;
            if (gap <= 30.0) ++counts.shorter_nearby;
          }
        }
      }
    }
  }
  return counts;
}

TEST(RoadDistanceJoints, WhoFollowsSeesTheDistanceDriven) {
  for (const auto& [name, document] : kit::all_generated_maps()) {
    const Counts counts = follow_each_other(*build_network(document), 100);
    EXPECT_GT(counts.asked, 0U) << name;
    EXPECT_EQ(counts.lost, 0U) << name;
    EXPECT_EQ(counts.longer, 0U) << name;
    const bool has_rings = name.find("roundabout") != std::string::npos || name.find("grid") != std::string::npos;
    if (!has_rings) {
      EXPECT_EQ(counts.shorter, 0U) << name;
    }
  }
}

TEST(RoadDistanceJoints, WhoFollowsSeesTheDistanceDrivenOnRealMaps) {
  SCRUTINEER_NEEDS_DATA();
  struct Case {
    const char* map;
    bool has_blocks;       // two ways lead around a block
    bool has_small_rings;  // two ways lead around a roundabout, or side by side from one lane to another
  };
  const Case cases[] = {
      {"A39_Wolfsburg-West", false, false},
      {"fabriksgatan", false, false},
      {"multi_intersections", false, false},
      {"soderleden", false, false},
      {"bendplatz", false, false},
      {"SampleDatabase", false, false},
      {"Town01", true, false},
      {"Town07", true, false},
      {"Town10HD", true, false},
      {"cloverleaf", true, false},
      {"CampusUAH_v1_7", true, true},
      {"McityMap_Main", true, true},
  };
  for (const Case& c : cases) {
    const Counts counts = follow_each_other(*kit::load_map(c.map), 12);
    EXPECT_GT(counts.asked, 100U) << c.map;
    EXPECT_EQ(counts.lost, 0U) << c.map;
    EXPECT_EQ(counts.longer, 0U) << c.map;
    EXPECT_TRUE(c.has_blocks || counts.shorter == 0) << c.map;
    EXPECT_TRUE(c.has_small_rings || counts.shorter_nearby == 0) << c.map;
  }
}

// Wherever the ego stands on a map without rings: nothing jumps for an actor that goes from one lane to the next.
TEST(RoadDistanceJoints, AnActorDoesNotJump) {
  for (const auto& [name, document] : kit::all_generated_maps()) {
    // Rings have two ways around; in the narrowing lane two lane centres become one.
    if (name.find("roundabout") == 0 || name.find("grid") == 0 || name == "narrowing_lane") continue;
    const auto map = build_network(document);
    RoadReach reach(*map);
    for (std::size_t ego = 0; ego < map->lanes().size(); ++ego) {
      const Lane& lane = map->lanes()[ego];
      const DirectedLane travelled = as_travelled(*map, LaneId{ego});
      reach.move_ego(centre_of(*map, LaneId{ego}, 0.5 * (lane.s_begin + lane.s_end)), travelled.along_s);
      for (std::size_t i = 0; i < map->lanes().size(); ++i) {
        const DirectedLane from = as_travelled(*map, LaneId{i});
        const Lane& before_lane = map->lane(from.lane);
        if (!carries_vehicles(before_lane.type)) continue;
        const auto before =
            reach.distance_to(centre_of(*map, from.lane, from.along_s ? before_lane.s_end : before_lane.s_begin));
        for (const DirectedLane& to : next_lanes(*map, from)) {
          const Lane& after_lane = map->lane(to.lane);
          const auto after =
              reach.distance_to(centre_of(*map, to.lane, to.along_s ? after_lane.s_begin : after_lane.s_end));
          if (!before || !after) continue;  // it leaves or joins the roads that lead to or from the ego
          EXPECT_NEAR(before->lon, after->lon, 1e-6) << name;
          EXPECT_NEAR(before->lat, after->lat, 1e-6) << name;
        }
      }
    }
  }
}

}  // namespace
}  // namespace scrutineer::map
