#include "scene/detail/pair_sweep.h"

#include <gtest/gtest.h>

#include <limits>
#include <utility>

#include "kit/random.h"

namespace scrutineer::scene::detail {
namespace {

using PairsOfFrame = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

PairsOfFrame overlapping(const std::vector<Rect>& rects) {
  PairsOfFrame pairs;
  for (std::uint32_t i = 0; i < rects.size(); ++i)
    for (std::uint32_t j = 0; j < i; ++j)
      if (rects[i].overlaps(rects[j])) pairs.emplace_back(i, j);
  return pairs;
}

TEST(PairSweep, FindsEachPairThatOverlapsOnceInEveryFrame) {
  struct Case {
    const char* name;
    std::size_t count;
    double wide, deep;     // where they are, metres
    double longest;        // of their edges
    double step;           // how far one moves in a frame at most
    double nowhere = 0.0;  // how many of them are nowhere, as a share
  };
  const Case cases[] = {
      {"none", 0, 10.0, 10.0, 1.0, 1.0},
      {"one", 1, 10.0, 10.0, 1.0, 1.0},
      {"a town", 300, 200.0, 150.0, 6.0, 0.5},
      {"a road along x", 300, 2000.0, 7.0, 6.0, 0.5},
      {"a road along y", 300, 7.0, 2000.0, 6.0, 0.5},
      {"wide and deep in turns", 200, 50.0, 50.0, 6.0, 3.0},
      {"all over each other", 60, 1.0, 1.0, 6.0, 0.5},
      {"points", 300, 3.0, 3.0, 0.0, 0.01},
      {"elsewhere in every frame", 300, 200.0, 150.0, 6.0, 300.0},
      {"some nowhere", 300, 200.0, 150.0, 6.0, 0.5, 0.2},
      {"all nowhere", 10, 200.0, 150.0, 6.0, 0.5, 1.0},
  };
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  kit::Random random(17);
  for (const Case& c : cases) {
    PairSweep sweep;
    std::vector<Rect> rects;
    for (int frame = 0; frame < 30; ++frame) {
      // Now and then one comes and another goes, in the same frame or not.
      if (frame % 7 == 3 && !rects.empty()) rects.erase(rects.begin());
      if (frame % 5 == 3 && !rects.empty()) rects.pop_back();
      while (rects.size() < c.count && frame % 5 != 4) {
        const double x = random.uniform(0.0, c.wide), y = random.uniform(0.0, c.deep);
        rects.push_back({x, y, x + random.uniform(0.0, c.longest), y + random.uniform(0.0, c.longest)});
      }
      for (Rect& rect : rects) {
        const double dx = random.uniform(-c.step, c.step), dy = random.uniform(-c.step, c.step);
        rect = {rect.x_min + dx, rect.y_min + dy, rect.x_max + dx, rect.y_max + dy};
      }
      std::vector<Rect> known = rects;
      for (Rect& rect : known)
        if (random.uniform(0.0, 1.0) < c.nowhere) rect = {kInfinity, kInfinity, -kInfinity, -kInfinity};
      PairsOfFrame found;
      sweep.each_pair(known, [&](std::uint32_t i, std::uint32_t j) { found.emplace_back(i, j); });
      std::ranges::sort(found);
      ASSERT_EQ(found, overlapping(known)) << c.name << ", frame " << frame;
    }
  }
}

}  // namespace
}  // namespace scrutineer::scene::detail
