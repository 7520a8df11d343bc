#include "lang/sema/detail/calls.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/counted.h"
#include "lang/sema/detail/behaviour_names.h"
#include "lang/sema/detail/conversion.h"
#include "lang/sema/detail/dimensions.h"
#include "lang/sema/detail/expressions.h"
#include "lang/sema/detail/members.h"

namespace scrutineer::lang::detail {

// ---- arguments ------------------------------------------------------------------------------------------------------

bool arrange_arguments(FunctionCompiler& code, const std::vector<ParameterInfo>& parameters, const Arguments& arguments,
                       Span span, std::string_view callee, std::vector<const syntax::Expression*>& arranged,
                       bool report) {
  arranged.assign(parameters.size(), nullptr);
  std::size_t next = 0;
  for (const syntax::Argument& argument : arguments) {
    std::size_t place = next;
    if (argument.name) {
      const auto found = std::ranges::find(parameters, std::string_view(argument.name->text), &ParameterInfo::name);
      if (found == parameters.end()) {
        if (!report) return false;
        std::vector<std::string_view> names;
        names.reserve(parameters.size());
        for (const ParameterInfo& parameter : parameters) names.push_back(parameter.name);
        code.error(argument.name->span, fmt::format("`{}` has no parameter `{}`", callee, argument.name->text),
                   code.reporter.suggestion(argument.name->text, names));
        return false;
      }
      place = static_cast<std::size_t>(found - parameters.begin());
    } else {
      ++next;
    }
    if (place >= parameters.size()) {
      if (report)
        code.error(argument.span, fmt::format("`{}` takes {}", callee, counted(parameters.size(), "argument")));
      return false;
    }
    if (arranged[place] != nullptr) {
      if (report) code.error(argument.span, fmt::format("the parameter `{}` is given twice", parameters[place].name));
      return false;
    }
    arranged[place] = argument.value;
  }
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    if (arranged[i] != nullptr || parameters[i].value != nullptr) continue;
    if (report) code.error(span, fmt::format("`{}` needs its parameter `{}`", callee, parameters[i].name));
    return false;
  }
  return true;
}

