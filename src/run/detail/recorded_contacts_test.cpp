#include "run/detail/recorded_contacts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace scrutineer::run::detail {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;
using trace::ActorId;
using trace::RecordedContact;

// Actors a, b and c.
trace::Tables tables(std::vector<RecordedContact> contacts) {
  trace::Changes changes;
  for (std::size_t i = 0; i < 3; ++i)
    changes.actors.push_back({ActorId(i), {.id = std::string(1, static_cast<char>('a' + i))}});
  changes.contacts = std::move(contacts);
  trace::Tables all;
  all.apply(changes);
  return all;
}

RecordedContact contact(std::size_t actor, std::optional<std::size_t> other, Duration time) {
  return {.actor = ActorId(actor),
          .other = other ? ActorId(*other) : ActorId(),
          .other_name = {},
          .first = Time(time),
          .last = Time(time)};
}

watch::Issue collision(const char* actor, const char* other, Duration start, Duration end) {
  watch::Issue issue;
  issue.actor.id = actor;
  issue.other.emplace().id = other;
  issue.start = Time(start);
  issue.end = Time(end);
  return issue;
}

std::vector<std::string> notes(std::vector<RecordedContact> contacts, std::vector<watch::Issue> found) {
  watch::Evaluation evaluation;
  evaluation.checks.emplace_back().name = "collision";
  evaluation.issues = std::move(found);
  return compare_contacts(tables(std::move(contacts)), evaluation);
}

TEST(RecordedContacts, AreToldBesideThoseThatWereFound) {
  struct Case {
    const char* name;
    std::vector<RecordedContact> contacts;
    std::vector<watch::Issue> found;
    std::vector<std::string> notes;
  };
  const Case cases[] = {
      {"none was recorded", {}, {collision("a", "b", 1s, 2s)}, {}},
      {"both",
       {contact(0, 1, 1500ms)},
       {collision("b", "a", 1s, 2s)},
       {"the run recorded a collision of a with b at 1.5 s; the checker found it, too"}},
      {"only recorded",
       {contact(0, 1, 5s)},
       {collision("a", "b", 1s, 2s)},
       {"the run recorded a collision of a with b at 5 s; the checker found that their boxes did not touch then",
        "the collision of a with b from 1 s to 2 s was found by the checker, but the run did not record it"}},
      {"with a wall",
       {contact(0, {}, 1s)},
       {},
       {"the run recorded a collision of a with something, which is no actor of it, at 1 s: no checker can see that"}},
      {"of one without a sensor",
       {contact(0, {}, 1s)},
       {collision("b", "c", 1s, 2s)},
       {"the run recorded a collision of a with something, which is no actor of it, at 1 s: no checker can see that"}},
      {"told by both, for a while",
       {contact(0, 1, 1s), contact(1, 0, 1s), contact(0, 1, 1300ms)},
       {},
       {"the run recorded a collision of a with b from 1 s to 1.3 s; the checker found that their boxes did not touch "
        "then"}},
  };
  for (const auto& [name, contacts, found, expected] : cases) EXPECT_EQ(notes(contacts, found), expected) << name;
}

TEST(RecordedContacts, ManyAreCounted) {
  std::vector<RecordedContact> contacts;
  for (int i = 0; i < 20; ++i) contacts.push_back(contact(0, {}, i * 10s));
  const auto told = notes(contacts, {});
  ASSERT_EQ(told.size(), 11U);
  EXPECT_EQ(told.back(), "10 more collisions were recorded or found");
}

}  // namespace
}  // namespace scrutineer::run::detail
