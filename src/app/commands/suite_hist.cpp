// scrutineer suite hist: how the values of a metric are spread.

#include <algorithm>

#include "app/detail/command.h"
#include "app/detail/suite_answers.h"

namespace scrutineer::app {
namespace {

constexpr std::size_t kLongestBar = 50;

struct SuiteHistOptions {
  AskingOptions asking;
  suite::MetricQuestion question;
  int bins = 15;
};

void add_bars(suite::AnswerTable& table) {
  std::int64_t most = 1;
  for (const auto& row : table.rows) most = std::max(most, std::get<std::int64_t>(row[2]));
  table.columns.push_back({"bar", " "});
  for (auto& row : table.rows)
    row.push_back(suite::text_cell(
        bar(static_cast<double>(std::get<std::int64_t>(row[2])) / static_cast<double>(most), kLongestBar)));
}

int show_histogram(const SuiteHistOptions& options, Outside& outside) {
  suite::MetricQuestion question = options.question;
  question.bins = static_cast<std::size_t>(options.bins);
  return ask(options.asking, outside, [&](store::Store& store) {
    auto answer = suite::ask_hist(store, question);
    if (answer && options.asking.format == AnswerFormat::text) add_bars(answer->tables.front());
    return answer;
  });
}

void add_hist_options(Options& options, SuiteHistOptions& values) {
  options.add("NAME", values.question.suite, "The suite").required();
  options.add("METRIC", values.question.metric, "A metric of runs or, if they have none of that name, of issues")
      .required();
  options.add("--bins", values.bins, "About how many bars; their borders are round numbers", "N")
      .within(1, 1'000)
      .shows_default();
  add_asking(options, values.asking);
}

}  // namespace

Command suite_hist_command() {
  return {.name = "suite hist",
          .turn = 260,
          .summary = "How the values of a metric are spread over a suite",
          .example = "scrutineer suite hist night-17 excess --store nights.db",
          .declare = declare<SuiteHistOptions, add_hist_options, show_histogram>};
}

}  // namespace scrutineer::app
