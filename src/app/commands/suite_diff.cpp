// scrutineer suite diff: two suites, run by run.

#include "app/detail/command.h"
#include "app/detail/suite_answers.h"

namespace scrutineer::app {
namespace {

struct SuiteDiffOptions {
  AskingOptions asking;
  suite::DiffQuestion question;
  bool without_metrics = false;
  int top = 50;
};

int diff_suites(const SuiteDiffOptions& options, Outside& outside) {
  suite::DiffQuestion question = options.question;
  question.with_metrics = !options.without_metrics;
  question.top = static_cast<std::size_t>(options.top);
  return ask(options.asking, outside, [&](store::Store& store) { return suite::ask_diff(store, question); });
}

void add_diff_options(Options& options, SuiteDiffOptions& values) {
  suite::DiffQuestion& question = values.question;
  options.add("A", question.before, "The suite before").required();
  options.add("B", question.now, "The suite after it").required();
  options.flag("--no-metrics", values.without_metrics, "Only verdicts and issues");
  options
      .add("--min-change", question.min_change, "The smallest change of a value that counts, as a share of it", "SHARE")
      .within(0.0, 1e9)
      .shows_default("0.01");
  options.flag("--as-evaluated", question.as_evaluated, "Verdicts and severities before the rules of triage");
  options.add("--top", values.top, "How many rows of each table; 0: all", "N").within(0, 100'000'000).shows_default();
  add_asking(options, values.asking);
}

}  // namespace

Command suite_diff_command() {
  return {.name = "suite diff",
          .turn = 280,
          .summary = "Two suites run by run: verdicts, issues that are new, gone or changed, metrics that moved",
          .example = "scrutineer suite diff night-16 night-17 --store nights.db",
          .declare = declare<SuiteDiffOptions, add_diff_options, diff_suites>,
          .more =
              "\nA value has moved if it changed by more than its noise: the larger of --min-change and 3 times the "
              "median\n"
              "absolute deviation of its changes between the earlier suites with the same labels (5 changes at least,\n"
              "30 at most).\n"};
}

}  // namespace scrutineer::app
