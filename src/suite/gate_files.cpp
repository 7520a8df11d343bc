// What a gate leaves for pages of continuous integration: Markdown and JUnit.

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/printable.h"
#include "base/text.h"
#include "suite/gate.h"

namespace scrutineer::suite {
namespace {

// Text of files as Markdown shows it: nothing in it is a link, a table's border, HTML or a mention of somebody.
std::string in_markdown(std::string_view text) {
  std::string escaped;
  for (const char c : printable(text, 300)) {
    if (std::string_view("\\`*_{}[]()<>#+|~&!").find(c) != std::string_view::npos) escaped += '\\';
    escaped += c;
    if (c == '@') escaped += "\u200b";  // names nobody
  }
  return escaped;
}

std::string verdict_table(const GateInput& input) {
  std::map<std::string, std::size_t> counts;
  for (const OverviewRun& run : input.suite.runs) ++counts[std::string(run.word(input.after_rules))];
  std::string names = "|", lines = "|", numbers = "|";
  for (const auto& [word, count] : counts) {
    names += fmt::format(" {} |", word.empty() ? "none" : in_markdown(word));
    lines += " --: |";
    numbers += fmt::format(" {} |", count);
  }
  return counts.empty() ? "" : names + "\n" + lines + "\n" + numbers + "\n";
}

std::string lines_of(const Overview& suite, std::size_t run, bool after_rules) {
  std::string lines;
  for (const Finding& finding : suite.of_run(run)) {
    const watch::Severity severity = after_rules ? finding.after_rules : finding.severity;
    if (severity < watch::Severity::warning) continue;
    const store::Cluster& cluster = suite.clusters[finding.cluster].cluster;
    const std::uint32_t count = finding.count(after_rules);
    lines += fmt::format("{} {}{}: {}\n", watch::to_word(severity), cluster.kind,
                         count > 1 ? fmt::format(" ({} times)", count) : "", cluster.normalised);
  }
  return lines;
}

// Lines stay lines between tags; only in attributes they would read back as blanks.
std::string content_of(std::string_view text) {
  std::string escaped = xml_escaped(text);
  constexpr std::string_view kLineFeed = "&#10;";
  for (auto at = escaped.find(kLineFeed); at != std::string::npos; at = escaped.find(kLineFeed, at))
    escaped.replace(at, kLineFeed.size(), "\n");
  return escaped;
}

struct JunitSuite {
  std::string name, cases = {};
  std::size_t tests = 0, failures = 0, errors = 0, skipped = 0;

