#include <gmock/gmock.h>

#include <numbers>

#include "kit/read_run.h"

namespace scrutineer::trace {
namespace {

using kit::read_run;
using kit::ReadRun;
using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::HasSubstr;

const std::string kMetadata =
    "esmini GIT REV: 123\nesmini GIT TAG: v2\nesmini GIT BRANCH: master\nesmini BUILD VERSION: N/A\n"
    "Scenario File Name: cut-in.xosc\nNumber of Vehicles: 1\n";

// The columns of one entity, as logs since 2022 have them (except for the name's spelling).
std::string new_group(const std::string& number, const std::string& name_column = "Entity_Name") {
  std::string text;
  for (const std::string& column : {name_column + " [-]",
                                    std::string("Entity_ID [-]"),
                                    std::string("Current_Speed [m/s]"),
                                    std::string("bb_x [m]"),
                                    std::string("bb_y [m]"),
                                    std::string("bb_z [m]"),
                                    std::string("bb_length [m]"),
                                    std::string("bb_width [m]"),
                                    std::string("bb_height [m]"),
                                    std::string("World_Position_X [m]"),
                                    std::string("World_Position_Y [m]"),
                                    std::string("World_Position_Z [m]"),
                                    std::string("Vel_X [m/s]"),
                                    std::string("Vel_Y [m/s]"),
                                    std::string("Vel_Z [m/s]"),
                                    std::string("Acc_X [m/s2]"),
                                    std::string("Acc_Y [m/s2]"),
                                    std::string("Acc_Z [m/s2]"),
                                    std::string("lane_id"),
                                    std::string("World_Heading_Angle [rad]"),
                                    std::string("Heading_Angle_Rate [rad/s]"),
                                    std::string("World_Pitch_Angle [rad]"),
                                    std::string("collision_ids")})
    text += "#" + number + " " + column + " , ";
  return text;
}
const std::string kNewHeader = kMetadata + "Index [-] , TimeStamp [s] , " + new_group("1") + "\n";

std::string old_log(const std::string& rows) {
  return kMetadata +
         "Index [-], TimeStamp [s], #1 Entitity_Name [-], #1 Entitity_ID [-], #1 Current_Speed [m/s], #1 "
         "World_Position_X "
         "[m], #1 World_Position_Y [m], #1 World_Position_Z [m], #1 World_Heading_Angle [rad], \n" +
         rows;
}

ReadRun read(const std::string& text) { return read_run(text, {.file = "sim.csv"}); }

TEST(EsminiCsv, ReadsNewLogs) {
  const std::string ego =
      "Ego, 0, 10, 1.5, 0.1, 0.8, 5, 2, 1.6, 100, 200, 3, 1, 2, 3, 4, 5, 6, -1, 1.5707963267948966, 0.2, 0.3, ,";
  const std::string target =
      " Target, 1, 5, 1.4, 0, 0.75, 4, 1.8, 1.5, 7, 8, 0, 5, 0, 0, 0, 0, 0, -1, 6.283185307179586, 0, 0, 0 2,";
  for (const char* name_column : {"Entity_Name", "Entitity_Name"}) {
    const ReadRun run =
        read(kMetadata + "Index [-] , TimeStamp [s] , " + new_group("1", name_column) + "\n0, 0.000000, " + ego +
             "\n1, 0.010000, " + ego + target + "\n2, 0.020000," + target + "\n");
    ASSERT_EQ(run.problem, "") << name_column;
    EXPECT_EQ(run.trace->format(), "esmini-csv");
    ASSERT_EQ(run.frames.size(), 3U);
    EXPECT_THAT(run.ids(0), ElementsAre("Ego"));
    EXPECT_THAT(run.ids(1), ElementsAre("Ego", "Target"));  // more entities than the header has
    EXPECT_THAT(run.ids(2), ElementsAre("Target"));
    EXPECT_EQ(run.frames[1].time, Time(10ms));
    EXPECT_EQ(run.info("Ego").length, 5.0);
    EXPECT_EQ(run.info("Ego").height, 1.6);
    const ActorState& state = *run.state(0, "Ego");
    EXPECT_NEAR(state.x, 99.9, 1e-9);  // the box is 1.5 m ahead, northwards, and 0.1 m to the left
    EXPECT_NEAR(state.y, 201.5, 1e-9);
    EXPECT_NEAR(state.z, 3.0, 1e-9);
    EXPECT_NEAR(state.yaw, std::numbers::pi / 2.0, 1e-9);
    EXPECT_EQ(state.vy, 2.0);
    EXPECT_EQ(state.az, 6.0);
    EXPECT_EQ(state.yaw_rate, 0.2);
    EXPECT_EQ(state.pitch, 0.3);
    EXPECT_TRUE(state.fields.has(Field::velocity));
    EXPECT_TRUE(state.fields.has(Field::acceleration));
    EXPECT_FALSE(state.fields.has(Field::speed));
    EXPECT_NEAR(run.state(2, "Target")->yaw, 0.0, 1e-9);
    EXPECT_THAT(run.tables.notes(), ElementsAre(HasSubstr("has no types")));
  }
}

TEST(EsminiCsv, ReadsOldLogsWithoutBoxes) {
  const ReadRun run = read(old_log("0, 0.0, Ego, 0, 12.5, 10, 20, 1, 0.0, \n1, 0.1, Ego, 0, 12.5, 11, 20, 1, 0.0, \n"));
  ASSERT_EQ(run.problem, "");
  ASSERT_EQ(run.frames.size(), 2U);
  const ActorState& state = *run.state(1, "Ego");
  EXPECT_NEAR(state.x, 12.4, 1e-9);
  EXPECT_EQ(state.z, 1.0);
  EXPECT_EQ(state.speed, 12.5);
  EXPECT_TRUE(state.fields.has(Field::speed));
  EXPECT_FALSE(state.fields.has(Field::velocity));
  EXPECT_TRUE(run.info("Ego").size_is_default);
  EXPECT_THAT(run.tables.notes(),
              ElementsAre(HasSubstr("has no types"), HasSubstr("has no boxes"), HasSubstr("has no (complete) size")));
}

// Index, time and one car whose box is given or zeros; its rear axle is at 0, 0, heading along x.
std::string boxed_row(int index, const std::string& box) {
  return std::to_string(index) + ", " + std::to_string(index) + ".0, Car, 0, 0, " + box +
         ", 0, 0, 0, 0, 0, 0, 0, 0, 0, -1, 0, 0, 0, ,\n";
}

TEST(EsminiCsv, TakesBoxesFromTheFirstRowThatHasThem) {
  const std::string none = "0, 0, 0, 0, 0, 0", box = "3, 0.1, 1.5, 12, 2.5, 3", other = "2, 0, 1, 8, 2, 2";
  struct Case {
    const char* name;
    std::string rows;
    std::vector<double> lengths, xs;  // per frame
    std::vector<std::string> notes;   // behind that about types
  };
  const std::string usual = "car Car has no (complete) size: 5 x 1.8 x 1.5 m is taken, and for others of its category";
  const std::string later =
      "the size of actor Car and perhaps others is given only after their first frame: until then the usual one counts";
  const std::string changed =
      "actor Car and perhaps others change their type or size while they live: the first is taken";
  const Case cases[] = {
      {"late", boxed_row(0, none) + boxed_row(1, box), {5, 12}, {1.4, 3}, {usual, later}},
      {"lost again", boxed_row(0, box) + boxed_row(1, none), {12, 12}, {3, 3}, {}},
      {"late and lost again",
       boxed_row(0, none) + boxed_row(1, box) + boxed_row(2, none),
       {5, 12, 12},
       {1.4, 3, 3},
       {usual, later}},
      {"another", boxed_row(0, box) + boxed_row(1, other), {12, 12}, {3, 2}, {changed}},
  };
  for (const auto& [name, rows, lengths, xs, notes] : cases) {
    std::vector<double> found_lengths, found_xs;
    auto trace = open_trace(kNewHeader + rows, {.file = "sim.csv"});
    ASSERT_TRUE(trace) << name;
    Step step;
    Tables tables;
    for (auto more = advance(**trace, step, tables); more && *more; more = advance(**trace, step, tables)) {
      found_lengths.push_back(tables.actors()[0].length);
      found_xs.push_back(step.frame.actors[0].x);
    }
    EXPECT_EQ(found_lengths, lengths) << name;
    EXPECT_THAT(found_xs, testing::Pointwise(testing::DoubleNear(1e-9), xs)) << name;
    const auto all = tables.notes();
    EXPECT_EQ(std::vector<std::string>(all.begin() + 1, all.end()), notes) << name;
  }
}

TEST(EsminiCsv, SaysWhereABadFileIsBad) {
  struct Case {
    const char* name;
    std::string text;
    const char* problem;
  };
  const Case cases[] = {
      {"missing column",
       "Index [-], TimeStamp [s], #1 Entity_Name [-], #1 World_Position_X [m], #1 World_Position_Y [m],\n",
       "sim.csv:1: column #1 World_Heading_Angle is missing"},
      {"bad number", old_log("0, 0.0, Ego, 0, 12.5, 1O, 20, 1, 0.0, \n"),
       "sim.csv:8:23: frame 0: World_Position_X must be a number, found \"1O\""},
      {"bad time", old_log("0, x, Ego, 0, 12.5, 10, 20, 1, 0.0, \n"),
       "sim.csv:8:4: frame 0: TimeStamp must be seconds, found \"x\""},
      {"no name", old_log("0, 0, , 0, 12.5, 10, 20, 1, 0.0, \n"), "sim.csv:8:7: frame 0: Entity_Name is empty"},
      {"cut off", old_log("0, 0.0, Ego, 0, 12.5, 10, 20, 1, 0.0, \n1, 0.1, Ego, 0, 12"),
       "sim.csv:9: frame 1: the row has 5 cells: an index, a time and 7 for each entity were expected"},
      {"time repeats", old_log("0, 0.0, Ego, 0, 12.5, 10, 20, 1, 0.0, \n1, 0.0, Ego, 0, 12.5, 11, 20, 1, 0.0, \n"),
       "sim.csv:9: frame 1: time 0 s is that of the frame before, which is at 0 s"},
      {"infinite", old_log("0, 0.0, Ego, 0, 12.5, inf, 20, 1, 0.0, \n"),
       "sim.csv:8: frame 0: actor Ego: x must be a number within +-1e7, found inf"},
      {"no rows", kNewHeader, "sim.csv: holds no frames"},
  };
  for (const auto& [name, text, problem] : cases) EXPECT_EQ(read(text).problem, problem) << name;
}

TEST(EsminiCsv, DropsBadRows) {
  const ReadRun run =
      read_run(old_log("0, 0.0, Ego, 0, 1, 1, 2, 1, 0, \n1, 0.1, Ego\n2, 0.2, Ego, 0, 1, 1, 2, 1, 0, \n"),
               {.file = "sim.csv", .skip_bad_frames = true});
  ASSERT_EQ(run.problem, "");
  EXPECT_EQ(run.frames.size(), 2U);
  EXPECT_EQ(run.tables.counts().bad_frames, 1U);
}

}  // namespace
}  // namespace scrutineer::trace
