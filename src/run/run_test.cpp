#include "run/run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "kit/fake_folders.h"
#include "kit/fake_outside.h"
#include "kit/maps.h"
#include "kit/run_writers.h"
#include "kit/scenario.h"
#include "kit/xodr_writer.h"
#include "map/read.h"
#include "results/formats.h"

namespace scrutineer::run {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;

// town.xodr is a straight road along x; run.csv an ego that is too fast for a while.
struct World {
  FakeFiles files;
  results::FakeFolders folders;
  FakeProgress progress;
  Outside outside{files, folders, progress};

  World() {
    const map::Document document = kit::straight_road(1000.0);
    files.content["town.xodr"] = kit::to_xodr(document);
    const auto map = map::build_network(document);
    kit::Scenario scenario({.map = map.get(), .duration = 5s});
    scenario.add({.id = "0", .is_ego = true})
        .start_at("1", -1, 10.0)
        .speed({{0s, 30.0}, {1s, 30.0}, {2s, 60.0}, {3s, 30.0}});
    files.content["run.csv"] = kit::to_csv(scenario.run());
    files.content["mine.osc"] = R"osc(
global modifier vehicle.mine:
    watcher fast is while_w(actor.state.speed > 50mps)
)osc";
  }
  World(const World&) = delete;
  World& operator=(const World&) = delete;

  static trace::Manifest manifest() {
    trace::Manifest manifest;
    manifest.map = "town.xodr";
    manifest.trace = "run.csv";
    manifest.ego = "0";
    return manifest;
  }
};

TEST(Run, IsOpenedAndEvaluated) {
  World world;
  auto run = open(World::manifest(), world.outside);
  ASSERT_TRUE(run) << to_string(run.problem());
  std::size_t frames = 0;
  const Outcome outcome = evaluate(*run, {.progress = [&](Time) { ++frames; }});
  EXPECT_FALSE(outcome.fault);
  ASSERT_TRUE(outcome.result);
  EXPECT_EQ(outcome.result->evaluation.frames, frames);
  EXPECT_EQ(outcome.tables.counts().frames, frames);
  EXPECT_EQ(outcome.result->trace.file, "run.csv");
  EXPECT_EQ(outcome.result->trace.format, "csv");
  EXPECT_EQ(outcome.result->map->file, "town.xodr");
  EXPECT_EQ(results::verdict(*outcome.result), results::Verdict::fail);
}

// The run, its configuration with the language's checks, and the map are gone when the result is written.
TEST(Run, LeavesAResultThatOwnsAllItHolds) {
  std::optional<results::RunResult> result;
  {
    World world;
    trace::Manifest manifest = World::manifest();
    manifest.config = {"mine.osc"};
    auto run = open(std::move(manifest), world.outside);
    ASSERT_TRUE(run) << to_string(run.problem());
    result = evaluate(*run).result;
  }
  ASSERT_TRUE(result);
  results::Documents documents(*result);
  EXPECT_THAT(documents.in(results::json_format()), HasSubstr("\"watcher\": \"vehicle.mine.fast\""));
  EXPECT_THAT(documents.in(results::text_format()), HasSubstr("vehicle.mine.fast: 1 interval"));
}

