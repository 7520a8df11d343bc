// The commands that evaluate suites, on real files: workers are processes, and stores are SQLite's.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>

#include "app/run.h"
#include "kit/carla_log.h"
#include "kit/data.h"
#include "kit/lane_maps.h"
#include "kit/maps.h"
#include "kit/osi_lanes.h"
#include "kit/osi_runs.h"
#include "kit/real_night.h"
#include "kit/run_writers.h"
#include "kit/xodr_writer.h"
#include "map/read.h"
#include "store/store.h"

namespace scrutineer::app {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

TEST(SuiteRun, EvaluatesOnceAndGoesOn) {
  RealNight night;
  Ran ran = night.run("suite run @night --store @s.db --name n --jobs 2");
  EXPECT_EQ(ran.code, kFine) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("n: 12 runs evaluated"));
  ran = night.run("suite run @night --store @s.db --name n --jobs 2");
  EXPECT_THAT(ran.out, ContainsRegex("n: 0 runs evaluated in [0-9.]+ s; 12 unchanged"));
  night.put("avenue/0000/run.json", R"({"trace": "nothing.csv"})");
  ran = night.run("suite run @night --store @s.db --name n --jobs 2");
  EXPECT_EQ(ran.code, kFound) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("n: 0 runs evaluated"));
  EXPECT_THAT(ran.out, HasSubstr("; 11 unchanged\n"));
  EXPECT_THAT(ran.out, HasSubstr("1 run could not be evaluated:\n    avenue/0000/run.json: "));
}

// Whatever a manifest says of how its run is meant: the same numbers mean another drive.
TEST(SuiteRun, EvaluatesAgainWhatIsMeantInAnotherWay) {
  RealNight night(1);
  const char* const meanings[] = {
      R"("time_unit": "ms")",         R"("angle_unit": "deg")", R"("velocity_unit": "kmh")",
      R"("motion_frame": "vehicle")", R"("reference": "rear")", R"("columns": {"yaw": "yaw:deg"})",
      R"("trust_input": true)",
  };
  const std::string command = "suite run @night --store @s.db --name n --jobs 1";
  ASSERT_EQ(night.run(command).code, kFine);
  for (const char* meaning : meanings) {
    night.put("avenue/0000/run.json",
              std::string(R"({"trace": "run.csv", "map": "../../maps/avenue.xodr", )") + meaning + "}");
    EXPECT_THAT(night.run(command).out, Not(HasSubstr("1 unchanged"))) << meaning;
    EXPECT_THAT(night.run(command).out, HasSubstr("1 unchanged")) << meaning;
  }
}

// Nobody named the map: the run does, and it lies beside it.
TEST(SuiteRun, EvaluatesAgainOnAnotherMapThatTheRunNames) {
  RealNight night(1);
  std::filesystem::remove_all(night.folder.file("night"));
  const std::string town = kit::to_xodr(kit::straight_road(1000.0));
  night.put("a/run.json", R"({"trace": "run.mcap"})");
  night.put("a/run.mcap", kit::osi_drive({.lanes = kit::WireMessage().text(15, "town.xodr").bytes()}));
  const std::string command = "suite run @night --store @s.db --name n --jobs 1";
  const struct {
    const char* name;
    std::optional<std::string> map;
    const char* said;
  } steps[] = {
      {"not there", std::nullopt, "n: 1 run evaluated"},
      {"not there again", std::nullopt, "1 unchanged"},
      {"there", town, "n: 1 run evaluated"},
      {"there again", town, "1 unchanged"},
      {"another one", town + "\n", "n: 1 run evaluated"},
      {"another one again", town + "\n", "1 unchanged"},
  };
  for (const auto& [name, map, said] : steps) {
    if (map) night.put("a/town.xodr", *map);
    const Ran ran = night.run(command);
    EXPECT_EQ(ran.code, kFine) << name << ran.err;
    EXPECT_THAT(ran.out, HasSubstr(said)) << name;
  }
}

