// Watchers and checkers written in the language (src/lang/rewritten/*.osc) against the built-in ones that they rebuild: in
// one evaluation of the same run both find the same, to the last digit wherever both compute alike.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <functional>
#include <map>
#include <set>

#include "base/text.h"
#include "checks/catalogue.h"
#include "kit/maps.h"
#include "kit/read_run.h"
#include "kit/scenario.h"
#include "kit/sumo.h"
#include "lang/compile.h"
#include "map/read.h"
#include "watch/engine.h"

namespace scrutineer::lang {
namespace {

using namespace std::chrono_literals;

struct RewrittenCheck {
  std::string built_in, written;
  // Times are whole nanoseconds to what is built in and seconds to the language: what is divided by a difference of two
  // times differs in its last digits.
  double tolerance = 0.0;
};

std::vector<RewrittenCheck> relevance_watchers() {
  std::vector<RewrittenCheck> all;
  for (const auto& [type, modifier] :
       {std::pair("vehicle", "npc_vehicle"), std::pair("plain_object", "plain_object"), std::pair("person", "person")})
    for (const std::string zone : {"front_left", "front_right", "back_left", "back_right"})
      all.push_back({"ego_" + zone + "_zone_limit_watcher_for_" + type, std::string(modifier) + ".zones." + zone});
  return all;
}
const RewrittenCheck kTeleportation{"teleportation", "physical_object.positions.rewritten_teleportation", 1e-9};
const RewrittenCheck kSpeedPolicy{"speed_policy", "vehicle.speeds.rewritten_speed_policy"};

std::vector<RewrittenCheck> all_rewritten() {
  std::vector<RewrittenCheck> all = relevance_watchers();
  all.push_back(kTeleportation);
  all.push_back(kSpeedPolicy);
  return all;
}

const std::vector<watch::Check>& catalogue() {
  static const std::vector<watch::Check> kChecks = checks::catalogue();
  return kChecks;
}

std::vector<SourceText> sources() {
  std::vector<SourceText> files;
  for (const std::string name : {"relevance.osc", "teleportation.osc", "speed_policy.osc", "wider.osc"})
    files.push_back({name, kit::read_text(kit::source_dir() / "src/lang/rewritten" / name)});
  return files;
}

// The rewritten checks, and of the catalogue only what they rebuild.
class Both {
 public:
  Both() : made_(compile(sources(), {.catalogue = catalogue()})) {
    EXPECT_EQ(render(made_.diagnostics, *made_.sources), "");
    if (!made_.program) throw std::runtime_error("the rewritten checks do not compile");
    std::set<std::string_view> wanted;
    for (const RewrittenCheck& check : all_) wanted.insert(check.built_in);
    for (const watch::Check& check : catalogue())
      if (wanted.contains(check.info.name)) checks_.push_back(check);
    EXPECT_EQ(checks_.size(), all_.size());
    for (const watch::Check& check : made_.program->checks()) checks_.push_back(check);
    for (const RewrittenCheck& check : all_) expect_same_metrics(info(check.built_in), info(check.written));
    settings_ = std::make_unique<watch::Settings>(checks_);
    EXPECT_EQ(made_.program->apply(*settings_), std::nullopt);
    EXPECT_EQ(settings_->enable("teleportation@all"), std::nullopt);
  }

  using Between = std::function<void(watch::Engine&, std::size_t frame)>;
  watch::Evaluation evaluate(std::span<const trace::Frame> frames, std::span<const trace::ActorInfo> actors,
                             trace::ActorId ego, const map::RoadNetwork* map, const Between& between = {}) const {
    const auto companion = made_.program->start();
    watch::Engine engine(checks_, *settings_, {.map = map, .companion = companion.get()});
    engine.announce(watch::EgoIs{ego});
    for (std::size_t i = 0; i < frames.size(); ++i) {
      if (between) between(engine, i);
      engine.step(frames[i], actors);
    }
    return engine.finish();
  }

 private:
  const watch::CheckInfo& info(std::string_view name) const {
    for (const watch::Check& check : checks_)
      if (check.info.name == name) return check.info;
    throw std::runtime_error("no check " + std::string(name));
  }
  static void expect_same_metrics(const watch::CheckInfo& built_in, const watch::CheckInfo& written) {
    EXPECT_TRUE(std::ranges::equal(built_in.metrics, written.metrics,
                                   [](const watch::MetricInfo& a, const watch::MetricInfo& b) {
                                     return a.name == b.name && a.unit == b.unit && a.meaning == b.meaning;
                                   }))
        << built_in.name;
  }

