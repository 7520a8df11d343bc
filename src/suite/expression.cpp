#include "suite/expression.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <functional>
#include <limits>
#include <optional>
#include <utility>

#include "base/printable.h"
#include "base/text.h"

namespace scrutineer::suite {

enum class Operation {
  number,
  metric,
  negate,
  invert,
  add,
  subtract,
  multiply,
  divide,
  less,
  at_most,
  more,
  at_least,
  equal,
  unequal,
  both,
  either
};

struct Expression::Node {
  Operation operation;
  double number = 0.0;
  std::string name = {};
  std::shared_ptr<const Node> left = {}, right = {};
};

namespace {

using Node = Expression::Node;
using NodePointer = std::shared_ptr<const Node>;
constexpr int kDeepest = 100;  // brackets in brackets
constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

// Truth has three values: 0 is false, NaN is unknown, and anything else true.
bool is_unknown(double truth) { return std::isnan(truth); }
bool is_true(double truth) { return truth != 0.0 && !is_unknown(truth); }

double inverted(double truth) { return is_unknown(truth) ? kUnknown : is_true(truth) ? 0.0 : 1.0; }

// `decider` is the truth of one side that settles it, whatever the other is.
double joined_truth(double left, double right, bool decider) {
  const auto decides = [&](double truth) { return !is_unknown(truth) && is_true(truth) == decider; };
  if (decides(left) || decides(right)) return decider ? 1.0 : 0.0;
  return is_unknown(left) || is_unknown(right) ? kUnknown : decider ? 0.0 : 1.0;
}

double value_of(const Node& node, const std::function<double(std::string_view)>& metric) {
  const auto left = [&] { return value_of(*node.left, metric); };
  const auto right = [&] { return value_of(*node.right, metric); };
  const auto compared = [&](auto holds) {
    const double a = left(), b = right();
    return std::isnan(a) || std::isnan(b) ? kUnknown : holds(a, b) ? 1.0 : 0.0;
  };
  switch (node.operation) {
    case Operation::number:
      return node.number;
    case Operation::metric:
      return metric(node.name);
    case Operation::negate:
      return -left();
    case Operation::invert:
      return inverted(left());
    case Operation::add:
      return left() + right();
    case Operation::subtract:
      return left() - right();
    case Operation::multiply:
      return left() * right();
    case Operation::divide:
      return left() / right();
    case Operation::less:
      return compared(std::less());
    case Operation::at_most:
      return compared(std::less_equal());
    case Operation::more:
      return compared(std::greater());
    case Operation::at_least:
      return compared(std::greater_equal());
    case Operation::equal:
      return compared(std::equal_to());
    case Operation::unequal:
      return compared(std::not_equal_to());
    case Operation::both:
      return joined_truth(left(), right(), false);
    case Operation::either:
      return joined_truth(left(), right(), true);
  }
  return 0.0;
}

class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  NodePointer whole() {
    NodePointer node = either();
    skip_blanks();
    if (node && at_ < text_.size()) return fail("expected an operator such as < or and");
    return node;
  }
  std::vector<std::string> take_names() { return std::move(names_); }
  const std::string& problem() const { return problem_; }

 private:
  using Level = NodePointer (Parser::*)();
  struct Word {
    std::string_view text;
    Operation operation;
  };

  NodePointer either() {
    static constexpr std::array kWords{Word{"or", Operation::either}, Word{"||", Operation::either}};
    return chain(&Parser::both, kWords);
  }
  NodePointer both() {
    static constexpr std::array kWords{Word{"and", Operation::both}, Word{"&&", Operation::both}};
    return chain(&Parser::inverted, kWords);
  }
  NodePointer inverted() {
    if (!take("not") && !take_mark("!", "=")) return comparison();
    return unary(Operation::invert, &Parser::inverted);
  }
  NodePointer comparison() {
    static constexpr std::array kWords{Word{"<=", Operation::at_most}, Word{">=", Operation::at_least},
                                       Word{"==", Operation::equal},   Word{"!=", Operation::unequal},
                                       Word{"<", Operation::less},     Word{">", Operation::more},
                                       Word{"=", Operation::equal}};
    NodePointer left = sum();
    if (!left) return nullptr;
    for (const Word& word : kWords)
      if (take(word.text)) return binary(word.operation, std::move(left), sum());
    return left;
  }
  NodePointer sum() {
    static constexpr std::array kWords{Word{"+", Operation::add}, Word{"-", Operation::subtract}};
    return chain(&Parser::product, kWords);
  }
  NodePointer product() {
    static constexpr std::array kWords{Word{"*", Operation::multiply}, Word{"/", Operation::divide}};
    return chain(&Parser::factor, kWords);
  }

