#include <gmock/gmock.h>

#include "kit/fake_world.h"

namespace scrutineer::app {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(LangLibrary, ShowsWhatIsDeclared) {
  struct Case {
    const char* name;
    const char* command;
    std::vector<const char*> says, hides;
  };
  const Case cases[] = {
      {"all of it",
       "lang library",
       {"struct object_state inherits view:\n", "actor vehicle inherits", "watcher modifier teleportation("},
       {}},
      {"a struct with what is said of it",
       "lang library object_state",
       {"# What is known of an actor in the current frame.\nstruct object_state inherits view:\n",
        "var speed: speed\n"},
       {"bounding_box", "actor physical_object"}},
      {"an actor and its extensions",
       "lang library vehicle",
       {"actor vehicle inherits traffic_participant:\n", "extend vehicle:\n    checker jerk_policy is jerk_policy\n"},
       {"sut_vehicle", "npc_vehicle"}},
      {"words", "lang library issue_severity", {"enum issue_severity: [ignore, info, warning"}, {"struct"}},
      {"a check", "lang library teleportation", {"watcher modifier teleportation(teleportation_data):\n"}, {"enum"}},
  };
  for (const auto& [name, command, says, hides] : cases) {
    FakeWorld world;
    const Ran ran = world.run(words(command));
    EXPECT_EQ(ran.code, kFine) << name;
    for (const char* part : says) EXPECT_THAT(ran.out, HasSubstr(part)) << name;
    for (const char* part : hides) EXPECT_THAT(ran.out, Not(HasSubstr(part))) << name;
  }
}

TEST(LangLibrary, SaysWhereThereIsNothing) {
  FakeWorld world;
  const Ran ran = world.run(words("lang library vehcile"));
  EXPECT_EQ(ran.code, kNotEvaluated);
  EXPECT_EQ(ran.err, "scrutineer: nothing in the library is called vehcile; scrutineer lang library shows all of it\n");
}

}  // namespace
}  // namespace scrutineer::app
