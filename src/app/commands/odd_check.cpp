// scrutineer odd check: what is wrong with an OpenODD file, without a run. scrutineer odd explain: what it says.

#include <fmt/format.h>

#include <ostream>
#include <sstream>

#include "app/detail/command.h"
#include "app/detail/table.h"
#include "app/detail/words.h"
#include "base/counted.h"
#include "base/printable.h"
#include "base/text.h"
#include "odd/cod.h"
#include "odd/cod_file.h"
#include "odd/condition_truths.h"

namespace scrutineer::app {

namespace {

struct OddFile {
  std::string file;
  std::string cod;  // of check: rows to judge
};

odd::ReadOdd read(const OddFile& options, Outside& outside) {
  return odd::read_odd(options.file, [&](const std::string& path) { return outside.files.read(path); });
}

void say(const std::vector<Problem>& problems, Ink ink, std::string_view word, Outside& outside) {
  for (const Problem& problem : problems)
    outside.screen.err << fmt::format("scrutineer: {}{}\n", inked(outside.screen.colour_err, ink, word),
                                      printable(to_string(problem)));
}

// What the ODD says of each row of a COD file.
int judge_rows(const OddFile& options, const odd::Odd& odd, Outside& outside) {
  if (const auto problem = odd::root_problem(odd)) return refuse(outside, *problem);
  const auto text = outside.files.read(options.cod);
  if (!text) return refuse(outside, text.problem());
  const auto cod = odd::read_cod(*text, options.cod, odd.taxonomy);
  if (!cod) return refuse(outside, cod.problem());
  say(cod->warnings, Ink::yellow, "warning: ", outside);
  Table table({Align::right, Align::left, Align::left});
  for (const odd::CodRow& row : cod->rows) {
    odd::ConditionTruths truths(odd);
    for (const odd::CodRow::Entry& entry : row.values) truths.set(entry.about, entry.value);
    truths.update();
    std::vector<std::string> reasons;
    if (truths.root() != odd::Truth::yes)
      for (const odd::ConditionId id : truths.reasons()) {
        const odd::Condition& condition = odd.conditions[id.index()];
        reasons.push_back(fmt::format(
            "{} ({})", odd::in_words(odd, condition),
            odd::in_words(odd.taxonomy.at(condition.about), truths.value(condition.about), condition.unit)));
      }
    table.row({fmt::format("{} s", rounded(to_seconds(row.time.time_since_epoch()), 3)),
               std::string(odd::verdict_word(truths.root())), printable(fmt::format("{}", fmt::join(reasons, "; ")))});
  }
  outside.screen.out << table.text("  ");
  return kFine;
}

int check(const OddFile& options, Outside& outside) {
  const odd::ReadOdd found = read(options, outside);
  say(found.errors, Ink::red, "", outside);
  if (!found.errors.empty()) return kNotEvaluated;
  say(found.warnings, Ink::yellow, "warning: ", outside);
  const odd::Odd& odd = found.odd;
  say(odd::never_told(odd), Ink::yellow, "warning: ", outside);
  std::size_t own = 0;
  for (const odd::Concept& about : odd.taxonomy.concepts()) own += about.layer > 0 ? 1 : 0;
  outside.screen.out << fmt::format(
      "{}: {} and {} in {}{}; {}\n", printable(options.file), counted(odd.modules.size(), "module"),
      counted(odd.conditions.size(), "condition"), counted(odd.files.size(), "file"),
      own == 0 ? "" : fmt::format(", {} of its own", counted(own, "concept")),
      odd.root.valid() ? fmt::format("the root is {}", printable(odd.modules[odd.root.index()].name))
                       : "no root: a library for other files");
  return options.cod.empty() ? kFine : judge_rows(options, odd, outside);
}

int explain(const OddFile& options, Outside& outside) {
  const odd::ReadOdd found = read(options, outside);
  say(found.errors, Ink::red, "", outside);
  if (!found.errors.empty()) return kNotEvaluated;
  say(found.warnings, Ink::yellow, "warning: ", outside);
  if (found.odd.modules.empty()) return refuse(outside, *odd::root_problem(found.odd));
  std::istringstream lines(odd::explain(found.odd));
  for (std::string line; std::getline(lines, line);) outside.screen.out << printable(line) << '\n';
  return kFine;
}

void add_file(Options& options, OddFile& values) {
  options.add("FILE", values.file, "An ODD in ASAM OpenODD's YAML").required();
}

void add_check_options(Options& options, OddFile& values) {
  add_file(options, values);
  options.add("--cod", values.cod, "A COD file: also say of each of its rows whether it is inside", "FILE");
}

}  // namespace

Command odd_check_command() {
  return {.name = "odd check",
          .turn = 92,
          .summary = "Find mistakes in an ODD; exit code 2 if there are any",
          .example = "scrutineer odd check examples/odd/motorway.yaml",
          .declare = declare<OddFile, add_check_options, check>};
}

Command odd_explain_command() {
  return {.name = "odd explain",
          .turn = 94,
          .summary = "Say in words what an ODD includes and excludes",
          .example = "scrutineer odd explain examples/odd/motorway.yaml",
          .declare = declare<OddFile, add_file, explain>};
}

}  // namespace scrutineer::app
