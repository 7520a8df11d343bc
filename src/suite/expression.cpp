#include "suite/expression.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
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

double value_of(const Node& node, const std::function<double(std::string_view)>& metric) {
  const auto left = [&] { return value_of(*node.left, metric); };
  const auto right = [&] { return value_of(*node.right, metric); };
  const auto truth = [](bool value) { return value ? 1.0 : 0.0; };
  const auto is_true = [](double value) { return value != 0.0 && !std::isnan(value); };
  switch (node.operation) {
    case Operation::number:
      return node.number;
    case Operation::metric:
      return metric(node.name);
    case Operation::negate:
      return -left();
    case Operation::invert:
      return truth(!is_true(left()));
    case Operation::add:
      return left() + right();
    case Operation::subtract:
      return left() - right();
    case Operation::multiply:
      return left() * right();
    case Operation::divide:
      return left() / right();
    case Operation::less:
      return truth(left() < right());
    case Operation::at_most:
      return truth(left() <= right());
    case Operation::more:
      return truth(left() > right());
    case Operation::at_least:
      return truth(left() >= right());
    case Operation::equal:
      return truth(left() == right());
    case Operation::unequal: {
      const double a = left(), b = right();
      return truth(a < b || a > b);  // not of what does not exist
    }
    case Operation::both:
      return truth(is_true(left()) && is_true(right()));
    case Operation::either:
      return truth(is_true(left()) || is_true(right()));
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
  const double value = value_of(*root_, metric);
  return value != 0.0 && !std::isnan(value);
}

}  // namespace scrutineer::suite
