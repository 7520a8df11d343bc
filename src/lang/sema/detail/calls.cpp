// Calls: arguments by place and name, overloads, functions of any dimension.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "lang/sema/detail/body.h"
#include "lang/sema/detail/dimensions.h"

namespace scrutineer::lang::detail {
namespace {

std::string counted(std::size_t count, std::string_view what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

}  // namespace

Operand Body::call(const syntax::CallExpression& source, Span span, const Type* /*hint*/) {
  if (const auto* named = std::get_if<syntax::NameExpression>(&source.callee->node)) {
    const syntax::Name& name = named->name;
    for (const Scope& scope : around.scopes) {
      if (scope.self.kind == Operand::Kind::settings || scope.self.kind == Operand::Kind::check) continue;
      const MemberInfo* known = c.visible_member(*scope.type, name, *around.space);
      if (known != nullptr && known->kind == MemberKind::method)
        return call_method(&scope.self, known->methods, name, source.arguments, span);
    }
    TypeInfo* const builtin = c.library_type("builtin");
    if (const MemberInfo* known = find_member(*builtin, name.text); known != nullptr) {
      const Operand everywhere = singleton(*builtin, span);
      return call_method(&everywhere, known->methods, name, source.arguments, span);
    }
    if (const GenericFunction* function = generic_function(name.text))
      return generic(*function, source.arguments, span);
    unknown_function(name);
    for (const syntax::Argument& argument : source.arguments) (void)expression(*argument.value);
    return {};
  }
  const auto* access = std::get_if<syntax::MemberExpression>(&source.callee->node);
  if (access == nullptr) {
    c.error(source.callee->span, "only methods and functions can be called");
    return {};
  }
  if (const auto* object = std::get_if<syntax::NameExpression>(&access->object->node);
      object != nullptr && object->name.text == "math" && find_local("math") == nullptr &&
      c.find_global(object->name, *around.space) == nullptr) {
    if (const GenericFunction* function = generic_function(access->member.text))
      return generic(*function, source.arguments, span);
    std::vector<std::string_view> names;
    for (const GenericFunction& function : generic_functions()) names.push_back(function.name);
    c.error(access->member.span, fmt::format("`math` has no function `{}`", access->member.text),
            c.meant(access->member.text, names));
    return {};
  }
  const Operand object = expression(*access->object);
  if (object.is_error()) {
    for (const syntax::Argument& argument : source.arguments)
      if (!std::holds_alternative<syntax::NameExpression>(argument.value->node)) (void)expression(*argument.value);
    return {};
  }
  if (object.type.kind == TypeKind::list) return list_method(object, access->member, source.arguments, span);
  if (object.type.kind == TypeKind::range) return range_method(object, access->member, source.arguments, span);
  TypeInfo* type = object.info != nullptr ? object.info : c.info_of(object.type);
  if (type == nullptr) {
    const std::string_view primitive = object.type.kind == TypeKind::text      ? "string"
                                       : object.type.kind == TypeKind::integer ? "int"
                                       : object.type == Type{TypeKind::number} ? "float"
                                       : object.type.kind == TypeKind::truth   ? "bool"
                                                                               : "";
    if (const auto known = c.primitives.find(std::string(primitive)); known != c.primitives.end()) type = known->second;
  }
  if (type != nullptr) {
    const MemberInfo* known = c.visible_member(*type, access->member, *around.space);
    if (known != nullptr && known->kind == MemberKind::method)
      return call_method(&object, known->methods, access->member, source.arguments, span);
    if (known != nullptr) {
      c.error(access->member.span, fmt::format("`{}` is no method", access->member.text));
      return {};
    }
  }
  unknown_method(object, type, access->member);
  return {};
}

void Body::unknown_function(const syntax::Name& name) {
  if (is_in_open()) return;
  std::vector<std::string_view> names;
  if (c.has_room_for_hints()) {
    for (const GenericFunction& function : generic_functions()) names.push_back(function.name);
    for (const Scope& scope : around.scopes)
      for (const TypeInfo* type = scope.type; type != nullptr; type = type->base)
        for (const auto& [member, info] : type->members)
          if (info.kind == MemberKind::method) names.push_back(member);
    for (const auto& [member, info] : c.library_type("builtin")->members) names.push_back(member);
    std::ranges::sort(names);
  }
  c.error(name.span, fmt::format("unknown function `{}`", to_string(name)), c.meant(name.text, names));
}

void Body::unknown_method(const Operand& object, const TypeInfo* type, const syntax::Name& name) {
  if (may_have_any_member(type)) return;
  std::vector<std::string_view> names;
  if (c.has_room_for_hints()) {
    for (const TypeInfo* at = type; at != nullptr; at = at->base)
      for (const auto& [member, info] : at->members)
        if (info.kind == MemberKind::method) names.push_back(member);
    std::ranges::sort(names);
  }
  const std::string what = type != nullptr && object.type.kind != TypeKind::text && !is_number(object.type)
                               ? fmt::format("`{}`", type->name)
                               : c.describe(object.type);
  c.error(name.span, fmt::format("{} has no method `{}`", what, name.text), c.meant(name.text, names));
}

// ---- arguments ------------------------------------------------------------------------------------------------------

bool Body::arrange(const std::vector<ParameterInfo>& parameters, const std::vector<syntax::Argument>& arguments,
                   Span span, std::string_view callee, std::vector<const syntax::Expression*>& arranged, bool report) {
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
        c.error(argument.name->span, fmt::format("`{}` has no parameter `{}`", callee, argument.name->text),
                c.meant(argument.name->text, names));
        return false;
      }
      place = static_cast<std::size_t>(found - parameters.begin());
    } else {
      ++next;
    }
    if (place >= parameters.size()) {
      if (report) c.error(argument.span, fmt::format("`{}` takes {}", callee, counted(parameters.size(), "argument")));
      return false;
    }
    if (arranged[place] != nullptr) {
      if (report) c.error(argument.span, fmt::format("the parameter `{}` is given twice", parameters[place].name));
      return false;
    }
    arranged[place] = argument.value;
  }
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    if (arranged[i] != nullptr || parameters[i].value != nullptr) continue;
    if (report) c.error(span, fmt::format("`{}` needs its parameter `{}`", callee, parameters[i].name));
    return false;
  }
  return true;
}

