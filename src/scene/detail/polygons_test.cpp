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

TEST(SharedArea, HasASizeAndACentroid) {
  const std::vector<Triangle> u = triangulate(kU);
  const FlatBox here{.half_length = 2.0, .half_width = 1.0};  // a box, 4 by 2
  const auto box = [](double x, double y, double yaw) { return FlatBox{x, y, std::cos(yaw), std::sin(yaw), 2.0, 1.0}; };
  struct Case {
    const char* name;
    Outline a, b;
    double size;
    Corner centroid;  // in the frame of a
  };
  const Case cases[] = {
      {"the same box", {here, {}}, {here, {}}, 8.0, {0.0, 0.0}},
      {"behind each other", {here, {}}, {box(3.0, 0.0, 0.0), {}}, 2.0, {1.5, 0.0}},
      {"behind each other, moved", {box(100.0, 50.0, 0.0), {}}, {box(103.0, 50.0, 0.0), {}}, 2.0, {1.5, 0.0}},
      {"behind each other, turned", {box(0.0, 0.0, kPi / 2.0), {}}, {box(0.0, 3.0, kPi / 2.0), {}}, 2.0, {1.5, 0.0}},
      {"over a corner", {here, {}}, {box(3.0, -1.5, 0.0), {}}, 0.5, {1.5, -0.75}},
      {"across", {here, {}}, {box(0.5, 0.0, kPi / 2.0), {}}, 4.0, {0.5, 0.0}},
      {"a corner of one at 45 degrees",
       {here, {}},
       {{2.5, 0.0, std::sqrt(0.5), std::sqrt(0.5), 1.0, 1.0}, {}},
       // A triangle whose tip is as far inside as its base is half long.
       std::pow(std::sqrt(2.0) - 0.5, 2),
       {2.0 - (std::sqrt(2.0) - 0.5) / 3.0, 0.0}},
      {"apart", {here, {}}, {box(9.0, 9.0, 0.0), {}}, 0.0, {2.0, 1.0}},
      {"a U and a box over both arms", {here, u}, {box(0.0, 3.5, 0.0), {}}, 3.0, {0.0, 3.25}},
      {"a box over both arms of a U", {here, {}}, {box(0.0, -3.5, 0.0), u}, 3.0, {0.0, -0.25}},
      {"the same U", {here, u}, {here, u}, 18.0, {0.0, (6.0 * 0.5 + 12.0 * 2.5) / 18.0}},
  };
  for (const Case& c : cases) {
    const SharedArea found = shared_area(c.a, c.b);
    EXPECT_NEAR(found.size, c.size, 1e-9) << c.name;
    EXPECT_NEAR(found.centroid.x, c.centroid.x, 1e-9) << c.name;
    EXPECT_NEAR(found.centroid.y, c.centroid.y, 1e-9) << c.name;
  }
}

TEST(SharedArea, IsThereWhereOutlinesOverlap) {
  kit::Random random(11);
  const std::vector<Triangle> u = triangulate(kU);
  int with_area = 0;
  for (int i = 0; i < 20000; ++i) {
    const auto frame = [&] {
      const double yaw = random.uniform(-kPi, kPi);
      return FlatBox{random.uniform(-4.0, 4.0), random.uniform(-4.0, 4.0), std::cos(yaw), std::sin(yaw), 2.0, 1.0};
    };
    const Outline a{frame(), {}}, b{frame(), i % 2 == 0 ? std::span<const Triangle>() : std::span<const Triangle>(u)};
    const SharedArea found = shared_area(a, b), swapped = shared_area(b, a);
    ASSERT_NEAR(found.size, swapped.size, 1e-9) << i;
    ASSERT_EQ(found.size > 1e-9, overlaps(a, b) && found.size > 1e-9) << i;
    ASSERT_TRUE(found.size > 0.0 || !overlaps(a, b)) << i;
    if (found.size < 1e-6) continue;
    ++with_area;
    // In the plane it is the same point, and inside of the box.
    const auto x = [](const FlatBox& f, Corner p) { return f.x + f.cos * p.x - f.sin * p.y; };
    const auto y = [](const FlatBox& f, Corner p) { return f.y + f.sin * p.x + f.cos * p.y; };
    ASSERT_NEAR(x(a.frame, found.centroid), x(b.frame, swapped.centroid), 1e-6) << i;
    ASSERT_NEAR(y(a.frame, found.centroid), y(b.frame, swapped.centroid), 1e-6) << i;
    ASSERT_LE(std::abs(found.centroid.x), 2.0) << i;
    ASSERT_LE(std::abs(found.centroid.y), 1.0) << i;
  }
  EXPECT_GT(with_area, 5000);
}

}  // namespace
}  // namespace scrutineer::scene::detail
