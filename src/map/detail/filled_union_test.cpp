#include "map/detail/filled_union.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "map/detail/polygon_union.h"
#include "map/detail/ring_index.h"

namespace scrutineer::map::detail {
namespace {

using Place = FilledUnion::Place;

Ring box(double x_min, double y_min, double x_max, double y_max) {
  return {{x_min, y_min}, {x_max, y_min}, {x_max, y_max}, {x_min, y_max}};
}

Ring reversed(Ring ring) { return {ring.rbegin(), ring.rend()}; }

double distance_to_border(std::span<const Ring> rings, Point point) {
  double best = std::numeric_limits<double>::infinity();
  for (const Ring& ring : rings)
    for (std::size_t i = 0; i < ring.size(); ++i) {
      const Point a = ring[i], b = ring[(i + 1) % ring.size()];
      const double dx = b.x - a.x, dy = b.y - a.y, squared = dx * dx + dy * dy;
      const double part = std::clamp(((point.x - a.x) * dx + (point.y - a.y) * dy) / squared, 0.0, 1.0);
      best = std::min(best, std::hypot(point.x - a.x - part * dx, point.y - a.y - part * dy));
    }
  return best;
}

TEST(FilledUnion, TellsWhatIsSure) {
  const std::vector<Ring> frame = {box(0, 0, 20, 4), box(0, 16, 20, 20), box(0, 0, 4, 20),
                                   reversed(box(16, 0, 20, 20))};
  struct Case {
    const char* name;
    std::vector<Ring> rings;
    Point point;
    Place place;
  };
  const Case cases[] = {
      {"no ring", {}, {0, 0}, Place::outside},
      {"in a ring", {box(0, 0, 10, 10)}, {5, 5}, Place::in_ring},
      {"just inside of its border", {box(0, 0, 10, 10)}, {9.999, 5}, Place::in_ring},
      {"just outside", {box(0, 0, 10, 10)}, {10.001, 5}, Place::outside},
      {"far away", {box(0, 0, 10, 10)}, {1e9, 5}, Place::outside},
      {"in two rings that run different ways", {box(0, 0, 10, 10), reversed(box(2, 2, 8, 8))}, {5, 5}, Place::in_ring},
      {"in a hole that four rings leave", frame, {10, 10}, Place::unsure},
      {"in the hole, beside its border", frame, {4.01, 10}, Place::unsure},
      {"outside of the frame, beside it", frame, {-0.01, 10}, Place::outside},
      {"in a bay with a wide mouth", {frame[0], frame[1], frame[2]}, {10, 10}, Place::outside},
      {"in a narrow gap between rings", {box(0, 0, 10, 10), box(10.01, 0, 20, 10)}, {10.005, 5}, Place::unsure},
      {"a ring that is not finite", {{{0, 0}, {NAN, 0}, {1, 1}}}, {5, 5}, Place::unsure},
      {"rings absurdly far apart", {box(0, 0, 1, 1), box(1e9, 0, 1e9 + 1, 1)}, {5, 5}, Place::unsure},
      {"not a number", {box(0, 0, 10, 10)}, {NAN, NAN}, Place::outside},
  };
  for (const Case& c : cases) EXPECT_EQ(FilledUnion(c.rings).at(c.point.x, c.point.y), c.place) << c.name;
}

// Random bands, as roads are, against the union itself.
TEST(FilledUnion, AgreesWithTheUnionAndIsSeldomUnsure) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> place(-30.0, 30.0), turn(-0.3, 0.3);
  int unsure = 0, asked = 0;
  for (int round = 0; round < 40; ++round) {
    std::vector<Ring> rings;
    for (int band = 0; band < 8; ++band) {
      double x = place(random), y = place(random), heading = 10.0 * turn(random);
      const double bend = turn(random) * 0.3;
      Ring right, left;
      for (int i = 0; i < 20; ++i) {
        right.push_back({x + 1.75 * std::sin(heading), y - 1.75 * std::cos(heading)});
        left.push_back({x - 1.75 * std::sin(heading), y + 1.75 * std::cos(heading)});
        x += std::cos(heading);
        y += std::sin(heading);
        heading += bend;
      }
      right.insert(right.end(), left.rbegin(), left.rend());
      rings.push_back(band % 2 == 0 ? right : reversed(right));
    }
    const FilledUnion filled(rings);
    const UnionOfRings united = union_of(rings);
    const RingIndex outer(united.outer), holes(united.filled);
    for (int i = 0; i < 2'000; ++i) {
      const Point point{1.5 * place(random), 1.5 * place(random)};
      if (distance_to_border(rings, point) < 0.003) continue;  // the union moves corners by a millimetre
      ++asked;
      switch (filled.at(point.x, point.y)) {
        case Place::outside:
          EXPECT_FALSE(outer.contains(point.x, point.y)) << point.x << ' ' << point.y;
          break;
        case Place::in_ring:
          EXPECT_TRUE(outer.contains(point.x, point.y) && !holes.contains(point.x, point.y))
              << point.x << ' ' << point.y;
          break;
        case Place::unsure:
          ++unsure;
          break;
      }
    }
  }
  EXPECT_GT(unsure, 0);
  EXPECT_LT(unsure, asked / 10);
}

}  // namespace
}  // namespace scrutineer::map::detail
