// How far any two actors are apart along the roads, as the first one sees it. Around the ego the scene knows (and
// keeps) that; around others it is searched here, once per actor and lane.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "map/road_distance.h"
#include "scene/scene.h"

namespace scrutineer::lang {

// In the order of the language's enumeration.
enum class BodyPoint : std::uint8_t {
  center,
  front_center,
  back_center,
  left_center,
  right_center,
  front_left,
  front_right,
  back_left,
  back_right,
};
inline constexpr std::uint32_t kBodyPoints = 9;

class PairDistances {
 public:
  // Between the ends of bodies: along the road from one point to the other, across it likewise. Nothing: there is no
  // way within 300 m, or no map.
  std::optional<map::RoadDistance> distance(scene::Scene& scene, scene::Slot from, scene::Slot to, BodyPoint from_point,
                                            BodyPoint to_point);

 private:
  struct Around {
    std::optional<map::RoadReach> reach;
    scene::Epoch epoch = 0;
    bool has_place = false;
  };
  std::optional<map::RoadDistance> centre(scene::Scene& scene, scene::Slot from, scene::Slot to);

  std::vector<Around> around_;  // by actor
};

}  // namespace scrutineer::lang
