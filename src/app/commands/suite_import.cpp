// scrutineer suite import: suites from files or from another store.

#include <algorithm>
#include <ostream>

#include "app/detail/command.h"
#include "app/detail/suite_answers.h"
#include "app/detail/words.h"
#include "store/transfer.h"
#include "suite/finish.h"

namespace scrutineer::app {
namespace {

struct SuiteImportOptions {
  AskingOptions asking;
  std::string from, suite, as;
};

suite::AnswerTable table_of_suites() {
  return {.name = "suites",
          .title = "Suites",
          .columns = {{"suite", "suite"}, {"state", "state"}, {"written", "runs written"}, {"known", "there already"}}};
}

// Questions about a complete suite are answered from what is kept of it in short, which is made here.
std::optional<Problem> take(const store::Transferred& transferred, store::Store& store, suite::AnswerTable& table) {
  if (transferred.suite.state == store::SuiteState::complete && transferred.written > 0)
    if (auto problem = suite::finish_suite(store, transferred.suite.id)) return problem;
  table.rows.push_back({transferred.suite.name, std::string(store::to_word(transferred.suite.state)),
                        suite::count_cell(transferred.written), suite::count_cell(transferred.known)});
  return std::nullopt;
}

Result<suite::Answer> import_from_folder(const SuiteImportOptions& options, store::Store& store, Outside& outside) {
  const auto transferred = store::import_files(
      store, options.from,
      [&](std::string_view file) { return outside.files.read(options.from + "/" + std::string(file)); },
      {.as = options.as});
  if (!transferred) return transferred.problem();
  if (!options.suite.empty() && options.suite != transferred->suite.name)
    return Problem{{.file = options.from}, "a folder holds one suite; --suite is for stores"};
  suite::Answer answer{.title = "import", .tables = {table_of_suites()}};
  if (auto problem = take(*transferred, store, answer.tables.front())) return *problem;
  return answer;
}

Result<suite::Answer> import_from_store(const SuiteImportOptions& options, store::Store& store) {
  const auto from = store::open_store(options.from, store::OpenMode::read);
  if (!from) return from.problem();
  std::vector<store::SuiteRow> suites;
  if (!options.suite.empty()) {
    auto row = suite::suite_named(**from, options.suite);
    if (!row) return row.problem();
    suites.push_back(std::move(*row));
  } else {
    auto all = (*from)->suites();
    if (!all) return all.problem();
    suites = std::move(*all);
  }
  if (!options.as.empty() && suites.size() != 1)
    return Problem{{.file = options.from}, "--as names one suite; --suite says which"};
  suite::Answer answer{.title = "import", .tables = {table_of_suites()}};
  for (const store::SuiteRow& row : suites) {
    const auto transferred = store::copy_suite(**from, row, store, {.as = options.as});
    if (!transferred) return transferred.problem();
    if (auto problem = take(*transferred, store, answer.tables.front())) return *problem;
  }
  if (!options.suite.empty()) return answer;
  const auto rules = store::copy_rules(**from, store);
  if (!rules) return rules.problem();
  answer.facts.push_back({"rules", suite::count_cell(*rules), "rules of triage"});
  return answer;
}

int import_suites(const SuiteImportOptions& options, Outside& outside) {
  const auto found = outside.folders.look(options.from);
  const bool is_folder = !store::is_server(options.from) && found && *found == results::Folders::Found::folder;
  return ask(
      options.asking, outside,
      [&](store::Store& store) {
        return is_folder ? import_from_folder(options, store, outside) : import_from_store(options, store);
      },
      store::OpenMode::create);
}

void add_import_options(Options& options, SuiteImportOptions& values) {
  options.add("FROM", values.from, "A folder that suite export wrote, or a store: a file, or postgresql://...")
      .required();
  options.add("--suite", values.suite, "From a store: only this suite, and no rules", "NAME");
  options.add("--as", values.as, "What to call the suite here (default: as it is called there)", "NAME");
  add_asking(options, values.asking);
}

}  // namespace

Command suite_import_command() {
  return {.name = "suite import",
          .turn = 340,
          .summary = "Bring suites into a store: from exported files, or from another store with its rules",
          .example = "scrutineer suite import laptop.db --store postgresql://me@host/nights",
          .declare = declare<SuiteImportOptions, add_import_options, import_suites>};
}

}  // namespace scrutineer::app
