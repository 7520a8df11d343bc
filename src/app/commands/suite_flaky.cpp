// scrutineer suite flaky: tests whose result changes though nothing else does.

#include "app/detail/command.h"
#include "app/detail/suite_answers.h"

namespace scrutineer::app {
namespace {

struct SuiteFlakyOptions {
  AskingOptions asking;
  suite::FlakyQuestion question;
  int last = 30;
};

int find_flaky(const SuiteFlakyOptions& options, Outside& outside) {
  suite::FlakyQuestion question = options.question;
  question.last = static_cast<std::size_t>(options.last);
  question.same = split_lists(question.same);
  return ask(options.asking, outside, [&](store::Store& store) { return suite::ask_flaky(store, question); });
}

void add_flaky_options(Options& options, SuiteFlakyOptions& values) {
  options.add("--last", values.last, "In how many of the newest complete suites", "N")
      .within(2, 1'000'000)
      .shows_default();
  options.add("--same", values.question.same,
              "Suites with equal values of these labels should agree (default: runs with equal content)", "LABELS");
  options.add("--label", values.question.labels, "Only suites with this label; may be given several times",
              "NAME=VALUE");
  options.flag("--after-rules", values.question.after_rules, "Verdicts after the rules of triage");
  add_asking(options, values.asking);
}

}  // namespace

Command suite_flaky_command() {
  return {.name = "suite flaky",
          .turn = 290,
          .summary = "Tests whose verdict or issues change from suite to suite though nothing else does",
          .example = "scrutineer suite flaky --store nights.db --same sut",
          .declare = declare<SuiteFlakyOptions, add_flaky_options, find_flaky>};
}

}  // namespace scrutineer::app
