#include <fmt/format.h>

#include <algorithm>

#include "base/utf8.h"
#include "lang/syntax/detail/expression_printer.h"
#include "lang/syntax/detail/words.h"
#include "lang/syntax/lex.h"
#include "lang/syntax/print.h"

namespace scrutineer::lang::syntax {
namespace {

std::string dumped(const Expression* expression);

std::string dumped(const std::vector<Argument>& arguments) {
  std::string text;
  for (const Argument& argument : arguments)
    text += fmt::format(" {}{}", argument.name ? to_string(*argument.name) + ": " : "", dumped(argument.value));
  return text;
}

// Expressions with the operator first: (+ a (call f 1 unit: kph)).
struct ExpressionDump {
  std::string operator()(const BoolLiteral& node) const { return node.value ? "true" : "false"; }
  std::string operator()(const NullLiteral& /*node*/) const { return "null"; }
  std::string operator()(const IntegerLiteral& node) const {
    return fmt::format("{}{}", node.negative ? "-" : "", node.magnitude);
  }
  std::string operator()(const FloatLiteral& node) const { return written_float(node.value); }
  std::string operator()(const PhysicalLiteral& node) const {
    return written_number(node.value) + to_string(node.unit);
  }
  std::string operator()(const StringLiteral& node) const {
    const bool is_plain = node.parts.empty() || (node.parts.size() == 1 && node.parts.front().expression == nullptr);
    std::string text = is_plain ? "" : "(string";
    if (node.parts.empty()) text += "\"\"";
    for (const StringPart& part : node.parts) {
      if (!is_plain) text += ' ';
      text += part.expression != nullptr ? dumped(part.expression) : fmt::format("\"{}\"", written_string(part.text));
    }
    return text + (is_plain ? "" : ")");
  }
  std::string operator()(const NameExpression& node) const { return to_string(node.name); }
  std::string operator()(const EnumMemberExpression& node) const {
    return to_string(node.type) + "!" + to_string(node.member);
  }
  std::string operator()(const ListExpression& node) const {
    std::string text = "(list";
    for (const Expression* element : node.elements) text += " " + dumped(element);
    return text + ")";
  }
  std::string operator()(const RangeExpression& node) const {
    return fmt::format("(range {} {}{})", node.low == nullptr ? "_" : dumped(node.low),
                       node.high == nullptr ? "_" : dumped(node.high), node.unit ? " " + to_string(*node.unit) : "");
  }
  std::string operator()(const MemberExpression& node) const {
    return dumped(node.object) + "." + to_string(node.member);
  }
  std::string operator()(const IndexExpression& node) const {
    return fmt::format("(index {} {})", dumped(node.object), dumped(node.index));
  }
  std::string operator()(const CallExpression& node) const {
    return fmt::format("(call {}{})", dumped(node.callee), dumped(node.arguments));
  }
  std::string operator()(const CastExpression& node) const {
    return fmt::format("(as {} {})", dumped(node.object), print(node.type));
  }
  std::string operator()(const TypeTestExpression& node) const {
    return fmt::format("(is {} {})", dumped(node.object), print(node.type));
  }
  std::string operator()(const UnaryExpression& node) const {
    return fmt::format("({} {})", node.op == UnaryOperator::negate ? "-" : "not", dumped(node.operand));
  }
  std::string operator()(const BinaryExpression& node) const {
    return fmt::format("({} {} {})", info(node.op).spelling, dumped(node.left), dumped(node.right));
  }
  std::string operator()(const TernaryExpression& node) const {
    return fmt::format("(? {} {} {})", dumped(node.condition), dumped(node.if_true), dumped(node.if_false));
  }
  std::string operator()(const EventExpression& node) const { return fmt::format("(@ {})", dumped(node.event)); }
  std::string operator()(const NewExpression& /*node*/) const { return "new"; }
};

std::string dumped(const Expression* expression) { return std::visit(ExpressionDump{}, expression->node); }

std::string dumped(const EventSpecification& event) {
  std::string text;
  if (event.event != nullptr) text += " (@ " + dumped(event.event) + ")";
  if (event.alias) text += " as " + to_string(*event.alias);
  if (!event.condition) return text;
  if (event.event != nullptr) text += " if";
  const EventCondition& condition = *event.condition;
  const std::string value = dumped(condition.value);
  switch (condition.kind) {
    case ConditionKind::boolean:
      return text + " " + value;
    case ConditionKind::rise:
      return text + fmt::format(" (rise {})", value);
    case ConditionKind::fall:
      return text + fmt::format(" (fall {})", value);
    case ConditionKind::elapsed:
      return text + fmt::format(" (elapsed {})", value);
    case ConditionKind::every:
      return text + fmt::format(" (every {}{})", value,
                                condition.offset == nullptr ? "" : " offset: " + dumped(condition.offset));
  }
  return text;
}

std::string dumped(const std::vector<Parameter>& parameters) {
  std::string text;
  for (const Parameter& parameter : parameters) {
    text += fmt::format("{}{}: {}", text.empty() ? "" : ", ", to_string(parameter.name), print(parameter.type));
    if (parameter.value != nullptr) text += " = " + dumped(parameter.value);
  }
  return text.empty() ? text : " (" + text + ")";
}

std::string dumped(const std::vector<BaseExponent>& exponents) {
  std::string text;
  for (const BaseExponent& exponent : exponents)
    text += fmt::format(" {}: {}", to_string(exponent.base), exponent.exponent);
  return text;
}

class Dumper {
 public:
  std::string text;

