#include "scene/facts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <string>

#include "kit/actor_scene.h"
#include "kit/hand_frames.h"
#include "kit/maps.h"
#include "map/read.h"
#include "scene/fact_docs.h"

namespace scrutineer::scene {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;
using trace::Field;

TEST(Facts, AreNamedOnceAndExplained) {
  std::set<std::string_view> names;
  for (const Fact& fact : facts()) {
    EXPECT_TRUE(names.insert(fact.name).second) << fact.name;
    EXPECT_EQ(find_fact(fact.name), &fact) << fact.name;
    EXPECT_TRUE(fact.meaning.ends_with('.') || fact.meaning.ends_with('?')) << fact.name;
    const bool is_value = fact.type != FactType::place && fact.type != FactType::list && fact.is_told == nullptr;
    EXPECT_EQ(fact.value != nullptr, fact.scope == FactScope::actor && is_value) << fact.name;
  }
  EXPECT_EQ(find_fact("no such fact"), nullptr);
}

// On a road with a light, a stop line and a crosswalk ahead of an ego, with everything reported: there is a value of
// each.
TEST(Facts, AllHaveAValueWhereNothingIsMissing) {
  kit::MapBuilder builder;
  builder.road(kit::RoadBuilder("1")
                   .line(200.0)
                   .lanes({-1, 1})
                   .speed(0.0, Speed::from_si(14.0))
                   .signal(kit::stop_line("P", 99.0, -1.75, map::Orientation::with_s))
                   .signal(kit::light("L", 100.0, -5.0, map::Orientation::with_s))
                   .object(kit::crosswalk("C", 110.0, 0.0, 7.0)));
  const auto map = map::build_network(builder.build());
  kit::HandFrames frames;
  const trace::ActorId ego = frames.add({.id = "ego", .length = 4.5, .width = 1.8, .height = 1.5});
  const trace::ActorId lead = frames.add({.id = "lead", .length = 4.5, .width = 1.8, .height = 1.5});
  Scene scene({.map = map.get()});
  scene.actors.set_ego(ego);
  const auto state = [&](trace::ActorId actor, double x) {
    trace::ActorState at = frames.at(actor, x, -1.75);
    for (const Field field : {Field::velocity, Field::acceleration, Field::yaw_rate, Field::z}) at.fields.set(field);
    at.vx = 10.0;
    return at;
  };
  scene.advance(frames.frame(0ms, {state(ego, 50.0), state(lead, 80.0)}), frames.actors());
  scene.advance(frames.frame(100ms, {state(ego, 51.0), state(lead, 81.0)}), frames.actors());
  for (const Fact& fact : facts()) {
    if (fact.value == nullptr) continue;
    EXPECT_FALSE(std::isnan(fact.value(scene, scene.actors.ego()))) << fact.name;
    EXPECT_EQ(why_missing(scene, scene.actors.ego(), fact), std::nullopt) << fact.name;
  }
}

TEST(Facts, SayWhyTheyAreMissing) {
  struct Row {
    const char* name;
    const char* fact;
    std::initializer_list<Field> reported;
    int differences;
    const char* reason;  // part of it; empty: not missing
  };
  const Row rows[] = {
      {"reported", "speed", {Field::velocity}, 0, ""},
      {"one difference", "speed", {}, 1, ""},
      {"no difference allowed", "speed", {}, 0, "speed of actor 7 would be 1 difference away"},
      {"two differences", "acceleration", {}, 1, "--derive 2 allows it"},
      {"two allowed", "acceleration", {}, 2, ""},
      {"jerk of velocities", "local_jerk.lon", {Field::velocity}, 1, "2 differences away"},
      {"jerk of positions", "local_jerk.lon", {}, 2, "3 differences away"},
      {"no map", "legal_speed", {Field::velocity}, 1, "there is no map"},
      {"needs nothing", "overlaps", {}, 0, ""},
  };
  for (const Row& row : rows) {
    kit::HandFrames frames;
    const trace::ActorId car = frames.add({.id = "7", .length = 4.0, .width = 2.0});
    Scene scene({.differences = row.differences});
    trace::ActorState state = frames.at(car, 0.0, 0.0);
    for (const Field field : row.reported) state.fields.set(field);
    scene.advance(frames.frame(0ms, {state}), frames.actors());
    ASSERT_NE(find_fact(row.fact), nullptr) << row.name;
    const auto reason = why_missing(scene, scene.actors.present().front(), *find_fact(row.fact));
    EXPECT_EQ(!reason, *row.reason == '\0') << row.name;
    EXPECT_THAT(reason.value_or(""), HasSubstr(row.reason)) << row.name;
  }
}

TEST(Facts, TheirPageNamesThemAll) {
  const std::string page = facts_markdown();
  for (const Fact& fact : facts()) EXPECT_THAT(page, HasSubstr("`" + std::string(fact.name) + "`"));
}

}  // namespace
}  // namespace scrutineer::scene
