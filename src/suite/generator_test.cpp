#include "suite/generator.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "kit/fake_folders.h"
#include "kit/fake_outside.h"
#include "map/check.h"
#include "map/read.h"
#include "results/run_result.h"
#include "run/run.h"
#include "store/record.h"
#include "trace/manifest.h"

namespace scrutineer::suite {
namespace {

// A generated suite as files in memory.
struct GeneratedSuite {
  explicit GeneratedSuite(const GeneratorOptions& options) : generator(options) {
    for (const GeneratedFile& file : generator.maps()) files.content[file.path] = file.content;
  }
  results::RunResult evaluate(int number) {
    for (const GeneratedFile& file : generator.run(number)) files.content[file.path] = file.content;
    run::Outside outside{files, folders, progress};
    const std::string key = generator.plan(number).key;
    auto manifest = trace::read_manifest(files.content.at(key), key);
    EXPECT_TRUE(manifest) << key;
    auto run = run::open(*std::move(manifest), configuration, outside);
    EXPECT_TRUE(run) << to_string(run.problem());
    run::Outcome outcome = run::evaluate(*run);
    EXPECT_TRUE(outcome.result) << key;
    return *std::move(outcome.result);
  }

  Generator generator;
  run::FakeFiles files;
  results::FakeFolders folders;
  run::NoProgress progress;
  std::shared_ptr<const run::Configuration> configuration = run::catalogue_only();
};

std::set<std::string> kinds_of(const results::RunResult& result) {
  std::set<std::string> kinds;
  for (const watch::Issue& issue : result.evaluation.issues) kinds.insert(issue.kind);
  return kinds;
}

TEST(Generator, PlantsWhatItSays) {
  struct Row {
    const char* name;
    PlantedFault fault;
    results::Verdict verdict;
    const char* kind;  // that is among the issues; null: there are none
  };
  const Row rows[] = {
      {"nothing is found in a clean run", PlantedFault::none, results::Verdict::pass, nullptr},
      {"speeding", PlantedFault::speeding, results::Verdict::fail, "speed_limit"},
      {"leaving the road", PlantedFault::departure, results::Verdict::fail, "road_departure"},
      {"a collision", PlantedFault::collision, results::Verdict::fail, "collision_in_sut_control"},
      {"hard braking", PlantedFault::hard_braking, results::Verdict::pass, "acceleration_policy"},
      {"another car jumps", PlantedFault::other_teleport, results::Verdict::suspect, "perceived_teleport"},
      {"a trace cut short", PlantedFault::broken_trace, results::Verdict::incomplete, nullptr},
  };
  GeneratedSuite suite({.runs = 160, .broken = 2});
  std::map<PlantedFault, std::set<std::string>> maps_seen;
  for (int number = 0; number < 160; ++number) {
    const PlantedRun planned = suite.generator.plan(number);
    const std::string map = planned.key.substr(0, planned.key.find('/'));
    if (!maps_seen[planned.fault].insert(map).second) continue;  // one of each fault on each map
    const results::RunResult result = suite.evaluate(number);
    for (const Row& row : rows) {
      if (row.fault != planned.fault) continue;
      EXPECT_EQ(to_word(results::verdict(result)), to_word(row.verdict)) << row.name << ": " << planned.key;
      const std::set<std::string> kinds = kinds_of(result);
      EXPECT_EQ(row.kind == nullptr, kinds.empty())
          << row.name << ": " << planned.key << (kinds.empty() ? "" : " has " + *kinds.begin());
      EXPECT_TRUE(row.kind == nullptr || kinds.contains(row.kind)) << row.name << ": " << planned.key;
    }
  }
  EXPECT_EQ(maps_seen.size(), std::size(rows));
}

TEST(Generator, MakesMapsWithoutAnomalies) {
  for (const GeneratedFile& file : Generator({}).maps()) {
    auto network = map::read_xodr(file.content, file.path);
    ASSERT_TRUE(network) << to_string(network.problem());
    for (const map::Finding& anomaly : map::check_map(**network).anomalies())
      ADD_FAILURE() << file.path << ": " << anomaly.message;
  }
}

TEST(Generator, GivesTheSameBytesAgain) {
  const GeneratorOptions options{.runs = 10, .night = 3, .sut = 2};
  for (int number = 0; number < 10; ++number) {
    const auto once = Generator(options).run(number), again = Generator(options).run(number);
    ASSERT_EQ(once.size(), again.size());
    for (std::size_t i = 0; i < once.size(); ++i) EXPECT_EQ(once[i].content, again[i].content) << once[i].path;
  }
}

// Metrics that count frames have no noise that could be learned, so a frame more or less would be taken for a change.
TEST(Generator, LetsTheNoiseOfANightChangeNoMetric) {
  struct Row {
    const char* name;
    GeneratorOptions options;
  };
  const Row rows[] = {{"the first version", {}},
                      {"the second version", {.sut = 2}},
                      {"another seed", {.seed = 7}},
                      {"for longer, in smaller steps", {.seconds = 15.0, .step = 0.05}}};
  for (const Row& row : rows) {
    GeneratorOptions later = row.options;
    later.night = 2;
    GeneratedSuite first(row.options), second(later);
    int differing = 0;
    for (int number = 0; number < 40; ++number) {
      if (first.generator.plan(number).is_flaky) continue;
      differing += first.generator.run(number)[1].content != second.generator.run(number)[1].content ? 1 : 0;
      const auto before = store::record_of(first.evaluate(number)).metrics,
                 after = store::record_of(second.evaluate(number)).metrics;
      EXPECT_GT(before.size(), 20U);
      ASSERT_EQ(before.size(), after.size());
      for (std::size_t i = 0; i < before.size(); ++i) {
        // Measured, not counted in frames: they move a little in every night, and comparisons learn by how much.
        const bool is_measured = before[i].name.starts_with("collisions.") || before[i].name.starts_with("conflicts.");
        if (is_measured) continue;
        EXPECT_TRUE(before[i] == after[i])
            << row.name << ": " << before[i].name << " of " << first.generator.plan(number).key;
      }
    }
    EXPECT_GT(differing, 30) << row.name << ": nights do differ";
  }
}

TEST(Generator, LetsFlakyRunsChangeFromNightToNightAndNothingElse) {
  int flaky = 0;
  for (int number = 0; number < 300; ++number) {
    const PlantedRun first = Generator({.night = 1}).plan(number), second = Generator({.night = 2}).plan(number);
    EXPECT_EQ(first.fault != second.fault, first.is_flaky) << first.key;
    flaky += first.is_flaky ? 1 : 0;
  }
  EXPECT_GT(flaky, 3);
}

TEST(Generator, PlantsChangesOfEveryKindInTheSecondVersion) {
  std::map<PlantedChange, int> counts;
  for (int number = 0; number < 300; ++number) ++counts[Generator({.sut = 2}).plan(number).change];
  for (const PlantedChange change :
       {PlantedChange::added, PlantedChange::mended, PlantedChange::worse, PlantedChange::moved})
    EXPECT_GT(counts[change], 2) << to_word(change);
}

}  // namespace
}  // namespace scrutineer::suite
