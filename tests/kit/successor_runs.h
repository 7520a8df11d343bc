// Runs and maps that tests of several successors share.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "kit/check_tester.h"
#include "kit/maps.h"
#include "map/read.h"

namespace scrutineer::kit {

inline constexpr double kKph = 1.0 / 3.6;

inline std::unique_ptr<const map::RoadNetwork> one_road(const RoadBuilder& road) {
  MapBuilder map;
  map.road(road);
  return map::build_network(map.build());
}

// Road "1", straight, with lanes -2, -1 along x and 1 against it, 50 km/h.
inline RoadBuilder street(double length = 1000.0) {
  return RoadBuilder("1").line(length).lanes({-2, -1, 1}).speed(0.0, Speed::from_si(50.0 * kKph));
}

// One vehicle, the ego, on lane -1 of road "1" from s = 50 m on.
inline Scenario ego_drive(const map::RoadNetwork& map, std::vector<SpeedAt> speed,
                          Duration duration = std::chrono::seconds(10)) {
  Scenario scenario({.map = &map, .duration = duration});
  scenario.add({.id = "7", .is_ego = true, .length = 4.5}).start_at("1", -1, 50.0).speed(std::move(speed));
  return scenario;
}

// The same at one speed, but at another one from 1 s on for a while (in km/h).
inline Scenario ego_episode(const map::RoadNetwork& map, double usual_kph, double kph, Duration lasts) {
  constexpr Duration kBegin = std::chrono::milliseconds(950);
  return ego_drive(map, {{Duration{}, usual_kph * kKph},
                         {kBegin, usual_kph * kKph},
                         {kBegin, kph * kKph},
                         {kBegin + lasts, kph * kKph},
                         {kBegin + lasts, usual_kph * kKph}});
}

}  // namespace scrutineer::kit
