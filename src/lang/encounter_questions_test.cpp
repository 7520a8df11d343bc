// What programs may ask of two actors that meet: each measure of docs/conflicts.md is a method.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/quantity.h"
#include "kit/maps.h"
#include "kit/run_program.h"
#include "map/read.h"

namespace scrutineer::lang {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;

kit::MadeActor car(std::string id, bool is_ego = false) {
  return {.id = std::move(id), .is_ego = is_ego, .length = 4.0, .width = 2.0, .height = 1.5};
}

// What the ego's program says in the first frame of the one ahead of it.
std::vector<std::string> answers(const std::string& method, const kit::RunData& data, const map::RoadNetwork* map) {
  return kit::run(
             "global modifier sut_vehicle.m:\n"
             "    on @start:\n"
             "        var other: physical_object = actor.in_front()\n"
             "        logger.log_info(\"$(actor." +
                 method + "(other))\")\n",
             data, map)
      .messages();
}

TEST(EncounterQuestions, OfFollowingAreTheBooks) {
  const auto map = map::build_network(kit::straight_road(900.0));
  kit::Scenario scenario({.map = map.get(), .step = 100ms, .duration = 200ms});
  scenario.add(car("ego", true)).start_at("1", -1, 100.0).speed(20.0);
  scenario.add(car("lead")).start_at("1", -1, 144.0).speed(10.0);
  const kit::RunData data = scenario.run();
  struct Case {
    const char* method;
    const char* answer;
  };
  // 40 m between them, 10 m/s faster, equal masses.
  const Case cases[] = {
      {"encounter_type", "following"},
      {"headway", "40m"},
      {"thw", "2s"},
      {"ttc", "4s"},
      {"mttc", "4s"},
      {"drac", "1.25mpsps"},
      {"other_drac", "nan"},
      {"required_deceleration", "1.25mpsps"},
      {"btn", "0.15625"},
      {"required_lateral", "0.25mpsps"},
      {"stn", "0.03125"},
      {"dce", "0m"},
      {"ttce", "4s"},
      {"impact_speed", "10mps"},
      {"predicted_delta_v", "5mps"},
      {"extended_delta_v", "0mps"},
      {"pet", "nan"},
      {"et", "nan"},
      {"other_et", "nan"},
      {"trail_time", "nan"},
  };
  for (const auto& [method, answer] : cases)
    EXPECT_THAT(answers(method, data, map.get()), ElementsAre(answer)) << method;
}

// Who crosses its way comes first: it leaves the ego's way 0.825 s before the ego is there.
TEST(EncounterQuestions, OfCrossingAreKnownAfterwards) {
  constexpr double kQuarter = 0.5 * kPi;
  kit::Scenario scenario({.duration = 8s});
  scenario.add(car("ego", true)).start_free({-40.0, 0.0, 0.0}).speed(10.0);
  scenario.add(car("other")).start_free({0.0, -20.0, kQuarter}).speed(8.0);
  const kit::Ran ran = kit::run(R"osc(
global modifier sut_vehicle.m:
    var pet: time = inf
    var et: time = nan
    var other_et: time = nan
    on @top.w_clk:
        var other: physical_object = actor.nearest(kind: vehicle)
        if other != null:
            if is_defined(actor.pet(other)):
                pet = min(pet, actor.pet(other))
            if is_defined(actor.et(other)):
                et = actor.et(other)
            if is_defined(actor.other_et(other)):
                other_et = actor.other_et(other)
    on @end:
        logger.log_info("$(pet) $(et) $(other_et)")
)osc",
                                scenario.run());
  EXPECT_THAT(ran.messages(), ElementsAre("0.825s 0.6s 0.75s"));
}

// In `cover`-like records and checkers as in any expression.
TEST(EncounterQuestions, AreUsedInCheckers) {
  const auto map = map::build_network(kit::straight_road(900.0));
  kit::Scenario scenario({.map = map.get(), .step = 100ms, .duration = 3s});
  scenario.add(car("ego", true)).start_at("1", -1, 100.0).speed(20.0);
  scenario.add(car("lead")).start_at("1", -1, 144.0).speed(10.0);
  const kit::Ran ran = kit::run(R"osc(
extend issue_kind: [hard_to_avoid]
struct hardest inherits any_watcher_data:
    var drac: acceleration = 0mpsps
    record(drac, unit: mpsps, text: "The hardest.")
watcher modifier brakes_hard(hardest):
    on @top.w_clk:
        var other: physical_object = actor.in_front()
        var needed: acceleration = other == null ? 0mpsps : actor.drac(other)
        if data == null and needed > 2mpsps:
            start_interval()
        if data != null:
            data.drac = max(data.drac, needed)
global modifier sut_vehicle.m:
    checker hard is brakes_hard() with:
        it.sut_issue(severity: info, kind: hard_to_avoid)
)osc",
                                scenario.run(), map.get());
  EXPECT_THAT(ran.intervals("sut_vehicle.m.hard"), ElementsAre("1.6 to 3 of ego: drac=5"));
}

}  // namespace
}  // namespace scrutineer::lang
