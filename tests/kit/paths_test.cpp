#include "kit/paths.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "kit/scratch_folder.h"

namespace scrutineer::kit {
namespace {

TEST(Paths, SourceDirIsTheRepository) { EXPECT_TRUE(exists(source_dir() / "CMakePresets.json")); }

TEST(Paths, EnvironmentNamesTheData) {
  const std::string before = data_dir();
  const ScratchFolder elsewhere;
  ASSERT_EQ(setenv("SCRUTINEER_DATA", elsewhere.path().c_str(), 1), 0);
  EXPECT_EQ(data_dir(), elsewhere.path());
  ASSERT_EQ(setenv("SCRUTINEER_DATA", elsewhere.file("missing").c_str(), 1), 0);
  EXPECT_EQ(data_dir(), own_data_dir()) << "a clone without real data tests with its own";
  ASSERT_EQ(setenv("SCRUTINEER_DATA", before.c_str(), 1), 0);  // for the tests after this one
}

}  // namespace
}  // namespace scrutineer::kit