  template <typename Item>
  void dump(const std::vector<Item>& items) {
    for (const Item& item : items) std::visit([this](const auto& node) { this->dump(node); }, item.node);
  }

 private:
  void line(std::string_view content) {
    text.append(static_cast<std::size_t>(depth_) * 2, ' ');
    text += content;
    text += '\n';
  }
  template <typename Item>
  void below(const std::vector<Item>& items) {
    ++depth_;
    dump(items);
    --depth_;
  }
  void with(const std::vector<Member>& members) {
    if (members.empty()) return;
    ++depth_;
    line("with");
    below(members);
    --depth_;
  }

  void dump(const Import& node) {
    line(node.file ? fmt::format("import \"{}\"", written_string(*node.file)) : "import " + to_string(node.name));
  }
  void dump(const Namespace& node) {
    line("namespace " + to_string(node.name) + (node.used.empty() ? "" : " use " + written_names(node.used)));
  }
  void dump(const Export& node) {
    std::string content = "export";
    for (const ExportItem& item : node.items)
      content +=
          fmt::format(" {}{}", item.space ? *item.space + "::" : "", item.is_everything ? "*" : quoted_name(item.text));
    line(content);
  }
  void dump(const PhysicalType& node) {
    line(fmt::format("type {} is SI{}", to_string(node.name), dumped(node.exponents)));
  }
  void dump(const Unit& node) {
    line(fmt::format("unit {} of {} is SI{}{}{}", to_string(node.name), to_string(node.type), dumped(node.exponents),
                     node.factor == nullptr ? "" : " factor: " + dumped(node.factor),
                     node.offset == nullptr ? "" : " offset: " + dumped(node.offset)));
  }
  void dump(const Enum& node) {
    line(fmt::format("{} {}", node.is_extension ? "extend enum" : "enum", to_string(node.name)));
    ++depth_;
    for (const EnumMember& member : node.members)
      line(to_string(member.name) + (member.value == nullptr ? "" : " = " + dumped(member.value)));
    --depth_;
  }
  void dump(const TypeDeclaration& node) {
    static constexpr std::string_view kWords[] = {"struct", "actor", "scenario", "action", "modifier"};
    std::string content = fmt::format("{}{}{} {}", node.is_global ? "global " : "", node.is_watcher ? "watcher " : "",
                                      kWords[static_cast<std::size_t>(node.kind)], to_string(node.name));
    if (node.data_type) content += " data " + print(*node.data_type);
    if (node.inherits) content += " inherits " + to_string(node.inherits->base);
    if (node.inherits && node.inherits->field)
      content += fmt::format(" if (== {} {})", to_string(*node.inherits->field), dumped(node.inherits->value));
    if (node.modified) content += " of " + to_string(*node.modified);
    line(content);
    below(node.members);
  }
  void dump(const Extension& node) {
    line("extend " + to_string(node.name));
    below(node.members);
  }
  void dump(const GlobalField& node) {
    line("global");
    ++depth_;
    dump(node.field);
    --depth_;
  }

