#include <algorithm>
#include <cmath>

#include "base/quantity.h"
#include "kit/map_check_testing.h"
#include "kit/maps.h"
#include "kit/transform.h"
#include "map/rules/catalogue.h"

namespace scrutineer::map::rules {
namespace {

using kit::MapBuilder;
using kit::RoadBuilder;
using testing::ElementsAre;
using testing::ElementsAreArray;

using Places = std::vector<std::string>;

constexpr double kRadians = kPi / 180.0;

// A road with one lane astride the reference line, so that its centre line is the reference line.
RoadBuilder centred_road(double width = 3.0) {
  RoadBuilder road("1");
  road.lane(-1, width).lane_offset(0.0, {0.5 * width, 0.0, 0.0, 0.0});
  return road;
}

// Straight pieces of these lengths with these turns between them, in degrees.
RoadBuilder polyline(const std::vector<double>& lengths, const std::vector<double>& turns) {
  RoadBuilder road = centred_road();
  for (std::size_t i = 0; i < lengths.size(); ++i) {
    road.line(lengths[i]);
    if (i < turns.size()) {
      // A kink is a curve without length: the smallest one that the road builder takes.
      road.arc(1e-5, turns[i] * kRadians / 1e-5);
    }
  }
  return road;
}

Places found_on(const RoadBuilder& road) { return places_found(zig_zag(), MapBuilder().road(road).build()); }

TEST(ZigZag, FindsSharpTurns) {
  struct Case {
    const char* name;
    std::vector<double> lengths, turns;
    Places expected;
  };
  const Case cases[] = {
      {"straight", {100.0}, {}, {}},
      {"kink just below the threshold", {50.0, 50.0}, {44.9}, {}},
      {"kink just above it", {50.0, 50.0}, {45.1}, {"1:-1@50"}},
      {"kink to the right", {50.0, 50.0}, {-45.1}, {"1:-1@50"}},
      {"two kinks within a metre", {50.0, 0.99, 50.0}, {22.6, 22.6}, {"1:-1@50"}},
      {"two kinks not within a metre", {50.0, 1.01, 50.0}, {22.6, 22.6}, {}},
      {"far apart kinks are two findings", {40.0, 20.0, 40.0}, {50.0, 50.0}, {"1:-1@40", "1:-1@60"}},
  };
  for (const Case& c : cases) {
    EXPECT_THAT(found_on(polyline(c.lengths, c.turns)), ElementsAreArray(c.expected)) << c.name;
  }
}

TEST(ZigZag, FindsTurningBackAndForth) {
  struct Case {
    const char* name;
    std::vector<double> lengths, turns;
    Places expected;
  };
  const Case cases[] = {
      {"just below", {50.0, 2.0, 50.0}, {19.9, -19.9}, {}},
      {"just above", {50.0, 2.0, 50.0}, {20.1, -20.1}, {"1:-1@51"}},
      {"other way round", {50.0, 2.0, 50.0}, {-20.1, 20.1}, {"1:-1@51"}},
      {"only forth", {50.0, 2.0, 50.0}, {20.1, 20.1}, {}},
      {"back by less", {50.0, 2.0, 50.0}, {30.0, -19.9}, {}},
      {"within 3 m", {50.0, 2.99, 50.0}, {20.1, -20.1}, {"1:-1@51"}},
      {"not within 3 m", {50.0, 3.01, 50.0}, {20.1, -20.1}, {}},
      {"forth in two steps", {50.0, 1.0, 1.0, 50.0}, {10.1, 10.1, -20.3}, {"1:-1@51"}},
      {"many of them are one finding", {50.0, 1.0, 1.0, 1.0, 1.0, 50.0}, {15.0, -30.0, 30.0, -30.0, 15.0}, {"1:-1@52"}},
  };
  for (const Case& c : cases) {
    const auto findings = findings_in(zig_zag(), MapBuilder().road(polyline(c.lengths, c.turns)).build());
    ASSERT_EQ(findings.size(), c.expected.size()) << c.name;
    if (findings.empty()) continue;
    EXPECT_NEAR(findings[0].s, 51.0, 1.6) << c.name;
    EXPECT_EQ(findings[0].threshold, 20.0) << c.name;
    EXPECT_EQ(findings[0].unit, "deg") << c.name;
  }
}

// 45 degrees within 1 m is a radius of 1.273 m.
TEST(ZigZag, MeasuresCurvesOfTheLaneNotOfTheRoad) {
  struct Case {
    const char* name;
    RoadBuilder road;
    Places expected;
  };
  const auto arc = [](double radius, double lane_offset) {
    RoadBuilder road("1");
    road.line(20.0).arc(radius * kPi, 1.0 / radius).line(20.0);
    road.lane(-1, 3.0).lane_offset(0.0, {1.5 + lane_offset, 0.0, 0.0, 0.0});
    return road;
  };
  const Case cases[] = {
      {"just wide enough", arc(1.274, 0.0), {}},
      {"just too tight", arc(1.272, 0.0), {"1:-1@22"}},
      {"inside of a wide road curve", arc(6.0, 4.729), {"1:-1@29"}},
      {"inside, just wide enough", arc(6.0, 4.725), {}},
      {"outside of a tight road curve", arc(1.2, -0.1), {}},
  };
  for (const Case& c : cases) EXPECT_THAT(found_on(c.road), testing::SizeIs(c.expected.size())) << c.name;
}

TEST(ZigZag, FindsALaneThatFoldsOver) {
  // The centre line lies beyond the centre of the road's curve: it runs backwards there.
  RoadBuilder road("1");
  road.line(20.0).arc(5.0 * kPi / 2.0, 0.2).line(20.0);
  road.lane(1, 4.0).lane(2, 3.0);
  const auto findings = findings_in(zig_zag(), MapBuilder().road(road).build());
  EXPECT_THAT(places_of(findings), testing::Each(testing::StartsWith("1:2@")));
  ASSERT_FALSE(findings.empty());
  EXPECT_GT(findings[0].measured, 150.0);
}

TEST(ZigZag, FollowsALaneThroughSections) {
  // The width changes its slope where the second section begins: a kink of the centre line by 2 * 23 degrees.
  const auto with_slope = [](double slope, bool linked) {
    RoadBuilder road("1");
    road.line(40.0).lane(-1, 20.0).width(-1, {20.0, -slope, 0.0, 0.0});
    road.section(10.0).lane(-1).width(-1, {20.0 - 10.0 * slope, slope, 0.0, 0.0}).lane(1);
    road.continues(linked ? -1 : 1, linked ? -1 : 1);
    return road;
  };
  const double below = 2.0 * std::tan(22.4 * kRadians), above = 2.0 * std::tan(22.6 * kRadians);
  EXPECT_THAT(found_on(with_slope(below, true)), ElementsAre());
  EXPECT_THAT(found_on(with_slope(above, true)), ElementsAre("1:-1@10"));
}

TEST(ZigZag, LooksOnlyWhereTheLaneIsWideEnough) {
  for (const auto& [width, expected] : {std::pair{0.501, 1U}, std::pair{0.499, 0U}}) {
    RoadBuilder road = centred_road(width);
    road.line(50.0).arc(1e-5, 60.0 * kRadians / 1e-5).line(50.0);
    EXPECT_EQ(found_on(road).size(), expected) << width;
  }
}

TEST(ZigZag, LooksOnlyAtLanesInUse) {
  for (const auto& [type, expected] : {std::pair{LaneType::driving, 1U}, std::pair{LaneType::sidewalk, 1U},
                                       std::pair{LaneType::shoulder, 0U}, std::pair{LaneType::none, 0U}}) {
    RoadBuilder road = polyline({50.0, 50.0}, {60.0});
    road.lane_type(-1, type);
    EXPECT_EQ(found_on(road).size(), expected) << to_string(type);
  }
}

TEST(ZigZag, FollowsTheCurveNotItsHeadingAttribute) {
  // A paramPoly3 that sets off at 60 degrees to its own frame, turned back by its heading: the line is smooth.
  RoadBuilder road = centred_road();
  road.line(20.0);
  RoadRecord record = road.line(30.0).record();
  Geometry& last = record.geometries.back();
  const double c = std::cos(60.0 * kRadians), s = std::sin(60.0 * kRadians);
  last.shape = ParamPoly3{{0.0, 30.0 * c, 0.0, 0.0}, {0.0, 30.0 * s, 0.0, 0.0}, 1.0};
  last.heading = -60.0 * kRadians;
  EXPECT_THAT(places_found(zig_zag(), MapBuilder().road(record).build()), ElementsAre());
  last.heading = 0.0;
  EXPECT_THAT(places_found(zig_zag(), MapBuilder().road(record).build()), ElementsAre("1:-1@20"));
}

TEST(ZigZag, CountsAJumpOfTheLine) {
  struct Case {
    const char* name;
    double dx, dy;
    std::size_t expected;
  };
  const Case cases[] = {
      {"aside, just below the threshold", 0.0, 0.499, 0},
      {"aside, just above it", 0.0, 0.501, 1},
      {"to the other side", 0.0, -0.501, 1},
      {"ahead", 2.0, 0.0, 0},
      {"back", -2.0, 0.0, 1},
      {"ahead and aside by less than 20 degrees", 2.0, 0.72, 0},
      {"ahead and aside by more", 2.0, 0.74, 1},
  };
  for (const Case& c : cases) {
    RoadRecord road = centred_road().line(50.0).line(50.0).record();
    road.geometries[1].x += c.dx;
    road.geometries[1].y += c.dy;
    EXPECT_EQ(places_found(zig_zag(), MapBuilder().road(road).build()).size(), c.expected) << c.name;
  }
}

TEST(ZigZag, LeavesJumpsBetweenSectionsToTheLinks) {
  // One wide lane becomes two narrow ones.
  RoadBuilder road("1");
  road.line(100.0).lane(-1, 7.0).section(50.0).lanes({-2, -1}).continues(-1, -1).continues(-1, -2);
  EXPECT_THAT(found_on(road), ElementsAre());
}

TEST(ZigZag, LeavesOutWhatNobodySees) {
  struct Case {
    const char* name;
    double length;
    std::size_t expected;
  };
  // A piece turned by 60 degrees between two long ones in line with each other.
  const Case cases[] = {{"a millimetre", 0.001, 0}, {"a centimetre", 0.01, 0}, {"ten centimetres", 0.1, 1}};
  for (const Case& c : cases) {
    EXPECT_EQ(found_on(polyline({50.0, c.length, 50.0}, {60.0, -60.0})).size(), c.expected) << c.name;
  }
}

TEST(ZigZag, SaysHowMuchItTurns) {
  const auto findings = findings_in(zig_zag(), MapBuilder().road(polyline({50.0, 50.0}, {60.0})).build());
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_EQ(findings[0].level, Level::warning);
  EXPECT_NEAR(findings[0].measured, 60.0, 1e-3);
  EXPECT_EQ(findings[0].threshold, 45.0);
  EXPECT_EQ(findings[0].message, "its centre line turns sharply within 1 m");
}

// However the map is written down, the same turns are found.
TEST(ZigZag, DoesNotDependOnHowTheMapIsTold) {
  RoadBuilder road("1");
  road.line(30.0).arc(1e-5, 50.0 * kRadians / 1e-5).line(30.0).arc(6.0, 1.0 / 5.0).line(20.0);
  road.lane(-1, 3.0).lane(1, 3.0).lane(2, 5.0);
  const Document document = MapBuilder().road(road).build();
  const auto measured = [](Document told) {
    std::vector<double> sizes;
    for (const Finding& finding : findings_in(zig_zag(), std::move(told))) sizes.push_back(finding.measured);
    std::ranges::sort(sizes);
    return sizes;
  };
  const std::vector<double> expected = measured(document);
  ASSERT_GE(expected.size(), 4U);
  const auto same = testing::Pointwise(testing::DoubleNear(0.01), expected);
  EXPECT_THAT(measured(kit::shifted_and_rotated(document, 1e6, -2e5, 2.0)), same);
  EXPECT_THAT(measured(kit::reversed(document, "1")), same);
  EXPECT_THAT(measured(kit::mirrored(document)), same);
}

TEST(ZigZag, FindsNothingInSoundMaps) {
  for (const auto& [name, document] : kit::all_generated_maps()) {
    EXPECT_THAT(places_found(zig_zag(), document), ElementsAre()) << name;
  }
}

}  // namespace
}  // namespace scrutineer::map::rules
