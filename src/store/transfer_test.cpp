#include "store/transfer.h"

#include <gmock/gmock.h>

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "kit/each_store.h"
#include "kit/made_up_records.h"
#include "store/detail/csv.h"

namespace scrutineer::store {
namespace {

using kit::full_record;
using kit::plain_record;
using testing::ElementsAre;
using testing::HasSubstr;

using Exported = std::map<std::string, std::string>;

ExportedFiles into(Exported& files) {
  return [&](std::string_view file, std::string_view piece) -> std::optional<Problem> {
    files[std::string(file)] += piece;
    return std::nullopt;
  };
}
ExportedText from(const Exported& files) {
  return [&](std::string_view file) -> Result<std::string> {
    const auto found = files.find(std::string(file));
    if (found == files.end()) return Problem{{.file = std::string(file)}, "cannot open: No such file or directory"};
    return found->second;
  };
}

void remove_last_row(std::string& text) { text.resize(text.rfind('\n', text.size() - 2) + 1); }

class TransferTest : public kit::EachStore {
 protected:
  // With texts that are hard to write.
  static std::vector<RunRecord> records() {
    std::vector<RunRecord> all{full_record("a"), full_record("b,\"c\"\r\nd"), plain_record("e", "")};
    all[1].issues.front().message = "=1+1\n\"quoted\", and more";
    all[1].metrics.push_back({"x.empty", std::string(), ""});
    all[2].run.outcome = Outcome::timeout;
    all[2].run.reason = "took longer than 60 s";
    all[2].run.ego_km = std::nullopt;
    return all;
  }
  SuiteRow night_in(Store& store) {
    auto suite = store.make_suite({.name = "night",
                                   .labels = {{"branch", "main"}},
                                   .created = "2026-01-01T00:00:00Z",
                                   .engine_version = "0.1",
                                   .configuration = "{\"profile\":\"x\"}"});
    EXPECT_FALSE(store.write(suite->id, records()));
    EXPECT_FALSE(store.set_state(suite->id, SuiteState::complete));
    return **store.find_suite("night");
  }
  std::unique_ptr<Store> other_store() { return std::move(*open_store(scratch_.file("other.db"), OpenMode::create)); }
};
SCRUTINEER_WITH_EACH_STORE(TransferTest);

TEST_P(TransferTest, BringsASuiteThroughFiles) {
  const auto store = open();
  const SuiteRow night = night_in(*store);
  Exported files;
  ASSERT_FALSE(export_suite(*store, night, into(files)));
  EXPECT_THAT(files["suite.json"], HasSubstr("\"profile\": \"x\""));
  EXPECT_THAT(files["issues.csv"], HasSubstr("run_key,number,kind,checker"));

  const auto other = other_store();
  const auto imported = import_files(*other, "out", from(files));
  ASSERT_TRUE(imported) << to_string(imported.problem());
  EXPECT_EQ(imported->written, 3U);
  EXPECT_EQ(content(*other, imported->suite.id), records());
  SuiteRow same = **other->find_suite("night");
  same.id = night.id;
  EXPECT_EQ(same, night);

  Exported again;
  ASSERT_FALSE(export_suite(*other, **other->find_suite("night"), into(again)));
  EXPECT_EQ(again, files) << "the same bytes from another store";
}

TEST_P(TransferTest, GoesOnWithAnImport) {
  const auto store = open();
  const SuiteRow night = night_in(*store);
  Exported files;
  ASSERT_FALSE(export_suite(*store, night, into(files)));
  const auto again = import_files(*store, "out", from(files));
  ASSERT_TRUE(again);
  EXPECT_EQ(again->written, 0U);
  EXPECT_EQ(again->known, 3U);

  ASSERT_FALSE(store->write(night.id, std::vector{plain_record("b,\"c\"\r\nd", "other")}));
  EXPECT_EQ(import_files(*store, "out", from(files))->written, 1U) << "its content was another one";
  EXPECT_EQ(content(*store, night.id), records());

  EXPECT_EQ(import_files(*store, "out", from(files), {.as = "copy"})->written, 3U);
  EXPECT_EQ(content(*store, (*store->find_suite("copy"))->id), records());
}

TEST_P(TransferTest, CopiesFromStoreToStore) {
  const auto store = open();
  const SuiteRow night = night_in(*store);
  const auto other = other_store();
  ASSERT_TRUE(other->make_suite({.name = "first"}));  // so that ids differ
  const auto copied = copy_suite(*store, night, *other);
  ASSERT_TRUE(copied);
  EXPECT_EQ(content(*other, copied->suite.id), records());
  EXPECT_EQ(copied->suite.state, SuiteState::complete);
  EXPECT_EQ(copy_suite(*store, night, *other)->known, 3U);

  ASSERT_TRUE(other->make_suite({.name = "taken", .created = "2025"}));
  EXPECT_THAT(copy_suite(*store, night, *other, {.as = "taken"}).problem().message,
              HasSubstr("there is another suite \"taken\", created 2025; --as NAME"));
}

TEST_P(TransferTest, CopiesRulesOnce) {
  const auto store = open();
  ASSERT_FALSE(store->transaction([](Database& database) {
    return database.run("INSERT INTO rules (kind, mark, author, created) VALUES ('collision', 'known', 'me', '2026')");
  }));
  const auto other = other_store();
  EXPECT_EQ(*copy_rules(*store, *other), 1U);
  EXPECT_EQ(*copy_rules(*store, *other), 0U);
  EXPECT_EQ(count(*other, "rules"), 1);
}

TEST(Import, SaysWhatIsWrongWithAFile) {
  const kit::ScratchFolder scratch;
  const auto store = std::move(*open_store(scratch.file("a.db"), OpenMode::create));
  ASSERT_FALSE(kit::write_made_up_suite(*store, "night", {.count = 3}));
  Exported good;
  ASSERT_FALSE(export_suite(*store, **store->find_suite("night"), into(good)));
  const auto target = std::move(*open_store(scratch.file("b.db"), OpenMode::create));

  struct Case {
    const char* name;
    std::function<void(Exported&)> change;
    const char* message;
  };
  const Case cases[] = {
      {"a file is missing", [](Exported& files) { files.erase("kpis.csv"); }, "kpis.csv: cannot open"},
      {"a column is missing", [](Exported& files) { files["kpis.csv"] = "run_key,name\n"; },
       "out/kpis.csv:1: there is no column subject"},
      {"a column comes twice", [](Exported& files) { files["kpis.csv"].insert(0, "run_key,"); },
       "kpis.csv:1: the column run_key comes twice"},
      {"cut short", [](Exported& files) { files["issues.csv"].resize(files["issues.csv"].size() - 40); },
       "out/issues.csv:31: the file ends in the middle of a row"},
      {"cut between rows", [](Exported& files) { remove_last_row(files["runs.csv"]); },
       "out/runs.csv: has 2 rows, and suite.json says 3"},
      {"cut where nothing else tells", [](Exported& files) { remove_last_row(files["metrics.csv"]); },
       "out/metrics.csv: has 29 rows, and suite.json says 30: it was cut short"},
      {"too few cells", [](Exported& files) { files["messages.csv"] += "a,1\n"; },
       "out/messages.csv:2: the header has 7 columns, this row 2"},
      {"cut within quotes", [](Exported& files) { files["messages.csv"] += "a,1,0,info,,,\"so"; },
       "out/messages.csv:2: the file ends in the middle of a row"},
      {"an issue that is another one now",
       [](Exported& files) {
         std::string& issues = files["issues.csv"];
         const std::size_t category = issues.find(",sut,");
         issues.replace(category, 5, ",tool,");
       },
       "is not the cluster of an issue of this kind"},
      {"no number",
       [](Exported& files) { files["metrics.csv"].replace(files["metrics.csv"].find("number"), 8, "number,x"); },
       "out/metrics.csv:2: value must be a number, found x"},
      {"a run that is not there", [](Exported& files) { files["attributes.csv"] += "nobody,a,b\n"; },
       "out/attributes.csv:14: run \"nobody\" is not in runs.csv"},
      {"a newer export",
       [](Exported& files) { files["suite.json"].replace(files["suite.json"].find(": 1"), 3, ": 9"); },
       "out/suite.json: this suite was exported by a newer program"},
      {"a count that is no whole number",
       [](Exported& files) {
         std::string& json = files["suite.json"];
         const std::size_t count = json.find("\"runs.csv\": 3");
         json.replace(count + 12, 1, "1e30");
       },
       "out/suite.json: is no suite that was exported"},
      {"no suite", [](Exported& files) { files["suite.json"] = "[]"; },
       "out/suite.json: is no suite that was exported"},
  };
  for (const Case& row : cases) {
    Exported files = good;
    row.change(files);
    const auto imported = import_files(*target, "out", from(files));
    ASSERT_FALSE(imported) << row.name;
    EXPECT_THAT(to_string(imported.problem()), HasSubstr(row.message)) << row.name;
  }
  EXPECT_TRUE(import_files(*target, "out", from(good))) << "what was begun is gone on with";
}

}  // namespace
}  // namespace scrutineer::store