// Nobody names these files: highD puts them beside its tracks.
TEST(SuiteRun, EvaluatesAgainWhatAFileBesideTheRunSaysOtherwise) {
  RealNight night(1);
  std::filesystem::remove_all(night.folder.file("night"));
  std::string tracks = "frame,id,x,y,width,height,xVelocity,yVelocity,xAcceleration,yAcceleration,laneId\n";
  for (int frame = 1; frame <= 20; ++frame)
    tracks += fmt::format("{},1,{},10,4.5,1.8,30,0,0,0,2\n", frame, 1.2 * frame);
  night.put("a/01_tracks.csv", tracks);
  night.put("a/run.json", R"({"trace": "01_tracks.csv", "ego": "1"})");
  const std::string command = "suite run @night --store @s.db --name n --jobs 1";
  ASSERT_EQ(night.run(command).code, kFine);
  const struct {
    const char *name, *file, *content;
  } steps[] = {
      {"a frame rate", "a/01_recordingMeta.csv", "id,frameRate\n1,25\n"},
      {"another frame rate", "a/01_recordingMeta.csv", "id,frameRate\n1,50\n"},
      {"a class", "a/01_tracksMeta.csv", "id,class\n1,Car\n"},
      {"another class", "a/01_tracksMeta.csv", "id,class\n1,Truck\n"},
  };
  for (const auto& [name, file, content] : steps) {
    night.put(file, content);
    EXPECT_THAT(night.run(command).out, HasSubstr("n: 1 run evaluated")) << name;
    EXPECT_THAT(night.run(command).out, HasSubstr("1 unchanged")) << name;
  }
}

// The store has them with U+FFFD; a plan, which has the paths themselves, cannot.
TEST(SuiteRun, RemembersRunsWhoseNamesAreNotUtf8) {
  RealNight night(1);
  for (const char* name : {"\xFF", "\xC3\xA4"})
    night.put(std::string("avenue/") + name + "/run.json", R"({"trace": "../0000/run.csv"})");
  const std::string command = "suite run @night --store @s.db --name n --jobs 1";
  EXPECT_THAT(night.run(command).out, HasSubstr("n: 3 runs evaluated"));
  const Ran again = night.run(command);
  EXPECT_THAT(again.out, HasSubstr("3 unchanged"));
  EXPECT_THAT(again.out, Not(HasSubstr("not among those named")));
  const Ran plan = night.run("suite plan @night --name n --shards 1 --out @plan");
  EXPECT_EQ(plan.code, kNotEvaluated);
  EXPECT_THAT(plan.err, HasSubstr("has a name that is not UTF-8"));
  EXPECT_FALSE(std::filesystem::exists(night.folder.file("plan")));
}

TEST(SuiteRun, KeepsIntervalsOfRunsThatAreStoredWithoutThem) {
  RealNight night(6);
  const std::string command = "suite run @night --store @s.db --name n --jobs 1";
  const auto intervals = [&](const std::string& file) {
    auto store = *store::open_store(night.folder.file(file), store::OpenMode::read);
    std::int64_t count = 0;
    EXPECT_FALSE(store->query("SELECT count(*) FROM intervals", {}, [&](const auto& row) { count = row.integer(0); }));
    return count;
  };
  ASSERT_EQ(night.run(command).code, kFine);
  EXPECT_EQ(intervals("s.db"), 0);
  ASSERT_EQ(night.run(command + " --keep intervals").code, kFine);
  ASSERT_EQ(night.run("suite run @night --store @other.db --name n --keep intervals").code, kFine);
  EXPECT_GT(intervals("s.db"), 0);
  EXPECT_EQ(intervals("s.db"), intervals("other.db"));
  EXPECT_THAT(night.run(command).out, HasSubstr("6 unchanged")) << "what is there stays";
  EXPECT_EQ(intervals("s.db"), intervals("other.db"));
}

// Too little memory, say. Its errors are its verdict, so it does not count as failed.
TEST(SuiteRun, TriesAgainWhatWasNotEvaluatedToItsEnd) {
  RealNight night(2);
  const std::string trace = kit::read_text(night.folder.path() / "night/avenue/0000/run.csv");
  night.put("avenue/0000/run.csv", trace + "no row\n");
  const std::string command = "suite run @night --store @s.db --name n --jobs 1";
  ASSERT_THAT(night.run(command).out, HasSubstr("n: 2 runs evaluated"));
  EXPECT_THAT(night.run(command).out, HasSubstr("2 unchanged"));
  const Ran again = night.run(command + " --retry-failed");
  EXPECT_THAT(again.out, HasSubstr("n: 1 run evaluated"));
  EXPECT_THAT(again.out, HasSubstr("1 unchanged"));
}

