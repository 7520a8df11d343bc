#include "lang/syntax/print.h"

#include <fmt/format.h>

#include "lang/syntax/detail/expression_printer.h"
#include "lang/syntax/detail/words.h"

namespace scrutineer::lang::syntax {

std::string_view to_word(CoverageKind kind) {
  static constexpr std::string_view kWords[] = {"cover", "record", "plot"};
  return kWords[static_cast<std::size_t>(kind)];
}

namespace {

std::string written_parameters(const std::vector<Parameter>& parameters) {
  std::string text = "(";
  for (const Parameter& parameter : parameters) {
    if (text.size() > 1) text += ", ";
    text += fmt::format("{}: {}", to_string(parameter.name), print(parameter.type));
    if (parameter.value != nullptr) text += " = " + written(*parameter.value);
  }
  return text + ")";
}

std::string written_condition(const EventCondition& condition) {
  switch (condition.kind) {
    case ConditionKind::boolean:
      return written(*condition.value, Position::start);
    case ConditionKind::rise:
      return fmt::format("rise({})", written(*condition.value));
    case ConditionKind::fall:
      return fmt::format("fall({})", written(*condition.value));
    case ConditionKind::elapsed:
      return fmt::format("elapsed({})", written(*condition.value));
    case ConditionKind::every:
      return fmt::format("every({}{})", written(*condition.value),
                         condition.offset == nullptr ? "" : ", offset: " + written(*condition.offset));
  }
  return {};
}

std::string written_event(const EventSpecification& event) {
  std::string text;
  if (event.event != nullptr) text += "@" + written(*event.event);
  if (event.alias) text += " as " + to_string(*event.alias);
  if (event.condition) text += (event.event == nullptr ? "" : " if ") + written_condition(*event.condition);
  return text;
}

std::string written_emit(const EmitStatement& node) {
  return fmt::format("emit {}{}", written(*node.event),
                     node.arguments.empty() ? "" : written_arguments(node.arguments));
}

std::string written_assignment(const Assignment& node) {
  const std::string target = written_postfix(*node.target, node.has_set ? Position::inner : Position::line);
  return fmt::format("{}{} = {}", node.has_set ? "set " : "", target, written(*node.value, Position::start));
}

std::string written_exponents(const std::vector<BaseExponent>& exponents) {
  std::string text;
  for (const BaseExponent& exponent : exponents)
    text += fmt::format("{}{}: {}", text.empty() ? "" : ", ", to_string(exponent.base), exponent.exponent);
  return text;
}

std::string_view word(TypeKind kind) {
  switch (kind) {
    case TypeKind::structure:
      return "struct";
    case TypeKind::actor:
      return "actor";
    case TypeKind::scenario:
      return "scenario";
    case TypeKind::action:
      return "action";
    case TypeKind::modifier:
      return "modifier";
  }
  return "";
}

std::string_view word(CompositionOperator op) {
  switch (op) {
    case CompositionOperator::serial:
      return "serial";
    case CompositionOperator::one_of:
      return "one_of";
    case CompositionOperator::parallel:
      return "parallel";
  }
  return "";
}

class Printer {
 public:
  std::string text;

  void write(const Declaration& declaration) {
    std::visit([this](const auto& node) { write(node); }, declaration.node);
  }

 private:
  void start() { text.append(static_cast<std::size_t>(indent_) * 4, ' '); }
  void line(std::string_view content) {
    start();
    text += content;
    text += '\n';
  }
  template <typename Item>
  void block(const std::vector<Item>& items) {
    text += ":\n";
    ++indent_;
    if (items.empty()) line("pass");
    for (const Item& item : items) write(item);
    --indent_;
  }
  void with(const std::vector<Member>& members) {
    if (members.empty()) {
      text += '\n';
      return;
    }
    text += " with";
    block(members);
  }