  // `element`: failure, error or skipped; empty: it passed.
  void add(std::string_view test, std::string_view element, std::string_view type, std::string_view message,
           std::string_view content, double seconds = 0.0) {
    ++tests;
    failures += element == "failure" ? 1 : 0;
    errors += element == "error" ? 1 : 0;
    skipped += element == "skipped" ? 1 : 0;
    const std::string time = seconds > 0.0 ? fmt::format(" time=\"{}\"", rounded(seconds, 3)) : "";
    cases += fmt::format("    <testcase classname=\"{}\" name=\"{}\"{}", xml_escaped(name), xml_escaped(test), time);
    if (element.empty()) {
      cases += content.empty()
                   ? "/>\n"
                   : fmt::format(">\n      <system-out>{}</system-out>\n    </testcase>\n", content_of(content));
      return;
    }
    const std::string of_type = element == "skipped" ? "" : fmt::format(" type=\"{}\"", xml_escaped(type));
    cases += fmt::format(">\n      <{0}{1} message=\"{2}\">{3}</{0}>\n    </testcase>\n", element, of_type,
                         xml_escaped(message), content_of(content));
  }
  std::string xml() const {
    return fmt::format(
        "  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\">\n{}  </testsuite>\n",
        xml_escaped(name), tests, failures, errors, skipped, cases);
  }
};

JunitSuite junit_of_runs(const GateInput& input, bool only_sut) {
  JunitSuite suite{.name = input.suite.name};
  for (std::size_t i = 0; i < input.suite.runs.size(); ++i) {
    const OverviewRun& run = input.suite.runs[i];
    const std::string lines = lines_of(input.suite, i, input.after_rules);
    const std::string_view word = run.word(input.after_rules);
    std::string message(word);
    const RunVerdict verdict = input.after_rules ? run.after_rules : run.verdict;
    const auto reason = input.reasons.find(run.id);
    const bool fails = verdict == RunVerdict::fail || (verdict == RunVerdict::suspect && !only_sut);
    const bool is_lost = run.outcome != store::Outcome::evaluated || (run.broke_off && !fails);
    if (is_lost && reason != input.reasons.end())
      message += ": " + reason->second;
    else if (const std::size_t end = lines.find('\n'); end != std::string::npos)
      message += ": " + lines.substr(0, end);
    if (is_lost)
      suite.add(run.key, "error", word, message, lines, run.duration);
    else if (fails)
      suite.add(run.key, "failure", word, message, lines, run.duration);
    else
      suite.add(run.key, "", "", "", lines, run.duration);
  }
  return suite;
}

JunitSuite junit_of_gate(const GateOutcome& outcome) {
  JunitSuite suite{.name = "gate"};
  if (!outcome.not_judged.empty()) suite.add("suite can be judged", "error", "not judged", outcome.not_judged, "");
  for (const GateCheck& check : outcome.checks) {
    const std::string message = fmt::format("{}: wanted {}, found {}", check.name, check.wanted, check.found);
    suite.add(check.name, check.holds ? "" : "failure", "gate", message,
              check.holds ? message : fmt::format("{}", fmt::join(check.examples, "\n")));
  }
  return suite;
}

std::string_view heading_of(GateVerdict verdict) {
  if (verdict == GateVerdict::not_judged) return "Not judged";
  return verdict == GateVerdict::passed ? "Passed" : "Failed";
}

}  // namespace

std::string to_markdown(const GateOutcome& outcome, const GateInput& input) {
  std::string text = fmt::format("## {}: {}\n\n", heading_of(outcome.verdict()), in_markdown(input.suite.name));
  if (!outcome.not_judged.empty()) text += in_markdown(outcome.not_judged) + "\n\n";
  text += input.baseline != nullptr
              ? fmt::format("Compared with {}. Verdicts and severities are those {}.\n\n",
                            in_markdown(input.baseline->name),
                            input.after_rules ? "after the rules of triage" : "as evaluated")
              : fmt::format(
                    "There is no suite to compare with: every error is new. Verdicts and severities are those {}.\n\n",
                    input.after_rules ? "after the rules of triage" : "as evaluated");
  text += "| | criterion | wanted | found |\n| --- | --- | --- | --- |\n";
  for (const GateCheck& check : outcome.checks)
    text += fmt::format("| {} | {} | {} | {} |\n", check.holds ? "ok" : "**broken**", in_markdown(check.name),
                        in_markdown(check.wanted), in_markdown(check.found));
  for (const GateCheck& check : outcome.checks) {
    if (check.examples.empty()) continue;
    text += fmt::format("\n### {}\n\n", in_markdown(check.name));
    for (const std::string& example : check.examples) text += fmt::format("- {}\n", in_markdown(example));
  }
  const std::string verdicts = verdict_table(input);
  return verdicts.empty() ? text : text + fmt::format("\n### {} runs\n\n{}", input.suite.runs.size(), verdicts);
}

std::string to_junit(const GateOutcome& outcome, const GateInput& input, bool only_sut) {
  const JunitSuite gate = junit_of_gate(outcome), runs = junit_of_runs(input, only_sut);
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"scrutineer\" tests=\"{}\" failures=\"{}\" "
      "errors=\"{}\" "
      "skipped=\"{}\">\n{}{}</testsuites>\n",
      gate.tests + runs.tests, gate.failures + runs.failures, gate.errors + runs.errors, gate.skipped + runs.skipped,
      gate.xml(), runs.xml());
}

}  // namespace scrutineer::suite
