// Road distances of drives: they change as fast as somebody moves, and do not jump where roads meet.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "kit/actor_scene.h"
#include "kit/data.h"
#include "kit/maps.h"
#include "kit/random.h"
#include "map/lookup.h"
#include "map/read.h"

namespace scrutineer::scene {
namespace {

using kit::ActorScene;
using kit::ActorSpec;
using kit::LanePlace;
using Drive = std::vector<LanePlace>;

constexpr double kStep = 0.5;  // metres from one place of a drive to the next

ActorSpec at(const Drive& drive, std::size_t i) {
  const LanePlace& here = drive[i];
  const map::Point from = drive[i == 0 ? 0 : i - 1].point, to = drive[std::min(i + 1, drive.size() - 1)].point;
  return {.x = here.point.x,
          .y = here.point.y,
          .yaw = std::atan2(to.y - from.y, to.x - from.x),
          .z = here.z,
          .vx = 10.0 * (to.x - here.point.x),
          .vy = 10.0 * (to.y - here.point.y)};
}

double between(map::Point a, map::Point b) { return std::hypot(b.x - a.x, b.y - a.y); }

// The end of its lane that a place is near.
map::RoadPoint lane_end(const map::RoadNetwork& map, const LanePlace& place) {
  const map::Lane& lane = map.lane(place.lane);
  return point_at(map, place.lane, place.s - lane.s_begin < lane.s_end - place.s ? lane.s_begin : lane.s_end, 0.0);
}

// The furthest that one may get along the roads' reference lines from one place of a drive to the next: what it drives,
// speed * step time, times (1 + |curvature * t|) with the curvature of its own path. That is exact on the inside of a
// bend: where the reference line bends by k, a path t beside it bends by c = k / (1 - k t), and the way along the
// reference line is 1 / (1 - k t) = 1 + c t times what it drives.
double most(const map::RoadNetwork& map, const Drive& drive, std::size_t i) {
  const LanePlace &a = drive[i], &b = drive[i + 1];
  double bend = 0.0, overlap = 0.0;
  for (const LanePlace* place : {&a, &b})
    bend = std::max(bend, std::abs(point_at(map, place->road, place->s, place->t).curvature * place->t));
  if (a.road != b.road) {
    const map::RoadPoint from = lane_end(map, a), to = lane_end(map, b);
    bend = std::max({bend, std::abs(from.curvature * a.t), std::abs(to.curvature * b.t)});
    // Some maps let roads that follow each other overlap by centimetres: who drives over that gets on by more.
    overlap = between({from.x, from.y}, {to.x, to.y});
  }
  return (1.0 + bend) * between(a.point, b.point) + overlap;
}

// Frames in which both are on the lanes of the drive. Its way then costs just its length: the way that holds may be a
// shorter one, never a longer one.
struct Counts {
  std::size_t frames = 0;
  std::size_t wrong = 0;    // longer than the drive, or nothing
  std::size_t shorter = 0;  // another way is shorter
  // From one frame to the next on the same way: the drive's.
  std::size_t steps = 0;
  std::size_t crossings = 0;  // of those: somebody came to another road
  std::size_t jumps = 0;      // of those: by more than anybody moved
};

// The ego follows the drive; the other is `lead` places ahead of it, or stands in the middle if that is 0.
void drive_along(const map::RoadNetwork& map, const Drive& drive, std::size_t lead, Counts& counts) {
  constexpr std::size_t kFirst = 2;  // the steps before it may be short
  if (drive.size() < lead + 10) return;
  const std::size_t middle = drive.size() / 2;
  const auto other_at = [&](std::size_t i) { return lead == 0 ? middle : i + lead; };
  ActorScene world({at(drive, kFirst), at(drive, other_at(kFirst))}, &map);
  const auto is_on_drive = [&](std::size_t actor, std::size_t place) {
    const map::RoadPosition* found = world.scene.places.road_position(world.slot(actor));
    return found != nullptr && found->lane == drive[place].lane;
  };
  std::optional<double> before;  // in the last frame, if it was on the drive's way
  for (std::size_t i = kFirst; i + lead + 1 < drive.size(); ++i) {
    if (i > kFirst) world.advance({at(drive, i), at(drive, other_at(i))});
    const double length = kStep * (static_cast<double>(other_at(i)) - static_cast<double>(i));
    const std::optional<double> last = std::exchange(before, std::nullopt);
    if (!is_on_drive(0, i) || !is_on_drive(1, other_at(i)) || std::abs(length) > map::kMaxRoadDistance - 1.0) continue;
    ++counts.frames;
    const map::RoadDistance* now = world.scene.relations.road_distance(world.slot(1));
    if (now == nullptr || std::abs(now->lon) > std::abs(length) + 0.01) {
      ++counts.wrong;
      continue;
    }
    if (std::abs(now->lon - length) > 2.0) {
      ++counts.shorter;
      continue;
    }
    before = now->lon;
    if (!last) continue;
    ++counts.steps;
    if (drive[i].road != drive[i - 1].road || drive[other_at(i)].road != drive[other_at(i - 1)].road)
      ++counts.crossings;
    const double bound = most(map, drive, i - 1) + (lead == 0 ? 0.0 : most(map, drive, other_at(i) - 1)) + 0.01;
    if (std::abs(now->lon - *last) > bound) ++counts.jumps;
  }
}

// Some links tie ends together that are far apart (heckstrasse: road 9 is said to meet the ends of roads 3 and 6, but
// lies at their starts). Nobody can drive there: one drive ends, another begins.
std::vector<Drive> without_leaps(const Drive& drive) {
  constexpr double kLeap = 4.0 * kStep;
  std::vector<Drive> pieces(1);
  for (const LanePlace& place : drive) {
    if (!pieces.back().empty() && between(pieces.back().back().point, place.point) > kLeap) pieces.emplace_back();
    pieces.back().push_back(place);
  }
  return pieces;
}

Counts drive_around(const map::RoadNetwork& map, std::size_t places) {
  Counts counts;
  for (const Drive& whole : kit::random_drives(map, places, 7, kStep))
    for (const Drive& drive : without_leaps(whole))
      for (const std::size_t lead : {0, 20, 100}) drive_along(map, drive, lead, counts);
  return counts;
}

TEST(RoadDistanceOfDrives, DoesNotJumpOnGeneratedMaps) {
  for (const auto& [name, document] : kit::all_generated_maps()) {
    const auto map = build_network(document);
    const Counts counts = drive_around(*map, 10'000);
    EXPECT_GT(counts.steps, 15'000U) << name;
    if (map->roads().size() > 4) {
      EXPECT_GT(counts.crossings, 40U) << name;
    }
    EXPECT_EQ(counts.wrong, 0U) << name;
    EXPECT_EQ(counts.jumps, 0U) << name;
    // Only on rings and around the blocks of the grid there are two ways.
    const bool has_rings = name.starts_with("roundabout") || name.starts_with("grid");
    EXPECT_LE(counts.shorter, has_rings ? counts.frames / 50 : 0U) << name;
  }
}

TEST(RoadDistanceOfDrives, DoesNotJumpOnRealMaps) {
  SCRUTINEER_NEEDS_DATA();
  for (const auto& path : kit::all_maps()) {
    const auto map = kit::load_map(path.stem().string());
    const Counts counts = drive_around(*map, 10'000);
    EXPECT_GT(counts.steps, 10'000U) << path;
    EXPECT_EQ(counts.jumps, 0U) << path;
    // On the roads that its wrong links tie together there is no right way.
    if (path.stem() != "heckstrasse") {
      EXPECT_EQ(counts.wrong, 0U) << path;
    }
  }
}

}  // namespace
}  // namespace scrutineer::scene
