#include "scene/detail/pair_grid.h"

#include <gtest/gtest.h>

#include <limits>
#include <utility>

#include "kit/random.h"

namespace scrutineer::scene::detail {
namespace {

using Pairs = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

std::vector<Rect> random_rects(std::size_t count, double spread, double longest, double centre, std::uint64_t seed) {
  kit::Random random(seed);
  std::vector<Rect> rects;
  for (std::size_t i = 0; i < count; ++i) {
    const double x = centre + random.uniform(-spread, spread), y = -centre + random.uniform(-spread, spread);
    rects.push_back({x, y, x + random.uniform(0.0, longest), y + random.uniform(0.0, longest)});
  }
  return rects;
}

std::vector<Rect> with(std::vector<Rect> rects, const std::vector<Rect>& more) {
  rects.insert(rects.begin() + static_cast<std::ptrdiff_t>(rects.size() / 2), more.begin(), more.end());
  return rects;
}

struct Case {
  const char* name;
  std::vector<Rect> rects;
};

std::vector<Case> cases() {
  const auto town = [](std::uint64_t seed) { return random_rects(300, 100.0, 6.0, 0.0, seed); };
  const double nan = std::numeric_limits<double>::quiet_NaN();
  return {
      {"none", {}},
      {"one", {{0, 0, 1, 1}}},
      {"touching on a cell's border", {{0, 0, 4, 4}, {4, 4, 8, 8}, {-4, -4, 0, 0}}},
      {"sparse", random_rects(300, 3000.0, 6.0, 0.0, 1)},
      {"as dense as traffic", town(2)},
      {"all in one cell", random_rects(200, 2.0, 6.0, 0.0, 3)},
      {"far from the origin", random_rects(300, 100.0, 6.0, 1e6, 4)},
      {"spread over everything", random_rects(300, 1e7, 6.0, 0.0, 5)},
      {"points", random_rects(300, 3.0, 0.0, 0.0, 6)},
      {"all sizes", random_rects(300, 1000.0, 300.0, 0.0, 7)},
      {"one across all", with(town(8), {{-1e5, -1e5, 1e5, 1e5}})},
      {"several across all", with(town(9), {{-1e6, -1e6, 1e6, 1e6}, {-1e7, -5, 1e7, 5}, {-9e6, -9e6, 0, 0}})},
      {"without an end", with(town(10), {{-kInfinity, -kInfinity, kInfinity, kInfinity}, {0, 0, kInfinity, 1}})},
      {"beyond all numbers of cells", with(town(11), {{1e18, 1e18, 1e18, 1e18}, {1e18, 1e18, 2e18, 2e18}})},
      {"nowhere", with(town(12), {{nan, 0, 1, 1}, {0, 0, nan, 1}, {1, 0, -1, 0}})},
  };
}

TEST(PairGrid, FindsEachPairThatOverlapsOnce) {
  for (const Case& c : cases()) {
    Pairs wanted, found;
    for (std::uint32_t i = 0; i < c.rects.size(); ++i)
      for (std::uint32_t j = 0; j < i; ++j)
        if (c.rects[i].exists() && c.rects[j].exists() && c.rects[i].overlaps(c.rects[j])) wanted.emplace_back(i, j);
    PairGrid grid(2.0);
    grid.each_pair(c.rects, [&](std::uint32_t i, std::uint32_t j) { found.emplace_back(i, j); });
    std::ranges::sort(found);
    EXPECT_EQ(found, wanted) << c.name;
  }
}

TEST(PairGrid, FindsEachRectangleNearAnotherOnce) {
  kit::Random random(13);
  for (const Case& c : cases()) {
    PairGrid grid(0.5);
    grid.fill(c.rects);
    std::vector<Rect> queries = random_rects(50, 100.0, 50.0, 0.0, random.next());
    queries.push_back({-kInfinity, -kInfinity, kInfinity, kInfinity});
    queries.insert(queries.end(), c.rects.begin(), c.rects.end());
    for (const Rect& query : queries) {
      std::vector<std::uint32_t> wanted, found;
      for (std::uint32_t i = 0; i < c.rects.size(); ++i)
        if (c.rects[i].exists() && query.exists() && c.rects[i].overlaps(query)) wanted.push_back(i);
      grid.each_near(query, [&](std::uint32_t i) { found.push_back(i); });
      std::ranges::sort(found);
      ASSERT_EQ(found, wanted) << c.name;
    }
  }
}

TEST(PairGrid, CanBeFilledAgain) {
  PairGrid grid(2.0);
  const std::vector<Rect> many = random_rects(300, 10.0, 6.0, 0.0, 1), few{{0, 0, 2, 2}, {1, 1, 3, 3}};
  for (int round = 0; round < 3; ++round) {
    std::size_t of_many = 0, of_few = 0;
    grid.each_pair(many, [&](std::uint32_t, std::uint32_t) { ++of_many; });
    grid.each_pair(few, [&](std::uint32_t, std::uint32_t) { ++of_few; });
    EXPECT_GT(of_many, 300U);
    EXPECT_EQ(of_few, 1U);
  }
}

}  // namespace
}  // namespace scrutineer::scene::detail
