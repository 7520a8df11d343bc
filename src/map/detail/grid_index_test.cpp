#include "map/detail/grid_index.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/quantity.h"
#include "kit/random.h"

namespace scrutineer::map::detail {
namespace {

struct Rectangle {
  double x, y, yaw, half_length, half_width;

  BoxCorners corners() const {
    BoxCorners box{};
    const double u[4] = {-half_length, half_length, half_length, -half_length};
    const double v[4] = {-half_width, -half_width, half_width, half_width};
    for (int i = 0; i < 4; ++i) {
      box.x[i] = x + std::cos(yaw) * u[i] - std::sin(yaw) * v[i];
      box.y[i] = y + std::sin(yaw) * u[i] + std::cos(yaw) * v[i];
    }
    return box;
  }
  // How far a point is inside; below 0: outside.
  double depth(double px, double py) const {
    const double dx = px - x, dy = py - y;
    return std::min(half_length - std::abs(std::cos(yaw) * dx + std::sin(yaw) * dy),
                    half_width - std::abs(std::cos(yaw) * dy - std::sin(yaw) * dx));
  }
};

// In a square with this side.
std::vector<Rectangle> random_rectangles(kit::Random& random, std::size_t count, double side) {
  std::vector<Rectangle> rectangles;
  for (std::size_t i = 0; i < count; ++i)
    rectangles.push_back({random.uniform(0.0, side), random.uniform(0.0, side), random.uniform(-kPi, kPi),
                          random.uniform(1.0, 8.0), random.uniform(0.5, 4.0)});
  return rectangles;
}

GridIndex index_of(const std::vector<Rectangle>& rectangles) {
  std::vector<BoxCorners> boxes;
  boxes.reserve(rectangles.size());
  for (const Rectangle& rectangle : rectangles) boxes.push_back(rectangle.corners());
  return GridIndex(std::span<const BoxCorners>(boxes));
}

// Cells with any number of boxes: few, not whole fours of them, and more than are gathered at a time.
TEST(GridIndex, VisitsTheBoxesThatHoldAPoint) {
  constexpr double kSide = 200.0, kFloats = 2e-3;
  for (const std::size_t count : {1U, 2U, 3U, 4U, 5U, 100U, 20000U}) {
    kit::Random random(count);
    const std::vector<Rectangle> rectangles = random_rectangles(random, count, kSide);
    const GridIndex index = index_of(rectangles);
    for (int i = 0; i < 300; ++i) {
      // Around a box, because few boxes leave most of the plane empty.
      const Rectangle& near = rectangles[random.index(count)];
      const double x = near.x + random.uniform(-8.0, 8.0), y = near.y + random.uniform(-8.0, 8.0);
      std::vector<std::uint32_t> visited, expected;
      index.visit_point(x, y, [&](std::uint32_t box) { visited.push_back(box); });
      for (std::uint32_t k = 0; k < count; ++k) {
        const double depth = rectangles[k].depth(x, y);
        const bool is_visited = std::ranges::find(visited, k) != visited.end();
        if (depth > 0.0 || (is_visited && depth > -kFloats)) expected.push_back(k);
      }
      ASSERT_EQ(visited, expected) << count << " boxes, point " << i;
    }
  }
}

// Boxes of search from within a cell to beyond the whole grid, over tiles that nothing lies in, too.
TEST(GridIndex, VisitsWhatTouchesABox) {
  constexpr double kSide = 600.0;
  for (const std::size_t count : {1U, 5U, 200U}) {
    kit::Random random(count);
    const std::vector<Rectangle> rectangles = random_rectangles(random, count, kSide);
    const GridIndex index = index_of(rectangles);
    for (int i = 0; i < 300; ++i) {
      const double x = random.uniform(-100.0, kSide + 100.0), y = random.uniform(-100.0, kSide + 100.0);
      const double reach = std::exp(random.uniform(-2.0, 6.0));
      std::vector<bool> visited(count);
      index.visit_box(x - reach, y - reach, x + reach, y + reach, [&](std::uint32_t box) { visited[box] = true; });
      for (std::uint32_t k = 0; k < count; ++k) {
        // A box of search that holds the middle of a rectangle, and one that is too far to share a cell with it.
        const double dx = std::abs(rectangles[k].x - x), dy = std::abs(rectangles[k].y - y);
        const double size = std::hypot(rectangles[k].half_length, rectangles[k].half_width);
        const double apart = std::max(dx, dy) - reach - size;
        if (std::max(dx, dy) <= reach) {
          ASSERT_TRUE(visited[k]) << count << " boxes, search " << i << ", box " << k;
        } else if (apart > 3.0 * index.cell_size()) {
          ASSERT_FALSE(visited[k]) << count << " boxes, search " << i << ", box " << k;
        }
      }
    }
  }
}

}  // namespace
}  // namespace scrutineer::map::detail
