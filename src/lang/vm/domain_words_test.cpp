// The words of domain.osc are numbers at run time, and those numbers are the program's own enumerations: whoever
// reorders one side hears of it here.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "checks/catalogue.h"
#include "kit/maps.h"
#include "kit/scenario.h"
#include "lang/compile.h"
#include "lang/sema/analyse.h"
#include "lang/vm/intrinsics.h"
#include "lang/vm/pair_distances.h"
#include "map/read.h"
#include "trace/words.h"
#include "watch/engine.h"

namespace scrutineer::lang {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::ElementsAreArray;

// As the library declares it.
std::vector<std::string> words_of(std::string_view name) {
  const std::vector<watch::Check> none;
  const watch::Settings settings(none);
  Sources sources;
  const FileIndex file = sources.add("empty.osc", "\n");
  std::vector<std::string_view> names;
  for (const Intrinsic& intrinsic : intrinsics()) names.push_back(intrinsic.name);
  const Analysis analysis = analyse(sources, {file}, {none, settings, names}, {});
  EXPECT_EQ(render(analysis.diagnostics, sources), "");
  const auto& enums = analysis.program.enums;
  const auto found = std::ranges::find(enums, name, &EnumType::name);
  return found == enums.end() ? std::vector<std::string>() : found->words;
}

template <typename Enum>
std::vector<std::string> words_until(Enum last) {
  std::vector<std::string> words;
  for (int i = 0; i <= static_cast<int>(last); ++i) words.emplace_back(to_word(static_cast<Enum>(i)));
  return words;
}

TEST(DomainWords, AreInTheOrderOfTheProgramsOwn) {
  struct Case {
    const char* name;
    std::vector<std::string> expected;
  };
  const Case cases[] = {
      {"issue_severity", words_until(watch::Severity::error)},
      {"issue_category", words_until(watch::Category::tool)},
      {"driver_kind", words_until(trace::Driver::external_driver)},
      {"av_state", words_until(trace::AvState::inactive)},
      {"indicator_state", words_until(trace::Indicator::hazard)},
      {"brake_light_state", words_until(trace::BrakeLight::on)},
      {"vehicle_category", words_until(trace::Category::curbstone)},
  };
  for (const auto& [name, expected] : cases) EXPECT_THAT(words_of(name), ElementsAreArray(expected)) << name;
  EXPECT_EQ(words_of("vehicle_category").size(), trace::words<trace::Category>().size());
}

TEST(DomainWords, OfBodyPointsAreThose) {
  const std::pair<const char*, BodyPoint> cases[] = {
      {"center", BodyPoint::center},
      {"front_center", BodyPoint::front_center},
      {"back_center", BodyPoint::back_center},
      {"left_center", BodyPoint::left_center},
      {"right_center", BodyPoint::right_center},
      {"front_left", BodyPoint::front_left},
      {"front_right", BodyPoint::front_right},
      {"back_left", BodyPoint::back_left},
      {"back_right", BodyPoint::back_right},
  };
  const std::vector<std::string> words = words_of("body_point");
  ASSERT_GE(words.size(), kBodyPoints);
  ASSERT_EQ(std::size(cases), kBodyPoints);
  for (const auto& [word, point] : cases) EXPECT_EQ(words[static_cast<std::size_t>(point)], word);
}

// These the functions know by their places alone: each word must have its own effect.
TEST(DomainWords, OfFunctionsDoWhatTheySay) {
  const SourceText source{"my.osc", R"osc(
global modifier sut_vehicle.m:
    on @start:
        var other: vehicle = traffic.vehicles[1]
        logger.log_info("$(actor.object_distance(other, longitudinal))")
        logger.log_info("$(actor.object_distance(other, lateral))")
        logger.log_info("$(actor.object_distance(other, vertical))")
        logger.log_info("$(actor.object_distance(other, euclidean))")
        logger.log_info("$(actor.object_distance(other, lon, reference_points))")
        logger.log_info("$(actor.object_distance(other, lat, bounding_boxes))")
        logger.log_info("$(actor.get_t_coord(on_road)) $(actor.get_t_coord(on_lane))")
        logger.log_info("$(actor.get_t_coord(road)) $(actor.get_t_coord(lane))")
)osc"};
  const std::vector<watch::Check> catalogue;
  const Compilation made = compile({&source, 1}, {.catalogue = catalogue});
  ASSERT_EQ(render(made.diagnostics, *made.sources), "");
  const auto map = map::build_network(kit::straight_road(500.0));
  kit::Scenario scenario({.map = map.get(), .step = 100ms, .duration = 200ms});
  scenario.add({.id = "ego", .is_ego = true, .length = 4.0, .width = 2.0}).start_at("1", -1, 100.0).speed(10.0);
  scenario.add({.id = "7", .length = 4.0, .width = 2.0}).start_at("1", 1, 130.0).speed(10.0);
  const kit::RunData run = scenario.run();
  const auto& checks = made.program->checks();
  const watch::Settings settings(checks);
  const auto companion = made.program->start();
  watch::Engine engine(checks, settings, {.map = map.get(), .companion = companion.get()});
  engine.announce(watch::EgoIs{trace::ActorId(0)});
  for (const trace::Frame& frame : run.frames) engine.step(frame, run.actors);
  std::vector<std::string> said;
  for (const watch::LogMessage& message : engine.finish().messages) said.push_back(message.text);
  EXPECT_THAT(said, ElementsAre("30m", "3.5m", "0m", "30.203m", "30m", "1.5m", "-1.75m 0m", "-1.75m 0m"));
}

}  // namespace
}  // namespace scrutineer::lang
