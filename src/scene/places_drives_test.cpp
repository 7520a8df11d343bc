// Drives through every junction of real maps: nobody flickers between overlapping roads.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "base/quantity.h"
#include "kit/data.h"
#include "kit/hand_frames.h"
#include "kit/maps.h"
#include "kit/random.h"
#include "map/lane_graph.h"
#include "map/lane_projection.h"
#include "map/read.h"
#include "scene/places.h"

namespace scrutineer::scene {
namespace {

using map::DirectedLane;
using map::LaneId;
using map::RoadNetwork;

// Linked lanes overlap by this much in real maps.
constexpr double kEnd = 0.3;  // metres

struct DriveStep {
  LaneId lane;
  double s, x, y, z, yaw;
  double width;  // of the lane
};

// Along lane centres from a random place, turning at random, `left` metres beside them.
std::vector<DriveStep> random_route(const RoadNetwork& map, kit::Random& random, double step, double left) {
  std::vector<DriveStep> route;
  DirectedLane at;
  do {
    at = map::as_travelled(map, LaneId(random.index(map.lanes().size())));
  } while (map.lane(at.lane).type != map::LaneType::driving);
  double rest = 0.0;
  for (int lanes = 0; lanes < 25 && route.size() < 600; ++lanes) {
    const map::Lane& lane = map.lane(at.lane);
    const double length = lane.s_end - lane.s_begin;
    for (; rest < length; rest += step) {
      const double s = at.along_s ? lane.s_begin + rest : lane.s_end - rest;
      const double width = map::lane_span(map, at.lane, s).width();
      const double aside = std::clamp(left, -0.2 * width, 0.2 * width);
      const map::RoadPoint point = map::point_at(map, at.lane, s, at.along_s ? aside : -aside);
      const double yaw = point.heading + (at.along_s ? 0.0 : kPi) + random.uniform(-0.05, 0.05);
      route.push_back({at.lane, s, point.x, point.y, point.z, yaw, width});
    }
    rest -= length;
    const auto next = map::next_lanes(map, at);
    if (next.empty()) break;
    at = next[random.index(next.size())];
  }
  // Who appears where roads overlap may be on either.
  const auto sure = std::ranges::find_if(route, [&](const DriveStep& at_first) {
    return map::locate(map, {at_first.x, at_first.y}, at_first.z).size() == 1;
  });
  route.erase(route.begin(), sure);
  return route;
}

struct Tally {
  std::size_t drives = 0, steps = 0, traversals = 0;
  std::size_t true_lane_lost = 0;    // steps at which the true lane is not among the positions
  std::size_t wrong_when_alone = 0;  // ... at which the only position is another lane
  std::size_t wrong_outside = 0;     // ... at which it drives on a normal road and is seen on another lane
  std::size_t unlinked = 0;          // changes of the lane neither along links nor to a candidate
  std::size_t switches = 0;          // changes from one candidate to another
  std::size_t most_switches = 0;     // in one traversal
  std::size_t switched_again = 0;    // beyond the first of a traversal
  std::string first;                 // where something went wrong first
};

// Does the second lane follow or precede the first, over a few short lanes at most?
bool is_linked(const RoadNetwork& map, LaneId from, LaneId to, int depth = 3) {
  if (from == to) return true;
  if (depth == 0) return false;
  for (const auto* links : {&map.lane(from).successors, &map.lane(from).predecessors})
    for (const LaneId next : *links)
      if (next == to || (map.lane(next).s_end - map.lane(next).s_begin < 6.0 && is_linked(map, next, to, depth - 1)))
        return true;
  return false;
}

class Driver {
 public:
  Driver(const RoadNetwork& map, Tally& tally) : map_(map), tally_(tally) {
    car_ = frames_.add({.id = "car", .length = 4.5, .width = 1.8});
  }

  void drive(const std::vector<DriveStep>& route, bool heights) {
    Actors actors;
    Motion motion(actors, 1);
    Places places(actors, motion, &map_);
    ++tally_.drives;
    std::vector<LaneId> before;
    map::JunctionId junction_before;
    std::size_t switches = 0;
    Duration time{};
    for (const DriveStep& step : route) {
      trace::ActorState state = kit::HandFrames::at(car_, step.x, step.y, step.yaw);
      state.z = step.z;
      if (heights) state.fields.set(trace::Field::z);
      actors.advance(frames_.frame(time, {state}), frames_.actors());
      time += std::chrono::milliseconds(50);
      places.advance();
      const Slot slot = actors.present().front();
      std::vector<LaneId> now;
      for (const auto& position : places.road_positions(slot)) now.push_back(position.lane);
      ++tally_.steps;
      look(step, now);

      const map::JunctionId junction = map_.road(map_.lane(step.lane).road).junction;
      if (junction.valid() && junction != junction_before) {
        ++tally_.traversals;
        switches = 0;
      }
      junction_before = junction;
      const auto road_of = [&](LaneId lane) { return map_.lane(lane).road; };
      if (!before.empty() && !now.empty() && road_of(before.front()) != road_of(now.front()) &&
          !is_linked(map_, before.front(), now.front())) {
        const bool among = std::ranges::any_of(before, [&](LaneId lane) { return is_linked(map_, lane, now.front()); });
        if (among) {
          ++tally_.switches;
          tally_.most_switches = std::max(tally_.most_switches, ++switches);
          if (switches > 1) ++tally_.switched_again;
        } else {
          ++tally_.unlinked;
          note("unlinked change", step, now, before);
        }
      }
      before = now;
    }
  }

