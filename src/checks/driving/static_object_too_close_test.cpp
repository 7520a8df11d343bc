#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kit/successor_runs.h"

namespace scrutineer::checks {
namespace {

using namespace std::chrono_literals;
using kit::CheckTester;
using kit::kKph;
using kit::Scenario;
using testing::ElementsAre;
using trace::Category;

// The ego drives along x, 2 m wide; a box of 1 m stands `clearance` beside it at x = 50.
Scenario pass(
    double clearance, double speed,
    const kit::MadeActor& other = {
        .id = "9", .category = Category::object, .length = 1.0, .width = 1.0, .height = 1.0, .is_static = true}) {
  Scenario scenario({.duration = 10s});
  scenario.add({.id = "7", .is_ego = true, .length = 4.0, .width = 2.0, .height = 1.5})
      .start_free({0.0, 0.0, 0.0})
      .speed(speed);
  scenario.add(other).poses({kit::PoseAt{.x = 50.0, .y = -1.0 - 0.5 - clearance}});
  return scenario;
}

TEST(StaticObjectTooClose, NeedsMoreRoomWithMoreSpeed) {
  const CheckTester tester("static_object_too_close");
  struct Case {
    const char* name;
    CheckTester tester;
    Scenario scenario;
    std::size_t issues;
  };
  // At 10 m/s 0.5 m are wanted.
  const Case cases[] = {
      {"just enough", tester, pass(0.501, 10.0), 0},
      {"just too close", tester, pass(0.499, 10.0), 1},
      {"slower, so enough", tester, pass(0.499, 9.0), 0},
      {"on the other side", tester, pass(-2.0 - 1.0 - 0.499, 10.0), 1},
      {"more room is wanted", tester.with("static_object_too_close.min_clearance=0.5m"), pass(0.6, 10.0), 1},
      {"standing itself", tester.with("static_object_too_close.min_clearance=60m"), pass(0.1, 1.99 * kKph), 0},
      {"hardly moving", tester.with("static_object_too_close.min_clearance=60m"), pass(0.1, 2.01 * kKph), 1},
      {"somebody on foot who stands", tester,
       pass(0.2, 10.0, {.id = "9", .category = Category::person, .length = 1.0, .width = 1.0}), 1},
      {"a car that stands is none of it", tester, pass(0.2, 10.0, {.id = "9", .length = 1.0, .width = 1.0}), 0},
      {"vegetation", tester,
       pass(0.2, 10.0, {.id = "9", .category = Category::vegetation, .length = 1.0, .width = 1.0, .is_static = true}),
       0},
  };
  for (const Case& c : cases) EXPECT_EQ(c.tester.run(c.scenario).issues().size(), c.issues) << c.name;
}

// The road lies 50 m high. Whose height the run does not give stands on it, or, beside it, may be at any height.
TEST(StaticObjectTooClose, NeedsNoHeights) {
  const auto map = map::build_network(
      kit::MapBuilder().road(kit::RoadBuilder("1").line(200.0).elevation(0.0, {50.0, 0.0, 0.0, 0.0})).build());
  struct Case {
    const char* name;
    bool vehicle_has_height, object_has_height;
    double y;
  };
  const Case cases[] = {
      {"both have heights", true, true, -3.5},
      {"the object has none", true, false, -3.5},
      {"the object has none, beside the road", true, false, -4.0},
      {"the vehicle has none", false, true, -3.5},
      {"neither has one", false, false, -3.5},
  };
  for (const Case& c : cases) {
    Scenario scenario({.map = map.get(), .duration = 10s});
    scenario.add({.id = "7", .is_ego = true, .length = 4.0, .width = 2.0, .height = 1.5})
        .start_at("1", -1, 10.0)
        .lateral(c.y + 3.45)
        .speed(10.0);
    scenario
        .add({.id = "9", .category = Category::object, .length = 1.0, .width = 1.0, .height = 1.0, .is_static = true})
        .poses({kit::PoseAt{.x = 50.0, .y = c.y, .z = 50.0}});
    kit::RunData run = scenario.run();
    for (trace::Frame& frame : run.frames)
      for (trace::ActorState& state : frame.actors)
        if (run.actors[state.actor.index()].id == "7" ? !c.vehicle_has_height : !c.object_has_height)
          state.fields.clear(trace::Field::z);
    EXPECT_EQ(CheckTester("static_object_too_close").on(*map).run(run).issues().size(), 1U) << c.name;
  }
}

TEST(StaticObjectTooClose, MeasuresAndSaysWhatHappened) {
  const auto found = CheckTester("static_object_too_close").run(pass(0.25, 10.0));
  ASSERT_EQ(found.issues().size(), 1U);
  EXPECT_NEAR(found.number(0, "clearance"), 0.25, 1e-9);
  EXPECT_NEAR(found.number(0, "threshold"), 0.5, 1e-9);
  EXPECT_NEAR(found.number(0, "speed"), 10.0, 1e-9);
  EXPECT_EQ(found.text(0, "object"), "9");
  // It begins before the box is beside the vehicle and ends where it is 0.1 m further away than wanted.
  EXPECT_THAT(found.issues(), ElementsAre(testing::StartsWith("static_object_too_close of 7 with 9, 4.")));
}

TEST(StaticObjectTooClose, TellsOnWhichSide) {
  struct Case {
    const char* name;
    double clearance;
    const char* side;
  };
  const Case cases[] = {
      {"on the right", 0.2, "right"},
      {"on the left", -3.2, "left"},
      {"run into on the right", -0.5, "front_right"},
      {"run into on the left", -2.5, "front_left"},
      {"run into", -1.5, "front"},
  };
  for (const Case& c : cases) {
    const auto found = CheckTester("static_object_too_close").run(pass(c.clearance, 10.0));
    ASSERT_EQ(found.issues().size(), 1U) << c.name;
    EXPECT_THAT(found.text(0, "side"), testing::HasSubstr(c.side)) << c.name;
  }
}

TEST(StaticObjectTooClose, EndsWithItsActorAndTheRun) {
  Scenario scenario({.duration = 5s});
  scenario.add({.id = "7", .is_ego = true, .length = 4.0, .width = 2.0, .height = 1.5})
      .start_free({0.0, 0.0, 0.0})
      .speed(10.0)
      .vanishes(4s);
  scenario
      .add({.id = "9", .category = Category::object, .length = 100.0, .width = 1.0, .height = 1.0, .is_static = true})
      .poses({kit::PoseAt{.x = 50.0, .y = -1.6}});
  const CheckTester tester("static_object_too_close");
  EXPECT_THAT(tester.run(scenario).intervals(), ElementsAre("7 with 9, 0 to 3.9, actor_gone"));
  EXPECT_THAT(tester.with_relocation("7", 2s).run(scenario).intervals(),
              ElementsAre("7 with 9, 0 to 1.9, relocation", "7 with 9, 2 to 3.9, actor_gone"));
}

}  // namespace
}  // namespace scrutineer::checks
