#include "kit/paths.h"

#include <gtest/gtest.h>

#include <cstdlib>

namespace scrutineer::kit {
namespace {

TEST(Paths, SourceDirIsTheRepository) { EXPECT_TRUE(exists(source_dir() / "CMakePresets.json")); }

TEST(Paths, EnvironmentNamesTheData) {
  ASSERT_EQ(setenv("SCRUTINEER_DATA", "elsewhere/data", 1), 0);
  EXPECT_EQ(data_dir(), "elsewhere/data");
}

}  // namespace
}  // namespace scrutineer::kit
