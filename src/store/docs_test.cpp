// The queries that the manual gives people for their own tools work, on both kinds of store.
#include <gmock/gmock.h>

#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "kit/each_store.h"
#include "kit/made_up_records.h"
#include "kit/paths.h"
#include "store/schema.h"

namespace scrutineer::store {
namespace {

std::vector<std::string> queries_of_the_manual() {
  std::ifstream page(kit::source_dir() / "docs" / "store.md");
  std::vector<std::string> queries;
  bool is_inside = false;
  for (std::string line; std::getline(page, line);) {
    if (line == "```sql") {
      queries.emplace_back();
      is_inside = true;
    } else if (line == "```") {
      is_inside = false;
    } else if (is_inside) {
      queries.back() += line + "\n";
    }
  }
  return queries;
}

class ManualTest : public kit::EachStore {};
SCRUTINEER_WITH_EACH_STORE(ManualTest);

TEST_P(ManualTest, EveryQueryFindsSomething) {
  const auto store = open();
  ASSERT_FALSE(kit::write_made_up_suite(*store, "night-1", {.count = 120, .night = 1, .issues = 3}));
  ASSERT_FALSE(kit::write_made_up_suite(*store, "night-2", {.count = 120, .night = 2, .issues = 3}));
  const std::vector<std::string> queries = queries_of_the_manual();
  EXPECT_GE(queries.size(), 10U);
  for (const std::string& query : queries) {
    int rows = 0;
    const auto problem = store->query(query, {}, [&](const Row&) { ++rows; });
    EXPECT_FALSE(problem) << query << to_string(*problem);
    EXPECT_GT(rows, 0) << query;
  }
}

// What the description says is what is there: tables, columns and views, in their order.
TEST_P(ManualTest, TheTablesAreAsDescribed) {
  const auto store = open();
  for (const Table& table : tables()) {
    std::vector<std::string> columns, described;
    for (const Column& column : table.columns) described.emplace_back(column.name);
    const std::string_view sql = GetParam() == Dialect::sqlite
                                     ? "SELECT name FROM pragma_table_info(?) ORDER BY cid"
                                     : "SELECT column_name FROM information_schema.columns WHERE table_schema = "
                                       "'public' AND table_name = ? ORDER BY "
                                       "ordinal_position";
    ASSERT_FALSE(store->query(sql, {table.name}, [&](const Row& row) { columns.emplace_back(row.text(0)); }));
    EXPECT_EQ(columns, described) << table.name;
  }
  for (const View& view : views())
    EXPECT_EQ(store->query("SELECT * FROM " + std::string(view.name), {}, [](const Row&) {}), std::nullopt)
        << view.name;
}

TEST(Manual, ThePageOfTablesIsUpToDate) {
  std::ostringstream page;
  page << std::ifstream(kit::source_dir() / "docs" / "store_tables.md").rdbuf();
  EXPECT_TRUE(page.str() == schema_markdown()) << "mend it with: scrutineer docs --write docs";
}

}  // namespace
}  // namespace scrutineer::store
