#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "kit/data.h"
#include "kit/fake_world.h"

namespace scrutineer::app {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::MatchesRegex;
using testing::Not;
using Json = nlohmann::json;

const std::string kHeader = "time,id,type,x,y,z,yaw,length,width,height";
const std::string kSize = ",4.5,1.8,1.5";

std::string run_path(const std::string& name) { return (kit::data_dir() / "runs" / name).string(); }

Json info(FakeWorld& world, const std::string& file) {
  const Ran ran = world.run({"trace", "info", file, "--format", "json"});
  return Json::parse(ran.out);
}

FakeWorld world_of(const std::string& csv) {
  FakeWorld world;
  world.files.content["run.csv"] = csv;
  return world;
}

TEST(TraceInfo, TellsWhatARunHolds) {
  struct Case {
    const char* name;
    std::string csv;
    std::vector<const char*> says;
  };
  const Case cases[] = {
      {"the least there can be",
       kHeader + "\n5,a,car,1,2,3,0" + kSize + "\n",
       {"Scrutineer CSV", "frames    1\n", "start     5 s", "the run names none; a, the first vehicle",
        "actors    1 (car 1)", "always  z\n", "4.50 x 1.80 x 1.50"}},
      {"steps",
       kHeader + "\n0,a,car,1,2,3,0" + kSize + "\n0.1,a,car,1,2,3,0" + kSize + "\n0.2,a,car,1,2,3,0" + kSize +
           "\n1.2,a,car,1,2,3,0" + kSize + "\n",
       {"median 100 ms,  100 ms to 1 s", "Gaps", "1 s between 0.2 s and 1.2 s, before frame 3"}},
      {"the ego",
       kHeader + ",role\n0,a,car,1,2,3,0" + kSize + ",\n0,b,car,1,2,3,0" + kSize + ",ego\n",
       {"ego       b, as the run says"}},
      {"an absence and a default size",
       kHeader + "\n0,a,car,1,2,3,0,,,\n0,b,car,1,2,3,0" + kSize + "\n1,b,car,1,2,3,0" + kSize +
           "\n3,a,car,1,2,3,0,,,\n",
       {"size is a default; away 1 time, longest from 0 s for 3 s", "Notes", "car a has no (complete) size"}},
      {"seen from above",
       kHeader + "\n0,a,car,1,2,3,0,4.5,1.9,\n",
       {"4.50 x 1.90 x 1.50", "height is a default", "car a has no height: 1.5 m is taken"}},
      {"a jump",
       kHeader + "\n0,a,car,1,0,0,0" + kSize + "\n0.1,a,car,2,0,0,0" + kSize + "\n0.2,a,car,9,0,0,0" + kSize + "\n",
       {"1 jump", "actor a at 0.20 s, frame 2: 7.00 m in 100 ms, 6.00 m from"}},
      {"no vehicle", kHeader + "\n0,a,person,1,2,3,0" + kSize + "\n", {"the run names none, and has no vehicle"}},
      {"a part",
       kHeader + ",parent\n0,a,truck,1,2,3,0" + kSize + ",\n0,t,trailer,1,2,3,0" + kSize + ",a\n",
       {"part of a"}},
      {"sometimes",
       kHeader + ",vx,vy\n0,a,car,1,2,3,0" + kSize + ",1,1\n1,a,car,1,2,3,0" + kSize + ",,\n",
       {"sometimes  velocity (50 %)"}},
  };
  for (const auto& [name, csv, says] : cases) {
    const Ran ran = world_of(csv).run(words("trace info run.csv"));
    EXPECT_EQ(ran.code, kFine) << name;
    EXPECT_EQ(ran.err, "") << name;
    for (const char* part : says) EXPECT_THAT(ran.out, HasSubstr(part)) << name;
  }
}

// A car that drives along y, its yaw in degrees.
TEST(TraceInfo, DoubtsNumbersThatAreMeantOtherwise) {
  std::string csv = kHeader + "\n";
  for (int i = 0; i < 40; ++i) csv += fmt::format("{:.1f},a,car,0,{},0,270{}\n", 0.1 * i, -1.2 * i, kSize);
  FakeWorld world = world_of(csv);
  EXPECT_THAT(world.run(words("trace info run.csv")).out, HasSubstr("suspicious input: yaw looks like degrees"));
  EXPECT_THAT(info(world, "run.csv")["notes"].at(0), HasSubstr("--angle-unit deg"));
  EXPECT_THAT(world.run(words("trace info run.csv --angle-unit deg")).out, Not(HasSubstr("suspicious")));
  ASSERT_EQ(world.run(words("trace convert run.csv mended.csv --angle-unit deg")).code, 0);
}

TEST(TraceInfo, ShortensLongLists) {
  std::string csv = kHeader + "\n";
  for (int i = 0; i < 50; ++i) csv += "0,actor_" + std::to_string(i) + ",car,1,2,3,0" + kSize + "\n";
  FakeWorld world = world_of(csv);
  const Ran shortened = world.run(words("trace info run.csv"));
  EXPECT_THAT(shortened.out, AllOf(HasSubstr("actor_19 "), Not(HasSubstr("actor_20 ")),
                                   HasSubstr("... and 30 more; --all lists them")));
  const Ran all = world.run(words("trace info run.csv --all"));
  EXPECT_THAT(all.out, AllOf(HasSubstr("actor_49 "), Not(HasSubstr("more"))));
  EXPECT_EQ(info(world, "run.csv")["actors"].size(), 50U);
}

TEST(TraceInfo, TellsWhatCameBeforeAFault) {
  FakeWorld world = world_of(kHeader + "\n0,a,car,1,2,3,0" + kSize + "\n1,a,car,nan,2,3,0" + kSize +
                             "\n2,a,car,1,2,3,0" + kSize + "\n");
  const Ran ran = world.run(words("trace info run.csv"));
  EXPECT_EQ(ran.code, kNotEvaluated);
  EXPECT_THAT(ran.out, HasSubstr("frames    1, then a fault"));
  EXPECT_EQ(ran.err, "scrutineer: run.csv:3: frame 1: actor a: x must be a number within +-1e7, found nan\n");
  const Json json = info(world, "run.csv");
  EXPECT_EQ(json["complete"], false);
  EXPECT_THAT(json["problem"].get<std::string>(), HasSubstr("frame 1"));

  const Ran skipped = world.run(words("trace info run.csv --skip-bad-frames"));
  EXPECT_EQ(skipped.code, kFine);
  EXPECT_THAT(skipped.out, AllOf(HasSubstr("frames    2; 1 bad ones dropped"),
                                 HasSubstr("1 bad frame dropped, the first because: run.csv:3: frame 1")));
}

TEST(TraceInfo, RefusesWhatItCannotOpen) {
  struct Case {
    const char* name;
    const char* command_line;
    const char* complaint;
  };
  const Case cases[] = {
      {"no file", "trace info nowhere.osi", "nowhere.osi: cannot be opened"},
      {"a folder", "trace info folder", "is a folder"},
      {"empty", "trace info empty", "is empty. Looked for: MCAP; CARLA"},
      {"something else", "trace info text", "is of no known format. Looked for: MCAP; CARLA"},
      {"no lights", "trace info run.csv --lights nowhere.csv", "nowhere.csv: cannot be opened"},
      {"no name", "trace info", "FILE is required"},
  };
  for (const auto& [name, command_line, complaint] : cases) {
    FakeWorld world = world_of(kHeader + "\n0,a,car,1,2,3,0" + kSize + "\n");
    world.files.content["empty"] = "";
    world.files.content["text"] = "Once upon a time";
    world.files.folders = {"folder"};
    const Ran ran = world.run(words(command_line));
    EXPECT_EQ(ran.code, kNotEvaluated) << name;
    EXPECT_EQ(ran.out, "") << name;
    EXPECT_THAT(ran.err, HasSubstr(complaint)) << name;
    EXPECT_EQ(std::ranges::count(ran.err, '\n'), 1) << name;
    EXPECT_FALSE(world.progress.running) << name;
  }
}

TEST(TraceInfo, ReadsWhatAManifestNames) {
  FakeWorld world = world_of(kHeader + ",role\n0,a,car,1,2,3,0" + kSize + ",\n0,b,car,4,5,3,0" + kSize + ",ego\n");
  world.files.content["run.json"] = R"({"trace": "run.csv", "ego": "a", "map": "nowhere.xodr",
    "actors": {"b": {"category": "truck"}}, "flip_y": true, "offset": [10, 0]})";
  struct Case {
    const char* name;
    const char* command_line;
    std::vector<const char*> says;
  };
  const Case cases[] = {
      {"the run alone", "trace info run.csv", {"run.csv\n", "b, as the run says", "car 2", "x 1.00 to 4.00"}},
      {"the manifest",
       "trace info run.json",
       {"run.csv\n", "a, as you say", "car 1, truck 1", "x 11.00 to 14.00,  y -5.00 to -2.00"}},
      {"a flag wins", "trace info run.json --ego b", {"b, as you say"}},
      {"a flag alone", "trace info run.csv --ego a", {"a, as you say"}},
      {"for programs", "trace info run.json --format json", {"\"ego\": \"a\"", "\"file\": \"run.csv\""}},
  };
  for (const auto& [name, command_line, says] : cases) {
    const Ran ran = world.run(words(command_line));
    EXPECT_EQ(ran.code, kFine) << name << ": " << ran.err;
    for (const char* part : says) EXPECT_THAT(ran.out, HasSubstr(part)) << name;
  }
  EXPECT_EQ(info(world, "run.csv")["ego"], "b");
  EXPECT_THAT(world.run(words("trace info run.json --ego z")).err,
              HasSubstr("run.csv: there is no actor z; there are a, b"));
  world.files.content["bad.json"] = R"({"trce": "run.csv"})";
  EXPECT_THAT(world.run(words("trace info bad.json")).err, HasSubstr("bad.json:1:2: key \"trce\" is unknown"));
  EXPECT_THAT(world.run(words("trace convert run.json run.json")).err, HasSubstr("run.json is read from"));
}

