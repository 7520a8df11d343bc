#include "scene/boxes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "base/quantity.h"
#include "kit/random.h"

namespace scrutineer::scene {
namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();

Box car(double x, double y, double yaw = 0.0) {
  return {.x = x, .y = y, .yaw = yaw, .length = 4.0, .width = 2.0, .z_low = 0.0, .z_high = 1.5};
}

TEST(Overlaps, NeedsAnAreaInThePlaneAndInHeight) {
  Box bridge = car(0, 0);
  bridge.z_low = 1.5;
  bridge.z_high = 3.0;
  Box low_bridge = bridge;
  low_bridge.z_low = 1.49;
  struct Case {
    const char* name;
    Box other;
    bool expected;
  };
  const Case cases[] = {
      {"the same place", car(0, 0), true},
      {"bumper to bumper", car(4, 0), false},
      {"a millimetre into the bumper", car(3.999, 0), true},
      {"side by side", car(0, 2), false},
      {"a millimetre into the side", car(0, 1.999), true},
      {"corner to corner", car(4, 2), false},
      {"turned by 90 degrees, touching", car(3, 0, kPi / 2), false},
      {"turned by 90 degrees, inside", car(2.99, 0, kPi / 2), true},
      {"turned by 45 degrees, its corner beside ours", car(3.6, 2.6, kPi / 4), false},
      {"turned by 45 degrees, its corner in our side", car(0, 3.0, kPi / 4), true},
      {"above, touching", bridge, false},
      {"above, a centimetre too low", low_bridge, true},
  };
  for (const Case& c : cases) {
    EXPECT_EQ(overlaps(car(0, 0), c.other), c.expected) << c.name;
    EXPECT_EQ(overlaps(c.other, car(0, 0)), c.expected) << c.name << ", seen from the other";
  }
}

TEST(TimeToCollision, IsTheTimeUntilTheBodiesMeet) {
  Box above = car(20, 0);
  above.z_low = 5.0;
  above.z_high = 6.0;
  struct Case {
    const char* name;
    Box other;
    Velocity ours, theirs;
    double horizon, expected;
  };
  const Case cases[] = {
      {"driving up to a standing car", car(20, 0), {8, 0}, {0, 0}, 3, 2.0},
      {"head on", car(20, 0), {8, 0}, {-8, 0}, 3, 1.0},
      {"just within the horizon", car(20, 0), {8, 0}, {0, 0}, 2.0, 2.0},
      {"just beyond the horizon", car(20, 0), {8, 0}, {0, 0}, 1.999, kNever},
      {"as fast as the one in front", car(20, 0), {8, 0}, {8, 0}, 10, kNever},
      {"falling back", car(20, 0), {8, 0}, {9, 0}, 10, kNever},
      {"passing with a millimetre to spare", car(20, 2.001), {8, 0}, {0, 0}, 10, kNever},
      {"scraping along", car(20, 2.0), {8, 0}, {0, 0}, 10, kNever},
      {"clipping the side", car(20, 1.999), {8, 0}, {0, 0}, 10, 2.0},
      {"crossing", car(12, -9, kPi / 2), {10, 0}, {0, 6}, 3, 1.0},
      {"crossing behind", car(12, -30, kPi / 2), {10, 0}, {0, 6}, 10, kNever},
      {"overlapping now", car(1, 0), {8, 0}, {0, 0}, 3, 0.0},
      {"overlapping now, parting", car(3.9, 0), {-8, 0}, {0, 0}, 3, 0.0},
      {"touching and parting", car(4, 0), {-8, 0}, {0, 0}, 3, kNever},
      {"touching and closing", car(4, 0), {1, 0}, {0, 0}, 3, 0.0},
      {"on a bridge", above, {8, 0}, {0, 0}, 10, kNever},
  };
  for (const Case& c : cases) {
    EXPECT_DOUBLE_EQ(time_to_collision(car(0, 0), c.ours, c.other, c.theirs, c.horizon), c.expected) << c.name;
    EXPECT_DOUBLE_EQ(time_to_collision(c.other, c.theirs, car(0, 0), c.ours, c.horizon), c.expected)
        << c.name << ", seen from the other";
  }
  EXPECT_TRUE(std::isnan(time_to_collision(car(0, 0), {NAN, 0}, car(20, 0), {0, 0}, 3)));
}

struct Corner {
  double x, y;
};

std::vector<Corner> corners(const Box& box) {
  std::vector<Corner> points;
  for (const auto& [u, v] : {Corner{0.5, 0.5}, {-0.5, 0.5}, {-0.5, -0.5}, {0.5, -0.5}}) {
    const double along = u * box.length, across = v * box.width;
    points.push_back({box.x + along * std::cos(box.yaw) - across * std::sin(box.yaw),
                      box.y + along * std::sin(box.yaw) + across * std::cos(box.yaw)});
  }
  return points;
}

double cross(Corner a, Corner b, Corner c) { return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x); }

