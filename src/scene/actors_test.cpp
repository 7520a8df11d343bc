#include "scene/actors.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "kit/hand_frames.h"
#include "kit/random.h"

namespace scrutineer::scene {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::IsEmpty;
using trace::ActorId;
using trace::ActorState;

// Frames 100 ms apart that are told who is there; everybody stands at x = the frame's number.
class Stage {
 public:
  ActorId add(std::string id, ActorId parent = {}) { return frames_.add({.id = std::move(id), .parent = parent}); }
  trace::ActorInfo& info(ActorId actor) { return frames_.info(actor); }

  void next(std::initializer_list<ActorId> who) {
    trace::Frame frame;
    frame.time = Time(count_ * 100ms);
    for (const ActorId actor : who)
      frame.actors.push_back(kit::HandFrames::at(actor, static_cast<double>(count_), 0.0));
    actors.advance(frame, frames_.actors());
    ++count_;
  }

  std::vector<std::string> names(std::span<const Slot> slots) const {
    std::vector<std::string> names;
    for (const Slot slot : slots) names.push_back(actors.info(slot).id);
    return names;
  }
  std::vector<std::string> present() const { return names(actors.present()); }
  std::vector<std::string> appeared() const { return names(actors.appeared()); }
  std::vector<std::string> vanished() const { return names(actors.vanished()); }

  Actors actors;

