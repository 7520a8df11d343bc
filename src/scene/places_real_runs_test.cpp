// Recorded and simulated runs on their maps.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "kit/data.h"
#include "kit/read_run.h"
#include "kit/sumo.h"
#include "map/lane_graph.h"
#include "map/read.h"
#include "scene/scene.h"

namespace scrutineer::scene {
namespace {

using namespace std::chrono_literals;

std::string name_of(const map::RoadNetwork& map, map::LaneId lane) {
  return fmt::format("{}:{}", map.road(map.lane(lane).road).id, map.lane(lane).number);
}

TEST(PlacesInRealRuns, VehiclesAreOnDrivingLanes) {
  SCRUTINEER_NEEDS_DATA();
  struct Row {
    const char *run, *map;
  };
  const Row rows[] = {
      {"acc-test.osi", "straight_500m"}, {"highway_merge.osi", "soderleden"}, {"pedestrian.osi", "fabriksgatan"}};
  for (const Row& row : rows) {
    const auto map = kit::load_map(row.map);
    const kit::ReadRun run = kit::read_run_file({.file = (kit::data_dir() / "runs/omega-prime" / row.run).string()});
    ASSERT_EQ(run.problem, "") << row.run;
    Scene scene({.map = map.get()});
    std::size_t vehicle_frames = 0;
    for (const trace::Frame& frame : run.frames) {
      scene.advance(frame, run.tables.actors());
      for (const Slot slot : scene.actors.present()) {
        if (scene.actors.info(slot).type != trace::ActorType::vehicle) continue;
        ++vehicle_frames;
        const auto* at = scene.places.road_position(slot);
        const auto& state = scene.actors.state(slot);
        const std::string where = fmt::format("{}, frame {}, actor {} at ({:.2f}, {:.2f}, {:.2f})", row.run,
                                              frame.number, scene.actors.info(slot).id, state.x, state.y, state.z);
        ASSERT_NE(at, nullptr) << where;
        EXPECT_TRUE(map::is_driving(map->lane(at->lane).type)) << where << " on " << name_of(*map, at->lane);
      }
    }
    EXPECT_GE(vehicle_frames, 100U) << row.run;
  }
}

// What SUMO itself says: the lane of each vehicle in each frame, by "<vehicle> <seconds>". Its lanes inside junctions
// begin with a colon.
std::map<std::string, std::string> lanes_of_fcd(const std::filesystem::path& file) {
  std::map<std::string, std::string> lanes;
  std::ifstream stream(file);
  const auto attribute = [](const std::string& line, const std::string& key) {
    const auto begin = line.find(" " + key + "=\"");
    if (begin == std::string::npos) return std::string();
    const auto value = begin + key.size() + 3;
    return line.substr(value, line.find('"', value) - value);
  };
  double time = 0.0;
  for (std::string line; std::getline(stream, line);) {
    if (line.find("<timestep") != std::string::npos) time = std::stod(attribute(line, "time"));
    if (line.find("<vehicle") != std::string::npos)
      lanes[fmt::format("{} {:.2f}", attribute(line, "id"), time)] = attribute(line, "lane");
  }
  return lanes;
}

struct SumoPlace {
  Time time{};
  std::string lane;           // SUMO's
  double front_offset = 0.0;  // of the front bumper, which SUMO leads along the lane; NaN: not on the same road
};

bool is_internal(const std::string& lane) { return lane.starts_with(':'); }
// "12_0" -> "12"
std::string edge_of(const std::string& lane) { return lane.substr(0, lane.rfind('_')); }

// From one frame to the next along links, over short roads too.
bool leads_to(const map::RoadNetwork& map, map::LaneId from, map::RoadId road) {
  if (map.lane(from).road == road) return true;
  std::vector<map::LaneId> reached{from};
  for (std::size_t i = 0; i < reached.size() && reached.size() < 60; ++i) {
    const map::Lane& lane = map.lane(reached[i]);
    for (const auto* links : {&lane.successors, &lane.predecessors})
      for (const map::LaneId next : *links) {
        if (map.lane(next).road == road) return true;
        if (map.lane(next).s_end - map.lane(next).s_begin < 3.0) reached.push_back(next);
      }
  }
  return false;
}

// SUMO drives on a net that netconvert made from our map. Its ways through junctions are its own: they cut corners.
TEST(PlacesInRealRuns, SumoTrafficStaysOnItsLanes) {
  SCRUTINEER_NEEDS_SUMO();
  // On Town01 all of it holds. Elsewhere netconvert's ways leave our lanes: they cut corners inside junctions, and one
  // lane of multi_intersections lies 1.77 m off. There the shares are bounded.
  struct Case {
    const char* name;
    double off_road, unlinked, beside;  // shares of vehicle-frames
  };
  const Case cases[] = {
      {"Town01", 0.0, 0.0, 0.0},     {"Town10HD", 0.0, 0.001, 0.003},         {"fabriksgatan", 0.015, 0.0, 0.0},
      {"Town07", 0.0, 0.002, 0.001}, {"multi_intersections", 0.0, 0.0, 0.04},
  };
  for (const auto& [name, most_off_road, most_unlinked, most_beside] : cases) {
    const kit::SumoRun sumo = kit::run_sumo({.map = name});
    const kit::ReadRun run = kit::read_run_file(sumo.source());
    ASSERT_EQ(run.problem, "") << name;
    const auto sumo_lanes = lanes_of_fcd(sumo.fcd);
    const auto map = kit::load_map(name);
    Scene scene({.map = map.get()});

    std::map<std::string, std::vector<SumoPlace>> drives;
    std::map<std::string, std::vector<map::LaneId>> ways;  // of the frame before
    std::size_t vehicle_frames = 0, off_road = 0, unlinked = 0;
    std::string first;
    for (const trace::Frame& frame : run.frames) {
      scene.advance(frame, run.tables.actors());
      for (const Slot slot : scene.actors.present()) {
        ++vehicle_frames;
        const std::string& id = scene.actors.info(slot).id;
        const double seconds = run.tables.start_seconds() + to_seconds(frame.time);
        const std::string& sumo_lane = sumo_lanes.at(fmt::format("{} {:.2f}", id, seconds));
        const auto* at = scene.places.road_position(slot);
        auto& before = ways[id];
        if (at == nullptr) {
          ++off_road;
          before.clear();
          if (first.empty()) first = fmt::format("{} at {} s off the road (SUMO: {})", id, seconds, sumo_lane);
          continue;
        }
        const auto front = scene.places.position_of(slot, scene.places.body(slot).front());
        drives[id].push_back({frame.time, sumo_lane, front && front->road == at->road ? front->offset : std::nan("")});
        if (!before.empty() &&
            std::ranges::none_of(before, [&](map::LaneId from) { return leads_to(*map, from, at->road); })) {
          ++unlinked;
          if (first.empty())
            first = fmt::format("{} at {} s (SUMO: {}) from {} to {}", id, seconds, sumo_lane,
                                name_of(*map, before.front()), name_of(*map, at->lane));
        }
        before.clear();
        for (const auto& position : scene.places.road_positions(slot)) before.push_back(position.lane);
      }
    }
    EXPECT_GE(vehicle_frames, 1000U) << name;
    const auto all = static_cast<double>(vehicle_frames);
    EXPECT_LE(static_cast<double>(off_road), most_off_road * all) << name << " of " << vehicle_frames << ": " << first;
    EXPECT_LE(static_cast<double>(unlinked), most_unlinked * all) << name << ": " << first;

    // Who does not change lanes within 4 s, before or after.
    std::size_t judged = 0, beside = 0;
    double worst = 0.0;
    for (const auto& [id, places] : drives) {
      for (const SumoPlace& here : places) {
        if (is_internal(here.lane) || std::isnan(here.front_offset)) continue;
        const bool changes = std::ranges::any_of(places, [&](const SumoPlace& other) {
          return std::chrono::abs(other.time - here.time) < 4s && edge_of(other.lane) == edge_of(here.lane) &&
                 other.lane != here.lane;
        });
        if (changes) continue;
        ++judged;
        worst = std::max(worst, std::abs(here.front_offset));
        if (std::abs(here.front_offset) > 0.3) ++beside;
      }
    }
    EXPECT_GE(judged, vehicle_frames / 4) << name;
    EXPECT_LE(static_cast<double>(beside), most_beside * static_cast<double>(judged))
        << name << ": of " << judged << ", up to " << worst << " m";
  }
}

}  // namespace
}  // namespace scrutineer::scene