TEST(TraceInfo, IsNotFooledByHostileIds) {
  const std::string ids[] = {"<script>alert(1)</script>", "a\nb",     "\033[2Jclear",
                             std::string(5000, 'x'),      "\xff\xfe", "quote\\\""};
  for (const std::string& id : ids) {
    std::string escaped;  // as XML
    for (const char c : id)
      escaped += c == '<' ? "&lt;" : c == '\n' ? "&#10;" : c == '"' ? "&quot;" : std::string(1, c);
    FakeWorld world;
    world.files.content["fcd.xml"] = "<fcd-export><timestep time=\"0.00\"><vehicle id=\"" + escaped +
                                     "\" x=\"0\" y=\"0\" angle=\"90\" speed=\"5\" type=\"t\" pos=\"0\" lane=\"e_0\" "
                                     "slope=\"0\"/></timestep></fcd-export>";
    const Ran text = world.run(words("trace info fcd.xml"));
    EXPECT_EQ(text.code, kFine) << text.err;
    EXPECT_THAT(text.out, Not(HasSubstr("\033"))) << id;
    EXPECT_EQ(text.out.find(id) != std::string::npos, id.starts_with('<') || id.starts_with('q')) << id;
    std::size_t longest = 0, line = 0;
    for (const char c : text.out) longest = std::max(longest, line = c == '\n' ? 0 : line + 1);
    EXPECT_LT(longest, 400U);
    const Ran json = world.run(words("trace info fcd.xml --format json"));
    EXPECT_TRUE(Json::accept(json.out)) << json.out;
  }
}

