// Expressions and calls: their names, and their types as far as they are known.
#include <fmt/format.h>

#include <algorithm>

#include "base/overloaded.h"
#include "lang/library/standard_names.h"
#include "lang/sema/detail/dimensions.h"
#include "lang/sema/detail/names.h"
#include "lang/sema/intrinsics.h"

namespace scrutineer::lang::detail {
namespace {

using Kind = Meaning::Kind;
using Operator = syntax::BinaryOperator;

Meaning value_of(TypeKind kind) { return {.kind = Kind::value, .type = {kind}}; }

}  // namespace

Meaning Names::expression(const syntax::Expression& source, const Type* hint) {
  return std::visit(
      Overloaded{
          [&](const syntax::BoolLiteral&) { return value_of(TypeKind::truth); },
          [&](const syntax::NullLiteral&) { return value_of(TypeKind::null); },
          [&](const syntax::IntegerLiteral&) { return value_of(TypeKind::integer); },
          [&](const syntax::FloatLiteral&) { return value_of(TypeKind::number); },
          [&](const syntax::PhysicalLiteral& literal) {
            const auto unit = c_.find_unit(literal.unit.text);
            if (unit) return Meaning{.kind = Kind::value, .type = {TypeKind::number, kNone, unit->dimension}};
            c_.unknown_unit(literal.unit);
            return Meaning{};
          },
          [&](const syntax::StringLiteral& literal) {
            for (const syntax::StringPart& part : literal.parts)
              if (part.expression != nullptr) (void)expression(*part.expression);
            return value_of(TypeKind::text);
          },
          [&](const syntax::NameExpression& named) { return name(named.name, hint); },
          [&](const syntax::EnumMemberExpression& named) {
            EnumInfo* const type = c_.find_enum(named.type, *sight.space);
            if (type == nullptr) {
              if (is_standard_name(named.type.text)) return Meaning{};
              std::vector<std::string_view> names;
              names.reserve(c_.enums.size());
              for (const EnumInfo& known : c_.enums) names.push_back(known.name);
              c_.error(named.type.span, fmt::format("there is no enumeration `{}`", named.type.text),
                       c_.meant(named.type.text, names));
              return Meaning{};
            }
            if (type->places.contains(named.member.text)) return meaning_of(c_.type_of(*type));
            const std::vector<std::string_view> words(type->words.begin(), type->words.end());
            if (!type->is_library || !is_standard_word(named.member.text))
              c_.error(named.member.span, fmt::format("`{}` is no word of `{}`", named.member.text, type->name),
                       c_.meant(named.member.text, words));
            return Meaning{};
          },
          [&](const syntax::ListExpression& elements) { return list(elements, hint); },
          [&](const syntax::RangeExpression& bounds) { return range(bounds, hint); },
          [&](const syntax::MemberExpression& access) { return member(expression(*access.object), access.member); },
          [&](const syntax::IndexExpression& access) {
            const Meaning object = expression(*access.object);
            typed(*access.index, {TypeKind::integer}, "the index");
            return object.type.kind == TypeKind::list ? meaning_of(c_.element_of(object.type)) : Meaning{};
          },
          [&](const syntax::CallExpression& called) { return call(called); },
          [&](const syntax::CastExpression& converted) { return cast(converted); },
          [&](const syntax::TypeTestExpression& test) {
            (void)expression(*test.object);
            if (c_.find_type(test.type.name, *sight.space) == nullptr) (void)c_.type_of(test.type, *sight.space);
            return value_of(TypeKind::truth);
          },
          [&](const syntax::UnaryExpression& operation) {
            if (operation.op == syntax::UnaryOperator::logical_not) {
              typed(*operation.operand, {TypeKind::truth}, "`not`");
              return value_of(TypeKind::truth);
            }
            return expression(*operation.operand, hint);
          },
          [&](const syntax::BinaryExpression& operation) { return binary(operation); },
          [&](const syntax::TernaryExpression& choice) {
            condition(*choice.condition);
            const Meaning if_true = expression(*choice.if_true, hint), if_false = expression(*choice.if_false, hint);
            return if_true.type == if_false.type ? if_true : Meaning{};
          },
          [&](const syntax::EventExpression& named) { return event(*named.event); },
          [&](const syntax::NewExpression&) { return Meaning{}; },
      },
      source.node);
}

Meaning Names::list(const syntax::ListExpression& source, const Type* hint) {
  std::optional<Type> element;
  if (hint != nullptr && hint->kind == TypeKind::list) element = c_.element_of(*hint);
  Meaning first;
  for (const syntax::Expression* part : source.elements) {
    const Meaning meaning = expression(*part, element ? &*element : nullptr);
    if (part == source.elements.front()) first = meaning;
    if (meaning.is_open() || meaning.type != first.type) first = {};
  }
  return first.kind != Kind::value || first.type.kind == TypeKind::any ? Meaning{} : meaning_of(c_.list_of(first.type));
}

Meaning Names::range(const syntax::RangeExpression& source, const Type* hint) {
  std::optional<Type> element;
  if (hint != nullptr) element = hint->kind == TypeKind::range ? c_.element_of(*hint) : *hint;
  Meaning of;
  for (const syntax::Expression* bound : {source.low, source.high}) {
    if (bound == nullptr) continue;
    const Meaning meaning = expression(*bound, element ? &*element : nullptr);
    if (is_number(meaning.type)) of = meaning;
  }
  if (source.unit) {
    const auto unit = c_.find_unit(source.unit->text);
    if (!unit) {
      c_.unknown_unit(*source.unit);
      return {};
    }
    of = {.kind = Kind::value, .type = {TypeKind::number, kNone, unit->dimension}};
  }
  return of.is_open() ? of : meaning_of(c_.range_of(of.type));
}

Meaning Names::cast(const syntax::CastExpression& source) {
  (void)expression(*source.object);
  const syntax::Path& name = source.type.name;
  if (source.type.containers.empty()) {
    if (TypeInfo* type = c_.find_type(name, *sight.space)) return meaning_of(*type);
    if (name.names.size() == 1 && c_.find_unit(name.names.front().text)) return value_of(TypeKind::number);
  }
  return meaning_of(c_.type_of(source.type, *sight.space));
}

bool Names::can_compare(const Type& a, const Type& b) const {
  const Type of_a = a.kind == TypeKind::range ? c_.element_of(a) : a;
  const Type of_b = b.kind == TypeKind::range ? c_.element_of(b) : b;
  if (is_number(of_a) && is_number(of_b)) return of_a.dimension == of_b.dimension;
  return c_.converts(of_a, of_b) || c_.converts(of_b, of_a);
}

Meaning Names::binary(const syntax::BinaryExpression& source) {
  const auto wrong = [&](std::string_view verb, const Meaning& a, const Meaning& b) {
    c_.error(source.op_span, fmt::format("cannot {} {} and {}", verb, c_.describe(a.type), c_.describe(b.type)));
    return Meaning{};
  };
  switch (source.op) {
    case Operator::implies:
    case Operator::logical_or:
    case Operator::logical_and: {
      const std::string what = fmt::format("`{}`", info(source.op).spelling);
      typed(*source.left, {TypeKind::truth}, what);
      typed(*source.right, {TypeKind::truth}, what);
      return value_of(TypeKind::truth);
    }
    case Operator::equal:
    case Operator::not_equal:
    case Operator::less:
    case Operator::less_or_equal:
    case Operator::greater:
    case Operator::greater_or_equal: {
      const Meaning left = expression(*source.left);
      const Meaning right = expression(*source.right, &left.type);
      const bool is_known = left.type.kind != TypeKind::any && right.type.kind != TypeKind::any;
      if (is_known && !can_compare(left.type, right.type)) return wrong("compare", left, right);
      return value_of(TypeKind::truth);
    }
    case Operator::in: {
      const Meaning left = expression(*source.left);
      const Meaning right = expression(*source.right, &left.type);
      const bool has_elements = right.type.kind == TypeKind::range || right.type.kind == TypeKind::list;
      if (left.type.kind != TypeKind::any && has_elements && left.type.kind != TypeKind::list &&
          !can_compare(left.type, c_.element_of(right.type)))
        return wrong("compare", left, meaning_of(c_.element_of(right.type)));
      return value_of(TypeKind::truth);
    }
    case Operator::add:
    case Operator::subtract:
    case Operator::multiply:
    case Operator::divide:
    case Operator::remainder:
      break;
  }
  const Meaning left = expression(*source.left), right = expression(*source.right);
  if (!is_number(left.type) || !is_number(right.type)) return {};
  Type type = left.type.kind == TypeKind::integer ? right.type : left.type;
  if (source.op == Operator::multiply || source.op == Operator::divide) {
    const int sign = source.op == Operator::multiply ? 1 : -1;
    const auto dimension = combined(left.type.dimension, right.type.dimension, sign);
    if (!dimension) return {};
    type.dimension = *dimension;
  } else if (left.type.dimension != right.type.dimension) {
    return wrong(source.op == Operator::add        ? "add"
                 : source.op == Operator::subtract ? "subtract"
                                                   : "take the remainder of",
                 left, right);
  }
  return {.kind = Kind::value, .type = type};
}

bool Names::fits(const Meaning& meaning, const Type& type) const {
  if (meaning.kind != Kind::value || meaning.type.kind == TypeKind::any || type.kind == TypeKind::any) return true;
  const auto element = [&](const Type& of) { return of.kind == TypeKind::range ? c_.element_of(of) : of; };
  return c_.converts(meaning.type, type) || c_.converts(element(meaning.type), element(type));
}

void Names::typed(const syntax::Expression& source, const Type& type, std::string_view what) {
  const Meaning meaning = expression(source, &type);
  if (!fits(meaning, type))
    c_.error(source.span,
             fmt::format("expected {} for {}, found {}", c_.describe(type), what, c_.describe(meaning.type)));
}

void Names::condition(const syntax::Expression& source) { typed(source, {TypeKind::truth}, "the condition"); }

// ---- calls ----------------------------------------------------------------------------------------------------------

void Names::values(const std::vector<syntax::Argument>& arguments) {
  for (const syntax::Argument& argument : arguments) (void)expression(*argument.value);
}

Meaning Names::call(const syntax::CallExpression& source) {
  if (const auto* plain = std::get_if<syntax::NameExpression>(&source.callee->node)) {
    const syntax::Name& name = plain->name;
    std::vector<std::string_view> names;
    bool is_open = is_open_here();
    std::vector<TypeInfo*> types = {sight.type};
    if (sight.actor && sight.actor->info != nullptr) types.push_back(sight.actor->info);
    types.push_back(c_.library_type("builtin"));
    for (TypeInfo* type : types) {
      const MemberInfo* known = find_member(*type, name.text);
      if (known != nullptr && known->kind == MemberKind::method)
        return call_method(known->methods, name, source.arguments);
      is_open = is_open || has_standard_member(type, name.text);
      add_members(*type, names);
    }
    values(source.arguments);
    if (is_open || name.text == "sample" || generic_function(name.text) != nullptr) return {};
    for (const GenericFunction& function : generic_functions()) names.push_back(function.name);
    std::ranges::sort(names);
    c_.error(name.span, fmt::format("unknown function `{}`", to_string(name)), c_.meant(name.text, names));
    return {};
  }
  const auto* access = std::get_if<syntax::MemberExpression>(&source.callee->node);
  if (access == nullptr) {
    c_.error(source.callee->span, "only methods and functions can be called");
    return {};
  }
  const Meaning object = expression(*access->object);
  const bool has_methods = object.kind == Kind::value && object.info != nullptr;
  const MemberInfo* known = has_methods ? find_member(*object.info, access->member.text) : nullptr;
  if (known != nullptr && known->kind == MemberKind::method)
    return call_method(known->methods, access->member, source.arguments);
  // Of what a list holds, `it` is one.
  const Meaning it = sight.it;
  if (object.type.kind == TypeKind::list) sight.it = meaning_of(c_.element_of(object.type));
  if (object.is_open()) sight.it = {};
  values(source.arguments);
  sight.it = it;
  if (!has_methods || object.info->is_settings || object.info->kind == TypeClass::object ||
      may_have_any_member(object.info) || has_standard_member(object.info, access->member.text))
    return {};
  std::vector<std::string_view> names;
  add_members(*object.info, names);
  std::ranges::sort(names);
  c_.error(access->member.span, fmt::format("`{}` has no method `{}`", object.info->name, access->member.text),
           c_.meant(access->member.text, names));
  return {};
}

Meaning Names::call_method(const std::vector<MethodInfo*>& candidates, const syntax::Name& name,
                           const std::vector<syntax::Argument>& arguments) {
  if (candidates.size() == 1) {
    this->arguments(name.text, candidates.front()->parameters, false, arguments);
  } else {
    values(arguments);
  }
  return meaning_of(candidates.front()->result);
}

void Names::arguments(std::string_view callee, const std::vector<ParameterInfo>& parameters, bool takes_others,
                      const std::vector<syntax::Argument>& arguments) {
  std::vector<bool> is_given(parameters.size());
  std::size_t next = 0;
  for (const syntax::Argument& argument : arguments) {
    std::size_t place = next;
    if (argument.name) {
      const auto found = std::ranges::find(parameters, std::string_view(argument.name->text), &ParameterInfo::name);
      place = static_cast<std::size_t>(found - parameters.begin());
    } else {
      ++next;
    }
    if (place >= parameters.size()) {
      (void)expression(*argument.value);
      if (takes_others) continue;
      std::vector<std::string_view> names;
      names.reserve(parameters.size());
      for (const ParameterInfo& parameter : parameters) names.push_back(parameter.name);
      if (argument.name)
        c_.error(argument.name->span, fmt::format("`{}` has no parameter `{}`", callee, argument.name->text),
                 c_.meant(argument.name->text, names));
      else
        c_.error(argument.span,
                 fmt::format("`{}` takes {} argument{}", callee, parameters.size(), parameters.size() == 1 ? "" : "s"));
      continue;
    }
    if (is_given[place])
      c_.error(argument.span, fmt::format("the parameter `{}` is given twice", parameters[place].name));
    is_given[place] = true;
    typed(*argument.value, parameters[place].type, fmt::format("`{}`", parameters[place].name));
  }
}

}  // namespace scrutineer::lang::detail