  std::vector<RewrittenCheck> all_ = all_rewritten();
  Compilation made_;
  std::vector<watch::Check> checks_;
  std::unique_ptr<watch::Settings> settings_;
};

// ---- comparing ------------------------------------------------------------------------------------------------------

std::string text(const watch::Value& value) {
  if (const auto* number = std::get_if<double>(&value)) return shortest(*number);
  if (const auto* truth = std::get_if<bool>(&value)) return *truth ? "true" : "false";
  return std::get<std::string>(value);
}

bool is_same(const watch::Value& a, const watch::Value& b, double tolerance) {
  const auto *one = std::get_if<double>(&a), *two = std::get_if<double>(&b);
  if (one == nullptr || two == nullptr) return a == b;
  return *one == *two || (std::isnan(*one) && std::isnan(*two)) || std::abs(*one - *two) <= tolerance;
}

bool is_same(const std::vector<watch::Value>& a, const std::vector<watch::Value>& b, double tolerance) {
  return std::ranges::equal(
      a, b, [&](const watch::Value& one, const watch::Value& two) { return is_same(one, two, tolerance); });
}

template <typename Found>
std::string words(const Found& found) {
  std::string line =
      found.actor.id + " " + shortest(to_seconds(found.start)) + " to " + shortest(to_seconds(found.end)) + " s:";
  for (const watch::Value& value : found.data) line += " " + text(value);
  return line;
}
std::string words(const watch::IntervalRecord& record) {
  return words<watch::IntervalRecord>(record) + ", by " + std::string(to_word(record.ended_by));
}
std::string words(const watch::Issue& issue) {
  return words<watch::Issue>(issue) + ", " + std::string(to_word(issue.severity)) + " " +
         std::string(to_word(issue.category)) + " " + issue.kind + " at " + shortest(to_seconds(issue.time)) + " s";
}

bool is_same(const watch::IntervalRecord& a, const watch::IntervalRecord& b, double tolerance) {
  return a.actor == b.actor && a.other == b.other && a.start == b.start && a.end == b.end && a.ended_by == b.ended_by &&
         is_same(a.data, b.data, tolerance);
}
bool is_same(const watch::Issue& a, const watch::Issue& b, double tolerance) {
  return a.time == b.time && a.kind == b.kind && a.category == b.category && a.severity == b.severity &&
         a.original_severity == b.original_severity && a.reason == b.reason && a.actor == b.actor &&
         a.other == b.other && a.driver == b.driver && a.start == b.start && a.end == b.end &&
         is_same(a.data, b.data, tolerance);
}

template <typename Found>
std::vector<const Found*> of(const watch::Evaluation& evaluation, const std::vector<Found>& all,
                             std::string_view check) {
  std::vector<const Found*> found;
  for (const Found& one : all)
    if (evaluation.infos[one.check]->name == check) found.push_back(&one);
  return found;
}

struct Count {
  std::size_t intervals = 0, issues = 0;
};
using Counts = std::map<std::string, Count>;  // by what is built in

template <typename Found>
std::size_t compare(const watch::Evaluation& evaluation, const std::vector<Found>& all, const RewrittenCheck& check) {
  const auto built_in = of(evaluation, all, check.built_in), written = of(evaluation, all, check.written);
  std::string differences;
  for (std::size_t i = 0; i < std::max(built_in.size(), written.size()) && differences.size() < 2000; ++i) {
    if (i < built_in.size() && i < written.size() && is_same(*built_in[i], *written[i], check.tolerance)) continue;
    differences += "\nbuilt in: " + (i < built_in.size() ? words(*built_in[i]) : "nothing") +
                   "\nwritten:  " + (i < written.size() ? words(*written[i]) : "nothing");
  }
  EXPECT_EQ(built_in.size(), written.size()) << check.built_in;
  EXPECT_EQ(differences, "") << check.built_in;
  return built_in.size();
}

void compare(const watch::Evaluation& evaluation, Counts& counts) {
  for (const RewrittenCheck& check : all_rewritten()) {
    counts[check.built_in].intervals += compare(evaluation, evaluation.intervals, check);
    counts[check.built_in].issues += compare(evaluation, evaluation.issues, check);
  }
  for (const watch::Issue& issue : evaluation.issues) EXPECT_NE(issue.kind, "evaluation_error") << issue.message;
  for (const watch::CheckOutcome& check : evaluation.checks)
    EXPECT_NE(check.state, watch::CheckOutcome::State::failed) << check.name << ": " << check.reason;
}

void print(const std::string& run, const Counts& counts) {
  for (const auto& [name, count] : counts)
    std::printf("%s: %s: %zu intervals, %zu issues\n", run.c_str(), name.c_str(), count.intervals, count.issues);
}

// ---- SUMO's traffic on real maps ------------------------------------------------------------------------------------

// Lane changes are jumps, which makes vehicles teleport; some drive faster than they may, some brake hard; persons and
// containers stand beside the lanes.
void expect_same_on(const std::string& name) {
  const Both both;
  const kit::SumoRun sumo = kit::run_sumo(
      {.map = name, .duration = 100s, .vehicles = 80, .lane_change = 0s, .reckless = true, .bystanders = 120});
  const auto map = kit::load_map(name);
  const kit::ReadRun run = kit::read_run_file(sumo.source());
  ASSERT_EQ(run.problem, "");
  Counts counts;
  // Each as the ego: most of them leave before the run is over.
  int egos = 0;
  for (std::size_t i = 0; i < run.tables.actors().size() && egos < 8; i += 5) {
    if (run.tables.actors()[i].type != trace::ActorType::vehicle) continue;
    ++egos;
    compare(both.evaluate(run.frames, run.tables.actors(), trace::ActorId(i), map.get()), counts);
  }
  print(name, counts);
  for (const auto& [check, count] : counts) EXPECT_GE(count.intervals, 4U) << check;
  EXPECT_GE(counts[kTeleportation.built_in].issues, 4U);
  EXPECT_GE(counts[kSpeedPolicy.built_in].issues, 4U);
}

TEST(RewrittenCheck, FindTheSameOnTown10) {
  SCRUTINEER_NEEDS_SUMO();
  expect_same_on("Town10HD");
}

TEST(RewrittenCheck, FindTheSameOnTown07) {
  SCRUTINEER_NEEDS_SUMO();
  expect_same_on("Town07");
}

TEST(RewrittenCheck, FindTheSameOnMultiIntersections) {
  SCRUTINEER_NEEDS_SUMO();
  expect_same_on("multi_intersections");
}

// ---- recorded runs --------------------------------------------------------------------------------------------------

// Tracked by drone, without speeds, where the tracker makes cars teleport; and a made one.
TEST(RewrittenCheck, FindTheSameInRecordedRuns) {
  SCRUTINEER_NEEDS_DATA();
  struct Case {
    const char* file;
    std::size_t teleports;  // at least
  };
  const Case cases[] = {{"pmsf/example_sv_trace.osi", 6},
                        {"pmsf/dronetracker_119_cutout.mcap", 1},
                        {"omega-prime/osi_centerline_example.mcap", 0}};
  const Both both;
  for (const auto& [file, teleports] : cases) {
    const kit::ReadRun run = kit::read_run_file({.file = (kit::data_dir() / "runs" / file).string()});
    ASSERT_EQ(run.problem, "");
    Counts counts;
    compare(both.evaluate(run.frames, run.tables.actors(), trace::ActorId(0), nullptr), counts);
    std::printf("%s: %zu teleports, %zu times at a wrong speed\n", file, counts[kTeleportation.built_in].issues,
                counts[kSpeedPolicy.built_in].intervals);
    EXPECT_GE(counts[kTeleportation.built_in].issues, teleports) << file;
  }
}

// ---- what SUMO does not do ------------------------------------------------------------------------------------------

// Everybody on one straight road, the ego on its right side.
struct Drive {
  std::string name;
  std::function<void(kit::Scenario&, kit::ActorScript& ego)> change = {};
  std::vector<kit::SpeedAt> speed = {{0s, 10.0}};
  Both::Between between = {};
  Duration step = 100ms;
};

kit::RunData run_of(const Drive& drive, const map::RoadNetwork& map) {
  kit::Scenario scenario({.map = &map, .step = drive.step, .duration = 10s});
  kit::ActorScript& ego = scenario.add({.id = "ego", .is_ego = true}).start_at("1", -1, 300.0).speed(drive.speed);
  scenario.add({.id = "left"}).start_at("1", -1, 320.0).speed({{0s, 14.0}, {5s, 7.0}, {10s, 7.0}}).lateral(3.5);
  scenario.add({.id = "behind", .category = trace::Category::truck})
      .start_at("1", -1, 280.0)
      .speed({{0s, 9.0}, {10s, 11.0}})
      .lateral(-3.0);
  scenario.add({.id = "oncoming"}).start_at("1", 1, 480.0).speed(12.0);
  scenario.add({.id = "comes", .category = trace::Category::person})
      .start_free({330.0, -6.0, 0.0})
      .speed(1.0)
      .fault(kit::gap(1s, 1500ms))
      .fault(kit::gap(2s, 2500ms));
  scenario.add({.id = "box", .category = trace::Category::object}).start_free({350.0, -5.0, 0.0}).speed(0.0);
  if (drive.change) drive.change(scenario, ego);
  return scenario.run();
}

TEST(RewrittenCheck, FindTheSameWhereActorsComeAndGo) {
  const auto map = map::build_network(kit::straight_road(1000.0));
  const auto relocate = [](std::vector<std::size_t> frames, std::size_t actor) {
    return [frames, actor](watch::Engine& engine, std::size_t frame) {
      if (std::ranges::find(frames, frame) != frames.end())
        engine.announce(watch::Relocation{trace::ActorId(actor), false});
    };
  };
  const auto freeze = [](watch::Engine& engine, std::size_t frame) {
    if (frame != 15 && frame != 30) return;
    for (const RewrittenCheck& check : all_rewritten())
      for (const std::string& name : {check.built_in, check.written})
        engine.announce(watch::Freeze{name, trace::ActorId(), frame == 15});
  };
  const auto jumps = [](kit::Scenario& scenario, kit::ActorScript& ego) {
    ego.fault(kit::jump(4s, 0.0, 2.0)).fault(kit::glitch(6s, 3.0, 0.0));
    scenario.lose_frames(2s, 2400ms);
    // Teleports, drives on faster than before it, and is gone.
    scenario.add({.id = "fast"})
        .start_free({0.0, 50.0, 0.0})
        .speed({{0s, 5.0}, {3s, 5.0}, {3s, 40.0}, {10s, 40.0}})
        .fault(kit::jump(3s, 5.0, 0.0))
        .vanishes(7s);
    scenario.add({.id = "unknown"})
        .start_free({0.0, 80.0, 0.0})
        .speed(5.0)
        .reports({})
        .appears(770ms)
        .fault(kit::jump(3s, 5.0, 0.0))
        .fault(kit::gap(5s, 6s))
        .fault(kit::jump(8s, 5.0, 0.0));
  };
  const Drive drives[] = {
      {"others come back",
       [](kit::Scenario& scenario, kit::ActorScript&) {
         scenario.add({.id = "flickers"})
             .start_at("1", -1, 330.0)
             .speed(10.0)
             .lateral(3.0)
             .fault(kit::gap(3s, 4s))
             .fault(kit::gap(5s, 6s));
       }},
      {"with trailers",
       [](kit::Scenario& scenario, kit::ActorScript&) {
         scenario.add({.id = "trailer", .category = trace::Category::trailer, .parent = "behind"})
             .behind("behind", 9.0);
         scenario.add({.id = "caravan", .category = trace::Category::trailer, .parent = "ego"}).behind("ego", 6.0);
       }},
      {"the ego comes back", [](kit::Scenario&, kit::ActorScript& ego) { ego.fault(kit::gap(2s, 3s)); }},
      {"the ego comes back standing",
       [](kit::Scenario&, kit::ActorScript& ego) { ego.fault(kit::gap(2s, 3s)); },
       {{0s, 10.0}, {1800ms, 10.0}, {1800ms, 0.0}, {5s, 0.0}, {6s, 5.0}}},
      {"the ego stands, drives, stands", {}, {{0s, 0.0}, {2s, 0.0}, {4s, 12.0}, {6s, 0.0}, {10s, 0.0}}},
      {"the ego never moves", {}, {{0s, 0.0}}},
      {"the ego reverses", {}, {{0s, 5.0}, {2s, -5.0}, {8s, -5.0}, {10s, 0.0}}},
      {"the ego's speed is derived",
       [](kit::Scenario&, kit::ActorScript& ego) { ego.reports({}); },
       {{0s, 10.0}, {5s, 0.0}, {6s, 0.0}, {10s, 10.0}}},
      {"the ego is relocated",
       [](kit::Scenario&, kit::ActorScript& ego) { ego.fault(kit::jump(5s, 30.0, 0.0)); },
       {{0s, 10.0}, {4s, 10.0}, {4s, 0.0}, {7s, 0.0}, {8s, 10.0}},
       relocate({50}, 0)},
      {"another is relocated, twice", {}, {{0s, 10.0}}, relocate({10, 15}, 1)},
      {"checks are frozen and thawed", {}, {{0s, 10.0}}, freeze},
      {"jumps and lost frames", jumps},
      {"jumps in frames that fit no period", jumps, {{0s, 10.0}}, {}, 33ms},
      {"jumps in frames much shorter than the period", jumps, {{0s, 10.0}}, {}, 7ms},
      {"jumps in frames longer than the period", jumps, {{0s, 10.0}}, {}, 130ms},
  };
  const Both both;
  for (const Drive& drive : drives) {
    SCOPED_TRACE(drive.name);
    const kit::RunData run = run_of(drive, *map);
    Counts counts;
    compare(both.evaluate(run.frames, run.actors, trace::ActorId(0), map.get(), drive.between), counts);
    std::size_t stays = 0;
    for (const RewrittenCheck& check : relevance_watchers()) stays += counts[check.built_in].intervals;
    std::printf("%s: %zu stays in zones, %zu teleports, %zu times at a wrong speed\n", drive.name.c_str(), stays,
                counts[kTeleportation.built_in].issues, counts[kSpeedPolicy.built_in].issues);
    EXPECT_GE(stays, drive.name == "the ego never moves" ? 0U : 4U);
  }
}

}  // namespace
}  // namespace scrutineer::lang
