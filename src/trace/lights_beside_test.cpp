// Files of light states beside a run, whatever the format of the run is.

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "kit/paths.h"
#include "kit/read_run.h"
#include "kit/run_writers.h"

namespace scrutineer::trace {
namespace {

using kit::read_run;
using kit::ReadRun;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

const std::string kActors = "time,id,type,x,y,z,yaw,length,width,height\n";
const std::string kStates = "time,road,signal,colour,mode\n";

TEST(LightsBeside, AreReadWithEveryFormat) {
  const kit::TemporaryFolder folder;
  const std::string lights = folder.file("lights.csv");
  kit::write_file(lights, kStates + "0,1,7,red,regular\n");
  for (const char* run :
       {"following.csv", "following.osi", "following.mcap", "following.fcd.xml", "following.esmini.csv"}) {
    const auto trace = open_trace({.file = (kit::source_dir() / "tests/data/runs" / run).string(), .lights = lights});
    ASSERT_TRUE(trace) << run << ": " << to_string(trace.problem());
    Step step;
    Tables tables;
    ASSERT_TRUE(advance(**trace, step, tables)) << run;
    ASSERT_EQ(step.frame.lights.size(), 1U) << run;
    EXPECT_EQ(step.frame.lights[0].colour, LightColour::red) << run;
    EXPECT_EQ(tables.lights()[0].id, "7") << run;
  }
}

TEST(LightsBeside, HoldInTheFrameOfTheirTimeHoweverClocksAreRounded) {
  const kit::TemporaryFolder folder;
  const std::string lights = folder.file("lights.csv");
  kit::write_file(lights, kStates + "0,1,7,red,regular\n1,1,7,green,regular\n");
  struct Case {
    const char* time;
    bool is_green;
  };
  for (const auto& [time, is_green] :
       {Case{"0.999", false}, {"0.999999999", true}, {"1", true}, {"1.000000001", true}}) {
    const ReadRun run = read_run(kActors + "0,a,car,0,0,0,0,4,2,1\n" + time + ",a,car,0,0,0,0,4,2,1\n",
                                 {.file = "run.csv", .lights = lights});
    ASSERT_EQ(run.frames.size(), 2U) << time << " " << run.problem;
    EXPECT_EQ(run.frames[1].lights.size(), is_green ? 1U : 0U) << time;
  }
}

TEST(LightsBeside, OfADroppedFrameComeWithTheNextOne) {
  const kit::TemporaryFolder folder;
  const std::string lights = folder.file("lights.csv");
  kit::write_file(lights, kStates + "0,1,7,red,regular\n1,1,7,green,regular\n");
  struct Case {
    const char* name;
    const char* bad_row;
  };
  const Case cases[] = {
      {"no number", "1,a,car,nan,0,0,0,4,2,1\n"},
      {"no text of a number", "1,a,car,abc,0,0,0,4,2,1\n"},
      {"an actor twice", "1,a,car,0,0,0,0,4,2,1\n1,a,car,0,0,0,0,4,2,1\n"},
  };
  for (const auto& [name, bad_row] : cases) {
    const ReadRun run = read_run(kActors + "0,a,car,0,0,0,0,4,2,1\n" + bad_row + "2,a,car,0,0,0,0,4,2,1\n",
                                 {.file = "run.csv", .lights = lights, .skip_bad_frames = true});
    ASSERT_EQ(run.problem, "") << name;
    ASSERT_EQ(run.frames.size(), 2U) << name;
    ASSERT_EQ(run.frames[1].lights.size(), 1U) << name;
    EXPECT_EQ(run.frames[1].lights[0].colour, LightColour::green) << name;
  }
}

// A fault in them is not one of a frame that could be dropped.
TEST(LightsBeside, EndTheRunWhereTheyAreBroken) {
  const kit::TemporaryFolder folder;
  const std::string lights = folder.file("lights.csv");
  kit::write_file(lights, kStates + "0,1,7,red,regular\n1,1,7,gren,regular\n");
  for (const char* run :
       {"following.csv", "following.osi", "following.mcap", "following.fcd.xml", "following.esmini.csv"}) {
    const auto trace = open_trace(
        {.file = (kit::source_dir() / "tests/data/runs" / run).string(), .lights = lights, .skip_bad_frames = true});
    ASSERT_TRUE(trace) << run;
    Step step;
    Tables tables;
    std::string problem;
    for (;;) {
      const auto more = advance(**trace, step, tables);
      if (!more) problem = to_string(more.problem());
      if (!more || !*more) break;
    }
    EXPECT_EQ(problem.substr(0, problem.find(" is unknown")), lights + ":3:7: frame 10: colour \"gren\"") << run;
  }
}

TEST(LightsBeside, ThatCannotBeThoseOfTheRunAreNoted) {
  const kit::TemporaryFolder folder;
  const std::string lights = folder.file("lights.csv");
  const auto every = [](double step, double end) {
    std::string rows;
    for (int i = 0; i * step <= end; ++i)
      rows += fmt::format("{},1,7,{},regular\n", i * step, i % 2 == 0 ? "red" : "green");
    return rows;
  };
  struct Case {
    const char* name;
    std::string states;
    const char *start, *end;  // of the run
    std::string note;         // behind the file's name; empty: there is none
  };
  const Case cases[] = {
      {"from the first frame on", "0,1,7,red,regular\n", "0", "500", ""},
      {"a moment before the first frame", "0,1,7,red,regular\n", "0.5", "500", ""},
      {"all before the first frame", "0,1,7,red,regular\n9,1,7,green,regular\n", "1000", "1015",
       " has no light state between the run's first frame, at 1000 s on its own clock, and its last, at 1015 s: every "
       "light keeps what it showed at 9 s or before"},
      {"likewise, and others after the last one", "9,1,7,red,regular\n2000,1,7,green,regular\n", "1000", "1015",
       " has no light state between the run's first frame, at 1000 s on its own clock, and its last, at 1015 s: every "
       "light keeps what it showed at 9 s or before"},
      {"a long phase at the end", "0,1,7,green,regular\n4,1,7,red,regular\n", "0", "100", ""},
      {"no phase is that long", "0,1,7,green,regular\n4,1,7,red,regular\n", "0", "200",
       " has no light state after 4 s, and the run ends at 200 s on its own clock: until then every light keeps what "
       "it "
       "showed"},
      {"the first phase goes on after the run", "0,1,7,green,regular\n55,1,7,red,regular\n", "0", "15", ""},
      {"changes in milliseconds", "0,1,7,green,regular\n4000,1,7,red,regular\n", "0", "15",
       " has no light state between 0 s and 4000 s, and the run goes from 0 s to 15 s on its own clock: until its end "
       "every light keeps what it showed; are both in the same unit?"},
      {"a steady rate in milliseconds", every(100, 15'000), "0", "15",
       " has no light state between 0 s and 100 s, and the run goes from 0 s to 15 s on its own clock: until its end "
       "every light keeps what it showed; are both in the same unit?"},
      {"a part of a longer recording", every(10, 500), "100", "115", ""},
      {"another recording after a pause", every(1, 15) + "900,1,7,red,regular\n", "0", "15", ""},
      {"a steady rate up to the end", every(0.1, 10), "0", "10.5", ""},
      {"a steady rate that ends before the run", every(0.1, 10), "0", "30",
       " has no light state after 10 s, and the run ends at 30 s on its own clock: until then every light keeps what "
       "it "
       "showed"},
  };
  for (const auto& [name, states, start, end, note] : cases) {
    kit::write_file(lights, kStates + states);
    const ReadRun run = read_run(fmt::format("{}{},a,car,0,0,0,0,4,2,1\n{},a,car,0,0,0,0,4,2,1\n", kActors, start, end),
                                 {.file = "run.csv", .lights = lights});
    ASSERT_EQ(run.problem, "") << name;
    if (note.empty())
      EXPECT_THAT(run.tables.notes(), IsEmpty()) << name;
    else
      EXPECT_THAT(run.tables.notes(), UnorderedElementsAre(lights + note)) << name;
  }
}

}  // namespace
}  // namespace scrutineer::trace
