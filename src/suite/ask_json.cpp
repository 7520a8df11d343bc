#include "suite/ask_json.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>

#include "base/located_json.h"
#include "base/printable.h"
#include "base/text.h"
#include "suite/questions.h"

namespace scrutineer::suite {
namespace {

constexpr const char* kQuestionName = "question";  // the member, and what problems call the text

// The members of a question, taken one after the other. What is wrong first is kept; then nothing more is looked at.
class QuestionReader {
 public:
  explicit QuestionReader(const JsonValue& json) : json_(json) { known_.emplace_back(kQuestionName); }

  void take(std::string_view key, std::string& into) {
    const JsonValue* value = find(key, JsonValue::Kind::text, "a text");
    if (value != nullptr) into = value->text;
  }
  void need(std::string_view key, std::string& into) {
    take(key, into);
    if (into.empty()) fail({json_.place(kQuestionName), fmt::format("\"{}\" is missing", key)});
  }
  void take(std::string_view key, bool& into) {
    const JsonValue* value = find(key, JsonValue::Kind::boolean, "true or false");
    if (value != nullptr) into = value->boolean;
  }
  void take(std::string_view key, std::size_t& into) {
    const JsonValue* value = find(key, JsonValue::Kind::integer, "a whole number");
    if (value == nullptr) return;
    if (value->integer < 0) return wrong(key, *value, "at least 0");
    into = static_cast<std::size_t>(value->integer);
  }
  void take(std::string_view key, double& into) {
    const JsonValue* value = find(key);
    if (value == nullptr) return;
    if (!value->is_number() || !(value->number >= 0.0)) return wrong(key, *value, "a number, at least 0");
    into = value->number;
  }
  void take(std::string_view key, std::vector<std::string>& into) {
    const JsonValue* value = find(key, JsonValue::Kind::list, "a list of texts");
    if (value == nullptr) return;
    for (const JsonValue& item : value->items) {
      if (item.kind != JsonValue::Kind::text) return wrong(key, item, "a list of texts");
      into.push_back(item.text);
    }
  }
  void take(Against& against) {
    take("baseline", against.baseline);
    take("as_evaluated", against.as_evaluated);
    take("min_change", against.min_change);
    std::vector<std::string> ignored;
    take("ignore_labels", ignored);
    if (json_.find("ignore_labels") != nullptr) against.ignore_labels = std::move(ignored);
  }
  void take(std::string_view key, GroupBy& into) {
    constexpr std::array<std::string_view, 3> kWords{"cluster", "kind", "run"};  // in the order of GroupBy
    std::string word(kWords[static_cast<std::size_t>(into)]);
    take(key, word);
    const auto found = std::ranges::find(kWords, word);
    if (found == kWords.end()) return wrong(key, json_.find(key)->value, fmt::format("{}", fmt::join(kWords, ", ")));
    into = static_cast<GroupBy>(found - kWords.begin());
  }
  void need(std::string_view key, GateCriteria& into) {
    const JsonValue* value = find(key, JsonValue::Kind::object, "an object such as {\"max_new_errors\": 0}");
    if (value == nullptr) return fail({json_.place(kQuestionName), fmt::format("\"{}\" is missing", key)});
    auto criteria = read_gate(*value, kQuestionName);
    if (!criteria) return fail(criteria.problem());
    if (criteria->is_empty()) return wrong(key, *value, "an object such as {\"max_new_errors\": 0}");
    into = *std::move(criteria);
  }
  void take(std::string_view key, std::optional<std::int64_t>& into) {
    const JsonValue* value = find(key, JsonValue::Kind::integer, "a whole number");
    if (value != nullptr) into = value->integer;
  }

  // What is wrong: with what was taken, or because there is more.
  std::optional<Problem> problem() const {
    if (problem_) return problem_;
    for (const JsonMember& member : json_.members) {
      if (std::ranges::find(known_, member.key) != known_.end()) continue;
      const auto near = did_you_mean(member.key, known_);
      return Problem{member.place(kQuestionName),
                     fmt::format("there is no \"{}\" here{}", printable(member.key),
                                 near ? fmt::format("; did you mean \"{}\"?", *near)
                                      : fmt::format("; there are {}", fmt::join(known_, ", ")))};
    }
    return std::nullopt;
  }

 private:
  const JsonValue* find(std::string_view key) {
    known_.push_back(key);
    const JsonMember* member = json_.find(key);
    return member == nullptr ? nullptr : &member->value;
  }
  const JsonValue* find(std::string_view key, JsonValue::Kind kind, std::string_view wanted) {
    const JsonValue* value = find(key);
    if (value == nullptr || value->kind == kind) return value;
    wrong(key, *value, wanted);
    return nullptr;
  }
  void wrong(std::string_view key, const JsonValue& value, std::string_view wanted) {
    fail({value.place(kQuestionName), fmt::format("\"{}\" must be {}, found {}", key, wanted, describe(value))});
  }
  void fail(Problem problem) {
    if (!problem_) problem_ = std::move(problem);
  }