bool Body::argument_values(const std::vector<ParameterInfo>& parameters,
                           const std::vector<const syntax::Expression*>& arranged, const Space& space,
                           std::vector<ExpressionId>& values) {
  const std::size_t errors = c.error_count;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const ParameterInfo& parameter = parameters[i];
    const std::string what = fmt::format("`{}`", parameter.name);
    if (arranged[i] == nullptr) {
      // The default sees nothing of the place that calls.
      Surroundings bare;
      bare.space = &space;
      std::swap(bare, around);
      add_value(*parameter.value, parameter.type, what, values);
      std::swap(bare, around);
    } else {
      add_value(*arranged[i], parameter.type, what, values);
    }
  }
  return c.error_count == errors;
}

void Body::add_value(const syntax::Expression& source, const Type& type, std::string_view what,
                     std::vector<ExpressionId>& values) {
  if (type.kind == TypeKind::range) {
    const auto bounds = convert_range(expression(source, &type), type, what);
    values.push_back(bounds ? bounds->first : value({}));
    values.push_back(bounds ? bounds->second : value({}));
    return;
  }
  if (c.is_struct(type) && std::holds_alternative<syntax::NewExpression>(source.node)) {
    values.push_back(construct(type, source.span));
    return;
  }
  values.push_back(typed(source, type, what));
}

