#include "suite/planned_runs.h"

#include <gtest/gtest.h>

namespace scrutineer::suite {
namespace {

TEST(PlannedRuns, AreInTheConfigurationOfASuite) {
  struct Case {
    const char *name, *configuration;
    std::size_t count;
  };
  const Case cases[] = {
      {"of an older version", R"({"config": []})", 0},
      {"nothing", "", 0},
      {"no JSON", "{", 0},
      {"of another type", R"({"planned_runs": "7"})", 0},
      {"negative", R"({"planned_runs": -7})", 0},
      {"there", R"({"config": [], "planned_runs": 7})", 7},
  };
  for (const auto& [name, configuration, count] : cases) {
    EXPECT_EQ(planned_runs_of(configuration), count) << name;
    EXPECT_EQ(planned_runs_of(with_planned_runs(configuration, 9)), 9U) << name;
  }
}

}  // namespace
}  // namespace scrutineer::suite