// ---- real runs: what data/README.md says of them --------------------------------------------------------------------

TEST(TraceInfo, TellsOfRealRunsWhatIsKnownOfThem) {
  SCRUTINEER_NEEDS_DATA();
  struct Case {
    const char* name;
    const char* format;
    int frames, actors;
    double median_step;
    const char* host;  // null: none
    const char* velocity;
    int jumps = 0, lights = 0;
  };
  const Case cases[] = {
      {"omega-prime/acc-test.osi", "osi", 1010, 2, 0.033, nullptr, "always"},
      {"omega-prime/highway_merge.osi", "osi", 433, 6, 0.033, nullptr, "always"},
      {"omega-prime/pedestrian.osi", "osi", 434, 2, 0.033, nullptr, "always"},
      {"omega-prime/osi_centerline_example.mcap", "mcap", 91, 14, 0.1, "225", "always"},
      {"pmsf/dronetracker_119_cutout.mcap", "mcap", 364, 2, 0.05, "1", "never", 6},
      {"pmsf/example_sv_trace.osi", "osi", 547, 2, 0.0333667, "1", "never", 6},
      {"pmsf/nurbs_trajectory_3d.mcap", "mcap", 400, 4, 0.05, "13", "always"},
      {"lichtblick/MovingHostWithStopLine.mcap", "mcap", 152, 1, 0.04, "0", "always"},
      {"lichtblick/disappearingVehicle.mcap", "mcap", 364, 2, 0.05, "1", "never"},
      {"lichtblick/testBrakeAndIndicatorLights.mcap", "mcap", 502, 2, 0.01, "0", "always", 0, 3},
  };
  FakeWorld world;
  for (const auto& [name, format, frames, actors, step, host, velocity, jumps, lights] : cases) {
    const Json json = info(world, run_path(name));
    EXPECT_EQ(json["complete"], true) << name;
    EXPECT_EQ(json["format"], format) << name;
    EXPECT_EQ(json["frames"], frames) << name;
    EXPECT_EQ(json["actors"].size(), static_cast<std::size_t>(actors)) << name;
    EXPECT_NEAR(json["step"]["median_s"].get<double>(), step, 2e-5) << name;
    EXPECT_EQ(json["host"], host == nullptr ? Json() : Json(host)) << name;
    EXPECT_EQ(json["fields"]["velocity"]["presence"], velocity) << name;
    EXPECT_EQ(json["oddities"]["jump_count"], jumps) << name;
    EXPECT_EQ(json["oddities"]["gap_count"], 0) << name;
    EXPECT_EQ(json["lights"].size(), static_cast<std::size_t>(lights)) << name;
    EXPECT_EQ(world.run({"trace", "info", run_path(name)}).code, kFine) << name;
  }
  const Json gone = info(world, run_path("lichtblick/disappearingVehicle.mcap"));
  EXPECT_LT(gone["actors"][1]["last_s"].get<double>(), gone["duration_s"].get<double>());
}

