#include "lang/syntax/detail/expression_printer.h"

#include <fmt/format.h>

#include "lang/syntax/detail/words.h"
#include "lang/syntax/print.h"

namespace scrutineer::lang::syntax {
namespace {

constexpr int kPostfixPrecedence = kNegatePrecedence + 1;

int precedence(const Expression& expression) {
  if (std::holds_alternative<TernaryExpression>(expression.node)) return kTernaryPrecedence;
  if (const auto* binary = std::get_if<BinaryExpression>(&expression.node)) return info(binary->op).precedence;
  if (const auto* unary = std::get_if<UnaryExpression>(&expression.node))
    return unary->op == UnaryOperator::negate ? kNegatePrecedence : kNotPrecedence;
  // `@a.b` takes all that follows it as its own.
  if (std::holds_alternative<EventExpression>(expression.node)) return kNegatePrecedence;
  return kPostfixPrecedence;
}

const Expression& first_operand(const Expression& expression) {
  if (const auto* member = std::get_if<MemberExpression>(&expression.node)) return first_operand(*member->object);
  if (const auto* index = std::get_if<IndexExpression>(&expression.node)) return first_operand(*index->object);
  if (const auto* call = std::get_if<CallExpression>(&expression.node)) return first_operand(*call->callee);
  if (const auto* cast = std::get_if<CastExpression>(&expression.node)) return first_operand(*cast->object);
  if (const auto* test = std::get_if<TypeTestExpression>(&expression.node)) return first_operand(*test->object);
  return expression;  // NOLINT(bugprone-return-const-ref-from-parameter): it lives in the tree
}

bool is_number(const Expression& expression) {
  return std::holds_alternative<IntegerLiteral>(expression.node) ||
         std::holds_alternative<FloatLiteral>(expression.node) ||
         std::holds_alternative<PhysicalLiteral>(expression.node);
}

// An `e` or `x` directly after digits would be read as part of the number.
std::string written_unit(const Name& unit) {
  const bool needs_bars =
      !unit.space && (unit.text.starts_with('e') || unit.text.starts_with('E') || unit.text.starts_with('x'));
  return needs_bars ? barred(unit.text) : to_string(unit);
}

class Writer {
 public:
  std::string text;

  void write(const Expression& expression, int lowest_precedence, Position position) {
    const bool has_parentheses = precedence(expression) < lowest_precedence;
    if (has_parentheses) text += '(';
    const Position inside = has_parentheses ? Position::inner : position;
    std::visit([&](const auto& node) { write(node, inside); }, expression.node);
    if (has_parentheses) text += ')';
  }

 private:
  void inner(const Expression* expression) { write(*expression, kTernaryPrecedence, Position::inner); }

  // What is no name may begin a line only in parentheses.
  void literal(std::string_view written, Position position) {
    text += position == Position::line ? fmt::format("({})", written) : std::string(written);
  }