 private:
  void look(const DriveStep& step, const std::vector<LaneId>& now) {
    const map::Lane& lane = map_.lane(step.lane);
    // At the very ends either lane is right, and what is hardly there need not be found.
    if (step.s < lane.s_begin + kEnd || step.s > lane.s_end - kEnd || step.width < 1.0) return;
    if (std::ranges::find(now, step.lane) == now.end()) {
      ++tally_.true_lane_lost;
      note("true lane lost", step, now);
    }
    if (now.size() == 1 && now.front() != step.lane) ++tally_.wrong_when_alone;
    if (!map_.road(lane.road).junction.valid() && (now.empty() || now.front() != step.lane)) ++tally_.wrong_outside;
  }

  void note(const char* what, const DriveStep& step, const std::vector<LaneId>& now,
            const std::vector<LaneId>& before = {}) {
    if (std::ranges::count(tally_.first, '\n') > 8) return;
    const auto name = [&](LaneId lane) {
      return fmt::format("{}:{}", map_.road(map_.lane(lane).road).id, map_.lane(lane).number);
    };
    tally_.first +=
        fmt::format("{} at {} s {:.2f} ({:.2f}, {:.2f}), seen:", what, name(step.lane), step.s, step.x, step.y);
    for (const LaneId lane : now) tally_.first += " " + name(lane);
    tally_.first += "; before:";
    for (const LaneId lane : before) tally_.first += " " + name(lane);
    tally_.first += "\n";
  }

  const RoadNetwork& map_;
  Tally& tally_;
  kit::HandFrames frames_;
  trace::ActorId car_;
};

Tally drive_around(const RoadNetwork& map, std::size_t drives, bool heights) {
  Tally tally;
  Driver driver(map, tally);
  kit::Random random(7);
  for (std::size_t i = 0; i < drives; ++i) {
    const double step = random.uniform(0.2, 2.5), left = i % 4 == 0 ? 0.0 : random.uniform(-0.3, 0.3);
    driver.drive(random_route(map, random, step, left), heights);
  }
  return tally;
}

std::string text(const Tally& t) {
  return fmt::format(
      "{} drives, {} steps, {} traversals: true lane lost {}, wrong alone {}, wrong outside {}, unlinked {}, switches "
      "{} "
      "(at most {} in one, {} not the first)\n{}",
      t.drives, t.steps, t.traversals, t.true_lane_lost, t.wrong_when_alone, t.wrong_outside, t.unlinked, t.switches,
      t.most_switches, t.switched_again, t.first);
}

// Heading noise and the offset may make a wrong way look right at first; a second mistake is rare and never lasts.
void expect_no_flicker(const Tally& tally, const std::string& name) {
  EXPECT_EQ(tally.true_lane_lost, 0U) << name << ": " << text(tally);
  EXPECT_EQ(tally.wrong_when_alone, 0U) << name << ": " << text(tally);
  EXPECT_EQ(tally.wrong_outside, 0U) << name << ": " << text(tally);
  EXPECT_EQ(tally.unlinked, 0U) << name << ": " << text(tally);
  EXPECT_LE(tally.switches, tally.traversals) << name << ": " << text(tally);
  EXPECT_LE(100 * tally.switched_again, tally.traversals) << name << ": " << text(tally);
  EXPECT_LE(tally.most_switches, 3U) << name << ": " << text(tally);
}

TEST(PlacesOnDrives, StayOnTheirLaneOnRealMaps) {
  SCRUTINEER_NEEDS_DATA();
  for (const char* name :
       {"multi_intersections", "Town10HD", "Town07", "McityMap_Main", "fabriksgatan", "cloverleaf"}) {
    const Tally tally = drive_around(*kit::load_map(name), 1000, true);
    EXPECT_GE(tally.traversals, 150U) << name;
    expect_no_flicker(tally, name);
  }
}

TEST(PlacesOnDrives, StayOnTheirLaneOnGeneratedMaps) {
  for (auto& [name, document] : kit::all_generated_maps())
    expect_no_flicker(drive_around(*map::build_network(document), 300, name == "bridge"), name);
}

// Who asks now and then gets what he would get by asking always.
TEST(PlacesOnDrives, DoNotDependOnWhoAsked) {
  const auto map = map::build_network(kit::grid(100));
  kit::HandFrames frames;
  const trace::ActorId car = frames.add({.id = "car", .length = 4.5, .width = 1.8});
  kit::Random random(11);
  for (int i = 0; i < 50; ++i) {
    Actors actors;
    Motion motion(actors, 1);
    Places asked(actors, motion, map.get()), quiet(actors, motion, map.get());
    Duration time{};
    for (const DriveStep& step : random_route(*map, random, 1.0, 0.2)) {
      actors.advance(frames.frame(time += std::chrono::milliseconds(50), {frames.at(car, step.x, step.y, step.yaw)}),
                     frames.actors());
      asked.advance();
      quiet.advance();
      const Slot slot = actors.present().front();
      const auto* always = asked.road_position(slot);
      if (random.uniform() > 0.05) continue;
      const auto* sometimes = quiet.road_position(slot);
      ASSERT_EQ(always == nullptr, sometimes == nullptr);
      if (always == nullptr) continue;
      EXPECT_EQ(always->lane, sometimes->lane);
      EXPECT_EQ(always->s, sometimes->s);
    }
  }
}

}  // namespace
}  // namespace scrutineer::scene
