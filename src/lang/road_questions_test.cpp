// What programs may ask of map, lights and neighbours, and the profile that they choose.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kit/maps.h"
#include "kit/run_program.h"
#include "map/read.h"
#include "scene/lights.h"

namespace scrutineer::lang {
namespace {

using namespace std::chrono_literals;
using namespace literals;
using testing::ElementsAre;

// A street of 1 km with a sign, a light behind a stop line, a crosswalk, a lower limit and a slope; the ego on lane -2.
std::unique_ptr<const map::RoadNetwork> street() {
  kit::MapBuilder map;
  map.road(kit::RoadBuilder("1")
               .line(1000.0)
               .lanes({-2, -1, 1})
               .speed(0.0, 20.0_mps)
               .speed(180.0, 10.0_mps)
               .lane_type(-2, map::LaneType::driving)
               .mark(-1, map::MarkType::broken, map::MarkColour::yellow)
               .elevation(0.0, {0.0, 0.05, 0.0, 0.0})
               .signal(kit::stop_sign("S", 140.0, -8.0, map::Orientation::with_s))
               .signal(kit::stop_line("P", 149.0, -3.5, map::Orientation::with_s))
               .signal(kit::light("L", 150.0, -8.0, map::Orientation::with_s))
               .object(kit::crosswalk("C", 162.0, -3.5, 7.0)));
  return map::build_network(map.build());
}

std::vector<std::string> answers(const std::string& expression) {
  const auto map = street();
  kit::Scenario scenario({.map = map.get(), .step = 100ms, .duration = 100ms});
  scenario.add({.id = "ego", .is_ego = true, .length = 4.0, .width = 2.0}).start_at("1", -2, 100.0).speed(10.0);
  scenario.add({.id = "front", .length = 4.0}).start_at("1", -2, 130.0).speed(10.0);
  scenario.add({.id = "rear", .length = 4.0}).start_at("1", -2, 80.0).speed(10.0);
  scenario.add({.id = "beside", .length = 4.0}).start_at("1", -1, 110.0).speed(10.0);
  scenario.add({.id = "behind_beside", .length = 4.0}).start_at("1", -1, 90.0).speed(10.0);
  scenario.add({.id = "walker", .category = trace::Category::person}).start_free({105.0, -9.0, 0.0}).speed(1.0);
  scenario.light("1", "L", {{0s, trace::LightColour::red}});
  const kit::RunData data = scenario.run();
  const SourceText source{
      "my.osc", "global modifier sut_vehicle.m:\n    on @start:\n        logger.log_info(\"$(" + expression + ")\")\n"};
  const std::vector<watch::Check>& catalogue = kit::catalogue();
  const Compilation made = compile({&source, 1}, {.catalogue = catalogue});
  EXPECT_EQ(render(made.diagnostics, *made.sources), "") << expression;
  if (!made.program) return {};
  const auto& checks = made.program->checks();
  const watch::Settings settings(checks);
  const auto companion = made.program->start();
  scene::LightHeads lights(*map);
  watch::Engine engine(checks, settings, {.map = map.get(), .lights = &lights, .companion = companion.get()});
  engine.announce(watch::EgoIs{trace::ActorId(0)});
  for (const trace::Frame& frame : data.frames) {
    lights.advance(frame, data.lights);
    engine.step(frame, data.actors);
  }
  std::vector<std::string> said;
  for (const watch::LogMessage& message : engine.finish().messages) said.push_back(message.text);
  return said;
}

TEST(RoadQuestions, AreAnswered) {
  struct Case {
    const char* expression;
    const char* answer;
  };
  const Case cases[] = {
      {"map.lane_type(actor)", "driving"},
      {"map.lane_type_beside(actor, left)", "driving"},
      {"map.lane_type_beside(actor, right)", "null"},
      {"map.marking(actor, left)", "broken"},
      {"map.marking_colour(actor, left)", "yellow"},
      {"map.marking(actor, right)", "null"},
      {"map.lane_count(actor)", "2"},
      {"map.lane_width(actor)", "3.5m"},
      {"actor.state.lane_width", "3.5m"},
      {"map.road_type(actor)", "town"},
      {"map.is_divided(actor)", "false"},
      {"map.curvature(actor)", "0"},
      {"map.grade(actor)", "0.05"},
      {"map.junction_kind(actor)", "null"},
      {"map.legal_speed_ahead(actor, 70m)", "20mps"},
      {"map.legal_speed_ahead(actor, 80m)", "10mps"},
      {"map.legal_speed_ahead(actor, 100m)", "10mps"},
      {"map.legal_speed_ahead(actor, 101m)", "nan"},
      {"map.legal_speed_ahead(actor, nan)", "nan"},
      {"map.distance_to_stop_line(actor)", "47m"},
      {"map.distance_to_crosswalk(actor)", "58m"},
      {"map.signals_ahead(actor).size()", "3"},
      {"map.signal_id(map.signals_ahead(actor)[0])", "S"},
      {"map.signal_kind(map.signals_ahead(actor)[0])", "stop_sign"},
      {"map.signals_ahead(actor, within: 40m).size()", "1"},
      {"map.distance_to_signal(actor, map.signals_ahead(actor)[0])", "38m"},
      {"actor.distance_to_light()", "48m"},
      {"actor.next_light_colour()", "red"},
      {"map.light_colour(actor.next_light())", "red"},
      {"map.signal_id(actor.next_light())", "L"},
      {"actor.in_front().id", "front"},
      {"actor.behind().id", "rear"},
      {"actor.gap_behind()", "16m"},
      {"actor.neighbours(left).size()", "2"},
      {"actor.neighbours(left, within: 5m).size()", "0"},
      {"actor.neighbours(right).size()", "0"},
      {"actor.leader_beside(left).id", "beside"},
      {"actor.follower_beside(left).id", "behind_beside"},
      {"actor.nearest(kind: person).id", "walker"},
      {"actor.nearest(kind: vru, within: 3m) == null", "true"},
      {"actor.nearest().id", "walker"},
      {"conditions.precipitation", "unknown"},
      {"conditions.precipitation == unknown", "true"},
      {"conditions.precipitation != heavy", "true"},
      {"conditions.precipitation <= light", "false"},
      {"conditions.precipitation >= light", "false"},
      {"conditions.illumination < day", "false"},
      {"conditions.visibility >= unknown", "false"},
  };
  for (const auto& [expression, answer] : cases) EXPECT_THAT(answers(expression), ElementsAre(answer)) << expression;
}

// 133 m from centre to centre, bodies of 4 m, 10 m/s: 12.9 s.
TEST(TimesToCollision, LookAsFarAheadAsTheyAreAsked) {
  struct Case {
    const char *expression, *answer;
  };
  const Case cases[] = {
      {"actor.get_ttc(other)", "inf"},
      {"actor.get_ttc(other, 12.8s)", "inf"},
      {"actor.get_ttc(other, 13s)", "12.9s"},
      {"actor.get_ttc(other, horizon: inf)", "12.9s"},
      {"actor.get_ttc(other, -1s)", "inf"},
      {"actor.get_ttc(other, nan)", "nan"},
      {"actor.get_min_ttc()", "inf"},
      {"actor.get_min_ttc(13s)", "12.9s"},
      {"actor.get_min_ttc(nan)", "nan"},
      {"actor.get_min_ttc_to_objects([other])", "inf"},
      {"actor.get_min_ttc_to_objects([other], 20s)", "12.9s"},
      {"actor.get_min_ttc_to_objects([actor], 20s)", "inf"},
      {"other.get_min_ttc_to_objects([actor], 20s)", "12.9s"},
  };
  kit::Scenario scenario({.step = 100ms, .duration = 100ms});
  scenario.add({.id = "ego", .is_ego = true, .length = 4.0, .width = 2.0}).start_free({0.0, 0.0, 0.0}).speed(10.0);
  scenario.add({.id = "7", .length = 4.0, .width = 2.0}).start_free({133.0, 0.0, 0.0}).speed(0.0);
  const kit::RunData data = scenario.run();
  for (const auto& [expression, answer] : cases) {
    const kit::Ran ran = kit::run(
        "global modifier sut_vehicle.m:\n    on @start:\n        for other in traffic.vehicles.filter(it != actor):\n"
        "            logger.log_info(\"$(" +
            std::string(expression) + ")\")\n",
        data);
    EXPECT_THAT(ran.messages(), ElementsAre(answer)) << expression;
  }
}

TEST(RoadQuestions, HaveNoAnswerWithoutAMap) {
  kit::Scenario scenario({.step = 100ms, .duration = 100ms});
  scenario.add({.id = "7"}).start_free({0.0, 0.0, 0.0}).speed(10.0);
  const kit::Ran ran = kit::run(R"osc(
global modifier vehicle.m:
    on @start:
        logger.log_info("$(map.lane_type(actor)) $(map.curvature(actor)) $(map.signals_ahead(actor).size()) $(actor.behind() == null) $(is_defined(actor.next_light()))")
)osc",
                                scenario.run());
  EXPECT_EQ(ran.diagnostics, "");
  EXPECT_THAT(ran.messages(), ElementsAre(testing::HasSubstr("null ")));
}

TEST(RoadQuestions, ACheckerThatAsksForWhatNobodyTellsIsSkipped) {
  struct Case {
    const char *name, *condition, *reason;
  };
  const Case cases[] = {
      {"lights", "actor.next_light_colour() == red", "the run has no light states"},
      {"a plan", "actor.get_planned_speed() > 3mps", "the run has no planned path"},
      {"what needs none of these", "actor.state.speed > 1mps", ""},
      {"weather", "conditions.precipitation >= moderate", "the run does not tell precipitation"},
      {"a number of it", "actor.state.speed > 1mps and conditions.rainfall_rate * 2 > 3",
       "the run does not tell rainfall_rate"},
      {"one of several words", "conditions.illumination in [day, night]", "the run does not tell illumination"},
      {"a range", "conditions.rainfall_rate in [1..3]", "the run does not tell rainfall_rate"},
      {"indicators", "actor.state.vehicle_indicators.indicator == left", "the run does not tell indicator"},
      {"brake lights", "actor.state.vehicle_indicators.brake_light == on", "the run does not tell brake_light"},
      {"pitch", "abs(actor.state.orientation.pitch) > 5deg", "the run does not tell pitch_roll"},
      {"by a method", "is_dark() and actor.state.speed > 1mps", "the run does not tell illumination"},
      {"weather or not", "actor.state.speed > 1mps or conditions.precipitation >= moderate", ""},
      {"a limit for each weather", "actor.state.speed > (conditions.precipitation >= moderate ? 1mps : 2mps)", ""},
      {"unless it is told", "not (conditions.precipitation >= moderate)", ""},
      {"unknown itself", "conditions.precipitation == unknown and conditions.visibility != good", ""},
  };
  const auto map = street();
  kit::Scenario scenario({.map = map.get(), .step = 100ms, .duration = 1s});
  scenario.add({.id = "ego", .is_ego = true}).start_at("1", -2, 100.0).speed(10.0).reports({trace::Field::velocity});
  for (const Case& row : cases) {
    kit::RunData data = scenario.run();
    const kit::Ran ran =
        kit::run(std::string("global modifier vehicle.m:\n"
                             "    def is_dark() -> bool is expression conditions.illumination == night\n"
                             "    watcher w is while_w(") +
                     row.condition + ")\n",
                 data, map.get());
    const auto found = std::ranges::find(ran.evaluation.checks, "vehicle.m.w", &watch::CheckOutcome::name);
    ASSERT_NE(found, ran.evaluation.checks.end()) << row.name;
    EXPECT_EQ(found->reason, row.reason) << row.name;
    EXPECT_EQ(found->state == watch::CheckOutcome::State::skipped, *row.reason != '\0') << row.name;
    EXPECT_EQ(ran.intervals("vehicle.m.w").size(), *row.reason != '\0' ? 0U : 1U) << row.name;
  }
}

// One that is told of one actor only, and of it only later, is judged.
TEST(RoadQuestions, ACheckerIsNotSkippedWhereSomebodyTells) {
  kit::Scenario scenario({.step = 100ms, .duration = 1s});
  scenario.add({.id = "ego", .is_ego = true}).start_free({0.0, 0.0, 0.0}).speed(10.0);
  scenario.add({.id = "7"}).start_free({0.0, 50.0, 0.0}).speed(10.0).indicator({{500ms, trace::Indicator::off}});
  const kit::Ran ran = kit::run(
      "global modifier vehicle.m:\n"
      "    watcher w is while_w(actor.state.vehicle_indicators.indicator == left)\n"
      "extend top.main:\n"
      "    watcher wet is while_w(conditions.precipitation >= light)\n"
      "    watcher fast_road is while_w(sut.car.is_on_highway())\n"
      "    watcher fast is while_w(sut.car.state.speed > 3mps)\n"
      "on @end:\n"
      "    logger.log_info(\"$(sut.car.is_on_highway())\")\n",
      scenario.run());
  EXPECT_EQ(ran.diagnostics, "");
  const auto reason = [&](std::string_view name) {
    const auto found = std::ranges::find(ran.evaluation.checks, name, &watch::CheckOutcome::name);
    return found == ran.evaluation.checks.end() ? "there is none" : found->reason;
  };
  EXPECT_EQ(reason("vehicle.m.w"), "");
  EXPECT_EQ(reason("top.wet"), "the run does not tell precipitation") << "of the run, and no actor's";
  EXPECT_EQ(reason("top.fast_road"), "there is no map");
  EXPECT_EQ(reason("top.fast"), "");
  EXPECT_EQ(reason("run"), "");
}

TEST(RoadQuestions, ProfilesAreChosenInPrograms) {
  kit::Scenario scenario({.step = 100ms, .duration = 2s});
  scenario.add({.id = "ego", .is_ego = true}).start_free({0.0, 0.0, 0.0}).speed(60.0);
  const auto kinds = [&](const std::string& program) {
    std::set<std::string> found;
    for (const watch::Issue& issue : kit::run(program, scenario.run()).evaluation.issues) found.insert(issue.kind);
    return found;
  };
  EXPECT_EQ(kinds("extend top:\n    keep(profile == classic)\n").count("speed_policy"), 1U);
  EXPECT_EQ(kinds("extend top:\n    keep(profile == modern)\n"),
            (std::set<std::string>{"kinematic_behavior_physical", "kinematic_behavior_spec"}));
  EXPECT_GT(kinds("extend top:\n    keep(profile == all)\n").size(), 2U);
  EXPECT_EQ(kinds("extend top:\n    keep(profile == modern)\nextend vehicle:\n    keep(kinematic_spec_speed.upper == "
                  "300kph)\n"),
            (std::set<std::string>{"kinematic_behavior_physical"}));
}

}  // namespace
}  // namespace scrutineer::lang