 private:
  kit::HandFrames frames_;
  int count_ = 0;
};

TEST(Actors, AppearVanishAndComeBack) {
  Stage stage;
  const ActorId a = stage.add("a"), b = stage.add("b"), c = stage.add("c");
  struct Row {
    const char* name;
    std::vector<ActorId> who;
    std::vector<std::string> present, appeared, vanished;
  };
  const Row rows[] = {
      {"first frame", {a, b}, {"a", "b"}, {"a", "b"}, {}},
      {"nothing changes", {a, b}, {"a", "b"}, {}, {}},
      {"in another order", {b, a}, {"a", "b"}, {}, {}},
      {"one leaves", {b}, {"b"}, {}, {"a"}},
      {"still gone", {b}, {"b"}, {}, {}},
      {"another comes, into the free slot", {b, c}, {"c", "b"}, {"c"}, {}},
      {"one for the other", {c, a}, {"c", "a"}, {"a"}, {"b"}},
      {"all gone", {}, {}, {}, {"c", "a"}},
      {"nobody", {}, {}, {}, {}},
      {"and back", {a}, {"a"}, {"a"}, {}},
  };
  for (const Row& row : rows) {
    if (row.who.empty()) {
      stage.next({});
    } else if (row.who.size() == 1) {
      stage.next({row.who[0]});
    } else {
      stage.next({row.who[0], row.who[1]});
    }
    EXPECT_EQ(stage.present(), row.present) << row.name;
    EXPECT_EQ(stage.appeared(), row.appeared) << row.name;
    EXPECT_EQ(stage.vanished(), row.vanished) << row.name;
  }
  EXPECT_EQ(stage.actors.slot_count(), 3U);
}

TEST(Actors, WhoVanishedIsReadableForOneFrame) {
  Stage stage;
  const ActorId a = stage.add("a"), b = stage.add("b");
  stage.next({a});
  stage.next({b});
  ASSERT_EQ(stage.actors.vanished().size(), 1U);
  const Slot gone = stage.actors.vanished().front();
  EXPECT_EQ(stage.actors.info(gone).id, "a");
  EXPECT_EQ(stage.actors.state(gone).x, 0.0);
  EXPECT_FALSE(stage.actors.slot_of(a).valid());
  EXPECT_NE(stage.actors.slot_of(b), gone);
}

TEST(Actors, KeepTheirUidWhenTheyComeBack) {
  Stage stage;
  const ActorId a = stage.add("a"), b = stage.add("b");
  stage.next({a, b});
  EXPECT_EQ(stage.actors.uid(stage.actors.slot_of(b)), 2);
  stage.next({});
  stage.next({b});
  EXPECT_EQ(stage.actors.uid(stage.actors.slot_of(b)), 2);
  EXPECT_EQ(stage.actors.age(stage.actors.slot_of(b)), 1);
  EXPECT_EQ(stage.actors.since(stage.actors.slot_of(b)), Time(200ms));
}

// Slots and uids of those who come at once follow their ids, the ego first, in whichever order the rows name them.
TEST(Actors, TheOrderOfRowsSaysNothing) {
  for (const bool is_other_way_round : {false, true}) {
    Stage stage;
    std::vector<ActorId> ids(5);
    const char* const names[] = {"10", "9", "ego", "b", "a"};
    for (std::size_t i = 0; i < 5; ++i) {
      const std::size_t k = is_other_way_round ? 4 - i : i;
      ids[k] = stage.add(names[k]);
    }
    const ActorId ten = ids[0], nine = ids[1], ego = ids[2], b = ids[3], a = ids[4];
    stage.actors.set_ego(ego);
    if (is_other_way_round)
      stage.next({ego, nine, ten});
    else
      stage.next({ten, nine, ego});
    EXPECT_THAT(stage.present(), ElementsAre("ego", "9", "10"));
    if (is_other_way_round)
      stage.next({a, b, ten, nine});
    else
      stage.next({nine, ten, b, a});
    EXPECT_THAT(stage.appeared(), ElementsAre("a", "b"));
    int uid = 1;
    for (const ActorId actor : {ego, nine, ten, a, b}) {
      EXPECT_EQ(stage.actors.uid(actor), uid);
      EXPECT_EQ(stage.actors.actor_of(uid), actor);
      ++uid;
    }
    EXPECT_FALSE(stage.actors.actor_of(0).valid());
    EXPECT_FALSE(stage.actors.actor_of(6).valid());
  }
}

TEST(Actors, HistoryAndAge) {
  Stage stage;
  const ActorId a = stage.add("a");
  for (int frame = 0; frame < 7; ++frame) {
    stage.next({a});
    const Slot slot = stage.actors.slot_of(a);
    EXPECT_EQ(stage.actors.age(slot), std::min(frame + 1, Actors::kHistory));
    for (int back = 0; back < stage.actors.age(slot); ++back) EXPECT_EQ(stage.actors.state(slot, back).x, frame - back);
  }
}

TEST(Actors, StepsAreThoseBetweenFrames) {
  kit::HandFrames frames;
  const ActorId a = frames.add({.id = "a"});
  Actors actors;
  for (const Duration time : {0ms, 100ms, 150ms, 450ms})
    actors.advance(frames.frame(time, {frames.at(a, 0, 0)}), frames.actors());
  EXPECT_EQ(actors.step_time(), Duration(300ms));
  EXPECT_DOUBLE_EQ(actors.step_seconds_back(0), 0.3);
  EXPECT_DOUBLE_EQ(actors.step_seconds_back(1), 0.05);
  EXPECT_DOUBLE_EQ(actors.step_seconds_back(2), 0.1);
  EXPECT_EQ(actors.epoch(), 4U);
}

TEST(Actors, RelocationBeginsANewHistory) {
  Stage stage;
  const ActorId truck = stage.add("truck"), trailer = stage.add("trailer", truck), other = stage.add("other");
  stage.next({truck, trailer, other});
  stage.next({truck, trailer, other});
  stage.actors.announce_relocation(truck);
  stage.next({truck, trailer, other});
  for (const ActorId moved : {truck, trailer}) {
    const Slot slot = stage.actors.slot_of(moved);
    EXPECT_TRUE(stage.actors.relocated(slot));
    EXPECT_EQ(stage.actors.age(slot), 1);
    EXPECT_EQ(stage.actors.since(slot), Time(200ms));
  }
  EXPECT_EQ(stage.actors.age(stage.actors.slot_of(other)), 3);
  EXPECT_THAT(stage.appeared(), IsEmpty());
  stage.next({truck, trailer, other});
  EXPECT_FALSE(stage.actors.relocated(stage.actors.slot_of(truck)));
  EXPECT_EQ(stage.actors.age(stage.actors.slot_of(truck)), 2);
}

TEST(Actors, RelocationOfSomebodyWhoIsNotThereIsNone) {
  Stage stage;
  const ActorId a = stage.add("a"), b = stage.add("b");
  stage.actors.announce_relocation(b);
  stage.next({a});
  stage.next({a, b});
  EXPECT_FALSE(stage.actors.relocated(stage.actors.slot_of(b)));
  stage.actors.announce_relocation(b);
  stage.next({a});
  EXPECT_EQ(stage.vanished(), std::vector<std::string>{"b"});
}

TEST(Actors, TheEgoMayBeAbsent) {
  Stage stage;
  const ActorId a = stage.add("a"), ego = stage.add("ego");
  stage.next({a, ego});
  EXPECT_FALSE(stage.actors.ego().valid()) << "nobody said who";
  stage.actors.set_ego(ego);
  stage.next({a, ego});
  EXPECT_EQ(stage.actors.ego(), stage.actors.slot_of(ego));
  EXPECT_TRUE(stage.actors.is_ego(stage.actors.slot_of(ego)));
  EXPECT_FALSE(stage.actors.is_ego(stage.actors.slot_of(a)));
  stage.next({a});
  EXPECT_FALSE(stage.actors.ego().valid());
}

TEST(Actors, PartsBelongToTheirWhole) {
  Stage stage;
  const ActorId truck = stage.add("truck"), trailer = stage.add("T1", truck), car = stage.add("car");
  stage.next({trailer, car, truck});  // whatever the order: the trailer gets the first slot
  EXPECT_THAT(stage.present(), ElementsAre("car", "truck"));
  EXPECT_THAT(stage.names(stage.actors.present_with_parts()), ElementsAre("T1", "car", "truck"));
  EXPECT_THAT(stage.names(stage.actors.parts(stage.actors.slot_of(truck))), ElementsAre("truck", "T1"));
  EXPECT_EQ(stage.actors.whole(stage.actors.slot_of(trailer)), stage.actors.slot_of(truck));
  EXPECT_THAT(stage.names(stage.actors.parts(stage.actors.slot_of(car))), ElementsAre("car"));

  stage.next({trailer, car});
  EXPECT_THAT(stage.present(), ElementsAre("T1", "car")) << "the truck gone, its trailer is an actor of its own";
  EXPECT_THAT(stage.appeared(), ElementsAre("T1"));
  EXPECT_THAT(stage.vanished(), ElementsAre("truck"));
  EXPECT_EQ(stage.actors.whole(stage.actors.slot_of(trailer)), stage.actors.slot_of(trailer));

  stage.next({truck, trailer, car});
  EXPECT_THAT(stage.present(), ElementsAre("car", "truck"));
  EXPECT_THAT(stage.vanished(), ElementsAre("T1")) << "a part again";
  EXPECT_THAT(stage.names(stage.actors.parts(stage.actors.slot_of(truck))), ElementsAre("truck", "T1"));

  stage.next({truck, car});
  EXPECT_THAT(stage.vanished(), IsEmpty());
  EXPECT_THAT(stage.names(stage.actors.parts(stage.actors.slot_of(truck))), ElementsAre("truck"));
}

TEST(Actors, ARunMayNameTheTruckLater) {
  Stage stage;
  const ActorId trailer = stage.add("trailer"), truck = stage.add("truck");
  stage.next({trailer, truck});
  stage.info(trailer).parent = truck;
  stage.next({trailer, truck});
  EXPECT_THAT(stage.present(), ElementsAre("truck"));
  EXPECT_THAT(stage.vanished(), ElementsAre("trailer"));
}

TEST(Actors, ARunMayKnowTheSizeLaterAndWhatStoodMayMove) {
  Stage stage;
  const ActorId bus = stage.add("bus");
  stage.info(bus).is_static = true;
  stage.next({bus});
  EXPECT_TRUE(stage.actors.info(stage.actors.slot_of(bus)).is_static);
  stage.info(bus).is_static = false;
  stage.next({bus});
  EXPECT_FALSE(stage.actors.info(stage.actors.slot_of(bus)).is_static);
  EXPECT_FALSE(stage.actors.any_relocated());
  stage.info(bus).length = 15.0;
  stage.next({bus});
  EXPECT_EQ(stage.actors.info(stage.actors.slot_of(bus)).length, 15.0);
  EXPECT_TRUE(stage.actors.relocated(stage.actors.slot_of(bus))) << "nothing that was found with another size holds";
  EXPECT_THAT(stage.present(), ElementsAre("bus"));
  EXPECT_THAT(stage.appeared(), ElementsAre());
}

TEST(Actors, FieldsEverAreThoseOfAnyFrame) {
  kit::HandFrames frames;
  const ActorId a = frames.add({.id = "a"});
  Actors actors;
  ActorState state = frames.at(a, 0.0, 0.0);
  state.fields.set(trace::Field::velocity);
  actors.advance(frames.frame(0ms, {state}), frames.actors());
  actors.advance(frames.frame(100ms, {frames.at(a, 0.0, 0.0)}), frames.actors());
  EXPECT_TRUE(actors.fields_ever(actors.slot_of(a)).has(trace::Field::velocity));
  EXPECT_FALSE(actors.state(actors.slot_of(a)).fields.has(trace::Field::velocity));
}

// Against bookkeeping by name, over random comings and goings.
TEST(Actors, SlotsAreDenseAndTheirOwnersStay) {
  kit::Random random(5);
  kit::HandFrames frames;
  std::vector<ActorId> ids;
  for (int i = 0; i < 20; ++i) ids.push_back(frames.add({.id = std::to_string(i)}));
  std::vector<bool> here(20, false);
  std::vector<int> ages(20, 0);
  std::vector<Slot> owned(20);
  Actors actors;
  trace::Frame frame;
  for (int number = 0; number < 2000; ++number) {
    frame.time = Time(number * 10ms);
    frame.actors.clear();
    std::size_t count = 0;
    for (std::size_t i = 0; i < 20; ++i) {
      const bool was_here = here[i];
      if (random.uniform() < 0.1) here[i] = !here[i];
      ages[i] = here[i] ? (was_here ? ages[i] + 1 : 1) : 0;
      if (here[i]) frame.actors.push_back(kit::HandFrames::at(ids[i], number, 0.0));
      count += here[i] ? 1U : 0U;
    }
    actors.advance(frame, frames.actors());
    ASSERT_EQ(actors.present().size(), count);
    EXPECT_LE(actors.slot_count(), 20U + 20U);
    for (std::size_t i = 0; i < 20; ++i) {
      const Slot slot = actors.slot_of(ids[i]);
      ASSERT_EQ(slot.valid(), static_cast<bool>(here[i]));
      if (!here[i]) continue;
      ASSERT_EQ(actors.id(slot), ids[i]);
      ASSERT_EQ(actors.age(slot), std::min(ages[i], Actors::kHistory));
      if (ages[i] > 1) {
        ASSERT_EQ(slot, owned[i]);
      }
      owned[i] = slot;
    }
  }
}

}  // namespace
}  // namespace scrutineer::scene
