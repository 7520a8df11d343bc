#include "kit/map_check_testing.h"
#include "kit/maps.h"
#include "kit/transform.h"
#include "map/rules/catalogue.h"

namespace scrutineer::map::rules {
namespace {

using kit::End;
using kit::find_road;
using kit::MapBuilder;
using kit::RoadBuilder;
using testing::ElementsAre;
using testing::ElementsAreArray;

constexpr ContactPoint kStart = ContactPoint::start;
constexpr ContactPoint kEnd = ContactPoint::end;

using Places = std::vector<std::string>;

// two_roads() with the second one moved away: 100 m along x, one lane of 3.5 m each way.
Document moved_apart(double dx, double dy) {
  Document document = kit::two_roads();
  Geometry& geometry = find_road(document, "2").geometries.front();
  geometry.x += dx;
  geometry.y += dy;
  return document;
}

TEST(ConnectedLanes, MeasuresFromCrossSectionToCrossSection) {
  struct Case {
    const char* name;
    double dx, dy;
    Places expected;
  };
  const Case cases[] = {
      {"joined", 0.0, 0.0, {}},
      {"gap just below the threshold", 0.499, 0.0, {}},
      {"gap just above it", 0.501, 0.0, {"1:-1@100", "2:1@0"}},
      {"overlap just below it", -0.499, 0.0, {}},
      {"overlap just above it", -0.501, 0.0, {"1:-1@100", "2:1@0"}},
      {"aside, still touching", 0.0, 3.5, {}},
      {"aside, just below it", 0.0, -3.999, {}},
      {"aside, just above it", 0.0, -4.001, {"1:-1@100", "2:1@0"}},
      {"askew, just below it", 0.299, 3.899, {}},
      {"askew, just above it", 0.301, 3.901, {"1:-1@100", "2:1@0"}},
  };
  for (const Case& c : cases) {
    EXPECT_THAT(places_found(connected_lanes(), moved_apart(c.dx, c.dy)), ElementsAreArray(c.expected)) << c.name;
  }
}

TEST(ConnectedLanes, SaysHowFarApart) {
  const auto findings = findings_in(connected_lanes(), moved_apart(0.75, 0.0));
  ASSERT_EQ(findings.size(), 2U);
  const Finding& finding = findings.front();
  EXPECT_EQ(finding.rule, "map.connected_lanes");
  EXPECT_EQ(finding.level, Level::error);
  EXPECT_NEAR(finding.measured, 0.75, 1e-9);
  EXPECT_EQ(finding.threshold, 0.5);
  EXPECT_EQ(finding.unit, "m");
  EXPECT_NEAR(finding.x, 100.0, 1e-9);
  EXPECT_NEAR(finding.y, -1.75, 1e-9);
  EXPECT_EQ(finding.message, "does not reach road 2, lane -1 at s 0.00, to which it is linked");
}

// However the two roads run: the lane that traffic leaves is named, at the end where it leaves it.
TEST(ConnectedLanes, HoldsWhicheverWaySRuns) {
  struct Case {
    const char* name;
    Document document;
    Places expected;
  };
  Case cases[] = {
      {"end to start", kit::two_roads(), {"1:-1@100", "2:1@0"}},
      {"end to end", kit::end_to_end_roads(), {"1:-1@100", "2:-1@100"}},
      {"start to start", kit::start_to_start_roads(), {"1:1@0", "2:1@0"}},
  };
  for (Case& c : cases) {
    EXPECT_THAT(places_found(connected_lanes(), c.document), ElementsAre()) << c.name;
    find_road(c.document, "2").geometries.front().x += 0.6;
    EXPECT_THAT(places_found(connected_lanes(), c.document), ElementsAreArray(c.expected)) << c.name;
  }
}

TEST(ConnectedLanes, LooksAtSections) {
  // Lane -2 of the first section goes on as lane -2 of the second, which lies further out by the width of lane -1.
  const auto with_lane_width = [](double width) {
    return MapBuilder()
        .road(RoadBuilder("1").line(100.0).lanes({-2, -1}).section(50.0).lane(-1, 3.5 + width).lane(-2))
        .build();
  };
  EXPECT_THAT(places_found(connected_lanes(), with_lane_width(3.999)), ElementsAre());
  EXPECT_THAT(places_found(connected_lanes(), with_lane_width(4.001)), ElementsAre("1:-2@50"));
}

TEST(ConnectedLanes, LooksAtJunctions) {
  Document document = kit::four_way_crossing();
  EXPECT_THAT(places_found(connected_lanes(), document), ElementsAre());
  // The whole arm is moved outward: its lane into the junction is apart from three connecting roads, and three
  // connecting roads are apart from its other lane.
  find_road(document, "east").geometries.front().x += 0.6;
  EXPECT_EQ(places_found(connected_lanes(), document).size(), 6U);
}

TEST(ConnectedLanes, AcceptsANarrowingLane) {
  EXPECT_THAT(places_found(connected_lanes(), kit::narrowing_lane()), ElementsAre());
}

TEST(ConnectedLanes, LooksOnlyAtLanesInUse) {
  struct Case {
    LaneType type;
    std::size_t expected;
  };
  const Case cases[] = {{LaneType::driving, 1},  {LaneType::biking, 1}, {LaneType::sidewalk, 1},
                        {LaneType::parking, 1},  {LaneType::none, 0},   {LaneType::border, 0},
                        {LaneType::shoulder, 0}, {LaneType::median, 0}, {LaneType::curb, 0}};
  for (const Case& c : cases) {
    const Document document = MapBuilder()
                                  .road(RoadBuilder("1").line(100.0).lane(-1, 3.5, c.type))
                                  .road(RoadBuilder("2").start(101.0, 0.0).line(100.0).lane(-1, 3.5, c.type))
                                  .link({"1", kEnd}, {"2", kStart})
                                  .build();
    EXPECT_EQ(places_found(connected_lanes(), document).size(), c.expected) << to_string(c.type);
  }
}

TEST(ConnectedLanes, DoesNotDependOnHowTheMapIsTold) {
  const Document document = moved_apart(0.7, 0.3);
  const Document told[] = {
      kit::shifted_and_rotated(document, 1e6, -2e5, 2.0),
      kit::mirrored(document),
      kit::reversed(document, "1"),
      kit::reversed(document, "2"),
      kit::split(document, "1", 60.0),
  };
  for (const Document& other : told) {
    const auto findings = findings_in(connected_lanes(), other);
    ASSERT_EQ(findings.size(), 2U);
    for (const Finding& finding : findings) EXPECT_NEAR(finding.measured, 0.7, 1e-6);
  }
}

TEST(ConnectedLanes, FindsNothingInSoundMaps) {
  for (const auto& [name, document] : kit::all_generated_maps()) {
    EXPECT_THAT(places_found(connected_lanes(), document), ElementsAre()) << name;
  }
}

}  // namespace
}  // namespace scrutineer::map::rules
