// Once its actors are known, a frame in which nothing happens takes no new memory.
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "capi/scrutineer.h"
#include "kit/allocations.h"
#include "kit/c_frames.h"
#include "kit/data.h"
#include "kit/paths.h"
#include "kit/traffic.h"

#ifdef SCRUTINEER_COUNTS_ALLOCATIONS
namespace scrutineer::capi {
namespace {

struct Counted {
  std::size_t quiet_frames = 0;  // without events, after the first ones
  std::size_t allocations = 0;   // in them
};

Counted push_counting(scr_session* session, const kit::CRun& run, std::size_t first) {
  Counted counted;
  for (std::size_t i = 0; i < run.frames().size(); ++i) {
    const kit::CFrame& frame = run.frames()[i];
    const std::size_t before = kit::allocations_made.load();
    EXPECT_EQ(scr_session_step(session, frame.time_ns, frame.actors.data(),
                               static_cast<std::int64_t>(frame.actors.size()), nullptr, 0, nullptr),
              SCR_OK);
    const std::size_t made = kit::allocations_made.load() - before;
    const scr_event* events = nullptr;
    std::int64_t count = 0;
    scr_session_events(session, &events, &count, nullptr);
    if (i < first || count > 0) continue;
    ++counted.quiet_frames;
    counted.allocations += made;
  }
  return counted;
}

TEST(Session, TakesNoNewMemoryWhileNothingHappens) {
  const std::string file = (kit::source_dir() / "examples/maps/town.xodr").string();
  scr_map* map = scr_map_open(file.c_str(), nullptr);
  ASSERT_NE(map, nullptr);
  // An ego that drives straight on, and people who stand beside the road: nothing happens for a long time.
  std::vector<scr_actor> actors(50);
  for (std::size_t i = 0; i < actors.size(); ++i) scr_actor_init(&actors[i]);
  std::vector<std::string> ids;
  for (std::size_t i = 0; i < actors.size(); ++i) ids.push_back("actor " + std::to_string(i) + " of this run");
  for (std::size_t i = 0; i < actors.size(); ++i) {
    actors[i].id = ids[i].c_str();
    actors[i].type = i == 0 ? SCR_CAR : SCR_PERSON;
    actors[i].x = -110.0 + 1.8 * static_cast<double>(i);
    actors[i].y = i == 0 ? -1.75 : -15.0;
    actors[i].yaw = actors[i].vx = actors[i].vy = 0.0;
  }
  actors[0].vx = 1.0;
  scr_run_options options;
  scr_run_options_init(&options);
  options.map = map;
  scr_session* session = scr_session_open("{}", &options, nullptr);
  ASSERT_NE(session, nullptr);
  // What is remembered grows by doubling until it is as long as it may be (the odometer, trails): a few times in the first
  // 2048 frames, and then not before the 4096th.
  constexpr std::int64_t kFirst = 100, kGrown = 2100, kFrames = 2600;
  std::size_t growing = 0, made = 0, quiet = 0;
  for (std::int64_t frame = 0; frame < kFrames; ++frame) {
    actors[0].x += 0.02;
    const std::size_t before = kit::allocations_made.load();
    ASSERT_EQ(scr_session_step(session, frame * 20'000'000, actors.data(), 50, nullptr, 0, nullptr), SCR_OK);
    const std::size_t now = kit::allocations_made.load() - before;
    const scr_event* events = nullptr;
    std::int64_t count = 0;
    scr_session_events(session, &events, &count, nullptr);
    if (frame < kFirst || count > 0) continue;
    (frame < kGrown ? growing : made) += now;
    quiet += frame < kGrown ? 0 : 1;
  }
  EXPECT_GT(quiet, 400U);
  EXPECT_EQ(made, 0U);
  EXPECT_LT(growing, 40U);
  scr_session_close(session);
  scr_map_close(map);
}

TEST(Session, TakesHardlyAnyNewMemoryInTraffic) {
  const std::string name = kit::maps_like({"Town10HD"}).front();
  const auto network = kit::load_map(name);
  auto trace = kit::as_trace(kit::random_traffic(*network, {.actors = 50, .frames = 600}));
  const kit::CRun run(*trace);
  scr_map* map = scr_map_open(kit::map_path(name).c_str(), nullptr);
  ASSERT_NE(map, nullptr);
  scr_run_options options;
  scr_run_options_init(&options);
  options.map = map;
  // The first drive makes what the map makes on first use: the areas of its junctions.
  Counted counted;
  for (int drive = 0; drive < 2; ++drive) {
    scr_session* session = scr_session_open("{}", &options, nullptr);
    ASSERT_NE(session, nullptr);
    counted = push_counting(session, run, 100);
    scr_session_close(session);
  }
  EXPECT_GT(counted.quiet_frames, 100U);
  EXPECT_LT(counted.allocations, 3 * counted.quiet_frames);  // trails that grow, ways that are entered
  scr_map_close(map);
}

}  // namespace
}  // namespace scrutineer::capi
#endif
