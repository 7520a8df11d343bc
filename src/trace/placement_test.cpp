#include "trace/placement.h"

#include <gtest/gtest.h>

#include <string>

namespace scrutineer::trace {
namespace {

const std::string kRun =
    "time,id,type,x,y,z,yaw,length,width,height,vx,vy,vz,ax,ay,az,yaw_rate\n"
    "0,7,car,10,20,1,0.5,4.5,1.8,1.5,3,4,0,1,2,0,0.25\n";

ActorState placed_state(const Placement& placement) {
  auto trace = open_trace(kRun, {.file = "run.csv"});
  const auto moved = placed(*std::move(trace), placement);
  Step step;
  EXPECT_TRUE(*moved->next(step));
  const ActorState state = step.frame.actors.at(0);
  EXPECT_FALSE(*moved->next(step));
  return state;
}

TEST(Placement, MirrorsThenMoves) {
  struct Case {
    const char* name;
    Placement placement;
    double x, y, yaw, vy, ay, yaw_rate;
  };
  const Case cases[] = {
      {"as it is", {}, 10.0, 20.0, 0.5, 4.0, 2.0, 0.25},
      {"moved", {.x = 100.0, .y = -5.0}, 110.0, 15.0, 0.5, 4.0, 2.0, 0.25},
      {"mirrored", {.flip_y = true}, 10.0, -20.0, -0.5, -4.0, -2.0, -0.25},
      {"both", {.flip_y = true, .x = 100.0, .y = -5.0}, 110.0, -25.0, -0.5, -4.0, -2.0, -0.25},
  };
  for (const Case& c : cases) {
    const ActorState state = placed_state(c.placement);
    EXPECT_EQ(state.x, c.x) << c.name;
    EXPECT_EQ(state.y, c.y) << c.name;
    EXPECT_EQ(state.yaw, c.yaw) << c.name;
    EXPECT_EQ(state.vx, 3.0) << c.name;
    EXPECT_EQ(state.vy, c.vy) << c.name;
    EXPECT_EQ(state.ay, c.ay) << c.name;
    EXPECT_EQ(state.yaw_rate, c.yaw_rate) << c.name;
    EXPECT_EQ(state.z, 1.0) << c.name;
  }
}

TEST(Placement, TakesHeightsAwayIfAsked) {
  EXPECT_TRUE(placed_state({}).fields.has(Field::z));
  const ActorState flat = placed_state({.ignore_height = true});
  EXPECT_FALSE(flat.fields.has(Field::z));
  EXPECT_EQ(flat.z, 0.0);
  EXPECT_EQ(flat.x, 10.0);
  EXPECT_TRUE(flat.fields.has(Field::velocity)) << "nothing else";
}

}  // namespace
}  // namespace scrutineer::trace