  // ---- declarations ----
  void write(const Import& node) {
    line(node.file ? fmt::format("import \"{}\"", written_string(*node.file)) : "import " + to_string(node.name));
  }
  void write(const Namespace& node) {
    line(fmt::format("namespace {}{}", to_string(node.name),
                     node.used.empty() ? "" : " use " + written_names(node.used)));
  }
  void write(const Export& node) {
    std::string items;
    for (const ExportItem& item : node.items) {
      if (!items.empty()) items += ", ";
      if (item.space) items += (item.space->empty() ? "" : quoted_name(*item.space)) + "::";
      items += item.is_everything ? "*" : quoted_name(item.text);
    }
    line("export " + items);
  }
  void write(const PhysicalType& node) {
    line(fmt::format("type {} is SI({})", to_string(node.name), written_exponents(node.exponents)));
  }
  void write(const Unit& node) {
    std::string scale;
    if (node.factor != nullptr) scale += (node.exponents.empty() ? "factor: " : ", factor: ") + written(*node.factor);
    if (node.offset != nullptr)
      scale += (node.exponents.empty() && scale.empty() ? "offset: " : ", offset: ") + written(*node.offset);
    line(fmt::format("unit {} of {} is SI({}{})", to_string(node.name), to_string(node.type),
                     written_exponents(node.exponents), scale));
  }
  void write(const Enum& node) {
    std::string members;
    for (const EnumMember& member : node.members) {
      members += (members.empty() ? "" : ", ") + to_string(member.name);
      if (member.value != nullptr) members += " = " + written(*member.value);
    }
    line(fmt::format("{} {}: [{}]", node.is_extension ? "extend" : "enum", to_string(node.name), members));
  }
  void write(const TypeDeclaration& node) {
    start();
    text += fmt::format("{}{}{} {}", node.is_global ? "global " : "", node.is_watcher ? "watcher " : "",
                        word(node.kind), to_string(node.name));
    if (node.data_type) text += fmt::format("({})", print(*node.data_type));
    if (node.inherits) {
      text += " inherits " + to_string(node.inherits->base);
      if (node.inherits->field)
        text += fmt::format("({} == {})", to_string(*node.inherits->field), written(*node.inherits->value));
    }
    if (node.modified) text += " of " + to_string(*node.modified);
    if (node.members.empty())
      text += '\n';
    else
      block(node.members);
  }
  void write(const Extension& node) {
    start();
    text += "extend " + to_string(node.name);
    block(node.members);
  }
  void write(const GlobalField& node) {
    text += "global ";
    write(node.field);
  }

  // ---- members ----
  void write(const Member& member) {
    std::visit([this](const auto& node) { write(node); }, member.node);
  }
  void write(const Field& node) {
    start();
    if (node.kind == FieldKind::variable) text += "var ";
    if (node.kind == FieldKind::constant) text += "const ";
    text += fmt::format("{}: {}", written_names(node.names), print(node.type));
    if (node.value != nullptr) text += " = " + written(*node.value, Position::start);
    if (node.sample) {
      text += fmt::format(" = sample({}, {}", written(*node.sample->value), written_event(node.sample->event));
      if (node.sample->initial != nullptr) text += ", " + written(*node.sample->initial);
      text += ")";
    }
    with(node.with);
  }
  void write(const Assignment& node) { line(written_assignment(node)); }
  void write(const Keep& node) {
    const std::string_view strength = node.strength == KeepStrength::hard         ? "hard "
                                      : node.strength == KeepStrength::by_default ? "default "
                                                                                  : "";
    line(fmt::format("keep({}{})", strength, written_kept(node)));
  }
  // After `default` or `hard` a sign would be an operator.
  static std::string written_kept(const Keep& node) {
    std::string condition = written(*node.condition, Position::start);
    const bool needs_parentheses =
        node.strength != KeepStrength::plain && (condition.starts_with('-') || condition.starts_with('@'));
    return needs_parentheses ? "(" + condition + ")" : condition;
  }
  void write(const RemoveDefault& node) { line(fmt::format("remove_default({})", written(*node.parameter))); }
  void write(const Method& node) {
    start();
    text += "def " + to_string(node.name) + written_parameters(node.parameters);
    if (node.result) text += " -> " + print(*node.result);
    text += " is";
    if (node.qualifier == MethodQualifier::only) text += " only";
    if (node.qualifier == MethodQualifier::also) text += " also";
    std::visit([this](const auto& body) { write(body); }, node.body);
  }
  void write(const ExpressionBody& node) { text += fmt::format(" expression {}\n", written(*node.value)); }
  void write(const ExternalBody& node) {
    text += fmt::format(" external {}{}\n", to_string(node.name), written_arguments(node.arguments));
  }
  void write(const UndefinedBody& /*node*/) { text += " undefined\n"; }
  void write(const StatementBody& node) { block(node.statements); }
  void write(const Coverage& node) { line(std::string(to_word(node.kind)) + written_arguments(node.arguments)); }
  void write(const EventDeclaration& node) {
    start();
    text += "event " + to_string(node.name);
    if (!node.parameters.empty()) text += written_parameters(node.parameters);
    if (node.definition) text += " is " + written_event(*node.definition);
    text += '\n';
  }
  void write(const OnBlock& node) {
    start();
    text += "on " + written_event(node.event);
    block(node.body);
  }
  void write(const Instance& node) {
    start();
    text += fmt::format("{} {} is {}", node.kind == InstanceKind::watcher ? "watcher" : "checker", to_string(node.name),
                        to_string(node.type));
    if (!node.arguments.empty()) text += written_arguments(node.arguments);
    with(node.with);
  }
  void write(const Application& node) {
    if (!node.label) {
      line(written_postfix(*node.call, Position::line));
      return;
    }
    line(fmt::format("{}: {}", to_string(*node.label), written_postfix(*node.call, Position::inner)));
  }
  void write(const Until& node) { line("until " + written_event(node.event)); }
  void write(const PassStatement& /*node*/) { line("pass"); }
  void write(const DoDirective& node) {
    start();
    text += "do ";
    write_here(node.root);
  }

