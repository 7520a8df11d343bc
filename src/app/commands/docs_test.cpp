#include <gmock/gmock.h>

#include <algorithm>

#include "kit/fake_world.h"

namespace scrutineer::app {
namespace {

using testing::HasSubstr;

TEST(Docs, AreWrittenAndChecked) {
  FakeWorld world;
  EXPECT_EQ(world.run(words("docs --write manual")).code, kFine);
  EXPECT_TRUE(world.folders.folders.contains("manual/checkers"));
  for (const char* page : {"manual/settings.md", "manual/checkers/README.md", "manual/checkers/teleportation.md"})
    EXPECT_TRUE(world.files.content.contains(page)) << page;
  EXPECT_EQ(world.run(words("docs --check manual")).code, kFine);

  struct Case {
    const char* name;
    void (*change)(FakeWorld&);
    const char* says;
  };
  const Case cases[] = {
      {"out of date", [](FakeWorld& changed) { changed.files.content["manual/settings.md"] += "x"; },
       "manual/settings.md is out of date; mend it with: scrutineer docs --write manual"},
      {"missing", [](FakeWorld& changed) { changed.files.content.erase("manual/checkers/jerk_policy.md"); },
       "manual/checkers/jerk_policy.md is missing"},
      {"left over", [](FakeWorld& changed) { changed.folders.files["manual/checkers/flying.md"] = "# flying"; },
       "manual/checkers/flying.md belongs to no checker"},
  };
  for (const Case& c : cases) {
    FakeWorld changed = world;
    c.change(changed);
    const Ran ran = changed.run(words("docs --check manual"));
    EXPECT_EQ(ran.code, kFound) << c.name;
    EXPECT_THAT(ran.out, HasSubstr(c.says)) << c.name;
    EXPECT_EQ(std::ranges::count(ran.out, '\n'), 1) << c.name;
  }
}

}  // namespace
}  // namespace scrutineer::app
