// scrutineer suite submit: a suite on a cluster, in one command.

#include <fmt/format.h>

#include <cctype>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <ostream>

#include "app/detail/call_program.h"
#include "app/detail/command.h"
#include "app/detail/suite_answers.h"
#include "app/detail/suite_plans.h"
#include "app/detail/suite_words.h"
#include "app/detail/words.h"
#include "base/text.h"

namespace scrutineer::app {

namespace {

struct SuiteSubmitOptions {
  SuiteInputs inputs;
  std::string folder, store, partition, time;
  std::vector<std::string> sbatch;
  int shards = 0, jobs = 1, at_once = 0;
  bool slurm = false, dry_run = false;
  AnswerFormat format = AnswerFormat::text;
};

// For a shell, whatever it contains.
std::string shell_quoted(const std::string& text) {
  std::string quoted = "'";
  for (const char character : text) quoted += character == '\'' ? std::string("'\\''") : std::string(1, character);
  return quoted + "'";
}

std::string absolute_folder(const std::string& path) {
  std::error_code error;
  const auto absolute = std::filesystem::absolute(path, error);
  return error ? path : absolute.lexically_normal().string();
}

std::vector<std::string> sbatch_command(const SuiteSubmitOptions& options, const std::string& folder) {
  std::vector<std::string> command{"sbatch", "--parsable", "--requeue", "--job-name=" + options.inputs.name};
  if (!options.partition.empty()) command.push_back("--partition=" + options.partition);
  if (!options.time.empty()) command.push_back("--time=" + options.time);
  for (const std::string& more : options.sbatch) command.push_back(more);
  command.push_back("--chdir=" + folder);
  return command;
}

// "4711", "4711;cluster"
Result<std::string> submit_job(const std::vector<std::string>& command) {
  auto printed = call_program(command);
  if (!printed) return printed;
  const std::string_view last = trim(std::string_view(*printed).substr(trim(*printed).rfind('\n') + 1));
  std::string id(last.substr(0, last.find(';')));
  if (id.empty() || id.find_first_not_of("0123456789") != std::string::npos)
    return Problem{{}, fmt::format("sbatch did not name a job: {}", trim(*printed))};
  return id;
}

int submit_suite(const SuiteSubmitOptions& options, Outside& outside) {
  if (!options.slurm)
    return refuse(outside, "where to? --slurm is what there is (docs/suite_cluster.md has files for others)");
  const std::string folder = absolute_folder(options.folder);
  const auto plan = make_shards(options.inputs, folder, options.shards, outside);
  if (!plan) return refuse(outside, plan.problem());
  const std::string store = store::is_server(options.store) ? options.store : absolute_folder(options.store);
  const std::string program = shell_quoted(own_program());
  const std::string shard_script = folder + "/shard.sh", merge_script = folder + "/merge.sh";
  const std::string shard_text = fmt::format(
      "#!/bin/sh\n# One task of the array: evaluates the shard of its number.\nexec {} suite shard {} --jobs {} "
      "--progress none\n",
      program, shell_quoted(folder), options.jobs);
  const std::string merge_text =
      fmt::format("#!/bin/sh\n# When all tasks have ended.\nexec {} suite merge {} --store {}\n", program,
                  shell_quoted(folder), shell_quoted(store));
  for (const auto& [file, text] : {std::pair(shard_script, shard_text), std::pair(merge_script, merge_text)})
    if (const auto problem = outside.files.write(file, text)) return refuse(outside, *problem);

  std::vector<std::string> array = sbatch_command(options, folder), merge = array;
  array.push_back(
      fmt::format("--array=0-{}{}", plan->shards - 1, options.at_once > 0 ? fmt::format("%{}", options.at_once) : ""));
  array.push_back(fmt::format("--cpus-per-task={}", options.jobs));
  array.push_back("--output=" + folder + "/shard-%a.log");
  array.push_back(shard_script);
  merge.push_back("--output=" + folder + "/merge.log");
  if (options.dry_run) {
    merge.push_back("--dependency=afterany:ARRAY");
    merge.push_back(merge_script);
    const std::string commands[] = {fmt::format("{}", fmt::join(array, " ")), fmt::format("{}", fmt::join(merge, " "))};
    print_facts(fmt::format("{}\n", fmt::join(commands, "\n")),
                {.title = plan->suite.name,
                 .facts = {{"suite", plan->suite.name}, {"array", commands[0]}, {"merge", commands[1]}}},
                options.format, outside);
    return kFine;
  }
  const auto array_job = submit_job(array);
  if (!array_job) return refuse(outside, array_job.problem());
  merge.push_back("--dependency=afterany:" + *array_job);
  merge.push_back(merge_script);
  const auto merge_job = submit_job(merge);
  if (!merge_job)
    return refuse(outside,
                  fmt::format("{}; the shards are job {}: merge them with scrutineer suite merge {} --store {}",
                              to_string(merge_job.problem()), *array_job, folder, store));
  const nlohmann::ordered_json jobs{{"slurm", {{"array", *array_job}, {"merge", *merge_job}}}, {"store", store}};
  if (const auto problem = outside.files.write(folder + "/jobs.json", jobs.dump(2) + "\n"))
    return refuse(outside, *problem);
  print_facts(
      fmt::format("{}: {} runs in {} shards are job {}, the merge into {} is job {}\n  scrutineer suite watch {}\n",
                  plan->suite.name, plan->runs, plan->shards, *array_job, store, *merge_job, folder),
      {.title = plan->suite.name,
       .facts = {{"suite", plan->suite.name},
                 {"folder", folder},
                 {"store", store},
                 {"runs", suite::count_cell(plan->runs)},
                 {"shards", suite::count_cell(plan->shards)},
                 {"array_job", *array_job},
                 {"merge_job", *merge_job}}},
      options.format, outside);
  return kFine;
}

void add_submit_options(Options& options, SuiteSubmitOptions& values) {
  add_suite_inputs(options, values.inputs);
  add_store(options, values.store);
  options.flag("--slurm", values.slurm, "As an array job of Slurm, and a merge that depends on it");
  options.add("--shards", values.shards, "Into how many tasks; 500 to 5,000 runs each are good", "N")
      .required()
      .within(1, 100'000);
  options.add("--out", values.folder, "The folder of the plan, which every node must see", "DIR").required();
  options.add("--jobs", values.jobs, "Workers, and so processors, of each task", "N").shows_default().within(1, 1024);
  options.add("--partition", values.partition, "Slurm's", "NAME");
  options.add("--time", values.time, "Slurm's limit for each task", "TIME");
  options.add("--at-once", values.at_once, "At most this many tasks at once", "N").within(0, 100'000);
  options.add("--sbatch", values.sbatch, "Any other option of sbatch: --sbatch=--account=av", "OPTION");
  options.flag("--dry-run", values.dry_run, "Write the plan and print the commands, but submit nothing");
  add_facts_format(options, values.format);
}

}  // namespace

Command suite_submit_command() {
  return {.name = "suite submit",
          .turn = 180,
          .summary = "Evaluate a suite on a Slurm cluster: plan, an array job, and a merge when all of it has ended",
          .example = "scrutineer suite submit night1 --slurm --name night1 --shards 20 --out plan --store nights.db",
          .declare = declare<SuiteSubmitOptions, add_submit_options, submit_suite>};
}

}  // namespace scrutineer::app
