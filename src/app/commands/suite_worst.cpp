// scrutineer suite worst: the runs with the worst values of a metric.

#include "app/detail/command.h"
#include "app/detail/suite_answers.h"

namespace scrutineer::app {
namespace {

struct SuiteWorstOptions {
  AskingOptions asking;
  suite::MetricQuestion question;
  int top = 10;
};

int find_worst(const SuiteWorstOptions& options, Outside& outside) {
  suite::MetricQuestion question = options.question;
  question.top = static_cast<std::size_t>(options.top);
  return ask(options.asking, outside, [&](store::Store& store) { return suite::ask_worst(store, question); });
}

void add_worst_options(Options& options, SuiteWorstOptions& values) {
  options.add("NAME", values.question.suite, "The suite").required();
  options.add("METRIC", values.question.metric, "A metric of runs or, if they have none of that name, of issues")
      .required();
  options.add("--top", values.top, "How many; 0: all", "N").within(0, 100'000'000).shows_default();
  options.flag("--lowest", values.question.lowest, "The smallest values are the worst, as for a time to collision");
  add_asking(options, values.asking);
}

}  // namespace

Command suite_worst_command() {
  return {.name = "suite worst",
          .turn = 250,
          .summary = "The runs with the worst values of a metric",
          .example = "scrutineer suite worst night-17 excess --store nights.db --top 5",
          .declare = declare<SuiteWorstOptions, add_worst_options, find_worst>};
}

}  // namespace scrutineer::app
