// Real SUMO sessions: the Teleporter on maps of the data folder.

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <algorithm>
#include <cmath>
#include <iostream>
#include <numbers>

#include "checks/catalogue.h"
#include "kit/data.h"
#include "kit/run_writers.h"
#include "kit/sumo.h"
#include "live/session.h"
#include "live/sumo/net.h"
#include "live/sumo/sumo_simulator.h"
#include "map/lane_graph.h"
#include "map/routes.h"

namespace scrutineer::live::sumo {
namespace {

std::string lane_name(const map::RoadNetwork& map, map::LaneId lane) {
  const map::Lane& info = map.lane(lane);
  const map::Road& road = map.road(info.road);
  return fmt::format("{}/{}/{}", road.id, info.section.index() - road.first_section, info.number);
}

double length_of(const map::RoadNetwork& map, map::LaneId lane) {
  return map.lane(lane).s_end - map.lane(lane).s_begin;
}

// A stretch of lanes that lead into each other, no road twice, each with room for a car: sources, midpoint and box.
struct Loop {
  std::vector<map::LaneId> lanes;
};

Loop find_stretch(const map::RoadNetwork& map, std::uint32_t start) {
  Loop found;
  map::LaneId lane(start);
  std::vector<map::RoadId> roads;
  for (double length = 0.0;;) {
    const map::Lane& info = map.lane(lane);
    if (!map::is_driving(info.type) || std::ranges::find(roads, info.road) != roads.end()) return {};
    roads.push_back(info.road);
    found.lanes.push_back(lane);
    length += length_of(map, lane);
    if (length > 250.0 && length_of(map, lane) > 40.0 && !map.road(info.road).junction.valid()) return found;
    const auto next = map::next_lanes(map, lane);
    if (next.empty() || length > 600.0) return {};
    lane = next.front();
  }
}

TEST(SumoSession, TeleportsTheEgoAndLetsItDriveOn) {
  SCRUTINEER_NEEDS_SUMO();
  for (const char* name : {"Town01", "multi_intersections"}) {
    const auto map = kit::load_map(name);
    const kit::TemporaryFolder folder;
    ASSERT_FALSE(convert_map(kit::map_path(name).string(), folder.file("net.xml"), folder.file("netconvert.log")));

    Loop stretch;
    for (std::uint32_t start = 0; start < map->lanes().size() && stretch.lanes.size() < 3; ++start)
      stretch = find_stretch(*map, start);
    ASSERT_GE(stretch.lanes.size(), 3U) << name;
    const map::LaneId last = stretch.lanes.back();
    const bool along = map::as_travelled(*map, last).along_s;
    const map::Lane& last_info = map->lane(last);
    const double s = along ? last_info.s_begin + 20.0 : last_info.s_end - 20.0;
    const map::RoadPoint box = map::point_at(*map, last, s, 0.0);
    std::string sources;
    for (std::size_t i = 0; i + 1 < stretch.lanes.size(); ++i)
      if (!map->road(map->lane(stretch.lanes[i]).road).junction.valid())
        sources += fmt::format("{}\"{}\"", sources.empty() ? "" : ", ", lane_name(*map, stretch.lanes[i]));
    const std::string text = fmt::format(
        R"({{"triggerBox": {{"x": {}, "y": {}, "length": 4, "width": 3, "yaw": {}}}, "laneSpawnSources": [{}],
            "midpointSegment": "{}", "midpointSegmentFraction": 0, "includeSegmentEndpoints": false,
            "targetArrivalWindow": [0, 25]}})",
        box.x, box.y, box.heading * 180.0 / std::numbers::pi, sources, lane_name(*map, last));
    auto config = teleport::read_config(text, "t.json");
    ASSERT_TRUE(config) << to_string(config.problem());
    ASSERT_FALSE(teleport::check_trigger(*map, config->trigger_box));
    auto plan = teleport::plan_lanes(*map, *config);
    ASSERT_TRUE(plan) << to_string(plan.problem());
    ASSERT_GT(plan->candidates.size(), 3U) << name;
    teleport::Teleporter teleporter(*config, *plan);

    auto sumo = SumoSimulator::start({.net = folder.file("net.xml"),
                                      .ego = "ego",
                                      .vehicles = 20,
                                      .seed = 3,
                                      .duration = std::chrono::seconds(400),
                                      .log = folder.file("sumo.log")});
    ASSERT_TRUE(sumo) << to_string(sumo.problem());
    const auto checks = checks::catalogue();
    const watch::Settings settings(checks);
    int teleports = 0;
    const auto outcome = run_session({.simulator = **sumo,
                                      .checks = checks,
                                      .settings = settings,
                                      .map = map.get(),
                                      .ego = "ego",
                                      .teleporter = &teleporter,
                                      .goal = (*sumo)->goal_at(box.x, box.y),
                                      .on_teleport = [&](const teleport::LogRow&) -> std::optional<Problem> {
                                        ++teleports;
                                        return std::nullopt;
                                      }});
    std::string notes;
    for (const auto& note : outcome.run.notes) notes += note + "\n";
    EXPECT_FALSE(outcome.run.fault) << to_string(*outcome.run.fault);
    std::cout << name << ": " << outcome.run.evaluation.frames << " frames, " << teleports << " teleports, "
              << outcome.run.evaluation.issues.size() << " issues\n"
              << notes;
    for (const auto& episode : outcome.episodes)
      std::cout << "  " << to_seconds(episode.start) << " .. " << to_seconds(episode.end) << " "
                << (episode.teleport ? episode.teleport->choice.estimated_time : -1.0) << " "
                << episode.arrival.value_or(-1.0) << "\n";
  }
}

}  // namespace
}  // namespace scrutineer::live::sumo
