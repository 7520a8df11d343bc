#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "odd/detail/expression.h"
#include "odd/detail/readers.h"

namespace scrutineer::odd::detail {
namespace {

using Kind = Concept::Kind;
using YamlKind = YamlNode::Kind;
using Operator = ExpressionText::Kind;

constexpr std::string_view kMissing = "unknown";  // OpenODD's word for a value that is not there

struct BooleanWord {
  std::string_view word;
  bool is_true;
};
// What files write for booleans; only the first two are the standard's.
constexpr BooleanWord kBooleanWords[] = {
    {"true", true},       {"false", false},  {"yes", true},     {"no", false},      {"visible", true},
    {"invisible", false}, {"present", true}, {"absent", false}, {"existing", true}, {"not_existing", false}};

class ConditionReader {
 public:
  ConditionReader(ConceptId about, const std::string& file, Taxonomy& taxonomy, Findings& findings)
      : about_(about), file_(file), taxonomy_(taxonomy), findings_(findings) {}

  std::optional<Condition> read(const YamlNode& value) {
    condition_.about = about_;
    condition_.place = value.place(file_);
    condition_.text = text_of(value);
    if (about().kind == Kind::record) {
      wrong(value, fmt::format("\"{}\" is a record: it has parts, but no value that a condition could be about",
                               about().name));
      return std::nullopt;
    }
    if (value.kind == YamlKind::text && to_lower(trim(value.text)) == kMissing) {
      condition_.test = Condition::Test::missing;
      return condition_;
    }
    condition_.test = about().kind == Kind::number ? Condition::Test::number : Condition::Test::literal;
    if (about().kind == Kind::number) condition_.unit = customary_unit(about().unit_type);
    const bool is_right = value.kind == YamlKind::list ? read_list(value) : read_item(value);
    if (!is_right) return std::nullopt;
    return condition_;
  }

 private:
  const Concept& about() const { return taxonomy_.at(about_); }

  static std::string text_of(const YamlNode& value) {
    if (value.kind != YamlKind::list) return value.text;
    std::string text;
    for (const YamlNode& item : value.items) text += (text.empty() ? "[" : ", ") + item.text;
    return text + ']';
  }

  bool wrong(const YamlNode& value, std::string message) {
    findings_.error(value.place(file_), std::move(message));
    return false;
  }

  bool read_list(const YamlNode& value) {
    if (value.items.empty()) return wrong(value, fmt::format("the list of \"{}\" is empty", about().name));
    // YAML takes [2 .. 10] and [2, 10] without quotes for lists of one and two texts.
    const auto is_end = [](const YamlNode& item) {  // of a range, not a range or a comparison itself
      return item.text.find_first_of("[<>=") == std::string::npos && to_lower(trim(item.text)) != kMissing;
    };
    const bool is_pair = value.items.size() == 2 && is_end(value.items[0]) && is_end(value.items[1]);
    const bool is_unquoted =
        value.items.size() == 1 && is_end(value.items[0]) && value.items[0].text.find("..") != std::string::npos;
    const bool is_number = about().kind == Kind::number;
    if ((is_number && (is_pair || is_unquoted)) || (about().kind == Kind::category && is_unquoted)) {
      YamlNode range = value;
      range.kind = YamlKind::text;
      range.text = text_of(value);
      return read_item(range);
    }
    bool is_right = true;
    for (const YamlNode& item : value.items) {
      if (item.kind == YamlKind::text && to_lower(trim(item.text)) == kMissing && !about().find_literal(kMissing))
        condition_.accepts_missing = true;
      else
        is_right = read_item(item) && is_right;
    }
    return is_right;
  }

  bool read_item(const YamlNode& value) {
    if (value.kind != YamlKind::text)
      return wrong(value, fmt::format("\"{}\" must be compared with a value, found {}", about().name, describe(value)));
    const auto expression = parse_expression(value.text);
    if (!expression) return wrong(value, fmt::format("{}: {}", about().name, expression.problem().message));
    switch (about().kind) {
      case Kind::number:
        return read_number(*expression, value);
      case Kind::boolean:
        return read_boolean(*expression, value);
      case Kind::text:
        return read_text(value);
      case Kind::category:
        return read_literal(*expression, value);
      case Kind::record:
        break;
    }
    return false;
  }

