// Rectangles on the surface: whatever surface.h says of them at a glance must be what distances say, point by point.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "base/quantity.h"
#include "kit/data.h"
#include "kit/maps.h"
#include "kit/random.h"
#include "map/read.h"
#include "map/surface.h"

namespace scrutineer::map {
namespace {

struct Glance {
  TurnedBox box;
  SurfaceHint hint;
};

TurnedBox box_at(Point centre, double yaw, double length, double width) {
  const double c = std::cos(yaw), s = std::sin(yaw);
  return {.centre = centre, .ahead = {0.5 * length * c, 0.5 * length * s}, .left = {-0.5 * width * s, 0.5 * width * c}};
}

// Cars around places on lanes, turned any way, with the strip of their centre as the hint.
std::vector<Glance> random_glances(const RoadNetwork& map) {
  kit::Random random(31);
  std::vector<Glance> glances;
  for (const kit::LanePlace& place : kit::random_lane_positions(map, 400, 29)) {
    const auto at = locate_on_road(map, place.point, map.lane(place.lane).road);
    if (!at) continue;
    glances.push_back(
        {box_at(place.point, random.uniform(-kPi, kPi), random.uniform(0.5, 6.0), random.uniform(0.3, 2.5)),
         {at->strip}});
  }
  return glances;
}

template <typename Test>
void on_all_maps(Test test) {
  for (const auto& [name, document] : kit::all_generated_maps()) test(*build_network(document), name);
  for (const auto& path : kit::all_maps()) test(*kit::load_map(path.stem().string()), path.stem().string());
}

TEST(SurfaceBox, OutlineGoesAroundClockwiseFromTheFrontLeft) {
  const auto points = box_at({10.0, 20.0}, 0.0, 4.0, 2.0).outline();
  const Point expected[] = {{12.0, 21.0}, {12.0, 20.0}, {12.0, 19.0}, {10.0, 19.0},
                            {8.0, 19.0},  {8.0, 20.0},  {8.0, 21.0},  {10.0, 21.0}};
  for (std::size_t i = 0; i < points.size(); ++i) EXPECT_EQ(points[i], expected[i]) << "point " << i;
}

TEST(SurfaceBox, PointsThatAreSurelyOnTheSurfaceAreOnIt) {
  on_all_maps([](const RoadNetwork& map, const std::string& name) {
    std::size_t sure = 0, all = 0;
    for (const auto& [box, hint] : random_glances(map)) {
      const OutlinePoints held = surely_on_surface(map, box, std::nullopt, hint);
      const auto points = box.outline();
      for (std::size_t i = 0; i < points.size(); ++i) {
        ++all;
        if ((held >> i & 1U) == 0) continue;
        ++sure;
        EXPECT_TRUE(is_on_surface(map, points[i]))
            << name << ", point " << i << " at " << points[i].x << ", " << points[i].y;
      }
    }
    EXPECT_GT(sure, all / 5) << name;
  });
}

TEST(SurfaceBox, PointsOnAnotherLevelAreNotSure) {
  const auto map = build_network(kit::grid(100));
  for (const auto& [box, hint] : random_glances(*map)) EXPECT_EQ(surely_on_surface(*map, box, 50.0, hint), 0U);
}

TEST(SurfaceBox, StaysOnTheSurfaceWhileNoPointMovesByMoreThanItsRoom) {
  on_all_maps([](const RoadNetwork& map, const std::string& name) {
    kit::Random random(37);
    for (const auto& [box, hint] : random_glances(map)) {
      const double room = room_on_surface(map, box, std::nullopt, hint);
      if (room < 0.0) continue;
      for (int k = 0; k < 8; ++k) {
        const double direction = random.uniform(-kPi, kPi), way = 0.999 * std::min(room, 20.0);
        TurnedBox moved = box;
        moved.centre = {box.centre.x + way * std::cos(direction), box.centre.y + way * std::sin(direction)};
        for (const Point& point : moved.outline()) {
          EXPECT_TRUE(is_on_surface(map, point)) << name << ", room " << room << ", at " << point.x << ", " << point.y
                                                 << " from " << box.centre.x << ", " << box.centre.y;
        }
      }
    }
  });
}

}  // namespace
}  // namespace scrutineer::map
