// scrutineer suite trend: a metric from suite to suite.

#include <algorithm>
#include <cmath>

#include "app/detail/command.h"
#include "app/detail/suite_answers.h"

namespace scrutineer::app {
namespace {

constexpr std::size_t kLongestTrend = 30;

struct SuiteTrendOptions {
  AskingOptions asking;
  suite::TrendQuestion question;
  int last = 30;
};

// Of the median, or of the one value.
void add_trend_bars(suite::AnswerTable& table) {
  const auto column =
      std::ranges::find_if(table.columns, [](const auto& one) { return one.name == "median" || one.name == "value"; });
  if (column == table.columns.end()) return;
  const auto place = static_cast<std::size_t>(column - table.columns.begin());
  const auto value_in = [&](const auto& row) {
    const double* value = std::get_if<double>(&row[place]);
    return value == nullptr ? 0.0 : std::abs(*value);
  };
  double most = 0.0;
  for (const auto& row : table.rows) most = std::max(most, value_in(row));
  table.columns.insert(table.columns.end() - 1, {"bar", " "});
  for (auto& row : table.rows) {
    const double share = most > 0.0 ? value_in(row) / most : 0.0;
    row.insert(row.end() - 1, suite::text_cell(bar(share, kLongestTrend)));
  }
}

int show_trend(const SuiteTrendOptions& options, Outside& outside) {
  suite::TrendQuestion question = options.question;
  question.last = static_cast<std::size_t>(options.last);
  return ask(options.asking, outside, [&](store::Store& store) {
    auto answer = suite::ask_trend(store, question);
    if (answer && options.asking.format == AnswerFormat::text) add_trend_bars(answer->tables.front());
    return answer;
  });
}

void add_trend_options(Options& options, SuiteTrendOptions& values) {
  options.add("METRIC", values.question.metric, "Of runs or issues; or pass_rate, runs, issues, errors, new_errors, km")
      .required();
  options.add("--last", values.last, "How many suites", "N").within(1, 1'000'000).shows_default();
  options.add("--label", values.question.labels, "Only suites with this label; may be given several times",
              "NAME=VALUE");
  add_asking(options, values.asking);
}

}  // namespace

Command suite_trend_command() {
  return {.name = "suite trend",
          .turn = 270,
          .summary = "A metric from suite to suite; the bars are its median",
          .example = "scrutineer suite trend pass_rate --store nights.db --last 30",
          .declare = declare<SuiteTrendOptions, add_trend_options, show_trend>};
}

}  // namespace scrutineer::app
