#include "scene/ego.h"

#include <gmock/gmock.h>

namespace scrutineer::scene {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;
using trace::ActorId;
using trace::ActorInfo;
using trace::ActorType;
using trace::Category;

struct Instant {
  std::vector<std::size_t> actors;
  std::optional<std::string> host = {};
};

struct Outcome {
  std::string ego;      // its id; "": none
  std::size_t at = 99;  // the frame it was chosen in
  std::string problem;
  std::vector<std::string> notes;
};

const std::vector<ActorInfo> kActors = {
    {.id = "sign", .type = ActorType::plain_object, .category = Category::object},
    {.id = "p", .type = ActorType::person, .category = Category::person},
    {.id = "wreck", .category = Category::car, .is_static = true},
    {.id = "trailer", .category = Category::trailer, .parent = ActorId(4)},
    {.id = "truck", .category = Category::truck},
    {.id = "car_12", .category = Category::car},
};

Outcome choose(EgoNames names, const std::vector<Instant>& instants) {
  names.file = "run.osi";
  EgoChoice choice(std::move(names));
  Outcome outcome;
  std::size_t known = 0;
  for (std::size_t i = 0; i < instants.size(); ++i) {
    trace::Frame frame{.time = Time(i * 1s), .number = i};
    for (const std::size_t actor : instants[i].actors) {
      frame.actors.push_back({.actor = ActorId(actor)});
      known = std::max(known, actor + 1);
    }
    if (auto problem = choice.advance(frame, std::span(kActors).first(known), instants[i].host)) {
      outcome.problem = to_string(*problem);
      return outcome;
    }
    if (choice.ego().valid() && outcome.at == 99) outcome.at = i;
  }
  if (auto problem = choice.finish(std::span(kActors).first(known))) outcome.problem = to_string(*problem);
  if (choice.ego().valid()) outcome.ego = kActors[choice.ego().index()].id;
  outcome.notes.assign(choice.notes().begin(), choice.notes().end());
  return outcome;
}

TEST(EgoChoice, TakesTheFirstThatApplies) {
  const std::vector<Instant> run = {{{0, 1, 2, 3, 4, 5}}};
  const std::vector<Instant> hosted = {{{0, 1, 2, 3, 4, 5}, "car_12"}};
  struct Case {
    const char* name;
    EgoNames names;
    std::vector<Instant> instants;
    const char* ego;
    std::size_t at;
    const char* note;
  };
  const Case cases[] = {
      {"the flag before all", {.flag = "truck", .manifest = "car_12"}, hosted, "truck", 0, ""},
      {"the manifest before the host", {.manifest = "truck"}, hosted, "truck", 0, ""},
      {"the host", {}, hosted, "car_12", 0, ""},
      {"the first vehicle",
       {},
       run,
       "truck",
       0,
       "nothing names the ego: truck (truck), the first vehicle, is taken (--ego names another)"},
      {"the first frame that has a vehicle", {}, {{{}}, {{0, 1}}, {{0, 1, 5}}}, "car_12", 2, "nothing names the ego"},
      {"a named one that comes late",
       {.flag = "car_12"},
       {{{0, 4}}, {{0}}, {{0, 5}}},
       "car_12",
       2,
       "the ego, actor car_12, appears at 2 s; until then there is none"},
      {"a host that comes late", {}, {{{4}, "car_12"}, {{4, 5}, "car_12"}}, "car_12", 1, "appears at 1 s"},
      {"a host that is named later, and is the one taken", {}, {{{4}}, {{4}, "truck"}}, "truck", 0, "nothing names"},
      {"a part stands for the whole", {.flag = "trailer"}, run, "truck", 0, "is a part of actor truck: that is taken"},
      {"nobody could be it", {}, {{{0, 1, 2}}}, "", 99, "the run has no vehicle that could be the ego"},
  };
  for (const Case& c : cases) {
    const Outcome outcome = choose(c.names, c.instants);
    EXPECT_EQ(outcome.problem, "") << c.name;
    EXPECT_EQ(outcome.ego, c.ego) << c.name;
    EXPECT_EQ(outcome.at, c.at) << c.name;
    ASSERT_EQ(outcome.notes.size(), *c.note == 0 ? 0U : 1U) << c.name;
    for (const std::string& note : outcome.notes) EXPECT_THAT(note, HasSubstr(c.note)) << c.name;
  }
}

TEST(EgoChoice, SaysWhoIsThereInstead) {
  struct Case {
    const char* name;
    EgoNames names;
    std::vector<Instant> instants;
    const char* expected;
  };
  const Case cases[] = {
      {"a slip of the pen",
       {.flag = "car_21"},
       {{{4, 5}}},
       "run.osi: there is no actor car_21, which --ego names as the ego (did you mean car_12?); the run has sign "
       "(object), p (person), wreck (car), trailer (trailer), truck (truck), car_12 (car)"},
      {"the manifest's",
       {.manifest = "77"},
       {{{0}}},
       "run.osi: there is no actor 77, which the manifest names as the ego; the run has sign (object)"},
      {"a host that no object has",
       {},
       {{{0, 1}, "77"}, {{0, 1}, "77"}},
       "run.osi: there is no actor 77, which the run itself names as the ego; the run has sign (object), p (person)"},
      {"nobody at all",
       {.flag = "7"},
       {{{}}},
       "run.osi: there is no actor 7, which --ego names as the ego; the run has no actors"},
      {"no vehicle",
       {.flag = "p"},
       {{{0, 1}}},
       "run.osi: frame 0: actor p (person) is to be the ego, but is no vehicle; the manifest can set its category"},
      {"a host that is named too late",
       {},
       {{{4}}, {{4, 5}, "car_12"}},
       "run.osi: frame 1: the run names its ego, actor car_12, only here, after actor truck was taken; name it with "
       "--ego car_12 or in the manifest"},
  };
  for (const Case& c : cases) EXPECT_EQ(choose(c.names, c.instants).problem, c.expected) << c.name;
}

TEST(EgoChoice, ListsOnlySoMany) {
  std::vector<ActorInfo> actors;
  for (int i = 0; i < 5000; ++i) actors.push_back({.id = "v" + std::to_string(i), .category = Category::car});
  EgoChoice choice({.flag = "somebody else", .manifest = {}, .file = "run.osi"});
  const auto problem = choice.finish(actors);
  ASSERT_TRUE(problem);
  EXPECT_THAT(problem->message, testing::EndsWith("v8 (car), v9 (car) and 4990 more"));
}

}  // namespace
}  // namespace scrutineer::scene
