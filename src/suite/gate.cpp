#include "suite/gate.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/counted.h"
#include "base/located_json.h"
#include "base/printable.h"
#include "base/text.h"
#include "suite/statistics.h"

namespace scrutineer::suite {
namespace {

constexpr std::size_t kExamples = 10;

// ---- reading --------------------------------------------------------------------------------------------------------

class GateReader {
 public:
  explicit GateReader(const std::string& file) : file_(file) {}

  Result<GateCriteria> read(std::string_view text) {
    const auto json = parse_json(text, file_);
    if (!json) return json.problem();
    return read(*json);
  }

  Result<GateCriteria> read(const JsonValue& json) {
    if (json.kind != JsonValue::Kind::object) return wrong(json, "a gate is an object such as {\"max_new_errors\": 0}");
    static constexpr std::array<std::string_view, 6> kKeys{"max_new_errors",    "max_errors", "min_pass_rate",
                                                           "max_not_evaluated", "metrics",    "fail_on"};
    for (const JsonMember& member : json.members)
      if (auto problem = take(member, kKeys)) return *problem;
    return criteria_;
  }

 private:
  std::optional<Problem> take(const JsonMember& member, std::span<const std::string_view> keys) {
    const JsonValue& value = member.value;
    if (member.key == "max_new_errors") return count(value, member.key, criteria_.max_new_errors);
    if (member.key == "max_not_evaluated") return count(value, member.key, criteria_.max_not_evaluated);
    if (member.key == "min_pass_rate") return share(value, member.key, criteria_.min_pass_rate);
    if (member.key == "max_errors") return errors(value);
    if (member.key == "metrics") return metrics(value);
    if (member.key == "fail_on") return fail_on(value);
    return unknown(member, keys);
  }

  Problem wrong(const JsonValue& value, std::string_view wanted) const {
    return {value.place(file_), fmt::format("{}, found {}", wanted, describe(value))};
  }
  Problem unknown(const JsonMember& member, std::span<const std::string_view> keys) const {
    const auto near = did_you_mean(member.key, keys);
    return {member.place(file_), fmt::format("there is no \"{}\" here{}", printable(member.key),
                                             near ? fmt::format("; did you mean \"{}\"?", *near)
                                                  : fmt::format("; there are {}", fmt::join(keys, ", ")))};
  }
  std::optional<Problem> count(const JsonValue& value, std::string_view name, std::optional<std::size_t>& into) const {
    if (value.kind != JsonValue::Kind::integer || value.integer < 0)
      return wrong(value, fmt::format("{} must be a whole number, at least 0", name));
    into = static_cast<std::size_t>(value.integer);
    return std::nullopt;
  }
  std::optional<Problem> share(const JsonValue& value, std::string_view name, std::optional<double>& into) const {
    if (!value.is_number() || value.number < 0.0 || value.number > 1.0)
      return wrong(value, fmt::format("{} must be a share from 0 to 1, such as 0.95", name));
    into = value.number;
    return std::nullopt;
  }
  std::optional<Problem> errors(const JsonValue& value) {
    if (value.kind == JsonValue::Kind::integer) {
      std::optional<std::size_t> all;
      if (auto problem = count(value, "max_errors", all)) return problem;
      criteria_.max_errors["*"] = *all;
      return std::nullopt;
    }
    if (value.kind != JsonValue::Kind::object)
      return wrong(value, "max_errors must be an object of kinds, such as {\"collision\": 0, \"*\": 20}");
    for (const JsonMember& kind : value.members) {
      std::optional<std::size_t> most;
      if (auto problem = count(kind.value, "the largest number of errors", most)) return problem;
      criteria_.max_errors[kind.key] = *most;
      criteria_.kind_places[kind.key] = kind.place(file_);
    }
    return std::nullopt;
  }
  std::optional<Problem> metrics(const JsonValue& value) {
    if (value.kind != JsonValue::Kind::list)
      return wrong(value,
                   "metrics must be a list of objects such as {\"metric\": \"ttc\", \"quantile\": 0.05, \"min\": 1.5}");
    for (const JsonValue& item : value.items)
      if (auto problem = metric(item)) return problem;
    return std::nullopt;
  }
  std::optional<Problem> metric(const JsonValue& item) {
    static constexpr std::array<std::string_view, 4> kKeys{"metric", "quantile", "min", "max"};
    if (item.kind != JsonValue::Kind::object)
      return wrong(item,
                   "a bound of a metric is an object such as {\"metric\": \"ttc\", \"quantile\": 0.05, \"min\": 1.5}");
    MetricBound bound;
    for (const JsonMember& member : item.members) {
      const JsonValue& value = member.value;
      if (member.key == "metric") {
        if (value.kind != JsonValue::Kind::text || value.text.empty()) return wrong(value, "metric must be a name");
        bound.metric = value.text;
      } else if (member.key == "quantile") {
        std::optional<double> quantile;
        if (auto problem = share(value, "quantile", quantile)) return problem;
        bound.quantile = *quantile;
      } else if (member.key == "min" || member.key == "max") {
        if (!value.is_number()) return wrong(value, member.key + " must be a number");
        (member.key == "min" ? bound.min : bound.max) = value.number;
      } else {
        return unknown(member, kKeys);
      }
    }
    if (bound.metric.empty()) return Problem{item.place(file_), "this bound has no \"metric\""};
    if (!bound.min && !bound.max) return Problem{item.place(file_), "this bound has neither \"min\" nor \"max\""};
    criteria_.metrics.push_back(std::move(bound));
    return std::nullopt;
  }
  std::optional<Problem> fail_on(const JsonValue& value) {
    if (value.kind != JsonValue::Kind::text || (value.text != "any" && value.text != "sut"))
      return wrong(value, R"(fail_on must be "any" or "sut")");
    criteria_.only_sut = value.text == "sut";
    return std::nullopt;
  }