  // ---- behaviour ----
  void write(const DoMember& member) {
    start();
    write_here(member);
  }
  void write_here(const DoMember& member) {
    if (member.label) text += to_string(*member.label) + ": ";
    std::visit([this](const auto& node) { write_here(node); }, member.node);
  }
  void write_here(const Composition& node) {
    text += word(node.op);
    if (!node.arguments.empty()) text += written_arguments(node.arguments);
    block(node.members);
    if (node.with.empty()) return;
    start();
    text += "with";
    block(node.with);
  }
  void write_here(const Invocation& node) {
    text += written_postfix(*node.call, Position::line);
    with(node.with);
  }
  void write_here(const Wait& node) { text += fmt::format("wait {}\n", written_event(node.event)); }
  void write_here(const EmitStatement& node) { text += written_emit(node) + "\n"; }
  void write_here(const CallStatement& node) {
    text += fmt::format("call {}\n", written_postfix(*node.call, Position::inner));
  }

  // ---- statements ----
  void write(const Statement& statement) {
    std::visit([this](const auto& node) { write(node); }, statement.node);
  }
  void write(const CallStatement& node) {
    line((node.has_call ? "call " : "") +
         written_postfix(*node.call, node.has_call ? Position::inner : Position::line));
  }
  void write(const LocalVariable& node) {
    const std::string value = node.value == nullptr ? "" : " = " + written(*node.value, Position::start);
    line(fmt::format("var {}: {}{}", written_names(node.names), print(node.type), value));
  }
  void write(const IfStatement& node) {
    std::string_view keyword = "if ";
    for (const IfBranch& branch : node.branches) {
      start();
      text += keyword;
      text += written(*branch.condition);
      block(branch.body);
      keyword = "elif ";
    }
    if (node.otherwise.empty()) return;
    start();
    text += "else";
    block(node.otherwise);
  }
  void write(const ForStatement& node) {
    start();
    text += fmt::format("for {} in {}", to_string(node.variable), written(*node.list));
    block(node.body);
  }
  void write(const WhileStatement& node) {
    start();
    text += "while " + written(*node.condition);
    block(node.body);
  }
  void write(const ReturnStatement& node) { line(node.value == nullptr ? "return" : "return " + written(*node.value)); }
  void write(const EmitStatement& node) { line(written_emit(node)); }

  int indent_ = 0;
};

}  // namespace

std::string print(const Expression& expression) { return written(expression); }

std::string print(const TypeReference& type) {
  std::string text;
  for (const Container container : type.containers) text += container == Container::list ? "list of " : "range of ";
  return text + to_string(type.name);
}

std::string print(const Tree& tree) {
  Printer printer;
  for (const Declaration& declaration : tree.declarations) printer.write(declaration);
  return std::move(printer.text);
}

}  // namespace scrutineer::lang::syntax
