#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>

#include "base/sha256.h"
#include "kit/data.h"
#include "kit/fake_world.h"
#include "kit/maps.h"
#include "kit/run_writers.h"
#include "kit/scenario.h"
#include "kit/xodr_writer.h"
#include "map/read.h"

namespace scrutineer::app {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

// town.xodr is a straight road of 1 km along x; run.csv an ego that is too fast for a while.
FakeWorld world(double peak = 60.0, const std::function<void(trace::ActorState&)>& misplace = {}) {
  FakeWorld world;
  const map::Document document = kit::straight_road(1000.0);
  world.files.content["town.xodr"] = kit::to_xodr(document);
  const auto map = map::build_network(document);
  kit::Scenario scenario({.map = map.get(), .duration = 5s});
  scenario.add({.id = "0", .is_ego = true})
      .start_at("1", -1, 10.0)
      .speed({{0s, 30.0}, {1s, 30.0}, {2s, peak}, {3s, 30.0}});
  scenario.add({.id = "7"}).start_at("1", 1, 900.0).speed(10.0);
  kit::RunData run = scenario.run();
  if (misplace)
    for (trace::Frame& frame : run.frames) std::ranges::for_each(frame.actors, misplace);
  world.files.content["run.csv"] = kit::to_csv(run);
  world.files.content["run.json"] =
      R"({"map": "town.xodr", "trace": "run.csv", "ego": "0", "info": {"run": {"test_name": "too fast"}}})";
  world.folders.files = world.files.content;
  return world;
}

TEST(Check, SaysWhatWentWrong) {
  const Ran ran = world().run(words("check --map town.xodr --trace run.csv"));
  EXPECT_EQ(ran.code, kFound);
  EXPECT_THAT(ran.out, StartsWith("FAIL  run.csv: "));
  EXPECT_THAT(ran.out, HasSubstr("speed_physical"));
  EXPECT_EQ(ran.err, "");
  EXPECT_EQ(world().run(words("check run.json")).out, ran.out);
}

TEST(Check, TellsWhatAConfigurationSays) {
  FakeWorld with = world();
  with.files.content["mine.osc"] = R"osc(
global modifier sut_vehicle.mine:
    on @start:
        logger.log_info("$(actor.id) is here")
        logger.log_debug("at $(top.time)")
)osc";
  with.folders.files = with.files.content;
  const std::string heard = "  0.000 s  sut_vehicle.mine of 0: 0 is here\n", debug = "(debug): at 0s\n";
  struct Case {
    const char* name;
    const char* flags;
    bool is_out, is_err, has_debug;
  };
  const Case cases[] = {
      {"text", "", true, false, false},
      {"quiet", "--verbosity quiet", false, false, false},
      {"full", "--verbosity full", true, false, true},
      {"a format without a place for it", "--format junit", false, true, false},
  };
  for (const auto& [name, flags, is_out, is_err, has_debug] : cases) {
    FakeWorld copy = with;
    const Ran ran = copy.run(words("check run.json --config mine.osc " + std::string(flags)));
    EXPECT_EQ(ran.out.find(heard) != std::string::npos, is_out) << name << ran.out << ran.err;
    EXPECT_EQ(ran.err.find(heard) != std::string::npos, is_err) << name << ran.err;
    EXPECT_EQ(ran.out.find(debug) != std::string::npos, has_debug) << name;
  }
  const auto result = nlohmann::json::parse(with.run(words("check run.json --config mine.osc --format json")).out);
  EXPECT_EQ(result["messages"][0],
            nlohmann::json::parse(
                R"({"time": 0.0, "level": "info", "checker": "sut_vehicle.mine", "actor": "0", "text": "0 is here"})"));
  EXPECT_EQ(result["messages"].size(), 2U);
  EXPECT_EQ(result["messages_left_out"], 0);
}

TEST(Check, HasAnExitCodeForEveryOutcome) {
  struct Case {
    const char* name;
    const char* arguments;
    double peak;
    int code;
  };
  const Case cases[] = {
      {"errors", "check run.json", 60.0, kFound},
      {"warnings only", "check run.json --severity speed_physical=warning --severity speed_limit=info", 60.0, kFine},
      {"nothing", "check run.json --disable speed_limit", 30.0, kFine},
      {"stopped at the first error", "check run.json --stop-on-error", 60.0, kNotEvaluated},
  };
  for (const Case& c : cases)
    EXPECT_EQ(world(c.peak).run(words(c.arguments)).code, c.code) << c.name << '\n'
                                                                  << world(c.peak).run(words(c.arguments)).out;
}

