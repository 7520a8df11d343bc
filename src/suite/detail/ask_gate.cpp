// suite gate.

#include <fmt/format.h>

#include <map>
#include <set>

#include "base/printable.h"
#include "base/text.h"
#include "checks/catalogue.h"
#include "suite/detail/ask.h"
#include "suite/kinds.h"

namespace scrutineer::suite {
namespace {

using store::Row;

// All kinds that are known to exist: of the catalogue, of the suites' own checkers, and of issues that were ever found.
Result<std::set<std::string>> known_kinds(store::Store& store, const detail::Compared& compared) {
  std::set<std::string> known;
  for (const watch::Check& check : checks::catalogue())
    for (const watch::KindInfo& kind : check.info.kinds) known.insert(std::string(kind.name));
  known.merge(own_kinds_of(compared.suite.configuration).names);
  if (compared.baseline_row) known.merge(own_kinds_of(compared.baseline_row->configuration).names);
  if (auto problem =
          store.query("SELECT DISTINCT kind FROM clusters", {}, [&](const Row& row) { known.emplace(row.text(0)); }))
    return *problem;
  return known;
}

// A kind that was misspelt never occurs, and its criterion would always hold. Where checkers of the suite's own may raise
// kinds that nobody declared, one that is like no other gets a note.
std::optional<Problem> check_kinds(store::Store& store, const detail::Compared& compared, const GateCriteria& criteria,
                                   Answer& answer) {
  const auto known = known_kinds(store, compared);
  if (!known) return known.problem();
  const std::vector<std::string_view> names(known->begin(), known->end());
  const bool may_have_others = !own_kinds_of(compared.suite.configuration).are_all;
  for (const auto& [kind, most] : criteria.max_errors) {
    if (kind == "*" || known->contains(kind)) continue;
    const bool is_pattern = kind.find_first_of("*?") != std::string::npos;
    const auto near = did_you_mean(kind, names);
    if (!near && !is_pattern && may_have_others) {
      answer.notes.push_back(
          fmt::format("No checker declares the kind \"{}\", and no issue of it was ever found: is it spelt as in the "
                      "code that raises it?",
                      printable(kind)));
      continue;
    }
    const auto place = criteria.kind_places.find(kind);
    const std::string hint = is_pattern ? "name each kind, or \"*\" for all of them"
                             : near     ? fmt::format("did you mean \"{}\"?", printable(*near))
                                        : "scrutineer list checkers shows what there is";
    return Problem{place == criteria.kind_places.end() ? Place{} : place->second,
                   fmt::format("there is no kind of issue \"{}\"; {}", printable(kind), hint)};
  }
  return std::nullopt;
}

Result<std::map<std::int64_t, std::string>> reasons_of(store::Store& store, std::int64_t suite) {
  std::map<std::int64_t, std::string> reasons;
  if (auto problem = store.query("SELECT id, reason FROM runs WHERE suite = ? AND reason IS NOT NULL", {suite},
                                 [&](const Row& row) {
                                   if (!row.text(1).empty()) reasons.emplace(row.integer(0), row.text(1));
                                 }))
    return *problem;
  return reasons;
}

void add_criteria(const GateOutcome& outcome, Answer& answer) {
  AnswerTable table{
      .name = "criteria",
      .title = "",
      .columns = {{"holds", "holds"}, {"criterion", "criterion"}, {"wanted", "wanted"}, {"found", "found"}}};
  AnswerTable examples{.name = "broken_by",
                       .title = "What it is broken by",
                       .columns = {{"criterion", "criterion"}, {"example", "example"}}};
  for (const GateCheck& check : outcome.checks) {
    table.rows.push_back({check.holds, check.name, check.wanted, check.found});
    for (const std::string& example : check.examples) examples.rows.push_back({check.name, example});
  }
  answer.tables.push_back(std::move(table));
  answer.tables.push_back(std::move(examples));
}

}  // namespace

Result<GateAnswer> ask_gate(store::Store& store, const GateQuestion& question) {
  GateAnswer result;
  const auto compared = detail::compared(store, question.suite, question.against, result.answer);
  if (!compared) return compared.problem();
  if (auto problem = check_kinds(store, *compared, question.criteria, result.answer)) return *problem;
  auto reasons = reasons_of(store, compared->suite.id);
  if (!reasons) return reasons.problem();
  std::optional<Problem> problem;
  const GateInput input{.suite = compared->now,
                        .baseline = compared->baseline_row ? &compared->before : nullptr,
                        .after_rules = compared->after_rules,
                        .state = compared->suite.state,
                        .reasons = *std::move(reasons),
                        .values = [&](const std::string& name) {
                          std::vector<double> values;
                          const auto metric = read_metric(store, compared->suite.id, name);
                          if (!metric) {
                            problem = metric.problem();
                            return values;
                          }
                          for (const auto& one : metric->values) values.push_back(one.value);
                          return values;
                        }};
  const GateOutcome outcome = evaluate_gate(question.criteria, input);
  if (problem) return *problem;
  result.verdict = outcome.verdict();
  result.not_judged = outcome.not_judged;
  result.markdown = to_markdown(outcome, input);
  result.junit = to_junit(outcome, input, question.criteria.only_sut);
  Answer& answer = result.answer;
  answer.title = compared->suite.name;
  answer.facts = {{"suite", compared->suite.name, "suite"},
                  {"baseline", compared->baseline_row ? Cell(compared->baseline_row->name) : Cell(),
                   compared->baseline_row ? "baseline" : ""},
                  {"verdicts_are", std::string(detail::which_verdict(compared->after_rules)), "verdicts"},
                  {"holds", outcome.holds(), "gate", std::string(to_word(result.verdict))},
                  {"judged", result.not_judged.empty()},
                  {"not_judged", text_cell(result.not_judged), result.not_judged.empty() ? "" : "because"}};
  add_criteria(outcome, answer);
  return result;
}

}  // namespace scrutineer::suite
