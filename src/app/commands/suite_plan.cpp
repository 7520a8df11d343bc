// scrutineer suite plan: a suite in shards, for clusters.

#include <fmt/format.h>

#include <ostream>

#include "app/detail/command.h"
#include "app/detail/suite_answers.h"
#include "app/detail/suite_inputs.h"
#include "app/detail/suite_plans.h"
#include "app/detail/words.h"
#include "base/counted.h"

namespace scrutineer::app {

namespace {

struct SuitePlanOptions {
  SuiteInputs inputs;
  std::string folder;
  int shards = 0;
  AnswerFormat format = AnswerFormat::text;
};

int plan_suite(const SuitePlanOptions& options, Outside& outside) {
  const auto plan = make_shards(options.inputs, options.folder, options.shards, outside);
  if (!plan) return refuse(outside, plan.problem());
  const std::string text = fmt::format(
      "{}: {} in {}\n"
      "  each, anywhere:   scrutineer suite shard {} I        (I from 0 to {})\n"
      "  when all are done: scrutineer suite merge {} --store STORE\n",
      options.folder, counted(plan->runs, "run"), counted(plan->shards, "shard"), options.folder, plan->shards - 1,
      options.folder);
  print_facts(text,
              {.title = plan->suite.name,
               .facts = {{"suite", plan->suite.name},
                         {"folder", options.folder},
                         {"runs", suite::count_cell(plan->runs)},
                         {"shards", suite::count_cell(plan->shards)}}},
              options.format, outside);
  return kFine;
}

void add_plan_options(Options& options, SuitePlanOptions& values) {
  add_suite_inputs(options, values.inputs);
  options.add("--shards", values.shards, "Into how many pieces", "N").required().within(1, 100'000);
  options.add("--out", values.folder, "The folder of the plan, which every shard must see", "DIR").required();
  add_facts_format(options, values.format);
}

}  // namespace

Command suite_plan_command() {
  return {.name = "suite plan",
          .turn = 150,
          .summary = "Cut a suite into shards that can be evaluated anywhere, by the size of traces and by map",
          .example = "scrutineer suite plan night1 --name night1 --shards 20 --out plan",
          .declare = declare<SuitePlanOptions, add_plan_options, plan_suite>,
          .more = "\ndocs/suite_cluster.md has the files for Slurm, GNU parallel, Kubernetes and AWS Batch.\n"};
}

}  // namespace scrutineer::app
