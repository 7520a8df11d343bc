#include "run/detail/setting_effects.h"

#include <gmock/gmock.h>

#include "checks/catalogue.h"

namespace scrutineer::run::detail {
namespace {

using testing::HasSubstr;

struct Case {
  const char* name;
  std::vector<const char*> set;
  const char* found;  // a part of what is said; empty: nothing is
};

watch::Settings settings_of(const std::vector<watch::Check>& checks, const std::vector<const char*>& set) {
  watch::Settings settings(checks);
  for (const char* assignment : set) EXPECT_FALSE(settings.set(assignment)) << assignment;
  return settings;
}

TEST(SettingEffects, AreToldWhereASettingMovesSeveralCheckers) {
  const std::vector<watch::Check> checks = checks::catalogue();
  const Case cases[] = {
      {"nothing is set", {}, ""},
      {"one checker alone reads it", {"policy.max_jerk=3mpspsps"}, ""},
      {"two read it",
       {"policy.max_speed=40kph"},
       "policy.max_speed is set, and moves the limits of perceived_teleport and speed_policy"},
      {"for the ego alone", {"sut.car.policy.max_speed=40kph"}, "policy.max_speed is set"},
      {"for one actor", {"actors.7.policy.max_speed=40kph"}, "policy.max_speed is set"},
      {"for a type", {"truck.policy.max_speed=80kph"}, "policy.max_speed is set"},
      {"what it is anyway", {"policy.max_speed=150kph"}, ""},
      {"the other is not done", {"policy.max_speed=40kph", "perceived_teleport.enabled=false"}, ""},
      {"watchers raise no issues", {"scenario_relevance_kpi.vehicle_max_lat_offset=3m"}, ""},
      {"a tolerance", {"policy.checks_tolerance_percent=5"}, "speed_limit"},
  };
  for (const auto& [name, set, found] : cases) {
    const auto notes = side_effects(checks, settings_of(checks, set));
    EXPECT_EQ(notes.size(), *found == '\0' ? 0U : 1U) << name;
    EXPECT_THAT(notes.empty() ? "" : notes.front(), HasSubstr(found)) << name;
  }
}

TEST(SettingEffects, BoundsThatExcludeEachOtherAreAProblem) {
  const std::vector<watch::Check> checks = checks::catalogue();
  const Case cases[] = {
      {"defaults", {}, ""},
      {"both moved", {"policy.min_speed=100kph", "policy.max_speed=120kph"}, ""},
      {"the least above the largest",
       {"policy.min_speed=200kph"},
       "policy.min_speed=200kph is above policy.max_speed=150kph"},
      {"for the ego alone",
       {"policy.min_speed=50kph", "sut.car.policy.max_speed=40kph"},
       "policy.min_speed=50kph is above"},
      {"a stretch that ends before it begins",
       {"junction_checkers.checker_approach_junction.expected_stop_distance_lb=4m"},
       "expected_stop_distance_lb=4m is above"},
  };
  for (const auto& [name, set, found] : cases) {
    const auto problem = contradiction(settings_of(checks, set));
    EXPECT_EQ(problem.has_value(), *found != '\0') << name;
    EXPECT_THAT(problem ? problem->message : "", HasSubstr(found)) << name;
  }
}

}  // namespace
}  // namespace scrutineer::run::detail
