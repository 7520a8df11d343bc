#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kit/successor_runs.h"

namespace scrutineer::checks {
namespace {

using namespace std::chrono_literals;
using namespace literals;
using kit::CheckTester;
using kit::ego_drive;
using testing::ElementsAre;

// "TYPE, LANES lanes, divided or not, LIMIT, RULE, START to END"
std::vector<std::string> contexts(const kit::Found& found) {
  std::vector<std::string> lines;
  for (const watch::IntervalRecord& record : found.evaluation.intervals) {
    const auto number = [&](std::size_t i) { return rounded(std::get<double>(record.data[i]), 2); };
    lines.push_back(std::get<std::string>(record.data[0]) + ", " + number(1) + " lanes, " +
                    (std::get<bool>(record.data[4]) ? "divided" : "undivided") + ", " +
                    (std::isnan(std::get<double>(record.data[5])) ? "no limit" : number(5)) + ", " +
                    std::get<std::string>(record.data[6]) + ", " + rounded(to_seconds(record.start), 2) + " to " +
                    rounded(to_seconds(record.end), 2));
  }
  return lines;
}

TEST(RoadContext, TellsWhatTheRoadIsLike) {
  const auto map = kit::one_road(kit::RoadBuilder("1")
                                     .line(600.0)
                                     .lanes({-2, -1, 1})
                                     .speed(0.0, 10.0_mps)
                                     .speed(149.0, 20.0_mps, "rural")
                                     .section(249.0)
                                     .lanes({-1, 1})
                                     .section(349.0)
                                     .lanes({-2, -1, 1})
                                     .lane_type(1, map::LaneType::median));
  const auto found = CheckTester("road_context").on(*map).run(ego_drive(*map, {{0s, 20.0}}, 20s));
  EXPECT_THAT(
      contexts(found),
      ElementsAre("town, 2 lanes, undivided, 10, RHT, 0 to 5", "rural, 2 lanes, undivided, 20, RHT, 5 to 10",
                  "rural, 1 lanes, undivided, 20, RHT, 10 to 15", "rural, 2 lanes, divided, 20, RHT, 15 to 20"));
  const auto left = map::build_network(kit::straight_road(300.0, map::TrafficRule::left_hand));
  kit::Scenario scenario({.map = left.get(), .duration = 2s});
  scenario.add({.id = "7", .is_ego = true}).start_at("1", 1, 50.0).speed(10.0);
  EXPECT_THAT(contexts(CheckTester("road_context").on(*left).run(scenario)),
              ElementsAre("town, 1 lanes, undivided, 13.89, LHT, 0 to 2"));
}

TEST(RoadContext, MeasuresTheLane) {
  const auto map = kit::one_road(kit::RoadBuilder("1").line(300.0).lanes({-1, 1}).width(-1, {3.0, 0.01, 0.0, 0.0}));
  const auto found = CheckTester("road_context").on(*map).run(ego_drive(*map, {{0s, 10.0}}));
  ASSERT_EQ(found.evaluation.intervals.size(), 1U);
  EXPECT_NEAR(std::get<double>(found.evaluation.intervals[0].data[2]), 3.5, 1e-6);
  EXPECT_NEAR(std::get<double>(found.evaluation.intervals[0].data[3]), 4.5, 0.01);
}

}  // namespace
}  // namespace scrutineer::checks
