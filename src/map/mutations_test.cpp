// Damaged maps: each is refused or becomes a network that answers every kind of question with finite numbers.
//
// A few hundred damages run with the other tests. `make fuzz-maps` runs SCRUTINEER_MUTATIONS=3000 of them with the
// sanitizers; SCRUTINEER_MUTATION=17 repeats a single one.
#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <cstdlib>
#include <iostream>

#include "base/text.h"
#include "kit/ask_map.h"
#include "kit/data.h"
#include "kit/mutation.h"
#include "map/check_report.h"
#include "map/map_text.h"
#include "map/read.h"

namespace scrutineer::map {
namespace {

std::vector<std::string> mutated_maps() {
  return kit::maps_like({"straight_500m_signs", "two_plus_one", "e6mini", "soderleden", "heckstrasse",
                         "ParametricCubicCurveComplexRoad", "XCrossStopAllWay", "fabriksgatan_traffic_lights",
                         "multi_intersections", "Town01"});
}

struct Tally {
  int refused = 0, built = 0;
};

// Every rule completes or says why not, whether or not there is a network.
void run_rules(const std::string& text, const RoadNetwork* map) {
  const MapText source(text, "mutated.xodr");
  const CheckReport report = check_map({.text = &source, .map = map}, map_rules());
  for (const RuleOutcome& outcome : report.outcomes) {
    EXPECT_NE(outcome.status, CheckStatus::error) << outcome.rule.id() << ": " << outcome.reason;
    EXPECT_EQ(outcome.status == CheckStatus::skipped, !outcome.reason.empty()) << outcome.rule.id();
    for (const Finding& finding : outcome.findings) EXPECT_FALSE(std::isinf(finding.x + finding.y)) << finding.message;
  }
  EXPECT_FALSE(to_xqar(report, "1").empty());
}

void run_one(const std::string& text, Tally& tally) {
  Result<Document> document = read_document(text, "mutated.xodr");
  if (!document) {
    EXPECT_FALSE(document.problem().message.empty());
    EXPECT_EQ(document.problem().message.find('\n'), std::string::npos);
    run_rules(text, nullptr);
    ++tally.refused;
    return;
  }
  const auto map = build_network(*std::move(document));
  EXPECT_EQ(kit::first_bad_answer(*map), "");
  run_rules(text, map.get());
  ++tally.built;
}

TEST(Mutations, AreRefusedOrAnswerFinitely) {
  using Clock = std::chrono::steady_clock;
  constexpr auto kLongest = std::chrono::seconds(20);  // with sanitizers on a busy machine; usually milliseconds
  const auto number_from = [](const char* variable) -> std::optional<std::uint64_t> {
    const char* value = std::getenv(variable);
    const auto number = value == nullptr ? std::nullopt : parse_integer(value);
    return number && *number >= 0 ? std::optional(static_cast<std::uint64_t>(*number)) : std::nullopt;
  };
  const std::optional<std::uint64_t> only = number_from("SCRUTINEER_MUTATION");
  const std::uint64_t count = number_from("SCRUTINEER_MUTATIONS").value_or(300);
  const bool tell = only || std::getenv("SCRUTINEER_MUTATIONS") != nullptr;

  std::vector<std::string> originals;
  const std::vector<std::string> names = mutated_maps();
  for (const std::string& name : names) originals.push_back(kit::read_text(kit::map_path(name)));
  Tally tally;
  for (std::uint64_t seed = only.value_or(0); seed < (only ? *only + 1 : count); ++seed) {
    const std::size_t which = seed % names.size();
    const kit::Mutation mutation = kit::mutated(originals[which], seed);
    if (tell) std::cerr << "mutation " << seed << ": " << names[which] << ", " << mutation.what << std::endl;
    SCOPED_TRACE(testing::Message() << "repeat with SCRUTINEER_MUTATION=" << seed << " (" << names[which] << ")");
    const auto begin = Clock::now();
    run_one(mutation.text, tally);
    EXPECT_LT(Clock::now() - begin, kLongest);
    if (testing::Test::HasFailure()) break;
  }
  RecordProperty("refused", tally.refused);
  RecordProperty("built", tally.built);
  if (!only) {  // both outcomes are common, or this test looks at nothing
    EXPECT_GT(tally.refused, static_cast<int>(count / 10));
    EXPECT_GT(tally.built, static_cast<int>(count / 10));
  }
  if (tell) std::cerr << tally.refused << " refused, " << tally.built << " built" << std::endl;
}

}  // namespace
}  // namespace scrutineer::map
