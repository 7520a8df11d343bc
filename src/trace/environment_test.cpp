#include "trace/environment.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kit/run_data.h"
#include "trace/manifest.h"
#include "trace/words.h"

namespace scrutineer::trace {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;

// The words of one value, or the problem.
std::string taken(const std::string& name, const std::string& text) {
  Environment environment;
  if (const auto problem = apply({{}, name, text}, environment)) return problem->message;
  std::string words;
  const auto add = [&](std::string_view word) {
    if (word != "unknown") words += std::string(words.empty() ? "" : " ") + std::string(word);
  };
  add(to_word(environment.precipitation));
  add(to_word(environment.snowfall));
  add(to_word(environment.visibility));
  add(to_word(environment.illumination));
  if (environment.temperature) words = std::to_string(std::lround(*environment.temperature * 100)) + " cK";
  if (environment.wind_speed) words = std::to_string(std::lround(*environment.wind_speed * 10)) + " dm/s";
  return words;
}

TEST(Environment, KnowsItsConcepts) {
  struct Case {
    const char *name, *text, *expected;
  };
  const Case cases[] = {
      {"rainfall_rate", "0", "none"},
      {"rainfall_rate", "0.099 mm/h", "none"},
      {"rainfall_rate", "0.1", "very_light"},
      {"rainfall_rate", "0.5", "light"},
      {"rainfall_rate", "1.9mm/h", "moderate"},
      {"rainfall_rate", "8.1", "heavy"},
      {"rainfall_rate", "34", "very_heavy"},
      {"rainfall_rate", "149", "extreme"},
      {"rainfall_intensity", "no_rain", "none"},
      {"rainfall_intensity", "cloudburst", "extreme"},
      {"snowfall", "heavy_snow", "heavy"},
      {"snowfall_visibility", "0.7 km", "moderate light_fog"},
      {"visibility", "40 km", "excellent"},
      {"visibility", "39999", "good"},
      {"fog_visibility", "49.9 m", "dense_fog"},
      {"fog_visibility", "50", "thick_fog"},
      {"illuminance", "1 lux", "night"},
      {"illuminance", "1.1", "twilight"},
      {"illuminance", "2000", "day"},
      {"natural_illuminance", "low_ambient", "twilight"},
      {"ambient_air_temperature", "-3.5", "26965 cK"},
      {"ambient_air_temperature", "300 K", "30000 cK"},
      {"wind_speed", "36 km/h", "100 dm/s"},
  };
  for (const auto& [name, text, expected] : cases) EXPECT_EQ(taken(name, text), expected) << name << " " << text;
}

TEST(Environment, RefusesWhatItDoesNotKnow) {
  EXPECT_THAT(taken("rainfal_rate", "3"),
              HasSubstr("concept \"rainfal_rate\" is unknown (did you mean rainfall_rate?)"));
  EXPECT_EQ(taken("rainfall_rate", "-1"), "environment: rainfall_rate must be a number of mm/h, found \"-1\"");
  EXPECT_EQ(taken("rainfall_rate", "3 inches"),
            "environment: rainfall_rate must be a number of mm/h, found \"3 inches\"");
  EXPECT_EQ(taken("visibility", "nan"), "environment: visibility must be a number of m or km, found \"nan\"");
  EXPECT_THAT(taken("snowfall", "rain"), HasSubstr("must be no_snow, light_snow"));
}

TEST(Environment, IsReadFromATable) {
  const auto values =
      read_environment("time,concept,value\n0,rainfall_rate,3 mm/h\n2.5,natural_illuminance,night\n", "w.csv");
  ASSERT_TRUE(values) << to_string(values.problem());
  ASSERT_EQ(values->size(), 2U);
  EXPECT_EQ((*values)[1], (EnvironmentValue{Time(2500ms), "natural_illuminance", "night"}));
  EXPECT_EQ(to_string(read_environment("time,concept,value\n1,visibility,3\n0,visibility,3\n", "w.csv").problem()),
            "w.csv:3:1: time is before that of the row above");
  EXPECT_THAT(to_string(read_environment("time,concept,value\n0,wind_speed,fast\n", "w.csv").problem()),
              HasSubstr("w.csv:2:14: environment: wind_speed must be a number of m/s or km/h"));
  EXPECT_THAT(to_string(read_environment("time,value\n0,3\n", "w.csv").problem()), HasSubstr("concept"));
}

TEST(Environment, HoldsInTheFrameOfItsTimeHoweverClocksAreRounded) {
  for (const auto& [at, is_dark] :
       {std::pair<Duration, bool>{999ms, false}, {999'999'999ns, true}, {1s, true}, {1'000'000'001ns, true}}) {
    kit::RunData run;
    run.frames = {{.time = Time(0s)}, {.time = Time(at), .number = 1}};
    const auto trace = with_environment(kit::as_trace(std::move(run)), {{Time(1s), "natural_illuminance", "night"}});
    Step step;
    for (const bool expected : {false, is_dark}) {
      ASSERT_TRUE(*trace->next(step));
      EXPECT_EQ(step.frame.environment.illumination == Illumination::night, expected) << at.count();
    }
  }
}

TEST(Environment, FillsInWhatTheRunDoesNotSay) {
  const Environment said{.precipitation = Precipitation::heavy, .temperature = 280.0};
  const Environment told{
      .precipitation = Precipitation::none, .illumination = Illumination::night, .temperature = 300.0};
  const Environment both = combined(said, told);
  EXPECT_EQ(both.precipitation, Precipitation::heavy);
  EXPECT_EQ(both.illumination, Illumination::night);
  EXPECT_EQ(both.temperature, 280.0);
}

TEST(Environment, ANumberOfTheManifestDoesNotContradictTheLevelOfTheRun) {
  struct Case {
    const char* name;
    Precipitation said;
    std::optional<double> told, expected;
  };
  const Case cases[] = {
      {"the run says nothing", Precipitation::unknown, 60.0, 60.0},
      {"the run says that it is dry", Precipitation::none, 60.0, std::nullopt},
      {"the run has the same level", Precipitation::very_heavy, 60.0, 60.0},
  };
  for (const Case& row : cases) {
    Environment told;
    apply({{}, "rainfall_rate", std::to_string(*row.told)}, told);
    EXPECT_EQ(combined({.precipitation = row.said}, told).rainfall_rate, row.expected) << row.name;
  }
}

TEST(Environment, WhatIsToldLaterReplacesNumberAndLevelAlike) {
  Environment now;
  const auto tell = [&](const char* name, const char* text) { EXPECT_FALSE(apply({{}, name, text}, now)) << name; };
  tell("rainfall_rate", "60 mm/h");
  tell("rainfall_intensity", "no_rain");
  EXPECT_EQ(now.precipitation, Precipitation::none);
  EXPECT_EQ(now.rainfall_rate, std::nullopt);
  tell("illuminance", "5000 lux");
  tell("natural_illuminance", "night");
  EXPECT_EQ(now.illuminance, std::nullopt);
  tell("illuminance", "5000 lux");
  tell("natural_illuminance", "day");
  EXPECT_EQ(now.illuminance, 5000.0) << "both say the same";
}

TEST(Environment, StandsInAManifest) {
  const auto read = [](const std::string& environment) {
    return read_manifest(R"({"trace": "a.osi", "environment": )" + environment + "}", "run.json");
  };
  const auto object = read(R"({"rainfall_rate": 3, "natural_illuminance": "night"})");
  ASSERT_TRUE(object) << to_string(object.problem());
  EXPECT_EQ(object->environment_values.size(), 2U);
  EXPECT_EQ(read(R"("weather.csv")")->environment, "weather.csv");
  EXPECT_THAT(to_string(read(R"({"rain": 3})").problem()), HasSubstr("run.json:1:"));
  EXPECT_THAT(to_string(read(R"({"rainfall_rate": [3]})").problem()), HasSubstr("a text or a number"));
  EXPECT_THAT(to_string(read("3").problem()), HasSubstr("an object with concepts as keys"));
}

TEST(Environment, ProfileStandsInAManifest) {
  const auto manifest =
      read_manifest(R"({"trace": "a.osi", "settings": [{"set": "a.b=1"}], "profile": "modern"})", "run.json");
  ASSERT_TRUE(manifest) << to_string(manifest.problem());
  ASSERT_EQ(manifest->settings.size(), 2U);
  EXPECT_EQ(manifest->settings[0].kind, ManifestSetting::Kind::profile);
  EXPECT_EQ(manifest->settings[0].text, "modern");
}

}  // namespace
}  // namespace scrutineer::trace
