#include "odd/monitor.h"

#include <gtest/gtest.h>

#include "kit/actor_scene.h"
#include "kit/odd_files.h"

namespace scrutineer::odd {
namespace {

using namespace std::chrono_literals;

std::shared_ptr<const Odd> slow() {
  return std::make_shared<const Odd>(
      kit::read_odd_text("ODD: {slow: {INCLUDE_AND: {speed: \"<= 10 m/s\", lane_type: traffic_lane}}}\n").odd);
}

CodRow row_at(const Odd& odd, Duration time, std::vector<std::pair<const char*, Value>> values) {
  CodRow row{.time = Time(time)};
  for (const auto& [name, value] : values) row.values.push_back({odd.taxonomy.find(name).id, value});
  return row;
}

// Frames are 100 ms apart. The run says 5 m/s, and nothing of lanes: it has no map.
TEST(Monitor, TheLaterOfThoseWhoTellWins) {
  const auto odd = slow();
  const ConceptId speed = odd->taxonomy.find("speed").id;
  const Value lane = Value::literal(*odd->taxonomy.at(odd->taxonomy.find("lane_type").id).find_literal("traffic_lane"));
  Monitor monitor(odd, {.told = {row_at(*odd, 100ms, {{"lane_type", lane}}),
                                 row_at(*odd, 300ms, {{"lane_type", lane}, {"speed", Value::number(20.0)}}),
                                 row_at(*odd, 500ms, {{"lane_type", lane}})}});
  struct Frame {
    const char* name;
    std::optional<Value> programmed;  // nothing: the program is silent
    Truth expected;
  };
  const Frame frames[] = {
      {"nobody tells of the lane", {}, Truth::unknown},
      {"the first row does", {}, Truth::yes},
      {"the program says that it is fast", Value::number(30.0), Truth::no},
      {"the second row says so, too", {}, Truth::no},
      {"the program has nothing to say: the second row holds", Value{}, Truth::no},
      {"the third row is silent on speed: the run's holds", {}, Truth::yes},
      {"the program again", Value::number(30.0), Truth::no},
      {"and no longer", Value{}, Truth::yes},
      {"what it never said makes no difference", Value{}, Truth::yes},
  };
  // It stands still, so that nothing is looked at because the ego moved.
  kit::ActorScene scene(std::vector<kit::ActorSpec>{{.x = 1.0, .vx = 5.0}});
  for (const Frame& frame : frames) {
    if (frame.programmed) monitor.tell(speed, *frame.programmed);
    monitor.step(scene.scene, scene.scene.actors.ego());
    EXPECT_EQ(monitor.root(), frame.expected) << frame.name;
    scene.advance_again();
  }
}

TEST(Monitor, ARowHoldsInTheFrameOfItsTimeHoweverClocksAreRounded) {
  const auto odd = slow();
  const Value lane = Value::literal(*odd->taxonomy.at(odd->taxonomy.find("lane_type").id).find_literal("traffic_lane"));
  Monitor monitor(odd, {.told = {row_at(*odd, 100ms + 1ns, {{"lane_type", lane}})}});
  kit::ActorScene scene(std::vector<kit::ActorSpec>{{.x = 1.0, .vx = 5.0}});
  for (const Truth expected : {Truth::unknown, Truth::yes}) {
    monitor.step(scene.scene, scene.scene.actors.ego());
    EXPECT_EQ(monitor.root(), expected);
    scene.advance_again();
  }
}

TEST(Monitor, LooksOnlyAtWhatCanHaveChanged) {
  const auto odd = slow();
  Monitor monitor(odd, {});
  kit::ActorScene scene(std::vector<kit::ActorSpec>{{.x = 1.0, .vx = 5.0}});
  monitor.step(scene.scene, scene.scene.actors.ego());
  const std::uint64_t first = monitor.evaluations();
  EXPECT_EQ(first, 1U) << "the speed; of the lane nothing is known";
  for (int i = 0; i < 10; ++i) {
    scene.advance_again();
    monitor.step(scene.scene, scene.scene.actors.ego());
  }
  EXPECT_EQ(monitor.evaluations(), first);
  scene.advance({{.x = 1.5, .vx = 6.0}});
  monitor.step(scene.scene, scene.scene.actors.ego());
  EXPECT_EQ(monitor.evaluations(), first + 1) << "another speed";
}

TEST(Monitor, SumsUpTimeAndWayByVerdict) {
  const auto odd =
      std::make_shared<const Odd>(kit::read_odd_text("ODD: {slow: {INCLUDE_AND: {speed: \"<= 10 m/s\"}}}\n").odd);
  Monitor monitor(odd, {});
  kit::ActorScene scene(std::vector<kit::ActorSpec>{{.x = 0.0, .vx = 5.0}});
  monitor.step(scene.scene, scene.scene.actors.ego());  // inside for 0.1 s and 0.5 m
  scene.advance({{.x = 0.5, .vx = 20.0}});
  monitor.step(scene.scene, scene.scene.actors.ego());  // outside for 0.2 s and 4 m
  scene.advance({{.x = 2.5, .vx = 20.0}});
  monitor.step(scene.scene, scene.scene.actors.ego());
  scene.advance({{.x = 4.5, .vx = 5.0}});
  monitor.step(scene.scene, scene.scene.actors.ego());
  const Shares& shares = monitor.shares(odd->root);
  EXPECT_NEAR(shares.time_share(Truth::yes), 1.0 / 3.0, 1e-9);
  EXPECT_NEAR(shares.time_share(Truth::no), 2.0 / 3.0, 1e-9);
  EXPECT_NEAR(shares.distance_share(Truth::yes), 0.5 / 4.5, 1e-9);
  EXPECT_EQ(shares.distance_share(Truth::unknown), 0.0);
}

}  // namespace
}  // namespace scrutineer::odd