namespace {

void add_value(FunctionCompiler& code, const syntax::Expression& source, const Type& type, std::string_view what,
               std::vector<ExpressionId>& values) {
  if (type.kind == TypeKind::range) {
    const auto bounds = bounds_of(code, check_expression(code, source, &type), type, what);
    values.push_back(bounds ? bounds->first : value_of(code, {}));
    values.push_back(bounds ? bounds->second : value_of(code, {}));
  } else if (code.types.is_struct(type) && std::holds_alternative<syntax::NewExpression>(source.node)) {
    values.push_back(new_struct(code, type, source.span));
  } else {
    values.push_back(check_typed(code, source, type, what));
  }
}

// The default sees nothing of the place that calls.
void add_default(FunctionCompiler& code, const ParameterInfo& parameter, const Namespace& space, std::string_view what,
                 std::vector<ExpressionId>& values) {
  Surroundings bare{.space = &space};
  std::swap(bare, code.around);
  add_value(code, *parameter.value, parameter.type, what, values);
  std::swap(bare, code.around);
}

// The values of arranged arguments, ranges as two; nothing after errors.
std::optional<std::vector<ExpressionId>> argument_values(FunctionCompiler& code, const MethodInfo& method,
                                                         const std::vector<const syntax::Expression*>& arranged) {
  const std::size_t errors = code.reporter.error_count();
  std::vector<ExpressionId> values;
  for (std::size_t i = 0; i < method.parameters.size(); ++i) {
    const ParameterInfo& parameter = method.parameters[i];
    const std::string what = fmt::format("`{}`", parameter.name);
    if (arranged[i] == nullptr)
      add_default(code, parameter, *method.space, what, values);
    else
      add_value(code, *arranged[i], parameter.type, what, values);
  }
  if (code.reporter.error_count() != errors) return std::nullopt;
  return values;
}

// ---- overloads ------------------------------------------------------------------------------------------------------

void report_no_form(FunctionCompiler& code, const std::vector<MethodInfo*>& candidates, const syntax::Name& name) {
  std::string forms;
  for (const MethodInfo* candidate : candidates) {
    forms += forms.empty() ? "" : " or ";
    forms += fmt::format("{}(", name.text);
    for (std::size_t i = 0; i < candidate->parameters.size(); ++i)
      forms += fmt::format("{}{}: {}", i == 0 ? "" : ", ", candidate->parameters[i].name,
                           code.types.name_of(candidate->parameters[i].type));
    forms += ")";
  }
  code.error(name.span, fmt::format("no form of `{}` takes these arguments", name.text), "there is " + forms);
}

using CheckedArguments = std::unordered_map<const syntax::Expression*, Operand>;

// Likewise, of arguments that were looked at already; nothing after errors.
std::optional<std::vector<ExpressionId>> checked_values(FunctionCompiler& code, const MethodInfo& method,
                                                        const std::vector<const syntax::Expression*>& arranged,
                                                        const CheckedArguments& operands) {
  std::vector<ExpressionId> values;
  for (std::size_t i = 0; i < arranged.size(); ++i) {
    const ParameterInfo& parameter = method.parameters[i];
    if (arranged[i] == nullptr) {
      add_default(code, parameter, *method.space, parameter.name, values);
    } else if (parameter.type.kind == TypeKind::range) {
      const auto bounds = bounds_of(code, operands.at(arranged[i]), parameter.type, parameter.name);
      if (!bounds) return std::nullopt;
      values.push_back(bounds->first);
      values.push_back(bounds->second);
    } else {
      values.push_back(converted(code, operands.at(arranged[i]), parameter.type, parameter.name));
    }
  }
  return values;
}

// The first form whose parameters all arguments fit; nothing: none does. Each argument is looked at once, without
// knowing what is wanted.
std::optional<Operand> call_fitting(FunctionCompiler& code, const Operand& receiver,
                                    const std::vector<MethodInfo*>& possible, const syntax::Name& name,
                                    const Arguments& arguments, Span span) {
  CheckedArguments operands;
  const std::size_t errors = code.reporter.error_count();
  for (const syntax::Argument& argument : arguments)
    operands.emplace(argument.value, check_expression(code, *argument.value));
  if (code.reporter.error_count() != errors) return Operand{};
  std::vector<const syntax::Expression*> arranged;
  for (MethodInfo* candidate : possible) {
    arrange_arguments(code, candidate->parameters, arguments, span, name.text, arranged, false);
    bool all_fit = true;
    for (std::size_t i = 0; i < arranged.size(); ++i)
      all_fit =
          all_fit && (arranged[i] == nullptr || fits(code, operands.at(arranged[i]), candidate->parameters[i].type));
    if (!all_fit) continue;
    const auto values = checked_values(code, *candidate, arranged, operands);
    return values ? invoke(code, &receiver, *candidate, *values, span) : Operand{};
  }
  return std::nullopt;
}

Operand call_method(FunctionCompiler& code, const Operand& receiver, const std::vector<MethodInfo*>& candidates,
                    const syntax::Name& name, const Arguments& arguments, Span span) {
  std::vector<MethodInfo*> possible;
  std::vector<const syntax::Expression*> arranged;
  for (MethodInfo* candidate : candidates)
    if (candidates.size() == 1 ||
        arrange_arguments(code, candidate->parameters, arguments, span, name.text, arranged, false))
      possible.push_back(candidate);
  if (possible.empty()) {
    report_no_form(code, candidates, name);
    return {};
  }
  if (possible.size() > 1)
    if (const auto result = call_fitting(code, receiver, possible, name, arguments, span)) return *result;
  MethodInfo& chosen = *possible.front();
  if (!arrange_arguments(code, chosen.parameters, arguments, span, name.text, arranged)) return {};
  const auto values = argument_values(code, chosen, arranged);
  return values ? invoke(code, &receiver, chosen, *values, span) : Operand{};
}

// ---- which is called ------------------------------------------------------------------------------------------------

void report_unknown_function(FunctionCompiler& code, const syntax::Name& name) {
  if (is_in_open_type(code)) return;
  std::vector<std::string_view> names;
  if (code.reporter.has_room_for_hints()) {
    for (const GenericFunction& function : generic_functions()) names.push_back(function.name);
    for (const NameLevel& level : code.around.levels)
      for (const TypeInfo* type = level.type; type != nullptr; type = type->base)
        for (const auto& [member, info] : type->members)
          if (info.kind == MemberKind::method) names.push_back(member);
    for (const auto& [member, info] : code.symbols.library_type("builtin")->members) names.push_back(member);
    std::ranges::sort(names);
  }
  code.error(name.span, fmt::format("unknown function `{}`", to_string(name)),
             code.reporter.suggestion(name.text, names));
}

void report_unknown_method(FunctionCompiler& code, const Operand& object, const TypeInfo* type,
                           const syntax::Name& name) {
  if (may_have_any_member(type)) return;
  std::vector<std::string_view> names;
  if (code.reporter.has_room_for_hints()) {
    for (const TypeInfo* at = type; at != nullptr; at = at->base)
      for (const auto& [member, info] : at->members)
        if (info.kind == MemberKind::method) names.push_back(member);
    std::ranges::sort(names);
  }
  const std::string what = type != nullptr && object.type.kind != TypeKind::text && !is_number(object.type)
                               ? fmt::format("`{}`", type->name)
                               : code.types.describe(object.type);
  code.error(name.span, fmt::format("{} has no method `{}`", what, name.text),
             code.reporter.suggestion(name.text, names));
}

Operand call_function(FunctionCompiler& code, const syntax::Name& name, const Arguments& arguments, Span span) {
  for (const NameLevel& level : code.around.levels) {
    if (level.self.is<SettingsGroup>() || level.self.is<CheckInstance>()) continue;
    const MemberInfo* known = code.symbols.visible_member(*level.type, name, *code.around.space);
    if (known != nullptr && known->kind == MemberKind::method)
      return call_method(code, level.self, known->methods, name, arguments, span);
  }
  TypeInfo* const builtin = code.symbols.library_type("builtin");
  if (const MemberInfo* known = find_member(*builtin, name.text); known != nullptr)
    return call_method(code, singleton(*builtin, span), known->methods, name, arguments, span);
  if (const GenericFunction* function = generic_function(name.text))
    return call_generic(code, *function, arguments, span);
  report_unknown_function(code, name);
  for (const syntax::Argument& argument : arguments) (void)check_expression(code, *argument.value);
  return {};
}

// `math.sqrt(x)`; nothing: `math` is something else here.
std::optional<Operand> call_of_math(FunctionCompiler& code, const syntax::MemberExpression& callee,
                                    const Arguments& arguments, Span span) {
  const auto* object = std::get_if<syntax::NameExpression>(&callee.object->node);
  if (object == nullptr || object->name.text != "math" || code.find_local("math") != nullptr ||
      code.symbols.find_global(object->name, *code.around.space) != nullptr)
    return std::nullopt;
  if (const GenericFunction* function = generic_function(callee.member.text))
    return call_generic(code, *function, arguments, span);
  std::vector<std::string_view> names;
  for (const GenericFunction& function : generic_functions()) names.push_back(function.name);
  code.error(callee.member.span, fmt::format("`math` has no function `{}`", callee.member.text),
             code.reporter.suggestion(callee.member.text, names));
  return Operand{};
}

// The type whose methods the operand has; null: it has none.
TypeInfo* type_with_methods(const FunctionCompiler& code, const Operand& object) {
  if (TypeInfo* const type = code.info_of(object)) return type;
  const std::string_view primitive = object.type.kind == TypeKind::text      ? "string"
                                     : object.type.kind == TypeKind::integer ? "int"
                                     : object.type == Type{TypeKind::number} ? "float"
                                     : object.type.kind == TypeKind::truth   ? "bool"
                                                                             : "";
  const auto known = code.symbols.primitives.find(std::string(primitive));
  return known == code.symbols.primitives.end() ? nullptr : known->second;
}

}  // namespace

