#include "scene/detail/polygons.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "base/quantity.h"
#include "kit/random.h"

namespace scrutineer::scene::detail {
namespace {

using Polygon = std::vector<Corner>;

const Polygon kSquare{{1, 1}, {-1, 1}, {-1, -1}, {1, -1}};
// A U that is open upwards: 6 wide, 4 high, its inner space 2 wide.
const Polygon kU{{-3, 0}, {3, 0}, {3, 4}, {1, 4}, {1, 1}, {-1, 1}, {-1, 4}, {-3, 4}};

double area(const Polygon& polygon) {
  double twice = 0.0;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Corner a = polygon[i], b = polygon[(i + 1) % polygon.size()];
    twice += a.x * b.y - b.x * a.y;
  }
  return 0.5 * std::abs(twice);
}

double area(const std::vector<Triangle>& triangles) {
  double sum = 0.0;
  for (const Triangle& triangle : triangles) sum += area(Polygon(triangle.corners.begin(), triangle.corners.end()));
  return sum;
}

TEST(Triangulate, CoversThePolygonOnce) {
  struct Case {
    const char* name;
    Polygon polygon;
    std::size_t triangles;
  };
  Polygon clockwise = kU, closed = kU, twice = kSquare, spiral;
  std::ranges::reverse(clockwise);
  closed.push_back(kU.front());
  twice.insert(twice.begin(), twice.front());
  for (int i = 0; i <= 20; ++i) spiral.push_back({(5 + i) * std::cos(0.5 * i), (5 + i) * std::sin(0.5 * i)});
  for (int i = 20; i >= 0; --i) spiral.push_back({(4 + i) * std::cos(0.5 * i), (4 + i) * std::sin(0.5 * i)});
  const Case cases[] = {
      {"triangle", {{0, 0}, {4, 0}, {0, 3}}, 1},
      {"square", kSquare, 2},
      {"U", kU, 6},
      {"clockwise", clockwise, 6},
      {"first corner again at the end", closed, 6},
      {"a corner twice in a row", twice, 2},
      {"a corner on a straight edge", {{0, 0}, {2, 0}, {4, 0}, {4, 4}, {0, 4}}, 3},
      {"spiral", spiral, 40},
      {"no area", {{0, 0}, {1, 1}, {2, 2}}, 0},
      {"two corners", {{0, 0}, {1, 1}}, 0},
      {"one point many times", {{1, 1}, {1, 1}, {1, 1}}, 0},
      {"nothing", {}, 0},
  };
  for (const Case& c : cases) {
    const std::vector<Triangle> triangles = triangulate(c.polygon);
    EXPECT_LE(triangles.size(), c.triangles) << c.name;
    EXPECT_NEAR(area(triangles), area(c.polygon), 1e-9) << c.name;
  }
}

TEST(Triangulate, EndsWithOutlinesThatCrossThemselves) {
  kit::Random random(3);
  for (int i = 0; i < 1000; ++i) {
    Polygon polygon(3 + random.index(20));
    for (Corner& corner : polygon) corner = {std::round(random.uniform(-5, 5)), std::round(random.uniform(-5, 5))};
    EXPECT_LT(triangulate(polygon).size(), polygon.size());
  }
}

FlatBox frame(double x, double y, double yaw = 0.0) {
  return {.x = x, .y = y, .cos = std::cos(yaw), .sin = std::sin(yaw), .half_length = 0.8, .half_width = 0.4};
}

TEST(OutlinesOverlap, OnlyWithAnArea) {
  const auto u = triangulate(kU), square = triangulate(kSquare);
  const std::span<const Triangle> box;
  struct Case {
    const char* name;
    std::span<const Triangle> triangles;
    FlatBox frame;
    bool expected;
  };
  const Case cases[] = {
      {"box in the open middle", box, frame(0, 3), false},
      {"box standing on the ground of the middle", box, frame(0, 1.4), false},
      {"box a millimetre into the ground of the middle", box, frame(0, 1.399), true},
      {"box turned, touching both walls of the middle", box, frame(0, 3, kPi / 2), false},
      {"box in the middle, turned, touching nothing", box, frame(0, 2.0, kPi / 4), false},
      {"box across a wall", box, frame(2, 3), true},
      {"box inside the ground", box, frame(0, 0.5), true},
      {"box touching from outside", box, frame(3.8, 2), false},
      {"box touching from outside, turned by 90 degrees", box, frame(3.4, 2, kPi / 2), false},
      {"box far away", box, frame(30, 2), false},
      {"square that just fits into the middle", square, frame(0, 2.0), false},
      {"square that just fits, turned by 180 degrees", square, frame(0, 2.0, kPi), false},
      {"square that does not fit, turned", square, frame(0, 2.5, kPi / 4), true},
      {"the same U", u, frame(0, 0), true},
      {"the same U upside down", u, frame(0, 4, kPi), true},
      {"two U hooked into each other", u, frame(2, 5.5, kPi), false},
      {"two U hooked into each other, too deep", u, frame(2, 4.9, kPi), true},
  };
  for (const double shift : {0.0, 1e6}) {
    for (const Case& c : cases) {
      FlatBox moved = c.frame;
      moved.x += shift;
      moved.y += shift;
      const Outline fixed{frame(shift, shift), u}, other{moved, c.triangles};
      EXPECT_EQ(overlaps(fixed, other), c.expected) << c.name << ", shifted by " << shift;
      EXPECT_EQ(overlaps(other, fixed), c.expected) << c.name << ", the other way round, shifted by " << shift;
    }
  }
}

}  // namespace
}  // namespace scrutineer::scene::detail