// Who is named as the ego is it, whatever the run says of others.
TEST(Check, TakesTheEgoThatIsNamedWhereTheRunHasSeveral) {
  FakeWorld with = world(30.0);
  with.files.content["two.csv"] =
      "time,id,type,x,y,yaw,length,width,height,role\n"
      "0,a,car,10,-2,0,4,2,1,ego\n0,b,car,90,-2,0,4,2,1,ego\n0.1,a,car,11,-2,0,4,2,1,ego\n0.1,b,car,91,-2,0,4,2,1,"
      "ego\n";
  with.files.content["two.json"] = R"({"map": "town.xodr", "trace": "two.csv", "ego": "b"})";
  with.folders.files = with.files.content;
  struct Case {
    const char *name, *arguments;
    std::string ego;  // empty: it is refused
  };
  const Case cases[] = {
      {"nobody says", "check --map town.xodr --trace two.csv", ""},
      {"the flag", "check --map town.xodr --trace two.csv --ego b", "b"},
      {"the flag names the first", "check --map town.xodr --trace two.csv --ego a", "a"},
      {"the manifest", "check two.json", "b"},
      {"the flag wins", "check two.json --ego a", "a"},
  };
  for (const auto& [name, arguments, ego] : cases) {
    FakeWorld copy = with;
    const Ran ran = copy.run(words(arguments + std::string(" --format json")));
    if (ego.empty()) {
      EXPECT_THAT(ran.err, HasSubstr("--ego, or the manifest, names the one that is meant")) << name;
      continue;
    }
    const auto result = nlohmann::json::parse(ran.out);
    EXPECT_EQ(result["trace"]["ego"], ego) << name;
    EXPECT_TRUE(result["complete"]) << name;
  }
  for (const char* command : {"trace info two.csv --ego b", "trace info two.json", "trace draw two.json -o a.svg"}) {
    FakeWorld copy = with;
    EXPECT_EQ(copy.run(words(command)).code, kFine) << command;
  }
}

TEST(Check, RefusesWhatItCannotUse) {
  struct Case {
    const char* name;
    const char* arguments;
    const char* message;
  };
  const Case cases[] = {
      {"no run", "check --map town.xodr",
       "scrutineer: a run is missing: scrutineer check RUN --map MAP.xodr, or scrutineer check run.json with a "
       "manifest\n"},
      {"no such run", "check --trace nowhere.osi", "nowhere.osi"},
      {"no such map", "check --map nowhere.xodr --trace run.csv", "scrutineer: nowhere.xodr: cannot open"},
      {"no such manifest", "check nowhere.json", "scrutineer: nowhere.json: cannot be opened"},
      {"unknown setting", "check run.json --set policy.max_sped=3kph", "did you mean \"policy.max_speed\"?"},
      {"unit missing", "check run.json --set policy.max_speed=130", "expected a speed with its unit"},
      {"unknown checker", "check run.json --enable teleportatoin", "did you mean \"teleportation\"?"},
      {"unknown checker to turn off", "check run.json --disable teleportatoin", "--disable teleportatoin"},
      {"unknown severity", "check run.json --severity speed_limit=bad", "--severity speed_limit=bad"},
      {"whose errors", "check run.json --fail-on ego", "\"ego\" is none of any|sut"},
      {"unknown format", "check run.json --format xml", "is none of json|"},
      {"too many differences", "check run.json --derive 9", "--derive"},
      {"unknown verbosity", "check run.json --verbosity loud", "\"loud\" is none of quiet|normal|full"},
  };
  for (const Case& c : cases) {
    const Ran ran = world().run(words(c.arguments));
    EXPECT_EQ(ran.code, kNotEvaluated) << c.name;
    EXPECT_THAT(ran.err, HasSubstr(c.message)) << c.name;
    EXPECT_EQ(ran.out, "") << c.name;
  }
}