  bool read_boolean(const ExpressionText& expression, const YamlNode& value) {
    const auto* const word = std::ranges::find(kBooleanWords, normal_name(expression.word), &BooleanWord::word);
    if (word == std::end(kBooleanWords) || expression.kind != Operator::equal)
      return wrong(value,
                   fmt::format("\"{}\" is boolean: it can be true or false, found \"{}\"", about().name, value.text));
    condition_.accepted.add(word->is_true ? 1 : 0);
    if (word - kBooleanWords >= 2)
      findings_.warn(value.place(file_), fmt::format("\"{}\" is boolean; \"{}\" is read as {}", about().name,
                                                     value.text, word->is_true ? "true" : "false"));
    return true;
  }

  bool read_text(const YamlNode& value) {
    Concept& open = taxonomy_.at(about_);
    auto place = open.find_literal(value.text);
    if (!place) {
      if (open.literals.size() >= LiteralSet::kMost)
        return wrong(value, fmt::format("more than {} texts are compared with \"{}\"", LiteralSet::kMost, open.name));
      open.literals.push_back({.name = value.text});
      place = open.literals.size() - 1;
    }
    condition_.accepted.add(*place);
    return true;
  }

  bool read_literal(const ExpressionText& expression, const YamlNode& value) {
    const Concept& category = about();
    const auto place = category.find_literal(expression.kind == Operator::range ? "" : expression.word);
    if (expression.kind == Operator::range) return read_literal_range(value);
    if (!place) {
      std::vector<std::string_view> names;
      names.reserve(category.literals.size());
      for (const Literal& literal : category.literals) names.push_back(literal.name);
      return wrong(value, fmt::format("\"{}\" has no literal \"{}\"{}; it has {}", category.name, expression.word,
                                      suggestion(expression.word, names), fmt::join(names, ", ")));
    }
    if (expression.kind == Operator::equal) {
      condition_.accepted.add(*place);
      return true;
    }
    const std::vector<std::size_t> order = order_of(category);
    if (order.empty())
      return wrong(value, fmt::format("the literals of \"{}\" have no order, because they stand for no ranges of a "
                                      "number; list those that are meant",
                                      category.name));
    const auto rank = std::ranges::find(order, *place) - order.begin();
    for (std::ptrdiff_t i = 0; i < std::ssize(order); ++i) {
      const bool is_less = expression.kind == Operator::less || expression.kind == Operator::at_most;
      const bool is_equal = expression.kind == Operator::at_most || expression.kind == Operator::at_least;
      if (i == rank ? is_equal : (i < rank) == is_less) condition_.accepted.add(order[static_cast<std::size_t>(i)]);
    }
    return true;
  }

  // "[light_rain .. heavy_rain]"
  bool read_literal_range(const YamlNode& value) {
    const std::string_view text = trim(value.text);
    const auto dots = text.find("..");
    const std::vector<std::size_t> order = order_of(about());
    const auto rank = [&](std::string_view name) {
      const auto place = about().find_literal(trim(name));
      const auto found = place ? std::ranges::find(order, *place) : order.end();
      return found == order.end() ? std::ptrdiff_t{-1} : found - order.begin();
    };
    if (dots == std::string_view::npos || !text.ends_with(']'))
      return wrong(value, fmt::format("a list of literals is written without quotes around it, found \"{}\"", text));
    const auto low = rank(text.substr(1, dots - 1)), high = rank(text.substr(dots + 2, text.size() - dots - 3));
    if (low < 0 || high < 0)
      return wrong(value, fmt::format("the ends of {} must be literals of \"{}\" that stand for ranges of a number",
                                      text, about().name));
    for (auto i = std::min(low, high); i <= std::max(low, high); ++i)
      condition_.accepted.add(order[static_cast<std::size_t>(i)]);
    return true;
  }

  // ---- numbers ------------------------------------------------------------------------------------------------------

