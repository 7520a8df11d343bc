// Junctions so close to each other that a vehicle is in one of them and at the line of the next.
#include <gtest/gtest.h>

#include <cmath>

#include "kit/approach_drives.h"
#include "kit/check_tester.h"
#include "kit/map_builder.h"
#include "kit/maps.h"
#include "kit/transform.h"
#include "map/read.h"

namespace scrutineer::checks {
namespace {

using namespace std::chrono_literals;
using namespace kit::approach;
using kit::Found;
using kit::From;
using kit::Scenario;
using kit::SpeedAt;
using trace::LightColour;

// Junctions "J1" and "J2" along x, 10 m each, with so much road between them; a light and a stop sign at the end of that road.
std::unique_ptr<const map::RoadNetwork> two_junctions(double between, bool is_lit) {
  using map::ContactPoint;
  kit::MapBuilder map;
  map.road(kit::RoadBuilder("west").line(200.0));
  kit::RoadBuilder middle("middle");
  middle.start(210.0, 0.0).line(between);
  if (is_lit)
    middle.signal(kit::light("light", between, -4.0, map::Orientation::with_s));
  else
    middle.signal(kit::stop_sign("stop", between, -4.0, map::Orientation::with_s));
  map.road(middle);
  map.road(kit::RoadBuilder("east").start(220.0 + between, 0.0).line(400.0));
  map.junction("J1");
  map.junction("J2");
  map.connect("J1", {"west", ContactPoint::end}, {"middle", ContactPoint::start}, {{-1, -1}});
  map.connect("J2", {"middle", ContactPoint::end}, {"east", ContactPoint::start}, {{-1, -1}});
  return map::build_network(map.build());
}

// The front is at the line of the second junction while the rear is still in the first.
TEST(ApproachJunction, JudgesWhoIsStillInTheJunctionBefore) {
  struct Case {
    const char* name;
    double between, length;
    bool stops;  // its front 1 m before the line
    std::vector<From<LightColour>> light;
    std::vector<std::string> issues;
  };
  const Case cases[] = {
      {"a car stops, its rear inside", 4.0, 5.0, true, {}, {}},
      {"a bus stops, its rear inside", 8.0, 12.0, true, {}, {}},
      {"a bus stops, its centre inside", 4.0, 12.0, true, {}, {}},
      {"a car passes the sign", 4.0, 5.0, false, {}, {"stop_at_sign"}},
      {"a bus passes the sign", 8.0, 12.0, false, {}, {"stop_at_sign"}},
      {"a bus passes the sign, its centre inside", 4.0, 12.0, false, {}, {"stop_at_sign"}},
      {"a bus passes at red", 8.0, 12.0, false, kRed, {"run_red_light"}},
      {"a bus passes at red, its centre inside", 4.0, 12.0, false, kRed, {"run_red_light"}},
      {"a bus passes at green", 8.0, 12.0, false, kGreen, {}},
      {"a bus passes at green that ends before its rear is out", 8.0, 12.0, false, yellow_at(12.2, 12.3), {}},
      {"a bus passes at green that ends before its centre is out", 4.0, 12.0, false, yellow_at(12.15, 12.2), {}},
      {"a bus passes at red that ends before its centre is out", 4.0, 12.0, false, green_at(12.2), {"run_red_light"}},
      {"a bus passes as red ends, its centre inside", 4.0, 12.0, false, green_at(12.1), {}},
  };
  for (const Case& c : cases) {
    const auto map = two_junctions(c.between, !c.light.empty());
    const double start = 210.0 + c.between - 0.5 * c.length - 120.0;  // 120 m from the front to the line
    Scenario scenario({.map = map.get(), .duration = 40s});
    scenario.add({.id = "ego", .is_ego = true, .length = c.length})
        .start_at("west", -1, start)
        .speed(c.stops ? stop_after(119.0, 3.0) : std::vector<SpeedAt>{{0s, 10.0}});
    if (!c.light.empty()) scenario.light("middle", "light", c.light);
    const Found found = tester().on(*map).run(scenario);
    EXPECT_EQ(kinds(found), c.issues) << c.name;
    ASSERT_EQ(found.evaluation.intervals.size(), 2U) << c.name;
    EXPECT_EQ(text(found, 1, "verdict"), c.issues.empty() ? "passed" : c.issues.front()) << c.name;
  }
}

// Where there is hardly a road between, the centre goes from one junction into the next: when the front passed the line
// depends neither on that nor on how often the run has frames.
TEST(ApproachJunction, KnowsWhenTheLineWasPassedHoweverShortTheRoadBeforeIt) {
  struct Case {
    const char* name;
    double between;
    Duration step;
  };
  const Case cases[] = {
      {"20 m", 20.0, 100ms},
      {"a car's length", 5.0, 100ms},
      {"a centimetre", 0.01, 100ms},
      {"a centimetre, 2 Hz", 0.01, 500ms},
      {"a centimetre, 1 Hz", 0.01, 1s},
      {"a metre, 2 Hz", 1.0, 500ms},
  };
  for (const Case& c : cases) {
    const auto map = two_junctions(c.between, false);
    Scenario scenario({.map = map.get(), .step = c.step, .duration = 30s});
    scenario.add({.id = "ego", .is_ego = true})
        .start_at("west", -1, 210.0 + c.between - kHalf - 120.0)  // 120 m from the front to the line
        .speed(8.0);
    const Found found = tester().on(*map).run(scenario);
    EXPECT_EQ(kinds(found), std::vector<std::string>{"stop_at_sign"}) << c.name;
    ASSERT_EQ(found.evaluation.intervals.size(), 2U) << c.name;
    EXPECT_NEAR(number(found, 1, "decision_time"), 120.3 / 8.0, 1e-6) << c.name;  // 0.3 m behind the line
  }
}

// At 1 Hz a car can be before one short junction in one frame and behind the next one in the next. Wherever its frames
// are, both signs are judged, and when their lines were passed is known.
TEST(ApproachJunction, JudgesJunctionsThatNoFrameIsIn) {
  using map::ContactPoint;
  struct Case {
    const char* name;
    double size, between;  // of both junctions, and the road between them
    double speed;
    bool is_cut;  // the road behind the second one, after 2 m
    double length = 4.5;
    Duration step = 1s;
  };
  const Case cases[] = {
      {"5 m and 5 m between", 5.0, 5.0, 19.0, false},
      {"5 m and 1 m between", 5.0, 1.0, 19.0, false},
      {"8 m and 15 m between", 8.0, 15.0, 24.0, false},
      {"a short road behind them", 5.0, 5.0, 19.0, true},
      {"the front passes the second line as the centre comes into the first", 8.8, 1.0, 9.5, false},
      {"a bus does", 6.8, 0.9, 6.3, false, 12.0},
      {"a bus does, 10 Hz", 6.0, 0.6, 12.2, false, 12.0, 100ms},
  };
  for (const Case& c : cases) {
    kit::MapBuilder builder;
    const double second = 200.0 + c.size + c.between;  // where the second one begins
    builder.road(
        kit::RoadBuilder("west").line(200.0).signal(kit::stop_sign("first", 200.0, -4.0, map::Orientation::with_s)));
    builder.road(kit::RoadBuilder("middle")
                     .start(200.0 + c.size, 0.0)
                     .line(c.between)
                     .signal(kit::stop_sign("second", c.between, -4.0, map::Orientation::with_s)));
    builder.road(kit::RoadBuilder("east").start(second + c.size, 0.0).line(300.0));
    builder.junction("J1");
    builder.junction("J2");
    builder.connect("J1", {"west", ContactPoint::end}, {"middle", ContactPoint::start}, {{-1, -1}});
    builder.connect("J2", {"middle", ContactPoint::end}, {"east", ContactPoint::start}, {{-1, -1}});
    const map::Document document = builder.build();
    const auto map = map::build_network(c.is_cut ? kit::split(document, "east", 2.0) : document);
    for (int tenth = 0; tenth < 10; ++tenth) {
      const std::string name = c.name + (", " + std::to_string(tenth)) + " tenths";
      const double start = 60.0 + 0.1 * tenth * to_seconds(c.step) * c.speed;  // of the front
      Scenario scenario(
          {.map = map.get(), .step = c.step, .duration = std::chrono::seconds(std::lround(220.0 / c.speed))});
      scenario.add({.id = "ego", .is_ego = true, .length = c.length})
          .start_at("west", -1, start - 0.5 * c.length)
          .speed(c.speed);
      const Found found = tester().on(*map).run(scenario);
      EXPECT_EQ(kinds(found), (std::vector<std::string>{"stop_at_sign", "stop_at_sign"})) << name;
      ASSERT_EQ(found.evaluation.intervals.size(), 2U) << name;
      EXPECT_NEAR(number(found, 0, "decision_time"), (200.3 - start) / c.speed, 1e-6) << name;
      EXPECT_NEAR(number(found, 1, "decision_time"), (second + 0.3 - start) / c.speed, 1e-6) << name;
    }
  }
}

// Who was put behind a junction did not drive through it.
TEST(ApproachJunction, JudgesNoJunctionThatIsJumpedOver) {
  for (const double between : {5.0, 60.0}) {  // over both, or over the second one
    const auto map = two_junctions(between, false);
    for (const double jump : {60.0, 70.0, 90.0}) {
      Scenario scenario({.map = map.get(), .duration = 8s});
      scenario.add({.id = "ego", .is_ego = true})
          .start_at(between > 10.0 ? "middle" : "west", -1, between > 10.0 ? 5.0 : 150.0)
          .speed(10.0)
          .fault(kit::jump(4s, jump, 0.0));
      EXPECT_EQ(kinds(tester().on(*map).run(scenario)), std::vector<std::string>{}) << jump << ", " << between;
    }
  }
}

// A bus stops at the second of two short junctions before its centre comes into the first one.
TEST(ApproachJunction, KnowsOfAStopThatWasBeforeTheJunctionBefore) {
  using map::ContactPoint;
  for (int tenths = 40; tenths <= 70; ++tenths) {
    const double size = 0.1 * tenths, line = 200.0 + size + 0.5;
    kit::MapBuilder builder;
    builder.road(kit::RoadBuilder("west").line(200.0));
    builder.road(kit::RoadBuilder("middle")
                     .start(200.0 + size, 0.0)
                     .line(0.5)
                     .signal(kit::stop_sign("stop", 0.5, -4.0, map::Orientation::with_s)));
    builder.road(kit::RoadBuilder("east").start(line + size, 0.0).line(300.0));
    builder.junction("J1");
    builder.junction("J2");
    builder.connect("J1", {"west", ContactPoint::end}, {"middle", ContactPoint::start}, {{-1, -1}});
    builder.connect("J2", {"middle", ContactPoint::end}, {"east", ContactPoint::start}, {{-1, -1}});
    const auto map = map::build_network(builder.build());
    for (const bool stops : {true, false}) {
      Scenario scenario({.map = map.get(), .duration = 40s});
      scenario.add({.id = "ego", .is_ego = true, .length = 12.0})
          .start_at("west", -1, line - 6.0 - 120.0)
          .speed(stops ? stop_after(119.5, 3.0) : std::vector<SpeedAt>{{0s, 10.0}});
      const Found found = tester().on(*map).run(scenario);
      ASSERT_EQ(found.evaluation.intervals.size(), 2U) << size << " m";
      EXPECT_EQ(text(found, 1, "verdict"), stops ? "passed" : "stop_at_sign") << size << " m";
    }
  }
}

// The line is 6 m before the junction; whether a new road begins behind it must not matter.
TEST(ApproachJunction, DependsNotOnWhereTheIncomingRoadIsCut) {
  map::Document with_sign = kit::four_way_crossing({.arm_length = kArm}), with_light = with_sign;
  kit::find_road(with_sign, "west").signals = {kit::stop_sign("stop", kArm - 1.0, -4.0, map::Orientation::with_s),
                                               kit::stop_line("line", kArm - 6.0, 0.0, map::Orientation::with_s)};
  kit::find_road(with_light, "west").signals = {kit::light("light", kArm - 6.0, -4.0, map::Orientation::with_s)};
  struct Case {
    const char* name;
    const map::Document& document;
    double stops;  // its front so far before the junction; below 0: it does not stop
    std::vector<From<LightColour>> light;
    std::vector<std::string> issues;
  };
  const Case cases[] = {
      {"stops at the line", with_sign, 7.0, {}, {}},
      {"stops behind the line, at the sign", with_sign, 2.0, {}, {"stop_at_sign"}},
      {"does not stop", with_sign, -1.0, {}, {"stop_at_sign"}},
      {"runs the light", with_light, -1.0, kRed, {"run_red_light"}},
  };
  for (const Case& c : cases) {
    const auto whole = map::build_network(c.document);
    Scenario scenario({.map = whole.get(), .duration = 40s});
    scenario.add({.id = "ego", .is_ego = true})
        .start_at("west", -1, kArm - 100.0 - kHalf)
        .via({"west_east"})
        .speed(c.stops < 0.0 ? std::vector<SpeedAt>{{0s, 10.0}} : stop_after(100.0 - c.stops, 3.0));
    if (!c.light.empty()) scenario.light("west", "light", c.light);
    const kit::RunData run = scenario.run();
    EXPECT_EQ(kinds(tester().on(*whole).run(run)), c.issues) << c.name << ", whole";
    for (const double last : {0.5, 3.0, 5.0}) {  // length of the last road before the junction
      const auto cut = map::build_network(kit::split(c.document, "west", kArm - last));
      EXPECT_EQ(kinds(tester().on(*cut).run(run)), c.issues) << c.name << ", cut " << last << " m before";
    }
  }
}

}  // namespace
}  // namespace scrutineer::checks
