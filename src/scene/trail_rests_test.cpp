// What is left out because nothing can have changed changes nothing: pairs that are too far apart to touch each other's
// trails, and encounters that nobody asks for.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <map>
#include <memory>
#include <vector>

#include "kit/data.h"
#include "kit/maps.h"
#include "kit/traffic.h"
#include "map/read.h"
#include "scene/detail/trails.h"
#include "scene/scene.h"

namespace scrutineer::scene {
namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();

kit::RunData cars(const map::RoadNetwork& map, std::uint64_t seed) {
  return kit::random_traffic(map, {.actors = 30, .frames = 400, .step = std::chrono::milliseconds(100), .seed = seed});
}

FlatBox box_of(Scene& scene, Slot slot) {
  const trace::ActorState& state = scene.actors.state(slot);
  const trace::ActorInfo& info = scene.actors.info(slot);
  const Vector heading = scene.motion.heading(slot);
  return {state.x, state.y, heading.x, heading.y, 0.5 * info.length, 0.5 * info.width};
}

// Trails of everybody, asked about in every frame.
class AllTrails {
 public:
  explicit AllTrails(std::size_t actors) : trails_(actors) {}

  void add(Scene& scene) {
    const double seconds = to_seconds(scene.actors.time());
    for (const Slot slot : scene.actors.present()) {
      trails_[slot.index()].add(seconds, box_of(scene, slot));
      trails_[slot.index()].forget_before(seconds - kTrailDuration);
    }
  }
  // The least time by which one of the two is where the other was, after `since`.
  double least(Slot a, Slot b, double since) const {
    double least = kNever, room = 0.0;
    for (const auto& [one, other] : {std::pair(a, b), std::pair(b, a)})
      if (const auto found =
              detail::follow_up(trails_[one.index()].last_step(), trails_[other.index()], kTrailDuration, since, room))
        least = std::min(least, found->least);
    return least;
  }

 private:
  std::vector<detail::Trail> trails_;
};

struct Compared {
  int contacts = 0, free = 0;
};

void compare(const map::RoadNetwork& map, const kit::RunData& run, Compared& compared) {
  Scene scene({.map = &map, .follow_roads = true});
  AllTrails all(run.actors.size());
  std::map<Slot, double> together_until;
  for (const trace::Frame& frame : run.frames) {
    scene.advance(frame, run.actors);
    all.add(scene);
    const Slot ego = scene.actors.present().front();
    scene.encounters.follow(ego, 1e4);
    for (const Encounter& met : scene.encounters.of(ego)) {
      const bool together = met.type == EncounterType::following || met.type == EncounterType::adjacent;
      if (together) together_until[met.other] = to_seconds(scene.actors.time());
      // Who merges is told only the first time.
      if (together || met.type == EncounterType::none || met.type == EncounterType::merging || met.overlaps) continue;
      const auto since = together_until.find(met.other);
      const double least = all.least(ego, met.other, since == together_until.end() ? -kNever : since->second);
      EXPECT_EQ(std::isnan(met.contact.pet), least == kNever)
          << "frame " << frame.number << ", " << scene.actors.info(met.other).id << ": " << met.contact.pet << ", "
          << least;
      if (least == kNever) {
        ++compared.free;
      } else {
        EXPECT_NEAR(met.contact.pet, least, 1e-9) << frame.number;
        ++compared.contacts;
      }
    }
  }
}

TEST(TrailRests, ChangeNoContact) {
  const auto grid = map::build_network(kit::grid(100));
  Compared all;
  for (std::uint64_t seed = 1; seed <= 12; ++seed) compare(*grid, cars(*grid, seed), all);
  EXPECT_GT(all.contacts, 500);
  EXPECT_GT(all.free, 10'000);
}

TEST(TrailRests, ChangeNoContactOnARealMap) {
  if (!kit::has_data()) GTEST_SKIP() << "no data";
  const auto town = kit::load_map("Town10HD");
  Compared all;
  for (std::uint64_t seed = 1; seed <= 6; ++seed) compare(*town, cars(*town, seed), all);
  EXPECT_GT(all.contacts, 100);
  EXPECT_GT(all.free, 5'000);
}

void expect_alike(const Encounter& a, const Encounter& b, std::size_t frame) {
  EXPECT_EQ(a.other, b.other) << frame;
  EXPECT_EQ(to_word(a.type), to_word(b.type)) << frame;
  EXPECT_EQ(to_word(a.role), to_word(b.role)) << frame;
  EXPECT_EQ(a.is_along_road, b.is_along_road) << frame;
  EXPECT_EQ(a.overlaps, b.overlaps) << frame;
  for (const auto& [one, other] :
       {std::pair(a.gap, b.gap), std::pair(a.rear_speed, b.rear_speed), std::pair(a.front_speed, b.front_speed)})
    EXPECT_TRUE(one == other || (std::isnan(one) && std::isnan(other))) << frame << ": " << one << ", " << other;
}

// Without trails they are found only when somebody asks: now and then, here.
TEST(Encounters, AreTheSameWheneverTheyAreAskedFor) {
  const auto grid = map::build_network(kit::grid(100));
  const kit::RunData run = cars(*grid, 9);
  Scene always({.map = grid.get(), .follow_roads = true}), at_times({.map = grid.get(), .follow_roads = true});
  std::size_t compared = 0;
  for (const trace::Frame& frame : run.frames) {
    always.advance(frame, run.actors);
    at_times.advance(frame, run.actors);
    const Slot ego = always.actors.present().front();
    always.encounters.follow(ego);
    at_times.encounters.follow(ego, kConflictRange, KeepTrails::no);
    if (frame.number % 7 != 3) continue;
    std::vector<Slot> near;
    for (const Slot slot : at_times.encounters.near(ego))
      if (slot != ego) near.push_back(slot);
    const auto expected = always.encounters.of(ego), found = at_times.encounters.of(ego);
    ASSERT_EQ(found.size(), expected.size()) << frame.number;
    ASSERT_EQ(near.size(), expected.size()) << frame.number;
    for (std::size_t i = 0; i < found.size(); ++i) {
      expect_alike(found[i], expected[i], frame.number);
      EXPECT_EQ(near[i], expected[i].other);
      ++compared;
    }
  }
  EXPECT_GT(compared, 200U);
}

}  // namespace
}  // namespace scrutineer::scene
