// Lights that change between two frames, and lights that belong to ways.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kit/approach_drives.h"
#include "kit/check_tester.h"
#include "kit/maps.h"
#include "map/read.h"

namespace scrutineer::checks {
namespace {

using namespace std::chrono_literals;
using namespace kit::approach;
using kit::Crossing;
using kit::Found;
using kit::From;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(ApproachLights, IsKindWhereTheLightChangesBetweenTheFramesAroundTheDecision) {
  const auto map = lit();
  // With a frame per second: at 10 m/s it is at the decision point at 9.53 s.
  const auto at_10_mps = [](std::vector<From<LightColour>> light) {
    return Drive{.before = 95.0, .light = std::move(light), .step = 1s};
  };
  // Stands 1 m before the line up to 19 s, and is 0.5 m beyond it at 20 s.
  const auto standing = [](std::vector<From<LightColour>> light) {
    return Drive{.before = 91.0,
                 .speed = {{0s, 10.0}, {9s, 10.0}, {9s, 0.0}, {19s, 0.0}, {20s, 3.0}},
                 .light = std::move(light),
                 .step = 1s};
  };
  expect(tester(), *map,
         {{"red in both frames", at_10_mps(kRed), {"run_red_light"}},
          {"red, then green: it may have been green", at_10_mps(green_at(10.0)), {}},
          {"green a frame before, and it could have stopped in the last red one", at_10_mps(green_at(9.0)), {}},
          {"green, and it could not have stopped in either frame around the change",
           Drive{.before = 95.0, .light = green_at(9.0), .step = 500ms},
           {"about_to_run_red_light"}},
          {"stood, and red then green", standing(green_at(20.0)), {}},
          {"stood, and green a frame before", standing(green_at(19.0)), {}},
          {"stood, and still red", standing(green_at(21.0)), {"run_red_light"}},
          {"yellow, then red", at_10_mps(yellow_at(3.0, 10.0)), {"run_yellow_light"}},
          {"green, then red", at_10_mps(yellow_at(10.0, 10.0)), {}},
          {"red with yellow, then green",
           standing({{0s, LightColour::red}, {18s, LightColour::red_yellow}, {20s, LightColour::green}}),
           {}}});
  const Drive flashing = {
      .before = 95.0, .light = kRed, .mode = {{0s, LightMode::flashing_red}, {10s, LightMode::regular}}, .step = 1s};
  expect(tester(), *map, {{"flashing red, then red: the mode changed too close", flashing, {}}});
}

TEST(ApproachLights, StopsWhereTheSignalOfTheWayIs) {
  // The light is 1 m before the junction, a stop line that it does not refer to 7 m.
  map::Document document = kit::four_way_crossing(
      {.arm_length = kArm, .lights = Crossing::Lights::on_arms, .stop_lines = Crossing::StopLines::signals});
  const auto with = [&](double light_s, bool refers) {
    map::RoadRecord& west = kit::find_road(document, "west");
    for (map::SignalRecord& signal : west.signals) {
      signal.s = signal.id == "line_west" ? kArm - 7.0 : light_s;
      if (signal.id == "light_west") signal.referenced_signals.assign(refers ? 1 : 0, "line_west");
    }
    return map::build_network(document);
  };
  const std::vector<trace::JunctionWay> ways = {{"west", "west_east"}, {"west", "west_north"}, {"west", "west_south"}};
  struct Tied {
    const char* name;
    double light;  // metres before the junction
    bool refers;
    std::vector<trace::LightTie> ties;  // none: the light is a head of the map
    double stops;                       // metres before the junction, until it is green
    std::vector<std::string> issues;
    double line;  // metres before the junction; below 0: none is judged
  };
  const std::vector<trace::LightTie> own = {{"C/0", {"light_west"}, ways}}, other = {{"C/0", {"light_east"}, ways}},
                                     nameless = {{"C/0", {}, ways}};
  const Tied cases[] = {
      {"no SUMO: the stop line", 1.0, false, {}, 2.0, {"run_red_light"}, 7.0},
      {"its own light: where that is", 1.0, false, own, 2.0, {}, 1.0},
      {"its own light, passed", 1.0, false, own, 0.5, {"run_red_light"}, 1.0},
      {"its own light, which refers to the stop line", 1.0, true, own, 2.0, {"run_red_light"}, 7.0},
      {"another signal: the border", 0.2, false, other, 0.5, {}, 0.2},
      {"another signal, and the light is elsewhere", 3.0, false, other, 0.5, {}, -1.0},
      {"no signal: the border", 0.2, false, nameless, 0.5, {}, 0.2},
      {"no signal, and the light is elsewhere", 3.0, false, nameless, 0.5, {}, -1.0},
  };
  for (const Tied& c : cases) {
    const auto map = with(kArm - c.light, c.refers);
    kit::RunData run =
        driving(*map, {.speed = stop_after(101.0 - c.stops, 3.0), .light = green_at(14.0), .duration = 40s}).run();
    if (!c.ties.empty()) {
      run.lights.front().kind = trace::LightKind::way;
      run.lights.front().id = "C/0";
      run.lights.front().references.clear();
      run.lights.front().road.clear();
    }
    const Found found = tester().on(*map).tied(c.ties).run(run);
    EXPECT_EQ(kinds(found), c.issues) << c.name;
    if (c.line >= 0.0) {
      EXPECT_NEAR(number(found, 0, "line_to_junction"), c.line, 1e-6) << c.name;
      EXPECT_THAT(found.notes(), IsEmpty()) << c.name;
    } else {
      EXPECT_THAT(text(found, 0, "verdict"), HasSubstr("not judged: which signal the light of the way is")) << c.name;
      EXPECT_THAT(found.notes(), ElementsAre(HasSubstr("1 approach to a traffic light was not judged: which signal")))
          << c.name;
    }
  }
}

}  // namespace
}  // namespace scrutineer::checks
