#include "kit/scenario.h"

#include <gmock/gmock.h>

#include <cmath>
#include <functional>
#include <numbers>

#include "kit/maps.h"
#include "map/lookup.h"
#include "map/read.h"

namespace scrutineer::kit {
namespace {

using namespace std::chrono_literals;
using map::build_network;
using testing::ElementsAre;
using testing::HasSubstr;
using trace::ActorState;
using trace::Category;
using trace::Field;
using trace::LightColour;

const ActorState& state(const RunData& run, std::size_t frame, std::string_view actor = "ego") {
  const ActorState* found = run.state(frame, actor);
  if (found == nullptr) throw std::runtime_error("not there");
  return *found;
}

// Differences of what is reported, one millisecond apart, must be what is reported as its rate.
TEST(Scenario, ReportsTheDerivativesOfItsMotion) {
  struct Case {
    const char* name;
    map::Document map;
    std::function<void(ActorScript&)> describe;
  };
  const Case cases[] = {
      {"straight, speeding up", straight_road(),
       [](ActorScript& actor) { actor.start_at("1", -1, 5.0).speed({{0s, 5.0}, {4s, 15.0}}); }},
      {"against s", straight_road(), [](ActorScript& actor) { actor.start_at("1", 1, 90.0).speed(10.0); }},
      {"the wrong way", straight_road(),
       [](ActorScript& actor) { actor.start_at("1", 1, 5.0).against_traffic().speed(10.0); }},
      {"lane change", straight_road(),
       [](ActorScript& actor) { actor.start_at("1", -1, 5.0).speed(12.0).lateral({{1s, 0.0}, {4s, 3.5}}); }},
      {"reversing", straight_road(),
       [](ActorScript& actor) { actor.start_at("1", -1, 90.0).speed(-3.0).lateral({{1s, 0.0}, {4s, 1.0}}); }},
      {"curves", s_curve(), [](ActorScript& actor) { actor.start_at("1", -1, 5.0).speed(20.0); }},
      {"curves, lane change while braking", s_curve(),
       [](ActorScript& actor) {
         actor.start_at("1", -1, 5.0).speed({{0s, 25.0}, {5s, 10.0}}).lateral({{1s, 0.0}, {4s, -3.0}});
       }},
      {"hills, banks, changing widths", everything_road(),
       [](ActorScript& actor) { actor.start_at("1", -1, 5.0).speed(15.0).lateral({{1s, 0.0}, {4s, 0.5}}); }},
      {"free arc", straight_road(),
       [](ActorScript& actor) {
         actor.start_free({1.0, 2.0, 0.5}, 0.05).speed({{0s, 5.0}, {5s, 15.0}}).lateral({{1s, 0.0}, {4s, 2.0}});
       }},
      {"poses", straight_road(), [](ActorScript& actor) { actor.poses({{0s, 0, 0, 3.0}, {6s, 10, 5, -3.0}}); }},
  };
  constexpr double kStep = 1e-3;
  for (const auto& [name, document, describe] : cases) {
    const auto map = build_network(document);
    Scenario scenario({.map = map.get(), .step = 1ms, .duration = 5s});
    describe(scenario.add({.id = "ego"}));
    const RunData run = scenario.run();
    ASSERT_EQ(run.frames.size(), 5001U) << name;
    int corners = 0;
    for (std::size_t i = 1; i + 1 < run.frames.size(); ++i) {
      if (i % 1000 <= 1 || i % 1000 == 999) continue;  // corners of the descriptions
      const ActorState &before = state(run, i - 1), &now = state(run, i), &after = state(run, i + 1);
      const auto rate = [&](double ActorState::* value) { return (after.*value - before.*value) / (2.0 * kStep); };
      const auto what = [name = name, i] { return std::string(name) + ", frame " + std::to_string(i); };
      ASSERT_NEAR(rate(&ActorState::x), now.vx, 5e-3) << what();
      ASSERT_NEAR(rate(&ActorState::y), now.vy, 5e-3) << what();
      ASSERT_NEAR(rate(&ActorState::z), now.vz, 2e-2) << what();
      // Where a line meets an arc the acceleration has a step.
      const bool is_corner = std::hypot(after.ax - before.ax, after.ay - before.ay) > 0.05;
      corners += is_corner ? 1 : 0;
      if (is_corner) continue;
      ASSERT_NEAR(rate(&ActorState::vx), now.ax, 0.02) << what();
      ASSERT_NEAR(rate(&ActorState::vy), now.ay, 0.02) << what();
      const double turn = std::remainder(after.yaw - before.yaw, 2.0 * std::numbers::pi);
      ASSERT_NEAR(turn / (2.0 * kStep), now.yaw_rate, 2e-3) << what();
    }
    EXPECT_LE(corners, 20) << name;
  }
}

TEST(Scenario, SpeedIsOverGroundAndHeadingThePaths) {
  const auto map = build_network(s_curve());
  Scenario scenario({.map = map.get(), .step = 50ms, .duration = 5s});
  scenario.add({.id = "ego"}).start_at("1", -1, 5.0).speed(20.0).lateral({{1s, 0.0}, {4s, 3.0}});
  for (const trace::Frame& frame : scenario.run().frames) {
    const ActorState& ego = frame.actors.front();
    EXPECT_NEAR(std::hypot(ego.vx, ego.vy), 20.0, 1e-9);
    EXPECT_NEAR(std::remainder(std::atan2(ego.vy, ego.vx) - ego.yaw, 2.0 * std::numbers::pi), 0.0, 1e-9);
    EXPECT_NEAR(ego.ax * std::cos(ego.yaw) + ego.ay * std::sin(ego.yaw), 0.0, 1e-9);
    EXPECT_NEAR(ego.ay * std::cos(ego.yaw) - ego.ax * std::sin(ego.yaw), 20.0 * ego.yaw_rate, 1e-9);
  }
}

TEST(Scenario, DrivesOnLanes) {
  struct Case {
    const char* name;
    map::Document map;
    std::string road;
    int lane;
    double s;
    std::vector<std::string> via;
    std::vector<std::string> last;  // road where it is at the end, one of
  };
  const Case cases[] = {
      {"to the next road", two_roads(), "1", -1, 60.0, {}, {"2"}},
      {"to a road that runs the other way", end_to_end_roads(), "1", -1, 60.0, {}, {"2"}},
      {"straight over a crossing", four_way_crossing(), "south", -1, 60.0, {}, {"north"}},
      {"left at a crossing", four_way_crossing(), "south", -1, 60.0, {"west"}, {"west"}},
      {"right at a crossing", four_way_crossing(), "south", -1, 60.0, {"east"}, {"east"}},
      {"traffic on the left",
       four_way_crossing({.rule = map::TrafficRule::left_hand}),
       "south",
       1,
       60.0,
       {},
       {"north"}},
  };
  for (const auto& [name, document, road, lane, s, via, last] : cases) {
    const auto map = build_network(document);
    Scenario scenario({.map = map.get(), .step = 100ms, .duration = 9s});
    scenario.add({.id = "ego"}).start_at(road, lane, s).via(via).speed(12.0);
    const RunData run = scenario.run();
    for (const trace::Frame& frame : run.frames) {
      const ActorState& ego = frame.actors.front();
      const auto found = locate(*map, {ego.x, ego.y});
      ASSERT_FALSE(found.empty()) << name;
      EXPECT_NEAR(found.front().offset, 0.0, 1e-4) << name << " at " << to_seconds(frame.time) << " s";
      EXPECT_NEAR(found.front().height, ego.z, 1e-4) << name;
    }
    const ActorState& end = state(run, run.frames.size() - 1);
    EXPECT_THAT(last, testing::Contains(map->road(locate(*map, {end.x, end.y}).front().road).id)) << name;
  }
}

TEST(Scenario, FaultsAreThereAndNowhereElse) {
  Scenario plain({.step = 1s, .duration = 6s}), broken({.step = 1s, .duration = 6s});
  plain.add({.id = "ego"}).start_free({}).speed(10.0);
  broken.add({.id = "ego"})
      .start_free({})
      .speed(10.0)
      .fault(glitch(500ms, 0.0, 3.0))
      .fault(gap(2s, 4s))
      .fault(jump(4s, 100.0, 0.0))
      .fault(off_by(5s, 6s, "vx", 7.0))
      .fault(not_a_number(6s, "y"));
  broken.add({.id = "other"}).poses({{0s, 0, 0, 0}, {6s, 6, 0, 0}}).appears(1s).vanishes(5s).fault(frozen(2s, 4s));
  const RunData good = plain.run(), bad = broken.run();
  EXPECT_EQ(state(bad, 0).y, 0.0);
  EXPECT_EQ(state(bad, 1).y, 3.0);
  EXPECT_EQ(bad.state(2, "ego"), nullptr);
  EXPECT_EQ(bad.state(3, "ego"), nullptr);
  EXPECT_NEAR(state(bad, 4).x, 140.0, 1e-9);
  EXPECT_DOUBLE_EQ(state(bad, 4).vx, 10.0);
  EXPECT_DOUBLE_EQ(state(bad, 5).vx, 17.0);
  EXPECT_TRUE(std::isnan(state(bad, 6).y));
  EXPECT_NEAR(state(good, 6).x, 60.0, 1e-9);
  std::vector<double> xs;
  for (std::size_t i = 0; i < bad.frames.size(); ++i)
    if (const ActorState* other = bad.state(i, "other")) xs.push_back(other->x);
  EXPECT_THAT(xs, ElementsAre(1.0, 2.0, 2.0, 4.0));

  const ReadRun read = read_to_the_end(broken.as_trace());
  EXPECT_THAT(read.problem, HasSubstr("frame 6: actor ego: a number is NaN"));
  EXPECT_EQ(read.frames.size(), 6U);
}

TEST(Scenario, TrailersFollow) {
  const auto map = build_network(s_curve());
  Scenario scenario({.map = map.get(), .step = 100ms, .duration = 5s});
  scenario.add({.id = "truck", .category = Category::truck, .is_ego = true}).start_at("1", -1, 20.0).speed(15.0);
  scenario.add({.id = "trailer", .category = Category::trailer, .length = 8.0, .parent = "truck"}).behind("truck", 8.5);
  const RunData run = scenario.run();
  EXPECT_EQ(run.info("trailer").parent, trace::ActorId(0));
  EXPECT_TRUE(run.info("truck").is_host);
  EXPECT_EQ(run.host_id, "truck");
  for (std::size_t i = 0; i < run.frames.size(); ++i) {
    const ActorState &truck = state(run, i, "truck"), &trailer = state(run, i, "trailer");
    EXPECT_NEAR(std::hypot(truck.x - trailer.x, truck.y - trailer.y), 8.5, 0.2);
    const auto found = locate(*map, {trailer.x, trailer.y});
    ASSERT_FALSE(found.empty());
    EXPECT_NEAR(found.front().offset, 0.0, 1e-4);
  }
  EXPECT_EQ(first_difference(run, run_of(read_to_the_end(as_trace(run)))), "");
}

TEST(Scenario, ReportsWhatIsAskedFor) {
  Scenario scenario({.step = 1s, .duration = 2s});
  scenario.add({.id = "1"}).start_free({}).speed(10.0);
  scenario.add({.id = "2"}).start_free({}).speed(10.0).reports({Field::speed});
  scenario.add({.id = "3", .category = Category::bicycle})
      .start_free({})
      .indicator({{1s, trace::Indicator::left}})
      .driver(trace::Driver::sut_driver);
  scenario.add({.id = "4", .category = Category::speed_bump, .is_static = true}).poses({{0s, 5, 6, 0.5}});
  scenario.light("", "S", {{0s, LightColour::red}, {2s, LightColour::green}});
  const RunData run = scenario.run();
  EXPECT_TRUE(state(run, 0, "1").fields.has(Field::velocity));
  EXPECT_FALSE(state(run, 0, "1").fields.has(Field::speed));
  EXPECT_FALSE(state(run, 0, "2").fields.has(Field::velocity));
  EXPECT_EQ(state(run, 0, "2").vx, 0.0);
  EXPECT_EQ(state(run, 0, "2").speed, 10.0);
  EXPECT_FALSE(state(run, 0, "3").fields.has(Field::indicator));
  EXPECT_EQ(state(run, 1, "3").indicator, trace::Indicator::left);
  EXPECT_EQ(state(run, 0, "3").driver, trace::Driver::sut_driver);
  EXPECT_TRUE(run.info("3").is_vru);
  EXPECT_TRUE(run.info("4").is_static);
  EXPECT_EQ(run.info("4").type, trace::ActorType::plain_object);
  EXPECT_EQ(run.frames[1].lights[0].colour, LightColour::red);
  EXPECT_EQ(run.frames[2].lights[0].colour, LightColour::green);
}

TEST(Scenario, LosesFrames) {
  Scenario scenario({.step = 1s, .duration = 5s});
  scenario.add({.id = "1"}).start_free({}).speed(1.0);
  scenario.lose_frames(2s, 4s);
  std::vector<double> times;
  for (const trace::Frame& frame : scenario.run().frames) times.push_back(to_seconds(frame.time));
  EXPECT_THAT(times, ElementsAre(0.0, 1.0, 4.0, 5.0));
}

TEST(Scenario, WhatCannotBeIsAnError) {
  const auto map = build_network(straight_road());
  struct Case {
    const char* name;
    std::function<void(Scenario&)> describe;
    const char* problem;
  };
  const Case cases[] = {
      {"the road ends", [](Scenario& s) { s.add({.id = "a"}).start_at("1", -1, 90.0).speed(5.0); },
       "actor a, 2.100 s: lane -1 of road 1 ends 10.000 m from the start and leads nowhere"},
      {"no such road", [](Scenario& s) { s.add({.id = "a"}).start_at("9", -1, 90.0); },
       "actor a: the map has no road 9"},
      {"no such lane", [](Scenario& s) { s.add({.id = "a"}).start_at("1", -7, 90.0); }, "road 1 has no lane -7"},
      {"sideways while standing",
       [](Scenario& s) { s.add({.id = "a"}).start_at("1", -1, 50.0).lateral({{0s, 0.0}, {1s, 1.0}}); },
       "faster than its speed"},
      {"nowhere", [](Scenario& s) { s.add({.id = "a"}); }, "actor a: it starts nowhere"},
      {"behind nobody", [](Scenario& s) { s.add({.id = "a"}).behind("b", 3.0); }, "there is no actor b"},
      {"behind itself", [](Scenario& s) { s.add({.id = "a"}).behind("a", 3.0); }, "it is behind itself"},
      {"no such light", [](Scenario& s) { s.light("1", "S", {{0s, LightColour::red}}); }, "road 1 has no signal S"},
  };
  for (const auto& [name, describe, problem] : cases) {
    Scenario scenario({.map = map.get()});
    describe(scenario);
    try {
      (void)scenario.run();
      ADD_FAILURE() << name;
    } catch (const std::runtime_error& error) {
      EXPECT_THAT(error.what(), HasSubstr(problem)) << name;
    }
  }
}

}  // namespace
}  // namespace scrutineer::kit
