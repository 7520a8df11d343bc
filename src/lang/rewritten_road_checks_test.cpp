// speed_limit_violation and lane_change, written in the language over facts (src/lang/rewritten/*.osc), against the built-in
// ones in SUMO's traffic on real maps: the same intervals, and the same numbers wherever metrics have the same name.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>

#include "base/text.h"
#include "kit/maps.h"
#include "kit/read_run.h"
#include "kit/run_program.h"
#include "kit/sumo.h"
#include "map/read.h"

namespace scrutineer::lang {
namespace {

using namespace std::chrono_literals;
using namespace literals;

struct RewrittenRoadCheck {
  const char *built_in, *written;
};
constexpr RewrittenRoadCheck kViolations{"speed_limit_violation", "vehicle.limits.rewritten_speed_limit_violation"};
constexpr RewrittenRoadCheck kLaneChanges{"lane_change", "vehicle.lanes.rewritten_lane_change"};

// Lives as long as the test: results refer to its texts.
const Compilation& compiled_checks() {
  static const Compilation kMade = [] {
    std::vector<SourceText> files;
    for (const std::string name : {"speed_limit_violation.osc", "lane_change.osc"})
      files.push_back({name, kit::read_text(kit::source_dir() / "src/lang/rewritten" / name)});
    return compile(files, {.catalogue = kit::catalogue()});
  }();
  return kMade;
}

// Of everybody, as the language's are.
watch::Evaluation with_both(std::span<const trace::Frame> frames, std::span<const trace::ActorInfo> actors,
                            const map::RoadNetwork& map,
                            const std::function<void(watch::Engine&, std::size_t)>& between) {
  const Compilation& made = compiled_checks();
  EXPECT_EQ(render(made.diagnostics, *made.sources), "");
  if (!made.program) throw std::runtime_error("the rewritten checks do not compile");
  std::vector<watch::Check> checks;
  for (const watch::Check& check : kit::catalogue())
    if (check.info.name == kViolations.built_in || check.info.name == kLaneChanges.built_in) checks.push_back(check);
  for (const watch::Check& check : made.program->checks()) checks.push_back(check);
  watch::Settings settings(checks);
  EXPECT_EQ(made.program->apply(settings), std::nullopt);
  for (const RewrittenRoadCheck& check : {kViolations, kLaneChanges})
    EXPECT_EQ(settings.enable(std::string(check.built_in) + "@all"), std::nullopt);
  const auto companion = made.program->start();
  watch::Engine engine(checks, settings, {.map = &map, .companion = companion.get()});
  engine.announce(watch::EgoIs{trace::ActorId(0)});
  for (std::size_t i = 0; i < frames.size(); ++i) {
    if (between) between(engine, i);
    engine.step(frames[i], actors);
  }
  return engine.finish();
}

std::string one(const watch::Value& value) {
  if (const auto* number = std::get_if<double>(&value)) return rounded(*number, 6);
  if (const auto* truth = std::get_if<bool>(&value)) return *truth ? "true" : "false";
  return std::get<std::string>(value);
}

// When, whose, and the metrics that the other one has, too; in the order of their names.
std::vector<std::string> intervals_of(const watch::Evaluation& evaluation, std::string_view check,
                                      std::string_view other) {
  const auto info_of = [&](std::string_view name) -> const watch::CheckInfo& {
    for (const auto& info : evaluation.infos)
      if (info->name == name) return *info;
    throw std::runtime_error("no check " + std::string(name));
  };
  std::vector<std::string> lines;
  for (const watch::IntervalRecord& record : evaluation.intervals) {
    const watch::CheckInfo& info = *evaluation.infos[record.check];
    if (info.name != check) continue;
    std::vector<std::string> metrics;
    for (std::size_t i = 0; i < info.metrics.size(); ++i)
      if (std::ranges::find(info_of(other).metrics, info.metrics[i].name, &watch::MetricInfo::name) !=
          info_of(other).metrics.end())
        metrics.push_back(" " + std::string(info.metrics[i].name) + "=" + one(record.data[i]));
    std::ranges::sort(metrics);
    std::string line = record.actor.id + " from " + shortest(to_seconds(record.start)) + " to " +
                       shortest(to_seconds(record.end)) + " s, by " + std::string(to_word(record.ended_by)) + ":";
    for (const std::string& metric : metrics) line += metric;
    lines.push_back(std::move(line));
  }
  std::ranges::sort(lines);  // in one frame either may end first
  return lines;
}

std::size_t expect_same(const watch::Evaluation& evaluation, const RewrittenRoadCheck& check) {
  const auto built_in = intervals_of(evaluation, check.built_in, check.written);
  EXPECT_EQ(built_in, intervals_of(evaluation, check.written, check.built_in)) << check.built_in;
  return built_in.size();
}

void expect_no_failure(const watch::Evaluation& evaluation) {
  for (const watch::Issue& issue : evaluation.issues) EXPECT_NE(issue.kind, "evaluation_error") << issue.message;
  for (const watch::CheckOutcome& check : evaluation.checks)
    EXPECT_NE(check.state, watch::CheckOutcome::State::failed) << check.name << ": " << check.reason;
}

TEST(RewrittenRoadCheck, FindTheSameInTrafficOnRealMaps) {
  SCRUTINEER_NEEDS_SUMO();
  struct Case {
    const char* map;
    std::size_t violations, lane_changes;  // at least
  };
  // multi_intersections has no limits.
  const Case cases[] = {{"Town10HD", 5, 20}, {"cloverleaf", 8, 50}, {"Town07", 20, 5}, {"multi_intersections", 0, 10}};
  for (const auto& [name, violations, lane_changes] : cases) {
    SCOPED_TRACE(name);
    const kit::SumoRun sumo =
        kit::run_sumo({.map = name, .duration = 120s, .vehicles = 80, .reckless = true, .lane_changes = true});
    const auto map = kit::load_map(name);
    const kit::ReadRun run = kit::read_run_file(sumo.source());
    ASSERT_EQ(run.problem, "");
    const watch::Evaluation evaluation = with_both(run.frames, run.tables.actors(), *map, {});
    expect_no_failure(evaluation);
    const std::size_t too_fast = expect_same(evaluation, kViolations), changes = expect_same(evaluation, kLaneChanges);
    std::printf("%s: %zu violations, %zu lane changes\n", name, too_fast, changes);
    EXPECT_GE(too_fast, violations);
    EXPECT_GE(changes, lane_changes);
  }
}

// What SUMO does not do: vehicles that vanish, come back, are relocated, jump over two lanes, drive on the wrong side.
TEST(RewrittenRoadCheck, FindTheSameWhereActorsComeAndGo) {
  kit::MapBuilder builder;
  builder.road(kit::RoadBuilder("1").line(1000.0).lanes({-3, -2, -1, 1, 2}).speed(0.0, 10.0_mps).speed(150.0, 6.0_mps));
  const auto map = map::build_network(builder.build());
  struct Case {
    const char* name;
    std::function<void(kit::ActorScript&)> drive;
    int relocated = -1;  // in this frame
    std::size_t violations = 0, lane_changes = 0;
  };
  const std::vector<kit::OffsetAt> to_and_fro{{1s, 0.0}, {4s, 3.5}, {5s, 3.5}, {8s, 0.0}};
  const Case cases[] = {
      {"to and fro", [&](kit::ActorScript& car) { car.lateral(to_and_fro); }, -1, 2, 2},
      {"begins and does not", [&](kit::ActorScript& car) { car.lateral({{1s, 0.0}, {2s, 1.5}, {3s, 0.0}}); }, -1, 2, 0},
      {"stops on the line", [&](kit::ActorScript& car) { car.lateral({{1s, 0.0}, {3s, 2.0}}); }, -1, 2, 1},
      {"over two lanes", [&](kit::ActorScript& car) { car.lateral({{1s, 0.0}, {9s, 7.0}}); }, -1, 2, 2},
      {"to the wrong side", [&](kit::ActorScript& car) { car.lateral({{1s, 0.0}, {9s, 10.5}}); }, -1, 2, 3},
      {"jumps", [&](kit::ActorScript& car) { car.fault(kit::jump(3s, 0.0, 3.5)); }, -1, 2, 1},
      {"vanishes", [&](kit::ActorScript& car) { car.lateral(to_and_fro).vanishes(3s); }, -1, 1, 1},
      {"comes back", [&](kit::ActorScript& car) { car.lateral(to_and_fro).fault(kit::gap(3s, 3500ms)); }, -1, 3, 2},
      {"is relocated", [&](kit::ActorScript& car) { car.lateral(to_and_fro); }, 30, 3, 2},
      {"is relocated before it crosses", [&](kit::ActorScript& car) { car.lateral(to_and_fro); }, 20, 3, 2},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    kit::Scenario scenario({.map = map.get(), .step = 100ms, .duration = 10s});
    c.drive(scenario.add({.id = "7", .is_ego = true}).start_at("1", -3, 50.0).speed(15.0));
    const kit::RunData run = scenario.run();
    const watch::Evaluation evaluation =
        with_both(run.frames, run.actors, *map, [&](watch::Engine& engine, auto frame) {
          if (static_cast<int>(frame) == c.relocated) engine.announce(watch::Relocation{trace::ActorId(0), false});
        });
    expect_no_failure(evaluation);
    EXPECT_EQ(expect_same(evaluation, kViolations), c.violations);
    EXPECT_EQ(expect_same(evaluation, kLaneChanges), c.lane_changes);
  }
}

}  // namespace
}  // namespace scrutineer::lang
