#include "suite/kinds.h"

#include <gtest/gtest.h>

#include "kit/fake_folders.h"
#include "kit/fake_outside.h"
#include "kit/scratch_folder.h"

namespace scrutineer::suite {
namespace {

OwnKinds kinds_of_program(const std::string& text) {
  run::FakeFiles files;
  files.content["my.osc"] = text;
  results::FakeFolders folders;
  run::NoProgress progress;
  run::Outside outside{files, folders, progress};
  const run::Configured read = run::read_configuration({"my.osc"}, outside);
  EXPECT_TRUE(read.configuration) << read.diagnostics;
  return read.configuration ? own_kinds(*read.configuration) : OwnKinds{};
}

TEST(OwnKinds, AreThoseThatCheckersOfAConfigurationDeclare) {
  struct Case {
    const char *name, *program;
    OwnKinds kinds;
  };
  const Case cases[] = {
      {"settings alone", "extend car.policy:\n    keep(min_acceleration == -6mpsps)\n", {.names = {}, .are_all = true}},
      {"a checker of its own",
       "extend issue_kind: [late_pickup]\n\nglobal modifier vehicle.comfort:\n"
       "    checker braking is while_w(actor.state.acceleration < -3mpsps) with:\n"
       "        it.sut_issue(severity: error, kind: late_pickup, details: \"\")\n",
       {.names = {"late_pickup"}, .are_all = false}},
      {"a checker with a kind of the catalogue",
       "global modifier vehicle.comfort:\n"
       "    checker braking is while_w(actor.state.acceleration < -3mpsps) with:\n"
       "        it.sut_issue(severity: error, kind: speed_limit, details: \"\")\n",
       {.names = {}, .are_all = false}},
  };
  for (const auto& [name, program, kinds] : cases) EXPECT_EQ(kinds_of_program(program), kinds) << name;
  EXPECT_EQ(own_kinds(*run::catalogue_only()), OwnKinds{});
}

TEST(OwnKinds, AreReadFromWhatTheStoreSaysOfASuite) {
  struct Case {
    const char *name, *configuration;
    OwnKinds kinds;
  };
  const Case cases[] = {
      {"of an older version", R"({"config": [], "settings": []})", {.names = {}, .are_all = false}},
      {"nothing", "", {.names = {}, .are_all = false}},
      {"no JSON", "{", {.names = {}, .are_all = false}},
      {"of other types", R"({"kinds": [1, "a"], "kinds_are_all": "yes"})", {.names = {"a"}, .are_all = false}},
      {"all of them", R"({"kinds": ["a", "b"], "kinds_are_all": true})", {.names = {"a", "b"}, .are_all = true}},
      {"of what was rescored",
       R"({"rescored_from": "n", "configuration": {"kinds": ["a"], "kinds_are_all": true}})",
       {.names = {"a"}, .are_all = true}},
  };
  for (const auto& [name, configuration, kinds] : cases) EXPECT_EQ(own_kinds_of(configuration), kinds) << name;
  const OwnKinds kinds{.names = {"b", "a"}, .are_all = true};
  EXPECT_EQ(own_kinds_of(with_own_kinds(R"({"config": []})", kinds)), kinds);
}

TEST(OwnKinds, OfASuiteThatIsContinuedGrowAndTheRestIsReplaced) {
  const kit::ScratchFolder scratch;
  const auto store = store::open_store(scratch.file("s.db"), store::OpenMode::create);
  ASSERT_TRUE(store);
  const auto made = (*store)->make_suite({.name = "n",
                                          .engine_version = "1",
                                          .configuration = R"({"odd": "old", "kinds": ["a"], "kinds_are_all": true})"});
  ASSERT_TRUE(made);
  const store::SuiteRow wanted{
      .name = "n", .engine_version = "2", .configuration = R"({"odd": "new", "kinds": ["b"], "kinds_are_all": false})"};
  ASSERT_EQ(keep_configuration(**store, *made, wanted), std::nullopt);
  const store::SuiteRow kept = **(*store)->find_suite("n");
  EXPECT_EQ(own_kinds_of(kept.configuration), (OwnKinds{.names = {"a", "b"}, .are_all = false}));
  EXPECT_NE(kept.configuration.find("\"odd\":\"new\""), std::string::npos) << kept.configuration;
  EXPECT_EQ(kept.engine_version, "2");
}

}  // namespace
}  // namespace scrutineer::suite
