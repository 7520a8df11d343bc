// The structs of scrutineer.h lie in memory as abi.txt says: programs that are compiled already count on it.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <string>

#include "capi/scrutineer.h"
#include "kit/data.h"
#include "kit/paths.h"

namespace scrutineer::capi {
namespace {

class Layout {
 public:
  void begin(const char* name, std::size_t size) { text_ += fmt::format("struct {} {}\n", name, size); }
  void member(const char* name, std::size_t offset, std::size_t size) {
    text_ += fmt::format("  {} {} {}\n", name, offset, size);
  }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

#define STRUCT(type) layout.begin(#type, sizeof(type))
#define MEMBER(type, name) layout.member(#name, offsetof(type, name), sizeof(type::name))

std::string layout_of_maps() {
  Layout layout;
  STRUCT(scr_position);
  MEMBER(scr_position, size), MEMBER(scr_position, lane), MEMBER(scr_position, road), MEMBER(scr_position, road_index);
  MEMBER(scr_position, lane_index), MEMBER(scr_position, lane_count), MEMBER(scr_position, is_along_s);
  MEMBER(scr_position, s), MEMBER(scr_position, t), MEMBER(scr_position, offset), MEMBER(scr_position, width);
  MEMBER(scr_position, heading), MEMBER(scr_position, height);
  STRUCT(scr_point);
  MEMBER(scr_point, size), MEMBER(scr_point, reserved), MEMBER(scr_point, x), MEMBER(scr_point, y);
  MEMBER(scr_point, z), MEMBER(scr_point, heading), MEMBER(scr_point, curvature);
  STRUCT(scr_route_lane);
  MEMBER(scr_route_lane, size), MEMBER(scr_route_lane, lane), MEMBER(scr_route_lane, road);
  MEMBER(scr_route_lane, road_index), MEMBER(scr_route_lane, lane_index), MEMBER(scr_route_lane, is_along_s);
  MEMBER(scr_route_lane, reserved), MEMBER(scr_route_lane, s_begin), MEMBER(scr_route_lane, s_end);
  STRUCT(scr_signal);
  MEMBER(scr_signal, size), MEMBER(scr_signal, lane_index), MEMBER(scr_signal, id), MEMBER(scr_signal, road);
  MEMBER(scr_signal, kind), MEMBER(scr_signal, s), MEMBER(scr_signal, t), MEMBER(scr_signal, distance);
  return layout.text();
}

std::string layout_of_runs() {
  Layout layout;
  STRUCT(scr_run_options);
  MEMBER(scr_run_options, size), MEMBER(scr_run_options, reserved), MEMBER(scr_run_options, folder);
  MEMBER(scr_run_options, out), MEMBER(scr_run_options, map);
  STRUCT(scr_actor);
  MEMBER(scr_actor, size), MEMBER(scr_actor, type), MEMBER(scr_actor, id), MEMBER(scr_actor, parent);
  MEMBER(scr_actor, role), MEMBER(scr_actor, driver), MEMBER(scr_actor, av_state), MEMBER(scr_actor, indicator);
  MEMBER(scr_actor, brake_light), MEMBER(scr_actor, reserved), MEMBER(scr_actor, x), MEMBER(scr_actor, y);
  MEMBER(scr_actor, z), MEMBER(scr_actor, yaw), MEMBER(scr_actor, pitch), MEMBER(scr_actor, roll);
  MEMBER(scr_actor, vx), MEMBER(scr_actor, vy), MEMBER(scr_actor, vz), MEMBER(scr_actor, ax), MEMBER(scr_actor, ay);
  MEMBER(scr_actor, az), MEMBER(scr_actor, yaw_rate), MEMBER(scr_actor, length), MEMBER(scr_actor, width);
  MEMBER(scr_actor, height);
  STRUCT(scr_light);
  MEMBER(scr_light, size), MEMBER(scr_light, colour), MEMBER(scr_light, mode), MEMBER(scr_light, reserved);
  MEMBER(scr_light, road), MEMBER(scr_light, signal);
  STRUCT(scr_event);
  MEMBER(scr_event, size), MEMBER(scr_event, kind), MEMBER(scr_event, severity), MEMBER(scr_event, category);
  MEMBER(scr_event, time_ns), MEMBER(scr_event, start_ns), MEMBER(scr_event, end_ns), MEMBER(scr_event, check);
  MEMBER(scr_event, actor), MEMBER(scr_event, other_actor), MEMBER(scr_event, issue_kind);
  MEMBER(scr_event, message), MEMBER(scr_event, ended_by);
  STRUCT(scr_command);
  MEMBER(scr_command, size), MEMBER(scr_command, kind), MEMBER(scr_command, actor), MEMBER(scr_command, text);
  MEMBER(scr_command, x), MEMBER(scr_command, y), MEMBER(scr_command, z), MEMBER(scr_command, heading);
  MEMBER(scr_command, vx), MEMBER(scr_command, vy), MEMBER(scr_command, vz), MEMBER(scr_command, yaw_rate);
  MEMBER(scr_command, radius), MEMBER(scr_command, seconds), MEMBER(scr_command, way);
  MEMBER(scr_command, way_count), MEMBER(scr_command, spawn_lane), MEMBER(scr_command, target_time);
  MEMBER(scr_command, estimated_time);
  return layout.text();
}

TEST(Abi, StructsLieAsStored) {
  const std::string stored = kit::read_text(kit::source_dir() / "src/capi/abi.txt");
  const std::string structs = stored.substr(stored.find("struct "));
  EXPECT_EQ(layout_of_maps() + layout_of_runs(), structs)
      << "programs that are compiled already would break: raise SCR_ABI_VERSION, and store the new layout";
}

TEST(Abi, TellsItsVersion) {
  EXPECT_EQ(scr_abi_version(), SCR_ABI_VERSION);
  EXPECT_STRNE(scr_version(), "");
}

}  // namespace
}  // namespace scrutineer::capi
