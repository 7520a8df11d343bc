#include "map/read.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include <fstream>

#include "kit/scratch_folder.h"
#include "kit/xodr_text.h"

namespace scrutineer::map {
namespace {

class ReadFile : public testing::Test {
 protected:
  std::string path(const char* name) const { return folder_.file(name); }

 private:
  kit::ScratchFolder folder_;
};

TEST_F(ReadFile, PlainAndCompressed) {
  const std::string text = kit::xodr();
  std::ofstream(path("road.xodr"), std::ios::binary) << text;
  const gzFile packed = gzopen(path("road.xodr.gz").c_str(), "wb");
  gzwrite(packed, text.data(), static_cast<unsigned>(text.size()));
  gzclose(packed);
  for (const char* name : {"road.xodr", "road.xodr.gz"}) {
    const auto map = read_xodr_file(path(name));
    ASSERT_TRUE(map) << to_string(map.problem());
    EXPECT_EQ((*map)->file(), path(name));
    EXPECT_EQ((*map)->roads().size(), 1u) << name;
  }
}

TEST_F(ReadFile, LargerThanOneReadAtATime) {
  const std::string text = kit::xodr({.type = std::string(3'000'000, ' ')});
  std::ofstream(path("road.xodr"), std::ios::binary) << text;
  ASSERT_TRUE(read_xodr_file(path("road.xodr")));
}

TEST_F(ReadFile, SaysWhyItCannot) {
  const auto problem_of = [&](const std::string& file) {
    const auto map = read_xodr_file(file);
    return map ? "no problem" : to_string(map.problem());
  };
  EXPECT_EQ(problem_of(path("none.xodr")), path("none.xodr") + ": cannot be opened: No such file or directory");
  EXPECT_EQ(problem_of(path("")), path("") + ": is a folder, wanted an OpenDRIVE file");
  std::ofstream(path("empty.xodr"), std::ios::binary).flush();
  EXPECT_EQ(problem_of(path("empty.xodr")), path("empty.xodr") + ": is empty, wanted an OpenDRIVE file");
}

}  // namespace
}  // namespace scrutineer::map