  void dump(const Field& node) {
    static constexpr std::string_view kWords[] = {"field", "var", "const"};
    std::string content = fmt::format("{} {}: {}", kWords[static_cast<std::size_t>(node.kind)],
                                      written_names(node.names), print(node.type));
    if (node.value != nullptr) content += " = " + dumped(node.value);
    if (node.sample) {
      const std::string initial = node.sample->initial == nullptr ? "" : " initial: " + dumped(node.sample->initial);
      content += fmt::format(" = (sample {}{}{})", dumped(node.sample->value), dumped(node.sample->event), initial);
    }
    line(content);
    with(node.with);
  }
  void dump(const Assignment& node) {
    line(fmt::format("{} {} = {}", node.has_set ? "set" : "assign", dumped(node.target), dumped(node.value)));
  }
  void dump(const Keep& node) {
    static constexpr std::string_view kWords[] = {"keep", "keep hard", "keep default"};
    line(fmt::format("{} {}", kWords[static_cast<std::size_t>(node.strength)], dumped(node.condition)));
  }
  void dump(const RemoveDefault& node) { line("remove_default " + dumped(node.parameter)); }
  void dump(const Method& node) {
    static constexpr std::string_view kWords[] = {"", " only", " also"};
    const std::string head =
        fmt::format("def {}{}{} is{}", to_string(node.name), dumped(node.parameters),
                    node.result ? " -> " + print(*node.result) : "", kWords[static_cast<std::size_t>(node.qualifier)]);
    if (const auto* body = std::get_if<ExpressionBody>(&node.body)) line(head + " expression " + dumped(body->value));
    if (const auto* body = std::get_if<ExternalBody>(&node.body))
      line(fmt::format("{} external {}{}", head, to_string(body->name), dumped(body->arguments)));
    if (std::holds_alternative<UndefinedBody>(node.body)) line(head + " undefined");
    if (const auto* body = std::get_if<StatementBody>(&node.body)) {
      line(head);
      below(body->statements);
    }
  }
  void dump(const Coverage& node) { line(std::string(to_word(node.kind)) + dumped(node.arguments)); }
  void dump(const EventDeclaration& node) {
    line(fmt::format("event {}{}{}", to_string(node.name), dumped(node.parameters),
                     node.definition ? " is" + dumped(*node.definition) : ""));
  }
  void dump(const OnBlock& node) {
    line("on" + dumped(node.event));
    below(node.body);
  }
  void dump(const Instance& node) {
    line(fmt::format("{} {} is {}{}", node.kind == InstanceKind::watcher ? "watcher" : "checker", to_string(node.name),
                     to_string(node.type), dumped(node.arguments)));
    with(node.with);
  }
  void dump(const Application& node) {
    line(fmt::format("apply {}{}", node.label ? to_string(*node.label) + ": " : "", dumped(node.call)));
  }
  void dump(const Until& node) { line("until" + dumped(node.event)); }
  void dump(const PassStatement& /*node*/) { line("pass"); }