// Otherwise a gate would pass a suite of which most runs were never evaluated.
TEST(SuiteRun, IsNotCompleteBecauseSomeRunsOfAStoppedSuiteAre) {
  RealNight night(6);
  const struct {
    const char *name, *command;
    int code;
    const char* said;
  } steps[] = {
      {"plan", "suite plan @night --name n --shards 3 --out @plan", kFine, ""},
      {"one shard", "suite shard @plan 0 --progress none", kFine, "2 evaluated"},
      {"merge", "suite merge @plan --store @s.db", kNotEvaluated, "missing of shard 1"},
      {"one run of it", "suite run @night/avenue/0000/run.json --root @night --name n --store @s.db", kNotEvaluated,
       "n was not complete, and 1 run that the store has is not among those named here"},
      {"gate", "suite gate n --store @s.db --max-errors *=100", kNotEvaluated, "not complete"},
      {"all of it", "suite run @night --name n --store @s.db", kFine, "n: 4 runs evaluated"},
      {"one run of a complete suite", "suite run @night/avenue/0000/run.json --root @night --name n --store @s.db",
       kFine, "5 runs in the store are not among those named here"},
      {"gate again", "suite gate n --store @s.db --max-errors *=100", kFine, "passed"},
  };
  for (const auto& [name, command, code, said] : steps) {
    const Ran ran = night.run(command);
    EXPECT_EQ(ran.code, code) << name << ran.out << ran.err;
    EXPECT_THAT(ran.out + ran.err, HasSubstr(said)) << name;
  }
}

// All that the store has of a stopped suite, but not all that it was to have.
TEST(SuiteRun, IsNotCompleteBecauseAllThatAStoppedSuiteHasSoFarIsNamed) {
  for (const std::string way : {"run", "merge"}) {
    RealNight night(6);
    ASSERT_EQ(night.run("suite plan @night --name n --shards 3 --out @plan").code, kFine) << way;
    ASSERT_EQ(night.run("suite shard @plan 0 --progress none").code, kFine) << way;
    ASSERT_EQ(night.run("suite merge @plan --store @s.db").code, kNotEvaluated) << way;
    std::string named;
    {
      auto store = *store::open_store(night.folder.file("s.db"), store::OpenMode::read);
      const auto stored = *store->known((*store->find_suite("n"))->id);
      for (const store::KnownRun& run : stored) named += " @night/" + run.key;
    }
    const std::string again = way == "run" ? "suite run" + named + " --root @night --name n --store @s.db"
                                           : "suite merge @some --store @s.db";
    if (way == "merge") {
      ASSERT_EQ(night.run("suite plan" + named + " --root @night --name n --shards 1 --out @some").code, kFine);
      ASSERT_EQ(night.run("suite shard @some 0 --progress none").code, kFine);
    }
    for (const char* time : {"first", "again"}) {
      const Ran ran = night.run(again);
      EXPECT_EQ(ran.code, kNotEvaluated) << way << time << ran.out;
      EXPECT_THAT(ran.err, HasSubstr("n was not complete, and was to have 6 runs, but only 2 are named here")) << time;
      EXPECT_EQ(night.run("suite gate n --store @s.db --max-errors *=100").code, kNotEvaluated) << way << time;
    }
    EXPECT_THAT(night.run("suite run @night --name n --store @s.db").out, HasSubstr("n: 4 runs evaluated")) << way;
    EXPECT_EQ(night.run("suite gate n --store @s.db --max-errors *=100").code, kFine) << way;
    // Of a complete suite any runs may be evaluated again.
    EXPECT_EQ(night.run("suite run" + named + " --root @night --name n --store @s.db").code, kFine) << way;
  }
}

// What the store says of a suite is how it was evaluated last.
TEST(SuiteRun, KeepsTheFlagsOfTheLastEvaluation) {
  RealNight night(1);
  const auto configuration = [&] {
    auto store = *store::open_store(night.folder.file("s.db"), store::OpenMode::read);
    return (*store->find_suite("n"))->configuration;
  };
  ASSERT_EQ(night.run("suite run @night --store @s.db --name n --jobs 1").code, kFine);
  EXPECT_THAT(configuration(), HasSubstr("\"settings\":[]"));
  ASSERT_EQ(night.run("suite run @night --store @s.db --name n --jobs 1 --disable speed_limit").code, kFine);
  EXPECT_THAT(configuration(), HasSubstr("\"settings\":[{\"disable\":\"speed_limit\"}]"));
  EXPECT_THAT(night.run("suite rescore n --as m --store @s.db --severity speed_limit=error").err,
              HasSubstr("issues of speed_limit of the ego were not looked for, so they are not in the store"));
}

