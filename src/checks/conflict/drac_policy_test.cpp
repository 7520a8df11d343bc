#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kit/check_tester.h"
#include "kit/maps.h"
#include "map/read.h"

namespace scrutineer::checks {
namespace {

using namespace std::chrono_literals;
using kit::CheckTester;
using kit::Scenario;
using testing::ElementsAre;

TEST(DracPolicy, WantsThatNobodyHasToBrakeTooHard) {
  const auto map = map::build_network(kit::straight_road(600.0));
  // The gap shrinks by 1 m each frame, from 50 m; 100 / 2 g is above 2.5 from 20 m on.
  Scenario scenario({.map = map.get(), .duration = 4s});
  scenario.add({.id = "0", .is_ego = true, .length = 4.0, .width = 2.0}).start_at("1", -1, 100.0).speed(20.0);
  scenario.add({.id = "7", .length = 4.0, .width = 2.0}).start_at("1", -1, 153.9).speed(10.0);
  const auto found = CheckTester("drac_policy").on(*map).with("policy.max_drac=2.5mpsps").run(scenario);
  EXPECT_THAT(found.issues(), ElementsAre("drac_policy of 0 with 7, 3 to 4, warning"));
  EXPECT_NEAR(found.number(0, "largest_drac"), 100.0 / (2.0 * 9.9), 1e-6);
  EXPECT_EQ(found.text(0, "encounter_type"), "following");
  EXPECT_EQ(CheckTester("drac_policy").on(*map).run(scenario).status(), "skipped: its limit is 0");
}

}  // namespace
}  // namespace scrutineer::checks
