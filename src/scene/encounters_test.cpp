#include "scene/encounters.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <optional>
#include <set>

#include "base/quantity.h"
#include "kit/actor_scene.h"
#include "kit/map_builder.h"
#include "kit/maps.h"
#include "kit/move_run.h"
#include "kit/random.h"
#include "kit/scenario.h"
#include "kit/traffic.h"
#include "kit/transform.h"
#include "map/read.h"
#include "scene/scene.h"

namespace scrutineer::scene {
namespace {

using namespace std::chrono_literals;
using kit::ActorScript;
using kit::PoseAt;
using kit::Scenario;
using trace::Category;

constexpr double kNever = std::numeric_limits<double>::infinity();

// Steps through a run, with the actor "0" followed from the first frame on.
template <typename EachFrame>
void drive(const kit::RunData& run, const map::RoadNetwork* map, EachFrame&& each, Duration follow_from = 0s) {
  Scene scene({.map = map});
  const auto place = [&](std::string_view id) {
    for (std::size_t i = 0; i < run.actors.size(); ++i)
      if (run.actors[i].id == id) return trace::ActorId(i);
    return trace::ActorId();
  };
  scene.actors.set_ego(place("0"));
  for (const trace::Frame& frame : run.frames) {
    scene.advance(frame, run.actors);
    const Slot ego = scene.actors.slot_of(place("0")), other = scene.actors.slot_of(place("7"));
    if (ego.valid() && frame.time >= Time(follow_from)) scene.encounters.follow(ego);
    if (!ego.valid() || !other.valid()) continue;
    each(scene, to_seconds(frame.time), scene.encounters.between(ego, other));
  }
}

kit::MadeActor car(std::string id, bool is_ego = false) {
  return {.id = std::move(id), .is_ego = is_ego, .length = 4.0, .width = 2.0, .height = 1.5};
}

struct Seen {
  EncounterType type = EncounterType::none;
  EncounterRole role = EncounterRole::none;
  NearMeasures near;
  Measures all;
  TrailContact contact;
};

Seen seen_at(const kit::RunData& run, const map::RoadNetwork* map, double when) {
  std::optional<Seen> found;
  drive(run, map, [&](Scene& scene, double time, const Encounter* met) {
    if (std::abs(time - when) > 1e-6) return;
    found.emplace();
    if (met == nullptr) return;
    *found = {met->type, met->role, scene.encounters.near_measures(*met), scene.encounters.measures(*met),
              met->contact};
  });
  EXPECT_TRUE(found) << "no frame at " << when;
  return found.value_or(Seen());
}

// ---- types --------------------------------------------------------------------------------------------------------------

struct TypeCase {
  const char* name;
  Scenario scenario;
  EncounterType type;
  EncounterRole role = EncounterRole::none;
};

void expect_types(const TypeCase& c, const map::RoadNetwork* map) {
  const Seen seen = seen_at(c.scenario.run(), map, 1.0);
  EXPECT_EQ(to_word(seen.type), to_word(c.type)) << c.name;
  EXPECT_EQ(to_word(seen.role), to_word(c.role)) << c.name;
}

TEST(Encounters, HaveTypesOnARoad) {
  const auto map = map::build_network(kit::straight_road(400.0));
  const auto make = [&](auto&& other) {
    Scenario scenario({.map = map.get(), .duration = 8s});
    scenario.add(car("0", true)).start_at("1", -1, 100.0).speed(10.0);
    other(scenario);
    return scenario;
  };
  const auto at = [&](int lane, double s, double speed, double lateral = 0.0) {
    return make(
        [=](Scenario& scenario) { scenario.add(car("7")).start_at("1", lane, s).speed(speed).lateral(lateral); });
  };
  const TypeCase cases[] = {
      {"ahead", at(-1, 140.0, 8.0), EncounterType::following, EncounterRole::follower},
      {"behind", at(-1, 60.0, 8.0), EncounterType::following, EncounterRole::leader},
      {"ahead, a little to the left", at(-1, 140.0, 8.0, 1.9), EncounterType::following, EncounterRole::follower},
      {"ahead and beside", at(-1, 140.0, 8.0, 2.1), EncounterType::adjacent},
      {"side by side", at(-1, 101.0, 10.0, 3.5), EncounterType::adjacent},
      {"oncoming", at(1, 160.0, 8.0), EncounterType::oncoming},
      {"oncoming in the ego's lane",
       make([](Scenario& scenario) { scenario.add(car("7")).start_at("1", -1, 160.0).against_traffic().speed(8.0); }),
       EncounterType::oncoming},
      {"stands ahead since it appeared", at(-1, 140.0, 0.0), EncounterType::standing},
      {"a thing on the road", make([](Scenario& scenario) {
         scenario
             .add({.id = "7",
                   .category = Category::object,
                   .length = 1.0,
                   .width = 1.0,
                   .height = 1.0,
                   .is_static = true})
             .poses({PoseAt{.x = 140.0, .y = -1.75}});
       }),
       EncounterType::standing},
      {"a thing half on the road", make([](Scenario& scenario) {
         scenario
             .add({.id = "7",
                   .category = Category::object,
                   .length = 1.0,
                   .width = 3.0,
                   .height = 1.0,
                   .is_static = true})
             .poses({PoseAt{.x = 140.0, .y = -4.0}});
       }),
       EncounterType::standing},
      {"parked at the side", at(-1, 140.0, 0.0, -2.5), EncounterType::adjacent},
      {"parked behind", at(-1, 60.0, 0.0), EncounterType::following, EncounterRole::leader},
      {"a person who crosses", make([](Scenario& scenario) {
         scenario.add({.id = "7", .category = Category::person}).start_free({140.0, -5.0, kPi / 2.0}).speed(1.0);
       }),
       EncounterType::vru_crossing},
      {"a car that crosses",
       make([](Scenario& scenario) { scenario.add(car("7")).start_free({140.0, -15.0, kPi / 2.0}).speed(5.0); }),
       EncounterType::crossing},
      {"a standing car beside the road",
       make([](Scenario& scenario) { scenario.add(car("7")).start_free({140.0, -15.0, kPi / 2.0}).speed(0.0); }),
       EncounterType::none},
      {"a car that crosses, in the ego's lane",
       make([](Scenario& scenario) { scenario.add(car("7")).start_free({140.0, -6.75, kPi / 2.0}).speed(5.0); }),
       EncounterType::crossing},
  };
  for (const TypeCase& c : cases) expect_types(c, map.get());
}

// Two lanes lead into the one that the ego is in: who comes from behind in the one that goes on follows it, whichever of
// them has the lower number.
TEST(Encounters, FollowWhereLanesMerge) {
  const auto on_the_left = kit::MapBuilder()
                               .road(kit::RoadBuilder("1")
                                         .line(200.0)
                                         .lanes({-1, 1})
                                         .section(100.0)
                                         .lanes({-1, 1, 2})
                                         .width(2, kit::hermite(0.0, 0.0, kit::kLaneWidth, 0.0, 50.0))
                                         .width(2, {kit::kLaneWidth, 0.0, 0.0, 0.0}, 50.0)
                                         .continues(-1, -1)
                                         .continues(1, 1)
                                         .continues(1, 2))
                               .build();
  struct Row {
    const char* name;
    map::Document map;
    int lane, other_lane;
    double s, other_s;
    EncounterType type;
  };
  const Row rows[] = {
      {"lane -2 ends, from lane -1", kit::narrowing_lane(), -1, -1, 103.0, 40.0, EncounterType::following},
      {"lane -2 ends, from lane -2", kit::narrowing_lane(), -1, -2, 103.0, 40.0, EncounterType::adjacent},
      {"lane 2 ends, from lane 1", on_the_left, 1, 1, 97.0, 160.0, EncounterType::following},
      {"lane 2 ends, from lane 2", on_the_left, 1, 2, 97.0, 160.0, EncounterType::adjacent},
  };
  for (const Row& row : rows) {
    const auto map = map::build_network(row.map);
    Scenario scenario({.map = map.get(), .duration = 2s});
    scenario.add(car("0", true)).start_at("1", row.lane, row.s).speed(2.0);
    scenario.add(car("7")).start_at("1", row.other_lane, row.other_s).speed(10.0);
    expect_types({row.name, scenario, row.type,
                  row.type == EncounterType::following ? EncounterRole::leader : EncounterRole::none},
                 map.get());
  }
}

TEST(Encounters, StandingBeginsAfterFiveSeconds) {
  const auto map = map::build_network(kit::straight_road(400.0));
  Scenario scenario({.map = map.get(), .duration = 12s});
  scenario.add(car("0", true)).start_at("1", -1, 100.0).speed(1.0);
  scenario.add(car("7")).start_at("1", -1, 140.0).speed({{0s, 5.0}, {2s, 5.0}, {2s, 0.0}, {10s, 0.0}, {11s, 4.0}});
  std::map<double, std::string> types;
  drive(scenario.run(), map.get(),
        [&](Scene&, double time, const Encounter* met) { types[std::round(10.0 * time)] = to_word(met->type); });
  EXPECT_EQ(types.at(10), "following");
  EXPECT_EQ(types.at(60), "following");
  EXPECT_EQ(types.at(75), "standing");
  EXPECT_EQ(types.at(110), "following");
}

TEST(Encounters, HaveTypesAtACrossing) {
  const auto map = map::build_network(kit::four_way_crossing({.arm_length = 100.0}));
  const auto make = [&](std::string from, std::string to, double s, double ego_s = 80.0) {
    Scenario scenario({.map = map.get(), .duration = 3s});
    scenario.add(car("0", true)).start_at("west", -1, ego_s).via({"east"}).speed(5.0);
    scenario.add(car("7")).start_at(std::move(from), -1, s).via({std::move(to)}).speed(5.0);
    return scenario;
  };
  const TypeCase cases[] = {
      {"from the south across", make("south", "north", 80.0), EncounterType::crossing},
      {"from the south across, inside", make("south", "north", 110.0), EncounterType::crossing},
      {"oncoming straight on", make("east", "west", 80.0), EncounterType::oncoming},
      {"ahead on the same way", make("west", "east", 95.0), EncounterType::following, EncounterRole::follower},
      {"behind on the same way", make("west", "east", 40.0), EncounterType::following, EncounterRole::leader},
      {"from the north, turns into the ego's road", make("north", "east", 103.0, 90.0), EncounterType::merging},
  };
  for (const TypeCase& c : cases) expect_types(c, map.get());
}

TEST(Encounters, HaveTypesWithoutAMap) {
  const auto make = [](kit::Pose pose, double speed) {
    Scenario scenario({.duration = 3s});
    scenario.add(car("0", true)).start_free({}).speed(10.0);
    scenario.add(car("7")).start_free(pose).speed(speed);
    return scenario;
  };
  const TypeCase cases[] = {
      {"ahead", make({40.0, 0.5, 0.1}, 5.0), EncounterType::following, EncounterRole::follower},
      {"behind", make({-40.0, 0.5, 0.01}, 5.0), EncounterType::following, EncounterRole::leader},
      {"beside", make({10.0, 4.0, 0.0}, 10.0), EncounterType::adjacent},
      {"beside and converging", make({20.0, 8.0, -0.3}, 10.0), EncounterType::merging},
      {"oncoming", make({60.0, 0.0, kPi}, 5.0), EncounterType::oncoming},
      {"across", make({40.0, -20.0, kPi / 2.0}, 5.0), EncounterType::crossing},
      {"stands ahead", make({60.0, 0.0, 1.0}, 0.0), EncounterType::standing},
      {"stands elsewhere", make({60.0, 20.0, 1.0}, 0.0), EncounterType::none},
      {"out of range", make({160.0, 0.0, 0.0}, 10.0), EncounterType::none},
  };
  for (const TypeCase& c : cases) expect_types(c, nullptr);
}

TEST(Encounters, AreOnOneLevel) {
  const auto map = map::build_network(kit::bridge());
  Scenario scenario({.map = map.get(), .duration = 3s});
  scenario.add(car("0", true)).start_at("lower", -1, 60.0).speed(10.0);
  scenario.add(car("7")).start_at("upper", -1, 60.0).speed(10.0);
  drive(scenario.run(), map.get(), [](Scene&, double, const Encounter* met) { EXPECT_EQ(met, nullptr); });
}

// On a slope of 8 % the leader, 56 m ahead, is 4.8 m above the ego.
TEST(Encounters, OfOneRoadAreOnOneLevelHoweverItClimbs) {
  const auto map = map::build_network(
      kit::MapBuilder("slope").road(kit::RoadBuilder("1").line(400.0).elevation(0.0, {0.0, 0.08, 0.0, 0.0})).build());
  Scenario scenario({.map = map.get(), .duration = 3s});
  scenario.add(car("0", true)).start_at("1", -1, 60.0).speed(20.0);
  scenario.add(car("7")).start_at("1", -1, 120.0).speed(10.0);
  const Seen seen = seen_at(scenario.run(), map.get(), 0.0);
  EXPECT_EQ(to_word(seen.type), "following");
  EXPECT_NEAR(seen.near.headway, 56.0, 0.1);
}

// ---- along the road -----------------------------------------------------------------------------------------------------

// A road with a bend to the left, of 30 m radius.
std::shared_ptr<const map::RoadNetwork> bend(double before) {
  return map::build_network(
      kit::MapBuilder("bend").road(kit::RoadBuilder("1").line(before).arc(90.0, 1.0 / 30.0).line(100.0)).build());
}

// Around a bend: in the plane the leader is not where the ego drives to.
TEST(Encounters, GapsFollowTheRoad) {
  const auto map = bend(100.0);
  Scenario scenario({.map = map.get(), .duration = 4s});
  scenario.add(car("0", true)).start_at("1", -1, 85.0).speed(10.0);
  scenario.add(car("7")).start_at("1", -1, 135.0).speed(5.0);
  const Seen seen = seen_at(scenario.run(), map.get(), 0.0);
  EXPECT_EQ(seen.type, EncounterType::following);
  // The lane's centre is 1.75 m outside of the reference line: it is longer there by 1.75 m for each radian.
  const double bend = 35.0;
  const double centres = 15.0 + bend * (1.0 + 1.75 / 30.0);
  EXPECT_NEAR(seen.near.headway, centres - 4.0, 0.1);
  EXPECT_NEAR(seen.near.ttc, seen.near.headway / 5.0, 1e-9);
  EXPECT_NEAR(seen.near.drac, 25.0 / (2.0 * seen.near.headway), 1e-9);
  EXPECT_NEAR(seen.near.thw, seen.near.headway / 10.0, 1e-9);
}

TEST(Encounters, OncomingTrafficInABendIsNoConflict) {
  const auto map = bend(60.0);
  Scenario scenario({.map = map.get(), .duration = 8s});
  scenario.add(car("0", true)).start_at("1", -1, 40.0).speed(10.0);
  scenario.add(car("7")).start_at("1", 1, 180.0).speed(10.0);
  double least_in_plane = kNever;
  drive(scenario.run(), map.get(), [&](Scene& scene, double time, const Encounter* met) {
    if (met == nullptr) return;
    const NearMeasures near = scene.encounters.near_measures(*met);
    EXPECT_TRUE(near.ttc == kNever || met->type == EncounterType::none) << time << " " << near.ttc;
    EXPECT_TRUE(std::isnan(near.drac)) << time;
    least_in_plane = std::min(least_in_plane, scene.relations.ttc(met->ego, met->other, 10.0));
  });
  EXPECT_LT(least_in_plane, 3.0) << "in the plane they would collide";
}

TEST(Encounters, MeasuresExistWhereTheyShould) {
  const auto map = map::build_network(kit::straight_road(400.0));
  const auto follow = [&](double speed, double other_speed, std::initializer_list<trace::Field> fields) {
    Scenario scenario({.map = map.get(), .duration = 2s});
    scenario.add(car("0", true)).start_at("1", -1, 100.0).speed(speed).reports(fields);
    scenario.add(car("7")).start_at("1", -1, 124.0).speed(other_speed).reports(fields);
    return seen_at(scenario.run(), map.get(), 1.0);
  };
  using trace::Field;
  const Seen full = follow(15.0, 10.0, {Field::velocity, Field::acceleration, Field::z});
  EXPECT_NEAR(full.all.headway, 15.0, 1e-9);
  EXPECT_NEAR(full.all.ttc, 3.0, 1e-9);
  EXPECT_NEAR(full.all.mttc, 3.0, 1e-9);
  EXPECT_NEAR(full.all.drac, 25.0 / 30.0, 1e-9);
  EXPECT_TRUE(std::isnan(full.all.other_drac));
  EXPECT_NEAR(full.all.mdrac, 5.0 / 4.0, 1e-9);
  EXPECT_NEAR(full.all.required_deceleration, 25.0 / 30.0, 1e-9);
  EXPECT_NEAR(full.all.btn, 25.0 / 240.0, 1e-9);
  EXPECT_NEAR(full.all.required_lateral, 2.0 * 2.0 / 9.0, 1e-9);
  EXPECT_NEAR(full.all.stn, 2.0 * 2.0 / 72.0, 1e-9);
  EXPECT_EQ(full.all.dce, 0.0);
  EXPECT_NEAR(full.all.ttce, 3.0, 1e-9);
  EXPECT_NEAR(full.all.distance, 15.0, 1e-9);
  EXPECT_NEAR(full.all.impact_speed, 5.0, 1e-9);
  EXPECT_NEAR(full.all.predicted_delta_v, 2.5, 1e-9);
  EXPECT_EQ(full.all.extended_delta_v, 0.0);  // braking at 6 m/s^2 would prevent it
  // |19 - 5 t| = 2 sqrt(5) + 8 t^2
  const double radii = 2.0 * std::sqrt(5.0);
  EXPECT_NEAR(full.all.wttc, (-5.0 + std::sqrt(25.0 + 32.0 * (19.0 - radii))) / 16.0, 1e-6);
  EXPECT_TRUE(std::isnan(full.contact.pet));

  const Seen without = follow(15.0, 10.0, {Field::velocity});
  EXPECT_FALSE(std::isnan(without.all.mttc)) << "one difference of velocities";
  const Seen positions = follow(15.0, 10.0, {});
  EXPECT_NEAR(positions.all.ttc, 3.0, 1e-6);
  EXPECT_TRUE(std::isnan(positions.all.mttc)) << "two differences";
  EXPECT_TRUE(std::isnan(positions.all.required_deceleration));
  const Seen apart = follow(10.0, 15.0, {Field::velocity, Field::acceleration});
  EXPECT_EQ(apart.all.ttc, kNever);
  EXPECT_EQ(apart.all.drac, 0.0);
  EXPECT_EQ(apart.all.required_lateral, 0.0);
  EXPECT_TRUE(std::isnan(apart.all.impact_speed));
  const Seen standing = follow(0.0, 0.0, {Field::velocity, Field::acceleration});
  EXPECT_TRUE(std::isnan(standing.all.thw));
  EXPECT_NEAR(standing.all.headway, 20.0, 1e-9);
}

TEST(Encounters, WhileBodiesOverlapThereIsNoTime) {
  Scenario scenario({.duration = 6s});
  scenario.add(car("0", true)).start_free({}).speed(10.0);
  scenario.add(car("7")).start_free({30.0, 0.0, 0.0}).speed(2.0);
  int overlapping = 0;
  drive(scenario.run(), nullptr, [&](Scene& scene, double, const Encounter* met) {
    if (!met->overlaps) return;
    ++overlapping;
    const Measures all = scene.encounters.measures(*met);
    EXPECT_EQ(all.ttc, 0.0);
    EXPECT_EQ(met->contact.pet, 0.0);
    EXPECT_EQ(all.distance, 0.0);
    for (const double value : {all.headway, all.thw, all.drac, all.required_deceleration, all.required_lateral})
      EXPECT_TRUE(std::isnan(value));
  });
  EXPECT_GT(overlapping, 3);
}

// The first states of three CommonRoad scenarios, and what commonroad-crime's tests say of them.
TEST(Encounters, AgreeWithPublishedValues) {
  const auto meeting = [](kit::ActorSpec ego, kit::ActorSpec other) {
    kit::ActorScene world({std::move(ego), std::move(other)});
    world.scene.encounters.follow(world.slot(0));
    const Encounter* met = world.scene.encounters.between(world.slot(0), world.slot(1));
    EXPECT_NE(met, nullptr);
    return world.scene.encounters.measures(*met);
  };
  const auto heading = [](kit::ActorSpec spec, double speed) {
    spec.vx = speed * std::cos(spec.yaw);
    spec.vy = speed * std::sin(spec.yaw);
    return spec;
  };
  // ZAM_Urban-3_3_Repair, 8 and 6: headway 20.75 m along x; the ego's heading is 0.02 rad.
  const Measures urban = meeting(heading({.x = 60.0, .y = 0.06, .yaw = 0.02, .length = 4.508, .width = 1.608}, 9.0),
                                 {.x = 85.0, .y = -1.0, .yaw = 0.02, .length = 4.0, .width = 2.5});
  EXPECT_NEAR(urban.headway, 20.75, 0.05);
  EXPECT_NEAR(urban.thw, 2.305, 0.01) << "CriMe says 2.4: its next time step";
  // DEU_Gar-1_1_T-1, 200 and 202: -0.81 m/s^2 are needed; equal masses change by half of the difference of speeds.
  const Measures gar =
      meeting(heading({.x = -1.0214, .y = -3.0013, .length = 4.508, .width = 1.61}, 16.0),
              heading({.x = 25.9368, .y = -2.2842, .yaw = -0.043633, .length = 4.8, .width = 2.0}, 10.0));
  EXPECT_NEAR(gar.drac, 0.81, 0.01);
  EXPECT_NEAR(gar.predicted_delta_v, 3.01, 0.01);
}

// ---- trails -------------------------------------------------------------------------------------------------------------

// The other crosses at right angles and is gone before the ego comes: entry minus exit.
TEST(Encounters, PetIsEntryMinusExitOnPerpendicularPaths) {
  Scenario scenario({.duration = 8s});
  scenario.add(car("0", true)).start_free({-40.0, 0.0, 0.0}).speed(10.0);
  scenario.add(car("7")).start_free({0.0, -20.0, kPi / 2.0}).speed(8.0);
  // The other's rear leaves the ego's swath (y = 1) at (21 + 2) / 8 s, the ego's front is at x = -1 after 3.7 s.
  const double expected = 3.7 - 23.0 / 8.0;
  double least = kNever, known = kNever, et = kNoMeasure, other_et = kNoMeasure;
  CameFirst first = CameFirst::nobody;
  drive(scenario.run(), nullptr, [&](Scene&, double time, const Encounter* met) {
    if (!std::isnan(met->contact.pet)) {
      known = std::min(known, time);
      least = std::min(least, met->contact.pet);
      first = met->contact.first;
    }
    if (!std::isnan(met->contact.et)) et = met->contact.et;
    if (!std::isnan(met->contact.other_et)) other_et = met->contact.other_et;
  });
  EXPECT_NEAR(least, expected, 1e-6);
  EXPECT_NEAR(known, 3.7, 0.101);
  EXPECT_EQ(to_word(first), "other");
  EXPECT_NEAR(et, (1.0 + 1.0 + 4.0) / 10.0, 1e-6);
  EXPECT_NEAR(other_et, (1.0 + 1.0 + 4.0) / 8.0, 1e-6);
}

TEST(Encounters, TheEgoMayHaveComeFirst) {
  Scenario scenario({.duration = 8s});
  scenario.add(car("0", true)).start_free({0.0, -20.0, kPi / 2.0}).speed(8.0);
  scenario.add(car("7")).start_free({-40.0, 0.0, 0.0}).speed(10.0);
  double least = kNever;
  CameFirst first = CameFirst::nobody;
  drive(scenario.run(), nullptr, [&](Scene&, double, const Encounter* met) {
    if (std::isnan(met->contact.pet)) return;
    least = std::min(least, met->contact.pet);
    first = met->contact.first;
  });
  EXPECT_NEAR(least, 3.7 - 23.0 / 8.0, 1e-6);
  EXPECT_EQ(to_word(first), "ego");
}

// Two bodies on straight ways with constant speeds: when each was where the other is at another time.
struct TwoWays {
  double v, w, yaw, meets, later;