// A second way to the same answer: the boxes overlap while the origin lies in the hull of all differences of their
// corners, and that hull moves with the difference of the velocities. Where does the origin's way enter it?
double entry_into_hull(const Box& a, Velocity va, const Box& b, Velocity vb, double horizon) {
  std::vector<Corner> points;
  for (const Corner& p : corners(a)) {
    for (const Corner& q : corners(b)) points.push_back({q.x - p.x, q.y - p.y});
  }
  std::ranges::sort(points, [](Corner p, Corner q) { return p.x < q.x || (p.x == q.x && p.y < q.y); });
  std::vector<Corner> hull(2 * points.size());
  std::size_t size = 0;
  for (const Corner& p : points) {
    while (size >= 2 && cross(hull[size - 2], hull[size - 1], p) <= 0) --size;
    hull[size++] = p;
  }
  for (std::size_t i = points.size() - 1, lower = size + 1; i-- > 0;) {
    while (size >= lower && cross(hull[size - 2], hull[size - 1], points[i]) <= 0) --size;
    hull[size++] = points[i];
  }
  hull.resize(size - 1);
  // The origin moves by -closing * time seen from the hull; each edge lets it in or out.
  const double wx = va.x - vb.x, wy = va.y - vb.y;
  double enter = 0.0, leave = horizon;
  for (std::size_t i = 0; i < hull.size(); ++i) {
    const Corner p = hull[i], q = hull[(i + 1) % hull.size()];
    const double inside_now = cross(p, q, {0, 0});
    const double change = (q.x - p.x) * wy - (q.y - p.y) * wx;
    if (change > 0) enter = std::max(enter, -inside_now / change);
    if (change < 0) leave = std::min(leave, -inside_now / change);
    if (change == 0 && inside_now <= 0) return kNever;
  }
  return enter < leave ? enter : kNever;
}

TEST(TimeToCollision, AgreesWithASecondComputation) {
  kit::Random random(7);
  int collisions = 0;
  for (int i = 0; i < 100000; ++i) {
    const auto body = [&random](double spread) {
      return Box{.x = random.uniform(-spread, spread),
                 .y = random.uniform(-spread, spread),
                 .yaw = random.uniform(-kPi, kPi),
                 .length = random.uniform(0.3, 15.0),
                 .width = random.uniform(0.3, 3.0),
                 .z_low = 0.0,
                 .z_high = 1.5};
    };
    const Box a = body(5.0), b = body(25.0);
    const Velocity va{random.uniform(-20, 20), random.uniform(-20, 20)};
    const Velocity vb{random.uniform(-20, 20), random.uniform(-20, 20)};
    const double found = time_to_collision(a, va, b, vb, 3.0), wanted = entry_into_hull(a, va, b, vb, 3.0);
    if (std::isinf(wanted) != std::isinf(found)) {
      // Only at the very edge: a graze of no depth, or the horizon itself.
      const double longer = entry_into_hull(a, va, b, vb, 3.001);
      const Box wider{a.x, a.y, a.yaw, a.length + 1e-6, a.width + 1e-6, a.z_low, a.z_high};
      ASSERT_TRUE(std::isfinite(longer) || std::isfinite(entry_into_hull(wider, va, b, vb, 3.0))) << "pair " << i;
      continue;
    }
    if (std::isinf(found)) continue;
    ++collisions;
    ASSERT_NEAR(found, wanted, 1e-6) << "pair " << i;
    ASSERT_EQ(overlaps(a, b), wanted == 0.0) << "pair " << i;
  }
  EXPECT_GT(collisions, 10000);
}

TEST(SideOf, IsTheNearestEdgeOrACorner) {
  // Of a body that is 4 m long and 2 m wide: stretched to a square, 2 m ahead is as much as 1 m to the left.
  struct Case {
    const char* name;
    double ahead, left;
    std::string_view side;
  };
  const Case cases[] = {
      {"front", 2.0, 0.0, "front"},
      {"rear", -2.0, 0.0, "rear"},
      {"left", 0.0, 1.0, "left"},
      {"right", 0.0, -1.0, "right"},
      {"front left corner", 2.0, 1.0, "front_left"},
      {"front right corner", 2.0, -1.0, "front_right"},
      {"rear left corner", -2.0, 1.0, "rear_left"},
      {"rear right corner", -2.0, -1.0, "rear_right"},
      {"beyond the corner", 3.0, 2.0, "front_left"},
      {"just at the corner", 2.0, 0.76, "front_left"},
      {"just not at the corner", 2.0, 0.74, "front"},
      {"just at the corner, from the side", 1.52, 1.0, "front_left"},
      {"just not at the corner, from the side", 1.48, 1.0, "left"},
      {"inside, nearer to the front", 1.0, 0.49, "front"},
      {"inside, nearer to the left", 1.0, 0.51, "left"},
      {"inside, nearer to the rear", -1.0, -0.49, "rear"},
      {"inside, nearer to the right", -1.0, -0.51, "right"},
      {"the centre", 0.0, 0.0, "front"},
  };
  for (const Case& c : cases) EXPECT_EQ(to_word(side_of(c.ahead, c.left, 2.0, 1.0)), c.side) << c.name;
  EXPECT_EQ(to_word(side_of(0.0, 0.0, 0.0, 0.0)), "front");
  EXPECT_EQ(to_word(side_of(5.0, -1.0, 0.0, 1.0)), "right");
}

}  // namespace
}  // namespace scrutineer::scene
