#include "store/upkeep.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <string_view>

#include "store/schema.h"

namespace scrutineer::store {

namespace {

std::optional<std::string> kept_by_label(const SuiteRow& suite, const PruneOptions& options) {
  for (const auto& [name, value] : options.keep_labels)
    if (const auto label = suite.labels.find(name); label != suite.labels.end() && label->second == value)
      return name + "=" + value;
  return std::nullopt;
}

// A column of a table that must name a row of another one.
struct Reference {
  std::string_view table, column, target;
};
constexpr Reference kReferences[] = {
    {"suite_labels", "suite", "suites"}, {"runs", "suite", "suites"},
    {"runs", "test", "tests"},           {"issues", "run", "runs"},
    {"issues", "cluster", "clusters"},   {"issue_metrics", "run", "runs"},
    {"issue_metrics", "name", "names"},  {"metrics", "run", "runs"},
    {"metrics", "name", "names"},        {"kpis", "run", "runs"},
    {"kpis", "name", "names"},           {"attributes", "run", "runs"},
    {"attributes", "name", "names"},     {"intervals", "run", "runs"},
    {"intervals", "name", "names"},      {"interval_metrics", "run", "runs"},
    {"messages", "run", "runs"},         {"baselines", "suite", "suites"},
    {"noise", "test", "tests"},          {"noise", "name", "names"},
    {"rule_hits", "run", "runs"},        {"overviews", "suite", "suites"},
};

std::optional<Problem> check_references(Store& store, std::vector<std::string>& findings) {
  for (const Reference& reference : kReferences) {
    std::int64_t lost = 0;
    if (auto problem = store.query(fmt::format("SELECT count(*) FROM {0} WHERE NOT EXISTS (SELECT 1 FROM {2} WHERE "
                                               "{2}.id = {0}.{1})",
                                               reference.table, reference.column, reference.target),
                                   {}, [&](const Row& row) { lost = row.integer(0); }))
      return problem;
    if (lost > 0)
      findings.push_back(fmt::format("{} {} of table {} refer to {} that are not there (column {})", lost,
                                     lost == 1 ? "row" : "rows", reference.table, reference.target, reference.column));
  }
  return std::nullopt;
}

std::optional<Problem> remove_unused(Database& database) {
  for (const std::string_view sql :
       {"DELETE FROM tests WHERE NOT EXISTS (SELECT 1 FROM runs WHERE runs.test = tests.id)",
        "DELETE FROM noise WHERE NOT EXISTS (SELECT 1 FROM tests WHERE tests.id = noise.test)",
        "DELETE FROM clusters WHERE NOT EXISTS (SELECT 1 FROM issues WHERE issues.cluster = clusters.id)"})
    if (auto problem = database.run(sql)) return problem;
  return std::nullopt;
}

}  // namespace

Result<std::vector<PruneChoice>> plan_pruning(Store& store, const PruneOptions& options) {
  auto suites = store.suites();
  if (!suites) return suites.problem();
  std::set<std::int64_t> pinned;
  if (auto problem =
          store.query("SELECT suite FROM baselines", {}, [&](const Row& row) { pinned.insert(row.integer(0)); }))
    return *problem;
  std::vector<PruneChoice> choices;
  for (std::size_t i = 0; i < suites->size(); ++i) {
    SuiteRow& suite = (*suites)[i];
    const auto label = kept_by_label(suite, options);
    std::string why;
    if (i + options.keep_last >= suites->size()) {
      why = fmt::format("one of the last {}", options.keep_last);
    } else if (suite.state == SuiteState::running) {
      why = "still running";
    } else if (pinned.contains(suite.id)) {
      why = "pinned as baseline";
    } else if (label) {
      why = *label;
    }
    const bool is_kept = !why.empty();
    choices.push_back({std::move(suite), is_kept, std::move(why)});
  }
  return choices;
}

std::optional<Problem> prune(Store& store, const std::vector<SuiteRow>& suites) {
  for (const SuiteRow& suite : suites)
    if (auto problem = store.remove_suite(suite.id)) return problem;
  if (auto problem = store.transaction(remove_unused)) return problem;
  return store.give_room_back();
}

Result<CheckedStore> check_store(Store& store) {
  CheckedStore checked;
  if (store.dialect() == Dialect::sqlite)
    if (auto problem = store.query("PRAGMA integrity_check(20)", {}, [&](const Row& row) {
          if (row.text(0) != "ok") checked.findings.push_back("the file is damaged: " + std::string(row.text(0)));
        }))
      return *problem;
  if (checked.findings.empty())
    if (auto problem = check_references(store, checked.findings)) return *problem;
  if (checked.findings.empty())
    for (const Table& table : tables())
      if (auto problem = store.query(fmt::format("SELECT count(*) FROM {}", table.name), {}, [&](const Row& row) {
            checked.row_counts[std::string(table.name)] = row.integer(0);
          }))
        return *problem;
  return checked;
}

}  // namespace scrutineer::store