// The command that comes next can be copied from the screen.
TEST(SuiteRun, SaysWhatToTypeNext) {
  RealNight night(1);
  const struct {
    std::string name, said;
  } rows[] = {
      {"night-1", "scrutineer suite show night-1 --store "},
      {"a b", "scrutineer suite show 'a b' --store "},
      {"it's", "scrutineer suite show 'it'\\''s' --store "},
      {"$(x)", "scrutineer suite show '$(x)' --store "},
      {"-x", " -- -x\n"},
      {"n\u00e4chste", "scrutineer suite show n\u00e4chste --store "},
  };
  for (const auto& [name, said] : rows) {
    std::ostringstream out, err;
    Outside outside{{night.files, night.folders, night.progress}, {out, err, false, false}};
    const std::vector<std::string> all{
        "suite",  "run", night.folder.file("night"), "--store", night.folder.file("s.db"), "--name=" + name,
        "--jobs", "1"};
    EXPECT_EQ(app::run(all, outside), kFine) << name << err.str();
    EXPECT_THAT(out.str(), HasSubstr(said)) << name;
  }
}

// What could not be evaluated is said, and is in the exit code, as long as it is so.
TEST(SuiteRun, RemembersWhatCouldNotBeEvaluated) {
  RealNight night(4);
  night.put("avenue/0000/run.json", R"({"trace": "nothing.csv"})");
  constexpr const char* kAgain =
      "  1 run could not be evaluated when last tried, and nothing has changed since; --retry-failed tries again:\n"
      "    avenue/0000/run.json: ";
  struct Row {
    const char *name, *more;
    int code;
    std::vector<std::string> said;
  };
  const Row rows[] = {
      {"first", "", kFound, {"n: 3 runs evaluated", "  1 run could not be evaluated:\n    avenue/0000/run.json: "}},
      {"again", "", kFound, {"n: 0 runs evaluated", "; 3 unchanged\n", kAgain}},
      {"once more", "", kFound, {"; 3 unchanged\n", kAgain}},
      {"tried again", " --retry-failed", kFound, {"n: 0 runs evaluated", "  1 run could not be evaluated:\n"}},
      {"for programs",
       " --format json",
       kFound,
       {"\"state\": \"complete\"", "\"evaluated\": 0", "\"unchanged\": 3", "\"run\": \"avenue/0000/run.json\"",
        "\"unchanged\": true"}},
      {"as a table", " --format csv", kFound, {",complete,0,3,0,0,0,0,0,1,"}},
  };
  for (const Row& row : rows) {
    const Ran ran = night.run("suite run @night --store @s.db --name n --jobs 1" + std::string(row.more));
    EXPECT_EQ(ran.code, row.code) << row.name << ran.err;
    for (const std::string& said : row.said) EXPECT_THAT(ran.out, HasSubstr(said)) << row.name;
  }
  std::filesystem::remove_all(night.folder.file("night/avenue/0000"));
  EXPECT_EQ(night.run("suite run @night --store @s.db --name n --jobs 1").code, kFine) << "only what is named counts";
}

TEST(SuiteRun, RemembersWhatTookTooLong) {
  RealNight night(1);
  const std::string command = "suite run @night --store @s.db --name n --jobs 1";
  ASSERT_EQ(night.run(command).code, kFine);
  {  // so that it does not depend on how fast this machine is
    const auto store = store::open_store(night.folder.file("s.db"), store::OpenMode::write);
    ASSERT_EQ((*store)->transaction([](store::Database& database) {
      return database.run("UPDATE runs SET outcome = 'timeout', verdict = NULL, reason = 'took longer than 60 s'");
    }),
              std::nullopt);
  }
  const Ran again = night.run(command);
  EXPECT_EQ(again.code, kFound) << again.out;
  EXPECT_THAT(again.out, HasSubstr("    avenue/0000/run.json: took longer than 60 s\n"));
  EXPECT_EQ(night.run(command + " --retry-failed").code, kFine);
}

