#include "kit/paths.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

namespace scrutineer::kit {
namespace {

TEST(Paths, SourceDirIsTheRepository) { EXPECT_TRUE(exists(source_dir() / "CMakePresets.json")); }

TEST(Paths, EnvironmentNamesTheData) {
  const std::string before = data_dir();
  ASSERT_EQ(setenv("SCRUTINEER_DATA", "elsewhere/data", 1), 0);
  EXPECT_EQ(data_dir(), "elsewhere/data");
  ASSERT_EQ(setenv("SCRUTINEER_DATA", before.c_str(), 1), 0);  // for the tests after this one
}

}  // namespace
}  // namespace scrutineer::kit
