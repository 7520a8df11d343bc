#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numbers>

#include "kit/check_tester.h"

namespace scrutineer::checks {
namespace {

using namespace std::chrono_literals;
using kit::CheckTester;
using kit::Scenario;
using testing::ElementsAre;

// The other crosses at right angles; the ego's front is where its rear was, 0.82 s later.
Scenario crossing(double other_speed) {
  Scenario scenario({.duration = 8s});
  scenario.add({.id = "0", .is_ego = true, .length = 4.0, .width = 2.0}).start_free({-39.95, 0.0, 0.0}).speed(10.0);
  scenario.add({.id = "7", .length = 4.0, .width = 2.0})
      .start_free({0.0, -20.0, std::numbers::pi / 2.0})
      .speed(other_speed);
  return scenario;
}

TEST(PetPolicy, WantsTimeBetweenTwoWhoseWaysCross) {
  const CheckTester tester = CheckTester("pet_policy").with("sut.policy.too_close_PET=1s");
  const auto found = tester.run(crossing(8.0));
  EXPECT_THAT(found.issues(), ElementsAre("pet_policy of 0 with 7, 3.7 to 4, warning"));
  EXPECT_NEAR(found.number(0, "least_pet"), 0.82, 1e-6);
  EXPECT_EQ(found.text(0, "encounter_type"), "crossing");
  EXPECT_THAT(found.messages(), ElementsAre("Ego 0 and car 7 were at one place within 0.82 s; it should be 1 s "
                                            "(setting: policy.too_close_PET)"));
  EXPECT_THAT(tester.run(crossing(10.0)).issues(), ElementsAre()) << "1.4 s";
  EXPECT_EQ(CheckTester("pet_policy").run(crossing(8.0)).status(), "skipped: its limit is 0");
}

}  // namespace
}  // namespace scrutineer::checks
