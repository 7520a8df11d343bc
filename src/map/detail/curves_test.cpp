#include "map/detail/curves.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "map/road_network.h"

namespace scrutineer::map::detail {
namespace {

struct Sample {
  double s, x, y, heading;
};

// A second computation with nothing in common with the first: the curve followed in many small steps.
std::vector<Sample> follow_heading(const Geometry& g, double curvature_begin, double curvature_end) {
  constexpr int kSteps = 200000;
  const double h = g.length / kSteps, rate = (curvature_end - curvature_begin) / g.length;
  std::vector<Sample> samples{{0.0, g.x, g.y, g.heading}};
  double x = g.x, y = g.y;
  for (int i = 0; i < kSteps; ++i) {
    const double middle = h * (i + 0.5), end = h * (i + 1);
    const double heading = g.heading + curvature_begin * middle + 0.5 * rate * middle * middle;
    x += h * std::cos(heading);
    y += h * std::sin(heading);
    if ((i + 1) % 500 == 0) {
      samples.push_back({end, x, y, g.heading + curvature_begin * end + 0.5 * rate * end * end});
    }
  }
  return samples;
}

std::vector<Sample> follow_cubic(const Geometry& g, const Cubic& u, const Cubic& v, double p_end) {
  constexpr int kSteps = 200000;
  std::vector<Sample> samples;
  double length = 0.0, last_u = u.at(0), last_v = v.at(0);
  for (int i = 0; i <= kSteps; ++i) {
    const double p = p_end * i / kSteps, pu = u.at(p), pv = v.at(p);
    length += std::hypot(pu - last_u, pv - last_v);
    last_u = pu;
    last_v = pv;
    if (i % 500 == 0) {
      samples.push_back({length, g.x + std::cos(g.heading) * pu - std::sin(g.heading) * pv,
                         g.y + std::sin(g.heading) * pu + std::cos(g.heading) * pv,
                         g.heading + std::atan2(v.slope(p), u.slope(p))});
    }
  }
  return samples;
}

void expect_follows(const Geometry& g, const std::vector<Sample>& samples, const char* name) {
  std::vector<CurvePiece> pieces;
  append_pieces(g, pieces);
  const double stretch = g.length / samples.back().s;
  std::size_t i = 0;
  for (const Sample& sample : samples) {
    const double s = sample.s * stretch;
    while (i + 1 < pieces.size() && pieces[i + 1].ds_begin <= s) ++i;
    const CurvePoint p = point_on(pieces[i], s - pieces[i].ds_begin);
    const double size = 1e-9 * (std::abs(g.x) + std::abs(g.y));  // what doubles resolve out there
    ASSERT_NEAR(p.x, sample.x, 2.0 * kCurveError + size) << name << " at " << s;
    ASSERT_NEAR(p.y, sample.y, 2.0 * kCurveError + size) << name << " at " << s;
    ASSERT_NEAR(std::remainder(std::atan2(p.dy, p.dx) - sample.heading, 2 * kPi), 0.0, 1e-5) << name << " at " << s;
  }
}

TEST(Curves, ArcsAndClothoidsStayWithinTheStatedError) {
  struct Case {
    const char* name;
    double length, curvature_begin, curvature_end;
  };
  const Case cases[] = {
      {"wide arc", 300.0, 0.002, 0.002},
      {"tight arc", 12.0, -0.25, -0.25},
      {"kerb arc", 3.0, 1.0, 1.0},
      {"nearly a full circle", 60.0, 0.1, 0.1},
      {"motorway clothoid", 200.0, 0.0, 0.005},
      {"ramp clothoid", 80.0, 0.0, 0.04},
      {"clothoid through zero", 50.0, -0.1, 0.1},
      {"short strong clothoid", 5.0, 0.0, 0.5},
      {"almost straight", 100.0, 1e-9, 2e-9},
  };
  for (const Case& c : cases) {
    Geometry g{0.0, 12.5, -7.25, 0.7, c.length, Spiral{c.curvature_begin, c.curvature_end}};
    if (c.curvature_begin == c.curvature_end) g.shape = Arc{c.curvature_begin};
    expect_follows(g, follow_heading(g, c.curvature_begin, c.curvature_end), c.name);
  }
}

TEST(Curves, CubicsAreFollowedByTrueArcLength) {
  struct Case {
    const char* name;
    Cubic u, v;
    double p_end;
  };
  const Case cases[] = {
      {"normalized, uneven speed", {0, 10, 30, -5}, {0, 0, 8, 4}, 1.0},
      {"arcLength, nearly even", {0, 1, -4.7e-9, -2.6e-8}, {0, 1.7e-16, -2.0e-4, -1.3e-9}, 65.66},
      {"starts aside of its heading", {1, 20, 0, 0}, {-2, 5, 10, -12}, 1.0},
      {"hairpin", {0, 60, -90, 0}, {0, 0, 40, 0}, 1.0},
  };
  for (const Case& c : cases) {
    Geometry g{0.0, 100.0, 50.0, -1.2, 1.0, ParamPoly3{c.u, c.v, c.p_end}};
    const auto samples = follow_cubic(g, c.u, c.v, c.p_end);
    g.length = samples.back().s;
    expect_follows(g, samples, c.name);
    g.length *= 1.01;  // an imprecise file: the curve is stretched, its ends stay
    expect_follows(g, samples, c.name);
  }
}

TEST(Curves, Poly3IsFollowedByTrueArcLength) {
  const Cubic v{0, 0, 0.02, -0.0004};
  Geometry g{0.0, 0.0, 0.0, 0.3, 1.0, Poly3{v}};
  const auto samples = follow_cubic(g, {0, 1, 0, 0}, v, 40.0);
  g.length = samples.back().s;
  expect_follows(g, samples, "poly3");
}

TEST(Curves, FarFromTheOriginNothingIsLost) {
  const Geometry g{0.0, 604763.0, 5792795.0, 1.1, 120.0, Spiral{0.0, 0.02}};
  expect_follows(g, follow_heading(g, 0.0, 0.02), "7-digit coordinates");
}

TEST(Curves, ReportsTheTrueLengthOfACubic) {
  std::vector<CurvePiece> pieces;
  const Geometry g{0.0, 0.0, 0.0, 0.0, 12.0, ParamPoly3{{0, 10, 0, 0}, {}, 1.0}};
  EXPECT_NEAR(append_pieces(g, pieces), 10.0, 1e-9);
  EXPECT_NEAR(pieces.back().ds_begin + pieces.back().length, 12.0, 1e-9);
}

// A bad file can have a cubic that stands still: its tangent is zero there, but it leads somewhere all the same.
TEST(Curves, CubicsThatStandStillHaveADirection) {
  struct Case {
    const char* name;
    Cubic u, v;
  };
  const Case cases[] = {
      {"at the begin", {0, 0, 0, 5}, {0, 0, 3, 0}},
      {"at the end", {0, 10, -5, 0}, {0, 0, 0, 0}},
      {"in the middle, and back", {0, 10, -10, 0}, {0, 0, 0, 0}},
      {"all along", {0, 0, 0, 0}, {0, 0, 0, 0}},
  };
  for (const Case& c : cases) {
    std::vector<CurvePiece> pieces;
    append_pieces({.length = 5.0, .shape = ParamPoly3{c.u, c.v, 1.0}}, pieces);
    ASSERT_FALSE(pieces.empty()) << c.name;
    for (const CurvePiece& piece : pieces) {
      for (const double ds : {0.0, piece.length}) {
        const CurvePoint at = point_on(piece, ds);
        EXPECT_GT(std::hypot(at.dx, at.dy), 0.1) << c.name << " at " << piece.ds_begin + ds;
      }
    }
  }
}

}  // namespace
}  // namespace scrutineer::map::detail
