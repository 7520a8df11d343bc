#include "kit/transform.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <tuple>

#include "base/quantity.h"
#include "kit/curve.h"
#include "kit/data.h"
#include "kit/maps.h"
#include "kit/random.h"
#include "kit/soundness.h"
#include "map/lookup.h"
#include "map/read.h"

namespace scrutineer::kit {
namespace {

using namespace map;
using testing::IsEmpty;

constexpr double kExact = 1e-8;  // metres

void expect_same(const Spot& a, const Spot& b, const std::string& where) {
  EXPECT_NEAR(a.x, b.x, kExact) << where;
  EXPECT_NEAR(a.y, b.y, kExact) << where;
  EXPECT_NEAR(a.z, b.z, kExact) << where;
}

// Zeros where there is no such lane.
LaneBorders borders_at(const RoadRecord& road, int lane, double s) {
  const LaneSectionRecord& section = *std::prev(std::ranges::upper_bound(road.sections, s, {}, &LaneSectionRecord::s));
  return find_lane(section, lane) == nullptr ? LaneBorders{} : lane_borders(road, section, lane, s);
}

// ---- what a network is, told by places only
// ---------------------------------------------------------------------------

using Millimetres = std::tuple<long, long, long>;

struct Mapping {
  double (*x)(double, double);
  double (*y)(double, double);
};
constexpr Mapping kSame{[](double x, double) { return x; }, [](double, double y) { return y; }};
constexpr Mapping kMirrored{[](double x, double) { return x; }, [](double, double y) { return -y; }};

Millimetres middle_of(const RoadNetwork& map, LaneId id, const Mapping& mapping) {
  const Lane& lane = map.lane(id);
  const RoadPoint p = point_at(map, id, 0.5 * (lane.s_begin + lane.s_end), 0.0);
  // Between two whole millimetres rounding would decide, so the raster is shifted.
  const auto whole = [](double value) { return std::lround(1000.0 * value + 0.2137); };
  return {whole(mapping.x(p.x, p.y)), whole(mapping.y(p.x, p.y)), whole(p.z)};
}

// From where to where traffic may go.
std::multiset<std::pair<Millimetres, Millimetres>> traffic(const RoadNetwork& map, const Mapping& mapping = kSame) {
  std::multiset<std::pair<Millimetres, Millimetres>> links;
  for (std::size_t i = 0; i < map.lanes().size(); ++i) {
    const Lane& lane = map.lanes()[i];
    const auto& next = drives_along_s(map, LaneId(i)) ? lane.successors : lane.predecessors;
    for (const LaneId id : next) links.emplace(middle_of(map, LaneId(i), mapping), middle_of(map, id, mapping));
  }
  return links;
}

// ---- shifting, turning, mirroring
// -------------------------------------------------------------------------------------

TEST(ShiftedAndRotated, MovesEveryPoint) {
  const double angle = 2.5, dx = 1000.0, dy = -300.0;
  for (const auto& [name, document] : all_generated_maps()) {
    const Document moved_document = shifted_and_rotated(document, dx, dy, angle);
    EXPECT_THAT(unsound_places(moved_document), IsEmpty()) << name;
    for (std::size_t i = 0; i < document.roads.size(); ++i) {
      const RoadRecord& road = document.roads[i];
      for (const double part : {0.0, 0.3, 0.9}) {
        const Spot before = spot_at(road, part * road.length, 2.0);
        const Spot expected{std::cos(angle) * before.x - std::sin(angle) * before.y + dx,
                            std::sin(angle) * before.x + std::cos(angle) * before.y + dy, before.z};
        expect_same(spot_at(moved_document.roads[i], part * road.length, 2.0), expected, name + " road " + road.id);
      }
    }
  }
}

TEST(Mirrored, TwiceIsTheSame) {
  for (const auto& [name, document] : all_generated_maps()) {
    EXPECT_EQ(mirrored(mirrored(document)), document) << name;
    EXPECT_NE(mirrored(document), document) << name;
  }
}

TEST(Mirrored, MirrorsEveryPointAndAllTraffic) {
  for (const auto& [name, document] : all_generated_maps()) {
    const Document mirror = mirrored(document);
    EXPECT_THAT(unsound_places(mirror), IsEmpty()) << name;
    for (std::size_t i = 0; i < document.roads.size(); ++i) {
      const RoadRecord& road = document.roads[i];
      for (const double part : {0.0, 0.3, 0.9}) {
        const Spot before = spot_at(road, part * road.length, 2.0);
        expect_same(spot_at(mirror.roads[i], part * road.length, -2.0), {before.x, -before.y, before.z},
                    name + " road " + road.id);
      }
    }
    EXPECT_EQ(traffic(*build_network(mirror), kMirrored), traffic(*build_network(document))) << name;
  }
}

TEST(Mirrored, IsTheCrossingOfTheOtherTraffic) {
  Crossing options;
  const auto right = build_network(mirrored(four_way_crossing(options)));
  options.rule = TrafficRule::left_hand;
  const auto left = build_network(four_way_crossing(options));
  EXPECT_EQ(traffic(*right), traffic(*left));
}

// ---- splitting
// --------------------------------------------------------------------------------------------------------

TEST(Split, KeepsEveryPointAndBorder) {
  const Document document = everything_road();
  const RoadRecord& road = document.roads[0];
  struct Case {
    const char* name;
    double s;
  };
  const Case cases[] = {
      {"line", 13.0},
      {"spiral", 50.0},
      {"arc", 70.0},
      {"second spiral", 100.5},
      {"poly3", 133.0},
      {"paramPoly3", 170.0},
      {"last line", 200.0},
      {"between two geometries", road.geometries[2].s},
      {"between two lane sections", 60.0},
      {"where a width record begins", 90.0},
      {"where an elevation begins", 20.0},
      {"near the start", 1e-3},
      {"near the end", road.length - 1e-3},
  };
  for (const auto& [name, at] : cases) {
    const Document parts = split(document, "1", at);
    ASSERT_EQ(parts.roads.size(), 2u) << name;
    EXPECT_THAT(unsound_places(parts, 1e-6), IsEmpty()) << name;
    EXPECT_NEAR(parts.roads[0].length + parts.roads[1].length, road.length, 1e-12) << name;
    for (double s = 0.25; s < road.length; s += 0.5) {
      const bool after = s > at;
      const RoadRecord& part = parts.roads[after ? 1 : 0];
      const double part_s = after ? s - at : s;
      const std::string where = std::string(name) + " s " + std::to_string(s);
      expect_same(spot_at(part, part_s, -2.0), spot_at(road, s, -2.0), where);
      for (const int lane : {-3, -2, -1, 1, 2}) {
        EXPECT_NEAR(borders_at(part, lane, part_s).outer, borders_at(road, lane, s).outer, 1e-9) << where << lane;
        EXPECT_NEAR(borders_at(part, lane, part_s).inner, borders_at(road, lane, s).inner, 1e-9) << where << lane;
      }
    }
  }
}

TEST(Split, SharesOutWhatStandsOnTheRoad) {
  const Document parts = split(everything_road(), "1", 105.0);
  const RoadRecord &before = parts.roads[0], &after = parts.roads[1];
  ASSERT_EQ(before.signals.size(), 1u);
  EXPECT_EQ(before.signals[0].id, "line");
  EXPECT_EQ(before.objects.size(), 1u);
  ASSERT_EQ(after.signals.size(), 1u);
  EXPECT_EQ(after.signals[0].id, "light");
  EXPECT_DOUBLE_EQ(after.signals[0].s, 5.0);
  ASSERT_EQ(after.types.size(), 2u);
  EXPECT_EQ(after.types[0].type, "town");
  EXPECT_DOUBLE_EQ(after.types[1].s, 15.0);
  const LaneRecord* lane = find_lane(after.sections.back(), -1);
  ASSERT_EQ(lane->speeds.size(), 1u);
  EXPECT_DOUBLE_EQ(lane->speeds[0].s, 55.0);
}

TEST(Split, EveryRoadOfEveryMapStaysLinked) {
  for (const auto& [name, document] : all_generated_maps()) {
    const std::size_t links = traffic(*build_network(document)).size();
    for (const RoadRecord& road : document.roads) {
      const std::string where = name + " road " + road.id;
      const double at = 0.4 * road.length;
      const Document parts = split(document, road.id, at);
      ASSERT_THAT(unsound_places(parts), IsEmpty()) << where;
      const auto map = build_network(parts);
      EXPECT_THAT(map->warnings(), IsEmpty()) << where;
      // One more link for each lane that was cut.
      std::size_t cut_lanes = 0;
      for (const LaneSectionRecord& section : road.sections)
        if (section.s < at && at < section_end(road, section)) cut_lanes += section.lanes.size();
      EXPECT_EQ(traffic(*map).size(), links + cut_lanes) << where;
    }
  }
}

TEST(Split, ARoadThatLeadsIntoItselfStaysClosed) {
  const double radius = 30.0;
  MapBuilder ring;
  ring.road(RoadBuilder("1").arc(2.0 * kPi * radius, 1.0 / radius))
      .link({"1", ContactPoint::end}, {"1", ContactPoint::start});
  EXPECT_THAT(unsound_places(ring.build()), IsEmpty());
  EXPECT_THAT(unsound_places(split(ring.build(), "1", 50.0)), IsEmpty());
  EXPECT_THAT(unsound_places(reversed(ring.build(), "1")), IsEmpty());
}

TEST(Split, DividesTheBoundaryOfAJunction) {
  Crossing options;
  options.boundary = true;
  for (const TrafficRule rule : {TrafficRule::right_hand, TrafficRule::left_hand}) {
    options.rule = rule;
    const bool right_hand = rule == TrafficRule::right_hand;
    const Document crossing = four_way_crossing(options);
    const std::string corner = crossing.junctions[0].boundary[1].road;
    const Document parts = split(crossing, corner, 5.0);
    const auto& boundary = parts.junctions[0].boundary;
    ASSERT_EQ(boundary.size(), 9u);
    EXPECT_EQ(boundary[1].road, right_hand ? corner : corner + "_after");
    EXPECT_EQ(boundary[2].road, right_hand ? corner + "_after" : corner);
    const double rest = find_road(crossing, corner).length - 5.0;
    EXPECT_DOUBLE_EQ(*boundary[1].s_start, right_hand ? 0.0 : rest);
    EXPECT_DOUBLE_EQ(*boundary[1].s_end, right_hand ? 5.0 : 0.0);
    EXPECT_DOUBLE_EQ(*boundary[2].s_start, right_hand ? 0.0 : 5.0);
    EXPECT_DOUBLE_EQ(*boundary[2].s_end, right_hand ? rest : 0.0);
    EXPECT_EQ(split(crossing, "east", 50.0).junctions[0].boundary[0].road, "east_after");
  }
}

// ---- reversing
// --------------------------------------------------------------------------------------------------------

TEST(Reversed, KeepsEveryPointAndBorder) {
  const Document document = everything_road();
  const RoadRecord& road = document.roads[0];
  const Document back_document = reversed(document, "1");
  const RoadRecord& back = back_document.roads[0];
  EXPECT_THAT(unsound_places(back_document, 1e-6), IsEmpty());
  EXPECT_EQ(back.rule, road.rule);
  for (double s = 0.25; s < road.length; s += 0.5) {
    const std::string where = "s " + std::to_string(s);
    expect_same(spot_at(back, road.length - s, 2.0), spot_at(road, s, -2.0), where);
    EXPECT_NEAR(normalised_angle(pose_at(back, road.length - s).heading + kPi - pose_at(road, s).heading), 0.0, 1e-9)
        << where;
    EXPECT_NEAR(curvature_at(back, road.length - s), -curvature_at(road, s), 1e-9) << where;
    for (const int lane : {-3, -2, -1, 1, 2}) {
      EXPECT_NEAR(borders_at(back, -lane, road.length - s).outer, -borders_at(road, lane, s).outer, 1e-9) << where;
      EXPECT_NEAR(borders_at(back, -lane, road.length - s).inner, -borders_at(road, lane, s).inner, 1e-9) << where;
    }
  }
}

TEST(Reversed, NegatesBorders) {
  const Document document = bordered_road();
  const RoadRecord &road = document.roads[0], back = reversed(document, "1").roads[0];
  const RoadRecord mirror = mirrored(document).roads[0];
  for (double s = 0.5; s < road.length; s += 1.0) {
    for (const int lane : {-2, -1, 1}) {
      const LaneBorders borders = borders_at(road, lane, s);
      EXPECT_NEAR(borders_at(back, -lane, road.length - s).outer, -borders.outer, 1e-12) << lane << " s " << s;
      EXPECT_NEAR(borders_at(mirror, -lane, s).outer, -borders.outer, 1e-12) << lane << " s " << s;
    }
  }
}

TEST(Reversed, TurnsWhatStandsOnTheRoad) {
  const Document document = everything_road();
  const RoadRecord &road = document.roads[0], back = reversed(document, "1").roads[0];
  ASSERT_EQ(back.signals.size(), 2u);
  EXPECT_DOUBLE_EQ(back.signals[0].s, road.length - 100.0);
  EXPECT_DOUBLE_EQ(back.signals[0].t, 1.0);
  EXPECT_EQ(back.signals[0].orientation, Orientation::against_s);
  EXPECT_EQ(back.signals[1].orientation, Orientation::with_s);
  ASSERT_EQ(back.types.size(), 2u);
  EXPECT_EQ(back.types[0].type, "rural");
  EXPECT_DOUBLE_EQ(back.types[1].s, road.length - 120.0);
  // The lane speed begins at s = 160 inside of its section; before that there is none.
  const auto speeds_of = [&](double s) {
    const auto next = std::ranges::upper_bound(back.sections, s, {}, &LaneSectionRecord::s);
    return find_lane(*std::prev(next), 1)->speeds.size();
  };
  EXPECT_EQ(speeds_of(road.length - 161.0), 1u);
  EXPECT_EQ(speeds_of(road.length - 159.0), 0u);
}

TEST(Reversed, NoTrafficChanges) {
  for (const auto& [name, document] : all_generated_maps()) {
    if (name == "everything_road") continue;  // its lane speed cuts a lane section
    const auto links = traffic(*build_network(document));
    for (const RoadRecord& road : document.roads) {
      const std::string where = name + " road " + road.id;
      const Document back = reversed(document, road.id);
      ASSERT_THAT(unsound_places(back), IsEmpty()) << where;
      const auto map = build_network(back);
      EXPECT_THAT(map->warnings(), IsEmpty()) << where;
      EXPECT_EQ(traffic(*map), links) << where;
    }
  }
}

TEST(Reversed, TwiceSaysTheSameAgain) {
  for (const auto& [name, document] : all_generated_maps()) {
    if (name == "everything_road") continue;  // its lane speed cuts a lane section
    for (const RoadRecord& road : document.roads) {
      const Document twice = reversed(reversed(document, road.id), road.id);
      EXPECT_EQ(twice.junctions, document.junctions) << name << " road " << road.id;
      const RoadRecord& again = find_road(twice, road.id);
      EXPECT_EQ(again.predecessor, road.predecessor);
      EXPECT_EQ(again.successor, road.successor);
      ASSERT_EQ(again.sections.size(), road.sections.size());
      for (std::size_t i = 0; i < road.sections.size(); ++i) {
        ASSERT_EQ(again.sections[i].lanes.size(), road.sections[i].lanes.size());
        for (std::size_t j = 0; j < road.sections[i].lanes.size(); ++j) {
          EXPECT_EQ(again.sections[i].lanes[j].number, road.sections[i].lanes[j].number);
          EXPECT_EQ(again.sections[i].lanes[j].predecessors, road.sections[i].lanes[j].predecessors);
          EXPECT_EQ(again.sections[i].lanes[j].successors, road.sections[i].lanes[j].successors);
        }
      }
      for (const double part : {0.0, 0.31, 1.0})
        expect_same(spot_at(again, part * road.length, 3.0), spot_at(road, part * road.length, 3.0), name);
    }
  }
}

// ---- real maps
// --------------------------------------------------------------------------------------------------------

TEST(RealMaps, RoadsCanBeSplitAndReversed) {
  constexpr std::size_t kRoads = 6;  // of each map
  for (const auto& path : all_maps()) {
    const std::string name = path.filename().string();
    const Document document = *read_document(read_text(path), name);
    const auto links = traffic(*build_network(document));
    Random random(1);
    for (std::size_t i = 0; i < kRoads; ++i) {
      const RoadRecord& road = document.roads[random.index(document.roads.size())];
      const std::string where = name + " road " + road.id;
      const Document back = reversed(document, road.id);
      const RoadRecord& back_road = find_road(back, road.id);
      const double at = random.uniform(0.2, 0.8) * road.length;
      const Document parts = split(document, road.id, at);
      const RoadRecord& after = find_road(parts, road.id + "_after");
      for (const double part : {0.05, 0.15, 0.85, 0.95}) {
        const double s = part * road.length;
        const Spot expected = spot_at(road, s, 1.5);
        expect_same(spot_at(back_road, road.length - s, -1.5), expected, where);
        if (s > at) {
          expect_same(spot_at(after, s - at, 1.5), expected, where);
        } else {
          expect_same(spot_at(find_road(parts, road.id), s, 1.5), expected, where);
        }
      }
      std::size_t cut_lanes = 0;
      for (const LaneSectionRecord& section : road.sections)
        if (section.s < at && at < section_end(road, section)) cut_lanes += section.lanes.size();
      EXPECT_EQ(traffic(*build_network(parts)).size(), links.size() + cut_lanes) << where << " split at " << at;
      // A lane speed that begins inside of a lane section cuts it.
      if (back_road.sections.size() != road.sections.size()) continue;
      EXPECT_TRUE(traffic(*build_network(back)) == links) << where;
    }
  }
}

}  // namespace
}  // namespace scrutineer::kit
