// scrutineer suite show: one suite, and how it compares.

#include "app/detail/command.h"
#include "app/detail/suite_answers.h"

namespace scrutineer::app {
namespace {

struct SuiteShowOptions {
  AskingOptions asking;
  AgainstOptions against;
  suite::ShowQuestion question;
};

int show_suite(const SuiteShowOptions& options, Outside& outside) {
  suite::ShowQuestion question = options.question;
  question.against = against(options.against);
  question.attributes = split_lists(question.attributes);
  question.events = split_lists(question.events);
  return ask(options.asking, outside, [&](store::Store& store) { return suite::ask_show(store, question); });
}

void add_show_options(Options& options, SuiteShowOptions& values) {
  options.add("NAME", values.question.suite, "The suite").required();
  options.add("--attribute", values.question.attributes,
              "Also show verdicts by the values of this attribute; may be given several times", "NAME");
  options.add("--event", values.question.events,
              "Also show the rate of this kind if none was found; may be given several times", "KIND");
  add_against(options, values.against);
  add_asking(options, values.asking);
}

}  // namespace

Command suite_show_command() {
  return {
      .name = "suite show",
      .turn = 230,
      .summary = "One suite: verdicts, pass rate, issues by kind and checker, rates per 1,000 km, what is new",
      .example = "scrutineer suite show night-17 --store nights.db --attribute run.test_name",
      .declare = declare<SuiteShowOptions, add_show_options, show_suite>,
      .more =
          "\nThe pass rate is that of the runs that were evaluated; its interval is Wilson's. Rates are issues per\n"
          "1,000 km that the ego drove; their intervals are the exact ones of the Poisson distribution, even if\n"
          "there is no issue at all. All intervals are for 95 % confidence.\n"};
}

}  // namespace scrutineer::app
