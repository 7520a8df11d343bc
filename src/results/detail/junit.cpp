#include "results/detail/junit.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "base/text.h"

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
    lines += fmt::format("{}: {}\n", to_word(issues[i]->severity), issues[i]->message);
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

std::string findings(std::string_view name, const Issues& issues) {
  if (issues.empty()) return {};
  // What the ego did comes first: it is what is tested.
  const auto first = std::ranges::find(issues, watch::Category::sut, &watch::Issue::category);
  const watch::Issue& shown = first == issues.end() ? *issues.front() : **first;
  const std::string more = issues.size() > 1 ? fmt::format(" (and {} more)", issues.size() - 1) : "";
  return element(name, shown.kind, shown.message + more, lines_of(issues));
}

TestCase case_of(const RunResult& result, std::size_t check, const Issues& issues) {
  const watch::CheckOutcome& outcome = result.evaluation.checks[check];
  Issues failures, errors, others;
  for (const watch::Issue* issue : issues) {
    Issues& place = !is_error(issue->severity) ? others : issue->category == watch::Category::tool ? errors : failures;
    place.push_back(issue);
  }
  TestCase test{.name = outcome.name};
  if (outcome.state == State::skipped) test.skipped = element("skipped", "", outcome.reason, "");
  if (outcome.state == State::failed) {
    test.error = element("error", "check_failed", outcome.reason, lines_of(errors));
  } else {
    test.error = findings("error", errors);
  }
  test.failure = findings("failure", failures);
  if (!others.empty())
    test.output = fmt::format("      <system-out>{}</system-out>\n", content_escaped(lines_of(others)));
  return test;
}

TestCase case_of_run(const RunResult& result) {
  TestCase test{.name = "run"};
  if (!result.is_complete()) test.error = element("error", "incomplete", *result.incomplete_reason, "");
  return test;
}

std::string property(std::string_view name, std::string_view value) {
  return fmt::format("      <property name=\"{}\" value=\"{}\"/>\n", name, xml_escaped(value));
}

}  // namespace

std::string to_junit(const RunResult& result) {
  std::vector<Issues> issues(result.evaluation.checks.size());
  for (const watch::Issue& issue : result.evaluation.issues) issues[issue.check].push_back(&issue);
  std::vector<TestCase> tests{case_of_run(result)};
  for (std::size_t check = 0; check < issues.size(); ++check) tests.push_back(case_of(result, check, issues[check]));

  const auto count = [&](std::string TestCase::* part) {
    return std::ranges::count_if(tests, [&](const TestCase& test) { return !(test.*part).empty(); });
  };
  const std::string counts = fmt::format("tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\"", tests.size(),
                                         count(&TestCase::failure), count(&TestCase::error), count(&TestCase::skipped));
  const std::string suite = result.trace.file;
  std::string xml = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
  xml += fmt::format("<testsuites name=\"scrutineer\" {}>\n", counts);
  xml += fmt::format("  <testsuite name=\"{}\" {}>\n    <properties>\n", xml_escaped(suite), counts);
  xml += property("engine", "scrutineer " + result.engine_version);
  xml += property("verdict", to_word(verdict(result)));
  if (result.map) xml += property("map", result.map->file);
  if (result.evaluation.ego) xml += property("ego", result.evaluation.ego->id);
  xml += "    </properties>\n";
  for (const TestCase& test : tests) xml += test.xml(suite);
  return xml + "  </testsuite>\n</testsuites>\n";
}

}  // namespace scrutineer::results
