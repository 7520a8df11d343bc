#include "trace/conventions.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <numbers>
#include <string>

namespace scrutineer::trace {
namespace {

constexpr double kPi = std::numbers::pi;

const std::string kHeader = "time,id,type,x,y,yaw,pitch,roll,length,width,height,vx,vy,vz,ax,ay,az,yaw_rate\n";
// A car that points along +y, in whatever its numbers are meant in.
const std::string kRadians = kHeader + "0,7,car,10,20,1.5707963267948966,0.1,0.2,4,1.8,1.5,3,4,0.5,1,2,0,0.25\n";
const std::string kDegrees = kHeader + "0,7,car,10,20,90,10,20,4,1.8,1.5,3,4,0.5,1,2,0,18\n";

ActorState read_as(const std::string& text, const Conventions& conventions) {
  const auto trace = as_meant(*open_trace(text, {.file = "run.csv"}), conventions);
  Step step;
  EXPECT_TRUE(*trace->next(step));
  const ActorState state = step.frame.actors.at(0);
  EXPECT_FALSE(*trace->next(step));
  return state;
}

TEST(Conventions, AreTheUsualOnesUnlessToldOtherwise) {
  auto trace = *open_trace(kRadians, {.file = "run.csv"});
  const Trace* const same = trace.get();
  EXPECT_EQ(as_meant(std::move(trace), Conventions()).get(), same);
}

TEST(Conventions, TurnsDegreesIntoRadians) {
  const ActorState state = read_as(kDegrees, {.angle_unit = AngleUnit::deg});
  EXPECT_DOUBLE_EQ(state.yaw, kPi / 2);
  EXPECT_DOUBLE_EQ(state.pitch, kPi / 18);
  EXPECT_DOUBLE_EQ(state.roll, kPi / 9);
  EXPECT_DOUBLE_EQ(state.yaw_rate, kPi / 10);
  EXPECT_EQ(state.vx, 3.0);
}

// Degrees go on counting in some files.
TEST(Conventions, TakesDegreesBeyondAFullTurn) {
  const std::string text = kHeader + "0,7,car,10,20,-630,0,0,4,1.8,1.5,3,4,0,0,0,0,0\n";
  EXPECT_DOUBLE_EQ(read_as(text, {.angle_unit = AngleUnit::deg}).yaw, kPi / 2);
}

// A heading that is where the actor goes was never in any unit.
TEST(Conventions, LeavesHeadingsThatTheRunDoesNotGive) {
  const std::string text = "time,id,type,x,y,length,width,height,vx,vy\n0,7,car,10,20,4,1.8,1.5,0,4\n";
  EXPECT_DOUBLE_EQ(read_as(text, {.angle_unit = AngleUnit::deg}).yaw, kPi / 2);
}

TEST(Conventions, TurnsSpeedsIntoMetresPerSecond) {
  struct Case {
    const char* name;
    VelocityUnit unit;
    double factor;
  };
  const Case cases[] = {{"km/h", VelocityUnit::kmh, 1.0 / 3.6}, {"miles per hour", VelocityUnit::mph, 0.44704}};
  for (const auto& [name, unit, factor] : cases) {
    const ActorState state = read_as(kRadians, {.velocity_unit = unit});
    EXPECT_DOUBLE_EQ(state.vx, 3.0 * factor) << name;
    EXPECT_DOUBLE_EQ(state.vy, 4.0 * factor) << name;
    EXPECT_DOUBLE_EQ(state.vz, 0.5 * factor) << name;
    EXPECT_EQ(state.ax, 1.0) << name << ": accelerations are in m/s2";
  }
}

TEST(Conventions, TurnsWhatIsAlongTheVehiclesAxes) {
  const ActorState state = read_as(kRadians, {.motion_frame = MotionFrame::vehicle});
  EXPECT_NEAR(state.vx, -4.0, 1e-12);  // it points along +y, so its left is -x
  EXPECT_NEAR(state.vy, 3.0, 1e-12);
  EXPECT_NEAR(state.ax, -2.0, 1e-12);
  EXPECT_NEAR(state.ay, 1.0, 1e-12);
  EXPECT_EQ(state.vz, 0.5);
}

// Without yaw nobody knows where the vehicle's axes point but from its path.
TEST(Conventions, TurnsByThePathIfThereIsNoYaw) {
  std::string text = "time,id,type,x,y,length,width,height,vx,vy\n";
  for (int i = 0; i < 5; ++i) text += fmt::format("{},7,car,10,{},4,1.8,1.5,4,0\n", i, 20 + 4 * i);
  const auto trace = as_meant(*open_trace(text, {.file = "run.csv"}), {.motion_frame = MotionFrame::vehicle});
  Step step;
  for (int i = 0; i < 5; ++i) ASSERT_TRUE(*trace->next(step));
  const ActorState& last = step.frame.actors.at(0);
  EXPECT_DOUBLE_EQ(last.yaw, kPi / 2);
  EXPECT_NEAR(last.vx, 0.0, 1e-12);
  EXPECT_NEAR(last.vy, 4.0, 1e-12);
}

TEST(Conventions, TurnsByDegreesIfYawIsInDegrees) {
  const ActorState state = read_as(kDegrees, {.angle_unit = AngleUnit::deg, .motion_frame = MotionFrame::vehicle});
  EXPECT_NEAR(state.vx, -4.0, 1e-12);
  EXPECT_NEAR(state.vy, 3.0, 1e-12);
}

TEST(Conventions, MovesPositionsToTheCentre) {
  struct Case {
    const char* name;
    Reference reference;
    double y;  // of a car of 4 m that points along +y
  };
  const Case cases[] = {
      {"centre", {}, 20.0},
      {"front bumper", {.point = ReferencePoint::front}, 18.0},
      {"rear bumper", {.point = ReferencePoint::rear}, 22.0},
      {"rear axle", {.point = ReferencePoint::rear_axle}, 21.12},
      {"metres", {.ahead = 1.4}, 21.4},
      {"metres, from a point ahead", {.ahead = -0.5}, 19.5},
  };
  for (const auto& [name, reference, y] : cases) {
    const ActorState state = read_as(kRadians, {.reference = reference});
    EXPECT_NEAR(state.x, 10.0, 1e-9) << name;
    EXPECT_NEAR(state.y, y, 1e-9) << name;
    // The centre goes round the point: with the yaw rate that is reported.
    EXPECT_NEAR(state.vx, 3.0 - 0.25 * (y - 20.0), 1e-9) << name;
    EXPECT_NEAR(state.vy, 4.0, 1e-9) << name;
  }
}

TEST(Conventions, LeavesPeopleWhereTheyAre) {
  const std::string text = "time,id,type,x,y,yaw,length,width,height\n0,7,person,10,20,0,0.5,0.5,1.8\n";
  EXPECT_EQ(read_as(text, {.reference = {.point = ReferencePoint::front}}).x, 10.0);
}

TEST(Conventions, ReadAndWriteReferences) {
  struct Case {
    const char* text;
    std::optional<Reference> expected;
  };
  const Case cases[] = {
      {"centre", Reference{}},
      {"rear_axle", Reference{.point = ReferencePoint::rear_axle}},
      {"1.4", Reference{.ahead = 1.4}},
      {"-2", Reference{.ahead = -2.0}},
      {"bumper", std::nullopt},
      {"", std::nullopt},
      {"nan", std::nullopt},
      {"1e9", std::nullopt},
  };
  for (const auto& [text, expected] : cases) {
    EXPECT_EQ(reference_from(text), expected) << text;
    if (expected) {
      EXPECT_EQ(to_text(*expected), text);
    }
  }
}

// Each reader takes times in the unit that it is told, and the light states beside the run too.
TEST(Conventions, ReadsTimesInOtherUnits) {
  const std::string csv =
      "time,id,type,x,y,length,width,height\n1700000000000,7,car,1,2,4,2,1\n1700000000100,7,car,1,2,4,2,1\n";
  const std::string sumo =
      "<fcd-export><timestep time=\"500\"><vehicle id=\"a\" x=\"0\" y=\"0\" angle=\"0\" speed=\"1\"/></timestep>"
      "<timestep time=\"600\"><vehicle id=\"a\" x=\"0\" y=\"1\" angle=\"0\" speed=\"1\"/></timestep></fcd-export>";
  struct Case {
    const char* name;
    std::string content;
    double start;
  };
  const Case cases[] = {{"CSV", csv, 1.7e9}, {"SUMO", sumo, 0.5}};
  for (const Case& c : cases) {
    auto trace = open_trace(c.content, {.file = c.name, .time_unit = TimeUnit::ms});
    ASSERT_TRUE(trace) << c.name << ": " << to_string(trace.problem());
    Step step;
    Tables tables;
    ASSERT_TRUE(*advance(**trace, step, tables)) << c.name;
    EXPECT_DOUBLE_EQ(tables.start_seconds(), c.start) << c.name;
    ASSERT_TRUE(*advance(**trace, step, tables)) << c.name;
    EXPECT_EQ(step.frame.time, Time(std::chrono::milliseconds(100))) << c.name;
  }
}

}  // namespace
}  // namespace scrutineer::trace