  const JsonValue& json_;
  std::vector<std::string_view> known_;
  std::optional<Problem> problem_;
};

Result<Answer> answer_list(store::Store& store, QuestionReader& read) {
  ListQuestion question;
  read.take("labels", question.labels);
  read.take("last", question.last);
  if (auto problem = read.problem()) return *std::move(problem);
  return ask_list(store, question);
}

Result<Answer> answer_show(store::Store& store, QuestionReader& read) {
  ShowQuestion question;
  read.need("suite", question.suite);
  read.take("attributes", question.attributes);
  read.take("events", question.events);
  read.take(question.against);
  if (auto problem = read.problem()) return *std::move(problem);
  return ask_show(store, question);
}

Result<Answer> answer_issues(store::Store& store, QuestionReader& read) {
  IssuesQuestion question;
  read.need("suite", question.suite);
  read.take("new", question.only_new);
  read.take("by", question.by);
  read.take("severity", question.severity);
  read.take("kind", question.kind);
  read.take("checker", question.checker);
  read.take("category", question.category);
  read.take("run", question.key);
  read.take("top", question.top);
  read.take(question.against);
  if (auto problem = read.problem()) return *std::move(problem);
  return ask_issues(store, question);
}

Result<Answer> answer_worst(store::Store& store, QuestionReader& read) {
  MetricQuestion question;
  read.need("suite", question.suite);
  read.need("metric", question.metric);
  read.take("top", question.top);
  read.take("lowest", question.lowest);
  if (auto problem = read.problem()) return *std::move(problem);
  return ask_worst(store, question);
}

Result<Answer> answer_hist(store::Store& store, QuestionReader& read) {
  MetricQuestion question;
  read.need("suite", question.suite);
  read.need("metric", question.metric);
  read.take("bins", question.bins);
  if (auto problem = read.problem()) return *std::move(problem);
  if (question.bins < 1 || question.bins > 1'000) return Problem{{.file = kQuestionName}, "\"bins\" must be 1 to 1000"};
  return ask_hist(store, question);
}

Result<Answer> answer_trend(store::Store& store, QuestionReader& read) {
  TrendQuestion question;
  read.need("metric", question.metric);
  read.take("last", question.last);
  read.take("labels", question.labels);
  if (auto problem = read.problem()) return *std::move(problem);
  return ask_trend(store, question);
}

Result<Answer> answer_diff(store::Store& store, QuestionReader& read) {
  DiffQuestion question;
  read.need("before", question.before);
  read.need("now", question.now);
  read.take("as_evaluated", question.as_evaluated);
  read.take("metrics", question.with_metrics);
  read.take("min_change", question.min_change);
  read.take("top", question.top);
  if (auto problem = read.problem()) return *std::move(problem);
  return ask_diff(store, question);
}

Result<Answer> answer_flaky(store::Store& store, QuestionReader& read) {
  FlakyQuestion question;
  read.take("last", question.last);
  read.take("same", question.same);
  read.take("labels", question.labels);
  read.take("after_rules", question.after_rules);
  if (auto problem = read.problem()) return *std::move(problem);
  return ask_flaky(store, question);
}

// Whether the suite holds is a fact of the answer.
Result<Answer> answer_gate(store::Store& store, QuestionReader& read) {
  GateQuestion question;
  read.need("suite", question.suite);
  read.need("criteria", question.criteria);
  read.take(question.against);
  if (auto problem = read.problem()) return *std::move(problem);
  auto found = ask_gate(store, question);
  if (!found) return found.problem();
  return std::move(found->answer);
}

Result<Answer> answer_rules(store::Store& store, QuestionReader& read) {
  bool also_off = false;
  read.take("also_off", also_off);
  if (auto problem = read.problem()) return *std::move(problem);
  return ask_rules(store, also_off);
}

Result<Answer> answer_touched(store::Store& store, QuestionReader& read) {
  std::string suite;
  std::optional<std::int64_t> rule;
  std::size_t top = 50;
  read.need("suite", suite);
  read.take("rule", rule);
  read.take("top", top);
  if (auto problem = read.problem()) return *std::move(problem);
  return ask_touched(store, suite, rule, top);
}

Result<Answer> answer_baselines(store::Store& store, QuestionReader& read) {
  if (auto problem = read.problem()) return *std::move(problem);
  return ask_baselines(store);
}

struct QuestionRow {
  std::string_view name;
  Result<Answer> (*ask)(store::Store&, QuestionReader&);
};
constexpr std::array kQuestions{
    QuestionRow{"list", answer_list},       QuestionRow{"show", answer_show},
    QuestionRow{"issues", answer_issues},   QuestionRow{"worst", answer_worst},
    QuestionRow{"hist", answer_hist},       QuestionRow{"trend", answer_trend},
    QuestionRow{"diff", answer_diff},       QuestionRow{"flaky", answer_flaky},
    QuestionRow{"gate", answer_gate},       QuestionRow{"rules", answer_rules},
    QuestionRow{"touched", answer_touched}, QuestionRow{"baselines", answer_baselines},
};

}  // namespace

std::vector<std::string_view> question_names() {
  std::vector<std::string_view> names;
  names.reserve(kQuestions.size());
  for (const QuestionRow& row : kQuestions) names.push_back(row.name);
  return names;
}

Result<Answer> ask(store::Store& store, std::string_view question) {
  const auto json = parse_json(question, kQuestionName);
  if (!json) return json.problem();
  const JsonMember* name = json->find(kQuestionName);
  if (name == nullptr || name->value.kind != JsonValue::Kind::text)
    return Problem{json->place(kQuestionName), "a question is an object such as {\"question\": \"list\"}"};
  const auto row = std::ranges::find(kQuestions, name->value.text, &QuestionRow::name);
  if (row == kQuestions.end()) {
    const std::vector<std::string_view> names = question_names();
    const auto near = did_you_mean(name->value.text, names);
    return Problem{name->value.place(kQuestionName),
                   fmt::format("there is no question \"{}\"{}", printable(name->value.text),
                               near ? fmt::format("; did you mean \"{}\"?", *near)
                                    : fmt::format("; there are {}", fmt::join(names, ", ")))};
  }
  QuestionReader read(*json);
  return row->ask(store, read);
}

}  // namespace scrutineer::suite