  bool overlap(double t1, double t2) const {
    const FlatBox one{v * (t1 - later), 0.0, 1.0, 0.0, 2.0, 1.0};
    const FlatBox other{
        w * (t2 - meets) * std::cos(yaw), w * (t2 - meets) * std::sin(yaw), std::cos(yaw), std::sin(yaw), 2.0, 1.0};
    return overlap_depth(one, other) > 0.0;
  }
};

// The least difference of two times at which they would overlap, all pairs of them in steps. The pairs that overlap are a convex
// set, so what is least in large steps has the least of all beside it.
double least_difference(const TwoWays& ways) {
  constexpr double kEnd = 9.0, kCoarse = 0.05, kFine = 0.005;
  double least = kNever, at1 = 0.0, at2 = 0.0;
  const auto look = [&](double begin1, double end1, double begin2, double end2, double step) {
    for (double t1 = std::max(0.0, begin1); t1 <= std::min(kEnd, end1); t1 += step)
      for (double t2 = std::max({0.0, begin2, t1 - least}); t2 <= std::min({kEnd, end2, t1 + least}); t2 += step)
        if (std::abs(t1 - t2) < least && ways.overlap(t1, t2)) {
          least = std::abs(t1 - t2);
          at1 = t1;
          at2 = t2;
        }
  };
  look(0.0, kEnd, 0.0, kEnd, kCoarse);
  for (double before = kNever; least < before;) {
    before = least;
    look(at1 - 2.0 * kCoarse, at1 + 2.0 * kCoarse, at2 - 2.0 * kCoarse, at2 + 2.0 * kCoarse, kFine);
  }
  return least;
}

TEST(Encounters, PetIsTheLeastOfAllPairsOfTimes) {
  kit::Random random(21);
  int compared = 0;
  for (int i = 0; compared < 10'000; ++i) {
    ASSERT_LT(i, 30'000) << "only " << compared << " pairs could be compared";
    const double yaw = random.uniform(0.6, 2.5) * (random.uniform(0.0, 1.0) < 0.5 ? 1.0 : -1.0);
    const double v = random.uniform(3.0, 15.0), w = random.uniform(3.0, 15.0);
    const double meets = random.uniform(3.0, 5.0), later = meets + random.uniform(0.8, 3.0);
    Scenario scenario({.step = 100ms, .duration = 9s});
    scenario.add(car("0", true)).start_free({-v * later, 0.0, 0.0}).speed(v);
    scenario.add(car("7")).start_free({-w * meets * std::cos(yaw), -w * meets * std::sin(yaw), yaw}).speed(w);
    double found = kNever;
    bool touched = false, other_type = false;
    drive(scenario.run(), nullptr, [&](Scene&, double, const Encounter* met) {
      if (met == nullptr) return;
      touched = touched || met->overlaps;
      if (met->type != EncounterType::crossing && met->type != EncounterType::oncoming) other_type = true;
      if (!std::isnan(met->contact.pet)) found = std::min(found, met->contact.pet);
    });
    if (touched || other_type) continue;
    const double least = least_difference({v, w, yaw, meets, later});
    if (least == kNever) continue;
    ASSERT_NEAR(found, least, 0.01 * least + 0.01) << i << ": " << v << " " << w << " " << yaw;
    ++compared;
  }
}

TEST(Encounters, FollowingGivesNoPet) {
  const auto map = map::build_network(kit::four_way_crossing({.arm_length = 100.0}));
  // The leader turns right, the ego goes straight on over where the leader was a second ago.
  Scenario scenario({.map = map.get(), .duration = 8s});
  scenario.add(car("0", true)).start_at("west", -1, 70.0).via({"east"}).speed(6.0);
  scenario.add(car("7")).start_at("west", -1, 82.0).via({"south"}).speed(6.0);
  std::set<std::string> types;
  drive(scenario.run(), map.get(), [&](Scene&, double time, const Encounter* met) {
    if (met == nullptr) return;
    types.emplace(to_word(met->type));
    EXPECT_TRUE(std::isnan(met->contact.pet) || met->contact.pet > 1.0) << time << " " << met->contact.pet;
  });
  EXPECT_TRUE(types.contains("following"));
  EXPECT_TRUE(types.contains("crossing"));
}

TEST(Encounters, TrailTimeIsSinceTheLeaderWasThere) {
  const auto map = map::build_network(kit::straight_road(400.0));
  Scenario scenario({.map = map.get(), .duration = 6s});
  scenario.add(car("0", true)).start_at("1", -1, 100.0).speed(10.0);
  scenario.add(car("7")).start_at("1", -1, 124.0).speed(10.0);
  const Seen seen = seen_at(scenario.run(), map.get(), 5.0);
  EXPECT_NEAR(seen.all.trail_time, 2.0, 1e-6);
  EXPECT_TRUE(std::isnan(seen_at(scenario.run(), map.get(), 1.0).all.trail_time)) << "its trail is not that long yet";
}

TEST(Encounters, TrailTimeIsThatOfTheLastTrailer) {
  const auto map = map::build_network(kit::straight_road(400.0));
  for (const bool last_comes_first : {false, true}) {
    Scenario scenario({.map = map.get(), .duration = 6s});
    scenario.add(car("0", true)).start_at("1", -1, 100.0).speed(10.0);
    scenario.add(car("7")).start_at("1", -1, 141.0).speed(10.0);
    for (const double behind : {last_comes_first ? 20.0 : 10.0, last_comes_first ? 10.0 : 20.0}) {
      kit::MadeActor trailer = car("T" + std::to_string(behind));
      trailer.length = 8.0;
      trailer.parent = "7";
      scenario.add(trailer).behind("7", behind);
    }
    // 15 m from the ego's front to the last trailer's rear.
    EXPECT_NEAR(seen_at(scenario.run(), map.get(), 5.0).all.trail_time, 1.5, 1e-6) << last_comes_first;
  }
}

TEST(Encounters, RelocationsAndGapsEndTrails) {
  const auto crossing = [](auto&& change) {
    Scenario scenario({.duration = 8s});
    scenario.add(car("0", true)).start_free({-40.0, 0.0, 0.0}).speed(10.0);
    change(scenario.add(car("7")).start_free({0.0, -20.0, kPi / 2.0}).speed(8.0));
    double least = kNever;
    drive(scenario.run(), nullptr, [&](Scene&, double, const Encounter* met) {
      if (met != nullptr && !std::isnan(met->contact.pet)) least = std::min(least, met->contact.pet);
    });
    return least;
  };
  EXPECT_LT(crossing([](ActorScript&) {}), 1.0);
  EXPECT_EQ(crossing([](ActorScript& other) { other.fault(kit::gap(2900ms, 3300ms)); }), kNever);
}

// A standing car was there until it left, not when it came.
TEST(Encounters, StandingCarsLeaveTrailsToo) {
  Scenario scenario({.duration = 12s});
  scenario.add(car("0", true)).start_free({-80.0, 0.0, 0.0}).speed(10.0);
  scenario.add(car("7"))
      .start_free({0.0, -20.0, kPi / 2.0})
      .speed({{0s, 10.0}, {2s, 10.0}, {2s, 0.0}, {5s, 0.0}, {5s, 10.0}});
  double least = kNever;
  drive(scenario.run(), nullptr, [&](Scene&, double, const Encounter* met) {
    if (!std::isnan(met->contact.pet)) least = std::min(least, met->contact.pet);
  });
  // It leaves y = 1 with its rear 0.3 s after it sets off at 5 s; the ego's front is at x = -1 after 7.7 s.
  EXPECT_NEAR(least, 7.7 - 5.3, 0.02);
}

// ---- the world may lie anywhere -----------------------------------------------------------------------------------------

std::vector<double> all_numbers(const kit::RunData& run, const map::RoadNetwork& map) {
  std::vector<double> numbers;
  drive(run, &map, [&](Scene& scene, double, const Encounter* met) {
    if (met == nullptr) return;
    const Measures all = scene.encounters.measures(*met);
    numbers.push_back(static_cast<double>(met->type));
    for (const double value :
         {all.ttc, all.mttc, all.drac, all.other_drac, all.mdrac, all.headway, all.thw, all.trail_time,
          all.required_deceleration, all.required_lateral, all.dce, all.ttce, all.distance, all.wttc, all.impact_speed,
          all.extended_delta_v, met->contact.pet, met->contact.et, met->contact.other_et})
      numbers.push_back(value);
  });
  return numbers;
}

void expect_same(const std::vector<double>& expected, const std::vector<double>& found, const char* name) {
  ASSERT_EQ(expected.size(), found.size()) << name;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    if (std::isnan(expected[i])) {
      EXPECT_TRUE(std::isnan(found[i])) << name << " " << i << " " << found[i];
    } else if (std::isinf(expected[i])) {
      EXPECT_EQ(expected[i], found[i]) << name << " " << i;
    } else {
      EXPECT_NEAR(expected[i], found[i], 1e-5 * std::max(1.0, std::abs(expected[i]))) << name << " " << i;
    }
  }
}

TEST(Encounters, DoNotDependOnCoordinatesOrTheSenseOfS) {
  const map::Document document = kit::four_way_crossing({.arm_length = 100.0});
  const auto map = map::build_network(document);
  for (const auto& [from, to, s] : {std::tuple("south", "north", 60.0), std::tuple("north", "east", 80.0),
                                    std::tuple("east", "south", 60.0), std::tuple("west", "east", 74.0)}) {
    Scenario scenario({.map = map.get(), .duration = 10s});
    scenario.add(car("0", true)).start_at("west", -1, 50.0).via({"east"}).speed({{0s, 9.0}, {4s, 9.0}, {6s, 6.0}});
    scenario.add(car("7")).start_at(from, -1, s).via({to}).speed(7.13);
    const kit::RunData run = scenario.run();
    const std::vector<double> expected = all_numbers(run, *map);
    const std::string name = std::string(from) + " to " + to;
    expect_same(expected,
                all_numbers(kit::shifted_and_rotated(run, 500e3, -200e3, kPi / 6.0),
                            *map::build_network(kit::shifted_and_rotated(document, 500e3, -200e3, kPi / 6.0))),
                (name + ", elsewhere").c_str());
    expect_same(expected, all_numbers(run, *map::build_network(kit::reversed(document, "west"))),
                (name + ", s of the west arm reversed").c_str());
    expect_same(expected, all_numbers(kit::mirrored(run), *map::build_network(kit::mirrored(document))),
                (name + ", mirrored").c_str());
  }
}

// ---- lanes --------------------------------------------------------------------------------------------------------------

// In a junction those who turn left from opposite sides pass each other, and the straight courses of the moment meet.
TEST(Encounters, LanesLeadPastEachOther) {
  const auto map = map::build_network(kit::four_way_crossing({.arm_length = 100.0}));
  struct Case {
    const char *name, *ego_to, *other_to;
    const map::RoadNetwork* map;
    bool expected;
  };
  const Case cases[] = {
      {"both turn left", "north", "south", map.get(), true},
      {"both turn right", "south", "north", map.get(), true},
      {"both drive straight on", "east", "west", map.get(), true},
      {"one turns left before the other", "north", "west", map.get(), false},
      {"the other turns left before it", "east", "south", map.get(), false},
      {"both turn left, but nobody knows the lanes", "north", "south", nullptr, false},
  };
  for (const Case& c : cases) {
    Scenario scenario({.map = map.get(), .duration = 8s});
    scenario.add(car("0", true)).start_at("west", -1, 80.0).via({c.ego_to}).speed(5.0);
    scenario.add(car("7")).start_at("east", -1, 80.0).via({c.other_to}).speed(5.0);
    // Once the turning one has begun to, before they have passed each other.
    std::optional<bool> past;
    drive(scenario.run(), c.map, [&](Scene& scene, double, const Encounter* met) {
      const auto turned = [&](Slot slot) { return std::abs(std::sin(scene.actors.state(slot).yaw)) > 0.35; };
      const bool ego_turned = turned(met->ego) || c.ego_to == std::string_view("east");
      const bool other_turned = turned(met->other) || c.other_to == std::string_view("west");
      if (!past && ego_turned && other_turned) past = scene.encounters.lanes_lead_past(*met, 6.0);
    });
    ASSERT_TRUE(past) << c.name;
    EXPECT_EQ(*past, c.expected) << c.name;
  }
}

// Somebody who needs no trails may ask first: that changes nothing for who asks for them later in the same frame, and
// without such a one there are none.
TEST(Trails, AreKeptOnceAnybodyWantsThem) {
  const auto map = map::build_network(kit::grid(12));
  const kit::RunData run =
      kit::random_traffic(*map, {.actors = 25, .frames = 300, .step = std::chrono::milliseconds(100), .seed = 4});
  Scene with({.map = map.get()}), upgraded({.map = map.get()}), without({.map = map.get()});
  int contacts = 0;
  for (const trace::Frame& frame : run.frames) {
    for (Scene* scene : {&with, &upgraded, &without}) scene->advance(frame, run.actors);
    const auto ego = [](Scene& scene) { return scene.actors.slot_of(trace::ActorId(0)); };
    with.encounters.follow(ego(with));
    upgraded.encounters.follow(ego(upgraded), kConflictRange, KeepTrails::no);
    upgraded.encounters.follow(ego(upgraded));
    without.encounters.follow(ego(without), kConflictRange, KeepTrails::no);
    const auto expected = with.encounters.of(ego(with)), found = upgraded.encounters.of(ego(upgraded)),
               bare = without.encounters.of(ego(without));
    ASSERT_EQ(expected.size(), found.size());
    ASSERT_EQ(expected.size(), bare.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
      const double pet = expected[i].contact.pet;
      EXPECT_TRUE(pet == found[i].contact.pet || (std::isnan(pet) && std::isnan(found[i].contact.pet)));
      EXPECT_EQ(expected[i].contact.first, found[i].contact.first);
      EXPECT_TRUE(std::isnan(bare[i].contact.pet));
      EXPECT_EQ(expected[i].type, bare[i].type);
      EXPECT_EQ(expected[i].role, bare[i].role);
      contacts += std::isnan(pet) ? 0 : 1;
    }
  }
  EXPECT_GT(contacts, 10) << "paths cross";
}

}  // namespace
}  // namespace scrutineer::scene
