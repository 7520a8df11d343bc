#include "report/light_collector.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kit/maps.h"
#include "map/read.h"
#include "trace/light_ties.h"

namespace scrutineer::report {
namespace {

using namespace std::chrono_literals;
using trace::LightColour;

// "SIGNAL for WAYS: TIME STATE, ..." with the ways by their connecting roads.
std::vector<std::string> lines(const map::RoadNetwork& map, std::vector<RecordedLight> lights) {
  std::vector<std::string> all;
  for (const RecordedLight& light : lights) {
    std::string line = map.signal(light.signal).record.id;
    for (const LightWay& way : light.ways)
      line += (&way == light.ways.data() ? " for " : ", ") + map.road(way.connecting).id;
    for (std::size_t i = 0; i < light.times.size(); ++i)
      line += (i == 0 ? ": " : ", ") + std::to_string(static_cast<int>(to_seconds(light.times[i]))) + " " +
              std::string(to_word(light.states[i]));
    all.push_back(std::move(line));
  }
  return all;
}

trace::Frame frame_at(Duration time, std::vector<LightColour> colours) {
  trace::Frame frame;
  frame.time = Time(time);
  for (std::size_t i = 0; i < colours.size(); ++i)
    frame.lights.push_back({trace::LightId(i), colours[i], trace::LightMode::regular});
  return frame;
}

TEST(LightCollector, KeepsWhatAHeadShowsOnceForAllWays) {
  const auto map = map::build_network(kit::four_way_crossing({.lights = kit::Crossing::Lights::on_arms}));
  scene::LightHeads heads(*map);
  const std::vector<trace::LightInfo> infos{
      {.id = "light_west", .kind = trace::LightKind::head, .references = {}, .road = "west"}};
  LightCollector collector;
  const std::pair<Duration, LightColour> shown[] = {
      {0s, LightColour::green}, {1s, LightColour::green}, {2s, LightColour::yellow}, {3s, LightColour::red}};
  for (const auto& [time, colour] : shown) {
    heads.advance(frame_at(time, {colour}), infos);
    collector.look(heads, *map, Time(time));
  }
  EXPECT_THAT(lines(*map, collector.finish()), testing::ElementsAre("light_west: 0 green, 2 yellow, 3 red"));
}

TEST(LightCollector, KeepsApartWhatWaysAreShown) {
  const auto map = map::build_network(kit::four_way_crossing({.lights = kit::Crossing::Lights::on_arms}));
  std::vector<trace::LightTie> ties;
  std::vector<trace::LightInfo> infos;
  for (const char* to : {"east", "north", "south"}) {
    ties.push_back(
        {.light = std::string("to_") + to, .signals = {"light_west"}, .ways = {{"west", std::string("west_") + to}}});
    infos.push_back({.id = std::string("to_") + to, .kind = trace::LightKind::way});
  }
  scene::LightHeads heads(*map, ties);
  LightCollector collector;
  heads.advance(frame_at(0s, {LightColour::green, LightColour::red, LightColour::green}), infos);
  collector.look(heads, *map, Time(0s));
  EXPECT_THAT(lines(*map, collector.finish()),
              testing::UnorderedElementsAre("light_west for west_south, west_east: 0 green",
                                            "light_west for west_north: 0 red"));
}

}  // namespace
}  // namespace scrutineer::report