  const std::string& file_;
  GateCriteria criteria_;
};

std::optional<double> quantile_from_word(std::string_view word) {
  if (word == "min") return 0.0;
  if (word == "max") return 1.0;
  if (word == "median") return 0.5;
  if (!word.starts_with('p')) return std::nullopt;
  const auto percent = parse_number(word.substr(1));
  return percent && *percent >= 0.0 && *percent <= 100.0 ? std::optional(*percent / 100.0) : std::nullopt;
}

std::string quantile_word(double part) {
  if (part == 0.0) return "min";
  if (part == 1.0) return "max";
  return part == 0.5 ? "median" : "p" + rounded(part * 100.0, 4);
}

// ---- judging --------------------------------------------------------------------------------------------------------

watch::Severity severity_of(const Finding& finding, bool after_rules) {
  return after_rules ? finding.after_rules : finding.severity;
}

// Issues that count, by what they are. The examples are findings, the worst first.
class Judge {
 public:
  Judge(const GateCriteria& criteria, const GateInput& input) : criteria_(criteria), input_(input) {
    for (std::uint32_t i = 0; i < input.suite.findings.size(); ++i)
      if (counts(input.suite.findings[i])) errors_.push_back(i);
    std::ranges::stable_sort(errors_, [&](std::uint32_t a, std::uint32_t b) {
      const Finding &one = input_.suite.findings[a], &two = input_.suite.findings[b];
      const auto of_one = severity_of(one, input_.after_rules), of_two = severity_of(two, input_.after_rules);
      return of_one != of_two ? of_one > of_two : one.excess() > two.excess();
    });
  }

  GateOutcome run() {
    if (criteria_.max_new_errors) new_errors();
    for (const auto& [kind, most] : criteria_.max_errors) errors_of(kind, most);
    if (criteria_.min_pass_rate) pass_rate();
    if (criteria_.max_not_evaluated) not_evaluated();
    for (const MetricBound& bound : criteria_.metrics) metric(bound);
    outcome_.not_judged = why_not_judged();
    return std::move(outcome_);
  }

 private:
  // Without errors because nobody looked, or not yet everywhere, is not the same as without errors.
  std::string why_not_judged() const {
    const std::vector<OverviewRun>& runs = input_.suite.runs;
    if (input_.state != store::SuiteState::complete)
      return fmt::format("the suite is {}, not complete: it has {} so far", store::to_word(input_.state),
                         counted(runs.size(), "run"));
    if (runs.empty()) return "the suite has no runs";
    if (std::ranges::any_of(runs, is_evaluated)) return "";
    constexpr std::size_t kLongestReason = 200;
    return fmt::format("no run was evaluated to its end; the first of {}: {}", runs.size(),
                       printable(describe_run(runs.front(), false), kLongestReason));
  }
  static bool is_evaluated(const OverviewRun& run) {
    return run.outcome == store::Outcome::evaluated && !run.broke_off;
  }
  std::string describe_run(const OverviewRun& run, bool after_rules) const {
    const auto reason = input_.reasons.find(run.id);
    return fmt::format("{}: {}{}", run.key, run.word(after_rules),
                       reason == input_.reasons.end() ? "" : ": " + reason->second);
  }

