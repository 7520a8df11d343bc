// scrutineer suite gate: whether a suite is good enough.

#include <fmt/format.h>

#include <ostream>

#include "app/detail/command.h"
#include "app/detail/suite_answers.h"
#include "app/detail/words.h"
#include "base/printable.h"
#include "run/overwritten.h"
#include "suite/gate.h"

namespace scrutineer::app {
namespace {

constexpr int kMostCounted = 1'000'000'000;

struct SuiteGateOptions {
  AskingOptions asking;
  AgainstOptions against;
  std::string suite, file, markdown, junit;
  std::optional<std::size_t> max_new_errors, max_not_evaluated;
  std::optional<double> min_pass_rate;
  std::vector<std::string> max_errors, bounds;
  std::optional<trace::FailOn> fail_on;
};

// What the file says, and then the flags.
Result<suite::GateCriteria> criteria_of(const SuiteGateOptions& options, Outside& outside) {
  suite::GateCriteria criteria;
  if (!options.file.empty()) {
    const auto text = outside.files.read(options.file);
    if (!text) return text.problem();
    auto read = suite::read_gate(*text, options.file);
    if (!read) return read.problem();
    criteria = std::move(*read);
  }
  if (options.max_new_errors) criteria.max_new_errors = options.max_new_errors;
  if (options.max_not_evaluated) criteria.max_not_evaluated = options.max_not_evaluated;
  if (options.min_pass_rate) criteria.min_pass_rate = options.min_pass_rate;
  if (options.fail_on) criteria.only_sut = *options.fail_on == trace::FailOn::sut;
  for (const std::string& text : options.max_errors)
    if (auto problem = suite::add_max_errors(criteria, text)) return Problem{{}, "--max-errors " + problem->message};
  for (const std::string& text : options.bounds)
    if (auto problem = suite::add_metric_bound(criteria, text)) return Problem{{}, "--bound " + problem->message};
  if (criteria.is_empty())
    return Problem{{},
                   "nothing is asked for: give --file, --max-new-errors, --max-errors, --min-pass-rate, --bound or "
                   "--max-not-evaluated"};
  return criteria;
}

int judge_suite(const SuiteGateOptions& options, Outside& outside) {
  if (const auto problem =
          run::overwritten({options.markdown, options.junit}, {options.file, options.asking.store}, outside))
    return refuse(outside, *problem);
  const auto criteria = criteria_of(options, outside);
  if (!criteria) return refuse(outside, criteria.problem());
  const auto store = store::open_store(options.asking.store, store::OpenMode::read);
  if (!store) return refuse(outside, store.problem());
  const auto gate =
      suite::ask_gate(**store, {.suite = options.suite, .criteria = *criteria, .against = against(options.against)});
  if (!gate) return refuse(outside, gate.problem());
  const auto text = formatted(gate->answer, options.asking, outside.screen.colour_out);
  if (!text) return refuse(outside, text.problem());
  if (!options.markdown.empty())
    if (const auto problem = outside.files.write(options.markdown, gate->markdown)) return refuse(outside, *problem);
  if (!options.junit.empty())
    if (const auto problem = outside.files.write(options.junit, gate->junit)) return refuse(outside, *problem);
  outside.screen.out << *text;
  if (gate->verdict == suite::GateVerdict::not_judged)
    return refuse(outside, fmt::format("{} could not be judged: {}", printable(options.suite), gate->not_judged));
  return gate->verdict == suite::GateVerdict::passed ? kFine : kFound;
}

void add_gate_options(Options& options, SuiteGateOptions& values) {
  using trace::FailOn;
  options.add("NAME", values.suite, "The suite").required();
  options.add("--file", values.file, "The criteria, as JSON; flags are added to them", "FILE");
  options.add("--max-new-errors", values.max_new_errors, "How many errors may be new", "N").within(0, kMostCounted);
  options.add("--max-errors", values.max_errors,
              "How many errors of a kind there may be, or of all kinds; may be given several times", "[KIND=]N");
  options.add("--min-pass-rate", values.min_pass_rate, "The least share of evaluated runs that pass", "SHARE")
      .within(0.0, 1.0);
  options.add("--bound", values.bounds,
              "A bound of a metric's quantile over the runs, such as ttc:p5>=1.5; may be given several times", "BOUND");
  options
      .add("--max-not-evaluated", values.max_not_evaluated,
           "How many runs may be left unevaluated, or not evaluated to their end", "N")
      .within(0, kMostCounted);
  options.choice<std::optional<FailOn>>("--fail-on", values.fail_on, {{"any", FailOn::any}, {"sut", FailOn::sut}},
                                        "Whose errors count (default: any)");
  options.add("--markdown", values.markdown, "Write a summary for people here", "FILE");
  options.add("--junit", values.junit, "Write a test case per run here", "FILE");
  add_against(options, values.against);
  add_asking(options, values.asking);
}

}  // namespace

Command suite_gate_command() {
  return {
      .name = "suite gate",
      .turn = 300,
      .summary = "Is a suite good enough? Exit code 1 if not, with the reasons",
      .example =
          "scrutineer suite gate night-17 --store nights.db --max-new-errors 0 --min-pass-rate 0.95 --markdown gate.md",
      .declare = declare<SuiteGateOptions, add_gate_options, judge_suite>,
      .more =
          "\nFILE is a JSON object with max_new_errors, max_errors (an object of kinds, \"*\" for all), "
          "min_pass_rate,\n"
          "max_not_evaluated, metrics (a list of objects with metric, quantile, min, max) and fail_on.\n"
          "Errors that a rule marks as known or expected are not new.\n\n"
          "Exit code 0: all criteria hold; 1: some do not; 2: the suite could not be judged, because it is not "
          "complete,\n"
          "none of its runs was evaluated, or the criteria are wrong.\n"};
}

}  // namespace scrutineer::app
