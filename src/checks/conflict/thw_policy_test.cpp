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

TEST(ThwPolicy, WantsTimeToWhoeverIsAhead) {
  const auto map = map::build_network(kit::straight_road(600.0));
  const auto following = [&](double gap) {
    Scenario scenario({.map = map.get(), .duration = 2s});
    scenario.add({.id = "0", .is_ego = true, .length = 4.0, .width = 2.0}).start_at("1", -1, 100.0).speed(20.0);
    scenario.add({.id = "7", .length = 4.0, .width = 2.0}).start_at("1", -1, 104.0 + gap).speed(20.0);
    return scenario;
  };
  const CheckTester tester = CheckTester("thw_policy").on(*map).with("policy.too_close_THW=1s");
  const auto found = tester.run(following(15.0));
  EXPECT_THAT(found.issues(), ElementsAre("thw_policy of 0 with 7, 0 to 2, warning"));
  EXPECT_NEAR(found.number(0, "least_thw"), 0.75, 1e-9);
  EXPECT_THAT(tester.run(following(21.0)).issues(), ElementsAre());
  EXPECT_EQ(CheckTester("thw_policy").on(*map).run(following(15.0)).status(), "skipped: its limit is 0");
}

}  // namespace
}  // namespace scrutineer::checks