  bool counts(const Finding& finding) const {
    return is_error(finding, input_.after_rules) &&
           (!criteria_.only_sut || input_.suite.clusters[finding.cluster].cluster.category == "sut");
  }

  // `wanted` says how many errors of a finding are meant.
  void at_most(std::string name, std::size_t most, const std::function<std::size_t(std::uint32_t)>& wanted) {
    GateCheck check{.name = std::move(name), .wanted = fmt::format("at most {}", most)};
    std::size_t found = 0;
    for (const std::uint32_t place : errors_) {
      const std::size_t more = wanted(place);
      if (more == 0) continue;
      found += more;
      if (check.examples.size() < kExamples) check.examples.push_back(describe_finding(place));
    }
    finish(std::move(check), std::to_string(found), found <= most);
  }
  void finish(GateCheck check, std::string found, bool holds) {
    check.found = std::move(found);
    check.holds = holds;
    if (holds) check.examples.clear();
    outcome_.checks.push_back(std::move(check));
  }
  std::string describe_finding(std::uint32_t place) const {
    const Finding& finding = input_.suite.findings[place];
    const store::Cluster& cluster = input_.suite.clusters[finding.cluster].cluster;
    return fmt::format("{}: {} {}: {}", input_.suite.runs[finding.run].key,
                       watch::to_word(severity_of(finding, input_.after_rules)), cluster.kind, cluster.normalised);
  }

  void new_errors() {
    const Comparison comparison = input_.baseline != nullptr ? compare(*input_.baseline, input_.suite) : Comparison{};
    at_most("new errors", *criteria_.max_new_errors, [&](std::uint32_t place) -> std::size_t {
      if (input_.baseline != nullptr && comparison.statuses[place] != IssueStatus::fresh) return 0;
      // What people know of, or expect, is not new to them.
      return input_.suite.findings[place].unknown_errors(input_.after_rules);
    });
  }
  void errors_of(const std::string& kind, std::size_t most) {
    at_most(kind == "*" ? "errors" : "errors of kind " + kind, most, [&](std::uint32_t place) -> std::size_t {
      const Finding& finding = input_.suite.findings[place];
      const bool is_meant = kind == "*" || input_.suite.clusters[finding.cluster].cluster.kind == kind;
      return is_meant ? finding.errors(input_.after_rules) : 0;
    });
  }
  void pass_rate() {
    std::size_t evaluated = 0, passed = 0;
    GateCheck check{.name = "pass rate", .wanted = "at least " + rounded(*criteria_.min_pass_rate * 100.0, 3) + " %"};
    for (const OverviewRun& run : input_.suite.runs) {
      if (run.outcome != store::Outcome::evaluated) continue;
      ++evaluated;
      const RunVerdict verdict = input_.after_rules ? run.after_rules : run.verdict;
      const bool passes =
          verdict == RunVerdict::pass || (criteria_.only_sut && verdict == RunVerdict::suspect && !run.broke_off);
      if (passes) ++passed;
      if (!passes && check.examples.size() < kExamples) check.examples.push_back(describe_run(run, input_.after_rules));
    }
    const double share = evaluated == 0 ? 0.0 : static_cast<double>(passed) / static_cast<double>(evaluated);
    const bool holds = evaluated > 0 && share >= *criteria_.min_pass_rate;
    finish(
        std::move(check),
        evaluated == 0 ? "no run was evaluated" : fmt::format("{:.2f} % ({} of {})", share * 100.0, passed, evaluated),
        holds);
  }
  void not_evaluated() {
    GateCheck check{.name = "runs not evaluated", .wanted = fmt::format("at most {}", *criteria_.max_not_evaluated)};
    std::size_t found = 0;
    for (const OverviewRun& run : input_.suite.runs) {
      if (is_evaluated(run)) continue;
      ++found;
      if (check.examples.size() < kExamples) check.examples.push_back(describe_run(run, false));
    }
    finish(std::move(check), std::to_string(found), found <= *criteria_.max_not_evaluated);
  }
  void metric(const MetricBound& bound) {
    GateCheck check{.name = quantile_word(bound.quantile) + " of " + bound.metric};
    if (bound.min) check.wanted = "at least " + shortest(*bound.min);
    if (bound.max) check.wanted += (bound.min ? ", at most " : "at most ") + shortest(*bound.max);
    std::vector<double> values = input_.values ? input_.values(bound.metric) : std::vector<double>{};
    if (values.empty()) return finish(std::move(check), "no run has it", false);
    std::ranges::sort(values);
    const double found = quantile(values, bound.quantile);
    finish(std::move(check),
           fmt::format("{:.6g} (of {} {})", found, values.size(), values.size() == 1 ? "run" : "runs"),
           (!bound.min || found >= *bound.min) && (!bound.max || found <= *bound.max));
  }

