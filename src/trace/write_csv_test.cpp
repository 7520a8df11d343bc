#include "trace/write_csv.h"

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>

#include "kit/data.h"
#include "kit/read_run.h"
#include "kit/scratch_folder.h"

namespace scrutineer::trace {
namespace {

using kit::ReadRun;
using testing::ElementsAre;
using testing::IsEmpty;

struct Written {
  CsvLayout layout;
  std::string rows, lights, problem;
};

Written write(const ReadRun& run) {
  Summarizer summarizer;
  for (const Frame& frame : run.frames) summarizer.add(frame, run.tables.actors());
  Written written;
  written.layout = csv_layout(summarizer.summary(), run.tables);
  written.rows = csv_header(written.layout);
  written.lights = lights_csv_header();
  for (const Frame& frame : run.frames) {
    auto problem = append_csv_rows(written.layout, frame, run.tables.actors(), written.rows);
    if (!problem) problem = append_light_rows(written.layout, frame, run.tables.lights(), written.lights);
    if (problem) written.problem = to_string(*problem);
  }
  return written;
}

ReadRun read_again(const Written& written) {
  const kit::ScratchFolder folder;
  const std::string lights = folder.file("lights.csv");
  std::ofstream(lights) << written.lights;
  return kit::read_run(written.rows, {.file = "again.csv", .lights = lights});
}

// What CSV has a column for, as text: numbers to their last bit.
std::string text_of(const ReadRun& run, const Frame& frame) {
  std::string text = std::to_string(frame.time.time_since_epoch().count());
  for (const ActorState& state : frame.actors) {
    const ActorInfo& info = run.tables.actors()[state.actor.index()];
    text += "\n" + info.id + " " + std::to_string(static_cast<int>(info.category)) + (info.is_host ? " host" : "") +
            (info.parent.valid() ? " of " + run.tables.actors()[info.parent.index()].id : "") + " " +
            std::to_string(state.fields.bits) + " " + std::to_string(static_cast<int>(state.driver)) +
            std::to_string(static_cast<int>(state.av_state)) + std::to_string(static_cast<int>(state.indicator)) +
            std::to_string(static_cast<int>(state.brake_light));
    for (const double value :
         {info.length, info.width, info.height, state.x, state.y, state.z, state.yaw, state.pitch, state.roll, state.vx,
          state.vy, state.vz, state.ax, state.ay, state.az, state.yaw_rate}) {
      char number[64];
      std::snprintf(number, sizeof number, " %a", value);
      text += number;
    }
  }
  for (const LightState& state : frame.lights)
    text += "\n" + run.tables.lights()[state.light.index()].id + " " + std::to_string(static_cast<int>(state.colour)) +
            std::to_string(static_cast<int>(state.mode));
  return text;
}

void expect_same(const ReadRun& run, const std::string& name) {
  const Written written = write(run);
  ASSERT_EQ(written.problem, "") << name;
  const ReadRun again = read_again(written);
  ASSERT_EQ(again.problem, "") << name;
  EXPECT_THAT(again.tables.notes(), IsEmpty()) << name;
  EXPECT_EQ(again.tables.host_id(), run.tables.host_id()) << name;
  EXPECT_EQ(again.tables.start_seconds(), run.tables.start_seconds()) << name;
  ASSERT_EQ(again.frames.size(), run.frames.size()) << name;
  for (std::size_t i = 0; i < run.frames.size(); ++i)
    ASSERT_EQ(text_of(again, again.frames[i]), text_of(run, run.frames[i])) << name << ", frame " << i;
  EXPECT_EQ(write(again).rows, written.rows) << name;
}

TEST(WriteCsv, RealRunsReadBackTheSame) {
  int count = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(kit::data_dir() / "runs")) {
    if (!entry.is_regular_file()) continue;
    // Of our own, those that tell all that CSV can hold.
    const std::string ending = entry.path().extension().string();
    if (!kit::has_data() && ending != ".osi" && ending != ".mcap") continue;
    const ReadRun run = kit::read_run_file({.file = entry.path().string()});
    if (run.problem.empty()) {
      expect_same(run, entry.path().filename().string());
      ++count;
    }
  }
  EXPECT_EQ(count, kit::has_data() ? 10 : 4);
}

const std::string kHeader = "time,id,type,x,y,z,yaw,length,width,height";

TEST(WriteCsv, MadeUpRunsReadBackTheSame) {
  struct Case {
    const char* name;
    std::string text;
  };
  const std::string size = ",4.5,1.8,1.5";
  const Case cases[] = {
      {"only what is needed", kHeader + "\n0,a,car,1,2,3,0" + size + "\n"},
      {"odd ids", kHeader + "\n0,\"a, \"\"1\"\"\",car,1,2,3,0" + size + "\n0,\" b \",car,1,2,3,0" + size + "\n"},
      {"numbers", kHeader + "\n-1e-3,a,car,0.1,-0,1e-300,3.141592653589793" + size + "\n"},
      {"a late clock",
       kHeader + "\n1700000000.123456789,a,car,1,2,3,0" + size + "\n1700000000.156789012,a,car,1,2,3,0" + size + "\n"},
      {"what is there only sometimes", kHeader + ",vx,vy,driver,indicator,av_state\n0,a,car,1,2,3,0" + size +
                                           ",1,2,sut_driver,,\n0,b,car,1,2,3,0" + size + ",,,,left,active\n"},
      {"brake lights of some", kHeader + ",brake_light\n0,a,car,1,2,3,0" + size + ",on\n0,b,car,1,2,3,0" + size +
                                   ",\n1,a,car,1,2,3,0" + size + ",off\n"},
      {"parts before their whole", kHeader + ",parent,role\n0,t,trailer,1,2,3,0" + size + ",a,\n0,a,truck,9,2,3,0" +
                                       size + ",,\n1,t,trailer,1,2,3,0" + size + ",a,\n1,a,truck,9,2,3,0" + size +
                                       ",,ego\n"},
  };
  for (const auto& [name, text] : cases) {
    const ReadRun run = kit::read_run(text, {.file = "run.csv"});
    ASSERT_EQ(run.problem, "") << name;
    expect_same(run, name);
  }
}

TEST(WriteCsv, DescribesActorsAsTheyAreInTheFrame) {
  const std::string text =
      kHeader + "\n0,a,car,1,2,3,0,4.5,1.8,1.5\n1,b,car,1,2,3,0,4.5,1.8,1.5\n" + "2,a,bus,1,2,3,0,12,2.5,3\n";
  const auto trace = open_trace(text, {.file = "run.csv"});
  ASSERT_TRUE(trace);
  std::string rows = csv_header({});
  Step step;
  Tables tables;
  while (*advance(**trace, step, tables)) ASSERT_FALSE(append_csv_rows({}, step.frame, tables.actors(), rows));
  EXPECT_EQ(rows, text);
}

// Else the assumed size would be the first when it is read back, and the real one a change.
TEST(WriteCsv, LeavesOutAssumedSizesWhereLaterRowsGiveThem) {
  const std::string text = kHeader +
                           "\n0,a,car,1,2,3,0,,,1.2\n0,b,car,9,2,3,0,4.5,,\n1,a,car,1,2,3,0,4.5,1.9,1.2\n"
                           "1,b,car,9,2,3,0,4.5,,\n";
  CsvLayout layout;
  const auto written = [&] {
    const auto trace = open_trace(text, {.file = "run.csv"});
    std::string rows = csv_header(layout);
    Step step;
    Tables tables;
    while (*advance(**trace, step, tables)) EXPECT_FALSE(append_csv_rows(layout, step.frame, tables.actors(), rows));
    return rows;
  };
  const ReadRun run = kit::read_run(text, {.file = "run.csv"});
  layout = csv_layout({}, run.tables);
  EXPECT_EQ(written(), kHeader +
                           "\n0,a,car,1,2,3,0,,,1.2\n0,b,car,9,2,3,0,4.5,1.8,1.5\n"
                           "1,a,car,1,2,3,0,4.5,1.9,1.2\n1,b,car,9,2,3,0,4.5,1.8,1.5\n");
  layout = {.assumed_sizes = false};
  EXPECT_EQ(written(), text);
}

TEST(WriteCsv, HasOnlyTheColumnsThatTheRunNeeds) {
  struct Case {
    const char* name;
    std::string columns, cells;  // beyond the required ones
    std::string header;
  };
  const Case cases[] = {
      {"none", "", "", kHeader},
      {"empty ones", ",vx,vy,role,parent,indicator,brake_light", ",,,,,,", kHeader},
      {"brake lights", ",brake_light", ",off", kHeader + ",brake_light"},
      {"brake lights that nobody knows", ",brake_light", ",unknown", kHeader},
      {"velocity", ",vx,vy", ",1,2", kHeader + ",vx,vy,vz"},
      {"pitch", ",pitch", ",0.1", kHeader + ",pitch,roll"},
      {"all", ",brake_light,indicator,av_state,driver,role,yaw_rate,ax,ay,vx,vy,pitch",
       ",on,off,active,sut_driver,ego,0,1,2,3,4,0.5",
       kHeader + ",pitch,roll,vx,vy,vz,ax,ay,az,yaw_rate,role,driver,av_state,indicator,brake_light"},
  };
  for (const auto& [name, columns, cells, header] : cases) {
    const Written written =
        write(kit::read_run(kHeader + columns + "\n0,a,car,1,2,3,0,4.5,1.8,1.5" + cells + "\n", {.file = "run.csv"}));
    EXPECT_EQ(written.rows.substr(0, written.rows.find('\n')), header) << name;
  }
}

TEST(WriteCsv, TurnsSpeedsIntoVelocities) {
  const ReadRun run = kit::read_run(
      "<fcd-export><timestep time=\"0.00\"/><timestep time=\"1.00\"><vehicle id=\"a\" x=\"0\" y=\"0\" angle=\"90\" "
      "speed=\"5\" type=\"DEFAULT_VEHTYPE\" pos=\"0\" lane=\"e_0\" slope=\"0\"/></timestep></fcd-export>",
      {.file = "fcd.xml"});
  ASSERT_EQ(run.problem, "");
  const Written written = write(run);
  EXPECT_THAT(written.layout.not_written, ElementsAre("1 frame without actors"));
  const ReadRun again = read_again(written);
  ASSERT_EQ(again.problem, "");
  ASSERT_EQ(again.frames.size(), 1U);
  EXPECT_EQ(again.tables.start_seconds(), 1.0);
  EXPECT_NEAR(again.state(0, "a")->vx, 5.0, 1e-12);
  EXPECT_FALSE(again.info("a").size_is_default);
}

TEST(WriteCsv, ListsWhatItHasNoPlaceFor) {
  struct Case {
    const char* name;
    std::vector<LightInfo> lights;
    std::vector<RecordedContact> contacts;
    bool has_environment;
    testing::Matcher<std::vector<std::string>> not_written;
  };
  const std::string how =
      " (as bulbs of a head, as the light of a way, or by place), so that only the original is judged by ";
  const LightInfo head{.id = "7", .kind = LightKind::head, .references = {}, .road = "1"};
  const LightInfo bulb{.id = "8", .kind = LightKind::bulb, .references = {}, .road = ""};
  const LightInfo placed{.id = "9", .kind = LightKind::head, .references = {}, .road = "", .x = 1.0, .y = 2.0};
  const Case cases[] = {
      {"nothing", {}, {}, false, IsEmpty()},
      {"heads by road and id", {head}, {}, false, IsEmpty()},
      {"a bulb", {head, bulb}, {}, false, ElementsAre("which signals of the map 1 light belongs to" + how + "it")},
      {"a bulb and a place",
       {bulb, placed},
       {},
       false,
       ElementsAre("which signals of the map 2 lights belong to" + how + "them")},
      {"weather and collisions",
       {},
       {RecordedContact{}},
       true,
       ElementsAre("weather and light", "collisions that were recorded")},
  };
  for (const Case& c : cases) {
    Changes changes;
    changes.lights = c.lights;
    changes.contacts = c.contacts;
    Tables tables;
    tables.apply(changes);
    RunSummary summary;
    summary.has_environment = c.has_environment;
    EXPECT_THAT(csv_layout(summary, tables).not_written, c.not_written) << c.name;
  }
}

TEST(WriteCsv, RefusesIdsThatNoRowHolds) {
  struct Case {
    const char* name;
    const char* id;
    const char* problem;
  };
  const Case cases[] = {
      {"two lines", "a\nb", "actor \"a\\nb\" cannot be written as CSV: its id has a line's end in it"},
      {"a carriage return", "a\r", "actor \"a\\r\" cannot be written as CSV: its id has a line's end in it"},
      {"none", "", "actor without an id cannot be written as CSV"},
  };
  for (const auto& [name, id, problem] : cases) {
    const ActorInfo info{.id = id, .base_polygon = {}};
    const Frame frame{.actors = {{.actor = ActorId(0)}}, .lights = {}};
    std::string rows;
    const auto found = append_csv_rows({}, frame, {&info, 1}, rows);
    ASSERT_TRUE(found) << name;
    EXPECT_EQ(to_string(*found), problem) << name;
    EXPECT_EQ(rows, "") << name;
  }
}

}  // namespace
}  // namespace scrutineer::trace