Operand Body::call_method(const Operand* receiver, const std::vector<MethodInfo*>& candidates, const syntax::Name& name,
                          const std::vector<syntax::Argument>& arguments, Span span) {
  std::vector<MethodInfo*> possible;
  std::vector<const syntax::Expression*> arranged;
  for (MethodInfo* candidate : candidates)
    if (candidates.size() == 1 || arrange(candidate->parameters, arguments, span, name.text, arranged, false))
      possible.push_back(candidate);
  if (possible.empty()) {
    std::string forms;
    for (const MethodInfo* candidate : candidates) {
      forms += forms.empty() ? "" : " or ";
      forms += fmt::format("{}(", name.text);
      for (std::size_t i = 0; i < candidate->parameters.size(); ++i)
        forms += fmt::format("{}{}: {}", i == 0 ? "" : ", ", candidate->parameters[i].name,
                             c.name_of(candidate->parameters[i].type));
      forms += ")";
    }
    c.error(name.span, fmt::format("no form of `{}` takes these arguments", name.text), "there is " + forms);
    return {};
  }
  MethodInfo* chosen = possible.front();
  if (possible.size() > 1) {
    // Each argument is looked at once, without knowing what is wanted.
    std::unordered_map<const syntax::Expression*, Operand> operands;
    const std::size_t errors = c.error_count;
    for (const syntax::Argument& argument : arguments) operands.emplace(argument.value, expression(*argument.value));
    if (c.error_count != errors) return {};
    for (MethodInfo* candidate : possible) {
      arrange(candidate->parameters, arguments, span, name.text, arranged, false);
      bool all_fit = true;
      for (std::size_t i = 0; i < arranged.size(); ++i)
        all_fit = all_fit && (arranged[i] == nullptr || fits(operands.at(arranged[i]), candidate->parameters[i].type));
      if (!all_fit) continue;
      std::vector<ExpressionId> values;
      for (std::size_t i = 0; i < arranged.size(); ++i) {
        const ParameterInfo& parameter = candidate->parameters[i];
        if (arranged[i] == nullptr) {
          Surroundings bare;
          bare.space = candidate->space;
          std::swap(bare, around);
          add_value(*parameter.value, parameter.type, parameter.name, values);
          std::swap(bare, around);
        } else if (parameter.type.kind == TypeKind::range) {
          const auto bounds = convert_range(operands.at(arranged[i]), parameter.type, parameter.name);
          if (!bounds) return {};
          values.push_back(bounds->first);
          values.push_back(bounds->second);
        } else {
          values.push_back(convert(operands.at(arranged[i]), parameter.type, parameter.name));
        }
      }
      return invoke(receiver, *candidate, values, span);
    }
  }
  if (!arrange(chosen->parameters, arguments, span, name.text, arranged)) return {};
  std::vector<ExpressionId> values;
  if (!argument_values(chosen->parameters, arranged, *chosen->space, values)) return {};
  return invoke(receiver, *chosen, values, span);
}

// ---- functions of any dimension -------------------------------------------------------------------------------------

