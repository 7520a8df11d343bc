// examples/maps/town.xodr is made here, so that its geometry closes exactly.
//
// After a change: SCRUTINEER_UPDATE_EXAMPLES=1 build/dev/bin/app_test --gtest_filter='ExampleTown*'

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <string>

#include "base/quantity.h"
#include "kit/data.h"
#include "kit/map_builder.h"
#include "kit/xodr_writer.h"
#include "map/check_report.h"
#include "map/map_text.h"
#include "map/read.h"

namespace scrutineer::app {
namespace {

using namespace literals;
using kit::hermite;
using kit::MapBuilder;
using kit::RoadBuilder;
using map::LaneType;
using map::Orientation;

constexpr map::ContactPoint kStart = map::ContactPoint::start;
constexpr map::ContactPoint kEnd = map::ContactPoint::end;
constexpr double kBikeWidth = 1.6, kSidewalkWidth = 2.0, kParkingWidth = 2.2;
constexpr double kHalfStreet = kit::kLaneWidth + kBikeWidth + kSidewalkWidth;
constexpr double kHalfCrossing = 20.0;  // from the middle of a junction to where its arms end

// A driving lane, a bicycle lane and a sidewalk each way.
RoadBuilder street(const std::string& id, const std::string& name) {
  RoadBuilder road(id);
  road.name(name);
  for (const int side : {-1, 1})
    road.lane(side).lane(2 * side, kBikeWidth, LaneType::biking).lane(3 * side, kSidewalkWidth, LaneType::sidewalk);
  return road;
}

// One way through a junction. The lanes counted from the middle: 1 the driving lane, 2 with bicycles, 3 with the
// sidewalk.
void connect(MapBuilder& map, const std::string& junction, const kit::End& from, const kit::End& to, int lanes) {
  const int in = from.contact == kEnd ? -1 : 1, out = to.contact == kEnd ? 1 : -1;
  kit::LanePairs pairs;
  for (int lane = 1; lane <= lanes; ++lane) pairs.push_back({in * lane, out * lane});
  map.connect(junction, from, to, pairs);
}

constexpr int kLeft = 1, kStraight = 2, kRight = 3, kStraightPastNoStreet = 3;

map::SignalRecord speed_sign(std::string id, double s, double t, double kmh) {
  map::SignalRecord sign = kit::stop_sign(std::move(id), s, t, Orientation::with_s);
  sign.type = "274";
  sign.subtype = kmh == 30.0 ? "53" : "55";
  sign.value = kmh;
  sign.unit = "km/h";
  return sign;
}

// Two curves of 90 degrees with clothoids lead from the market's east side back to the school.
RoadBuilder park_lane() {
  constexpr double kRadius = 40.0, kClothoid = 30.0;
  const double arc = kRadius * (0.5 * kPi - kClothoid / kRadius);
  const auto curve = [&](RoadBuilder& road) {
    road.spiral(kClothoid, 0.0, 1.0 / kRadius).arc(arc, 1.0 / kRadius).spiral(kClothoid, 1.0 / kRadius, 0.0);
  };
  RoadBuilder trial("trial");
  curve(trial);
  const double reach = trial.pose().x;  // and as far to the left
  RoadBuilder road = street("park_lane", "Park Lane");
  road.start(kHalfCrossing, 0.0).line(60.0);
  curve(road);
  road.line(180.0 - 2.0 * reach);
  curve(road);
  road.line(60.0).speed(0.0, 30.0_kmh);
  road.signal(speed_sign("limit_park", 25.0, -kHalfStreet - 0.6, 30.0));
  return road;
}

// Parking on both sides between two stretches without.
RoadBuilder church_street() {
  constexpr double kTaper = 12.0, kLength = 180.0 - 2.0 * kHalfCrossing, kFrom = 25.0, kTo = 115.0;
  RoadBuilder road = street("church_street", "Church Street");
  road.start(0.0, kHalfCrossing, 0.5 * kPi).line(kLength).speed(0.0, 50.0_kmh);
  road.section(kFrom);
  for (const int side : {-1, 1}) {
    road.lane(side)
        .lane(2 * side, kBikeWidth, LaneType::biking)
        .lane(3 * side, kParkingWidth, LaneType::parking)
        .lane(4 * side, kSidewalkWidth, LaneType::sidewalk)
        .width(3 * side, hermite(0.0, 0.0, kParkingWidth, 0.0, kTaper))
        .width(3 * side, {kParkingWidth}, kTaper)
        .width(3 * side, hermite(kParkingWidth, 0.0, 0.0, 0.0, kTaper), kTo - kFrom - kTaper)
        .continues(side, side)
        .continues(2 * side, 2 * side)
        .continues(3 * side, 4 * side);
  }
  road.section(kTo);
  for (const int side : {-1, 1}) {
    road.lane(side)
        .lane(2 * side, kBikeWidth, LaneType::biking)
        .lane(3 * side, kSidewalkWidth, LaneType::sidewalk)
        .continues(side, side)
        .continues(2 * side, 2 * side)
        .continues(4 * side, 3 * side);
  }
  return road;
}

// South of the market, over the motorway.
RoadBuilder bridge_street() {
  constexpr double kHeight = 6.5, kRamp = 90.0;
  RoadBuilder road = street("bridge_street", "Bridge Street");
  return road.start(0.0, -kHalfCrossing, -0.5 * kPi)
      .line(260.0)
      .speed(0.0, 50.0_kmh)
      .elevation(0.0, {})
      .elevation(10.0, hermite(0.0, 0.0, kHeight, 0.0, kRamp))
      .elevation(10.0 + kRamp, {kHeight})
      .elevation(160.0, hermite(kHeight, 0.0, 0.0, 0.0, kRamp))
      .elevation(160.0 + kRamp, {})
      .signal(speed_sign("limit_bridge", 15.0, -kHalfStreet - 0.6, 50.0));
}

// Below the bridge: two carriageways, and an exit lane that opens to the right.
RoadBuilder motorway() {
  constexpr double kWidth = 3.75, kShoulder = 2.5, kExit = 240.0, kOpening = 60.0;
  RoadBuilder road("motorway");
  road.name("Motorway").start(-220.0, -150.0).line(440.0).speed(0.0, 120.0_kmh, "motorway");
  const auto both_sides = [&] {
    for (const int side : {-1, 1}) road.lane(side, 1.5, LaneType::median).lane(2 * side, kWidth).lane(3 * side, kWidth);
    road.lane(4, kShoulder, LaneType::shoulder);
  };
  both_sides();
  road.lane(-4, kShoulder, LaneType::shoulder);
  road.section(kExit);
  both_sides();
  road.lane(-4, kWidth, LaneType::exit)
      .lane(-5, kShoulder, LaneType::shoulder)
      .width(-4, hermite(0.0, 0.0, kWidth, 0.0, kOpening))
      .width(-4, {kWidth}, kOpening);
  for (const int lane : {-3, -2, -1, 1, 2, 3, 4}) road.continues(lane, lane);
  return road.continues(-4, -5);
}

// What holds for traffic that comes into a junction at the end of a road with right-hand traffic.
struct Arm {
  const char* road;
  map::ContactPoint contact;
};

double before(const MapBuilder& map, const Arm& arm, double distance) {
  return arm.contact == kEnd ? kit::find_road(map.build(), arm.road).length - distance : distance;
}

Orientation inward(const Arm& arm) { return arm.contact == kEnd ? Orientation::with_s : Orientation::against_s; }
double right_side(const Arm& arm) { return arm.contact == kEnd ? -1.0 : 1.0; }

void add_stop_line(MapBuilder& map, const Arm& arm) {
  std::vector<map::SignalRecord>& signals = map.road(arm.road).signals;
  std::string id = std::string("line_") + arm.road;
  if (std::ranges::find(signals, id, &map::SignalRecord::id) != signals.end()) id += "_end";
  map::SignalRecord line =
      kit::stop_line(id, before(map, arm, 5.5), right_side(arm) * 0.5 * kit::kLaneWidth, inward(arm));
  line.width = kit::kLaneWidth;
  signals.push_back(std::move(line));
}

void add_sign(MapBuilder& map, const Arm& arm, map::SignalRecord sign) {
  sign.s = before(map, arm, 4.0);
  sign.t = right_side(arm) * (kHalfStreet + 0.6);
  sign.orientation = inward(arm);
  map.road(arm.road).signals.push_back(std::move(sign));
}

void add_crosswalk(MapBuilder& map, const Arm& arm) {
  map.road(arm.road).objects.push_back(kit::crosswalk(std::string("walk_") + arm.road, before(map, arm, 2.5), 0.0,
                                                      2.0 * (kit::kLaneWidth + kBikeWidth)));
}

map::Document town() {
  MapBuilder map("town");
  map.road(park_lane()).road(church_street()).road(bridge_street()).road(motorway());
  map.road(street("mill_road", "Mill Road").start(-kHalfCrossing, 0.0, kPi).line(120.0).speed(0.0, 50.0_kmh));
  map.road(street("mill_end", "Mill End").start(-180.0, 0.0, kPi).line(50.0).speed(0.0, 50.0_kmh));
  map.road(street("river_road", "River Road")
               .start(-160.0, -kHalfCrossing, -0.5 * kPi)
               .param_poly3({0.0, 80.0, 0.0, -8.0}, {0.0, 0.0, 60.0, -25.0})
               .speed(0.0, 30.0_kmh));
  map.road(street("hill_road", "Hill Road").start(0.0, 200.0, 0.5 * kPi).line(60.0).speed(0.0, 50.0_kmh));

  const Arm east{"park_lane", kStart}, north{"church_street", kStart}, west{"mill_road", kStart},
      south{"bridge_street", kStart};
  const auto end = [](const Arm& arm) { return kit::End{arm.road, arm.contact}; };
  map.junction("market");
  const Arm around[] = {east, north, west, south};  // counter-clockwise
  for (std::size_t i = 0; i < 4; ++i) {
    connect(map, "market", end(around[i]), end(around[(i + 1) % 4]), kRight);
    connect(map, "market", end(around[i]), end(around[(i + 2) % 4]), kStraight);
    connect(map, "market", end(around[i]), end(around[(i + 3) % 4]), kLeft);
    add_sign(map, around[i], kit::light(std::string("light_") + around[i].road, 0.0, 0.0, Orientation::both));
    add_stop_line(map, around[i]);
    add_crosswalk(map, around[i]);
  }
  map.controller("market_north_south", {"light_church_street", "light_bridge_street"}, "market");
  map.controller("market_east_west", {"light_park_lane", "light_mill_road"}, "market");

  const Arm school_south{"church_street", kEnd}, school_north{"hill_road", kStart}, school_east{"park_lane", kEnd};
  map.junction("school");
  connect(map, "school", end(school_south), end(school_north), kStraight);
  connect(map, "school", end(school_north), end(school_south), kStraightPastNoStreet);
  connect(map, "school", end(school_south), end(school_east), kRight);
  connect(map, "school", end(school_east), end(school_south), kLeft);
  connect(map, "school", end(school_north), end(school_east), kLeft);
  connect(map, "school", end(school_east), end(school_north), kRight);
  add_sign(map, school_east, kit::stop_sign("stop_park_lane", 0.0, 0.0, Orientation::both));
  add_stop_line(map, school_east);
  map.priority("school", "church_street", "park_lane").priority("school", "hill_road", "park_lane");

  const Arm mill_east{"mill_road", kEnd}, mill_west{"mill_end", kStart}, mill_south{"river_road", kStart};
  map.junction("mill");
  connect(map, "mill", end(mill_east), end(mill_west), kStraightPastNoStreet);
  connect(map, "mill", end(mill_west), end(mill_east), kStraight);
  connect(map, "mill", end(mill_west), end(mill_south), kRight);
  connect(map, "mill", end(mill_south), end(mill_west), kLeft);
  connect(map, "mill", end(mill_east), end(mill_south), kLeft);
  connect(map, "mill", end(mill_south), end(mill_east), kRight);
  add_sign(map, mill_south, kit::yield_sign("yield_river_road", 0.0, 0.0, Orientation::both));
  map.priority("mill", "mill_road", "river_road").priority("mill", "mill_end", "river_road");

  map::Document document = map.build();
  document.header.name = "Example town";
  document.header.vendor = "Scrutineer";
  document.header.date = "2025-01-01T00:00:00";
  return document;
}

TEST(ExampleTown, IsWhatThisFileMakes) {
  const std::string made = kit::to_xodr(town());
  const auto path = kit::source_dir() / "examples" / "maps" / "town.xodr";
  if (std::getenv("SCRUTINEER_UPDATE_EXAMPLES") != nullptr) std::ofstream(path) << made;
  EXPECT_EQ(kit::read_text(path), made) << "update it with the command at the top of this test's source";
}

TEST(ExampleTown, HasNoAnomalies) {
  const std::string made = kit::to_xodr(town());
  const auto map = map::read_xodr(made, "town.xodr");
  ASSERT_TRUE(map) << to_string(map.problem());
  EXPECT_TRUE((*map)->warnings().empty());
  const map::MapText text(made, "town.xodr");
  const map::CheckReport report = map::check_map({.text = &text, .map = map->get()}, map::map_rules());
  EXPECT_TRUE(report.anomalies().empty()) << to_text(report);
}

}  // namespace
}  // namespace scrutineer::app
