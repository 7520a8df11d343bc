// scrutineer suite triage: what people decided about issues, for every later suite.

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <ostream>
#include <string>
#include <vector>

#include "app/detail/command.h"
#include "app/detail/suite_answers.h"
#include "app/detail/suite_inputs.h"
#include "app/detail/words.h"
#include "base/printable.h"
#include "base/text.h"
#include "suite/finish.h"
#include "suite/triage.h"

namespace scrutineer::app {
namespace {

enum class TriageAction : std::uint8_t { list, add, off, touched, apply };

struct SuiteTriageOptions {
  AskingOptions asking;
  TriageAction action = TriageAction::list;
  std::string what;  // a suite, or the number of a rule
  suite::Rule rule;
  std::vector<std::string> attributes;
  std::optional<suite::Mark> mark;
  std::optional<int> of_rule;
  bool all = false;
  int top = 50;
};

// A slip of the hand in a name would make a rule that never matches.
std::string unknown_name(std::string_view what, const std::string& pattern, std::string_view names,
                         store::Store& store) {
  if (pattern.empty()) return "";
  std::vector<std::string> known;
  if (store.query(names, {}, [&](const store::Row& row) { known.emplace_back(row.text(0)); })) return "";
  if (std::ranges::any_of(known, [&](const std::string& name) { return suite::matches_pattern(pattern, name); }))
    return "";
  const std::vector<std::string_view> views(known.begin(), known.end());
  const auto near = did_you_mean(pattern, views);
  return fmt::format("The store knows no {} \"{}\" so far{}: until then the rule touches nothing.\n", what,
                     printable(pattern), near ? fmt::format(" (did you mean \"{}\"?)", printable(*near)) : "");
}

std::string unknown_names(const suite::RuleMatch& match, store::Store& store) {
  std::string notes = unknown_name("kind", match.kind, "SELECT DISTINCT kind FROM clusters", store) +
                      unknown_name("checker", match.checker, "SELECT DISTINCT checker FROM clusters", store) +
                      unknown_name("cluster", match.cluster, "SELECT code FROM clusters", store) +
                      unknown_name("run", match.key, "SELECT key FROM tests", store);
  for (const auto& [name, pattern] : match.attributes)
    notes += unknown_name("attribute", name, "SELECT DISTINCT name FROM names WHERE unit = ''", store);
  return notes;
}

std::string unknown_metrics(const suite::Rule& rule, store::Store& store) {
  std::string notes;
  if (rule.match.where.empty()) return notes;
  const auto where = suite::Expression::parse(rule.match.where);
  if (!where) return notes;
  for (const std::string& name : where->names()) {
    bool is_known = false;
    const auto problem = store.query("SELECT 1 FROM names WHERE name = ?", {std::string_view(name)},
                                     [&](const store::Row&) { is_known = true; });
    if (!problem && !is_known)
      notes += fmt::format("Nothing in the store has a metric \"{}\" so far: until then no comparison with it holds.\n",
                           printable(name));
  }
  return notes;
}

int add_triage_rule(const SuiteTriageOptions& options, store::Store& store, Outside& outside) {
  suite::Rule rule = options.rule;
  for (const std::string& text : options.attributes) {
    auto attribute = suite::read_label(text);
    if (!attribute) return refuse(outside, "--attribute " + attribute.problem().message);
    rule.match.attributes.insert(std::move(*attribute));
  }
  if (options.mark) rule.action.mark = *options.mark;
  if (rule.match == suite::RuleMatch{} && !options.all)
    return refuse(outside,
                  "the rule would touch every issue: say which with --kind, --cluster, --checker, --severity, "
                  "--attribute, --run or --where, or give --all");
  rule.who = author(rule.who);
  rule.made = now_as_text();
  const auto added = suite::add_rule(store, std::move(rule));
  if (!added) return refuse(outside, added.problem());
  outside.screen.out << fmt::format(
                            "rule {}: {}: {}\nIt applies to every suite that completes from now on; scrutineer suite "
                            "triage apply NAME "
                            "applies it to one that is there.\n",
                            added->id, printable(suite::to_text(added->match)),
                            printable(suite::to_text(added->action)))
                     << unknown_names(added->match, store) << unknown_metrics(*added, store);
  return kFine;
}

int switch_triage_rule_off(const SuiteTriageOptions& options, store::Store& store, Outside& outside) {
  const auto number = parse_integer(options.what);
  if (!number)
    return refuse(outside, fmt::format("\"{}\": expected the number of a rule; scrutineer suite triage list shows them",
                                       printable(options.what)));
  if (const auto problem = suite::switch_off(store, *number, author(options.rule.who), now_as_text()))
    return refuse(outside, *problem);
  outside.screen.out << fmt::format("rule {} is off: it touches no suite that completes from now on\n", *number);
  return kFine;
}

int apply_rules(const SuiteTriageOptions& options, store::Store& store, Outside& outside) {
  const auto row = suite::suite_named(store, options.what);
  if (!row) return refuse(outside, row.problem());
  if (row->state != store::SuiteState::complete)
    return refuse(outside, fmt::format("{} is {}; rules are applied when it completes", printable(row->name),
                                       store::to_word(row->state)));
  if (const auto problem = suite::finish_suite(store, row->id)) return refuse(outside, *problem);
  const auto answer = suite::ask_touched(store, options.what, std::nullopt, 0);
  if (!answer) return refuse(outside, answer.problem());
  const std::size_t touched = answer->tables.front().rows.size();
  outside.screen.out << fmt::format("{}: the rules that are on touch {} of its issues\n", printable(row->name),
                                    touched);
  return kFine;
}

int triage(const SuiteTriageOptions& options, Outside& outside) {
  using enum TriageAction;
  const bool needs_what = options.action == off || options.action == touched || options.action == apply;
  if (needs_what && options.what.empty())
    return refuse(outside, options.action == off ? "off needs the number of a rule" : "this needs the name of a suite");
  if (!needs_what && !options.what.empty())
    return refuse(outside, fmt::format("\"{}\" is one word too many", printable(options.what)));
  if (options.action == list)
    return ask(options.asking, outside, [&](store::Store& store) { return suite::ask_rules(store, options.all); });
  if (options.action == touched) {
    const auto rule = options.of_rule ? std::optional<std::int64_t>(*options.of_rule) : std::nullopt;
    return ask(options.asking, outside, [&](store::Store& store) {
      return suite::ask_touched(store, options.what, rule, static_cast<std::size_t>(options.top));
    });
  }
  const auto store = store::open_store(options.asking.store, store::OpenMode::write);
  if (!store) return refuse(outside, store.problem());
  if (options.action == add) return add_triage_rule(options, **store, outside);
  return options.action == off ? switch_triage_rule_off(options, **store, outside)
                               : apply_rules(options, **store, outside);
}

void add_triage_options(Options& options, SuiteTriageOptions& values) {
  using enum TriageAction;
  using suite::Mark;
  using watch::Severity;
  options.choice<TriageAction>("ACTION", values.action,
                               {{"list", list}, {"add", add}, {"off", off}, {"touched", touched}, {"apply", apply}},
                               "What to do (default: list)");
  options.add("WHAT", values.what, "off: the number of a rule; touched, apply: a suite");
  suite::RuleMatch& match = values.rule.match;
  options.add("--kind", match.kind, "add: issues of this kind; here and below * is any text", "PATTERN");
  options.add("--cluster", match.cluster, "add: issues of this cluster, as suite issues shows it", "ID");
  options.add("--checker", match.checker, "add: issues of this checker", "PATTERN");
  options.add("--severity", match.severity, "add: issues that were evaluated as this severity", "WORD");
  options.add("--attribute", values.attributes, "add: issues of runs with this attribute; may be given several times",
              "NAME=PATTERN");
  options.add("--run", match.key, "add: issues of runs with this key", "PATTERN");
  options.add("--where", match.where,
              "add: issues whose metrics, or their run's, fulfil this: 'largest_excess > 2 and limit < 20'",
              "EXPRESSION");
  suite::RuleAction& action = values.rule.action;
  options.choice<std::optional<Mark>>("--mark", values.mark,
                                      {{"known", Mark::known},
                                       {"expected", Mark::expected},
                                       {"not_an_issue", Mark::not_an_issue},
                                       {"new", Mark::fresh}},
                                      "add: what to call such an issue");
  options.choice<std::optional<Severity>>("--override", action.severity,
                                          {{"error", Severity::error},
                                           {"error_continue", Severity::error_continue},
                                           {"warning", Severity::warning},
                                           {"info", Severity::info},
                                           {"ignore", Severity::ignore}},
                                          "add: the severity instead of what was evaluated");
  options.add("--assign", action.assign, "add: who takes care of it", "NAME");
  options.add("--link", action.link, "add: a bug or a page about it", "TEXT");
  options.add("--comment", action.comment, "add: for people", "TEXT");
  options.add("--by", values.rule.who, "add, off: who does it (default: the user's name)", "NAME");
  options.flag("--all", values.all, "list: also rules that are off; add: allow a rule that matches every issue");
  options.add("--rule", values.of_rule, "touched: only by this rule", "NUMBER")
      .within(1, std::numeric_limits<int>::max());
  options.add("--top", values.top, "touched: how many rows; 0: all", "N").within(0, 100'000'000).shows_default();
  add_asking(options, values.asking);
}

}  // namespace

Command suite_triage_command() {
  return {
      .name = "suite triage",
      .turn = 310,
      .summary = "Rules about issues, for every later suite: add one, list them, switch one off, see what they change",
      .example =
          "scrutineer suite triage add --store nights.db --kind speed_limit --run 'town/*' --mark known --link BUG-17",
      .declare = declare<SuiteTriageOptions, add_triage_options, triage>,
      .more =
          "\nlist: shows the rules, and how many issues each changed.\n\n"
          "add: makes adds a rule; an issue must match everything it names.\n\n"
          "off NUMBER: switches a rule off for later suites; it is never deleted.\n\n"
          "touched SUITE: shows which rule changed which issue.\n\n"
          "apply SUITE: applies the active rules to a suite that is already complete.\n\n"
          "Rules are applied in the order in which they were made when a suite completes. Verdicts as evaluated stay;\n"
          "not_an_issue and overridden severities make the verdicts after rules.\n"};
}

}  // namespace scrutineer::app
