// scrutineer suite issues: what to look at first.

#include "app/detail/command.h"
#include "app/detail/suite_answers.h"

namespace scrutineer::app {
namespace {

struct SuiteIssuesOptions {
  AskingOptions asking;
  AgainstOptions against;
  suite::IssuesQuestion question;
  int top = 50;
};

int list_issues(const SuiteIssuesOptions& options, Outside& outside) {
  suite::IssuesQuestion question = options.question;
  question.against = against(options.against);
  question.top = static_cast<std::size_t>(options.top);
  return ask(options.asking, outside, [&](store::Store& store) { return suite::ask_issues(store, question); });
}

void add_issues_options(Options& options, SuiteIssuesOptions& values) {
  using suite::GroupBy;
  suite::IssuesQuestion& question = values.question;
  options.add("NAME", question.suite, "The suite").required();
  options.flag("--new", question.only_new, "Only what the baseline does not have");
  options.choice<GroupBy>("--by", question.by,
                          {{"cluster", GroupBy::cluster}, {"kind", GroupBy::kind}, {"run", GroupBy::run}},
                          "What is one row (default: cluster)");
  options.add("--severity", question.severity, "Only issues of this severity; here and below * is any text", "PATTERN");
  options.add("--kind", question.kind, "Only issues of this kind", "PATTERN");
  options.add("--checker", question.checker, "Only issues of this checker", "PATTERN");
  options.add("--category", question.category, "Only issues of the sut, of other actors or of the tool", "PATTERN");
  options.add("--run", question.key, "Only issues of runs with this key", "PATTERN");
  options.add("--top", values.top, "How many rows; 0: all", "N").within(0, 100'000'000).shows_default();
  add_against(options, values.against);
  add_asking(options, values.asking);
}

}  // namespace

Command suite_issues_command() {
  return {
      .name = "suite issues",
      .turn = 240,
      .summary = "The issues of a suite, worst first: severity, then new ones, then how many runs have them",
      .example = "scrutineer suite issues night-17 --store nights.db --new",
      .declare = declare<SuiteIssuesOptions, add_issues_options, list_issues>,
      .more =
          "\nA cluster is what is the same issue to a person: numbers, ids, times and names of roads may differ.\n"};
}

}  // namespace scrutineer::app
