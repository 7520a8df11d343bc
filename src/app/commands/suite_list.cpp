// scrutineer suite list: which suites a store has.

#include "app/detail/command.h"
#include "app/detail/suite_answers.h"

namespace scrutineer::app {
namespace {

struct SuiteListOptions {
  AskingOptions asking;
  suite::ListQuestion question;
  int last = 0;
};

int list_suites(const SuiteListOptions& options, Outside& outside) {
  suite::ListQuestion question = options.question;
  question.last = static_cast<std::size_t>(options.last);
  return ask(options.asking, outside, [&](store::Store& store) { return suite::ask_list(store, question); });
}

void add_list_options(Options& options, SuiteListOptions& values) {
  options.add("--label", values.question.labels, "Only suites with this label; may be given several times",
              "NAME=VALUE");
  options.add("--last", values.last, "Only the newest ones", "N").within(1, 1'000'000);
  add_asking(options, values.asking);
}

}  // namespace

Command suite_list_command() {
  return {.name = "suite list",
          .turn = 220,
          .summary = "Which suites there are, with their verdicts; the newest first",
          .example = "scrutineer suite list --store nights.db --label branch=main --last 10",
          .declare = declare<SuiteListOptions, add_list_options, list_suites>};
}

}  // namespace scrutineer::app
