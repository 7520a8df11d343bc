// Tests that are run with each kind of store, and records to write to them.
//
//   class MyTest : public kit::EachStore {};
//   SCRUTINEER_WITH_EACH_STORE(MyTest);
//   TEST_P(MyTest, Works) { const auto store = open(); ... }
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <ostream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kit/postgresql.h"
#include "kit/scratch_folder.h"
#include "store/store.h"

#define SCRUTINEER_WITH_EACH_STORE(test)                                                                          \
  INSTANTIATE_TEST_SUITE_P(                                                                                       \
      All, test, testing::Values(::scrutineer::store::Dialect::sqlite, ::scrutineer::store::Dialect::postgresql), \
      testing::PrintToStringParamName())

namespace scrutineer::store {

// What names of tests and failed comparisons show.
inline void PrintTo(Dialect dialect, std::ostream* out) {  // NOLINT(readability-identifier-naming)
  *out << (dialect == Dialect::sqlite ? "sqlite" : "postgresql");
}
inline void PrintTo(const RunRecord& record, std::ostream* out) {  // NOLINT(readability-identifier-naming)
  *out << record.run.key << " (" << record.run.verdict << ", " << record.issues.size() << " issues, "
       << record.metrics.size() << " metrics)";
}

}  // namespace scrutineer::store

namespace scrutineer::kit {

// One of everything.
inline store::RunRecord full_record(const std::string& key) {
  const store::Cluster cluster = store::cluster_of({.kind = "collision",
                                                    .checker = "safety.collision",
                                                    .category = "sut",
                                                    .actor_id = "ego",
                                                    .actor_role = "sut",
                                                    .other_id = "7",
                                                    .other_role = "npc",
                                                    .message = "[3.000s] ego - SUT hit 7 - car"});
  return {.run = {.key = key,
                  .content = "sha256:1",
                  .manifest = key + "/run.json",
                  .folder = "out/" + key,
                  .verdict = "fail",
                  .verdict_after_rules = "fail",
                  .complete = true,
                  .failed_checks = 1,
                  .duration = 20.5,
                  .ego_km = 0.25,
                  .frames = 205,
                  .actors = 10,
                  .wall_s = 0.5,
                  .cpu_s = 0.25},
          .issues = {{.number = 1,
                      .time = 3.0,
                      .start = 2.5,
                      .end = 3.0,
                      .kind = "collision",
                      .category = "sut",
                      .severity = "error",
                      .original_severity = "warning",
                      .reason = "a test track",
                      .checker = "safety.collision",
                      .actor = {"ego", "car", "sut"},
                      .other = store::ActorPart{"7", "truck", "npc"},
                      .driver = "sut_driver",
                      .message = "[3.000s] ego - SUT hit 7 - car",
                      .details = "front against rear",
                      .notes = "near an anomaly\nat night",
                      .cluster = cluster.id,
                      .worst = 4.5,
                      .limit = 0.0,
                      .unit = "m/s",
                      .metrics = {{"side", std::string("front"), ""}, {"delta_v", 4.5, "m/s"}, {"gap", {}, "m"}}}},
          .clusters = {cluster},
          .metrics = {{"comfort.jerk", 2.5, "m/s^3"}, {"weather", std::string("rain"), ""}},
          .kpis = {{"relevance.count", "7", false, 2.0}, {"relevance.most", "total", true, std::string("7")}},
          .attributes = {{"model.dut_version", "1.0"}, {"run.seed", "17"}},
          .intervals = {{.number = 1,
                         .watcher = "near",
                         .actor = "7",
                         .other = "ego",
                         .start = 1.0,
                         .end = 2.0,
                         .ended_by = "condition",
                         .metrics = {{"gap", 3.0, "m"}}}},
          .messages = {{.number = 1, .time = 0.4, .level = "info", .checker = "mine", .actor = "7", .text = "fast"}}};
}

inline store::RunRecord plain_record(const std::string& key, const std::string& content) {
  return {.run = {.key = key, .content = content, .verdict = "pass", .complete = true}};
}

// Each test with each kind of store.
class EachStore : public testing::TestWithParam<store::Dialect> {
 protected:
  void SetUp() override {
    place_ = scratch_.file("store.db");
    if (GetParam() == store::Dialect::sqlite) return;
    SCRUTINEER_NEEDS_POSTGRESQL();
    place_ = kit::PostgresqlServer::shared().new_database();
  }
  std::unique_ptr<store::Store> open(store::OpenMode mode = store::OpenMode::create, store::OpenOptions options = {}) {
    auto opened = store::open_store(place(), mode, options);
    EXPECT_TRUE(opened) << (opened ? "" : to_string(opened.problem()));
    return opened ? std::move(*opened) : nullptr;
  }
  const std::string& place() const { return place_; }

  // The suite's runs with all of their rows, without ids.
  static std::vector<store::RunRecord> content(store::Store& store, std::int64_t suite) {
    std::vector<store::RunRecord> records;
    const auto runs = store.runs(suite);
    EXPECT_TRUE(runs);
    for (const store::RunRow& run : *runs) {
      auto record = store.read(run);
      EXPECT_TRUE(record);
      record->run.id = record->run.suite = 0;
      records.push_back(*record);
    }
    return records;
  }
  static std::int64_t count(store::Store& store, std::string_view table) {
    std::int64_t rows = 0;
    EXPECT_FALSE(store.query("SELECT count(*) FROM " + std::string(table), {},
                             [&](const store::Row& row) { rows = row.integer(0); }));
    return rows;
  }

  kit::ScratchFolder scratch_;

 private:
  std::string place_;
};

}  // namespace scrutineer::kit
