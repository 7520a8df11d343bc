#include "watch/population.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <vector>

namespace scrutineer::watch {
namespace {

using testing::ElementsAre;
using testing::ElementsAreArray;
using trace::ActorId;

const ActorId kEverybody;

Population made_of(std::initializer_list<std::size_t> actors) {
  Population population;
  for (const std::size_t actor : actors) population.add(ActorId(actor), scene::Slot(actor));
  return population;
}

TEST(Population, KeepsPlacesInOrder) {
  Population population = made_of({4, 2, 7});
  EXPECT_EQ(population.place_of(ActorId(2)), 1U);
  population.remove(std::array{0U});
  EXPECT_EQ(population.size(), 2U);
  EXPECT_EQ(population.place_of(ActorId(4)), Population::kNowhere);
  EXPECT_EQ(population.place_of(ActorId(2)), 0U);
  EXPECT_EQ(population.place_of(ActorId(7)), 1U);
  EXPECT_EQ(population.place_of(ActorId(99)), Population::kNowhere);
  EXPECT_EQ(population.place_of(kEverybody), Population::kNowhere);
  EXPECT_EQ(population.created(), 3U);
  population.add(ActorId(4), scene::Slot(0));
  EXPECT_EQ(population.place_of(ActorId(4)), 2U);
  EXPECT_EQ(population.created(), 4U);
}

TEST(Population, RemovesSeveralAtOnce) {
  struct Case {
    const char* name;
    std::vector<std::uint32_t> places;
    std::vector<std::size_t> left;  // actors
  };
  const Case cases[] = {
      {"nobody", {}, {4, 2, 7, 1, 9}},
      {"the first", {0}, {2, 7, 1, 9}},
      {"the last", {4}, {4, 2, 7, 1}},
      {"neighbours", {1, 2}, {4, 1, 9}},
      {"both ends and the middle", {0, 2, 4}, {2, 1}},
      {"all", {0, 1, 2, 3, 4}, {}},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    Population population = made_of({4, 2, 7, 1, 9});
    std::vector<std::size_t> beside{4, 2, 7, 1, 9};  // an array of the owner's
    population.remove(c.places);
    erase_places(beside, c.places);
    EXPECT_THAT(beside, ElementsAreArray(c.left));
    ASSERT_EQ(population.size(), c.left.size());
    for (std::uint32_t place = 0; place < c.left.size(); ++place) {
      EXPECT_EQ(population[place].actor, ActorId(c.left[place]));
      EXPECT_EQ(population.place_of(ActorId(c.left[place])), place);
    }
    for (const std::uint32_t place : c.places)
      EXPECT_EQ(population.place_of(std::array{ActorId(4), ActorId(2), ActorId(7), ActorId(1), ActorId(9)}[place]),
                Population::kNowhere);
  }
}

TEST(Population, FreezesWhoIsThere) {
  Population population = made_of({0, 1, 2});
  EXPECT_THAT(population.freeze(ActorId(1), true), ElementsAre(1));
  population[1].is_frozen = true;
  EXPECT_THAT(population.freeze(kEverybody, true), ElementsAre(0, 2)) << "who is frozen stays so";
  EXPECT_THAT(population.freeze(kEverybody, false), ElementsAre(1)) << "the owner has not frozen the others";
}

TEST(Population, FreezesTheRunsOwnForEveryActor) {
  Population population;
  population.add({}, {});
  EXPECT_THAT(population.freeze(ActorId(3), true), ElementsAre(0));
}

TEST(Population, RemembersWhoIsFrozenBeforeItAppears) {
  struct Freeze {
    ActorId actor;
    bool frozen;
  };
  struct Case {
    const char* name;
    std::vector<Freeze> freezes;
    bool is_frozen, is_frozen_when_back;
  };
  const ActorId seven(7), eight(8);
  const Case cases[] = {
      {"nobody is", {}, false, false},
      {"it is", {{seven, true}}, true, false},
      {"it was", {{seven, true}, {seven, false}}, false, false},
      {"another one is", {{eight, true}}, false, false},
      {"everybody is", {{kEverybody, true}}, true, true},
      {"everybody was", {{kEverybody, true}, {kEverybody, false}}, false, false},
      {"everybody else is", {{kEverybody, true}, {seven, false}}, false, true},
      {"everybody is, after all", {{seven, false}, {kEverybody, true}}, true, true},
      {"nobody is, after all", {{seven, true}, {kEverybody, false}}, false, false},
  };
  for (const Case& c : cases) {
    Population population = made_of({1});
    for (const auto& [actor, frozen] : c.freezes) population.freeze(actor, frozen);
    EXPECT_EQ(population.add(seven, scene::Slot(0)).is_frozen, c.is_frozen) << c.name;
    population.remove(std::array{1U});
    EXPECT_EQ(population.add(seven, scene::Slot(0)).is_frozen, c.is_frozen_when_back) << c.name;
  }
}

TEST(Population, KnowsWhyNobodyCouldJudge) {
  Population nobody;
  EXPECT_EQ(nobody.skip_reason(), std::nullopt);

  Population population = made_of({0, 1});
  EXPECT_EQ(population.skip_reason(), "") << "nobody was asked";
  population.set_lacks(population[0], "no speed");
  population.set_lacks(population[1], "no map");
  EXPECT_EQ(population.skip_reason(), "no map") << "what was said last: the first may have changed since";
  EXPECT_FALSE(population[0].can_judge);
  population.set_lacks(population[1], "");
  EXPECT_TRUE(population[1].can_judge);
  EXPECT_EQ(population.skip_reason(), std::nullopt);
  population.set_lacks(population[1], "no map");
  EXPECT_EQ(population.skip_reason(), std::nullopt) << "one could, for a time";

  Population busy = made_of({0});
  busy.set_has_judged();
  EXPECT_EQ(busy.skip_reason(), std::nullopt);
}

}  // namespace
}  // namespace scrutineer::watch
