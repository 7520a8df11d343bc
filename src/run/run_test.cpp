#include "run/run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "checks/catalogue.h"
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
    files.content["broken.osc"] = "time\n";
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

TEST(Run, RefusesAConfigurationThatContradictsItselfUnlessTheRunMendsIt) {
  World world;
  world.files.content["odd.osc"] = "extend vehicle:\n    keep(policy.min_speed == 200kph)\n";
  trace::Manifest manifest = World::manifest();
  manifest.config = {"odd.osc"};
  const auto refused = open(manifest, world.outside);
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.problem().message, HasSubstr("policy.min_speed=200kph is above policy.max_speed=150kph"));
  manifest.settings = {{trace::ManifestSetting::Kind::set, "policy.max_speed=300kph"}};
  EXPECT_TRUE(open(manifest, world.outside));
}

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
      {"a configuration with errors", [](trace::Manifest& m) { m.config = {"broken.osc"}; }, {}, "broken.osc:1:"},
      {"no configuration at all",
       [](trace::Manifest& m) { m.config = {"run.csv"}; },
       {},
       "run.csv: is a run, not a configuration"},
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
      {"angles that would be converted twice",
       [](trace::Manifest& m) {
         m.file = "run.json";
         m.columns = "yaw=heading:deg";
         m.conventions.angle_unit = trace::AngleUnit::deg;
       },
       {},
       "run.json: columns says that yaw is in deg, and angle_unit says deg: leave one of them away"},
      {"velocities that would be converted twice",
       [](trace::Manifest& m) {
         m.columns = "time=t:ms,speed=v:km/h";
         m.conventions.velocity_unit = trace::VelocityUnit::kmh;
         m.time_unit = trace::TimeUnit::s;
       },
       {},
       "columns says that speed is in km/h, and velocity_unit says kmh"},
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

constexpr const char* kHeader = "time,id,type,x,y,z,yaw,length,width,height,role\n";

// Silence never means "passed": there is a result, which says why nothing was judged.
TEST(Run, SaysWhyNothingWasJudged) {
  struct Case {
    const char* name;
    std::string rows;  // of the run; empty: as it is
    void (*change)(trace::Manifest&);
    const char* reason;
  };
  const auto as_it_is = [](trace::Manifest&) {};
  const auto any_ego = [](trace::Manifest& m) { m.ego.reset(); };
  using Kind = trace::ManifestSetting::Kind;
  const std::string person = "0,p,person,10,-2,0,0,0.5,0.5,1.8,\n0.1,p,person,10,-2,0,0,0.5,0.5,1.8,\n";
  std::string far;
  for (int second = 7; second < 14; ++second)  // a vehicle that appears late, and nowhere near
    far += std::to_string(second) + ",0,car,90000,-2,0,0,4,2,1.5,ego\n";
  const Case cases[] = {
      {"an ego that is not there", "", [](trace::Manifest& m) { m.ego = "nobody"; }, "there is no actor nobody"},
      {"nobody to be the ego", person, any_ego, "no vehicle that could be the ego"},
      {"map and run never touch", "0,0,car,90000,-2,0,0,4,2,1.5,ego\n", as_it_is, "do not belong together"},
      {"nor later", person + far, any_ego, "do not belong together"},
      {"only a checker that a setting turns off", "",
       [](trace::Manifest& m) {
         for (const watch::Check& check : checks::catalogue())
           if (check.info.name != "ttc_policy") m.settings.push_back({Kind::disable, std::string(check.info.name), {}});
       },
       "nothing was judged"},
  };
  for (const auto& [name, rows, change, reason] : cases) {
    World world;
    if (!rows.empty()) world.files.content["run.csv"] = kHeader + rows;
    trace::Manifest manifest = World::manifest();
    change(manifest);
    auto run = open(std::move(manifest), world.outside);
    ASSERT_TRUE(run) << name << to_string(run.problem());
    const Outcome outcome = evaluate(*run);
    ASSERT_TRUE(outcome.fault) << name;
    EXPECT_THAT(to_string(*outcome.fault), HasSubstr(reason)) << name;
    ASSERT_TRUE(outcome.result) << name;
    EXPECT_THAT(outcome.result->incomplete_reason.value_or(""), HasSubstr(reason)) << name;
    EXPECT_EQ(results::verdict(*outcome.result), results::Verdict::incomplete) << name;
    EXPECT_EQ(results::exit_code(*outcome.result), 2) << name;
  }
}

