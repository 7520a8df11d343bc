#include "kit/maps.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "base/quantity.h"
#include "kit/soundness.h"

namespace scrutineer::kit {
namespace {

using namespace map;

TEST(GeneratedMaps, AreGeometricallySound) {
  for (const auto& [name, document] : all_generated_maps())
    EXPECT_THAT(unsound_places(document, 1e-6), testing::IsEmpty()) << name;
}

TEST(GeneratedMaps, FaultsAreSeen) {
  struct Case {
    const char* name;
    Document map;
    void (*damage)(Document&);
    const char* expected;
  };
  const Case cases[] = {
      {"gap in the reference line", s_curve(), [](Document& d) { d.roads[0].geometries[2].x += 0.01; }, "gap"},
      {"kink", s_curve(), [](Document& d) { d.roads[0].geometries[2].heading += 0.01; }, "kink"},
      {"road moved away", two_roads(), [](Document& d) { d.roads[1].geometries[0].x += 0.01; }, "m apart"},
      {"link not returned", two_roads(), [](Document& d) { d.roads[1].predecessor.reset(); }, "but not back"},
      {"wrong lane in a connection", four_way_crossing(),
       [](Document& d) { d.junctions[0].connections[0].lane_links[0].from *= -1; }, "m apart"},
      {"negative width", straight_road(), [](Document& d) { d.roads[0].sections[0].lanes[0].widths[0].cubic.b = -1; },
       "m wide"},
      {"length", straight_road(), [](Document& d) { d.roads[0].length += 1.0; }, "length"},
      {"step in height", two_roads(), [](Document& d) { d.roads[1].elevations = {{0.0, {1, 0, 0, 0}}}; }, "m apart"},
  };
  for (const auto& [name, map, damage, expected] : cases) {
    Document document = map;
    damage(document);
    EXPECT_THAT(unsound_places(document), testing::Contains(testing::HasSubstr(expected))) << name;
  }
}

TEST(RoadBuilder, PiecesEndWhereTheyShould) {
  struct Case {
    const char* name;
    RoadBuilder road;
    Pose end;
    double length;
  };
  const double r = 50.0;
  const Case cases[] = {
      {"line", RoadBuilder("1").line(10.0), {10.0, 0.0, 0.0}, 10.0},
      {"turned line", RoadBuilder("1").start(1.0, 2.0, 0.5 * kPi).line(10.0), {1.0, 12.0, 0.5 * kPi}, 10.0},
      {"quarter circle", RoadBuilder("1").arc(0.5 * kPi * r, 1.0 / r), {r, r, 0.5 * kPi}, 0.5 * kPi * r},
      // C(1) and S(1) of the Fresnel integrals, scaled: a clothoid with turn(s) = pi/2 (s/l)^2.
      {"clothoid", RoadBuilder("1").spiral(1.0, 0.0, kPi), {0.7798934003768228, 0.4382591473903548, 0.5 * kPi}, 1.0},
      {"straight poly3",
       RoadBuilder("1").poly3(3.0, {0.0, 4.0 / 3.0, 0.0, 0.0}),
       {3.0, 4.0, std::atan2(4.0, 3.0)},
       5.0},
      {"parabola",
       RoadBuilder("1").param_poly3({0, 1, 0, 0}, {0, 0, 0.5, 0}),
       {1.0, 0.5, 0.25 * kPi},
       0.5 * (std::sqrt(2.0) + std::asinh(1.0))},
      {"bend to the left",
       RoadBuilder("1").bend_to({30.0, 20.0, 0.5 * kPi}),
       {30.0, 20.0, 0.5 * kPi},
       10.0 + 10.0 * kPi},
      {"bend to the right",
       RoadBuilder("1").bend_to({20.0, -30.0, -0.5 * kPi}),
       {20.0, -30.0, -0.5 * kPi},
       10.0 + 10.0 * kPi},
      {"straight on", RoadBuilder("1").bend_to({30.0, 0.0, 0.0}), {30.0, 0.0, 0.0}, 30.0},
  };
  for (const auto& [name, road, end, length] : cases) {
    EXPECT_NEAR(road.pose().x, end.x, 1e-12) << name;
    EXPECT_NEAR(road.pose().y, end.y, 1e-12) << name;
    EXPECT_NEAR(road.pose().heading, end.heading, 1e-12) << name;
    EXPECT_NEAR(road.length(), length, 1e-12) << name;
  }
}

TEST(RoadBuilder, ParallelPosesAreJoinedSmoothly) {
  const Pose end = RoadBuilder("1").bend_to({40.0, 3.5, 0.0}).pose();
  EXPECT_NEAR(end.x, 40.0, 1e-12);
  EXPECT_NEAR(end.y, 3.5, 1e-12);
  EXPECT_NEAR(end.heading, 0.0, 1e-12);
}

TEST(Grid, HasAboutAsManyRoadsAsAskedFor) {
  for (const int count : {20, 100, 600, 6000}) {
    const auto roads = static_cast<double>(grid(count).roads.size());
    EXPECT_GE(roads, count);
    EXPECT_LE(roads, 1.7 * count + 30.0) << count;
  }
  EXPECT_NEAR(static_cast<double>(grid(6000).roads.size()), 6000.0, 300.0);
}

TEST(FourWayCrossing, HasWhatWasAskedFor) {
  Crossing options;
  options.lights = Crossing::Lights::by_reference;
  options.signs = Crossing::Signs::minor_stop;
  options.stop_lines = Crossing::StopLines::objects;
  const Document crossing = four_way_crossing(options);
  EXPECT_EQ(crossing.roads.size(), 16u);
  EXPECT_EQ(crossing.junctions.at(0).connections.size(), 12u);
  EXPECT_EQ(crossing.controllers.size(), 2u);
  const RoadRecord& north = find_road(crossing, "north");
  EXPECT_EQ(north.signals.size(), 2u);
  EXPECT_EQ(north.objects.size(), 1u);
  EXPECT_EQ(find_road(crossing, "north_south").signal_references.at(0).signal_id, "light_north");
}

}  // namespace
}  // namespace scrutineer::kit