TEST(TraceInfo, NamesTheFaultsOfFaultyRuns) {
  SCRUTINEER_NEEDS_DATA();
  struct Case {
    const char* name;
    const char* complaint;
  };
  const Case cases[] = {
      {"faulty/time_runs_backwards.osi", "frame 50, byte 6080: time 1.0001 s is earlier than that of the frame before"},
      {"faulty/latlon_and_nan.osi", "frame 0, byte 0: actor 2: x must be a number within +-1e7, found nan"},
      {"faulty/ros1_not_osi.mcap", "holds no OSI: none of its channels"},
      {"carla/ego_logs.csv", "is of no known format. Looked for: MCAP; CARLA recording"},
      {"carla/npc1_logs.csv", "is of no known format. Looked for: MCAP; CARLA recording"},
      {"carla/npc2_logs.csv", "is of no known format. Looked for: MCAP; CARLA recording"},
  };
  for (const auto& [name, complaint] : cases) {
    const Ran ran = FakeWorld().run({"trace", "info", run_path(name)});
    EXPECT_EQ(ran.code, kNotEvaluated) << name;
    EXPECT_THAT(ran.err, HasSubstr(complaint)) << name;
    EXPECT_EQ(std::ranges::count(ran.err, '\n'), 1) << name;
  }
}

}  // namespace
}  // namespace scrutineer::app
