// scrutineer odd check: what is wrong with an OpenODD file, without a run. scrutineer odd explain: what it says.

#include <fmt/format.h>

#include <ostream>
#include <sstream>

#include "app/detail/command.h"
#include "app/detail/words.h"
#include "base/counted.h"
#include "base/printable.h"
#include "odd/odd.h"

namespace scrutineer::app {

namespace {

struct OddFile {
  std::string file;
};

odd::ReadOdd read(const OddFile& options, Outside& outside) {
  return odd::read_odd(options.file, [&](const std::string& path) { return outside.files.read(path); });
}

void say(const std::vector<Problem>& problems, Ink ink, std::string_view word, Outside& outside) {
  for (const Problem& problem : problems)
    outside.screen.err << fmt::format("scrutineer: {}{}\n", inked(outside.screen.colour_err, ink, word),
                                      printable(to_string(problem)));
}

int check(const OddFile& options, Outside& outside) {
  const odd::ReadOdd found = read(options, outside);
  say(found.errors, Ink::red, "", outside);
  if (!found.errors.empty()) return kNotEvaluated;
  say(found.warnings, Ink::yellow, "warning: ", outside);
  const odd::Odd& odd = found.odd;
  std::size_t own = 0;
  for (const odd::Concept& about : odd.taxonomy.concepts()) own += about.layer > 0 ? 1 : 0;
  outside.screen.out << fmt::format(
      "{}: {} and {} in {}{}; {}\n", printable(options.file), counted(odd.modules.size(), "module"),
      counted(odd.conditions.size(), "condition"), counted(odd.files.size(), "file"),
      own == 0 ? "" : fmt::format(", {} of its own", counted(own, "concept")),
      odd.root.valid() ? fmt::format("the root is {}", printable(odd.modules[odd.root.index()].name))
                       : "no root: a library for other files");
  return kFine;
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

}  // namespace

Command odd_check_command() {
  return {.name = "odd check",
          .turn = 92,
          .summary = "Find mistakes in an ODD; exit code 2 if there are any",
          .example = "scrutineer odd check examples/odd/motorway.yaml",
          .declare = declare<OddFile, add_file, check>};
}

Command odd_explain_command() {
  return {.name = "odd explain",
          .turn = 94,
          .summary = "Say in words what an ODD includes and excludes",
          .example = "scrutineer odd explain examples/odd/motorway.yaml",
          .declare = declare<OddFile, add_file, explain>};
}

}  // namespace scrutineer::app
