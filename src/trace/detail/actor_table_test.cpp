#include "trace/detail/actor_table.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "trace/detail/limits.h"

namespace scrutineer::trace {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(ActorTable, CompletesWhatTheRunAndTheManifestSay) {
  struct Case {
    const char* name;
    ActorInfo given;
    ActorOverride wanted;
    ActorInfo expected;
  };
  const Case cases[] = {
      {"complete",
       {.category = Category::car, .length = 4.0, .width = 2.0, .height = 1.4},
       {},
       {.type = ActorType::vehicle, .category = Category::car, .length = 4.0, .width = 2.0, .height = 1.4}},
      {"no size",
       {.category = Category::bus},
       {},
       {.category = Category::bus, .length = 12.0, .width = 2.5, .height = 3.4, .size_is_default = true}},
      {"no height",
       {.category = Category::car, .length = 4.0, .width = 2.0},
       {},
       {.category = Category::car, .length = 4.0, .width = 2.0, .height = 1.5, .size_is_default = true}},
      {"a person",
       {.category = Category::person, .length = 0.5, .width = 0.5, .height = 1.8},
       {},
       {.type = ActorType::person,
        .category = Category::person,
        .length = 0.5,
        .width = 0.5,
        .height = 1.8,
        .is_vru = true}},
      {"marked as vulnerable",
       {.category = Category::scooter, .length = 1.0, .width = 0.5, .height = 1.8, .is_vru = true},
       {},
       {.category = Category::scooter, .length = 1.0, .width = 0.5, .height = 1.8, .is_vru = true}},
      {"manifest: another category, whose size it gets",
       {.category = Category::car},
       {.category = Category::truck},
       {.category = Category::truck, .length = 7.1, .width = 2.4, .height = 2.4, .size_is_default = true}},
      {"manifest: a size",
       {.category = Category::car, .length = 4.0, .width = 2.0, .height = 1.4},
       {.length = 8.0, .height = 3.0},
       {.category = Category::car, .length = 8.0, .width = 2.0, .height = 3.0}},
      {"manifest: not vulnerable",
       {.category = Category::bicycle, .length = 2.0, .width = 0.5, .height = 1.8},
       {.vru = false},
       {.category = Category::bicycle, .length = 2.0, .width = 0.5, .height = 1.8, .is_vru = false}},
  };
  for (const auto& [name, given, wanted, expected] : cases) {
    ActorTable actors({{"7", wanted}});
    ActorInfo info = given;
    info.id = "7";
    const auto actor = actors.add(info);
    ASSERT_TRUE(actor) << name;
    const ActorInfo& found = actors[*actor];
    EXPECT_EQ(found.type, expected.type) << name;
    EXPECT_EQ(found.category, expected.category) << name;
    EXPECT_EQ(found.length, expected.length) << name;
    EXPECT_EQ(found.width, expected.width) << name;
    EXPECT_EQ(found.height, expected.height) << name;
    EXPECT_EQ(found.size_is_default, expected.size_is_default) << name;
    EXPECT_EQ(found.is_vru, expected.is_vru) << name;
  }
}

TEST(ActorTable, RefusesAbsurdSizesAndStaysAsItWas) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  struct Case {
    const char* name;
    ActorInfo given;
    const char* problem;
  };
  const Case cases[] = {
      {"not a number", {.id = "7", .length = nan}, "actor 7: length must be 0 to 1e7 m, found nan"},
      {"negative", {.id = "7", .width = -2.0}, "actor 7: width must be 0 to 1e7 m, found -2"},
      {"too large", {.id = "7", .height = 1e8}, "actor 7: height must be 0 to 1e7 m, found"},
  };
  for (const auto& [name, given, problem] : cases) {
    ActorTable actors({});
    const auto actor = actors.add(given);
    ASSERT_FALSE(actor) << name;
    EXPECT_THAT(actor.problem().message, HasSubstr(problem)) << name;
    EXPECT_EQ(actors.size(), 0U) << name;
  }
}

TEST(ActorTable, RefusesANameThatAnotherActorHas) {
  struct Row {
    const char* name;
    std::map<std::string, ActorOverride> overrides;
    std::vector<const char*> ids;
    bool is_refused;
  };
  const Row rows[] = {
      {"the other one comes later", {{"1", {.name = "2"}}}, {"1", "2"}, true},
      {"the other one was there", {{"1", {.name = "2"}}}, {"2", "1"}, true},
      {"there is no other one", {{"1", {.name = "2"}}}, {"1", "3"}, false},
      {"nobody has that id", {{"1", {.name = "2"}}}, {"2", "3"}, false},
      {"both change their names", {{"1", {.name = "2"}}, {"2", {.name = "1"}}}, {"1", "2"}, false},
  };
  for (const Row& row : rows) {
    ActorTable actors(row.overrides);
    ASSERT_TRUE(actors.add({.id = row.ids[0]})) << row.name;
    const auto second = actors.add({.id = row.ids[1]});
    EXPECT_EQ(!second, row.is_refused) << row.name;
    if (!second) {
      EXPECT_EQ(
          second.problem().message,
          "two actors would be called 2: the manifest gives that name to actor 1, and the run has another one of it")
          << row.name;
    }
    EXPECT_EQ(actors.size(), row.is_refused ? 1U : 2U) << row.name;
  }
}

