// Nights of a small suite in a store, row by row, with planted differences.
//
//   kit::write_nights(store, 10, {.sut = "1"});   // night-1 to night-10, alike but for noise and one flaky test
//   kit::write_night(store, 11, {.sut = "2"});    // with all the differences below
//
// Of twenty tests test/00 to test/19: 00 always speeds, 01 speeds in even nights (flaky), the others pass. What version 2
// of the system changes: 02 departs the road, 00 speeds no more, 03 always brakes too hard and does so harder, 04 drives
// faster (its metric moves), 05 is a little faster within its noise, 06 takes too long; 07 is gone, 20 is there.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "store/store.h"
#include "suite/finish.h"

namespace scrutineer::kit {

struct NightOptions {
  std::string sut = "1";
  std::string branch = "main";
};

inline store::RunRecord night_record(int test, int night, bool is_second) {
  char key[16];
  std::snprintf(key, sizeof key, "test/%02d", test);
  store::RunRecord record{.run = {.key = key,
                                  .content = "00",
                                  .manifest = std::string(key) + "/run.json",
                                  .verdict = "pass",
                                  .complete = true,
                                  .duration = 60.0,
                                  .ego_km = 1.0}};
  record.run.content = "0" + std::to_string(test) + (is_second ? "b" : "a");
  // Up and down by up to 0.2 m/s, and another way in every test.
  constexpr int kTenths[] = {0, 2, -1, 1, -2, 1, 0, -2, 2, -1};
  const double noise = 0.1 * kTenths[(night + test * 3) % 10];
  double speed = 20.0 + noise;
  if (is_second && test == 4) speed += 3.0;
  if (is_second && test == 5) speed += 0.25;
  record.metrics = {{"speed.max", speed, "m/s"},
                    {"scenario_relevance.union_total_zone_duration", 15.0, "s"},
                    {"steady", 5.0, ""},
                    {"weather", std::string("rain"), ""}};
  record.attributes = {{"map", test % 2 == 0 ? "town" : "motorway"}, {"run.seed", std::to_string(test)}};
  const auto add = [&](const std::string& kind, const std::string& severity, const std::string& message, double worst,
                       double limit) {
    const store::Cluster cluster = store::cluster_of({.kind = kind,
                                                      .checker = "road." + kind,
                                                      .category = "sut",
                                                      .actor_id = "0",
                                                      .actor_role = "sut",
                                                      .message = message});
    record.clusters.push_back(cluster);
    store::IssueRow issue;
    issue.number = static_cast<std::int64_t>(record.issues.size()) + 1;
    issue.time = 3.5;
    issue.kind = kind;
    issue.category = "sut";
    issue.severity = severity;
    issue.checker = "road." + kind;
    issue.actor = {"0", "car", "sut"};
    issue.driver = "sut_driver";
    issue.message = message;
    issue.cluster = cluster.id;
    issue.worst = worst;
    issue.limit = limit;
    issue.unit = "m/s";
    issue.metrics = {{"excess", worst - limit, "m/s"}};
    record.issues.push_back(issue);
    if (severity == "error") record.run.verdict = "fail";
  };
  const bool speeds = (test == 0 && !is_second) || (test == 1 && night % 2 == 0);
  if (speeds)
    add("speed_limit", "error",
        "[3.500s] Speed limit of 50kph broken. 0 - SUT - sut_driver driving at 6" + std::to_string(night % 10) + "kph",
        17.0 + noise, 13.9);
  if (is_second && test == 2) add("road_departure", "error", "[3.500s] Road departure of 0 - SUT", 0.9, 0.45);
  if (test == 3)
    add("hard_braking", "warning", "[3.500s] 0 - SUT braked at 5.2mpsps", 5.0 + noise + (is_second ? 2.0 : 0.0), 4.0);
  if (is_second && test == 6) {
    const store::RunRow run = record.run;
    record = {.run = run};
    record.run.verdict = "";
    record.run.complete = false;
    record.run.outcome = store::Outcome::timeout;
    record.run.reason = "took longer than 60 s";
  }
  record.run.verdict_after_rules = record.run.verdict;
  return record;
}

inline store::SuiteRow write_night(store::Store& store, int night, const NightOptions& options = {}) {
  char created[24];
  std::snprintf(created, sizeof created, "2026-11-%02dT02:00:00Z", night);
  const auto suite =
      store.make_suite({.name = "night-" + std::to_string(night),
                        .labels = {{"branch", options.branch}, {"night", std::to_string(night)}, {"sut", options.sut}},
                        .created = created,
                        .engine_version = "0.1.0"});
  EXPECT_TRUE(suite);
  const bool is_second = options.sut == "2";
  std::vector<store::RunRecord> records;
  for (int test = 0; test <= 20; ++test)
    if (test != (is_second ? 7 : 20)) records.push_back(night_record(test, night, is_second));
  EXPECT_EQ(store.write(suite->id, records), std::nullopt);
  const auto problem = suite::finish_suite(store, suite->id);
  EXPECT_EQ(problem, std::nullopt) << (problem ? to_string(*problem) : "");
  return *suite;
}

inline void write_nights(store::Store& store, int nights, const NightOptions& options = {}) {
  for (int night = 1; night <= nights; ++night) write_night(store, night, options);
}

}  // namespace scrutineer::kit
