// scrutineer suite report: a suite as one page for people.

#include <ostream>

#include "app/detail/command.h"
#include "app/detail/suite_answers.h"
#include "app/detail/suite_page.h"
#include "app/detail/suite_words.h"
#include "app/detail/words.h"

namespace scrutineer::app {
namespace {

struct SuiteReportOptions {
  std::string store;
  AgainstOptions against;
  suite::PageQuestion question;
  SuitePageOptions page;
};

int report_suite(const SuiteReportOptions& options, Outside& outside) {
  const auto store = store::open_store(options.store, store::OpenMode::read);
  if (!store) return refuse(outside, store.problem());
  suite::PageQuestion question = options.question;
  question.against = against(options.against);
  const auto written = write_suite_page(**store, question, options.page, outside);
  if (!written) return refuse(outside, written.problem());
  outside.screen.out << *written;
  return kFine;
}

void add_report_options(Options& options, SuiteReportOptions& values) {
  options.add("NAME", values.question.suite, "The suite").required();
  options.add("-o,--output", values.page.folder, "The folder for index.html; it is made if it is not there", "DIR")
      .required();
  options.add("--last", values.question.last, "How many suites trends show; 0: all", "N")
      .within(0, 1'000'000)
      .shows_default("30");
  add_run_reports(options, values.page);
  add_against(options, values.against);
  add_store(options, values.store);
}

}  // namespace

Command suite_report_command() {
  return {.name = "suite report",
          .turn = 210,
          .summary = "A page of a suite: what is new, what is worse, every run one click away",
          .example = "scrutineer suite report night-17 --store nights.db -o night-17-page",
          .declare = declare<SuiteReportOptions, add_report_options, report_suite>,
          .more =
              "\nDIR/index.html opens from disk in any browser and loads nothing. Runs whose folders were kept\n"
              "(suite run --keep folders) are one click away, at the moment of the issue; for the others the page says "
              "how to make their reports.\n"};
}

}  // namespace scrutineer::app