TEST(ActorTable, PartsHangOnTheFirstOfACompound) {
  ActorTable actors({});
  const ActorId truck = *actors.add({.id = "truck"});
  const ActorId first = *actors.add({.id = "first trailer"});
  const ActorId second = *actors.add({.id = "second trailer"});
  EXPECT_TRUE(actors.set_parent(second, first));  // before its own parent is known
  EXPECT_TRUE(actors.set_parent(first, truck));
  EXPECT_FALSE(actors[truck].parent.valid());
  EXPECT_EQ(actors[first].parent, truck);
  EXPECT_EQ(actors[second].parent, truck);
  EXPECT_FALSE(actors.set_parent(truck, second)) << "the truck would be a part of itself";
  EXPECT_FALSE(actors.set_parent(truck, truck));
  EXPECT_FALSE(actors[truck].parent.valid());
}

TEST(ActorTable, HangsPartsWhereTheManifestWantsThem) {
  struct Case {
    const char* name;
    std::vector<std::string> order;  // in which they come
    std::vector<std::string> parents;
    std::vector<std::pair<std::string, std::string>> without_whole;
  };
  const Case cases[] = {
      {"the truck first", {"1", "2", "3"}, {"", "1", "1"}, {}},
      {"the truck last", {"3", "2", "1"}, {"1", "1", ""}, {}},
      {"no truck: the first trailer is the whole", {"2", "3"}, {"", "2"}, {{"2", "1"}}},
      {"no trailer", {"1"}, {""}, {}},
  };
  for (const Case& c : cases) {
    ActorTable actors({{"2", {.name = "front trailer", .parent = "1"}}, {"3", {.parent = "2"}}});
    std::vector<ActorId> ids;
    for (const std::string& id : c.order) ids.push_back(*actors.add({.id = id}));
    for (std::size_t i = 0; i < ids.size(); ++i) {
      const ActorId parent = actors[ids[i]].parent;
      const auto wanted = std::ranges::find(c.order, c.parents[i]);
      EXPECT_EQ(parent, c.parents[i].empty() ? ActorId() : ids[static_cast<std::size_t>(wanted - c.order.begin())])
          << c.name << ": " << c.order[i];
    }
    EXPECT_EQ(actors.parts_without_whole(), c.without_whole) << c.name;
  }
}

TEST(ActorTable, TheManifestKnowsPartsBetterThanTheRun) {
  ActorTable actors({{"trailer", {.parent = "truck"}}});
  const ActorId other = *actors.add({.id = "other"}), truck = *actors.add({.id = "truck"});
  const ActorId trailer = *actors.add({.id = "trailer"});
  EXPECT_TRUE(actors.set_parent(trailer, other));
  EXPECT_EQ(actors[trailer].parent, truck);
}

TEST(ActorTable, RemembersDriversAndUnusedIds) {
  ActorTable actors({{"2", {.driver = Driver::ftx_driver}}, {"9", {}}, {"8", {}}});
  (void)actors.add({.id = "1"});
  EXPECT_TRUE(actors.drivers().empty());
  (void)actors.add({.id = "2"});
  (void)actors.add({.id = "3"});
  EXPECT_THAT(actors.drivers(), ElementsAre(std::nullopt, Driver::ftx_driver, std::nullopt));
  EXPECT_THAT(actors.unused_overrides(), ElementsAre("8", "9"));
}

TEST(ActorTable, DescribesAnActorAgainThatCameBack) {
  ActorTable actors({});
  const ActorId truck = *actors.add({.id = "1"});
  const ActorId other = *actors.add({.id = "2", .category = Category::trailer, .length = 9.0});
  actors.set_parent(other, truck);
  actors.mark_host(other);
  EXPECT_FALSE(actors.describe_again(other, {.id = "2", .category = Category::semitrailer, .length = 14.0}));
  EXPECT_EQ(actors[other].category, Category::semitrailer);
  EXPECT_EQ(actors[other].length, 14.0);
  EXPECT_EQ(actors[other].parent, truck);
  EXPECT_TRUE(actors[other].is_host);
  EXPECT_TRUE(actors.describe_again(other, {.id = "2", .length = -1.0}));
  EXPECT_EQ(actors[other].length, 14.0);
}

TEST(ActorTable, HoldsSoManyAndNoMore) {
  ActorTable actors({});
  const auto add = [&](std::size_t i) { return actors.add({.id = std::to_string(i), .category = Category::car}); };
  for (std::size_t i = 0; i < kMostActors; ++i) ASSERT_TRUE(add(i));
  const auto one_more = add(kMostActors);
  ASSERT_FALSE(one_more);
  EXPECT_EQ(to_string(one_more.problem()),
            "actor 1000000 is one more than the 1000000 that a run may have: cut it into shorter runs");
  EXPECT_EQ(actors.size(), kMostActors);
}

}  // namespace
}  // namespace scrutineer::trace
