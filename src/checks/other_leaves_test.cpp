// What checks find between two actors lasts no longer than both are there.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numbers>

#include "kit/check_tester.h"
#include "kit/maps.h"
#include "map/read.h"

namespace scrutineer::checks {
namespace {

using namespace std::chrono_literals;
using kit::CheckTester;
using kit::Scenario;

constexpr Duration kLeaves = 1500ms;

// The ego comes nearer to a car ahead of it.
Scenario following(const map::RoadNetwork& map) {
  Scenario scenario({.map = &map, .duration = 3s});
  scenario.add({.id = "0", .is_ego = true, .length = 4.0, .width = 2.0}).start_at("1", -1, 100.0).speed(20.0);
  return scenario;
}
kit::ActorScript& add_leader(Scenario& scenario, const char* id, double at) {
  return scenario.add({.id = id, .length = 4.0, .width = 2.0}).start_at("1", -1, at).speed(15.0);
}

TEST(ChecksOfTwo, EndWithTheLastFrameOfTheOther) {
  const auto map = map::build_network(kit::straight_road(900.0));
  Scenario vanishes = following(*map), stays = following(*map), another = following(*map), jumps = following(*map);
  add_leader(vanishes, "7", 130.0).vanishes(kLeaves);
  add_leader(stays, "7", 130.0);
  add_leader(another, "7", 130.0).vanishes(kLeaves);
  add_leader(another, "8", 136.0);
  add_leader(jumps, "7", 130.0).fault(kit::jump(kLeaves, 400.0, 0.0));

  Scenario crosses({.duration = 8s});
  crosses.add({.id = "0", .is_ego = true, .length = 4.0, .width = 2.0}).start_free({-39.95, 0.0, 0.0}).speed(10.0);
  crosses.add({.id = "7", .length = 4.0, .width = 2.0})
      .start_free({0.0, -20.0, std::numbers::pi / 2.0})
      .speed(8.0)
      .vanishes(3900ms);

  Scenario wall({.duration = 3s});
  wall.add({.id = "0", .is_ego = true, .length = 4.0, .width = 2.0, .height = 1.5}).start_free({}).speed(10.0);
  wall.add({.id = "7",
            .category = trace::Category::object,
            .length = 100.0,
            .width = 1.0,
            .height = 1.0,
            .is_static = true})
      .poses({kit::PoseAt{.x = 50.0, .y = -1.6}})
      .vanishes(kLeaves);

  const auto with = [&](const char* check, const char* setting) { return CheckTester(check).on(*map).with(setting); };
  const CheckTester thw = with("thw_policy", "sut.policy.too_close_THW=2s");
  struct Case {
    const char* name;
    CheckTester tester;
    const Scenario& scenario;
    std::vector<std::string> intervals;
  };
  const Case cases[] = {
      {"thw", thw, vanishes, {"0 with 7, 0 to 1.4, actor_gone"}},
      {"drac", with("drac_policy", "sut.policy.max_drac=0.1mpsps"), vanishes, {"0 with 7, 0 to 1.4, actor_gone"}},
      {"ttc", with("ttc_policy", "sut.policy.too_close_TTC=10s"), vanishes, {"0 with 7, 0 to 1.4, actor_gone"}},
      {"rss",
       with("rss_policy", "sut.policy.max_rss_violation_time=0.3s"),
       vanishes,
       {"0 with 7, 0.4 to 1.4, actor_gone"}},
      {"pet", with("pet_policy", "sut.policy.too_close_PET=1s"), crosses, {"0 with 7, 3.7 to 3.8, actor_gone"}},
      {"static object", CheckTester("static_object_too_close"), wall, {"0 with 7, 0 to 1.4, actor_gone"}},
      {"the other stays", thw, stays, {"0 with 7, 0 to 3, run_end"}},
      {"somebody else is too near as well", thw, another, {"0 with 8, 0 to 3, run_end"}},
      {"it is relocated, but stays too near", thw.with_relocation("7", kLeaves), stays, {"0 with 7, 0 to 3, run_end"}},
      {"it is relocated", thw.with_relocation("7", kLeaves), jumps, {"0 with 7, 0 to 1.4, relocation"}},
      {"it jumps, and nobody says so", thw, jumps, {"0 with 7, 0 to 1.5, condition"}},
      {"violations are joined", thw.with("thw_policy.merge_gap=1s"), vanishes, {"0 with 7, 0 to 1.4, actor_gone"}},
  };
  for (const Case& c : cases) EXPECT_EQ(c.tester.run(c.scenario).intervals(), c.intervals) << c.name;
}

}  // namespace
}  // namespace scrutineer::checks