  bool read_number(const ExpressionText& expression, const YamlNode& value) {
    if (!expression.is_number)
      return wrong(value, fmt::format("\"{}\" is a number, found \"{}\"", about().name, expression.word));
    const Unit* unit = nullptr;
    if (!expression.unit.empty() && !read_unit(expression.unit, value, unit)) return false;
    Term first, second;
    if (!read_term(expression.first, unit, value, first)) return false;
    if (expression.kind == Operator::range && !read_term(expression.second, unit, value, second)) return false;
    Limits limits;
    if (expression.kind == Operator::less || expression.kind == Operator::at_most) limits.high = first;
    if (expression.kind == Operator::greater || expression.kind == Operator::at_least) limits.low = first;
    if (expression.kind == Operator::equal) limits.low = limits.high = first;
    if (expression.kind == Operator::range) limits.low = first, limits.high = second;
    limits.low_open = expression.kind == Operator::greater;
    limits.high_open = expression.kind == Operator::less;
    const bool are_plain = expression.first.is_plain() && expression.second.is_plain();
    if (expression.kind == Operator::range && are_plain && limits.low.factor > limits.high.factor)
      return wrong(value, fmt::format("the range {} of \"{}\" holds nothing: its first number is the larger one",
                                      value.text, about().name));
    condition_.ranges.push_back(limits);
    if (unit != nullptr) condition_.unit = unit;
    return true;
  }

  bool read_unit(const std::string& name, const YamlNode& value, const Unit*& unit) {
    unit = find_unit(name);
    const std::vector<std::string_view> fitting = units_of(about().quantity());
    // A number that is declared without a unit type may have any unit.
    if (unit != nullptr && (unit->quantity == about().quantity() || about().unit_type.empty())) return true;
    if (unit == nullptr)
      return wrong(value, fmt::format("unit \"{}\" of \"{}\" is unknown{}; it may be {}", name, about().name,
                                      suggestion(name, fitting), fmt::join(fitting, ", ")));
    return wrong(value, fmt::format("unit \"{}\" does not fit \"{}\", which is a {}; it may be {}", name, about().name,
                                    about().unit_type, fmt::join(fitting, ", ")));
  }

  bool read_term(const TermText& text, const Unit* unit, const YamlNode& value, Term& term) {
    term.factor = unit == nullptr || !text.is_plain() ? text.number : unit->to_base(text.number);
    if (text.is_plain()) {
      if (unit == nullptr && needs_unit(about().unit_type, text.number))
        return wrong(value, fmt::format("\"{}\" needs a unit, such as \"{} {}\"", about().name, trim(value.text),
                                        customary_unit(about().unit_type)->name));
      return true;
    }
    if (unit != nullptr)
      return wrong(value, fmt::format("a bound that is made of other concepts has no unit, found \"{}\"", value.text));
    for (const auto& [name, id] : {std::pair(&text.times, &term.times), std::pair(&text.over, &term.over)}) {
      if (name->empty()) continue;
      const auto found = taxonomy_.find(*name);
      if (!found.id.valid() || taxonomy_.at(found.id).kind != Kind::number)
        return wrong(value,
                     fmt::format("\"{}\" is compared with \"{}\", which is neither a number nor a concept that is "
                                 "one{}",
                                 about().name, *name, suggestion(*name, taxonomy_.names())));
      *id = found.id;
    }
    return term.over.valid() || is_comparable(term.times, value);
  }

  // A number that is declared without a unit type may be of any quantity.
  bool is_comparable(ConceptId other, const YamlNode& value) {
    const Concept& with = taxonomy_.at(other);
    if (about().unit_type.empty() || with.unit_type.empty() || about().quantity() == with.quantity()) return true;
    return wrong(value, fmt::format("\"{}\" is a {} and cannot be compared with \"{}\", which is a {}", about().name,
                                    about().unit_type, with.name, with.unit_type));
  }

  ConceptId about_;
  const std::string& file_;
  Taxonomy& taxonomy_;
  Findings& findings_;
  Condition condition_;
};

}  // namespace

std::optional<Condition> read_condition(ConceptId about, const YamlNode& value, const std::string& file,
                                        Taxonomy& taxonomy, Findings& findings) {
  return ConditionReader(about, file, taxonomy, findings).read(value);
}

std::string suggestion(std::string_view word, const std::vector<std::string_view>& candidates) {
  const auto near = did_you_mean(word, candidates);
  return near ? fmt::format(" (did you mean \"{}\"?)", *near) : "";
}

}  // namespace scrutineer::odd::detail