  void dump(const DoDirective& node) {
    line("do");
    ++depth_;
    dump(node.root);
    --depth_;
  }
  void dump(const DoMember& member) {
    if (member.label) line(fmt::format("label {}", to_string(*member.label)));
    std::visit([this](const auto& node) { dump(node); }, member.node);
  }
  void dump(const Composition& node) {
    static constexpr std::string_view kWords[] = {"serial", "one_of", "parallel"};
    line(fmt::format("{}{}", kWords[static_cast<std::size_t>(node.op)], dumped(node.arguments)));
    ++depth_;
    for (const DoMember& member : node.members) dump(member);
    --depth_;
    with(node.with);
  }
  void dump(const Invocation& node) {
    line("invoke " + dumped(node.call));
    with(node.with);
  }
  void dump(const Wait& node) { line("wait" + dumped(node.event)); }

  void dump(const CallStatement& node) { line((node.has_call ? "call " : "plain call ") + dumped(node.call)); }
  void dump(const LocalVariable& node) {
    line(fmt::format("var {}: {}{}", written_names(node.names), print(node.type),
                     node.value == nullptr ? "" : " = " + dumped(node.value)));
  }
  void dump(const IfStatement& node) {
    std::string_view keyword = "if ";
    for (const IfBranch& branch : node.branches) {
      line(fmt::format("{}{}", keyword, dumped(branch.condition)));
      below(branch.body);
      keyword = "elif ";
    }
    if (node.otherwise.empty()) return;
    line("else");
    below(node.otherwise);
  }
  void dump(const ForStatement& node) {
    line(fmt::format("for {} in {}", to_string(node.variable), dumped(node.list)));
    below(node.body);
  }
  void dump(const WhileStatement& node) {
    line("while " + dumped(node.condition));
    below(node.body);
  }
  void dump(const ReturnStatement& node) { line(node.value == nullptr ? "return" : "return " + dumped(node.value)); }
  void dump(const EmitStatement& node) { line(fmt::format("emit {}{}", dumped(node.event), dumped(node.arguments))); }

  int depth_ = 0;
};

std::string_view kind_word(TokenKind kind) {
  switch (kind) {
    case TokenKind::end_of_file:
      return "end";
    case TokenKind::newline:
      return "newline";
    case TokenKind::indent:
      return "indent";
    case TokenKind::dedent:
      return "dedent";
    case TokenKind::invalid:
      return "invalid";
    case TokenKind::name:
      return "name";
    case TokenKind::integer:
      return "integer";
    case TokenKind::real:
      return "real";
    case TokenKind::string_begin:
      return "string begin";
    case TokenKind::string_text:
      return "string text";
    case TokenKind::interpolation_begin:
      return "interpolation begin";
    case TokenKind::interpolation_end:
      return "interpolation end";
    case TokenKind::string_end:
      return "string end";
    default:
      return "symbol";
  }
}

}  // namespace

std::string dump_tree(const Tree& tree) {
  Dumper dumper;
  dumper.dump(tree.declarations);
  return std::move(dumper.text);
}

std::string dump_tokens(const Sources& sources, FileIndex file) {
  const SourceFile& source = sources[file];
  std::vector<Diagnostic> diagnostics;
  std::string text;
  // Counts along with the tokens: looking every place up would read a long line again for each.
  LineColumn at;
  std::uint32_t offset = 0;
  const auto advance_to = [&](std::uint32_t target) {
    while (offset < target) {
      if (at.line < source.line_count() && source.line_start(at.line + 1) <= target) {
        ++at.line;
        at.column = 1;
        offset = source.line_start(at.line);
        continue;
      }
      offset += static_cast<std::uint32_t>(
          std::max<std::size_t>(utf8_length(std::string_view(source.text()).substr(offset, 4)), 1));
      ++at.column;
    }
  };
  for (const Token& token : lex(source, file, diagnostics)) {
    advance_to(token.begin);
    text += fmt::format("{}:{} {}", at.line, at.column, kind_word(token.kind));
    const std::string_view content = source.text({file, token.begin, token.end});
    if (token.kind == TokenKind::string_text)
      text += fmt::format(" \"{}\"", written_string(content));
    else if (!content.empty())
      text += fmt::format(" {}", valid_utf8(content));
    text += '\n';
  }
  return text;
}

}  // namespace scrutineer::lang::syntax