// From the program of a checker to the gate: a kind of one's own that does not occur is no mistake, another one is.
TEST(SuiteRun, TellsTheGateItsOwnKinds) {
  RealNight night(2);
  const auto program = [](const std::string& kind) {
    return "extend issue_kind: [" + kind + "]\n\nglobal modifier vehicle.about_" + kind +
           ":\n"
           "    checker braking is while_w(actor.state.acceleration < -30mpsps) with:\n"
           "        it.sut_issue(severity: error, kind: " +
           kind + ", details: \"\")\n";
  };
  night.put("flag.osc", program("late_pickup"));
  night.put("own.osc", program("sudden_braking"));
  night.put("other/run.json",
            R"({"trace": "../avenue/0000/run.csv", "map": "../maps/avenue.xodr", "config": ["../own.osc"]})");
  ASSERT_EQ(night.run("suite run @night --store @s.db --name plain --jobs 1").code, kFine);
  ASSERT_EQ(night.run("suite run @night --store @s.db --name n --jobs 1").code, kFine);
  ASSERT_EQ(night.run("suite run @night --store @s.db --name n --jobs 1 --config @night/flag.osc").code, kFine);
  ASSERT_EQ(night.run("suite rescore n --as mild --store @s.db --severity speed_limit=warning").code, kFine);
  struct Row {
    const char *name, *suite, *kind;
    int code;
  };
  const Row rows[] = {
      {"of the catalogue", "plain", "road_departure", kFine},
      {"of a manifest's configuration", "plain", "sudden_braking", kFine},
      {"of a configuration that came later", "n", "late_pickup", kFine},
      {"of the suite that it was rescored from", "mild", "late_pickup", kFine},
      {"misspelt", "n", "late_pikup", kNotEvaluated},
      {"misspelt, of the catalogue", "n", "road_deprature", kNotEvaluated},
  };
  for (const Row& row : rows)
    EXPECT_EQ(
        night.run(std::string("suite gate ") + row.suite + " --store @s.db --max-errors " + row.kind + "=99").code,
        row.code)
        << row.name;
}

// CARLA's recordings, runs with their own map, tracks and tables of one's own, by manifests and as they are.
TEST(SuiteRun, TakesRunsOfEveryKind) {
  RealNight night(0);
  const std::string road = kit::to_xodr(kit::straight_road(1000.0));
  kit::CarlaLog log("Town42");
  std::string highd = "frame,id,x,y,width,height,xVelocity,yVelocity,xAcceleration,yAcceleration,laneId\n";
  std::string mine = "stamp;car;px;py;deg\n";
  for (int i = 0; i <= 50; ++i) {
    log.frame(0.1 * i);
    if (i == 0) log.add({.id = 7, .role = "hero"}).box(7);
    log.pose(7, {20'000.0 + 100.0 * i, 175.0, 0.0}).kinematics(7, {10.0, 0.0, 0.0}).end();
    highd += std::to_string(i) + ",1," + std::to_string(100 + i) + ",0.8,4.5,1.8,25,0,0,0,2\n";
    mine += std::to_string(100 * i) + ";a;" + std::to_string(200 + i) + ",5;-1,75;0\n";
  }
  night.put("maps/Town42.xodr", road);
  night.put("carla/run.log", log.bytes());
  night.put("carla/run.json", R"({"trace": "run.log", "map_dir": "../maps"})");
  night.put("carried/run.mcap", kit::osi_drive({.maps = kit::omega_prime_map("town.xodr", road)}));
  night.put("carried/run.json", R"({"trace": "run.mcap"})");
  night.put(
      "lanes/run.mcap",
      kit::osi_drive({.lanes = kit::osi_ground_truth(kit::lanes_of(*map::build_network(kit::straight_road(1000.0))))}));
  night.put("lanes/run.json", R"({"trace": "run.mcap"})");
  night.put("highd/01_tracks.csv", highd);
  night.put("highd/run.json", R"({"trace": "01_tracks.csv", "map": "../maps/Town42.xodr", "ego": "1"})");
  night.put("mine/mine.csv", mine);
  night.put("mine/run.json", R"({"trace": "mine.csv", "map": "../maps/Town42.xodr",
             "columns": {"time": "stamp:ms", "id": "car", "x": "px", "y": "py", "yaw": "deg:deg"}})");
  const Ran ran = night.run("suite run @night --store @s.db --name n --jobs 1");
  EXPECT_EQ(ran.code, kFine) << ran.out << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("n: 5 runs evaluated"));
  EXPECT_THAT(ran.out, Not(HasSubstr("could not be evaluated"))) << ran.out;
}

