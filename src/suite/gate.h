// A gate: whether a suite is good enough, and what breaks it if it is not.
//
//   { "max_new_errors": 0, "max_errors": {"collision": 0, "*": 20}, "min_pass_rate": 0.95, "max_not_evaluated": 3,
//     "metrics": [{"metric": "ttc", "quantile": 0.05, "min": 1.5}], "fail_on": "any" }
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/located_json.h"
#include "base/result.h"
#include "suite/compare.h"
#include "suite/overview.h"

namespace scrutineer::suite {

struct MetricBound {
  std::string metric;
  double quantile = 0.5;  // 0 to 1, over the runs of the suite that have the metric
  std::optional<double> min = {}, max = {};

  bool operator==(const MetricBound&) const = default;
};

// Nothing: that is not looked at.
struct GateCriteria {
  std::optional<std::size_t> max_new_errors = {};
  std::map<std::string, std::size_t> max_errors = {};  // by kind; "*": of all kinds together
  std::map<std::string, Place> kind_places = {};       // where these kinds are named, for problems with them
  std::optional<double> min_pass_rate = {};            // 0 to 1
  std::optional<std::size_t> max_not_evaluated = {};
  std::vector<MetricBound> metrics = {};
  bool only_sut = false;  // only the ego's errors count, and suspect runs pass

  bool is_empty() const;
  bool operator==(const GateCriteria&) const = default;
};

// A problem names the place in the file, and what was meant where that can be guessed.
Result<GateCriteria> read_gate(std::string_view json, const std::string& file);
Result<GateCriteria> read_gate(const JsonValue& json, const std::string& file);
// "collision=0", "*=20"; the kind's place is that of the option.
std::optional<Problem> add_max_errors(GateCriteria& criteria, std::string_view text);
// "ttc:p5>=1.5", "speed:max<=33", "ttc:median>=2"
std::optional<Problem> add_metric_bound(GateCriteria& criteria, std::string_view text);

struct GateInput {
  const Overview& suite;
  const Overview* baseline = nullptr;  // null: there is none, so that every error is new
  bool after_rules = true;             // severities and verdicts
  store::SuiteState state = store::SuiteState::complete;
  std::map<std::int64_t, std::string> reasons = {};  // by id of the run: why it was not evaluated, or not to its end
  // All values of a metric in the suite's runs. Only called for metrics that have a bound.
  std::function<std::vector<double>(const std::string& metric)> values = {};
};

struct GateCheck {
  std::string name;           // "new errors", "errors of kind collision"
  std::string wanted, found;  // "at most 0", "3"
  bool holds = false;
  std::vector<std::string> examples = {};  // what it was broken by, the worst first; some of it
};

enum class GateVerdict : std::uint8_t { passed, broken, not_judged };
std::string_view to_word(GateVerdict verdict);  // "passed", "broken", "not judged"

struct GateOutcome {
  std::vector<GateCheck> checks;
  // Why nothing can be said of the suite, whatever the checks found in it so far; empty: something can.
  std::string not_judged = {};

  GateVerdict verdict() const;
  bool holds() const { return verdict() == GateVerdict::passed; }
};
GateOutcome evaluate_gate(const GateCriteria& criteria, const GateInput& input);

// How many errors there are, by the words of the criteria.
bool is_error(const Finding& finding, bool after_rules);

// For a summary page of a pull request: the outcome, what broke, verdicts, and the issues that are new.
std::string to_markdown(const GateOutcome& outcome, const GateInput& input);
// A test case per run, one per criterion of the gate, and one that is an error if the suite could not be judged.
std::string to_junit(const GateOutcome& outcome, const GateInput& input, bool only_sut);

}  // namespace scrutineer::suite