  const GateCriteria& criteria_;
  const GateInput& input_;
  std::vector<std::uint32_t> errors_;
  GateOutcome outcome_;
};

}  // namespace

bool GateCriteria::is_empty() const { return *this == GateCriteria{.only_sut = only_sut}; }

Result<GateCriteria> read_gate(std::string_view json, const std::string& file) { return GateReader(file).read(json); }
Result<GateCriteria> read_gate(const JsonValue& json, const std::string& file) { return GateReader(file).read(json); }

std::optional<Problem> add_max_errors(GateCriteria& criteria, std::string_view text) {
  const std::size_t equals = text.rfind('=');
  const auto most = parse_integer(equals == std::string_view::npos ? text : text.substr(equals + 1));
  if (!most || *most < 0 || equals == 0)
    return Problem{
        {}, fmt::format("\"{}\": expected KIND=NUMBER, such as collision=0, or NUMBER for all kinds", printable(text))};
  const std::string kind = equals == std::string_view::npos ? "*" : std::string(trim(text.substr(0, equals)));
  criteria.max_errors[kind] = static_cast<std::size_t>(*most);
  criteria.kind_places[kind] = {.file = fmt::format("--max-errors {}", printable(text))};
  return std::nullopt;
}

std::optional<Problem> add_metric_bound(GateCriteria& criteria, std::string_view text) {
  Problem wrong{{},
                fmt::format("\"{}\": expected METRIC:QUANTILE>=NUMBER or <=, such as ttc:p5>=1.5; a quantile is "
                            "min, median, max, or p and a percentage",
                            printable(text))};
  const std::size_t sign = std::min(text.find(">="), text.find("<="));
  const std::size_t colon = text.substr(0, sign).rfind(':');
  if (sign == std::string_view::npos || colon == std::string_view::npos) return wrong;
  const auto bound = parse_number(text.substr(sign + 2));
  const auto part = quantile_from_word(trim(text.substr(colon + 1, sign - colon - 1)));
  const std::string_view metric = trim(text.substr(0, colon));
  if (!bound || !std::isfinite(*bound) || !part || metric.empty()) return wrong;
  MetricBound made{.metric = std::string(metric), .quantile = *part};
  (text[sign] == '>' ? made.min : made.max) = bound;
  criteria.metrics.push_back(std::move(made));
  return std::nullopt;
}

bool is_error(const Finding& finding, bool after_rules) {
  return severity_of(finding, after_rules) >= watch::Severity::error_continue;
}

std::string_view to_word(GateVerdict verdict) {
  switch (verdict) {
    case GateVerdict::passed:
      return "passed";
    case GateVerdict::broken:
      return "broken";
    case GateVerdict::not_judged:
      return "not judged";
  }
  return {};
}

GateVerdict GateOutcome::verdict() const {
  if (!not_judged.empty()) return GateVerdict::not_judged;
  return std::ranges::all_of(checks, &GateCheck::holds) ? GateVerdict::passed : GateVerdict::broken;
}

GateOutcome evaluate_gate(const GateCriteria& criteria, const GateInput& input) { return Judge(criteria, input).run(); }

}  // namespace scrutineer::suite