TEST(SuiteRun, SaysWhatIsWrongBeforeItBegins) {
  RealNight night(2);
  night.put("avenue/0000/other.json", "{}");
  struct Row {
    const char *name, *command, *message;
  };
  const Row rows[] = {
      {"no runs", "suite run @nowhere --store @s.db --name n", "there is no such file or folder"},
      {"no name", "suite run @night --store @s.db", "--name is required"},
      {"a label", "suite run @night --store @s.db --name n --label main",
       "--label main: expected KEY=VALUE, such as branch=main"},
      {"memory", "suite run @night --store @s.db --name n --max-memory lots",
       "--max-memory lots: expected an amount of at least 1MB, such as 500MB or 2GB"},
      {"what to keep", "suite run @night --store @s.db --name n --keep all",
       "--keep all: expected folders or intervals"},
      {"folders that are elsewhere", "suite run @night --store @s.db --name ../n --keep folders",
       "--keep folders: the folders of a suite ../n would not be beside the store"},
      {"a setting", "suite run @night --store @s.db --name n --set policy.max_sped=1", "--set"},
      {"a configuration", "suite run @night --store @s.db --name n --config @gone.osc", "cannot open"},
      {"equal keys", "suite run @night --store @s.db --name n --match-by info.model.dut_name",
       "1 key has more than one run; --match-by needs another attribute that tells them apart: demo_driver"},
      {"a plan that is none", "suite shard @night 0", "plan.json: cannot open"},
      {"nothing to rescore", "suite rescore n --as m --store @s.db", "nothing is to be changed"},
      {"nowhere to submit to", "suite submit @night --name n --shards 1 --out @p --store @s.db", "--slurm"},
  };
  for (const Row& row : rows) {
    const Ran ran = night.run(row.command);
    EXPECT_EQ(ran.code, kNotEvaluated) << row.name;
    EXPECT_THAT(ran.err, HasSubstr(row.message)) << row.name;
  }
  EXPECT_FALSE(std::filesystem::exists(night.folder.file("s.db")));
}

TEST(SuiteRun, KeepsFoldersThatCanBeReportedOn) {
  RealNight night(2);
  ASSERT_EQ(night.run("suite run @night --store @s.db --name n --keep folders,intervals").code, kFine);
  const std::filesystem::path kept = night.folder.file("s.db.runs/n");
  int results = 0;
  for (const auto& entry : std::filesystem::directory_iterator(kept)) {
    EXPECT_TRUE(std::filesystem::exists(entry.path() / "coverage/runtime_data.json")) << entry.path();
    const Ran again = night.run("check " + (entry.path() / "run.json").string());
    EXPECT_NE(again.code, kNotEvaluated) << again.err;
    ++results;
  }
  EXPECT_EQ(results, 2);
  // A result that is gone is made again.
  std::filesystem::remove_all(*std::filesystem::directory_iterator(kept));
  EXPECT_THAT(night.run("suite run @night --store @s.db --name n --keep folders,intervals").out,
              HasSubstr("n: 1 run evaluated"));
}

TEST(SuiteRun, TakesAnOddLikeAnySetting) {
  RealNight night(3);
  const auto write_odd = [&](const char* limit) {
    kit::write_file(night.folder.path() / "odd.yaml",
                    "IMPORT: [modules.yaml]\nODD: {m: {INCLUDE_AND: {slow: true}}}\n");
    kit::write_file(night.folder.path() / "modules.yaml",
                    std::string("MODULES: {slow: {INCLUDE_AND: {speed: \"<= ") + limit + "\"}}}\n");
  };
  write_odd("0.5 km/h");
  const std::string command = "suite run @night --store @s.db --name n --jobs 1 --odd @odd.yaml";
  Ran ran = night.run(command);
  EXPECT_EQ(ran.code, kFine) << ran.err;
  EXPECT_THAT(night.run("suite issues n --store @s.db").out, HasSubstr("odd_exit"));
  EXPECT_THAT(night.run("suite hist n odd.slow.inside_time_share --store @s.db").out, HasSubstr("values  3"));
  EXPECT_THAT(night.run(command).out, ContainsRegex("n: 0 runs evaluated in [0-9.]+ s; 3 unchanged"));
  // What it imports is a part of it.
  write_odd("500 km/h");
  EXPECT_THAT(night.run(command).out, HasSubstr("n: 3 runs evaluated"));
  EXPECT_THAT(night.run("suite issues n --store @s.db").out, Not(HasSubstr("odd_exit")));
  write_odd("5 m");
  ran = night.run("suite run @night --store @s.db --name other --odd @odd.yaml");
  EXPECT_EQ(ran.code, kNotEvaluated) << "a mistake in it is found before the first run";
  EXPECT_THAT(ran.err, HasSubstr("unit \"m\" does not fit \"speed\""));
}