// The result is there all the same, and says so.
TEST(Check, SaysThatNothingWasJudged) {
  struct Case {
    const char* name;
    const char* flags;
    const char* message;
  };
  const Case cases[] = {
      {"no such ego", "--ego 9", "there is no actor 9"},
      {"elsewhere", "--offset=5000,5000", "map and trace do not belong together"},
  };
  for (const auto& [name, flags, message] : cases) {
    FakeWorld there = world();
    const Ran ran = there.run(words("check run.json --out result " + std::string(flags)));
    EXPECT_EQ(ran.code, kNotEvaluated) << name;
    EXPECT_THAT(ran.err, HasSubstr(message)) << name;
    EXPECT_THAT(ran.out, StartsWith("INCOMPLETE  run.csv: no issues in ")) << name;
    const auto result = nlohmann::json::parse(there.folders.files.at("result/coverage/runtime_data.json"));
    EXPECT_EQ(result["complete"], false) << name;
    EXPECT_THAT(std::string(result["incomplete_reason"]), HasSubstr(message)) << name;
    EXPECT_EQ(result["summary"]["verdict"], "incomplete") << name;
  }
}

// The other one is too fast, the ego is not.
TEST(Check, FailsForTheEgoAndDoubtsForOthers) {
  struct Case {
    const char *name, *arguments, *verdict;
    int code;
  };
  const Case cases[] = {
      {"the ego", "--ego 0", "fail", kFound},
      {"the ego, and only it counts", "--ego 0 --fail-on sut", "fail", kFound},
      {"another", "--ego 7", "suspect", kFound},
      {"anybody counts", "--ego 7 --fail-on any", "suspect", kFound},
      {"another, and only the ego counts", "--ego 7 --fail-on sut", "suspect", kFine},
  };
  for (const auto& [name, arguments, verdict, code] : cases) {
    const Ran ran = world().run(words("check run.json --format json --disable speed_limit " + std::string(arguments)));
    EXPECT_EQ(ran.code, code) << name << ran.err;
    const auto result = nlohmann::json::parse(ran.out);
    const bool is_ego = std::string_view(verdict) == "fail";
    EXPECT_EQ(result["summary"]["verdict"], verdict) << name;
    EXPECT_EQ(result["summary"]["by_category"]["sut"]["error"], is_ego ? 1 : 0) << name << result["summary"];
    EXPECT_EQ(result["summary"]["by_category"]["other"]["error"], is_ego ? 0 : 1) << name << result["summary"];
    EXPECT_EQ(result["summary"]["by_category"]["tool"]["error"], 0) << name;
  }
  FakeWorld there = world();
  there.files.content["run.json"] = R"({"map": "town.xodr", "trace": "run.csv", "ego": "7", "fail_on": "sut"})";
  EXPECT_EQ(there.run(words("check run.json")).code, kFine) << "the manifest says so";
  EXPECT_EQ(there.run(words("check run.json --fail-on any")).code, kFound) << "the flag wins";
}

TEST(Check, KeepsWhatCameBeforeAFault) {
  FakeWorld broken = world();
  broken.files.content["run.csv"] += "9,0,car,nan,0,0,0,4,2,1.5\n";
  const Ran ran = broken.run(words("check run.json --format json"));
  EXPECT_EQ(ran.code, kNotEvaluated);
  EXPECT_THAT(ran.err, HasSubstr("run.csv"));
  const auto result = nlohmann::json::parse(ran.out);
  EXPECT_EQ(result["complete"], false);
  EXPECT_EQ(result["summary"]["verdict"], "fail");
  EXPECT_GT(result["issues"].size(), 0U);
}

TEST(Check, WritesAWholeFolder) {
  FakeWorld there = world();
  const Ran ran = there.run(words("check run.json --out result"));
  EXPECT_EQ(ran.code, kFound) << ran.err;
  for (const char* file : {"coverage/runtime_data.json", "run.json", "issues.csv", "intervals.csv", "junit.xml"})
    EXPECT_TRUE(there.folders.files.contains(std::string("result/") + file)) << file;
  const auto result = nlohmann::json::parse(there.folders.files.at("result/coverage/runtime_data.json"));
  EXPECT_EQ(result["info"]["run"]["test_name"], "too fast");
  EXPECT_EQ(result["info"]["model"]["dut_name"], "sut_driver");
  EXPECT_EQ(result["trace"]["ego"], "0");
  EXPECT_EQ(result["map"]["anomalies"], 0);
}

