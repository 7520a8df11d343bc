// Frames that are pushed are read as the same frames of Scrutineer CSV are, and what is wrong with one is told of that one alone.
#include "trace/pushed_trace.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

namespace scrutineer::trace {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;

PushedActor car(std::string_view id, double x, double y) { return {.id = id, .x = x, .y = y, .yaw = 0.5}; }

TEST(PushedTrace, GivesTheStepsOfTheSameCsv) {
  auto csv = open_trace(
      "time,id,type,x,y,z,yaw,length,width,height,vx,vy,role,indicator,parent\n"
      "5,ego,car,1,2,,0.5,4.5,1.8,1.5,3,4,ego,left,\n"
      "5,cargo,trailer,-4,2,0.1,0.5,,,,,,,,ego\n"
      "5.1,ego,car,1.3,2.4,,0.5,4.5,1.8,1.5,3,4,ego,left,\n",
      {.file = "run"});
  ASSERT_TRUE(csv);
  PushedTrace pushed({.file = "run"});

  PushedActor ego = car("ego", 1.0, 2.0), cargo = car("cargo", -4.0, 2.0);
  ego.length = 4.5, ego.width = 1.8, ego.height = 1.5;
  ego.vx = 3.0, ego.vy = 4.0;
  ego.is_ego = true;
  ego.indicator = Indicator::left;
  cargo.category = Category::trailer;
  cargo.z = 0.1;
  cargo.parent = "ego";
  Step expected, found;
  ASSERT_EQ(pushed.push(5s, std::vector{ego, cargo}, {}), std::nullopt);
  ASSERT_TRUE(*(*csv)->next(expected));
  ASSERT_TRUE(*pushed.next(found));
  EXPECT_EQ(found, expected);

  ego.x = 1.3, ego.y = 2.4;
  ASSERT_EQ(pushed.push(5100ms, std::vector{ego}, {}), std::nullopt);
  ASSERT_TRUE(*(*csv)->next(expected));
  ASSERT_TRUE(*pushed.next(found));
  EXPECT_EQ(found, expected);

  EXPECT_FALSE(*(*csv)->next(expected));
  EXPECT_FALSE(*pushed.next(found));  // nothing was pushed: it is over
  EXPECT_EQ(found, expected);
}

TEST(PushedTrace, RefusesAFrameAndTakesTheNext) {
  PushedTrace trace({.file = "run"});
  ASSERT_EQ(trace.push(1s, std::vector{car("a", 0.0, 0.0)}, {}), std::nullopt);
  Step step;
  Tables tables;
  ASSERT_TRUE(*advance(trace, step, tables));

  const auto refused = trace.push(1s, std::vector{car("a", 0.0, 0.0), car("b", 1.0, 0.0)}, {});
  ASSERT_TRUE(refused);
  EXPECT_THAT(refused->message, HasSubstr("is that of the frame before"));
  EXPECT_EQ(refused->place.file, "run");

  ASSERT_EQ(trace.push(2s, std::vector{car("b", 1.0, 0.0)}, {}), std::nullopt);
  ASSERT_TRUE(*advance(trace, step, tables));
  ASSERT_EQ(step.frame.actors.size(), 1U);
  EXPECT_EQ(tables.actors()[step.frame.actors[0].actor.index()].id, "b");
  EXPECT_EQ(step.frame.time, Time(1s));
}

TEST(PushedTrace, LightsHaveARoadAndASignal) {
  PushedTrace trace({.file = "run"});
  const std::vector<PushedLight> lights{{.road = "1", .signal = "S", .colour = LightColour::red},
                                        {.road = "2", .signal = "S", .colour = LightColour::green},
                                        {.road = "1", .signal = "S", .colour = LightColour::yellow}};
  ASSERT_EQ(trace.push(0s, {}, lights), std::nullopt);
  Step step;
  Tables tables;
  ASSERT_TRUE(*advance(trace, step, tables));
  ASSERT_EQ(tables.lights().size(), 2U);
  EXPECT_EQ(tables.lights()[1].road, "2");
  ASSERT_EQ(step.frame.lights.size(), 2U);
  EXPECT_EQ(step.frame.lights[0].colour, LightColour::yellow);  // the last word of a frame holds
}

TEST(LiveManifest, NeedsNoTrace) {
  EXPECT_TRUE(read_live_manifest(R"({"map": "town.xodr"})", "x/run.json"));
  EXPECT_FALSE(read_manifest(R"({"map": "town.xodr"})", "x/run.json"));
  const auto unknown = read_live_manifest("{\n\"mapp\": \"town.xodr\"}", "run.json");
  ASSERT_FALSE(unknown);
  EXPECT_EQ(unknown.problem().place.line, 2U);
}

}  // namespace
}  // namespace scrutineer::trace
