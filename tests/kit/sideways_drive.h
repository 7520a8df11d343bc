// One vehicle along a straight road, its sides parallel to it, that drifts over the right edge of its lane and back.
#pragma once

#include <vector>

#include "kit/maps.h"
#include "kit/scenario.h"
#include "map/read.h"

namespace scrutineer::kit {

// How far its right side is beyond y = -3.5, the edge of the driving lanes and of the road: below 0 for on it.
struct OffAt {
  Duration at{};
  double off = 0.0;
};
inline constexpr double kOn = -0.5;

// Along the x axis with 10 m/s.
inline std::vector<PoseAt> sideways(const std::vector<OffAt>& profile, double width = 1.8, double behind = 0.0) {
  std::vector<PoseAt> poses;
  poses.reserve(profile.size());
  for (const auto& [at, off] : profile)
    poses.push_back({at, 20.0 + 10.0 * to_seconds(at) - behind, 0.5 * width - 3.5 - off, 0.0});
  return poses;
}

inline Scenario sideways_drive(const std::vector<OffAt>& profile, const MadeActor& actor = {.id = "7"}) {
  Scenario scenario({.duration = std::chrono::seconds(5)});
  scenario.add(actor).poses(sideways(profile, actor.width > 0.0 ? actor.width : 1.8));
  return scenario;
}

// Off from 1.1 s to 2.1 s.
inline std::vector<OffAt> off_once(double off) {
  using namespace std::chrono_literals;
  return {{0s, kOn}, {1s, kOn}, {1100ms, off}, {2s, off}, {2100ms, kOn}, {5s, kOn}};
}

// 200 m along the x axis, 7 m wide.
inline const map::RoadNetwork& straight_network() {
  static const auto kNetwork = map::build_network(straight_road(200.0));
  return *kNetwork;
}

}  // namespace scrutineer::kit
