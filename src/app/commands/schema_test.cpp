#include <gmock/gmock.h>

#include "kit/fake_world.h"

namespace scrutineer::app {
namespace {

using testing::HasSubstr;

TEST(Schema, IsPrintedWrittenAndChecked) {
  FakeWorld world;
  const Ran printed = world.run(words("schema"));
  EXPECT_EQ(printed.code, kFine);
  EXPECT_THAT(printed.out, HasSubstr("\"$schema\": \"https://json-schema.org/draft/2020-12/schema\""));
  EXPECT_THAT(printed.out, HasSubstr("\"speed_physical\""));
  struct Case {
    const char *name, *command;
    int code;
    std::string out, err;
  };
  const Case cases[] = {
      {"not there yet", "schema --check s.json", kFound,
       "s.json is missing; mend it with: scrutineer schema --write s.json\n", ""},
      {"written", "schema --write s.json", kFine, "", ""},
      {"fresh", "schema --check s.json", kFine, "", ""},
      {"out of date", "schema --check old.json", kFound,
       "old.json is out of date; mend it with: scrutineer schema --write old.json\n", ""},
      {"nowhere to write", "schema --write locked.json", kNotEvaluated, "",
       "scrutineer: locked.json: cannot write: Permission denied\n"},
  };
  world.files.content["old.json"] = "{}";
  world.files.unwritable.insert("locked.json");
  for (const auto& [name, command, code, out, err] : cases) {
    const Ran ran = world.run(words(command));
    EXPECT_EQ(ran.code, code) << name;
    EXPECT_EQ(ran.out, out) << name;
    EXPECT_EQ(ran.err, err) << name;
  }
  EXPECT_EQ(world.files.content["s.json"], printed.out);
}

}  // namespace
}  // namespace scrutineer::app
