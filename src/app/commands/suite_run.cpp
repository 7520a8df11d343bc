// scrutineer suite run: evaluate many runs, and store what was found.

#include <ostream>

#include "app/detail/command.h"
#include "app/detail/suite_answers.h"
#include "app/detail/suite_inputs.h"
#include "app/detail/suite_page.h"
#include "app/detail/suite_progress.h"
#include "app/detail/suite_words.h"
#include "app/detail/words.h"
#include "store/store.h"

namespace scrutineer::app {

namespace {

struct SuiteRunOptions {
  SuiteInputs inputs;
  std::string store;
  int jobs = 0;  // 0: as many as there are processors
  bool retry_failed = false;
  ProgressStyle progress = ProgressStyle::automatic;
  AnswerFormat format = AnswerFormat::text;
  SuitePageOptions page;  // no folder: no page
};

int run_suite_command(const SuiteRunOptions& options, Outside& outside) {
  auto prepared = prepare_suite(options.inputs, options.store, outside);
  if (!prepared) return refuse(outside, prepared.problem());
  prepared->job.jobs = jobs_or_processors(options.jobs);
  auto store = store::open_store(options.store, store::OpenMode::create, kSuitePatience);
  if (!store) return refuse(outside, store.problem());
  const auto row = begin_suite(**store, prepared->row, store::Holding::alone);
  if (!row) return refuse(outside, row.problem());
  const auto others = note_known(**store, *row, options.retry_failed, prepared->job, outside);
  if (!others) return refuse(outside, others.problem());

  StoreSink sink(**store, row->id);
  SuiteReporter reporter(options.progress, errors_are_seen(), outside);
  suite::SuiteOutcome outcome = suite::run_suite(prepared->job, sink, reporter, outside);
  outside.progress.end();
  if (outcome.is_complete()) outcome.problem = too_few_named(*row, prepared->job.runs.size(), *others);
  if (const auto problem = end_suite(**store, *row, outcome)) return refuse(outside, *problem);
  const int code =
      say_outcome({.name = row->name, .store = options.store, .jobs = prepared->job.jobs, .not_planned = *others},
                  outcome, options.format, outside);
  if (options.page.folder.empty() || !outcome.is_complete()) return code;
  const auto written = write_suite_page(**store, {.suite = row->name}, options.page, outside);
  if (!written) return refuse(outside, written.problem());
  (options.format == AnswerFormat::text ? outside.screen.out : outside.screen.err) << *written;
  return code;
}

void add_run_options(Options& options, SuiteRunOptions& values) {
  add_suite_inputs(options, values.inputs);
  add_store(options, values.store);
  add_jobs(options, values.jobs);
  options.flag("--retry-failed", values.retry_failed,
               "Also try runs again that could not be evaluated, or not to their end, last time");
  options.add("--report", values.page.folder,
              "When everything is done, write the suite's page (suite report) as DIR/index.html", "DIR");
  add_run_reports(options, values.page);
  add_progress(options, values.progress);
  add_facts_format(options, values.format);
}

}  // namespace

Command suite_run_command() {
  return {
      .name = "suite run",
      .turn = 130,
      .summary = "Evaluate many runs in parallel and store what was found; go on with a suite that was stopped",
      .example = "scrutineer suite run night1 --store nights.db --name night1 --label branch=main",
      .declare = declare<SuiteRunOptions, add_run_options, run_suite_command>,
      .more =
          "\nStarted again with the same name, it evaluates only runs that are missing or have changed. Exit code 0:\n"
          "every run was evaluated, whatever its verdict (scrutineer suite gate judges); 1: some could not be; 2: the\n"
          "suite is not complete.\n"};
}

}  // namespace scrutineer::app
