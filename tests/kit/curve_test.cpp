#include "kit/curve.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/quantity.h"
#include "kit/geometry_parts.h"

namespace scrutineer::kit {
namespace {

using namespace map;

TEST(Curve, ParametersAndLengthsAreInverse) {
  struct Case {
    const char* name;
    ParamPoly3 shape;
  };
  const Case cases[] = {
      {"straight", {{0.0, 10.0, 0.0, 0.0}, {}, 1.0}},
      {"by arc length", {{0.0, 1.0, -3e-6, 4e-9}, {0.0, 0.0, 7e-4, -8e-6}, 88.0}},
      {"gentle", {{0.0, 40.0, -2.0, 0.0}, {0.0, 0.0, 6.0, -3.0}, 1.0}},
      {"turns back beyond its end", {{0.0, 9.0, 12.4, -9.65}, {0.0, 0.0, 5.9, -3.47}, 1.0}},
      {"slow at its begin", {{0.0, 0.01, 10.0, 0.0}, {0.0, 0.0, 3.0, 0.0}, 1.0}},
  };
  for (const auto& [name, shape] : cases) {
    for (int i = 0; i <= 50; ++i) {
      const double p = shape.p_end * i / 50.0;
      EXPECT_NEAR(parameter_at(shape, arc_length(shape, p)), p, 1e-9 * shape.p_end) << name;
    }
    EXPECT_NEAR(parameter_at(shape, 2.0 * arc_length(shape, shape.p_end)), shape.p_end, 1e-12) << name;
  }
  const Poly3 parabola{{0.0, 0.0, 0.5, 0.0}};
  EXPECT_NEAR(parameter_at(parabola, 0.5 * (std::sqrt(2.0) + std::asinh(1.0))), 1.0, 1e-12);
}

TEST(Curve, SIsStretchedWhereAFileIsImprecise) {
  Geometry geometry;
  geometry.length = 10.1;  // the curve has 10 m
  geometry.shape = ParamPoly3{{0.0, 10.0, 0.0, 0.0}, {}, 1.0};
  EXPECT_NEAR(end_pose(geometry).x, 10.0, 1e-12);
  EXPECT_NEAR(pose_at(geometry, 5.05).x, 5.0, 1e-12);
}

TEST(Curve, AnglesAreNormalised) {
  struct Case {
    double angle, expected;
  };
  const Case cases[] = {
      {0.0, 0.0}, {kPi, kPi}, {-kPi, kPi}, {3.0 * kPi, kPi}, {2.0 * kPi + 1.0, 1.0}, {-7.0, -7.0 + 2.0 * kPi}};
  for (const auto& [angle, expected] : cases) EXPECT_NEAR(normalised_angle(angle), expected, 1e-12) << angle;
}

TEST(GeometryParts, FollowTheWhole) {
  struct Case {
    const char* name;
    double length;
    decltype(Geometry::shape) shape;
  };
  const Case cases[] = {
      {"line", 20.0, Line{}},
      {"arc", 20.0, Arc{-0.05}},
      {"spiral", 20.0, Spiral{-0.02, 0.07}},
      {"poly3", 20.0, Poly3{{0.0, 0.1, 0.01, -4e-4}}},
      {"paramPoly3 by arc length", 20.0, ParamPoly3{{0.0, 1.0, 0.0, -1e-4}, {0.0, 0.0, 0.02, 0.0}, 20.0}},
      {"normalised paramPoly3 of another length", 25.0, ParamPoly3{{0.0, 20.0, 1.0, 0.5}, {0.0, 2.0, 6.0, -3.0}, 1.0}},
  };
  for (const auto& [name, length, shape] : cases) {
    Geometry whole;
    whole.x = 100.0;
    whole.y = -50.0;
    whole.heading = 2.0;
    whole.length = length;
    whole.shape = shape;
    const Geometry back = reversed(whole);
    const auto [before, after] = cut(whole, 7.0);
    for (int i = 0; i <= 40; ++i) {
      const double ds = length * i / 40.0;
      const Pose expected = pose_at(whole, ds);
      const Pose other_way = turned_around(pose_at(back, length - ds));
      const Pose part = ds < 7.0 ? pose_at(before, ds) : pose_at(after, ds - 7.0);
      for (const Pose& pose : {other_way, part}) {
        EXPECT_NEAR(pose.x, expected.x, 1e-9) << name << " " << ds;
        EXPECT_NEAR(pose.y, expected.y, 1e-9) << name << " " << ds;
        EXPECT_NEAR(normalised_angle(pose.heading - expected.heading), 0.0, 1e-9) << name << " " << ds;
      }
    }
  }
}

}  // namespace
}  // namespace scrutineer::kit
