#include "suite/overview.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <utility>

#include "kit/suite_overviews.h"

namespace scrutineer::suite {
namespace {

using store::Outcome;

// By test and cluster: the age and the suite in which it was first seen.
std::map<std::pair<std::int64_t, std::int64_t>, std::pair<int, std::string>> ages(const Overview& overview) {
  std::map<std::pair<std::int64_t, std::int64_t>, std::pair<int, std::string>> ages;
  for (const Finding& finding : overview.findings)
    ages[{overview.runs[finding.run].test, overview.clusters[finding.cluster].id}] = {
        static_cast<int>(finding.age), overview.suites[finding.first_seen]};
  return ages;
}

std::vector<Overview> nights(std::vector<std::vector<kit::OverviewTest>> tables) {
  std::vector<Overview> nights;
  for (auto& tests : tables) {
    nights.push_back(kit::overview("night-" + std::to_string(nights.size() + 1), std::move(tests)));
    add_ages(nights.back(), nights.size() > 1 ? &nights[nights.size() - 2] : nullptr);
  }
  return nights;
}

TEST(Age, CountsSuitesInARow) {
  struct Case {
    const char* name;
    std::vector<std::vector<kit::OverviewTest>> nights;
    std::pair<int, std::string> expected;  // of cluster 5 in test 1, in the last night
  };
  const kit::OverviewTest with{.test = 1, .findings = {{.cluster = 5}}}, without{.test = 1},
      lost{.test = 1, .outcome = Outcome::timeout}, another{.test = 2, .findings = {{.cluster = 5}}},
      also{.test = 1, .findings = {{.cluster = 3}, {.cluster = 5}, {.cluster = 9}}};
  const Case cases[] = {
      {"the first suite", {{with}}, {1, "night-1"}},
      {"three in a row", {{with}, {with}, {with}}, {3, "night-1"}},
      {"with other clusters beside it", {{also}, {with}, {also}}, {3, "night-1"}},
      {"it was away", {{with}, {without}, {with}, {with}}, {2, "night-3"}},
      {"another test has it", {{another}, {another, with}}, {1, "night-2"}},
      {"a night in which the run was lost says nothing", {{with}, {lost}, {lost}, {with}}, {2, "night-1"}},
      {"a night without the run says nothing", {{with}, {another}, {with}}, {2, "night-1"}},
      {"lost, then away", {{with}, {lost}, {without}, {with}}, {1, "night-4"}},
  };
  for (const Case& row : cases) {
    const auto all = nights(row.nights);
    EXPECT_EQ(ages(all.back()).at({1, 5}), row.expected) << row.name;
  }
}

TEST(Noise, OfAFindingIsLearnedFromEarlierSuites) {
  std::vector<Overview> earlier;
  for (const double worst : {10.0, 11.0, 10.0, 11.0, 10.0, 11.0, 10.0})
    earlier.push_back(kit::overview(
        "earlier", {{.test = 1, .findings = {{.cluster = 5, .worst = worst}, {.cluster = 6, .worst = 1.0}}}}));
  earlier.push_back(kit::overview("without", {{.test = 1}, {.test = 2, .findings = {{.cluster = 5, .worst = 99.0}}}}));
  for (int i = 0; i < 3; ++i)  // whose worst is that of a part
    earlier.push_back(
        kit::overview("broken off", {{.test = 1, .findings = {{.cluster = 5, .worst = 50.0 * i}}, .broke_off = true}}));
  std::vector<const Overview*> pointers;
  for (const Overview& one : earlier) pointers.push_back(&one);
  Overview now = kit::overview(
      "now", {{.test = 1, .findings = {{.cluster = 5, .worst = 12.0}, {.cluster = 6}, {.cluster = 7, .worst = 1.0}}}});
  add_noise(now, pointers);
  EXPECT_EQ(now.findings[0].noise, (Noise{6, 1.0}));
  EXPECT_EQ(now.findings[1].noise, Noise{}) << "nothing to compare";
  EXPECT_EQ(now.findings[2].noise, Noise{}) << "never seen before";
}

Overview rich() {
  Overview overview =
      nights({{{.test = 1, .findings = {{.cluster = 5}}}, {.test = 4, .findings = {{.cluster = 9}}}},
              {{.test = 1,
                .findings = {{.cluster = 5,
                              .worst = 1.5,
                              .severity = watch::Severity::warning,
                              .mark = Mark::not_an_issue,
                              .noise = {7, 0.25},
                              .limit = 1.0,
                              .issues = 300},
                             {.cluster = 6, .worst = -0.0}},
                .verdict = RunVerdict::fail,
                .content = 0xFEDCBA9876543210U},
               {.test = 3, .verdict = RunVerdict::none, .outcome = Outcome::out_of_memory, .km = kNoValue},
               {.test = 7, .verdict = RunVerdict::suspect, .broke_off = true},
               {.test = 8, .verdict = RunVerdict::incomplete},
               {.test = 9}}})
          .back();
  return overview;
}

std::vector<std::string_view> views(const std::vector<std::string>& parts) { return {parts.begin(), parts.end()}; }

TEST(Packing, GivesBackWhatWentIn) {
  const Overview overview = rich();
  ASSERT_EQ(overview.paused.size(), 1U);
  const auto packed = pack(overview);
  const auto unpacked = unpack(views(packed));
  ASSERT_TRUE(unpacked) << unpacked.problem().message;
  EXPECT_EQ(pack(*unpacked), packed);
  EXPECT_EQ(unpacked->name, "night-2");
  EXPECT_EQ(ages(*unpacked), ages(overview));
  EXPECT_EQ(unpacked->runs[0].content, 0xFEDCBA9876543210U);
  EXPECT_EQ(unpacked->runs[0].key, "test/1");
  EXPECT_EQ(unpacked->runs[1].word(true), "out_of_memory");
  EXPECT_TRUE(std::isnan(unpacked->runs[1].km));
  for (std::size_t run = 0; run < overview.runs.size(); ++run)
    EXPECT_EQ(unpacked->runs[run].broke_off, overview.runs[run].broke_off) << run;
  EXPECT_EQ(unpacked->findings[0].noise, (Noise{7, 0.25}));
  EXPECT_EQ(unpacked->findings[0].mark, Mark::not_an_issue);
  EXPECT_EQ(unpacked->findings[0].issues, 300U);
  EXPECT_EQ(unpacked->clusters[0].cluster, overview.clusters[0].cluster);
}

TEST(Packing, OfManyRunsIsInParts) {
  std::vector<kit::OverviewTest> tests;
  for (int i = 1; i <= 45'000; ++i) tests.push_back({.test = i, .findings = {{.cluster = i % 7, .worst = 1.0 * i}}});
  const Overview overview = kit::overview("large", tests);
  const auto packed = pack(overview);
  EXPECT_EQ(packed.size(), 4U);
  const auto unpacked = unpack(views(packed));
  ASSERT_TRUE(unpacked);
  EXPECT_EQ(unpacked->findings.size(), 45'000U);
  EXPECT_EQ(pack(*unpacked), packed);
}

TEST(Packing, DamageIsFound) {
  const auto packed = pack(rich());
  for (std::size_t part = 0; part < packed.size(); ++part)
    for (std::size_t cut = 0; cut < packed[part].size(); ++cut) {
      auto damaged = packed;
      damaged[part].resize(cut);
      EXPECT_FALSE(unpack(views(damaged))) << part << ": " << cut;
    }
  EXPECT_FALSE(unpack({}));
  EXPECT_FALSE(unpack(views({packed[0]}))) << "a part is missing";
  auto newer = packed;
  newer[0][0] = 2;
  EXPECT_EQ(unpack(views(newer)).problem().message, "what is kept of the suite in short is of another version");
}

}  // namespace
}  // namespace scrutineer::suite
