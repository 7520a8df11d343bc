// How far one is ahead of another along the way does not depend on how the map is written down: how roads and lane
// sections are cut, which way the s of roads runs.
#include "scene/detail/ways.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "kit/data.h"
#include "kit/maps.h"
#include "kit/random.h"
#include "kit/sections.h"
#include "kit/transform.h"
#include "map/read.h"

namespace scrutineer::scene::detail {
namespace {

using map::Document;
using map::RoadPosition;

// A place in words that another telling of the map understands.
struct WaySpot {
  std::string road;
  int lane = 0;
  double s = 0.0, t = 0.0;
};

struct WayTelling {
  std::string name;
  std::unique_ptr<const map::RoadNetwork> map;
  std::function<WaySpot(WaySpot)> moved;
};

RoadPosition position_of(const map::RoadNetwork& map, const WaySpot& spot) {
  RoadPosition position;
  position.road = map.find_road(spot.road);
  position.lane = map.find_lane(position.road, spot.s, spot.lane);
  position.s = spot.s;
  position.t = spot.t;
  return position;
}

// Where `other` is along the way of `ego`'s lane, from where that is itself.
std::optional<PlaceOnWay> ahead(const map::RoadNetwork& map, const WaySpot& ego, const WaySpot& other) {
  Ways ways(map);
  const auto point = [&](const RoadPosition& at) {
    const map::RoadPoint on = map::point_at(map, at.road, at.s, at.t);
    return map::Point{on.x, on.y};
  };
  const RoadPosition from = position_of(map, ego), to = position_of(map, other);
  if (!from.lane.valid() || !to.lane.valid()) return std::nullopt;
  const Way& way = ways.from(map::as_travelled(map, from.lane));
  const auto here = ways.place_on(way, from, point(from));
  auto there = ways.place_on(way, to, point(to));
  if (here && there) there->along -= here->along;
  return there;
}

void expect_same(const map::RoadNetwork& map, const WayTelling& telling, const std::vector<WaySpot>& egos,
                 const std::vector<WaySpot>& others, const std::string& name) {
  std::size_t met = 0, differ = 0;
  for (const WaySpot& ego : egos) {
    for (const WaySpot& other : others) {
      const auto was = ahead(map, ego, other), is = ahead(*telling.map, telling.moved(ego), telling.moved(other));
      // Behind it a way reaches as far as its road, and ahead a fixed way beyond its lane.
      const auto is_out_of_reach = [](const auto& place) {
        return place && (place->along < 0.0 || place->along > kWayReach);
      };
      if (is_out_of_reach(was) || is_out_of_reach(is)) continue;
      if (was) ++met;
      const bool same =
          was.has_value() == is.has_value() &&
          (!was || (std::abs(was->along - is->along) < 0.02 && std::abs(was->across - is->across) < 0.02));
      if (same || ++differ > 3) continue;
      const auto words = [](const auto& place) {
        return place ? fmt::format("({:.3f}, {:.3f})", place->along, place->across) : "nothing";
      };
      ADD_FAILURE() << fmt::format("{}, {}: from road {} lane {} s {:.2f} to road {} lane {} s {:.2f}: {} became {}",
                                   name, telling.name, ego.road, ego.lane, ego.s, other.road, other.lane, other.s,
                                   words(was), words(is));
    }
  }
  EXPECT_EQ(differ, 0U) << name << ", " << telling.name;
  EXPECT_GT(met, 0U) << name << ", " << telling.name;
}

std::vector<WaySpot> spots(const map::RoadNetwork& map, std::size_t count, std::uint64_t seed) {
  std::vector<WaySpot> spots;
  for (const kit::LanePlace& place : kit::random_lane_positions(map, count, seed))
    spots.push_back({map.road(place.road).id, map.lane(place.lane).number, place.s, place.t});
  return spots;
}

void expect_invariant(const Document& document, const std::string& name, bool in_junctions) {
  const auto map = map::build_network(document);
  const std::vector<WaySpot> egos = spots(*map, 40, 21), others = spots(*map, 200, 22);
  kit::Random random(23);
  std::vector<WayTelling> tellings;
  for (int i = 0; i < 400 && tellings.size() < 12; ++i) {
    const map::RoadRecord& road = document.roads[random.index(document.roads.size())];
    if (road.length < 1.0 || in_junctions == (road.junction == "-1" || road.junction.empty())) continue;
    const std::string id = road.id;
    const double length = road.length, s = length * random.uniform(0.2, 0.8);
    tellings.push_back({"reversed " + id, map::build_network(kit::reversed(document, id)), [id, length](WaySpot spot) {
                          return spot.road == id ? WaySpot{id, -spot.lane, length - spot.s, -spot.t} : spot;
                        }});
    Document cut = document;
    kit::cut_section(kit::find_road(cut, id), s);
    tellings.push_back({"section cut in " + id, map::build_network(cut), [](WaySpot spot) { return spot; }});
    tellings.push_back({"cut " + id, map::build_network(kit::split(document, id, s, "rest")), [id, s](WaySpot spot) {
                          return spot.road == id && spot.s >= s ? WaySpot{"rest", spot.lane, spot.s - s, spot.t} : spot;
                        }});
  }
  for (const WayTelling& telling : tellings) expect_same(*map, telling, egos, others, name);
}

TEST(Ways, LeadOnAlikeHoweverTheMapIsWritten) {
  for (const bool in_junctions : {true, false}) {
    expect_invariant(kit::four_way_crossing({.lanes_each_way = 2}), "crossing", in_junctions);
    expect_invariant(kit::motorway_with_exit(), "motorway", in_junctions);
  }
  for (const std::string& name : kit::maps_like({"Town10HD", "multi_intersections"})) {
    const auto document = map::read_document(kit::read_text(kit::map_path(name)), name);
    ASSERT_TRUE(document) << to_string(document.problem());
    expect_invariant(*document, name, true);
  }
}

// Two roads of the junction join in the rest of one of them, which names the other one as the road before it.
TEST(Ways, KnowWhoIsBesideARoadThatAnotherJoins) {
  Document document = kit::split(kit::four_way_crossing(), "west_east", 8.0, "rest");
  map::RoadRecord beside = kit::find_road(kit::four_way_crossing(), "west_east");
  const double length = beside.length;
  beside.id = "beside";
  document.roads.push_back(beside);
  kit::find_road(document, "rest").predecessor->element_id = "south_east";
  const auto map = map::build_network(document);
  for (const double s : {2.0, 7.0, 9.0, length - 1.0}) {
    const auto place = ahead(*map, {"west_east", -1, 1.0, -1.75}, {"beside", -1, s, -1.75});
    ASSERT_TRUE(place) << s;
    EXPECT_NEAR(place->along, s - 1.0, 0.01) << s;
  }
}

}  // namespace
}  // namespace scrutineer::scene::detail
