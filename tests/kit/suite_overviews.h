// Suites in short, written as a table.
//
//   kit::overview("night-1", {{.test = 1, .findings = {{.cluster = 7, .worst = 3.0}}}, {.test = 2}});
//
// Cluster 7 has the code "c7" and the kind "kind7", test 3 the key "test/3".
#pragma once

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "suite/overview.h"

namespace scrutineer::kit {

struct OverviewFinding {
  std::int64_t cluster;
  double worst = suite::kNoValue;
  watch::Severity severity = watch::Severity::error;
  suite::Mark mark = suite::Mark::none;
  suite::Noise noise = {};
  double limit = suite::kNoValue;
  std::uint32_t issues = 1;
};

struct OverviewTest {
  std::int64_t test;
  std::vector<OverviewFinding> findings = {};
  suite::RunVerdict verdict = suite::RunVerdict::pass;
  store::Outcome outcome = store::Outcome::evaluated;
  std::uint64_t content = 1;
  double km = 1.0;
  bool broke_off = verdict == suite::RunVerdict::incomplete;
};

inline suite::Overview overview(const std::string& name, std::vector<OverviewTest> tests) {
  suite::Overview overview{.name = name, .suites = {name}};
  std::map<std::int64_t, std::uint32_t> places;
  for (const OverviewTest& test : tests)
    for (const OverviewFinding& finding : test.findings) places[finding.cluster] = 0;
  for (auto& [id, place] : places) {
    place = static_cast<std::uint32_t>(overview.clusters.size());
    const std::string number = std::to_string(id);
    overview.clusters.push_back({id,
                                 {.id = "c" + number,
                                  .kind = "kind" + number,
                                  .checker = "checker",
                                  .category = "sut",
                                  .roles = "sut",
                                  .normalised = "m" + number}});
  }
  std::ranges::sort(tests, {}, &OverviewTest::test);
  for (OverviewTest& test : tests) {
    const auto run = static_cast<std::uint32_t>(overview.runs.size());
    overview.runs.push_back({.id = test.test * 10,
                             .test = test.test,
                             .key = "test/" + std::to_string(test.test),
                             .content = test.content,
                             .verdict = test.verdict,
                             .after_rules = test.verdict,
                             .outcome = test.outcome,
                             .broke_off = test.broke_off,
                             .duration = 10.0,
                             .km = test.km});
    std::ranges::sort(test.findings, {}, &OverviewFinding::cluster);
    for (const OverviewFinding& one : test.findings)
      overview.findings.push_back(
          {.run = run,
           .cluster = places[one.cluster],
           .severity = one.severity,
           .after_rules = one.mark == suite::Mark::not_an_issue ? watch::Severity::ignore : one.severity,
           .mark = one.mark,
           .issues = one.issues,
           .worst = one.worst,
           .limit = one.limit,
           .noise = one.noise});
  }
  return overview;
}

}  // namespace scrutineer::kit