Operand check_call(FunctionCompiler& code, const syntax::CallExpression& source, Span span) {
  if (!code.makes_code()) return call_in_behaviour(code, source);
  if (const auto* named = std::get_if<syntax::NameExpression>(&source.callee->node))
    return call_function(code, named->name, source.arguments, span);
  const auto* access = std::get_if<syntax::MemberExpression>(&source.callee->node);
  if (access == nullptr) {
    code.error(source.callee->span, "only methods and functions can be called");
    return {};
  }
  if (const auto result = call_of_math(code, *access, source.arguments, span)) return *result;
  const Operand object = check_expression(code, *access->object);
  if (object.is_error()) {
    for (const syntax::Argument& argument : source.arguments)
      if (!std::holds_alternative<syntax::NameExpression>(argument.value->node))
        (void)check_expression(code, *argument.value);
    return {};
  }
  if (object.type.kind == TypeKind::list) return call_list_method(code, object, access->member, source.arguments, span);
  if (object.type.kind == TypeKind::range)
    return call_range_method(code, object, access->member, source.arguments, span);
  TypeInfo* const type = type_with_methods(code, object);
  if (type != nullptr) {
    const MemberInfo* known = code.symbols.visible_member(*type, access->member, *code.around.space);
    if (known != nullptr && known->kind == MemberKind::method)
      return call_method(code, object, known->methods, access->member, source.arguments, span);
    if (known != nullptr) {
      code.error(access->member.span, fmt::format("`{}` is no method", access->member.text));
      return {};
    }
  }
  report_unknown_method(code, object, type, access->member);
  return {};
}

