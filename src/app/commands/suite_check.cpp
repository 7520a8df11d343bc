// scrutineer suite check: whether a store is sound; one of an older version is brought up to date first.

#include <ostream>

#include "app/detail/command.h"
#include "app/detail/suite_answers.h"
#include "app/detail/words.h"
#include "base/printable.h"
#include "store/schema.h"
#include "store/upkeep.h"

namespace scrutineer::app {
namespace {

struct SuiteCheckOptions {
  std::string store;
  AskingOptions asking;
};

suite::Answer answer_of(const store::Store& store, const store::CheckedStore& checked) {
  suite::Answer answer{
      .title = "check",
      .facts = {{"store", store.name(), "store"},
                {"schema_version", store::kSchemaVersion, "version"},
                {"sound", checked.findings.empty(), "state", checked.findings.empty() ? "sound" : "damaged"}}};
  suite::AnswerTable findings{.name = "findings", .title = "What is wrong", .columns = {{"finding", "finding"}}};
  for (const std::string& finding : checked.findings) findings.rows.push_back({finding});
  suite::AnswerTable rows{.name = "rows", .title = "Rows", .columns = {{"table", "table"}, {"rows", "rows"}}};
  for (const auto& [table, count] : checked.row_counts) rows.rows.push_back({table, count});
  answer.tables = {std::move(findings), std::move(rows)};
  if (!checked.findings.empty())
    answer.notes.push_back(
        "Restore a copy of the store. Suites that can still be read come over with: scrutineer suite "
        "import " +
        store.name() + " --suite NAME --store NEW");
  return answer;
}

int check_soundness(const SuiteCheckOptions& options, Outside& outside) {
  auto opened = store::open_store(options.store, store::OpenMode::write);
  if (!opened) return refuse(outside, opened.problem());
  const auto checked = store::check_store(**opened);
  if (!checked) return refuse(outside, checked.problem());
  const auto text = formatted(answer_of(**opened, *checked), options.asking, outside.screen.colour_out);
  if (!text) return refuse(outside, text.problem());
  outside.screen.out << *text;
  return checked->findings.empty() ? kFine : kFound;
}

void add_check_options(Options& options, SuiteCheckOptions& values) {
  options.add("STORE", values.store, "A SQLite file, or postgresql://user@host/database").required();
  add_answer_format(options, values.asking);
}

}  // namespace

Command suite_check_command() {
  return {.name = "suite check",
          .turn = 360,
          .summary = "Say whether a store is sound; one of an older version is brought up to date",
          .example = "scrutineer suite check nights.db",
          .declare = declare<SuiteCheckOptions, add_check_options, check_soundness>};
}

}  // namespace scrutineer::app
