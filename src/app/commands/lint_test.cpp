#include <gmock/gmock.h>

#include "kit/fake_world.h"

namespace scrutineer::app {
namespace {

using testing::HasSubstr;

TEST(Lint, FindsLibrariesInTheFoldersOfLangPath) {
  struct Case {
    const char* name;
    const char* command;
    int code;
    const char* says;
  };
  const Case cases[] = {
      {"beside the file", "lint near.osc", kFine, "near.osc: nothing is wrong"},
      {"nowhere", "lint far.osc", kNotEvaluated, "shapes/round.osc beside this file, or in a folder of --lang-path"},
      {"in another folder", "lint far.osc --lang-path elsewhere", kNotEvaluated, "beside this file, or in elsewhere"},
      {"in the folder", "lint far.osc --lang-path lib", kFine, "far.osc: nothing is wrong"},
      {"in the second folder", "lint far.osc --lang-path elsewhere --lang-path lib", kFine, "nothing is wrong"},
      {"for another command", "lang dump --stage types far.osc --lang-path lib", kFine, ""},
      {"for lists", "list checkers --config far.osc --lang-path lib", kFine, ""},
      {"for explanations", "explain collision --config far.osc --lang-path lib", kFine, ""},
  };
  for (const auto& [name, command, code, says] : cases) {
    FakeWorld world;
    world.files.content = {{"near.osc", "import beside\nglobal a: mine\n"},
                           {"beside.osc", "struct mine:\n    x: int\n"},
                           {"far.osc", "import shapes.round\nglobal a: circle\n"},
                           {"lib/shapes/round.osc", "struct circle:\n    x: int\n"}};
    const Ran ran = world.run(words(command));
    EXPECT_EQ(ran.code, code) << name << ran.err;
    EXPECT_THAT(ran.out, HasSubstr(says)) << name;
  }
}

}  // namespace
}  // namespace scrutineer::app