TEST(Check, GivesTheSameResultAgainFromItsFolder) {
  const auto mirrored = [](trace::ActorState& state) {
    for (double* across : {&state.y, &state.yaw, &state.roll, &state.vy, &state.ay, &state.yaw_rate})
      *across = -*across;
    state.x += 100.0;
  };
  struct Case {
    const char* name;
    std::string flags;
    bool is_mirrored = false;
  };
  const Case cases[] = {
      {"as it is", ""},
      {"a parameter", "--set physical.max_speed=150kph"},
      {"checks on and off", "--enable jerk_policy --disable speed_limit"},
      {"a severity", "--severity speed_physical=info@sut"},
      {"of two the later", "--set policy.max_speed=100kph --set policy.max_speed=500kph"},
      {"another ego", "--ego 7"},
      {"elsewhere", "--flip-y --offset=-100,0", true},
      {"more differences", "--enable jerk_policy --derive 3"},
      {"stopped", "--stop-on-error"},
      {"only the ego counts", "--ego 7 --fail-on sut"},
  };
  for (const Case& c : cases) {
    FakeWorld there = c.is_mirrored ? world(60.0, mirrored) : world();
    const Ran first = there.run(words("check run.json --out result " + c.flags));
    ASSERT_TRUE(there.folders.files.contains("result/run.json")) << c.name << ": " << first.err;
    there.files.content["result/run.json"] = there.folders.files.at("result/run.json");
    there.folders.files.merge(std::map(there.files.content));
    const Ran second = there.run(words("check result/run.json --out again"));
    EXPECT_EQ(second.code, first.code) << c.name << ": " << second.err;
    for (const char* file : {"coverage/runtime_data.json", "issues.csv", "intervals.csv"})
      EXPECT_EQ(there.folders.files.at("again/" + std::string(file)),
                there.folders.files.at("result/" + std::string(file)))
          << c.name;
  }
}

TEST(Check, HeedsTheManifestAndThenTheFlags) {
  struct Case {
    const char* name;
    const char* settings;
    const char* flags;
    bool is_reported;  // by speed_physical
  };
  const Case cases[] = {
      {"neither", "", "", true},
      {"the manifest turns it off", R"({"disable": "speed_physical"})", "", false},
      {"a flag turns it on again", R"({"disable": "speed_physical"})", "--enable speed_physical", true},
      {"of the manifest's the last", R"({"disable": "speed_physical"}, {"enable": "speed_physical"})", "", true},
      {"the manifest raises the limit", R"({"set": "physical.max_speed=900kph"})", "", false},
      {"a flag lowers it", R"({"set": "physical.max_speed=900kph"})", "--set physical.max_speed=100kph", true},
      {"the manifest lowers the severity", R"({"severity": "speed_physical=ignore"})", "", false},
  };
  for (const Case& c : cases) {
    FakeWorld there = world();
    there.files.content["run.json"] =
        R"({"map": "town.xodr", "trace": "run.csv", "settings": [)" + std::string(c.settings) + "]}";
    const Ran ran = there.run(words("check run.json " + std::string(c.flags)));
    EXPECT_EQ(ran.out.find("speed_physical") != std::string::npos, c.is_reported) << c.name << '\n'
                                                                                  << ran.out << ran.err;
  }
  FakeWorld wrong = world();
  wrong.files.content["run.json"] = "{\"trace\": \"run.csv\",\n\"settings\": [{\"enable\": \"colision\"}]}";
  const Ran ran = wrong.run(words("check run.json"));
  EXPECT_EQ(ran.code, kNotEvaluated);
  EXPECT_THAT(ran.err, StartsWith("scrutineer: run.json:2:25: enable colision"));
  EXPECT_THAT(ran.err, HasSubstr("did you mean \"collision\"?"));
}

TEST(Check, SaysAsMuchAsAskedFor) {
  const std::string normal = world().run(words("check run.json")).out;
  EXPECT_EQ(world().run(words("check run.json --verbosity normal")).out, normal);
  EXPECT_EQ(world().run(words("check run.json --verbosity quiet")).out, normal.substr(0, normal.find('\n') + 1));
  EXPECT_THAT(normal, Not(HasSubstr("faster than the")));
  EXPECT_THAT(world().run(words("check run.json --verbosity full")).out,
              HasSubstr("faster than the 200 km/h (55.56 m/s) that it can"));
}

TEST(Check, IsTheSameEveryTime) {
  const Ran first = world().run(words("check run.json --format json"));
  for (int i = 0; i < 5; ++i) EXPECT_EQ(world().run(words("check run.json --format json")).out, first.out);
}

