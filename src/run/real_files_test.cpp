#include "run/real_files.h"

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>

#include "kit/scratch_folder.h"

namespace scrutineer::run {
namespace {

using testing::HasSubstr;
namespace fs = std::filesystem;

class RealFilesTest : public testing::Test {
 protected:
  std::string path(const std::string& name) const { return folder_.file(name); }
  std::size_t files_in_folder() const {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder_.path()), fs::directory_iterator()));
  }

  RealFiles files_;

 private:
  kit::ScratchFolder folder_;
};

TEST_F(RealFilesTest, ReadsSoMuchAndNoMore) {
  RealFiles files(1000);
  struct Case {
    const char* name;
    std::string file;
    std::size_t size;
    const char* problem;
  };
  const Case cases[] = {
      {"just below", path("below"), 1000, ""},
      {"just above", path("above"), 1001, "is larger than the 1000 bytes that are read as a whole"},
  };
  for (const auto& [name, file, size, problem] : cases) {
    ASSERT_FALSE(files.write(file, std::string(size, 'x'))) << name;
    const auto read = files.read(file);
    EXPECT_EQ(read ? "" : read.problem().message, problem) << name;
  }
  const auto endless = files.read("/dev/zero");
  ASSERT_FALSE(endless);
  EXPECT_EQ(to_string(endless.problem()), "/dev/zero: is larger than the 1000 bytes that are read as a whole");
}

TEST_F(RealFilesTest, ReadsWhatItWrote) {
  std::string content(300'000, 'x');
  content[77] = '\0';
  ASSERT_FALSE(files_.write(path("a"), "old"));
  ASSERT_FALSE(files_.write(path("a"), content));
  const auto read = files_.read(path("a"));
  ASSERT_TRUE(read);
  EXPECT_EQ(*read, content);
  EXPECT_EQ(files_in_folder(), 1U) << "no temporary file is left";
}

TEST_F(RealFilesTest, SaysWhyItCannotRead) {
  EXPECT_THAT(to_string(files_.read(path("none")).problem()), HasSubstr("none: cannot open: No such file"));
  EXPECT_THAT(to_string(files_.read(path("")).problem()), HasSubstr("is a folder; a file is wanted"));
}

TEST_F(RealFilesTest, LeavesNothingBehindWhereItCannotWrite) {
  const auto missing_folder = files_.write(path("no/such/a"), "text");
  ASSERT_TRUE(missing_folder);
  EXPECT_THAT(to_string(*missing_folder), HasSubstr("a: cannot write: No such file"));
  const auto is_folder = files_.write(path(""), "text");
  ASSERT_TRUE(is_folder);
  EXPECT_THAT(to_string(*is_folder), HasSubstr("cannot write: Is a directory"));
  const auto full = files_.write("/dev/full", "text");
  ASSERT_TRUE(full);
  EXPECT_THAT(to_string(*full), HasSubstr("No space left"));
  EXPECT_EQ(files_in_folder(), 0U);
}

TEST_F(RealFilesTest, WritesPieceByPieceButWhole) {
  ASSERT_FALSE(files_.write(path("a"), "old"));
  {
    auto file = files_.create(path("a"));
    ASSERT_TRUE(file);
    ASSERT_FALSE((*file)->append("half"));
  }
  EXPECT_EQ(*files_.read(path("a")), "old") << "it was not finished";
  auto file = files_.create(path("a"));
  ASSERT_FALSE((*file)->append("both "));
  ASSERT_FALSE((*file)->append("halves"));
  EXPECT_EQ(*files_.read(path("a")), "old") << "it is not yet finished";
  ASSERT_FALSE((*file)->finish());
  EXPECT_EQ(*files_.read(path("a")), "both halves");
  EXPECT_EQ(files_in_folder(), 1U) << "no temporary file is left";
  EXPECT_FALSE(files_.create(path("no/such/a")));
}

TEST_F(RealFilesTest, KnowsOneFileByTwoNames) {
  ASSERT_FALSE(files_.write(path("a"), "text"));
  fs::create_symlink("a", path("link"));
  EXPECT_TRUE(files_.are_same(path("a"), path("link")));
  EXPECT_TRUE(files_.are_same(path("a"), path("./a")));
  EXPECT_TRUE(files_.are_same(path("new"), path("new")));
  EXPECT_FALSE(files_.are_same(path("a"), path("new")));
}

TEST_F(RealFilesTest, WritesThroughLinksAndKeepsPermissions) {
  std::ofstream(path("target")) << "old";
  fs::permissions(path("target"), fs::perms::owner_all);
  fs::create_symlink("target", path("link"));
  ASSERT_FALSE(files_.write(path("link"), "new"));
  EXPECT_TRUE(fs::is_symlink(path("link")));
  EXPECT_EQ(*files_.read(path("target")), "new");
  EXPECT_EQ(fs::status(path("target")).permissions(), fs::perms::owner_all);
}

TEST_F(RealFilesTest, RemovesWhatAKilledProgramLeft) {
  std::ofstream(path(".scrutineer-writing.aB3xYz")) << "half a report";
  std::ofstream(path("a.backup")) << "somebody's";
  auto meanwhile = files_.create(path("b"));
  ASSERT_TRUE(meanwhile);
  ASSERT_FALSE((*meanwhile)->append("of another writer"));
  ASSERT_FALSE(files_.write(path("a"), "text"));
  EXPECT_FALSE(fs::exists(path(".scrutineer-writing.aB3xYz")));
  EXPECT_TRUE(fs::exists(path("a.backup")));
  ASSERT_FALSE((*meanwhile)->finish()) << "what somebody is still writing stays";
  EXPECT_EQ(*files_.read(path("b")), "of another writer");
  EXPECT_EQ(files_in_folder(), 3U);
}

TEST_F(RealFilesTest, WritesFilesWithTheLongestNames) {
  ASSERT_FALSE(files_.write(path(std::string(255, 'a')), "text"));
  EXPECT_EQ(*files_.read(path(std::string(255, 'a'))), "text");
}

}  // namespace
}  // namespace scrutineer::run
