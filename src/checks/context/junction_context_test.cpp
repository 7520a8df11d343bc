#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "kit/data.h"
#include "kit/successor_runs.h"
#include "map/road_shape.h"

namespace scrutineer::checks {
namespace {

using namespace std::chrono_literals;
using kit::CheckTester;
using testing::ElementsAre;

std::vector<std::string> passed(const map::RoadNetwork& map, const char* road, double s, double speed = 10.0,
                                Duration duration = 20s) {
  kit::Scenario scenario({.map = &map, .duration = duration});
  scenario.add({.id = "7", .is_ego = true}).start_at(road, -1, s).speed(speed);
  const auto found = CheckTester("junction_context").on(map).run(scenario);
  std::vector<std::string> lines;
  for (const watch::IntervalRecord& record : found.evaluation.intervals)
    lines.push_back(std::get<std::string>(record.data[0]) + " " + std::get<std::string>(record.data[1]));
  return lines;
}

TEST(JunctionContext, KnowsWhatControlsTheWay) {
  using Crossing = kit::Crossing;
  Crossing plain, lights, stop, yield;
  lights.lights = Crossing::Lights::on_arms;
  stop.signs = Crossing::Signs::all_way_stop;
  yield.signs = Crossing::Signs::minor_yield;
  const auto run = [](const Crossing& crossing, const char* arm) {
    const auto map = map::build_network(kit::four_way_crossing(crossing));
    return passed(*map, arm, 50.0, 10.0, 12s);
  };
  EXPECT_THAT(run(plain, "west"), ElementsAre("none nothing", "crossing nothing", "none nothing"));
  EXPECT_THAT(run(lights, "west"), ElementsAre("none nothing", "crossing light", "none nothing"));
  EXPECT_THAT(run(stop, "west"), ElementsAre("none nothing", "crossing stop", "none nothing"));
  EXPECT_THAT(run(yield, "west"), ElementsAre("none nothing", "crossing nothing", "none nothing"));
  EXPECT_THAT(run(yield, "north"), ElementsAre("none nothing", "crossing yield", "none nothing"));
}

TEST(JunctionContext, KnowsTheKindsOfMaps) {
  struct Case {
    const char* name;
    map::Document document;
    std::set<std::string> kinds;
  };
  const Case cases[] = {
      {"crossing", kit::four_way_crossing(), {"crossing"}},
      {"crossing with left-hand traffic", kit::four_way_crossing({.rule = map::TrafficRule::left_hand}), {"crossing"}},
      {"two lanes each way", kit::four_way_crossing({.lanes_each_way = 2}), {"crossing"}},
      {"roundabout", kit::roundabout(), {"roundabout"}},
      {"roundabout with left-hand traffic", kit::roundabout(map::TrafficRule::left_hand), {"roundabout"}},
      {"an exit", kit::motorway_with_exit(), {"merge"}},
      {"an exit without roads of its own", kit::motorway_with_exit(true), {"merge"}},
      {"streets of a town", kit::grid(100), {"crossing"}},
  };
  for (const Case& c : cases) {
    const auto map = map::build_network(c.document);
    std::set<std::string> kinds;
    for (std::size_t i = 0; i < map->junctions().size(); ++i)
      kinds.emplace(map::to_string(map::junction_kind(*map, map::JunctionId(i))));
    EXPECT_EQ(kinds, c.kinds) << c.name;
  }
}

// Counted by hand in drawings of the maps.
TEST(JunctionContext, KnowsTheKindsOfRealMaps) {
  SCRUTINEER_NEEDS_DATA();
  const auto kinds = [](const char* name) {
    const auto map = kit::load_map(name);
    std::map<std::string, int> counts;
    for (std::size_t i = 0; i < map->junctions().size(); ++i)
      ++counts[std::string(map::to_string(map::junction_kind(*map, map::JunctionId(i))))];
    return counts;
  };
  EXPECT_EQ(kinds("Town01").count("roundabout"), 0U);
  EXPECT_GT(kinds("Town01")["tee"], 0);
  EXPECT_EQ(kinds("Town10HD").count("roundabout"), 0U);
}

}  // namespace
}  // namespace scrutineer::checks
