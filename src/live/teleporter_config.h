// What a Teleporter is to do, as its JSON file says it: the field names are those that its users know.
//
//   auto config = read_config(text, "experiment.json");
//   if (!config) return config.problem();        // "experiment.json:4:3: key \"midpoint\" is unknown ..."
//
// config_schema() is the JSON schema of such files; docs/teleporter.md explains every field.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace scrutineer::live::teleport {

enum class SpawnStrategy : std::uint8_t { lane_midpoint, random_point };

// A lane as the file names it: "road/section/lane", or an edge of a SUMO net and the place of a lane in it.
struct LaneName {
  std::string road;           // empty: by edge
  std::uint32_t section = 0;  // from 0, along the road's s
  int lane = 0;               // OpenDRIVE's number; with an edge SUMO's: 0 is the rightmost
  std::string edge;
  Place place;  // where the file says so

  std::string text() const;  // "12/0/-1", "E4_0"
};

struct SpawnPoint {
  double x = 0.0, y = 0.0, z = 0.0;
  double yaw_degrees = 0.0;  // counter-clockwise from +x
  bool use_custom_rotation = false;
  std::array<double, 3> custom_euler_rotation{};  // roll, pitch, yaw in degrees

  double heading_degrees() const { return use_custom_rotation ? custom_euler_rotation[2] : yaw_degrees; }
};

// An upright box, as high and low as can be unless it says otherwise.
struct TriggerBox {
  double x = 0.0, y = 0.0;  // its centre
  double length = 0.0, width = 0.0;
  double yaw_degrees = 0.0;  // of its length
  Place place;
  double z = 0.0;                                           // its centre
  double height = std::numeric_limits<double>::infinity();  // half of it above the centre, half below

  std::vector<std::array<double, 2>> corners() const;  // counter-clockwise
};

struct Window {
  double low = 0.0, high = 0.0;
};

struct Config {
  std::string file;
  SpawnStrategy spawn_strategy = SpawnStrategy::lane_midpoint;
  TriggerBox trigger_box;
  double clearance_radius = 10.0;  // m
  double teleport_delay = 0.5;     // s
  Window spawn_delay_range{};      // s
  std::vector<LaneName> lane_spawn_sources;
  double spawn_subdivision_spacing = 10.0;  // m
  bool include_segment_endpoints = true;
  LaneName midpoint_segment;
  double midpoint_segment_fraction = 0.5;
  double cruise_speed_kmh = 30.0;
  double assumed_acceleration = 2.0;        // m/s^2
  Window target_arrival_window{0.0, 90.0};  // s
  std::vector<SpawnPoint> random_spawn_points;
  std::string goal;  // an edge of the simulator to which the ego drives; empty: where the trigger box is
  std::uint64_t seed = 1;
};

// A problem: no JSON, an unknown key, a value of the wrong kind or out of its range, or what the strategy needs is not
// there. `file` is what problems call it.
Result<Config> read_config(std::string_view content, const std::string& file);

std::string config_schema();

}  // namespace scrutineer::live::teleport