TEST(Run, OfAFileWithoutFramesHasAResultToo) {
  World world;
  world.files.content["run.csv"] = kHeader;
  auto run = open(World::manifest(), world.outside);
  ASSERT_TRUE(run) << to_string(run.problem());
  const Outcome outcome = evaluate(*run);
  ASSERT_TRUE(outcome.fault);
  EXPECT_EQ(to_string(*outcome.fault), "run.csv: holds no frames");
  ASSERT_TRUE(outcome.result);
  EXPECT_EQ(outcome.result->incomplete_reason, "run.csv: holds no frames");
  EXPECT_EQ(results::verdict(*outcome.result), results::Verdict::incomplete);
  EXPECT_EQ(results::exit_code(*outcome.result), 2);
  for (const watch::CheckOutcome& check : outcome.result->evaluation.checks)
    EXPECT_EQ(check.state, watch::CheckOutcome::State::skipped) << check.name << ": nothing in it was judged";
}

TEST(Run, TellsInItsResultWhichFramesWereDropped) {
  World world;
  world.files.content["run.csv"] = std::string(kHeader) +
                                   "0,0,car,10,-1.75,0,0,4,2,1,ego\n"
                                   "0.1,0,car,?,-1.75,0,0,4,2,1,ego\n"
                                   "0.2,0,car,12,-1.75,0,0,4,2,1,ego\n";
  trace::Manifest manifest = World::manifest();
  manifest.skip_bad_frames = true;
  auto run = open(manifest, world.outside);
  ASSERT_TRUE(run) << to_string(run.problem());
  const Outcome outcome = evaluate(*run);
  ASSERT_TRUE(outcome.result);
  EXPECT_THAT(outcome.result->notes, testing::Contains(HasSubstr("1 bad frame was dropped, the first: run.csv:3:")));
  results::Documents documents(*outcome.result);
  for (const results::ResultFormat& format : results::result_formats())
    if (format.name == "json" || format.name == "junit" || format.name == "sarif") {
      EXPECT_THAT(documents.in(format), HasSubstr("1 bad frame was dropped, the first: run.csv:3:")) << format.name;
    }
}

// A live run that has no frames at all, or nobody in them.
TEST(Run, SaysThatThereWasNobody) {
  struct Empty final : trace::Trace {
    explicit Empty(int frames) : left(frames) {}
    const std::string& file() const override { return name; }
    std::string_view format() const override { return "made"; }
    Result<bool> next(trace::Step& step) override {
      step = {};
      step.frame.time = Time(std::chrono::seconds(10 - left));
      return left-- > 0;
    }
    std::string name = "made.csv";
    int left;
  };
  for (const auto& [frames, reason] :
       {std::pair(0, "the run has no frames"), std::pair(3, "no frame of the run has")}) {
    World world;
    auto run = open(World::manifest(), world.outside);
    ASSERT_TRUE(run) << to_string(run.problem());
    run->manifest.ego.reset();
    Empty trace(frames);
    const Outcome outcome = evaluate(*run, trace, {});
    ASSERT_TRUE(outcome.result);
    EXPECT_THAT(outcome.result->incomplete_reason.value_or(""), HasSubstr(reason));
    EXPECT_EQ(results::exit_code(*outcome.result), 2);
  }
}

// Without checkers of the ego a run needs none.
TEST(Run, NeedsNoEgoWhereNobodyJudgesIt) {
  World world;
  world.files.content["run.csv"] =
      kHeader + std::string("0,p,person,10,-2,0,0,0.5,0.5,1.8,\n0.1,p,person,10,-2,0,0,0.5,0.5,1.8,\n");
  trace::Manifest manifest = World::manifest();
  manifest.ego.reset();
  for (const watch::Check& check : checks::catalogue())
    manifest.settings.push_back({trace::ManifestSetting::Kind::disable, std::string(check.info.name) + "@sut", {}});
  auto run = open(std::move(manifest), world.outside);
  ASSERT_TRUE(run) << to_string(run.problem());
  const Outcome outcome = evaluate(*run);
  EXPECT_FALSE(outcome.fault) << to_string(*outcome.fault);
  ASSERT_TRUE(outcome.result);
  EXPECT_EQ(results::exit_code(*outcome.result), 0);
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
