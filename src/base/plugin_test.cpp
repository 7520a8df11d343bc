#include "base/plugin.h"

#include <dlfcn.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "kit/plugins.h"
#include "kit/run_writers.h"

namespace scrutineer {
namespace {

using testing::HasSubstr;

constexpr PluginFunction kWanted{
    .name = "some_plugin", .function = "some_function", .what_to_do = "this needs a library; first: get it"};

TEST(Plugin, SaysWhatToDoWhereItIsAbsent) {
  const kit::TemporaryFolder folder;
  const kit::PluginFolder here(folder.path().string());
  EXPECT_EQ(find_plugin("some_plugin"), std::nullopt);
  const auto loaded = load_plugin(kWanted);
  ASSERT_FALSE(loaded);
  EXPECT_EQ(loaded.problem().message, "this needs a library; first: get it");
}

TEST(Plugin, SaysWhyAFileCannotBeLoaded) {
  const kit::TemporaryFolder folder;
  const kit::PluginFolder here(folder.path().string());
  kit::write_file(folder.file("some_plugin.so"), "no shared object");
  EXPECT_EQ(find_plugin("some_plugin"), folder.file("some_plugin.so"));
  const auto loaded = load_plugin(kWanted);
  ASSERT_FALSE(loaded);
  EXPECT_THAT(loaded.problem().message,
              HasSubstr("this needs a library; first: get it (" + folder.file("some_plugin.so")));
}

TEST(Plugin, RefusesASharedObjectThatIsNoPluginOfThisVersion) {
  const kit::TemporaryFolder folder;
  const kit::PluginFolder here(folder.path().string());
  // Any shared object that is no plugin: the one that this test got dlopen from.
  Dl_info library{};
  ASSERT_NE(dladdr(reinterpret_cast<const void*>(&dlopen), &library), 0);
  std::filesystem::create_symlink(std::filesystem::canonical(library.dli_fname), folder.file("some_plugin.so"));
  ASSERT_TRUE(find_plugin("some_plugin"));
  const auto loaded = load_plugin(kWanted);
  ASSERT_FALSE(loaded);
  EXPECT_THAT(loaded.problem().message, HasSubstr("belongs to version unknown of the program"));
}

}  // namespace
}  // namespace scrutineer