  NodePointer factor() {
    skip_blanks();
    if (take("-")) return unary(Operation::negate, &Parser::factor);
    if (take("(")) {
      if (++depth_ > kDeepest) return fail("too many brackets in brackets");
      NodePointer inside = either();
      --depth_;
      if (inside && !take(")")) return fail("expected )");
      return inside;
    }
    if (at_ < text_.size() && (std::isdigit(static_cast<unsigned char>(text_[at_])) != 0 || text_[at_] == '.'))
      return number();
    if (at_ < text_.size() && text_[at_] == '`') return quoted_name();
    const std::size_t begin = at_;
    while (at_ < text_.size() && is_name_character(text_[at_])) ++at_;
    if (at_ == begin) return fail("expected a number or the name of a metric");
    return metric(text_.substr(begin, at_ - begin));
  }

  NodePointer number() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && (is_name_character(text_[at_]) || ((text_[at_] == '-' || text_[at_] == '+') &&
                                                                    (text_[at_ - 1] == 'e' || text_[at_ - 1] == 'E'))))
      ++at_;
    const auto value = parse_number(text_.substr(begin, at_ - begin));
    if (!value) {
      at_ = begin;
      return fail("expected a number without a unit, as metrics have theirs");
    }
    return std::make_shared<Node>(Node{.operation = Operation::number, .number = *value});
  }
  NodePointer quoted_name() {
    const std::size_t end = text_.find('`', at_ + 1);
    if (end == std::string_view::npos) return fail("this ` has no other");
    const std::string_view name = text_.substr(at_ + 1, end - at_ - 1);
    at_ = end + 1;
    return metric(name);
  }
  NodePointer metric(std::string_view name) {
    if (std::ranges::find(names_, name) == names_.end()) names_.emplace_back(name);
    return std::make_shared<Node>(Node{.operation = Operation::metric, .name = std::string(name)});
  }

  NodePointer chain(Level next, std::span<const Word> words) {
    NodePointer left = (this->*next)();
    for (bool found = true; left && found;) {
      found = false;
      for (const Word& word : words) {
        if (!take(word.text)) continue;
        left = binary(word.operation, std::move(left), (this->*next)());
        found = true;
        break;
      }
    }
    return left;
  }
  NodePointer binary(Operation operation, NodePointer left, NodePointer right) const {
    if (!right) return nullptr;
    return std::make_shared<Node>(Node{.operation = operation, .left = std::move(left), .right = std::move(right)});
  }
  NodePointer unary(Operation operation, Level operand) {
    if (++depth_ > kDeepest) return fail("too many brackets in brackets");
    NodePointer inside = (this->*operand)();
    --depth_;
    if (!inside) return nullptr;
    return std::make_shared<Node>(Node{.operation = operation, .left = std::move(inside)});
  }

  void skip_blanks() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])) != 0) ++at_;
  }
  static bool is_name_character(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.' ||
           static_cast<unsigned char>(c) >= 0x80;
  }
  bool take(std::string_view word) {
    skip_blanks();
    const std::string_view rest = text_.substr(at_);
    if (!rest.starts_with(word)) return false;
    if (is_name_character(word.back()) && rest.size() > word.size() && is_name_character(rest[word.size()]))
      return false;
    at_ += word.size();
    return true;
  }
  bool take_mark(std::string_view mark, std::string_view but_not_before) {
    skip_blanks();
    return !text_.substr(std::min(at_ + mark.size(), text_.size())).starts_with(but_not_before) && take(mark);
  }
  NodePointer fail(std::string_view wanted) {
    if (problem_.empty())
      problem_ = fmt::format(
          "in `{}`, {}: {}", printable(text_),
          at_ >= text_.size() ? "at the end" : fmt::format("at \"{}\"", printable(text_.substr(at_), 20)), wanted);
    return nullptr;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  int depth_ = 0;
  std::vector<std::string> names_;
  std::string problem_;
};

}  // namespace

Result<Expression> Expression::parse(std::string_view text) {
  Parser parser(text);
  auto root = parser.whole();
  if (!root) return Problem{{}, parser.problem()};
  return Expression(std::move(root), parser.take_names());
}

bool Expression::holds(const std::function<double(std::string_view)>& metric) const {
  return is_true(value_of(*root_, metric));
}

}  // namespace scrutineer::suite
