#include "map/detail/side_line.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <string>

#include "kit/maps.h"
#include "map/detail/strip_distance.h"
#include "map/read.h"

namespace scrutineer::map::detail {
namespace {

// Calls visit(strip, border) for every border of every strip of the generated maps.
template <typename Visit>
void for_each_border(Visit visit) {
  for (const auto& [name, document] : kit::all_generated_maps()) {
    if (name == "grid") continue;  // many roads, but none that the others do not have
    const auto map = build_network(document);
    for (const Strip& strip : map->strips()) {
      for (const Cubic& border : map->borders_of(strip)) visit(*map, strip, border, name);
    }
  }
}

TEST(SideLine, DerivativesAreThoseOfItsPoints) {
  for_each_border([](const RoadNetwork& map, const Strip& strip, const Cubic& border, const std::string& name) {
    const SideLine line(map, strip, border);
    const double h = 1e-3 * std::min(strip.length, 1.0);
    for (const double part : {0.1, 0.5, 0.9}) {
      const double ds = part * strip.length;
      const SideLine::Jet jet = line.jet(ds);
      const Local before = line.at(ds - h), here = line.at(ds), after = line.at(ds + h);
      EXPECT_NEAR(jet.u, here.u, 1e-9) << name;
      EXPECT_NEAR(jet.v, here.v, 1e-9) << name;
      EXPECT_NEAR(jet.du, (after.u - before.u) / (2.0 * h), 1e-5) << name;
      EXPECT_NEAR(jet.dv, (after.v - before.v) / (2.0 * h), 1e-5) << name;
      if (h < 1e-3) continue;  // rounding would be all there is
      EXPECT_NEAR(jet.ddu, (after.u - 2.0 * here.u + before.u) / (h * h), 1e-4) << name;
      EXPECT_NEAR(jet.ddv, (after.v - 2.0 * here.v + before.v) / (h * h), 1e-4) << name;
    }
  });
}

TEST(SideLine, BendBoundHoldsAndIsNotWasteful) {
  double worst_ratio = 0.0;
  for_each_border([&](const RoadNetwork& map, const Strip& strip, const Cubic& border, const std::string& name) {
    const SideLine line(map, strip, border);
    const double bound = bend_bound(map, strip, bend_of(strip), border);
    double largest = 0.0;
    for (int i = 0; i <= 50; ++i) {
      const SideLine::Jet jet = line.jet(strip.length * i / 50);
      largest = std::max(largest, std::hypot(jet.ddu, jet.ddv));
    }
    EXPECT_LE(largest, bound * (1.0 + 1e-9) + 1e-12) << name;
    if (largest > 1e-3) worst_ratio = std::max(worst_ratio, bound / largest);
  });
  EXPECT_LT(worst_ratio, 20.0);
}

TEST(SideLine, PaceAndSlopeAreThoseOfAllBounds) {
  for_each_border([](const RoadNetwork&, const Strip& strip, const Cubic& border, const std::string& name) {
    const Bend bend = bend_of(strip);
    const Pace pace = pace_of(strip);
    EXPECT_EQ(pace.turn, bend.turn) << name;
    EXPECT_EQ(pace.slowest, bend.slowest) << name;
    EXPECT_EQ(slope_bound(border, strip.length), bounds_of(border, strip.length).slope) << name;
  });
}

TEST(NearestOnLine, AgreesWithManyPlacesOnIt) {
  std::mt19937 random(31);
  std::uniform_real_distribution<double> along(-0.5, 1.5), aside(-60.0, 60.0);
  for_each_border([&](const RoadNetwork& map, const Strip& strip, const Cubic& border, const std::string& name) {
    const SideLine line(map, strip, border);
    const double bound = bend_bound(map, strip, bend_of(strip), border);
    for (int k = 0; k < 3; ++k) {
      const Local p{along(random) * strip.length, aside(random)};
      double expected = INFINITY;
      for (int i = 0; i <= 2000; ++i) {
        const Local q = line.at(strip.length * i / 2000);
        expected = std::min(expected, std::hypot(q.u - p.u, q.v - p.v));
      }
      const double found = nearest_on_line(line, bound, 0.0, strip.length, p, INFINITY);
      EXPECT_LE(found, expected + kFineChord) << name;
      const double spacing = strip.length / 2000.0;
      EXPECT_GE(found, expected - kFineChord - spacing * spacing / std::max(expected, spacing)) << name;
    }
  });
}

}  // namespace
}  // namespace scrutineer::map::detail
