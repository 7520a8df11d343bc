// The examples of operational design domains, as a newcomer would ask about them.

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "kit/data.h"
#include "kit/fake_world.h"
#include "kit/paths.h"

namespace scrutineer::app {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

FakeWorld world_with_examples() {
  FakeWorld world;
  for (const char* const file :
       {"examples/odd/motorway.xodr", "examples/odd/motorway.yaml", "examples/odd/shuttle.yaml",
        "examples/odd/motorway_inside/run.csv", "examples/odd/motorway_inside/run.json",
        "examples/odd/motorway_leaves/run.csv", "examples/odd/motorway_leaves/run.json",
        "examples/odd/shuttle_inside/run.json", "examples/odd/shuttle_leaves/run.json",
        "examples/odd/shuttle_leaves/weather.csv", "examples/maps/town.xodr", "examples/runs/clean/run.csv",
        "examples/runs/clean/lights.csv"})
    world.files.content[file] = kit::read_text(kit::source_dir() / file);
  return world;
}

// "START to END: MESSAGE" of every odd_exit.
std::vector<std::string> exits(FakeWorld& world, std::vector<std::string> arguments) {
  arguments.insert(arguments.end(), {"--format", "json"});
  const Ran ran = world.run(arguments);
  const auto json = nlohmann::json::parse(ran.out, nullptr, false);
  std::vector<std::string> found;
  if (json.is_discarded()) return {ran.err};
  for (const auto& issue : json["issues"])
    if (issue["kind"] == "odd_exit") found.push_back(issue["start"].dump() + " to " + issue["end"].dump());
  return found;
}

// Worked out by hand: at 1.25 m/s^2 from 32 m/s at 2 s the ego is faster than 120 km/h (33.33 m/s) from 3.07 s on, and
// at -1.875 m/s^2 from 34.5 m/s at 6 s no longer from 6.62 s on. After 322.5 m in 10 s at 27 m/s the motorway's last
// 77.5 m take until 12.87 s.
TEST(OddExamples, AreLeftWhenTheyShould) {
  FakeWorld world = world_with_examples();
  EXPECT_THAT(exits(world, {"check", "examples/odd/motorway_inside/run.json"}), ElementsAre());
  EXPECT_THAT(exits(world, {"check", "examples/odd/motorway_leaves/run.json"}),
              ElementsAre("3.1 to 6.7", "12.9 to 15.0"));
  EXPECT_THAT(exits(world, {"check", "examples/odd/shuttle_inside/run.json"}), ElementsAre());
  EXPECT_THAT(exits(world, {"check", "examples/odd/shuttle_leaves/run.json"}), ElementsAre("6.0 to 12.0"));
}

TEST(OddExamples, TheTextSaysHowMuchWasInside) {
  FakeWorld world = world_with_examples();
  EXPECT_THAT(world.run({"check", "examples/odd/motorway_inside/run.json"}).out,
              HasSubstr("ODD: inside 100.0 % of the time (100.0 % of the way)\n"));
  EXPECT_THAT(world.run({"check", "examples/odd/motorway_leaves/run.json"}).out,
              HasSubstr("ODD: inside 62.0 % of the time"));
}

TEST(OddExamples, TheFlagWinsOverTheManifest) {
  FakeWorld world = world_with_examples();
  world.files.content["slow.yaml"] = "ODD: {slow: {INCLUDE_AND: {speed: \"<= 100 km/h\"}}}\n";
  EXPECT_THAT(exits(world, {"check", "examples/odd/motorway_inside/run.json", "--odd", "slow.yaml"}),
              ElementsAre("0.0 to 12.0"));
}

TEST(OddExamples, AResultsFolderHasTheCod) {
  FakeWorld world = world_with_examples();
  const Ran ran = world.run({"check", "examples/odd/motorway_leaves/run.json", "--out", "result"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_THAT(world.folders.files.at("result/cod.yaml"), HasSubstr("COD:\n  - TEMPORAL_EXTENT: 0 s\n"));
  EXPECT_THAT(world.folders.files.at("result/cod.csv"), HasSubstr("drivable_area_type;categorical_literal"));
}

TEST(OddExamples, TheCodIsWrittenWhereItIsWanted) {
  FakeWorld world = world_with_examples();
  EXPECT_EQ(world.run({"check", "examples/odd/motorway_leaves/run.json", "--odd-report", "seen.yaml"}).code, 0);
  EXPECT_THAT(world.files.content.at("seen.yaml"), HasSubstr("COD:\n  - TEMPORAL_EXTENT: 0 s\n"));
  EXPECT_EQ(world.run({"check", "examples/odd/motorway_leaves/run.json", "--odd-report", "seen.csv"}).code, 0);
  EXPECT_THAT(world.files.content.at("seen.csv"), HasSubstr("time,x,y,"));
  const Ran without = world.run({"check", "examples/runs/clean/run.csv", "--odd-report", "seen.yaml"});
  EXPECT_EQ(without.code, 2);
  EXPECT_THAT(without.err, HasSubstr("name one with --odd FILE"));
  const Ran several = world.run({"check", "examples/odd/motorway_leaves/run.json",
                                 "examples/odd/motorway_inside/run.json", "--odd-report", "seen.yaml"});
  EXPECT_EQ(several.code, 2);
  EXPECT_THAT(several.err, HasSubstr("--odd-report is about one run, and 2 are named"));
}

TEST(OddCheckOption, BadInputsAreSaidOnceWithTheirPlace) {
  struct Case {
    const char* name;
    const char* odd;
    const char* expected;
  };
  const Case cases[] = {
      {"an error", "ODD:\n  m:\n    INCLUDE_AND: {sped: \"< 5 m/s\"}\n", "odd.yaml:3:19: \"sped\" is no concept"},
      {"several", "ODD:\n  m:\n    INCLUDE_AND: {sped: \"< 5 m/s\", x: true}\n",
       "; scrutineer odd check odd.yaml lists 1 more"},
      {"no root", "MODULES: {a: {INCLUDE_AND: {no_snow: true}}, b: {INCLUDE_AND: {no_snow: true}}}\n",
       "odd.yaml:1:11: the file has no root"},
      {"no file", "", "odd.yaml"},
  };
  for (const Case& row : cases) {
    FakeWorld world = world_with_examples();
    if (*row.odd != '\0') world.files.content["odd.yaml"] = row.odd;
    const Ran ran = world.run({"check", "examples/odd/motorway_inside/run.json", "--odd", "odd.yaml"});
    EXPECT_EQ(ran.code, 2) << row.name;
    EXPECT_THAT(ran.err, HasSubstr(row.expected)) << row.name;
  }
}

TEST(OddCheckOption, WhatNothingTellsIsNoted) {
  FakeWorld world = world_with_examples();
  world.files.content["odd.yaml"] =
      "TAXONOMY: {tire_pressure: boolean}\nODD: {m: {INCLUDE_AND: {tire_pressure: true}}}\n";
  const Ran ran = world.run({"check", "examples/odd/motorway_inside/run.json", "--odd", "odd.yaml"});
  EXPECT_THAT(ran.err, HasSubstr("odd.yaml:2:25: nothing in a map or run tells of \"tire_pressure\""));
  EXPECT_THAT(ran.out, HasSubstr("ODD: unknown 100.0 % of the time"));
}

// The drive of motorway_inside takes 12 s.
TEST(OddCheckOption, WhatTheManifestTellsOfTheWeatherHoldsUntilItTellsOtherwise) {
  struct Case {
    const char *name, *condition, *weather, *cod;
    std::vector<std::string> exits;
  };
  const Case cases[] = {
      {"a level, then a number",
       "rainfall_intensity: no_rain",
       "0,rainfall_intensity,no_rain\n4,rainfall_rate,60 mm/h\n",
       "{}",
       {"4.0 to 12.0"}},
      {"a number, then a level",
       "rainfall_rate: \"< 1 mm/h\"",
       "0,rainfall_rate,60 mm/h\n4,rainfall_intensity,no_rain\n",
       "{}",
       {"0.0 to 4.0"}},
      {"cod wins over the weather",
       "rainfall_intensity: light_rain",
       "0,rainfall_intensity,heavy_rain\n",
       R"({"rainfall_intensity": "light_rain"})",
       {}},
      {"also later",
       "rainfall_intensity: light_rain",
       "4,rainfall_intensity,heavy_rain\n",
       R"({"rainfall_intensity": "light_rain"})",
       {}},
      {"also with the number of a level",
       "rainfall_intensity: no_rain",
       "4,rainfall_intensity,heavy_rain\n",
       R"({"rainfall_rate": "0 mm/h"})",
       {}},
      {"what a file does not tell of, the weather does",
       "rainfall_intensity: violent_rain",
       "0,rainfall_intensity,violent_rain\n4,rainfall_intensity,heavy_rain\n",
       R"("wind.yaml")",
       {"4.0 to 12.0"}},
      {"rows of a file in any order",
       "wind_speed: \"< 10 m/s\"",
       "0,visibility,5 km\n",
       R"("wind.yaml")",
       {"8.0 to 12.0"}},
  };
  for (const Case& row : cases) {
    FakeWorld world = world_with_examples();
    world.files.content["weather.csv"] = std::string("time,concept,value\n") + row.weather;
    world.files.content["wind.yaml"] =
        "COD:\n  - TEMPORAL_EXTENT: 8 s\n    wind_speed: 20 m/s\n  - TEMPORAL_EXTENT: 0 s\n    wind_speed: 1 m/s\n";
    world.files.content["odd.yaml"] = std::string("ODD:\n  m:\n    INCLUDE_AND:\n      ") + row.condition + '\n';
    world.files.content["run.json"] =
        std::string(R"({"map": "examples/odd/motorway.xodr", "trace": "examples/odd/motorway_inside/run.csv",)") +
        R"("odd": "odd.yaml", "environment": "weather.csv", "cod": )" + row.cod + "}";
    EXPECT_EQ(exits(world, {"check", "run.json"}), row.exits) << row.name;
  }
}

TEST(OddCheckOption, AProgramTellsConceptsOfItsOwn) {
  FakeWorld world = world_with_examples();
  world.files.content["odd.yaml"] =
      "TAXONOMY: {downlink_latency: float time}\nODD: {m: {INCLUDE_AND: {downlink_latency: \"< 200 ms\"}}}\n";
  world.files.content["latency.osc"] = R"(extend cod:
    var downlink_latency: time = 60ms

on @top.w_clk:
    if top.time > 4.95s:
        top.info.cod.downlink_latency = 400ms
)";
  EXPECT_THAT(
      exits(world, {"check", "examples/odd/motorway_inside/run.json", "--odd", "odd.yaml", "--config", "latency.osc"}),
      ElementsAre("5.1 to 12.0"));
}

TEST(OddCheckOption, WhatTheOddDoesNotKnowIsNotToldInSilence) {
  FakeWorld world = world_with_examples();
  world.files.content["slip.osc"] = "extend cod:\n    var sped: speed = 3mps\n";
  EXPECT_THAT(world.run({"check", "examples/odd/motorway_inside/run.json", "--config", "slip.osc"}).out,
              HasSubstr("top.info.cod.sped: the operational design domain has no such concept"));
}

TEST(OddCheckOption, WhatAConceptCannotBeIsNotToldInSilence) {
  struct Case {
    const char *name, *condition, *program, *says;
    std::vector<std::string> exits;
  };
  const Case cases[] = {
      {"a length",
       "wind_speed: \"< 10 m/s\"",
       "record(wind_speed, expression: 20m)",
       "top.info.cod.wind_speed: it is not told: the concept is a number with the dimension of velocity",
       {}},
      {"a plain number",
       "wind_speed: \"< 10 m/s\"",
       "record(wind_speed, expression: 20.0)",
       "top.info.cod.wind_speed: it is not told: the concept is a number with the dimension of velocity",
       {}},
      {"a speed", "wind_speed: \"< 10 m/s\"", "record(wind_speed, expression: 20mps)", "", {"0.0 to 12.0"}},
      {"in whatever unit",
       "visibility: \"> 100 m\"",
       "record(visibility, expression: 0.05km, unit: km)",
       "",
       {"0.0 to 12.0"}},
      {"a share", "slope: \"< 5 %\"", "record(slope, expression: 0.06)", "", {"0.0 to 12.0"}},
      {"a whole number", "number_of_lanes: \"< 5\"", "var number_of_lanes: int = 7", "", {"0.0 to 12.0"}},
      {"a temperature",
       "ambient_air_temperature: \"> 0 C\"",
       "var ambient_air_temperature: temperature = -3celsius",
       "",
       {"0.0 to 12.0"}},
      {"a number of a category",
       "rainfall_intensity: no_rain",
       "var rainfall_intensity: int = 3",
       "top.info.cod.rainfall_intensity: it is not told: the concept is a text or word",
       {}},
      {"no literal",
       "wind: no_wind",
       "var wind: string = \"breezy\"",
       "top.info.cod.wind: \"wind\" has no literal \"breezy\"",
       {}},
  };
  for (const Case& row : cases) {
    FakeWorld world = world_with_examples();
    world.files.content["odd.yaml"] = std::string("ODD:\n  m:\n    INCLUDE_AND:\n      ") + row.condition + '\n';
    world.files.content["tell.osc"] = std::string("extend cod:\n    ") + row.program + '\n';
    const std::vector<std::string> check = {"check",
                                            "--map",
                                            "examples/odd/motorway.xodr",
                                            "--trace",
                                            "examples/odd/motorway_inside/run.csv",
                                            "--odd",
                                            "odd.yaml",
                                            "--config",
                                            "tell.osc"};
    EXPECT_EQ(exits(world, check), row.exits) << row.name;
    const std::string said = world.run(check).out;
    EXPECT_THAT(said, HasSubstr(row.says)) << row.name;
    EXPECT_EQ(said.find("top.info.cod") == std::string::npos, *row.says == '\0') << row.name << said;
  }
}

TEST(OddCheckOption, AProgramTellsAnExpressionInEveryFrame) {
  FakeWorld world = world_with_examples();
  world.files.content["odd.yaml"] =
      "TAXONOMY: {stopping_distance: float length}\nODD: {m: {INCLUDE_AND: {stopping_distance: \"< 100 m\"}}}\n";
  world.files.content["stopping.osc"] = R"(extend cod:
    record(stopping_distance, expression: sut.car.state.speed * sut.car.state.speed / 10mpsps)
)";
  // 100 m are those of 31.62 m/s: it drives 32 m/s from the begin, as motorway_leaves does until 2 s.
  EXPECT_THAT(
      exits(world, {"check", "examples/odd/motorway_leaves/run.json", "--odd", "odd.yaml", "--config", "stopping.osc"}),
      ElementsAre("0.0 to 7.6"));
}

TEST(OddCod, SaysWhatADriveWasLike) {
  FakeWorld world = world_with_examples();
  const Ran text = world.run({"odd", "cod", "examples/odd/motorway_leaves/run.json"});
  EXPECT_EQ(text.code, 0) << text.err;
  EXPECT_THAT(text.out, HasSubstr("motorways_or_highways_or_interstates"));
  EXPECT_THAT(text.out, HasSubstr("between 97.2 km/h and 124.2 km/h"));
  const Ran yaml = world.run({"odd", "cod", "examples/odd/motorway_leaves/run.json", "--format", "yaml"});
  EXPECT_THAT(yaml.out, HasSubstr("COD:\n"));
  // What was written is a COD that can be judged.
  world.files.content["cod.yaml"] = yaml.out;
  const Ran judged = world.run({"odd", "check", "examples/odd/motorway.yaml", "--cod", "cod.yaml"});
  EXPECT_EQ(judged.code, 0) << judged.err;
  EXPECT_THAT(judged.out, HasSubstr("outside"));
  EXPECT_THAT(judged.out, HasSubstr("inside"));
  EXPECT_THAT(judged.out, Not(HasSubstr("unknown")));
}

// The same drive without map and weather, but with what was written of it: the verdicts are the same.
TEST(OddCod, ReadBackGivesTheSameVerdicts) {
  for (const char* const drive : {"motorway_leaves", "shuttle_leaves"}) {
    FakeWorld world = world_with_examples();
    const std::string manifest = std::string("examples/odd/") + drive + "/run.json";
    const std::vector<std::string> expected = exits(world, {"check", manifest, "--odd-report", "seen.yaml"});
    EXPECT_FALSE(expected.empty()) << drive;
    const bool is_motorway = std::string_view(drive) == "motorway_leaves";
    world.files.content["again.json"] =
        std::string(R"({"cod": "seen.yaml", "trace": ")") +
        (is_motorway ? "examples/odd/motorway_leaves/run.csv" : "examples/runs/clean/run.csv") + R"(", "odd": ")" +
        (is_motorway ? "examples/odd/motorway.yaml" : "examples/odd/shuttle.yaml") + "\"}";
    EXPECT_EQ(exits(world, {"check", "again.json"}), expected) << drive;
  }
}

TEST(OddCod, RefusesWhatIsNoRun) {
  FakeWorld world = world_with_examples();
  EXPECT_EQ(world.run({"odd", "cod", "nobody.csv"}).code, 2);
  EXPECT_EQ(world.run({"odd", "cod", "examples/odd/motorway.xodr"}).code, 2);
}

}  // namespace
}  // namespace scrutineer::app
