// Instances of built-in checkers whose values come from a config of the user's own.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kit/run_program.h"
#include "kit/scenario.h"

namespace scrutineer::lang {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::HasSubstr;

TEST(ConfigPaths, AreNamedByTheInstancesThatUseThem) {
  kit::Scenario scenario({.duration = 4s});
  scenario.add({.id = "ego", .is_ego = true}).start_free({}).speed(10.0).fault(kit::jump(2s, 5.0, 0.0));
  scenario.add({.id = "7"}).start_free({0.0, 20.0, 0.0}).speed(10.0).fault(kit::jump(3s, 5.0, 0.0));
  const kit::Ran ran = kit::run(R"osc(
extend ftlx_global_eval_config:
    const my_config: teleportation_checker_config = new
    set my_config.distance_factor_threshold = 1.5
    set my_config.log_level = debug_level

global modifier npc_vehicle.positions:
    checker jumps is teleportation(physical_object: actor)
    keep(jumps.teleportation_checker_config == ftlx_global_eval_config.my_config)
)osc",
                                scenario.run());
  std::vector<std::string> details;
  for (const watch::Issue& issue : ran.evaluation.issues)
    if (issue.kind == "teleportation") details.push_back(issue.details);
  EXPECT_THAT(details,
              ElementsAre(HasSubstr("(configurable as ftlx_global_eval_config.ego_teleportation_checker_config."
                                    "distance_factor_threshold and distance_threshold_tolerance)"),
                          HasSubstr("threshold: 2m (configurable as ftlx_global_eval_config.my_config."
                                    "distance_factor_threshold and distance_threshold_tolerance)")));
  EXPECT_THAT(ran.messages(), ElementsAre(HasSubstr("an interval starts at 3s"), HasSubstr("ends at 3.1s")));
}

}  // namespace
}  // namespace scrutineer::lang