// ---- the call itself ------------------------------------------------------------------------------------------------

namespace {

// The version of the method for this receiver. Adds the receiver to the operands, unless it is the instance that runs.
MethodVersion version_for(FunctionCompiler& code, const Operand& receiver, MethodInfo& method,
                          std::vector<ExpressionId>& operands) {
  MethodVersion version;
  version.method = &method;
  version.type = receiver.type;
  if (receiver.is_flat()) {
    const CellAddress& at = receiver.as<Cells>()->at;
    version.space = at.space;
    version.offset = at.offset;
    version.has_base = at.base != kNone;
    if (version.has_base) operands.push_back(at.base);
    if (version.has_base) version.base_type = code[at.base].type;
  } else {
    const ExpressionId self = value_of(code, receiver);
    version.is_own = code[self].kind == ExpressionKind::own_instance;
    if (!version.is_own) operands.push_back(self);
  }
  // One version serves all types that inherit the method.
  const bool is_struct = code.types.is_struct(version.type) && version.space == ExpressionKind::null;
  if (version.type.kind == TypeKind::actor || version.type.kind == TypeKind::instance || is_struct)
    version.type = version.is_own ? version.type : code.types.type_of(*method.owner);
  return version;
}

}  // namespace

Operand invoke(FunctionCompiler& code, const Operand* receiver, MethodInfo& method,
               const std::vector<ExpressionId>& arguments, Span span) {
  std::vector<ExpressionId> operands;
  const bool has_receiver = receiver != nullptr && !receiver->is<Singleton>();
  if (!method.intrinsic.empty()) {
    if (has_receiver) operands.push_back(value_of(code, *receiver));
    operands.insert(operands.end(), arguments.begin(), arguments.end());
    return value_operand(code.intrinsic(method.intrinsic, method.result, std::move(operands), span), method.result,
                         span);
  }
  if (method.bodies.empty()) {
    code.error(span, fmt::format("`{}` has no body", method.name), {}, {{method.span, "declared here"}});
    return {};
  }
  MethodVersion version;
  version.method = &method;
  if (has_receiver) version = version_for(code, *receiver, method, operands);
  Expression call{ExpressionKind::call, method.result, span};
  call.index = code.passes.methods.function_of(version);
  operands.insert(operands.end(), arguments.begin(), arguments.end());
  call.operands = std::move(operands);
  if (method.result.kind == TypeKind::range) {
    code.error(span, fmt::format("`{}` returns {}: only single values can be returned", method.name,
                                 code.types.describe(method.result)));
    return {};
  }
  return value_operand(code.make(std::move(call)), method.result, span);
}

}  // namespace scrutineer::lang::detail
