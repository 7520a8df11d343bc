#include "base/sqlite.h"

#include <gmock/gmock.h>

#include <cstdint>
#include <fstream>
#include <string>

#include "kit/scratch_folder.h"

namespace scrutineer {
namespace {

TEST(Sqlite, ReadsWhatItWrote) {
  const kit::ScratchFolder scratch;
  auto database = Sqlite::open(scratch.file("a.db"), Sqlite::Mode::create);
  ASSERT_TRUE(database);
  ASSERT_FALSE(database->run("CREATE TABLE t (i INTEGER, d REAL, s TEXT, b BLOB)"));
  auto insert = database->prepare("INSERT INTO t VALUES (?, ?, ?, ?)");
  ASSERT_TRUE(insert);
  const std::string bytes("\0a\xff", 3);
  insert->bind(0, std::int64_t{1} << 60);
  insert->bind(1, 0.1);
  insert->bind(2, "Straße");
  insert->bind_bytes(3, bytes);
  ASSERT_FALSE(insert->run());
  for (int place = 0; place < 4; ++place) insert->bind_null(place);
  insert->bind(2, std::string_view());
  ASSERT_FALSE(insert->run());

  auto select = database->prepare("SELECT i, d, s, b FROM t ORDER BY rowid");
  ASSERT_TRUE(select);
  ASSERT_TRUE(*select->step());
  EXPECT_EQ(select->integer(0), std::int64_t{1} << 60);
  EXPECT_EQ(select->number(1), 0.1);
  EXPECT_EQ(select->text(2), "Straße");
  EXPECT_EQ(select->text(3), bytes);
  ASSERT_TRUE(*select->step());
  EXPECT_TRUE(select->is_null(0));
  EXPECT_FALSE(select->is_null(2)) << "an empty text is a text";
  EXPECT_FALSE(*select->step());
}

TEST(Sqlite, SaysWhatIsWrong) {
  const kit::ScratchFolder scratch;
  std::ofstream(scratch.file("text.db")) << std::string(5000, 'x');
  {
    auto held = Sqlite::open(scratch.file("held.db"), Sqlite::Mode::create);
    ASSERT_FALSE(held->run("CREATE TABLE t (i INTEGER)"));
  }
  auto holder = Sqlite::open(scratch.file("held.db"), Sqlite::Mode::write);
  ASSERT_FALSE(holder->run("BEGIN EXCLUSIVE"));

  struct Case {
    const char* name;
    std::string file;
    Sqlite::Mode mode;
    const char* sql;
    const char* message;
  };
  const Case cases[] = {
      {"no such file", "no.db", Sqlite::Mode::read, "", "cannot open: No such file or directory"},
      {"not a database", "text.db", Sqlite::Mode::write, "SELECT * FROM sqlite_master", "is no SQLite database"},
      {"held by another", "held.db", Sqlite::Mode::write, "INSERT INTO t VALUES (1)", "another process holds"},
      {"wrong SQL", "new.db", Sqlite::Mode::create, "SELEKT 1", "syntax error"},
      {"full", "full.db", Sqlite::Mode::create,
       "PRAGMA max_page_count = 2; CREATE TABLE a (i); CREATE TABLE b (i); CREATE TABLE c (i);", "the disk is full"},
  };
  for (const Case& row : cases) {
    auto database = Sqlite::open(scratch.file(row.file), row.mode);
    const auto problem = database ? database->run(row.sql) : std::optional(database.problem());
    ASSERT_TRUE(problem) << row.name;
    EXPECT_THAT(problem->message, testing::HasSubstr(row.message)) << row.name;
    EXPECT_EQ(problem->place.file, scratch.file(row.file)) << row.name;
  }
}

}  // namespace
}  // namespace scrutineer
