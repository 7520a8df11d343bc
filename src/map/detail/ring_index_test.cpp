#include "map/detail/ring_index.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "base/quantity.h"
#include "map/detail/polygon_union.h"

namespace scrutineer::map::detail {
namespace {

const Ring kSquare = {{0, 0}, {10, 0}, {10, 10}, {0, 10}};

TEST(RingIndex, TellsInsideFromOutside) {
  const std::vector<Ring> rings = {kSquare, {{20, 5}, {25, 0}, {30, 5}, {25, 10}}};
  const RingIndex index(rings);
  struct Case {
    const char* name;
    Point point;
    bool inside;
  };
  const Case cases[] = {
      {"square", {5, 5}, true},
      {"beside it", {11, 5}, false},
      {"left of all", {-1, 5}, false},
      {"above", {5, 10.5}, false},
      {"diamond, level with its corners", {25, 5}, true},
      {"beside the diamond's slope", {21, 1}, false},
      {"level with a corner, between the rings", {15, 5}, false},
      {"not a number", {NAN, 5}, false},
  };
  for (const Case& c : cases) EXPECT_EQ(index.contains(c.point.x, c.point.y), c.inside) << c.name;
  EXPECT_FALSE(RingIndex().contains(0.0, 0.0));
  EXPECT_FALSE(RingIndex(std::vector<Ring>{}).contains(0.0, 0.0));
  EXPECT_FALSE(RingIndex(std::vector<Ring>{{{0, 0}, {1, 0}}}).contains(0.5, 0.0)) << "no extent";
}

TEST(RingIndex, AgreesWithTheDistanceToAStar) {
  // Radius 10 + 4 sin(9 angle): inside is where a point is nearer to the middle than the star there.
  Ring star;
  const int count = 3000;
  for (int i = 0; i < count; ++i) {
    const double angle = 2.0 * kPi * i / count, radius = 10.0 + 4.0 * std::sin(9.0 * angle);
    star.push_back({radius * std::cos(angle), radius * std::sin(angle)});
  }
  const RingIndex index(std::vector<Ring>{star});
  std::mt19937 random(1);
  std::uniform_real_distribution<double> coordinate(-15.0, 15.0);
  for (int i = 0; i < 20000; ++i) {
    const Point p{coordinate(random), coordinate(random)};
    const double radius = 10.0 + 4.0 * std::sin(9.0 * std::atan2(p.y, p.x)), distance = std::hypot(p.x, p.y);
    if (std::abs(distance - radius) < 0.01) continue;
    EXPECT_EQ(index.contains(p.x, p.y), distance < radius) << p.x << ", " << p.y;
  }
}

TEST(UnionOf, UnitesAndFills) {
  const auto box = [](double x0, double y0, double x1, double y1) {
    return Ring{{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}};
  };
  const auto reversed = [](Ring ring) { return Ring(ring.rbegin(), ring.rend()); };
  struct Case {
    const char* name;
    std::vector<Ring> rings;
    std::vector<double> outer, filled;  // sizes
  };
  const Case cases[] = {
      {"nothing", {}, {}, {}},
      {"one", {kSquare}, {100.0}, {}},
      {"clockwise", {reversed(kSquare)}, {100.0}, {}},
      {"overlapping", {kSquare, box(5, 5, 15, 15)}, {175.0}, {}},
      {"sharing a border", {kSquare, box(10, 0, 20, 10)}, {200.0}, {}},
      {"nearly sharing a border", {kSquare, box(10.0002, 0, 20, 10)}, {200.0}, {}},
      {"apart, largest first", {box(50, 0, 51, 1), kSquare}, {100.0, 1.0}, {}},
      {"around a hole", {box(0, 0, 10, 1), box(0, 9, 10, 10), box(0, 0, 1, 10), box(9, 0, 10, 10)}, {100.0}, {64.0}},
      {"an island in the hole",
       {box(0, 0, 10, 1), box(0, 9, 10, 10), box(0, 0, 1, 10), box(9, 0, 10, 10), box(4, 4, 6, 6)},
       {100.0},
       {64.0}},
      {"crossing itself", {{{0, 0}, {10, 10}, {10, 0}, {0, 10}}}, {25.0, 25.0}, {}},
      {"no extent", {{{0, 0}, {5, 0}, {10, 0}}}, {}, {}},
      {"too few points", {{{0, 0}, {5, 0}}}, {}, {}},
      {"not a number is left out", {kSquare, {{NAN, 0}, {1, 0}, {1, 1}}}, {100.0}, {}},
      {"absurdly far is left out", {kSquare, {{0, 0}, {1e300, 0}, {1, 1}}}, {100.0}, {}},
  };
  for (const Case& c : cases) {
    const UnionOfRings united = union_of(c.rings);
    ASSERT_EQ(united.outer.size(), c.outer.size()) << c.name;
    for (std::size_t i = 0; i < c.outer.size(); ++i)
      EXPECT_NEAR(signed_area(united.outer[i]), c.outer[i], 0.1) << c.name;
    ASSERT_EQ(united.filled.size(), c.filled.size()) << c.name;
    for (std::size_t i = 0; i < c.filled.size(); ++i)
      EXPECT_NEAR(signed_area(united.filled[i]), c.filled[i], 0.1) << c.name;
  }
}

}  // namespace
}  // namespace scrutineer::map::detail