TEST(SuiteFormats, WhatIsDoneIsToldToPrograms) {
  RealNight night(4);
  struct Case {
    const char *name, *command, *json, *csv;  // parts of what is printed
  };
  const Case cases[] = {
      {"run", "suite run @night --store @s.db --name n --jobs 1 --progress none", "\"state\": \"complete\"",
       "suite,store,state,evaluated,unchanged,left,pass,fail,suspect,incomplete,not_evaluated,seconds,jobs\nn,"},
      {"plan", "suite plan @night --name p --shards 2 --out @plan", "\"shards\": 2", "suite,folder,runs,shards\np,"},
      {"shard", "suite shard @plan 0 --progress none", "\"left\": 0",
       "shard,evaluated,done_before,left,not_evaluated\n0,"},
      {"another shard", "suite shard @plan 1 --progress none", "\"shard\": 1",
       "shard,evaluated,done_before,left,not_evaluated\n1,"},
      {"watch", "suite watch @plan --once", "\"all_shards\":2",
       "runs,all_runs,shards,all_shards,damaged,tasks,merged\n4,4,2,2,0,0,"},
      {"merge", "suite merge @plan --store @s.db", "\"all_runs\": 4",
       "suite,store,runs,all_runs,new,shards_missing,not_evaluated\np,"},
      {"submit", "suite submit @night --slurm --dry-run --name q --shards 2 --out @other --store @s.db",
       "\"array\": \"sbatch", "suite,array,merge\nq,sbatch"},
  };
  for (const Case& row : cases) {
    const Ran json = night.run(std::string(row.command) + " --format json");
    EXPECT_EQ(json.code, kFine) << row.name << ": " << json.err;
    EXPECT_THAT(json.out, HasSubstr(row.json)) << row.name;
    EXPECT_TRUE(nlohmann::json::accept(json.out)) << row.name;
    if (row.name == std::string_view("plan") || row.name == std::string_view("submit"))
      std::filesystem::remove_all(night.folder.file(row.name == std::string_view("plan") ? "plan" : "other"));
    EXPECT_THAT(night.run(std::string(row.command) + " --format csv").out, HasSubstr(row.csv)) << row.name;
  }
  EXPECT_THAT(night.run("suite rescore n --as m --store @s.db --severity speed_limit=warning --format json").out,
              HasSubstr("\"rescored_from\": \"n\""));
  EXPECT_THAT(night.run("suite rescore n --as o --store @s.db --severity speed_limit=warning --format csv").out,
              HasSubstr("suite,rescored_from,changes,verdicts_changed\no,n,speed_limit=warning,"));
}

TEST(SuiteSubmit, PrintsWhatItWouldDo) {
  RealNight night(4);
  const Ran ran = night.run(
      "suite submit @night --slurm --dry-run --name n --shards 2 --out @plan --store @s.db --partition batch "
      "--jobs 2 --at-once 1 --sbatch=--account=av");
  EXPECT_EQ(ran.code, kFine) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("sbatch --parsable --requeue --job-name=n --partition=batch --account=av"));
  EXPECT_THAT(ran.out, HasSubstr("--array=0-1%1 --cpus-per-task=2"));
  EXPECT_THAT(ran.out, HasSubstr("--dependency=afterany:ARRAY"));
  std::ifstream script(night.folder.file("plan/shard.sh"));
  std::stringstream text;
  text << script.rdbuf();
  EXPECT_THAT(text.str(), HasSubstr(" suite shard '"));
}

TEST(SuiteGenerate, WritesRunsThatCanBeEvaluated) {
  RealNight night(1);
  EXPECT_THAT(night.run("suite generate @made --runs 3 --maps 3").out, HasSubstr("3 runs on 3 maps"));
  EXPECT_EQ(night.run("suite run @made --store @s.db --name n").code, kFine);
}

}  // namespace
}  // namespace scrutineer::app
