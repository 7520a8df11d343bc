#include "watch/parameter_text.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

namespace scrutineer::watch {
namespace {

using namespace literals;

enum class LogLevel : std::uint8_t { info_level, debug_level, trace_level };
constexpr std::array<std::string_view, 3> kLevels{"info_level", "debug_level", "trace_level"};

double quarter_width(const trace::ActorInfo& actor) { return actor.width / 4.0; }

namespace policy {
constexpr Parameter<Speed> kMaxSpeed{"policy.max_speed", 150.0_kmh, "A speed."};
constexpr Parameter<Speed> kMinSpeed{"policy.min_speed", 0.0_kmh, "A speed."};
constexpr Parameter<Acceleration> kMinAcceleration{"policy.min_acceleration", -4.0_mps2, "An acceleration."};
constexpr Parameter<Jerk> kMaxJerk{"policy.max_jerk", 15.0_mps3, "A jerk.", kNotNegative};
constexpr Parameter<Distance> kLeastDistance{"policy.least_distance", 10.0_cm, "A length.", kPositive};
constexpr Parameter<Seconds> kTooCloseTtc{"policy.too_close_TTC", 0.0_s, "A time.", Range{.least = 0.0, .most = 10.0}};
constexpr Parameter<Seconds> kStandingTime{"policy.standing_time", 1.0_s, "A time.", kNotNegative};
constexpr Parameter<double> kTolerancePercent{"policy.checks_tolerance_percent", 0.0, "A number."};
}  // namespace policy
constexpr Parameter<double> kFactor{"x.factor", 1.2, "A factor.", kPositive};
constexpr Parameter<int> kSteers{"x.steers", 4, "A count.", Range{.least = 1.0, .most = 10.0}};
constexpr Parameter<int> kAnyCount{"x.count", 4, "A count."};
constexpr Parameter<bool> kTruth{"x.truth", true, "A truth."};
constexpr Parameter<LogLevel> kLevel{"x.log_level", LogLevel::info_level, kLevels, "How much is told."};
constexpr Parameter<Distance> kMargin{"x.margin", &quarter_width, "bbox.width / 4", "A margin.", kNotNegative};
constexpr Parameter<Angle> kTurn{"x.turn", 30.0_deg, "An angle.", Range{.most = (90.0_deg).si()}};
constexpr Parameter<AngularSpeed> kRate{"x.rate", AngularSpeed::from_si(kPi / 180.0), "A rate."};
constexpr Parameter<Seconds> kRest{"x.rest", 0.1_s, "A time.", Range{.least = 0.0, .most = 2.0, .above = true}};

TEST(ParameterText, SaysWhatAParameterIs) {
  struct Case {
    const char* name;
    const AnyParameter& parameter;
    const char *type, *unit, *by_default, *range;
  };
  const Case cases[] = {
      {"speed", policy::kMaxSpeed, "speed", "kph", "150kph", ""},
      {"acceleration", policy::kMinAcceleration, "acceleration", "mpsps", "-4mpsps", ""},
      {"jerk", policy::kMaxJerk, "jerk", "mpspsps", "15mpspsps", "at least 0mpspsps"},
      {"length given in cm", policy::kLeastDistance, "length", "m", "0.1m", "above 0m"},
      {"time between bounds", policy::kTooCloseTtc, "time", "s", "0s", "from 0s to 10s"},
      {"time above a bound", kRest, "time", "s", "0.1s", "above 0s, at most 2s"},
      {"angle", kTurn, "angle", "degree", "30degree", "at most 90degree"},
      {"angular rate", kRate, "angular rate", "degree_per_second", "1degree_per_second", ""},
      {"number", kFactor, "number", "", "1.2", "above 0"},
      {"whole number", kSteers, "whole number", "", "4", "from 1 to 10"},
      {"truth", kTruth, "true or false", "", "true", ""},
      {"words", kLevel, "info_level, debug_level, trace_level", "", "info_level", ""},
      {"a default of the actor", kMargin, "length", "m", "bbox.width / 4", "at least 0m"},
  };
  for (const auto& [name, parameter, type, unit, by_default, range] : cases) {
    EXPECT_EQ(type_text(parameter), type) << name;
    EXPECT_EQ(unit_text(parameter), unit) << name;
    EXPECT_EQ(default_text(parameter), by_default) << name;
    EXPECT_EQ(range_text(parameter), range) << name;
  }
}

TEST(ParameterText, ParsesValues) {
  struct Case {
    const char* name;
    const AnyParameter& parameter;
    const char* text;
    double value;
  };
  const Case cases[] = {
      {"the default is the default", policy::kMaxSpeed, "150kph", policy::kMaxSpeed.fallback},
      {"another unit", policy::kMaxSpeed, "10mps", 10.0},
      {"negative", policy::kMinAcceleration, "-4mpsps", -4.0},
      {"cm", kMargin, "50cm", 0.5},
      {"at the bound", policy::kTooCloseTtc, "10000ms", 10.0},
      {"at the bound in another unit", kTurn, "90deg", kPi / 2.0},
      {"a plain number", kFactor, "1.5", 1.5},
      {"a whole number", kSteers, "7", 7.0},
      {"true", kTruth, "true", 1.0},
      {"false", kTruth, "false", 0.0},
      {"a word", kLevel, "trace_level", 2.0},
  };
  for (const auto& [name, parameter, text, value] : cases) {
    const Result<double> parsed = parse_value(parameter, text);
    ASSERT_TRUE(parsed) << name << ": " << parsed.problem().message;
    EXPECT_EQ(*parsed, value) << name;
    const Result<double> again = parse_value(parameter, value_text(parameter, value));
    ASSERT_TRUE(again) << name << ": " << again.problem().message;
    EXPECT_EQ(*again, value) << name;
  }
}

TEST(ParameterText, SaysWhatIsWrongWithAValue) {
  struct Case {
    const char* name;
    const AnyParameter& parameter;
    const char *text, *problem;
  };
  const Case cases[] = {
      {"no unit", policy::kMaxSpeed, "130", "expected a speed with its unit, such as 130kph"},
      {"no unit, a vowel", policy::kMinAcceleration, "-3", "expected an acceleration with its unit, such as -3mpsps"},
      {"another dimension", policy::kMaxSpeed, "130s",
       "s is a unit of time; expected a speed with its unit, such as 130kph"},
      {"another dimension of two words", kTurn, "3degps",
       "degps is a unit of angular rate; expected an angle with its unit, such as 3degree"},
      {"an unknown unit", policy::kMaxSpeed, "130kmhh",
       "unknown unit \"kmhh\" (did you mean \"kmph\"?); expected a speed with its unit, such as 150kph"},
      {"no number", policy::kMaxSpeed, "kph",
       "the number before \"kph\" is missing; expected a speed with its unit, such as 150kph"},
      {"nothing", policy::kMinSpeed, "", "the number is missing; expected a speed with its unit, such as 1kph"},
      {"nothing, a default of the actor", kMargin, "",
       "the number is missing; expected a length with its unit, such as 1m"},
      {"a unit too many", kFactor, "3m", "m is a unit of length; expected a plain number, such as 3"},
      {"a percent sign", policy::kTolerancePercent, "5%", "unknown unit \"%\"; expected a plain number, such as 1"},
      {"infinite in SI", kMargin, "1e308km", "the value must be finite"},
      {"too long a time", policy::kStandingTime, "1e10s", "is longer than 292 years"},
      {"below", policy::kMaxJerk, "-1mpspsps", "must be at least 0mpspsps"},
      {"at what must be exceeded", kFactor, "0", "must be above 0"},
      {"beyond", policy::kTooCloseTtc, "10.001s", "must be from 0s to 10s"},
      {"beyond, in the customary unit", kTurn, "3rad", "must be at most 90degree"},
      {"no truth", kTruth, "yes", "expected true or false"},
      {"a truth as a number", kTruth, "1", "expected true or false"},
      {"no whole number", kSteers, "4.5", "expected a whole number, such as 4"},
      {"a whole number out of range", kSteers, "0", "must be from 1 to 10"},
      {"a whole number too large to hold", kAnyCount, "3000000000", "must be from -2147483647 to 2147483647"},
      {"a whole number that is none of ours", kAnyCount, "99999999999999999999", "expected a whole number, such as 4"},
      {"a near word", kLevel, "debug_levl",
       "expected one of info_level, debug_level, trace_level; did you mean \"debug_level\"?"},
      {"a far word", kLevel, "loud", "expected one of info_level, debug_level, trace_level"},
  };
  for (const auto& [name, parameter, text, problem] : cases) {
    const Result<double> parsed = parse_value(parameter, text);
    EXPECT_EQ(parsed ? "" : parsed.problem().message, problem) << name;
  }
}

TEST(ParameterText, RefusesNumbersThatNameNothing) {
  struct Case {
    const char* name;
    const AnyParameter& parameter;
    double value;
    const char* problem;
  };
  const Case cases[] = {
      {"half a truth", kTruth, 0.5, "expected true or false"},
      {"no such word", kLevel, 3.0, "expected one of info_level, debug_level, trace_level"},
      {"a word before the first", kLevel, -1.0, "expected one of info_level, debug_level, trace_level"},
      {"between two words", kLevel, 0.5, "expected one of info_level, debug_level, trace_level"},
      {"half a count", kSteers, 1.5, "expected a whole number"},
      {"not a number", kFactor, std::nan(""), "the value must be finite"},
  };
  for (const auto& [name, parameter, value, problem] : cases) {
    const auto found = value_problem(parameter, value);
    EXPECT_EQ(found ? found->message : "", problem) << name;
  }
}

}  // namespace
}  // namespace scrutineer::watch