Operand Body::generic(const GenericFunction& function, const std::vector<syntax::Argument>& arguments, Span span) {
  std::vector<Operand> operands;
  for (const syntax::Argument& argument : arguments) {
    if (argument.name) {
      c.error(argument.name->span, fmt::format("`{}` has no parameter `{}`", function.name, argument.name->text),
              "its arguments have no names");
      return {};
    }
    operands.push_back(expression(*argument.value));
    if (function.rule != GenericRule::truth) operands.back() = settled(operands.back());
    if (operands.back().kind == Operand::Kind::nothing) return {};
  }
  const auto wanted = static_cast<std::size_t>(function.arguments);
  const bool takes_more = function.rule == GenericRule::common && function.name != "hypot";
  if (operands.size() < wanted || (operands.size() > wanted && !takes_more)) {
    c.error(span,
            fmt::format("`{}` takes {}{}", function.name, takes_more ? "at least " : "", counted(wanted, "argument")));
    return {};
  }
  if (function.rule == GenericRule::common)
    for (Operand& operand : operands) adapt(operands.front(), operand);
  std::vector<ExpressionId> values;
  for (const Operand& operand : operands) {
    if (function.rule != GenericRule::truth && operand.type.kind != TypeKind::any && !is_number(operand.type)) {
      c.error(operand.span, fmt::format("`{}` takes numbers, found {}", function.name, c.describe(operand.type)));
      return {};
    }
    values.push_back(value(operand));
  }
  if (std::ranges::any_of(operands, [](const Operand& operand) { return operand.is_error(); }) &&
      function.rule != GenericRule::truth)
    return {};
  const Type first = operands.front().type;
  Type type{TypeKind::number};
  const auto plain = [&](const Operand& operand) {
    if (operand.type.dimension == kPlainNumber) return true;
    c.error(operand.span, fmt::format("`{}` takes plain numbers, found {}", function.name, c.describe(operand.type)));
    return false;
  };
  switch (function.rule) {
    case GenericRule::same:
      type = first;
      break;
    case GenericRule::common:
    case GenericRule::ratio_angle:
      for (const Operand& operand : operands)
        if (operand.type.dimension != first.dimension) {
          c.error(operand.span,
                  fmt::format("`{}` of {} and {}", function.name, c.describe(first), c.describe(operand.type)),
                  "all must be of one dimension");
          return {};
        }
      type = first;
      for (const Operand& operand : operands)
        if (operand.type.kind == TypeKind::number) type = operand.type;
      if (function.name == "hypot" && type.kind == TypeKind::integer) type = {TypeKind::number};
      if (function.rule == GenericRule::ratio_angle) type = {TypeKind::number, kNone, kAngle};
      break;
    case GenericRule::root: {
      Dimension half = first.dimension;
      for (const auto exponent :
           {&Dimension::length, &Dimension::time, &Dimension::angle, &Dimension::mass, &Dimension::temperature,
            &Dimension::luminous_intensity, &Dimension::current, &Dimension::amount}) {
        if (half.*exponent % 2 != 0) {
          c.error(operands.front().span, fmt::format("{} has no square root with whole exponents", c.describe(first)));
          return {};
        }
        half.*exponent = static_cast<std::int8_t>(half.*exponent / 2);
      }
      type.dimension = half;
      break;
    }
    case GenericRule::power: {
      if (!plain(operands[1])) return {};
      if (first.dimension == kPlainNumber) break;
      const auto power = folded(values[1]);
      if (!power || *power != std::floor(*power) || std::abs(*power) > 10.0) {
        c.error(operands[1].span, fmt::format("the exponent of {} is a whole constant", c.describe(first)));
        return {};
      }
      for (const auto exponent :
           {&Dimension::length, &Dimension::time, &Dimension::angle, &Dimension::mass, &Dimension::temperature,
            &Dimension::luminous_intensity, &Dimension::current, &Dimension::amount})
        type.dimension.*exponent = static_cast<std::int8_t>(first.dimension.*exponent * static_cast<int>(*power) % 128);
      break;
    }
    case GenericRule::plain:
    case GenericRule::to_angle:
    case GenericRule::whole:
      if (!plain(operands.front())) return {};
      if (function.rule == GenericRule::to_angle) type.dimension = kAngle;
      if (function.rule == GenericRule::whole) type = {TypeKind::integer};
      break;
    case GenericRule::sign:
      type = {TypeKind::integer};
      break;
    case GenericRule::from_angle:
      if (first.dimension != kAngle && !plain(operands.front())) return {};
      break;
    case GenericRule::truth:
      type = {TypeKind::truth};
      break;
  }
  const bool is_of_whole =
      std::ranges::all_of(operands, [](const Operand& operand) { return operand.type.kind == TypeKind::integer; });
  const bool knows_whole =
      function.name != "hypot" && (function.rule == GenericRule::same || function.rule == GenericRule::common ||
                                   function.rule == GenericRule::sign);
  if (function.rule != GenericRule::truth && !(is_of_whole && knows_whole))
    for (ExpressionId& value : values) value = to_number(value, span);
  ExpressionId whole = values.front();
  if (function.arguments == 1) {
    whole = intrinsic(function.intrinsic, type, {whole}, span);
  } else {
    for (std::size_t i = 1; i < values.size(); ++i)
      whole = intrinsic(function.intrinsic, type, {whole, values[i]}, span);
  }
  return value_operand(whole, type, span);
}

}  // namespace scrutineer::lang::detail
