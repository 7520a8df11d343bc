#include "live/teleporter_candidates.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "kit/data.h"
#include "kit/maps.h"
#include "live/detail/arrival.h"
#include "live/detail/lane_line.h"
#include "map/lane_graph.h"
#include "map/read.h"

namespace scrutineer::live::teleport {
namespace {

std::unique_ptr<const map::RoadNetwork> built(const map::Document& document) { return map::build_network(document); }

LaneName lane(const std::string& road, int number, std::uint32_t section = 0) {
  return {.road = road, .section = section, .lane = number, .edge = {}, .place = {}};
}

TEST(Arrival, IsThatOfADriveIntegratedStepByStep) {
  const double step = 1e-4;
  for (const double cruise : {5.0, 30.0 / 3.6, 25.0})
    for (const double acceleration : {0.5, 2.0, 2.6})
      for (const double distance : {0.0, 0.5, 20.0, 150.0, 1000.0}) {
        double driven = 0.0, speed = 0.0, time = 0.0;
        while (driven < distance) {
          const double next = std::min(cruise, speed + acceleration * step);
          driven += 0.5 * (speed + next) * step;
          speed = next;
          time += step;
        }
        const Arrival arrival = estimate_arrival(distance, cruise, acceleration);
        EXPECT_NEAR(arrival.seconds, time, 2e-3) << distance << " m at " << cruise << " m/s";
        EXPECT_EQ(arrival.reached_cruise, distance > cruise * cruise / (2.0 * acceleration)) << distance;
      }
}

TEST(LaneLine, RunsTheWayThatTrafficDoes) {
  const auto map = built(kit::straight_road(100.0));
  const LaneLine right(*map, map::as_travelled(*map, *find_lane(*map, lane("1", -1), {})));
  EXPECT_NEAR(right.length(), 100.0, 1e-9);
  EXPECT_NEAR(right.at(30.0).x, 30.0, 1e-9);
  EXPECT_NEAR(right.at(30.0).heading, 0.0, 1e-12);
  const LaneLine left(*map, map::as_travelled(*map, *find_lane(*map, lane("1", 1), {})));
  EXPECT_NEAR(left.at(30.0).x, 70.0, 1e-9);
  EXPECT_NEAR(std::cos(left.at(30.0).heading), -1.0, 1e-12);
  EXPECT_NEAR(left.at(-5.0).x, 100.0, 1e-9);
  EXPECT_NEAR(left.at(500.0).x, 0.0, 1e-9);
}

TEST(LaneLine, MeasuresBentLanesAlongTheirCentre) {
  // A left bend of 50 m radius over 90 degrees: the right lane's centre is 1.75 m further out.
  const auto map =
      built(kit::MapBuilder().road(kit::RoadBuilder("1").arc(25.0 * std::numbers::pi, 0.02).lanes({-1, 1})).build());
  const LaneLine line(*map, map::as_travelled(*map, *find_lane(*map, lane("1", -1), {})));
  const map::LaneSpan span = map::lane_span(*map, *find_lane(*map, lane("1", -1), {}), 10.0);
  EXPECT_NEAR(line.length(), (50.0 - span.centre()) * std::numbers::pi / 2.0, 1e-4);
  // Even steps of station are even steps of way.
  for (double station = 0.0; station + 5.0 < line.length(); station += 5.0) {
    const map::RoadPoint here = line.at(station), there = line.at(station + 5.0);
    const double chord = 2.0 * (50.0 - span.centre()) * std::sin(2.5 / (50.0 - span.centre()));
    EXPECT_NEAR(std::hypot(there.x - here.x, there.y - here.y), chord, 1e-4) << station;
  }
}

TEST(Candidates, AreSampledAlongEachLane) {
  const auto map = built(kit::straight_road(35.0));
  struct Case {
    const char* name;
    double spacing;
    bool endpoints;
    std::vector<double> stations;
  };
  const Case cases[] = {
      {"with both ends", 10.0, true, {0, 10, 20, 30, 35}},        {"without", 10.0, false, {10, 20, 30}},
      {"an end that is a sample too", 17.5, true, {0, 17.5, 35}}, {"... and is left out", 17.5, false, {17.5}},
      {"a lane shorter than the spacing", 50.0, true, {0, 35}},   {"... has none without ends", 50.0, false, {}},
  };
  for (const auto& [name, spacing, endpoints, stations] : cases) {
    Config config;
    config.lane_spawn_sources = {lane("1", -1)};
    config.midpoint_segment = lane("1", -1);
    config.midpoint_segment_fraction = 1.0;
    config.spawn_subdivision_spacing = spacing;
    config.include_segment_endpoints = endpoints;
    const auto plan = plan_lanes(*map, config);
    ASSERT_TRUE(plan) << name;
    std::vector<double> found;
    for (std::size_t i = 0; i < plan->candidates.size(); ++i) {
      found.push_back(plan->candidates[i].station);
      EXPECT_EQ(plan->candidates[i].index, i) << name;
      EXPECT_NEAR(plan->candidates[i].distance, 35.0 - found.back(), 1e-9) << name;
    }
    ASSERT_EQ(found.size(), stations.size()) << name;
    for (std::size_t i = 0; i < found.size(); ++i) EXPECT_NEAR(found[i], stations[i], 1e-9) << name;
  }
}

TEST(Candidates, BehindTheMidpointComeRoundOrDropOut) {
  // On a ring of 200 m every candidate reaches the midpoint; on a straight road those behind it do not.
  const double length = 200.0;
  const auto ring = built(kit::MapBuilder()
                              .road(kit::RoadBuilder("1").arc(length, 2.0 * std::numbers::pi / length).lanes({-1}))
                              .link({"1", map::ContactPoint::end}, {"1", map::ContactPoint::start})
                              .build());
  Config config;
  config.lane_spawn_sources = {lane("1", -1)};
  config.midpoint_segment = lane("1", -1);
  config.include_segment_endpoints = false;
  const auto round = plan_lanes(*ring, config);
  ASSERT_TRUE(round) << to_string(round.problem());
  EXPECT_EQ(round->unreachable, 0U);
  const double around = LaneLine(*ring, {round->midpoint, true}).length();
  for (const Candidate& candidate : round->candidates) {
    const double ahead = round->midpoint_station - candidate.station;
    EXPECT_NEAR(candidate.distance, ahead >= 0.0 ? ahead : ahead + around, 1e-6) << candidate.station;
  }

  const auto straight = built(kit::straight_road(100.0));
  const auto plan = plan_lanes(*straight, config);
  ASSERT_TRUE(plan);
  EXPECT_EQ(plan->candidates.size(), 5U);  // 10 .. 50
  EXPECT_EQ(plan->unreachable, 4U);        // 60 .. 90
  EXPECT_NEAR(plan->candidates.back().distance, 0.0, 1e-9);
}

double length_of(const std::vector<map::Point>& way) {
  double length = 0.0;
  for (std::size_t i = 1; i < way.size(); ++i) length += std::hypot(way[i].x - way[i - 1].x, way[i].y - way[i - 1].y);
  return length;
}

TEST(Candidates, HaveAWayToTheMidpointAndABitBeyond) {
  const auto ring = built(kit::MapBuilder()
                              .road(kit::RoadBuilder("1").arc(200.0, 2.0 * std::numbers::pi / 200.0).lanes({-1}))
                              .link({"1", map::ContactPoint::end}, {"1", map::ContactPoint::start})
                              .build());
  const auto straight = built(kit::straight_road(100.0));
  for (const map::RoadNetwork* const map : {ring.get(), straight.get()}) {
    Config config;
    config.lane_spawn_sources = {lane("1", -1)};
    config.midpoint_segment = lane("1", -1);
    const auto plan = plan_lanes(*map, config);
    ASSERT_TRUE(plan) << to_string(plan.problem());
    for (const Candidate& candidate : plan->candidates) {
      const auto way = way_of(*plan, candidate);
      EXPECT_EQ(way.front(), (map::Point{candidate.at.x, candidate.at.y})) << candidate.station;
      EXPECT_NEAR(length_of(way), candidate.distance + 30.0, 1.2) << candidate.station;
    }
  }
}

// A second computation: from the candidate forward, lane by lane.
double driven_to(const map::RoadNetwork& map, const LanePlan& plan, map::LaneId lane, double station) {
  std::map<std::pair<double, std::size_t>, bool> open;  // by way driven to the lane's begin
  std::map<std::size_t, bool> done;
  if (lane == plan.midpoint && station <= plan.midpoint_station) return plan.midpoint_station - station;
  open[{-station, lane.index()}] = true;
  while (!open.empty()) {
    const auto [way, index] = open.begin()->first;
    open.erase(open.begin());
    if (way >= 0.0 && index == plan.midpoint.index()) return way + plan.midpoint_station;
    if (way >= 0.0 && std::exchange(done[index], true)) continue;
    const map::LaneId here(static_cast<std::uint32_t>(index));
    for (const map::LaneId next : map::next_lanes(map, here))
      if (map::carries_vehicles(map.lane(next).type)) open[{way + centre_line_length(map, here), next.index()}] = true;
  }
  return std::numeric_limits<double>::infinity();
}

TEST(Candidates, AreAsFarAwayAsADriveIsLongOnRealMaps) {
  for (const std::string& name : kit::maps_like({"multi_intersections", "Town07"})) {
    const auto map = kit::load_map(name);
    Config config;
    std::size_t picked = 0;
    for (std::uint32_t i = 0; i < map->lanes().size() && picked < 25; i += 7) {
      const map::Lane& candidate = map->lane(map::LaneId(i));
      const map::Road& road = map->road(candidate.road);
      if (!map::is_driving(candidate.type) || candidate.s_end - candidate.s_begin < 5.0) continue;
      const auto section = static_cast<std::uint32_t>(candidate.section.index() - road.first_section);
      config.lane_spawn_sources.push_back(lane(road.id, candidate.number, section));
      ++picked;
    }
    config.midpoint_segment = config.lane_spawn_sources[picked / 2];
    config.spawn_subdivision_spacing = 25.0;
    const auto plan = plan_lanes(*map, config);
    ASSERT_TRUE(plan) << to_string(plan.problem());
    EXPECT_GT(plan->candidates.size(), 10U) << name;
    std::size_t counted = 0;
    for (const Candidate& candidate : plan->candidates) {
      if (++counted % 5 != 0) continue;
      EXPECT_NEAR(candidate.distance, driven_to(*map, *plan, candidate.lane, candidate.station), 1e-6)
          << name << ": " << config.lane_spawn_sources[candidate.source].text() << " at " << candidate.station;
      const auto way = way_of(*plan, candidate);
      EXPECT_GT(length_of(way), candidate.distance - 2.0) << name;
      EXPECT_LT(length_of(way), candidate.distance + 33.0) << name;
      // Lanes of real maps that lead into each other do not always touch.
      for (std::size_t i = 1; i < way.size(); ++i)
        EXPECT_LT(std::hypot(way[i].x - way[i - 1].x, way[i].y - way[i - 1].y), 3.0) << name << ", point " << i;
    }
  }
}

TEST(Candidates, SayWhichLaneIsMissing) {
  const auto map = built(kit::four_way_crossing({.sidewalks = true}));
  struct Case {
    const char* name;
    LaneName lane;
    const char* message;
  };
  const Case cases[] = {
      {"no such road", lane("eats", -1), "there is no lane eats/0/-1: the map has no road eats (did you mean east?)"},
      {"no such section", lane("east", -1, 3), "there is no lane east/3/-1: road east has only lane section 0"},
      {"no such lane", lane("east", -7),
       "there is no lane east/0/-7: section 0 of road east has the lanes -2, -1, 1, 2"},
      {"a sidewalk", lane("east", -2), "there is no lane east/0/-2: no vehicles drive on it, it is of type sidewalk"},
      {"an edge without a net",
       {.road = {}, .section = 0, .lane = 0, .edge = "E1", .place = {}},
       "there is no lane E1_0: edges are known only where there is a SUMO net"},
  };
  for (const auto& [name, wanted, message] : cases) {
    const auto found = find_lane(*map, wanted, {});
    ASSERT_FALSE(found) << name;
    EXPECT_EQ(found.problem().message, message) << name;
  }
}

TEST(Candidates, ClosestToATargetIsTheBestOfAllAndTheFirstOfEquals) {
  LanePlan plan;
  for (const double time : {5.0, 12.0, 3.0, 12.0, 20.0}) {
    plan.candidates.emplace_back();
    plan.candidates.back().estimated_time = time;
  }
  struct Case {
    const char* name;
    double target;
    std::size_t best;
  };
  const Case cases[] = {{"the nearest of all", 0.0, 2},
                        {"the first of two", 12.0, 1},
                        {"half-way: the first", 4.0, 0},
                        {"beyond all", 90.0, 4}};
  for (const auto& [name, target, best] : cases) EXPECT_EQ(closest_to(plan, target), best) << name;
}

TEST(TriggerBoxes, HaveToLieOnTheRoad) {
  const auto map = built(kit::straight_road(100.0));
  struct Case {
    const char* name;
    TriggerBox box;
    bool is_fine;
  };
  const Case cases[] = {
      {"across the lane", {50.0, -1.75, 2.0, 3.5, 0.0, {}}, true},
      {"touching it with a corner", {50.0, -5.0, 4.0, 4.0, 45.0, {}}, true},
      {"beside the road", {50.0, -6.0, 4.0, 4.0, 0.0, {}}, false},
      {"behind its end", {110.0, 0.0, 4.0, 4.0, 0.0, {}}, false},
      {"as high as the road", {50.0, -1.75, 2.0, 3.5, 0.0, {}, 1.0, 2.0}, true},
      {"above the road", {50.0, -1.75, 2.0, 3.5, 0.0, {}, 1.01, 2.0}, false},
      {"longer than anything", {50.0, -1.75, 1e30, 3.5, 0.0, {}}, true},
  };
  for (const auto& [name, box, is_fine] : cases) {
    const auto problem = check_trigger(*map, box);
    EXPECT_EQ(!problem, is_fine) << name;
    if (!is_fine) {
      EXPECT_EQ(problem->message.substr(0, 26), "triggerBox is off the road") << name;
    }
  }
}

}  // namespace
}  // namespace scrutineer::live::teleport