TEST(Check, PutsARunWhereItsMapIs) {
  const std::string expected = world().run(words("check run.json --format json")).out;
  FakeWorld shifted = world(60.0, [](trace::ActorState& state) { state.y += 5000.0; });
  EXPECT_THAT(shifted.run(words("check run.json")).err, HasSubstr("--offset="));
  EXPECT_EQ(shifted.run(words("check run.json --format json --offset=0,-5000")).out, expected);
  FakeWorld mirrored = world(60.0, [](trace::ActorState& state) {
    for (double* across : {&state.y, &state.yaw, &state.roll, &state.vy, &state.ay, &state.yaw_rate})
      *across = -*across;
    state.y += 5000.0;
  });
  EXPECT_EQ(mirrored.run(words("check run.json --format json --flip-y --offset=0,5000")).out, expected);
  FakeWorld lifted = world(60.0, [](trace::ActorState& state) { state.z += 70.0; });
  EXPECT_NE(lifted.run(words("check run.json --format json")).out, expected);
  EXPECT_EQ(lifted.run(words("check run.json --format json --ignore-height")).out, expected);
}

// A road whose geometry is longer than the road says it is.
TEST(Check, TellsOfTheMapsAnomalies) {
  FakeWorld there = world();
  map::Document document = kit::straight_road(1000.0);
  document.roads.front().length = 995.0;  // its pieces do not add up to that
  there.files.content["town.xodr"] = kit::to_xodr(document);
  there.folders.files = there.files.content;
  const Ran ran = there.run(words("check run.json"));
  EXPECT_THAT(ran.err, HasSubstr("note: town.xodr has 1 anomaly, near which issues may be the map's fault; "
                                 "scrutineer map check town.xodr lists it\n"));
  EXPECT_EQ(there.run(words("check run.json --verbosity quiet")).err, "");
  const auto result = nlohmann::json::parse(there.run(words("check run.json --format json")).out);
  EXPECT_EQ(result["map"]["anomalies"], 1);
  EXPECT_THAT(std::string(result["notes"].back()), StartsWith("town.xodr has 1 anomaly"));
}

// No rule of the set drive looks at it, and it decides on which side of the road everybody is.
TEST(Check, TellsOfTheWarningsOfTheMapsReader) {
  FakeWorld there = world();
  std::string& text = there.files.content["town.xodr"];
  text = kit::to_xodr(kit::straight_road(1000.0));
  text.replace(text.find("\"RHT\""), 5, "\"left\"");
  there.folders.files = there.files.content;
  EXPECT_THAT(there.run(words("check run.json")).err,
              HasSubstr("note: town.xodr was read with 1 warning: not all of it could be taken as it is written; "
                        "scrutineer map info town.xodr lists it\n"));
}

TEST(Check, StrictMapRefusesAnomalies) {
  SCRUTINEER_NEEDS_DATA();
  FakeWorld there = world();
  there.files.content["odd.xodr"] = kit::read_text(kit::map_path("McityMap_Main"));
  const Ran ran = there.run(words("check --map odd.xodr --trace run.csv --strict-map"));
  EXPECT_EQ(ran.code, kNotEvaluated);
  EXPECT_THAT(ran.err, HasSubstr("--strict-map allows none"));
}

TEST(Check, WritesTheHashesOfWhatWasEvaluated) {
  FakeWorld with = world();
  with.files.content["mine.osc"] = "import \"imported.osc\"\n";
  with.files.content["imported.osc"] = "# nothing\n";
  // By the time the result is written somebody has replaced the files.
  for (const char* file : {"town.xodr", "run.csv", "mine.osc", "imported.osc"}) with.folders.files[file] = "replaced";
  const Ran ran = with.run(words("check --map town.xodr --trace run.csv --config mine.osc --out out"));
  ASSERT_EQ(ran.code, kFound) << ran.err;
  const auto hashes = nlohmann::json::parse(with.folders.files.at("out/run.json"))["hashes"];
  EXPECT_EQ(hashes.size(), 4U) << hashes;
  for (const char* file : {"town.xodr", "run.csv", "mine.osc", "imported.osc"})
    EXPECT_EQ(hashes["../" + std::string(file)], "sha256:" + sha256_hex(with.files.content[file])) << file;
}

}  // namespace
}  // namespace scrutineer::app
