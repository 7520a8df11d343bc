#include "map/detail/projection.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "kit/data.h"
#include "kit/maps.h"
#include "kit/random.h"
#include "map/read.h"

namespace scrutineer::map::detail {
namespace {

struct Place {
  double u, v, du, dv;
};

// The reference line a second time, by Horner's rule and number by number.
Place place_on(const Strip& strip, double ds) {
  Place at{};
  for (int i = 4; i >= 0; --i) {
    at.u = (at.u + strip.line.u(i)) * ds;
    at.v = (at.v + strip.line.v(i)) * ds;
    at.du = at.du * ds + (i + 1) * strip.line.u(i);
    at.dv = at.dv * ds + (i + 1) * strip.line.v(i);
  }
  return at;
}

// Calls visit(strip, point) with points on and around curved strips.
template <typename Visit>
void for_points_around_curves(const RoadNetwork& map, Visit visit) {
  kit::Random random(23);
  for (const Strip& strip : map.strips()) {
    if (strip.straight) continue;
    constexpr int kPoints = 12;
    constexpr double kAround = 1.0;  // metres
    for (int i = 0; i < kPoints; ++i) {
      visit(strip, Local{random.uniform(strip.u_min - kAround, strip.u_max + kAround),
                         random.uniform(strip.v_min - kAround, strip.v_max + kAround)});
    }
  }
}

void expect_feet_are_perpendicular(const RoadNetwork& map, const std::string& name) {
  for_points_around_curves(map, [&](const Strip& strip, Local p) {
    Projection found{};
    if (!project_on_curve(strip, p, found)) return;
    const Place at = place_on(strip, found.ds);
    const double away_u = p.u - at.u, away_v = p.v - at.v, speed = std::hypot(at.du, at.dv);
    const double distance = std::hypot(away_u, away_v);
    // Looser than on lanes (round_trip_test.cpp): some of the points lie near a bend's centre.
    EXPECT_NEAR((away_u * at.du + away_v * at.dv) / speed, 0.0, 1e-4) << name << ", s " << strip.s_begin + found.ds;
    EXPECT_NEAR(std::abs(found.t), distance, kCurveError) << name << ", s " << strip.s_begin + found.ds;
    EXPECT_NEAR(found.tangent_u * at.dv - found.tangent_v * at.du, 0.0, 1e-4 * speed) << name;
  });
}

// project() gives up early on points beyond the ends: nobody may be lost by it.
void expect_giving_up_early_is_right(const RoadNetwork& map, const std::string& name) {
  for_points_around_curves(map, [&](const Strip& strip, Local p) {
    Projection early{}, whole{};
    const bool is_on = project(strip, p, early);
    const bool has_foot = project_on_curve(strip, p, whole);
    const bool within =
        has_foot && whole.ds >= -slack_begin(strip, whole.t) && whole.ds <= strip.length + slack_end(strip, whole.t);
    EXPECT_EQ(is_on, within) << name << ", s " << strip.s_begin << ", foot at " << whole.ds << " of " << strip.length;
    if (is_on && within) {
      EXPECT_EQ(early.t, whole.t) << name;
      EXPECT_EQ(early.ds, std::min(std::max(whole.ds, 0.0), strip.length)) << name;
    }
  });
}

TEST(Projection, IsPerpendicularOnGeneratedMaps) {
  for (const auto& [name, document] : kit::all_generated_maps())
    expect_feet_are_perpendicular(*build_network(document), name);
}

TEST(Projection, IsPerpendicularOnRealMaps) {
  for (const auto& path : kit::all_maps())
    expect_feet_are_perpendicular(*kit::load_map(path.stem().string()), path.stem().string());
}

TEST(Projection, GivesUpEarlyOnlyBeyondTheEnds) {
  for (const auto& [name, document] : kit::all_generated_maps())
    expect_giving_up_early_is_right(*build_network(document), name);
  for (const auto& path : kit::all_maps())
    expect_giving_up_early_is_right(*kit::load_map(path.stem().string()), path.stem().string());
}

}  // namespace
}  // namespace scrutineer::map::detail
