#include "suite/shards.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kit/run_writers.h"
#include "run/real_files.h"
#include "run/real_folders.h"

namespace scrutineer::suite {
namespace {

struct Disk {
  kit::TemporaryFolder folder;
  run::RealFiles files;
  run::RealFolders folders;
  run::NoProgress progress;
  run::Outside outside{files, folders, progress};
  std::string path = folder.path().string();
};

std::vector<PlannedRun> some_runs(std::size_t count) {
  std::vector<PlannedRun> runs;
  for (std::size_t i = 0; i < count; ++i)
    runs.push_back(
        {.key = "run" + std::to_string(i), .manifest = "m", .trace = std::to_string(i), .map = i % 2 == 0 ? "a" : "b"});
  return runs;
}

std::uint64_t cost_by_trace(const PlannedRun& run) { return std::stoul(run.trace) * 1'000'000; }

TEST(Shards, AreAboutEquallyCostlyAndKeepMapsTogether) {
  const auto parts = split(some_runs(100), 10, cost_by_trace);
  ASSERT_EQ(parts.size(), 10);
  std::size_t runs = 0;
  int with_both_maps = 0;
  for (const auto& part : parts) {
    double cost = 0.0;
    bool has_a = false, has_b = false;
    for (const PlannedRun& run : part) {
      cost += static_cast<double>(cost_by_trace(run)) / 1e6;
      (run.map == "a" ? has_a : has_b) = true;
    }
    runs += part.size();
    with_both_maps += has_a && has_b ? 1 : 0;
    EXPECT_NEAR(cost, 495.0, 110.0);
  }
  EXPECT_EQ(runs, 100);
  EXPECT_LE(with_both_maps, 1);
}

TEST(Shards, AreNeverEmpty) {
  struct Row {
    const char* name;
    std::size_t runs, shards, expected;
  };
  const Row rows[] = {
      {"more shards than runs", 3, 10, 3}, {"one", 7, 1, 1}, {"as many", 5, 5, 5}, {"nearly as many", 6, 5, 5}};
  for (const Row& row : rows) {
    const auto parts = split(some_runs(row.runs), row.shards, cost_by_trace);
    EXPECT_EQ(parts.size(), row.expected) << row.name;
    for (const auto& part : parts) EXPECT_FALSE(part.empty()) << row.name;
  }
}

TEST(Shards, PlanComesBackAsItWas) {
  Disk disk;
  ShardPlan plan;
  plan.suite = {.name = "n \"1\"",
                .labels = {{"branch", "main"}},
                .created = "2026",
                .engine_version = "1",
                .configuration = "{}"};
  plan.job.judging.config = {"/c.osc"};
  plan.job.judging.settings = {{trace::ManifestSetting::Kind::severity, "collision=warning", {}},
                               {trace::ManifestSetting::Kind::set, "x=1", {}}};
  plan.job.judging.settings.push_back({trace::ManifestSetting::Kind::profile, "modern", {}});
  plan.job.judging.odd = "/odd.yaml";
  plan.job.judging.fail_on = trace::FailOn::sut;
  plan.job.keep_intervals = true;
  plan.job.timeout = 2.5;
  plan.job.max_memory = 1'000'000'000;
  plan.runs = 4;
  plan.shards = 2;
  auto runs = some_runs(4);
  runs[1].unreadable = "is no manifest";
  const auto parts = split(runs, 2, cost_by_trace);
  ASSERT_FALSE(write_plan(disk.path, plan, parts, disk.outside));
  EXPECT_THAT(to_string(write_plan(disk.path, plan, parts, disk.outside).value_or(Problem{})),
              testing::HasSubstr("holds plan.json already: name a new folder, or remove that"));
  const auto again = read_plan(disk.path, disk.outside);
  ASSERT_TRUE(again) << to_string(again.problem());
  EXPECT_EQ(again->suite, plan.suite);
  EXPECT_EQ(again->job.judging.config, plan.job.judging.config);
  EXPECT_EQ(again->job.judging.settings, plan.job.judging.settings);
  EXPECT_EQ(again->job.judging.odd, plan.job.judging.odd);
  EXPECT_EQ(again->job.judging.fail_on, plan.job.judging.fail_on);
  EXPECT_EQ(again->job.timeout, plan.job.timeout);
  EXPECT_EQ(again->job.max_memory, plan.job.max_memory);
  EXPECT_TRUE(again->job.keep_intervals);
  for (std::size_t shard = 0; shard < 2; ++shard) {
    const auto read = read_shard(disk.path, shard, disk.outside);
    ASSERT_TRUE(read) << to_string(read.problem());
    EXPECT_EQ(*read, parts[shard]);
  }
}

TEST(Shards, SayWhatIsNoPlan) {
  Disk disk;
  EXPECT_THAT(to_string(read_plan(disk.path, disk.outside).problem()), testing::HasSubstr("plan.json: cannot open"));
  for (const char* const text :
       {"", "{}", "{\"version\": 1}", "{\"version\": 1, \"suite\"", "{\"version\": 1.5}", "{\"version\": 1.5e30}"}) {
    kit::write_file(disk.folder.path() / "plan.json", text);
    EXPECT_THAT(to_string(read_plan(disk.path, disk.outside).problem()),
                testing::HasSubstr("is no plan of scrutineer suite plan, or was cut short; plan again"))
        << text;
  }
  kit::write_file(disk.folder.path() / "plan.json", "{\"version\": 99}");
  EXPECT_THAT(to_string(read_plan(disk.path, disk.outside).problem()), testing::HasSubstr("another version"));
}

store::RunRecord record_named(const std::string& key) {
  store::RunRecord record;
  record.run.key = key;
  record.run.content = "c";
  return record;
}

TEST(Shards, GoOnBehindWhatIsSound) {
  Disk disk;
  ASSERT_FALSE(disk.folders.make_folder(disk.path + "/results"));
  const auto ignore = [](const store::RunRecord&) {};
  {
    auto file = ShardFile::open(disk.path, 0, ignore, disk.outside);
    ASSERT_TRUE(file) << to_string(file.problem());
    const std::vector<store::RunRecord> records{record_named("a"), record_named("b"), record_named("c")};
    ASSERT_FALSE((*file)->write(records));
    ASSERT_FALSE((*file)->complete());
  }
  const std::string whole = *disk.files.read(result_file(disk.path, 0));
  const auto content = read_shard_file(result_file(disk.path, 0), ignore, disk.outside);
  ASSERT_TRUE(content);
  EXPECT_TRUE(content->is_complete);
  EXPECT_EQ(content->records, 3);

  // Cut short anywhere: what is whole counts, and the rest can be done again.
  for (std::size_t size = 0; size < whole.size(); size += 7) {
    kit::write_file(part_file(disk.path, 0), std::string_view(whole).substr(0, size));
    std::vector<std::string> keys;
    const auto cut = read_shard_file(
        part_file(disk.path, 0), [&](const store::RunRecord& record) { keys.push_back(record.run.key); }, disk.outside);
    ASSERT_TRUE(cut) << size;
    EXPECT_FALSE(cut->is_complete) << size;
    EXPECT_LE(cut->sound_bytes, size);
    {
      auto file = ShardFile::open(disk.path, 0, ignore, disk.outside);
      ASSERT_TRUE(file) << to_string(file.problem());
      const std::vector<store::RunRecord> rest{record_named("d")};
      ASSERT_FALSE((*file)->write(rest));
    }
    std::vector<std::string> again;
    ASSERT_TRUE(read_shard_file(
        part_file(disk.path, 0), [&](const store::RunRecord& record) { again.push_back(record.run.key); },
        disk.outside));
    keys.emplace_back("d");
    EXPECT_EQ(again, keys) << size;
  }
}

TEST(Shards, RefuseWhatIsDamagedAndWhatIsNoneOfTheirs) {
  Disk disk;
  ASSERT_FALSE(disk.folders.make_folder(disk.path + "/results"));
  const auto ignore = [](const store::RunRecord&) {};
  {
    auto file = ShardFile::open(disk.path, 0, ignore, disk.outside);
    const std::vector<store::RunRecord> records{record_named("a"), record_named("b")};
    ASSERT_FALSE((*file)->write(records));
  }
  std::string bytes = *disk.files.read(part_file(disk.path, 0));
  bytes[bytes.size() - 5] ^= 1;  // in the second record
  kit::write_file(part_file(disk.path, 0), bytes);
  const auto content = read_shard_file(part_file(disk.path, 0), ignore, disk.outside);
  ASSERT_TRUE(content);
  EXPECT_EQ(content->records, 1);
  kit::write_file(part_file(disk.path, 0), "something else");
  EXPECT_FALSE(read_shard_file(part_file(disk.path, 0), ignore, disk.outside));
}

}  // namespace
}  // namespace scrutineer::suite
