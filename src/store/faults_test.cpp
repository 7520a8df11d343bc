// What goes wrong around a store: other processes, full disks, servers that go away, files of another version.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "base/sqlite.h"
#include "kit/each_store.h"
#include "kit/made_up_records.h"
#include "store/detail/postgresql_database.h"
#include "store/detail/sqlite_database.h"
#include "store/detail/versions.h"
#include "store/schema.h"
#include "store/store.h"
#include "store/upkeep.h"

namespace scrutineer::store {
namespace {

using namespace std::chrono_literals;
using kit::made_up_records;
using kit::plain_record;
using testing::HasSubstr;
using testing::IsEmpty;

class FaultsTest : public kit::EachStore {
 protected:
  // In a process of its own; 0: it worked.
  template <typename Work>
  static pid_t start(const Work& work) {
    const pid_t process = fork();
    if (process == 0) _exit(work() ? 0 : 1);
    return process;
  }
  static int wait_for(pid_t process) {
    int status = 0;
    waitpid(process, &status, 0);
    return status;
  }
  // Holds the suite until it is killed; nothing before it does.
  pid_t start_holder(const SuiteRow& suite, Holding holding) {
    int told[2] = {-1, -1};
    EXPECT_EQ(pipe(told), 0);
    const pid_t holder = start([&] {
      auto store = open_store(place(), OpenMode::write);
      if (!store || (*store)->hold(suite, holding)) return false;
      if (::write(told[1], "!", 1) != 1) return false;
      for (;;) pause();
    });
    close(told[1]);
    char byte = 0;
    EXPECT_EQ(::read(told[0], &byte, 1), 1) << "it could not hold the suite";
    close(told[0]);
    return holder;
  }
};
SCRUTINEER_WITH_EACH_STORE(FaultsTest);

TEST_P(FaultsTest, TwoProcessesWriteAtOnce) {
  const std::int64_t suite = open()->make_suite({.name = "night"})->id;
  // Each has runs of its own, and some that both have.
  const auto write = [&](std::int64_t first) {
    auto store = open_store(place(), OpenMode::write);
    if (!store) return false;
    for (std::int64_t run = first; run < first + 60; run += 3)
      if ((*store)->write(suite, made_up_records({.first = run, .count = 3}))) return false;
    return true;
  };
  const pid_t one = start([&] { return write(0); });
  const pid_t two = start([&] { return write(30); });
  EXPECT_EQ(wait_for(one), 0);
  EXPECT_EQ(wait_for(two), 0);
  const auto store = open();
  EXPECT_EQ(content(*store, suite), made_up_records({.first = 0, .count = 90}));
  EXPECT_THAT(check_store(*store)->findings, IsEmpty());
}

TEST_P(FaultsTest, ASuiteIsEvaluatedByOneProcessOrByManyThatShareIt) {
  const SuiteRow night = *open()->make_suite({.name = "night"}), other = *open()->make_suite({.name = "other"});
  struct Case {
    const char* name;
    Holding first, second;
    bool is_refused;
  };
  const Case cases[] = {
      {"two alone", Holding::alone, Holding::alone, true},
      {"a shard while a suite runs", Holding::alone, Holding::shared, true},
      {"a suite while a shard runs", Holding::shared, Holding::alone, true},
      {"two shards", Holding::shared, Holding::shared, false},
  };
  for (const Case& row : cases) {
    const pid_t first = start_holder(night, row.first);
    {
      const auto store = open(OpenMode::write, {.patience = 50ms});
      const auto problem = store->hold(night, row.second);
      EXPECT_EQ(problem.has_value(), row.is_refused) << row.name;
      EXPECT_THAT(problem ? problem->message : "",
                  HasSubstr(row.is_refused ? fmt::format("suite \"night\" is being evaluated by process {} on ", first)
                                           : std::string()))
          << row.name;
      EXPECT_FALSE(store->hold(other, Holding::alone)) << row.name << ": another suite is free";
      EXPECT_TRUE(store->suites()) << row.name << ": everybody may read";
    }
    kill(first, SIGKILL);
    wait_for(first);
    const auto problem = open(OpenMode::write)->hold(night, Holding::alone);
    EXPECT_FALSE(problem) << row.name << ": after a kill: " << to_string(problem.value_or(Problem{}));
  }
}

TEST_P(FaultsTest, WhoIsDoneLetsGo) {
  const SuiteRow night = *open()->make_suite({.name = "night"});
  const pid_t first = start([&] { return !(*open_store(place(), OpenMode::write))->hold(night, Holding::alone); });
  EXPECT_EQ(wait_for(first), 0);
  for (const Holding holding : {Holding::alone, Holding::shared, Holding::alone})
    EXPECT_FALSE(open(OpenMode::write)->hold(night, holding));
  if (GetParam() == Dialect::postgresql) return;
  for (const auto& file : std::filesystem::directory_iterator(std::filesystem::path(place()).parent_path()))
    EXPECT_NE(file.path().extension(), ".lock");
}

TEST_P(FaultsTest, ALinkToAStoreIsTheSameStore) {
  if (GetParam() == Dialect::postgresql) return;
  const SuiteRow night = *open()->make_suite({.name = "night"});
  std::filesystem::create_symlink(place(), place() + ".link");
  const auto store = open(OpenMode::write);
  ASSERT_FALSE(store->hold(night, Holding::alone));
  const auto linked = open_store(place() + ".link", OpenMode::write, {.patience = 0ms});
  ASSERT_TRUE(linked) << to_string(linked.problem());
  EXPECT_TRUE((*linked)->hold(night, Holding::alone)) << "somebody evaluates it";
}

TEST_P(FaultsTest, ManyProcessesMakeOneStore) {
  std::vector<pid_t> processes;
  for (int i = 0; i < 16; ++i) processes.push_back(start([&] { return bool(open_store(place(), OpenMode::create)); }));
  for (const pid_t process : processes) EXPECT_EQ(wait_for(process), 0);
  EXPECT_TRUE(open()->make_suite({.name = "night"}));
}

TEST_P(FaultsTest, AProcessThatIsKilledLeavesWholeRuns) {
  const std::int64_t suite = open()->make_suite({.name = "night"})->id;
  for (int round = 0; round < 5; ++round) {
    const pid_t writer = start([&] {
      auto store = open_store(place(), OpenMode::write);
      for (std::int64_t run = 0; run < 100'000; run += 5)
        if ((*store)->write(suite, made_up_records({.first = run, .count = 5}))) return false;
      return true;
    });
    std::this_thread::sleep_for(30ms + 17ms * round);
    kill(writer, SIGKILL);
    wait_for(writer);
    const auto store = open();
    const auto known = store->known(suite);
    ASSERT_TRUE(known);
    EXPECT_EQ(content(*store, suite), made_up_records({.first = 0, .count = std::ssize(*known)})) << "round " << round;
    EXPECT_THAT(check_store(*store)->findings, IsEmpty());
  }
}

TEST_P(FaultsTest, RefusesANewerStore) {
  ASSERT_FALSE(open()->transaction([](Database& database) {
    return database.run("UPDATE store_info SET value = '99' WHERE name = 'schema_version'");
  }));
  for (const OpenMode mode : {OpenMode::read, OpenMode::write, OpenMode::create}) {
    const auto store = open_store(place(), mode);
    ASSERT_FALSE(store);
    EXPECT_THAT(store.problem().message, HasSubstr("install a Scrutineer that knows version 99"));
  }
}

TEST_P(FaultsTest, BringsAnOlderStoreUpToDate) {
  // Version 0 is made up: runs had no processor time, and their length had another name.
  std::int64_t suite = 0;
  {
    const auto store = open();
    suite = store->make_suite({.name = "night"})->id;
    ASSERT_FALSE(store->write(suite, made_up_records({.count = 3})));
    ASSERT_FALSE(store->transaction([](Database& database) -> std::optional<Problem> {
      for (const View& view : views())
        if (auto problem = database.run("DROP VIEW " + std::string(view.name))) return problem;
      for (const char* sql : {"ALTER TABLE runs DROP COLUMN cpu_s", "ALTER TABLE runs RENAME COLUMN duration TO length",
                              "UPDATE store_info SET value = '0' WHERE name = 'schema_version'"})
        if (auto problem = database.run(sql)) return problem;
      return std::nullopt;
    }));
  }
  const std::vector<Migration> steps{{1,
                                      {"ALTER TABLE runs RENAME COLUMN length TO duration",
                                       "ALTER TABLE runs ADD COLUMN cpu_s DOUBLE PRECISION NOT NULL DEFAULT 0"}}};
  EXPECT_THAT(open_store(place(), OpenMode::read).problem().message, HasSubstr("of an older version (0; now 1)"));
  {
    auto database = GetParam() == Dialect::sqlite ? detail::open_sqlite(place(), OpenMode::write, {})
                                                  : detail::open_postgresql(place(), OpenMode::write);
    ASSERT_TRUE(database);
    // A step that fails undoes all of them.
    std::vector<Migration> wrong = steps;
    wrong.front().statements.push_back("SELEKT");
    EXPECT_TRUE(detail::bring_up_to_date(**database, OpenMode::write, 1, wrong));
    EXPECT_EQ(**detail::stored_version(**database), 0);
    const auto problem = detail::bring_up_to_date(**database, OpenMode::write, 1, steps);
    ASSERT_FALSE(problem) << to_string(*problem);
  }
  auto expected = made_up_records({.count = 3});
  for (RunRecord& record : expected) record.run.cpu_s = 0.0;
  const auto store = open(OpenMode::read);
  EXPECT_EQ(content(*store, suite), expected);
  EXPECT_EQ(count(*store, "v_runs"), 3) << "views are there again";
}

// ---- files ----------------------------------------------------------------------------------------------------------

class FileFaultsTest : public testing::Test {
 protected:
  std::unique_ptr<Store> open(OpenOptions options = {}) {
    auto store = open_store(file_, OpenMode::create, options);
    EXPECT_TRUE(store);
    return std::move(*store);
  }
  kit::ScratchFolder scratch_;
  std::string file_ = scratch_.file("store.db");
};

TEST_F(FileFaultsTest, AFullDiskKeepsWhatWasThere) {
  const auto store = open();
  const auto suite = store->make_suite({.name = "night"})->id;
  ASSERT_FALSE(store->write(suite, made_up_records({.count = 5})));
  const auto allow = [&](const char* pages) {
    return store->query("PRAGMA max_page_count = " + std::string(pages), {}, [](const Row&) {});
  };
  ASSERT_FALSE(allow("80"));
  const auto problem = store->write(suite, made_up_records({.first = 5, .count = 500}));
  ASSERT_TRUE(problem);
  EXPECT_THAT(problem->message, HasSubstr("the disk is full; what was written before stays. Free some space"));
  EXPECT_EQ(store->known(suite)->size(), 5U);
  ASSERT_FALSE(allow("100000"));
  EXPECT_FALSE(store->write(suite, made_up_records({.first = 5, .count = 500}))) << "the same store goes on";
  EXPECT_EQ(store->known(suite)->size(), 505U);
}

TEST_F(FileFaultsTest, ALockThatIsHeldIsToldAfterAWhile) {
  const auto store = open({.patience = 50ms});
  const auto suite = store->make_suite({.name = "night"})->id;
  auto holder = Sqlite::open(file_, Sqlite::Mode::write);
  ASSERT_FALSE(holder->run("BEGIN IMMEDIATE"));
  const auto problem = store->write(suite, made_up_records({.count = 1}));
  ASSERT_TRUE(problem);
  EXPECT_THAT(problem->message, HasSubstr("another process holds this database"));
  EXPECT_THAT(*store->known(suite), IsEmpty()) << "reading goes on meanwhile";
  ASSERT_FALSE(holder->run("COMMIT"));
  EXPECT_FALSE(store->write(suite, made_up_records({.count = 1})));
}

TEST_F(FileFaultsTest, ADamagedFileIsTold) {
  namespace fs = std::filesystem;
  {
    const auto store = open();
    const auto suite = store->make_suite({.name = "night"})->id;
    ASSERT_FALSE(store->write(suite, made_up_records({.count = 50})));
  }
  const auto size = fs::file_size(file_);
  struct Case {
    const char* name;
    void (*damage)(const std::string& file, std::uintmax_t size);
  };
  const Case cases[] = {
      {"cut in the middle", [](const std::string& file, std::uintmax_t all) { fs::resize_file(file, all / 2); }},
      {"pages overwritten",
       [](const std::string& file, std::uintmax_t all) {
         std::fstream stream(file, std::ios::in | std::ios::out | std::ios::binary);
         stream.seekp(static_cast<std::streamoff>(all / 3 / 4096 * 4096));
         stream << std::string(3 * 4096, '\x5a');
       }},
      {"the beginning overwritten",
       [](const std::string& file, std::uintmax_t) {
         std::fstream(file, std::ios::in | std::ios::out | std::ios::binary) << "no database";
       }},
  };
  const std::string copy = scratch_.file("copy.db");
  for (const Case& row : cases) {
    fs::copy_file(file_, copy, fs::copy_options::overwrite_existing);
    row.damage(copy, size);
    auto store = open_store(copy, OpenMode::write);
    const auto checked = store ? check_store(**store) : Result<CheckedStore>(store.problem());
    const std::string told = !checked                    ? checked.problem().message
                             : checked->findings.empty() ? ""
                                                         : checked->findings.front();
    EXPECT_THAT(told, HasSubstr("damaged")) << row.name;
  }
}

// ---- a server -------------------------------------------------------------------------------------------------------

TEST(ServerFaults, AServerThatComesBackIsWaitedFor) {
  SCRUTINEER_NEEDS_POSTGRESQL();
  kit::PostgresqlServer server;
  const std::string place = server.new_database();
  auto opened = open_store(place, OpenMode::create);
  ASSERT_TRUE(opened);
  Store& store = **opened;
  const auto suite = store.make_suite({.name = "night"})->id;
  std::int64_t written = 0;
  const auto write_some = [&] {
    for (int i = 0; i < 5; ++i, written += 4) {
      const auto problem = store.write(suite, made_up_records({.first = written, .count = 4}));
      ASSERT_FALSE(problem) << to_string(*problem);
    }
  };
  write_some();
  std::thread writer(write_some);  // a server dies with the thread that started it, so that one must stay
  server.kill();
  std::this_thread::sleep_for(500ms);
  server.start();
  writer.join();
  server.kill();
  server.start();
  EXPECT_EQ(store.known(suite)->size(), static_cast<std::size_t>(written)) << "reading waits, too";
  EXPECT_EQ(store.suites()->size(), 1U);
}

TEST(ServerFaults, ASuiteIsStillHeldWhenTheServerIsBack) {
  SCRUTINEER_NEEDS_POSTGRESQL();
  kit::PostgresqlServer server;
  const std::string place = server.new_database();
  const auto first = *open_store(place, OpenMode::create),
             second = *open_store(place, OpenMode::write, {.patience = 1s});
  const SuiteRow suite = *first->make_suite({.name = "night"});
  ASSERT_FALSE(first->hold(suite, Holding::alone));
  server.kill();
  server.start();
  ASSERT_FALSE(first->write(suite.id, made_up_records({.count = 4})));
  ASSERT_TRUE(second->suites()) << "connects again";
  const auto problem = second->hold(suite, Holding::alone);
  ASSERT_TRUE(problem);
  EXPECT_THAT(problem->message, HasSubstr("is being evaluated by process"));
}

TEST(ServerFaults, ASuiteThatSomebodyTookWhileTheServerWasAwayIsTold) {
  SCRUTINEER_NEEDS_POSTGRESQL();
  kit::PostgresqlServer server;
  const std::string place = server.new_database();
  const auto first = *open_store(place, OpenMode::create), second = *open_store(place, OpenMode::write);
  const SuiteRow suite = *first->make_suite({.name = "night"});
  ASSERT_FALSE(first->hold(suite, Holding::alone));
  server.kill();
  server.start();
  ASSERT_TRUE(second->suites()) << "connects again";
  ASSERT_FALSE(second->hold(suite, Holding::alone));
  const auto problem = first->write(suite.id, made_up_records({.count = 4}));
  ASSERT_TRUE(problem);
  EXPECT_THAT(problem->message, HasSubstr("is being evaluated by process"));
}

TEST(ServerFaults, AServerThatStaysAwayIsTold) {
  SCRUTINEER_NEEDS_POSTGRESQL();
  kit::PostgresqlServer server;
  const std::string place = server.new_database();
  auto store = open_store(place, OpenMode::create, {.patience = 1s});
  ASSERT_TRUE(store);
  server.kill();
  EXPECT_THAT((*store)->make_suite({.name = "a"}).problem().message,
              HasSubstr("did not come back within 1 s. What was written before stays: start the command again when"));
  EXPECT_THAT(open_store(place, OpenMode::create).problem().message, HasSubstr("cannot connect: "));
}

TEST(ServerFaults, NoPluginIsTold) {
  const kit::PluginFolder nowhere("no such folder");
  EXPECT_THAT(open_store("postgresql://host/db", OpenMode::create).problem().message,
              HasSubstr("scripts/install-deps postgresql"));
}

TEST(ServerFaults, PasswordsAreNotShown) {
  struct Case {
    const char *name, *url, *shown;
  };
  const Case cases[] = {
      {"plain", "postgresql://host/db", "postgresql://host/db"},
      {"a user", "postgresql://me@host:5432/db", "postgresql://me@host:5432/db"},
      {"a password", "postgresql://me:se@cret@host:5432/db", "postgresql://me@host:5432/db"},
      {"in the options", "postgresql://me@/db?password=x&host=y", "postgresql://me@/db"},
      {"no database", "postgresql://me:x@host", "postgresql://me@host"},
  };
  for (const Case& row : cases) EXPECT_EQ(detail::without_password(row.url), row.shown) << row.name;
}

}  // namespace
}  // namespace scrutineer::store
