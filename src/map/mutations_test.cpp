// Damaged maps: each is refused or becomes a network that answers every kind of question with finite numbers.
//
// A few hundred damages run with the other tests. `make fuzz-maps` runs SCRUTINEER_MUTATIONS=3000 of them with the
// sanitizers; SCRUTINEER_MUTATION=17 repeats a single one.
#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <cstdlib>
#include <iostream>
#include <random>

#include "base/text.h"
#include "kit/data.h"
#include "kit/mutation.h"
#include "map/check_report.h"
#include "map/junctions.h"
#include "map/lane_graph.h"
#include "map/lookup.h"
#include "map/map_text.h"
#include "map/outline.h"
#include "map/read.h"
#include "map/road_distance.h"
#include "map/routes.h"
#include "map/signal_controls.h"
#include "map/speed.h"

namespace scrutineer::map {
namespace {

std::vector<std::string> mutated_maps() {
  return kit::maps_like({"straight_500m_signs", "two_plus_one", "e6mini", "soderleden", "heckstrasse",
                         "ParametricCubicCurveComplexRoad", "XCrossStopAllWay", "fabriksgatan_traffic_lights",
                         "multi_intersections", "Town01"});
}

bool is_finite(const RoadPoint& p) {
  return std::isfinite(p.x) && std::isfinite(p.y) && std::isfinite(p.z) && std::isfinite(p.heading) &&
         std::isfinite(p.curvature);
}

// Every nth of a list, so that large maps cost no more than small ones.
template <typename Ask>
void for_some(std::size_t count, std::size_t most, Ask ask) {
  const std::size_t step = count / most + 1;
  for (std::size_t i = 0; i < count; i += step) ask(i);
}

void ask_places(const RoadNetwork& map) {
  std::optional<RoadPosition> last;
  RoadReach reach(map);
  for_some(map.roads().size(), 20, [&](std::size_t i) {
    const RoadId road(i);
    const double length = map.road(road).length;
    for (const double s : {-1.0, 0.0, 0.3 * length, length, length + 1.0}) {
      const RoadPoint point = point_at(map, road, s, -1.5);
      EXPECT_TRUE(is_finite(point));
      for (const RoadPosition& at : locate(map, {point.x, point.y}, point.z)) {
        EXPECT_TRUE(std::isfinite(at.s) && std::isfinite(at.t) && std::isfinite(at.width) && std::isfinite(at.height));
        static_cast<void>(legal_speed(map, at.lane, at.s));
        if (last) {
          static_cast<void>(follow(map, {point.x, point.y}, *last));
          reach.move_ego(*last, true);
          static_cast<void>(reach.distance_to(at));
        }
        last = at;
      }
      static_cast<void>(locate_on_road(map, {point.x, point.y}, road));
      static_cast<void>(nearest_lane(map, {point.x + 5.0, point.y - 5.0}, 20.0));
    }
  });
  std::mt19937 random(1);
  const Extent& extent = map.extent();
  for (int i = 0; i < 20; ++i) {
    const auto part = [&] { return static_cast<double>(random() % 1000) / 1000.0; };
    const Point point{extent.x_min + part() * (extent.x_max - extent.x_min),
                      extent.y_min + part() * (extent.y_max - extent.y_min)};
    static_cast<void>(locate(map, point));
    static_cast<void>(nearest_lane(map, point, 50.0));
    static_cast<void>(junctions_containing(map, point));
  }
}

void ask_lanes(const RoadNetwork& map) {
  RouteFinder finder(map);
  for_some(map.lanes().size(), 20, [&](std::size_t i) {
    const LaneId lane(i);
    const double s = map.lane(lane).s_begin;
    EXPECT_TRUE(is_finite(point_at(map, lane, s, 0.0)));
    EXPECT_TRUE(std::isfinite(lane_span(map, lane, s).width()));
    static_cast<void>(lane_polygon(map, lane, 0.1));
    static_cast<void>(next_lanes(map, lane));
    static_cast<void>(neighbour_left(map, lane));
    static_cast<void>(opposite(map, lane));
    static_cast<void>(signals_ahead(map, lane, s, 100.0));
    static_cast<void>(finder.find({LaneId(0), 0.0}, {lane, s}, {.max_length = Distance::from_si(2000.0)}));
  });
}

void ask_junctions(const RoadNetwork& map) {
  for_some(map.junctions().size(), 5, [&](std::size_t i) {
    static_cast<void>(junction_area(map, JunctionId(i)));
    static_cast<void>(junction_controls(map, JunctionId(i)));
  });
  for (std::size_t i = 0; i < map.roads().size(); ++i) static_cast<void>(signal_places(map, RoadId(i)));
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
  ask_places(*map);
  ask_lanes(*map);
  ask_junctions(*map);
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
