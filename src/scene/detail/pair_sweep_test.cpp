#include "scene/detail/pair_sweep.h"

#include <gtest/gtest.h>

#include <cmath>
#include <utility>

#include "kit/random.h"

namespace scrutineer::scene::detail {
namespace {

using PairsOfFrame = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

PairsOfFrame overlapping(const std::vector<Circle>& circles) {
  PairsOfFrame pairs;
  for (std::uint32_t i = 0; i < circles.size(); ++i) {
    for (std::uint32_t j = 0; j < i; ++j) {
      const Circle &a = circles[i], &b = circles[j];
      if (std::hypot(a.x - b.x, a.y - b.y) <= a.radius + b.radius) pairs.emplace_back(i, j);
    }
  }
  return pairs;
}

TEST(PairSweep, FindsEachPairThatOverlapsOnceInEveryFrame) {
  struct Case {
    const char* name;
    std::size_t count;
    double wide, deep;       // where they are, metres
    double largest;          // of their radii
    double step;             // how far one moves in a frame at most
    bool is_aslant = false;  // all near the line x = y
  };
  const Case cases[] = {
      {"none", 0, 10.0, 10.0, 1.0, 1.0},
      {"one", 1, 10.0, 10.0, 1.0, 1.0},
      {"a town", 300, 200.0, 150.0, 3.0, 0.5},
      {"a road along x", 300, 2000.0, 7.0, 3.0, 0.5},
      {"a road along y", 300, 7.0, 2000.0, 3.0, 0.5},
      {"wide and deep in turns", 200, 50.0, 50.0, 3.0, 3.0},
      {"all over each other", 60, 1.0, 1.0, 3.0, 0.5},
      {"small ones", 300, 3.0, 3.0, 0.01, 0.01},
      {"a road aslant", 300, 1000.0, 1000.0, 3.0, 0.5, true},
      {"elsewhere in every frame", 300, 200.0, 150.0, 3.0, 300.0},
  };
  kit::Random random(17);
  for (const Case& c : cases) {
    PairSweep sweep;
    std::vector<Circle> circles;
    for (int frame = 0; frame < 30; ++frame) {
      // Now and then one comes and another goes, in the same frame or not.
      if (frame % 7 == 3 && !circles.empty()) circles.erase(circles.begin());
      if (frame % 5 == 3 && !circles.empty()) circles.pop_back();
      while (circles.size() < c.count && frame % 5 != 4) {
        const double x = random.uniform(0.0, c.wide);
        const double y = c.is_aslant ? x + random.uniform(0.0, 7.0) : random.uniform(0.0, c.deep);
        circles.push_back({x, y, random.uniform(0.0, c.largest)});
      }
      for (Circle& circle : circles) {
        circle.x += random.uniform(-c.step, c.step);
        circle.y += random.uniform(-c.step, c.step);
      }
      PairsOfFrame found;
      sweep.each_pair(circles, [&](std::uint32_t i, std::uint32_t j) { found.emplace_back(i, j); });
      std::ranges::sort(found);
      ASSERT_EQ(found, overlapping(circles)) << c.name << ", frame " << frame;
    }
  }
}

}  // namespace
}  // namespace scrutineer::scene::detail
