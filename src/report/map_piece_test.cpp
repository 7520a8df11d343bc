#include "report/map_piece.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "kit/maps.h"
#include "map/read.h"

namespace scrutineer::report {
namespace {

// Somebody who drives through the junction at the origin.
Recording passing_through() {
  Recording recording;
  RecordedActor& actor = recording.actors.emplace_back();
  for (int x = -60; x <= 60; ++x) {
    actor.x.push_back(x);
    actor.y.push_back(0.0);
  }
  return recording;
}

const PieceSignal* find_signal(const MapPiece& piece, std::string_view id) {
  const auto found = std::ranges::find(piece.signals, id, &PieceSignal::id);
  return found == piece.signals.end() ? nullptr : &*found;
}

TEST(MapPiece, HasALineWhereVehiclesStopForEachSignal) {
  struct Case {
    const char* name;
    kit::Crossing crossing;
    map::SignalKind kind;
    std::size_t stops;
  };
  using Crossing = kit::Crossing;
  const Case cases[] = {
      {"lights on the arms", {.lights = Crossing::Lights::on_arms}, map::SignalKind::traffic_light, 4},
      {"lights with painted lines",
       {.lights = Crossing::Lights::on_arms, .stop_lines = Crossing::StopLines::objects},
       map::SignalKind::traffic_light,
       4},
      {"stop signs", {.signs = Crossing::Signs::all_way_stop}, map::SignalKind::stop_sign, 4},
      {"yield signs on two arms", {.signs = Crossing::Signs::minor_yield}, map::SignalKind::yield_sign, 2},
      {"nothing", {}, map::SignalKind::other, 0},
  };
  for (const auto& [name, crossing, kind, stops] : cases) {
    const auto map = map::build_network(kit::four_way_crossing(crossing));
    const MapPiece piece = piece_around(*map, passing_through());
    ASSERT_EQ(piece.stops.size(), stops) << name;
    for (const PieceStop& stop : piece.stops) {
      const PieceSignal& signal = piece.signals[stop.signal];
      EXPECT_EQ(signal.kind, kind) << name;
      const double middle = std::hypot((stop.from.x + stop.to.x) / 2.0, (stop.from.y + stop.to.y) / 2.0);
      EXPECT_NEAR(middle, 16.1, 1.1) << name << ": " << signal.id << " stops before the junction";
      EXPECT_NEAR(std::hypot(stop.to.x - stop.from.x, stop.to.y - stop.from.y), 3.5, 0.01)
          << name << ": as wide as the lane";
    }
  }
}

TEST(MapPiece, KnowsTheRoadOfEachLaneAndSignal) {
  const auto map = map::build_network(kit::four_way_crossing({.lights = kit::Crossing::Lights::on_arms}));
  const MapPiece piece = piece_around(*map, passing_through());
  ASSERT_NE(find_signal(piece, "light_west"), nullptr);
  EXPECT_EQ(find_signal(piece, "light_west")->road, "west");
  bool has_arm = false, has_way = false;
  for (const PieceLane& lane : piece.lanes) {
    const PieceRoad& road = piece.roads.at(lane.road);
    has_arm = has_arm || (road.id == "west" && road.junction.empty() && lane.number == -1);
    has_way = has_way || (road.id == "west_east" && road.junction == "J");
  }
  EXPECT_TRUE(has_arm);
  EXPECT_TRUE(has_way);
}

TEST(MapPiece, LeavesOutWhatIsFarFromEverybody) {
  const auto map = map::build_network(kit::four_way_crossing({.lights = kit::Crossing::Lights::on_arms}));
  Recording elsewhere = passing_through();
  for (double& x : elsewhere.actors[0].x) x += 5000.0;
  const MapPiece piece = piece_around(*map, elsewhere);
  EXPECT_THAT(piece.signals, testing::IsEmpty());
  EXPECT_THAT(piece.stops, testing::IsEmpty());
}

}  // namespace
}  // namespace scrutineer::report
