// What is asked of somebody who is not there does not exist: nothing is stopped by it.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "kit/data.h"
#include "kit/maps.h"
#include "kit/paths.h"
#include "kit/run_program.h"
#include "map/read.h"

namespace scrutineer::lang {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Not;

// Frames at 0 s, 1 s and 2 s; the ego is there in the second one only.
kit::RunData late_ego() {
  kit::Scenario scenario({.map = nullptr, .step = 1s, .duration = 2s});
  scenario.add({.id = "ego", .is_ego = true}).start_free({0.0, 0.0, 0.0}).speed(10.0).appears(1s).vanishes(2s);
  scenario.add({.id = "7"}).start_free({30.0, 0.0, 0.0}).speed(10.0);
  return scenario.run();
}

std::vector<std::string> evaluation_errors(const kit::Ran& ran) {
  std::vector<std::string> errors;
  for (const watch::Issue& issue : ran.evaluation.issues)
    if (issue.kind == "evaluation_error") errors.push_back(issue.message);
  return errors;
}

TEST(AbsentActors, AnswerNothing) {
  struct Case {
    const char* asked;
    const char* absent;
    const char* present;
  };
  const Case cases[] = {
      {"sut.car", "null", "ego"},
      {"sut.car.state.speed", "nan", "10mps"},
      {"sut.car.state.speed > 1mps", "false", "true"},
      {"sut.car.state.speed < 1mps", "false", "false"},
      {"sut.car.id", "null", "ego"},
      {"sut.car.id.length()", "nan", "3"},
      {"sut.car.category", "null", "car"},
      {"sut.car.category == car", "false", "true"},
      {"sut.car.bbox.length", "nan", "5m"},
      {"sut.car.is_standing_still() == false", "true", "true"},
      {"sut.car.is_ego", "false", "true"},
      {"sut.car.is_present", "false", "true"},
      {"sut.car.is(car)", "false", "true"},
      {"sut.car.distance(actor)", "nan", "40m"},
      {"actor.distance(sut.car)", "nan", "40m"},
      {"actor.get_ttc(sut.car) == inf", "false", "true"},
      {"actor.overlaps(sut.car)", "false", "false"},
      {"sut.car.policy.max_speed > 0mps", "false", "true"},
      {"sut.car.visits", "nan", "3"},
      {"sut.car.places.size()", "nan", "1"},
      {"sut.car.places.sum()", "0", "4"},
      {"sut.car.mine.n", "nan", "5"},
      {"sut.car.mine.moving.data == null", "true", "false"},
      {"is_defined(sut.car.state.speed)", "false", "true"},
  };
  for (const auto& [asked, absent, present] : cases) {
    const std::string source = std::string(R"osc(
extend vehicle:
    var visits: int = 3
    var places: list of int = [4]
global modifier sut_vehicle.mine:
    var n: int = 5
    watcher moving is while_w(actor.state.speed > 1mps)
global modifier npc_vehicle.asks:
    on @top.w_clk:
        logger.log_info("$()osc") +
                               asked + R"osc()")
)osc";
    const kit::Ran ran = kit::run(source, late_ego());
    EXPECT_THAT(ran.messages(), ElementsAre(absent, present, absent)) << asked;
    EXPECT_THAT(evaluation_errors(ran), IsEmpty()) << asked;
  }
}

TEST(AbsentActors, TakeNothing) {
  const kit::Ran ran = kit::run(R"osc(
extend vehicle:
    var visits: int = 0
    event seen
global modifier sut_vehicle.mine:
    var n: int = 0
    watcher w is passive_w()
    on @actor.seen:
        logger.log_info("seen")
global modifier npc_vehicle.tells:
    on @top.w_clk:
        sut.car.visits = sut.car.visits + 1
        sut.car.mine.n = sut.car.mine.n + 1
        emit sut.car.seen
        sut.car.mine.w.start_interval()
        for place in traffic.vehicles.filter(it == sut.car):
            logger.log_info("$(place.id) $(sut.car.visits) $(sut.car.mine.n)")
)osc",
                                late_ego());
  EXPECT_THAT(ran.messages(), ElementsAre("seen", "ego 1 1"));
  EXPECT_THAT(evaluation_errors(ran), IsEmpty());
}

// Every file in examples/config, with an ego that appears when the run has long begun.
TEST(AbsentActors, StopNoneOfTheExamples) {
  const auto network = map::build_network(kit::straight_road(400.0));
  kit::Scenario scenario({.map = network.get(), .step = 100ms, .duration = 8s});
  scenario.add({.id = "ego", .is_ego = true}).start_at("1", -1, 10.0).speed(20.0).appears(2s).vanishes(7s);
  scenario.add({.id = "7"}).start_at("1", -1, 60.0).speed(15.0).lateral({{0s, 3.5}, {4s, 3.5}, {5s, 0.0}});
  const kit::RunData data = scenario.run();
  int files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(kit::source_dir() / "examples/config")) {
    if (entry.path().extension() != ".osc") continue;
    ++files;
    const kit::Ran ran = kit::run(kit::read_text(entry.path()), data, network.get());
    EXPECT_THAT(evaluation_errors(ran), IsEmpty()) << entry.path();
    if (entry.path().filename() == "zone.osc") {
      EXPECT_THAT(ran.intervals("npc_vehicle.zones.front_left"), Not(IsEmpty()));
    }
  }
  EXPECT_GE(files, 7);
}

}  // namespace
}  // namespace scrutineer::lang