TEST(Run, SaysWhyItCannotBeOpened) {
  struct Case {
    const char* name;
    void (*spoil)(trace::Manifest&);
    OpenOptions options;
    const char* message;
  };
  const Case cases[] = {
      {"no map", [](trace::Manifest& m) { m.map = "nowhere.xodr"; }, {}, "nowhere.xodr: cannot open"},
      {"no trace", [](trace::Manifest& m) { m.trace = "town.xodr"; }, {}, "town.xodr"},
      {"no plan", [](trace::Manifest& m) { m.planned_path = "plan.csv"; }, {}, "plan.csv: cannot open"},
      {"no relocations", [](trace::Manifest& m) { m.relocations = "moves.csv"; }, {}, "moves.csv: cannot open"},
      {"no net", [](trace::Manifest& m) { m.sumo_net = "net.xml"; }, {}, "net.xml: cannot open"},
      {"no configuration", [](trace::Manifest& m) { m.config = {"none.osc"}; }, {}, "none.osc: cannot open"},
      {"a configuration with errors", [](trace::Manifest& m) { m.config = {"run.csv"}; }, {}, "run.csv:1:"},
      {"a setting of a flag",
       [](trace::Manifest& m) { m.settings = {{trace::ManifestSetting::Kind::enable, "nonsense", {}}}; },
       {},
       "--enable"},
      {"a setting of a manifest",
       [](trace::Manifest& m) {
         m.settings = {{trace::ManifestSetting::Kind::enable, "nonsense", {.file = "run.json", .line = 3}}};
       },
       {},
       "run.json:3: enable"},
  };
  for (const auto& [name, spoil, options, message] : cases) {
    World world;
    trace::Manifest manifest = World::manifest();
    spoil(manifest);
    const auto run = open(std::move(manifest), world.outside, options);
    ASSERT_FALSE(run) << name;
    EXPECT_THAT(to_string(run.problem()), HasSubstr(message)) << name;
  }
}

// The run was made on a flat road and says 0 for every z.
TEST(Run, IsJudgedOnAHighMapThoughItSaysZeroForHeights) {
  const auto judged = [](double road_height, bool ignore_height) {
    World world;
    map::Document document = kit::straight_road(1000.0);
    document.roads[0].elevations = {{0.0, {road_height, 0.0, 0.0, 0.0}}};
    world.files.content["town.xodr"] = kit::to_xodr(document);
    trace::Manifest manifest = World::manifest();
    manifest.placement.ignore_height = ignore_height;
    auto run = open(std::move(manifest), world.outside);
    EXPECT_TRUE(run) << to_string(run.problem());
    return evaluate(*run);
  };
  const auto issues_of = [](const Outcome& outcome) {
    std::vector<std::string> issues;
    for (const watch::Issue& issue : outcome.result->evaluation.issues) issues.push_back(issue.message);
    return issues;
  };
  const auto heights_of = [](const Outcome& outcome) {
    return std::ranges::count_if(outcome.notes, [](const std::string& note) { return note.find("z of all") == 0; });
  };
  const Outcome flat = judged(0.0, false), high = judged(52.0, false), told = judged(52.0, true);
  EXPECT_EQ(issues_of(high), issues_of(flat));
  EXPECT_EQ(issues_of(told), issues_of(flat));
  EXPECT_EQ(heights_of(flat), 0);
  EXPECT_EQ(heights_of(high), 1);
  EXPECT_EQ(heights_of(told), 0);
}

TEST(Run, HasNoResultWithoutAnythingThatWasFound) {
  World world;
  trace::Manifest manifest = World::manifest();
  manifest.ego = "nobody";
  auto run = open(std::move(manifest), world.outside);
  ASSERT_TRUE(run) << to_string(run.problem());
  const Outcome outcome = evaluate(*run);
  EXPECT_FALSE(outcome.result);
  ASSERT_TRUE(outcome.fault);
  EXPECT_THAT(to_string(*outcome.fault), HasSubstr("nobody"));
}

// A hook that has had enough ends the run; with a problem, that is why it is not complete.
TEST(Run, EndsWhenASinkSaysSo) {
  for (const bool fails : {false, true}) {
    World world;
    auto run = open(World::manifest(), world.outside);
    ASSERT_TRUE(run) << to_string(run.problem());
    const Outcome outcome =
        evaluate(*run, {.after = [&](std::span<const watch::Event>, const watch::Moment& moment) -> Result<bool> {
          if (moment.frame.time < Time(1s)) return true;
          if (fails) return Problem{{}, "the disk is full"};
          return false;
        }});
    ASSERT_TRUE(outcome.result) << fails;
    EXPECT_EQ(outcome.result->evaluation.end, Time(1s)) << fails;
    EXPECT_EQ(outcome.result->incomplete_reason.value_or(""), fails ? "the disk is full" : "");
  }
}

}  // namespace
}  // namespace scrutineer::run
