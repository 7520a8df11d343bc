#include "results/detail/junit.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <vector>

#include "base/text.h"
#include "results/formats.h"

namespace scrutineer::results {

namespace {

using State = watch::CheckOutcome::State;
using Issues = std::vector<const watch::Issue*>;

constexpr std::size_t kMostLines = 100;  // of one test case; runtime_data.json has all

struct TestCase {
  std::string name;
  std::string skipped, error, failure, output;  // elements; empty: none

  std::string xml(std::string_view suite) const {
    const std::string content = skipped + error + failure + output;
    const std::string start =
        fmt::format("    <testcase classname=\"{}\" name=\"{}\"", xml_escaped(suite), xml_escaped(name));
    return content.empty() ? start + "/>\n" : start + ">\n" + content + "    </testcase>\n";
  }
};

std::string lines_of(const Issues& issues) {
  std::string lines;
  for (std::size_t i = 0; i < std::min(issues.size(), kMostLines); ++i)
    lines += fmt::format("{} at {:.3f} s: {}\n", to_word(issues[i]->severity), to_seconds(issues[i]->start),
                         issues[i]->message);
  if (issues.size() > kMostLines)
    lines += fmt::format("... and {} more, in runtime_data.json\n", issues.size() - kMostLines);
  return lines;
}

// Lines stay lines between tags; only in attributes they would read back as blanks.
std::string content_escaped(std::string_view text) {
  std::string escaped = xml_escaped(text);
  constexpr std::string_view kLineFeed = "&#10;";
  for (auto at = escaped.find(kLineFeed); at != std::string::npos; at = escaped.find(kLineFeed, at))
    escaped.replace(at, kLineFeed.size(), "\n");
  return escaped;
}

std::string element(std::string_view name, std::string_view type, std::string_view message, std::string_view content) {
  std::string xml = fmt::format("      <{}", name);
  if (!type.empty()) xml += fmt::format(" type=\"{}\"", xml_escaped(type));
  xml += fmt::format(" message=\"{}\"", xml_escaped(message));
  return content.empty() ? xml + "/>\n" : xml + fmt::format(">{}</{}>\n", content_escaped(content), name);
}

std::string summary_of(const Issues& issues) {
  const std::string more = issues.size() > 1 ? fmt::format(" (and {} more)", issues.size() - 1) : "";
  return issues.front()->message + more;
}

std::string findings(std::string_view name, const Issues& issues) {
  return issues.empty() ? "" : element(name, issues.front()->kind, summary_of(issues), lines_of(issues));
}

std::string lines_of(std::span<const std::string> notes) {
  std::string lines;
  for (const std::string& note : notes.first(std::min(notes.size(), kMostLines))) lines += note + "\n";
  if (notes.size() > kMostLines)
    lines += fmt::format("... and {} more, in runtime_data.json\n", notes.size() - kMostLines);
  return lines;
}

std::string output(std::string_view lines) {
  return lines.empty() ? "" : fmt::format("      <system-out>{}</system-out>\n", content_escaped(lines));
}

// How the check fared, whom or what it left out, and what the ego did.
TestCase case_of(const watch::CheckOutcome& outcome, const Issues& issues) {
  Issues failures, rest;
  for (const watch::Issue* issue : issues) (is_error(issue->severity) ? failures : rest).push_back(issue);
  TestCase test{.name = outcome.name,
                .failure = findings("failure", failures),
                .output = output(lines_of(rest) + lines_of(outcome.notes))};
  if (outcome.state == State::skipped) test.skipped = element("skipped", "", outcome.reason, "");
  if (outcome.state == State::failed) test.error = element("error", "check_failed", outcome.reason, "");
  return test;
}

// What others did, or what went wrong in the evaluation. If only the ego's errors count, it is shown as skipped.
TestCase case_of_others(const RunResult& result, const watch::CheckOutcome& outcome, const Issues& issues) {
  Issues failures, errors, rest;
  for (const watch::Issue* issue : issues)
    (!is_error(issue->severity) ? rest : issue->category == watch::Category::tool ? errors : failures).push_back(issue);
  TestCase test{.name = outcome.name};
  const bool counts = result.fail_on == trace::FailOn::any;
  if (counts || (failures.empty() && errors.empty())) {
    test.failure = findings("failure", failures);
    test.error = findings("error", errors);
    test.output = output(lines_of(rest));
  } else {
    Issues not_counted = errors;
    not_counted.insert(not_counted.end(), failures.begin(), failures.end());
    test.skipped = element("skipped", "", "only the ego's errors count: " + summary_of(not_counted), "");
    test.output = output(lines_of(issues));
  }
  return test;
}

TestCase case_of_run(const RunResult& result) {
  TestCase test{.name = "run"};
  if (!result.is_complete()) test.error = element("error", "incomplete", *result.incomplete_reason, "");
  test.output = output(lines_of(all_notes(result)));
  return test;
}

std::string property(std::string_view name, std::string_view value) {
  return fmt::format("      <property name=\"{}\" value=\"{}\"/>\n", name, xml_escaped(value));
}

struct Suite {
  std::string name, properties;
  std::vector<TestCase> tests;
};

std::string counts_of(std::span<const Suite> suites) {
  std::size_t all = 0;
  for (const Suite& suite : suites) all += suite.tests.size();
  const auto count = [&](std::string TestCase::* part) {
    std::ptrdiff_t found = 0;
    for (const Suite& suite : suites)
      found += std::ranges::count_if(suite.tests, [&](const TestCase& test) { return !(test.*part).empty(); });
    return found;
  };
  return fmt::format("tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\"", all, count(&TestCase::failure),
                     count(&TestCase::error), count(&TestCase::skipped));
}

std::string properties_of(const RunResult& result) {
  std::string xml = "    <properties>\n" + property("engine", "scrutineer " + result.engine_version);
  xml += property("verdict", to_word(verdict(result)));
  if (result.map) xml += property("map", result.map->file);
  if (result.evaluation.ego) xml += property("ego", result.evaluation.ego->id);
  return xml + "    </properties>\n";
}

}  // namespace

std::string to_junit(const RunResult& result) {
  const auto& checks = result.evaluation.checks;
  std::vector<Issues> of_ego(checks.size()), of_others(checks.size());
  for (const watch::Issue& issue : result.evaluation.issues)
    (issue.category == watch::Category::sut ? of_ego : of_others)[issue.check].push_back(&issue);
  std::vector<Suite> suites{{result.trace.file, properties_of(result), {case_of_run(result)}}};
  Suite others{.name = "others", .properties = {}, .tests = {}};
  for (std::size_t check = 0; check < checks.size(); ++check) {
    suites.front().tests.push_back(case_of(checks[check], of_ego[check]));
    if (!of_others[check].empty()) others.tests.push_back(case_of_others(result, checks[check], of_others[check]));
  }
  if (!others.tests.empty()) suites.push_back(std::move(others));

  std::string xml = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
  xml += fmt::format("<testsuites name=\"scrutineer\" {}>\n", counts_of(suites));
  for (const Suite& suite : suites) {
    xml += fmt::format("  <testsuite name=\"{}\" {}>\n", xml_escaped(suite.name), counts_of({&suite, 1}));
    xml += suite.properties;
    for (const TestCase& test : suite.tests) xml += test.xml(suite.name);
    xml += "  </testsuite>\n";
  }
  return xml + "</testsuites>\n";
}

ResultFormat junit_result_format() {
  return {.name = "junit",
          .words = "JUnit XML for CI systems",
          .file = "junit.xml",
          .write = plainly<to_junit>,
          .turn = 40};
}

}  // namespace scrutineer::results