  void write(const BoolLiteral& node, Position /*position*/) { text += node.value ? "true" : "false"; }
  void write(const NullLiteral& /*node*/, Position /*position*/) { text += "null"; }
  void write(const NewExpression& /*node*/, Position /*position*/) { text += "new"; }
  void write(const IntegerLiteral& node, Position position) {
    literal(fmt::format("{}{}", node.negative ? "-" : "", node.magnitude), position);
  }
  void write(const FloatLiteral& node, Position position) { literal(written_float(node.value), position); }
  void write(const PhysicalLiteral& node, Position position) {
    literal(written_number(node.value) + written_unit(node.unit), position);
  }
  void write(const StringLiteral& node, Position position) {
    if (position == Position::line) text += '(';
    text += '"';
    for (const StringPart& part : node.parts) {
      if (part.expression == nullptr) {
        text += written_string(part.text);
        continue;
      }
      text += "$(";
      inner(part.expression);
      text += ')';
    }
    text += '"';
    if (position == Position::line) text += ')';
  }
  void write(const NameExpression& node, Position position) {
    text += written_name(node.name, position != Position::inner);
  }
  static std::string written_name(const Name& name, bool at_start) {
    const auto bars = [&](const std::string& word) {
      return is_reserved_in_expressions(word) || (at_start && is_keyword_at_start(word));
    };
    if (!name.space) return bars(name.text) ? barred(name.text) : to_string(name);
    const bool bars_space = bars(*name.space) && *name.space != "null";
    return (bars_space            ? barred(*name.space)
            : name.space->empty() ? ""
                                  : quoted_name(*name.space)) +
           "::" + quoted_name(name.text);
  }
  void write(const EnumMemberExpression& node, Position position) {
    text += written_name(node.type, position != Position::inner) + "!" + to_string(node.member);
  }
  void write(const ListExpression& node, Position position) {
    text += position == Position::line ? "([" : "[";
    bool is_first = true;
    for (const Expression* element : node.elements) {
      if (!is_first) text += ", ";
      is_first = false;
      inner(element);
    }
    text += position == Position::line ? "])" : "]";
  }
  void write(const RangeExpression& node, Position position) {
    text += position == Position::line ? "([" : "[";
    if (node.low != nullptr) inner(node.low);
    text += "..";
    if (node.high != nullptr) inner(node.high);
    text += ']';
    if (node.unit) {
      const bool needs_bars = !node.unit->space && is_reserved_in_expressions(node.unit->text);
      text += needs_bars ? barred(node.unit->text) : to_string(*node.unit);
    }
    if (position == Position::line) text += ')';
  }
  void write(const MemberExpression& node, Position position) {
    write(*node.object, kPostfixPrecedence, position);
    const bool is_operator = !node.member.space && (node.member.text == "as" || node.member.text == "is");
    text += '.' + (is_operator ? barred(node.member.text) : to_string(node.member));
  }
  void write(const IndexExpression& node, Position position) {
    write(*node.object, kPostfixPrecedence, position);
    text += '[';
    inner(node.index);
    text += ']';
  }
  void write(const CallExpression& node, Position position) {
    const auto* name = std::get_if<NameExpression>(&node.callee->node);
    if (name != nullptr && !name->name.space && name->name.text == "range")
      text += barred("range");
    else
      write(*node.callee, kPostfixPrecedence, position);
    text += written_arguments(node.arguments);
  }
  void write(const CastExpression& node, Position position) {
    write(*node.object, kPostfixPrecedence, position);
    text += fmt::format(".as({})", print(node.type));
  }
  void write(const TypeTestExpression& node, Position position) {
    write(*node.object, kPostfixPrecedence, position);
    text += fmt::format(".is({})", print(node.type));
  }
  void write(const UnaryExpression& node, Position /*position*/) {
    if (node.op == UnaryOperator::logical_not) {
      text += "not ";
      write(*node.operand, kNotPrecedence, Position::inner);
      return;
    }
    // A minus that touches digits belongs to the number.
    const bool touches_number = is_number(first_operand(*node.operand));
    text += touches_number ? "-(" : "-";
    write(*node.operand, touches_number ? kTernaryPrecedence : kNegatePrecedence, Position::inner);
    if (touches_number) text += ')';
  }
  void write(const BinaryExpression& node, Position position) {
    const BinaryOperatorInfo& op = info(node.op);
    write(*node.left, op.precedence, position);
    text += fmt::format(" {} ", op.spelling);
    write(*node.right, op.precedence + 1, Position::inner);
  }
  void write(const TernaryExpression& node, Position position) {
    write(*node.condition, kTernaryPrecedence + 1, position);
    text += " ? ";
    inner(node.if_true);
    text += " : ";
    inner(node.if_false);
  }
  void write(const EventExpression& node, Position /*position*/) {
    text += '@';
    inner(node.event);
  }
};

}  // namespace

std::string written(const Expression& expression, Position position) {
  Writer writer;
  writer.write(expression, kTernaryPrecedence, position);
  return std::move(writer.text);
}

std::string written_postfix(const Expression& expression, Position position) {
  Writer writer;
  writer.write(expression, kPostfixPrecedence, position);
  return std::move(writer.text);
}

std::string written_arguments(const std::vector<Argument>& arguments) {
  std::string text = "(";
  for (const Argument& argument : arguments) {
    if (text.size() > 1) text += ", ";
    if (argument.name) text += to_string(*argument.name) + ": ";
    text += written(*argument.value);
  }
  return text + ")";
}

std::string written_names(const std::vector<Name>& names) {
  std::string text;
  for (const Name& name : names) text += (text.empty() ? "" : ", ") + to_string(name);
  return text;
}

}  // namespace scrutineer::lang::syntax
