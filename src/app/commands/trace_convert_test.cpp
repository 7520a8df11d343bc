#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "kit/data.h"
#include "kit/fake_world.h"
#include "kit/read_run.h"

namespace scrutineer::app {
namespace {

using testing::HasSubstr;
using testing::Not;

const std::string kRun =
    "time,id,type,x,y,z,yaw,length,width,height\n7,a,car,0.1,2,3,0,4.5,1.8,1.5\n7.1,a,car,1.1,2,3,0,4.5,1.8,1.5\n";

TEST(TraceConvert, WritesWhatReadsBackTheSame) {
  FakeWorld world;
  world.files.content["run.csv"] = kRun;
  const Ran ran = world.run(words("trace convert run.csv again.csv"));
  EXPECT_EQ(ran.code, kFine) << ran.err;
  EXPECT_EQ(ran.out, "again.csv: 2 frames, 1 actor, 2 rows\n");
  EXPECT_EQ(world.files.content["again.csv"], kRun);
}

TEST(TraceConvert, ConvertsRealRuns) {
  SCRUTINEER_NEEDS_DATA();
  FakeWorld world;
  const std::string lights = (kit::data_dir() / "runs/lichtblick/testBrakeAndIndicatorLights.mcap").string();
  Ran ran = world.run({"trace", "convert", lights, "out/run.csv"});
  EXPECT_EQ(ran.code, kFine) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("out/run.csv: 502 frames, 2 actors, 1004 rows\n"));
  EXPECT_THAT(ran.out,
              HasSubstr("out/run.lights.csv: 3 lights, 1506 rows; read it with --lights out/run.lights.csv\n"));
  EXPECT_THAT(ran.out, testing::Not(HasSubstr("brake lights")));
  EXPECT_THAT(world.files.content["out/run.csv"].substr(0, 300), HasSubstr(",brake_light"));
  EXPECT_THAT(world.files.content["out/run.lights.csv"], HasSubstr("\n0,,10,off,regular\n"));
  EXPECT_EQ(kit::read_run(world.files.content["out/run.csv"], {.file = "run.csv"}).frames.size(), 502U);

  ran = world.run({"trace", "convert", lights, "named.csv", "--lights-out", "named_lights"});
  EXPECT_EQ(ran.code, kFine) << ran.err;
  EXPECT_EQ(world.files.content["named_lights"], world.files.content["out/run.lights.csv"]);
  EXPECT_EQ(world.files.content["named.csv"], world.files.content["out/run.csv"]);
}

TEST(TraceConvert, SaysWhatItChanged) {
  FakeWorld world;
  world.files.content["fcd.xml"] =
      "<fcd-export><timestep time=\"0.00\"><vehicle id=\"a\" x=\"0\" y=\"0\" angle=\"90\" speed=\"5\" type=\"t\" "
      "pos=\"0\" lane=\"e_0\" slope=\"0\"/></timestep><timestep time=\"1.00\"/></fcd-export>";
  const Ran ran = world.run(words("trace convert fcd.xml run.csv --lights-out lights.csv"));
  EXPECT_EQ(ran.code, kFine) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("1 frame without actors"));
  EXPECT_THAT(ran.out, HasSubstr("Speeds are written as velocities along the heading."));
  EXPECT_THAT(ran.out, HasSubstr("does not give the size of 1 actor: defaults are written"));
  EXPECT_THAT(ran.out, HasSubstr("The run has no lights: lights.csv is not written."));
  EXPECT_FALSE(world.files.content.contains("lights.csv"));
}

TEST(TraceConvert, TellsAMissingHeightFromAMissingSize) {
  FakeWorld world;
  world.files.content["run.csv"] =
      "time,id,type,x,y,z,yaw,length,width,height\n0,a,car,1,2,3,0,4.5,1.9,\n0,b,car,9,2,3,0,4.6,1.9,\n"
      "0,c,car,19,2,3,0,,,\n";
  const Ran ran = world.run(words("trace convert run.csv again.csv"));
  EXPECT_EQ(ran.code, kFine) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("does not give the size of 1 actor:"));
  EXPECT_THAT(ran.out, HasSubstr("does not give the height of 2 actors:"));
}

TEST(TraceConvert, KeepsWhatCameBeforeAFault) {
  FakeWorld world;
  world.files.content["run.csv"] = kRun + "7.2,a,car,?,2,3,0,4.5,1.8,1.5\n";
  const Ran ran = world.run(words("trace convert run.csv again.csv"));
  EXPECT_EQ(ran.code, kNotEvaluated);
  EXPECT_EQ(world.files.content["again.csv"], kRun);
  EXPECT_EQ(ran.err, "scrutineer: run.csv:4:11: frame 2: x must be a number, found \"?\"\n");
}

TEST(TraceConvert, WritesAllOrNothing) {
  struct Case {
    const char* name;
    const char* command_line;
    const char* complaint;
  };
  const Case cases[] = {
      {"onto itself", "trace convert run.csv run.csv", "run.csv is read from, so it cannot be written to"},
      {"onto itself, in other words", "trace convert run.csv ./x/../run.csv", "is read from"},
      {"lights onto the run", "trace convert run.csv out.csv --lights-out run.csv", "is read from"},
      {"both into one", "trace convert run.csv out.csv --lights-out out.csv", "cannot hold both actors and lights"},
      {"a place that cannot be written", "trace convert run.csv locked.csv", "locked.csv: cannot write"},
      {"a full disk", "trace convert run.csv full.csv", "full.csv: cannot write: No space left"},
      {"no run", "trace convert nowhere.osi out.csv", "nowhere.osi: cannot be opened"},
      {"no good frame", "trace convert bad.csv out.csv", "bad.csv:2:11: frame 0"},
      {"no actors", "trace convert empty.xml out.csv", "empty.xml: no frame has an actor"},
      {"an id of two lines", "trace convert lines.xml out.csv",
       "lines.xml: frame 0: actor \"a\\nb\" cannot be written as CSV"},
      {"no output", "trace convert run.csv", "OUT is required"},
  };
  for (const auto& [name, command_line, complaint] : cases) {
    FakeWorld world;
    world.files.content = {{"run.csv", kRun},
                           {"bad.csv", "time,id,type,x,y,z,yaw,length,width,height\n0,a,car,  ?,2,3,0,4.5,1.8,1.5\n"},
                           {"empty.xml", "<fcd-export><timestep time=\"0.00\"/></fcd-export>"},
                           {"lines.xml",
                            "<fcd-export><timestep time=\"0.00\"><vehicle id=\"a&#10;b\" x=\"0\" y=\"0\" angle=\"90\" "
                            "speed=\"5\" type=\"t\" pos=\"0\" lane=\"e\" slope=\"0\"/></timestep></fcd-export>"}};
    world.files.unwritable = {"locked.csv"};
    world.files.full = {"full.csv"};
    const auto before = world.files.content;
    const Ran ran = world.run(words(command_line));
    EXPECT_EQ(ran.code, kNotEvaluated) << name;
    EXPECT_EQ(ran.out, "") << name;
    EXPECT_THAT(ran.err, HasSubstr(complaint)) << name;
    EXPECT_EQ(std::ranges::count(ran.err, '\n'), 1) << name;
    EXPECT_TRUE(world.files.content == before) << name;
    EXPECT_FALSE(world.progress.running) << name;
  }
}

}  // namespace
}  // namespace scrutineer::app
