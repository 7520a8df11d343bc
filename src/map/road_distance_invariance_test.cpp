// No road distance depends on how a map is written down: where it lies, how its roads are cut, which way their s runs.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "kit/data.h"
#include "kit/maps.h"
#include "kit/random.h"
#include "kit/transform.h"
#include "map/read.h"
#include "map/road_distance.h"

namespace scrutineer::map {
namespace {

// A place in words that another telling of the map understands.
struct RoadSpot {
  std::string road;
  int lane = 0;
  double s = 0.0, t = 0.0;
  bool along_s = true;  // the way somebody there faces
};

RoadPosition position_of(const RoadNetwork& map, const RoadSpot& place) {
  RoadPosition position;
  position.road = map.find_road(place.road);
  position.lane = map.find_lane(position.road, place.s, place.lane);
  position.s = place.s;
  position.t = place.t;
  return position;
}

// A map told differently, and where the places of the first telling are in it.
struct Telling {
  std::string name;
  std::unique_ptr<const RoadNetwork> map;
  std::function<RoadSpot(RoadSpot)> moved;
};

Telling shifted(const Document& document) {
  return {"shifted and rotated", build_network(kit::shifted_and_rotated(document, 5e4, -3e4, 2.0)),
          [](RoadSpot place) { return place; }};
}

Telling split(const Document& document, const std::string& road, double s) {
  return {fmt::format("road {} split at {:.2f}", road, s), build_network(kit::split(document, road, s, "rest")),
          [road, s](RoadSpot place) {
            if (place.road == road && place.s >= s) {
              place.road = "rest";
              place.s -= s;
            }
            return place;
          }};
}

Telling reversed(const Document& document, const std::string& road) {
  const double length = kit::find_road(document, road).length;
  return {fmt::format("road {} reversed", road), build_network(kit::reversed(document, road)),
          [road, length](RoadSpot place) {
            if (place.road != road) return place;
            return RoadSpot{road, -place.lane, length - place.s, -place.t, !place.along_s};
          }};
}

// Egos on or near the road that is told differently, actors within their reach.
void expect_same(const RoadNetwork& map, const Telling& telling, const std::vector<RoadSpot>& egos,
                 const std::vector<RoadSpot>& actors, const std::string& name) {
  RoadReach before(map), after(*telling.map);
  std::size_t related = 0, differ = 0;
  for (const RoadSpot& ego : egos) {
    const RoadSpot ego_after = telling.moved(ego);
    before.move_ego(position_of(map, ego), ego.along_s);
    after.move_ego(position_of(*telling.map, ego_after), ego_after.along_s);
    for (const RoadSpot& actor : actors) {
      const auto was = before.distance_to(position_of(map, actor));
      const auto is = after.distance_to(position_of(*telling.map, telling.moved(actor)));
      if (was) ++related;
      const bool same = was.has_value() == is.has_value() &&
                        (!was || (std::abs(was->lon - is->lon) < 1e-3 && std::abs(was->lat - is->lat) < 1e-3));
      if (same) continue;
      if (++differ > 3) continue;  // the first ones tell enough
      ADD_FAILURE() << fmt::format(
          "{}, {}: from road {} lane {} s {:.3f} t {:.2f} ({}) to road {} lane {} s {:.3f} t {:.2f}: {} became {}",
          name, telling.name, ego.road, ego.lane, ego.s, ego.t, ego.along_s ? "along s" : "against s", actor.road,
          actor.lane, actor.s, actor.t, was ? fmt::format("({:.4f}, {:.4f})", was->lon, was->lat) : "nothing",
          is ? fmt::format("({:.4f}, {:.4f})", is->lon, is->lat) : "nothing");
    }
  }
  EXPECT_EQ(differ, 0U) << name << ", " << telling.name;
  EXPECT_GT(related, 0U) << name << ", " << telling.name;
}

std::vector<RoadSpot> random_places(const RoadNetwork& map, std::size_t count, std::uint64_t seed) {
  std::vector<RoadSpot> places;
  kit::Random random(seed);
  for (const kit::LanePlace& place : kit::random_lane_positions(map, count, seed)) {
    places.push_back({map.road(place.road).id, map.lane(place.lane).number, place.s, place.t, random.uniform() < 0.5});
  }
  return places;
}

void expect_invariant(const Document& document, const std::string& name, std::size_t tellings) {
  const auto map = build_network(document);
  const std::vector<RoadSpot> actors = random_places(*map, 300, 11), egos = random_places(*map, 30, 12);
  expect_same(*map, shifted(document), egos, actors, name);
  kit::Random random(13);
  for (std::size_t i = 0; i < tellings; ++i) {
    const RoadRecord& road = document.roads[random.index(document.roads.size())];
    if (road.length < 0.1) continue;
    expect_same(*map, split(document, road.id, road.length * random.uniform(0.1, 0.9)), egos, actors, name);
    expect_same(*map, reversed(document, road.id), egos, actors, name);
  }
}

TEST(RoadDistanceInvariance, HoldsOnGeneratedMaps) {
  for (const auto& [name, document] : kit::all_generated_maps()) expect_invariant(document, name, 6);
}

TEST(RoadDistanceInvariance, HoldsOnRealMaps) {
  for (const std::string& name :
       kit::maps_like({"Town10HD", "multi_intersections", "fabriksgatan", "soderleden", "A39_Wolfsburg-West"})) {
    const auto document = read_document(kit::read_text(kit::map_path(name)), name);
    ASSERT_TRUE(document) << to_string(document.problem());
    expect_invariant(*document, name, 6);
  }
}

}  // namespace
}  // namespace scrutineer::map
