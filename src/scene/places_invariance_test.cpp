// What is said of a drive does not depend on how the map is written down: where it lies, how roads are cut, which way s
// runs. Mirrored, left and right change places.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "base/quantity.h"
#include "kit/hand_frames.h"
#include "kit/maps.h"
#include "kit/random.h"
#include "kit/transform.h"
#include "map/lane_graph.h"
#include "map/read.h"
#include "scene/places.h"

namespace scrutineer::scene {
namespace {

using map::Document;

// What traffic sees, frame by frame.
struct Seen {
  bool on_road = false;
  std::string road;
  int lane = 0;
  double s = 0.0, offset = 0.0, heading = 0.0, deviation = 0.0, legal = 0.0;
  double lon = 0.0, lat = 0.0, speed = 0.0, acceleration = 0.0;
  bool in_junction = false, touches_junction = false;
};

using Move = std::function<trace::ActorState(trace::ActorState)>;

std::vector<Seen> look(const Document& document, const std::vector<trace::ActorState>& drive, const Move& move) {
  const auto map = map::build_network(document);
  kit::HandFrames frames;
  frames.add({.id = "car", .length = 4.5, .width = 1.8});
  Actors actors;
  Motion motion(actors, 1);
  Places places(actors, motion, map.get());
  Duration time{};
  std::vector<Seen> all;
  for (const trace::ActorState& state : drive) {
    actors.advance(frames.frame(time += std::chrono::milliseconds(50), {move(state)}), frames.actors());
    places.advance();
    const Slot slot = actors.present().front();
    Seen seen;
    if (const auto* at = places.road_position(slot)) {
      seen.on_road = true;
      seen.road = map->road(at->road).id;
      seen.lane = map->lane(at->lane).number;
      seen.s = at->s;
      seen.offset = places.lane_offset(slot);
      seen.heading = places.lane_heading(slot);
    }
    seen.deviation = places.deviation(slot);
    const auto legal = places.legal_speed(slot);
    seen.legal = legal.kind == map::LegalSpeed::Kind::limit ? legal.max.si() : -1.0;
    seen.lon = places.road_acceleration(slot).lon;
    seen.lat = places.road_acceleration(slot).lat;
    seen.speed = motion.speed(slot);
    seen.acceleration = motion.acceleration(slot);
    seen.in_junction = places.junction(slot).valid();
    seen.touches_junction = places.touches_junction(slot);
    all.push_back(seen);
  }
  return all;
}

// Along the lanes of a map with a sway that now and then leaves the road.
std::vector<trace::ActorState> swaying_drive(const Document& document, std::uint64_t seed) {
  const auto map = map::build_network(document);
  std::vector<trace::ActorState> drive;
  const auto places = kit::random_drive(*map, 400, seed, 0.73);
  for (std::size_t i = 1; i < places.size(); ++i) {
    const auto& here = places[i].point;
    const auto& last = places[i - 1].point;
    const double yaw = std::atan2(here.y - last.y, here.x - last.x),
                 sway = 1.3 * std::sin(0.05 * static_cast<double>(i));
    trace::ActorState state =
        kit::HandFrames::at(trace::ActorId(0), here.x - sway * std::sin(yaw), here.y + sway * std::cos(yaw),
                            yaw + 0.05 * std::cos(0.05 * static_cast<double>(i)));
    state.fields.set(trace::Field::velocity);
    state.vx = 14.6 * std::cos(state.yaw);
    state.vy = 14.6 * std::sin(state.yaw);
    drive.push_back(state);
  }
  return drive;
}

trace::ActorState moved(trace::ActorState state, double dx, double dy, double angle) {
  const double c = std::cos(angle), s = std::sin(angle);
  const auto turn = [&](double& x, double& y) {
    const double old = x;
    x = c * old - s * y;
    y = s * old + c * y;
  };
  turn(state.x, state.y);
  turn(state.vx, state.vy);
  state.x += dx;
  state.y += dy;
  state.yaw += angle;
  return state;
}

// Curves are exact to a micrometre, and cut elsewhere where a road is split: then so are directions, to a few of those.
constexpr double kDirection = 1e-5;  // radians

// `side`: -1 where left and right have changed places. `same_roads`: road, lane and s are those of the first telling.
void expect_same(const std::vector<Seen>& expected, const std::vector<Seen>& found, const std::string& name,
                 double side, bool same_roads) {
  ASSERT_EQ(expected.size(), found.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const Seen &a = expected[i], &b = found[i];
    const std::string where = fmt::format("{}, step {} (on {}:{} and {}:{})", name, i, a.road, a.lane, b.road, b.lane);
    ASSERT_EQ(a.on_road, b.on_road) << where;
    if (same_roads) {
      ASSERT_EQ(a.road, b.road) << where;
      ASSERT_EQ(a.lane, static_cast<int>(side) * b.lane) << where;
      ASSERT_NEAR(a.s, b.s, 1e-6) << where;
    }
    ASSERT_NEAR(a.offset, side * b.offset, 1e-6) << where;
    ASSERT_NEAR(std::remainder(a.heading - side * b.heading, 2.0 * kPi), 0.0, same_roads ? 1e-6 : kDirection) << where;
    ASSERT_NEAR(a.deviation, b.deviation, 1e-3) << where;  // as exact as surfaces are
    ASSERT_EQ(a.legal, b.legal) << where;
    ASSERT_EQ(a.in_junction, b.in_junction) << where;
    ASSERT_EQ(a.touches_junction, b.touches_junction) << where;
    if (i == 0) continue;  // no difference yet
    ASSERT_NEAR(a.lon, b.lon, same_roads ? 1e-6 : kDirection) << where;
    ASSERT_NEAR(a.lat, side * b.lat, same_roads ? 1e-6 : kDirection) << where;
    ASSERT_NEAR(a.speed, b.speed, 1e-6) << where;
    ASSERT_NEAR(a.acceleration, b.acceleration, 1e-6) << where;
  }
}

TEST(PlacesInvariance, ShiftingAndTurningChangesNothing) {
  for (const auto& [name, document] : kit::all_generated_maps()) {
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
      const auto drive = swaying_drive(document, seed);
      const auto plain = look(document, drive, [](trace::ActorState state) { return state; });
      const auto there = look(kit::shifted_and_rotated(document, 5000.0, -3000.0, 2.0), drive,
                              [](trace::ActorState state) { return moved(state, 5000.0, -3000.0, 2.0); });
      expect_same(plain, there, name + ", moved", 1.0, true);
    }
  }
}

TEST(PlacesInvariance, MirroringSwapsLeftAndRight) {
  for (const auto& [name, document] : kit::all_generated_maps()) {
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
      const auto drive = swaying_drive(document, seed);
      const auto plain = look(document, drive, [](trace::ActorState state) { return state; });
      const auto mirrored = look(kit::mirrored(document), drive, [](trace::ActorState state) {
        state.y = -state.y;
        state.vy = -state.vy;
        state.yaw = -state.yaw;
        return state;
      });
      expect_same(plain, mirrored, name + ", mirrored", -1.0, true);
    }
  }
}

TEST(PlacesInvariance, SplittingAndReversingRoadsChangesNothingThatTrafficSees) {
  for (const auto& [name, document] : kit::all_generated_maps()) {
    kit::Random random(3);
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
      const auto drive = swaying_drive(document, seed);
      const auto same = [](trace::ActorState state) { return state; };
      const auto plain = look(document, drive, same);
      const map::RoadRecord& road = document.roads[random.index(document.roads.size())];
      const double cut = road.length * random.uniform(0.3, 0.7);
      if (road.junction.empty() || road.junction == "-1")
        expect_same(plain, look(kit::split(document, road.id, cut), drive, same),
                    fmt::format("{}, {} split at {:.1f}", name, road.id, cut), 1.0, false);
      expect_same(plain, look(kit::reversed(document, road.id), drive, same),
                  fmt::format("{}, {} reversed", name, road.id), 1.0, false);
    }
  }
}

}  // namespace
}  // namespace scrutineer::scene
