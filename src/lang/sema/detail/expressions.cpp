// Literals, names, lists, ranges, conversions.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/overloaded.h"
#include "lang/library/standard_names.h"
#include "lang/sema/detail/body.h"

namespace scrutineer::lang::detail {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

}  // namespace

Operand Body::expression(const syntax::Expression& source, const Type* hint) {
  const Span span = source.span;
  return std::visit(
      Overloaded{
          [&](const syntax::BoolLiteral& literal) {
            const Type type{TypeKind::truth};
            return value_operand(constant(literal.value ? 1.0 : 0.0, type, span), type, span);
          },
          [&](const syntax::NullLiteral&) { return value_operand(null(span), {TypeKind::null}, span); },
          [&](const syntax::IntegerLiteral& literal) {
            return value_operand(whole(literal.magnitude, literal.negative, span), {TypeKind::integer}, span);
          },
          [&](const syntax::FloatLiteral& literal) {
            const Type type{TypeKind::number};
            return value_operand(constant(literal.value, type, span), type, span);
          },
          [&](const syntax::PhysicalLiteral& literal) {
            const auto unit = c.find_unit(literal.unit.text);
            if (!unit) {
              c.unknown_unit(literal.unit);
              return Operand{};
            }
            const Type type{TypeKind::number, kNone, unit->dimension};
            return value_operand(constant(unit->to_si(literal.value), type, span), type, span);
          },
          [&](const syntax::StringLiteral& literal) { return literal_text(literal, span); },
          [&](const syntax::NameExpression& named) { return name(named.name, span, hint); },
          [&](const syntax::EnumMemberExpression& named) {
            EnumInfo* type = c.find_enum(named.type, *around.space);
            if (type == nullptr && is_standard_name(named.type.text)) return Operand{};
            if (type == nullptr) {
              std::vector<std::string_view> names;
              names.reserve(c.enums.size());
              for (const EnumInfo& known : c.enums) names.push_back(known.name);
              c.error(named.type.span, fmt::format("there is no enumeration `{}`", named.type.text),
                      c.meant(named.type.text, names));
              return Operand{};
            }
            const auto place = type->places.find(named.member.text);
            if (place == type->places.end()) {
              const std::vector<std::string_view> words(type->words.begin(), type->words.end());
              c.error(named.member.span, fmt::format("`{}` is no word of `{}`", named.member.text, type->name),
                      c.meant(named.member.text, words));
              return Operand{};
            }
            return word(*type, place->second, span);
          },
          [&](const syntax::ListExpression& elements) { return list(elements, span, hint); },
          [&](const syntax::RangeExpression& bounds) { return range(bounds, span, hint); },
          [&](const syntax::MemberExpression& access) {
            return member(expression(*access.object), access.member, span);
          },
          [&](const syntax::IndexExpression& access) { return index(access, span); },
          [&](const syntax::CallExpression& called) { return call(called, span, hint); },
          [&](const syntax::CastExpression& converted) { return cast(converted, span); },
          [&](const syntax::TypeTestExpression& test) { return type_test(test, span); },
          [&](const syntax::UnaryExpression& operation) { return unary(operation, span, hint); },
          [&](const syntax::BinaryExpression& operation) { return binary(operation, span); },
          [&](const syntax::TernaryExpression& choice) { return ternary(choice, span, hint); },
          [&](const syntax::EventExpression&) {
            c.error(span, "an event is no value", "`on @event:` reacts to one");
            return Operand{};
          },
          [&](const syntax::NewExpression&) {
            c.error(span, "`new` can only be the whole value of a struct");
            return Operand{};
          },
      },
      source.node);
}

// ---- names ----------------------------------------------------------------------------------------------------------

const Body::Local* Body::find_local(std::string_view name) const {
  for (std::size_t i = locals_.size(); i-- > 0;)
    if (locals_[i].name == name) return &locals_[i];
  return nullptr;
}

Operand Body::name(const syntax::Name& name, Span span, const Type* hint) {
  const std::string& text = name.text;
  const Local* local = name.space ? nullptr : find_local(text);
  // Where a word is due, it is the word, unless a variable of that very type has the name.
  if (hint != nullptr && hint->kind == TypeKind::word && !name.space) {
    EnumInfo& words = *c.enum_of(*hint);
    if (const auto place = words.places.find(text); place != words.places.end()) {
      bool is_variable = local != nullptr && local->type == *hint;
      for (const Scope& scope : around.scopes)
        if (const MemberInfo* known = find_member(*scope.type, text);
            known != nullptr && known->kind == MemberKind::field && known->field->type == *hint)
          is_variable = true;
      if (!is_variable) return word(words, place->second, span);
    }
  }
  Operand found;
  bool is_member = false;
  const bool is_alias =
      std::ranges::any_of(around.aliases, [&](const Surroundings::Alias& alias) { return alias.name == text; });
  if (local != nullptr && !is_alias) {
    found = place_operand({ExpressionKind::local, kNone, local->index}, local->type, span, nullptr);
  } else if (const auto special = special_name(name, span)) {
    return *special;
  } else {
    for (const Scope& scope : around.scopes) {
      if (scope.self.kind == Operand::Kind::settings || scope.self.kind == Operand::Kind::check) {
        if (has_member(scope.self, text)) return member(scope.self, name, span);
        continue;
      }
      if (const MemberInfo* known = c.visible_member(*scope.type, name, *around.space)) {
        found = member_of_type(scope.self, *scope.type, *known, span);
        is_member = true;
        break;
      }
    }
  }
  if (found.kind == Operand::Kind::nothing && is_member) return found;
  if (found.kind == Operand::Kind::nothing)
    if (const FieldInfo* global = c.find_global(name, *around.space)) found = global_field(*global, span);
  const auto words = c.enums_by_word.find(text);
  if (words != c.enums_by_word.end() && !name.space) {
    if (found.kind == Operand::Kind::nothing) {
      if (words->second.size() == 1)
        found = word(*words->second.front(), words->second.front()->places.at(text), span);
      else
        found.kind = Operand::Kind::word;
      found.span = span;
    }
    found.word = &name;  // should a word be due after all
  }
  if (found.kind != Operand::Kind::nothing) return found;
  if (const auto unit = c.find_unit(text)) {
    const Type type{TypeKind::number, kNone, unit->dimension};
    return value_operand(constant(unit->to_si(1.0) - unit->to_si(0.0), type, span), type, span);
  }
  unknown_name(name, hint);
  return {};
}

// `it`, `self`, `actor`, `outer`, `data`: unless a field has that name.
std::optional<Operand> Body::special_name(const syntax::Name& name, Span span) {
  const std::string& text = name.text;
  const auto again = [&](Operand operand) {
    operand.span = span;
    return operand;
  };
  for (const Surroundings::Alias& alias : around.aliases)
    if (alias.name == text) return again(alias.operand);
  // What stands directly in an actor's extension is the actor's.
  const std::size_t self =
      around.scopes.size() > 1 && around.scopes.front().type != nullptr && around.scopes.front().type->is_anonymous ? 1
                                                                                                                    : 0;
  if (text == "it" && around.it) return again(*around.it);
  if ((text == "it" || text == "self") && !around.scopes.empty()) return again(around.scopes[self].self);
  if (text == "outer") {
    if (around.outer) return again(*around.outer);
    if (around.scopes.size() > self + 1) return again(around.scopes[self + 1].self);
    if (around.object != nullptr && around.object->is_global && around.object->actor != nullptr) {
      if (around.object->actor->is_singleton) return singleton(*around.object->actor, span);
      return value_operand(own_actor(span), c.type_of(*around.object->actor), span);
    }
    c.error(span, "nothing stands around this");
    return Operand{};
  }
  // In a method that is called from outside of its watcher or modifier: that instance.
  const Scope* const other =
      around.object == nullptr && !around.scopes.empty() && around.scopes.front().self.type.kind == TypeKind::instance
          ? &around.scopes.front()
          : nullptr;
  if (text == "actor") {
    for (const Scope& scope : around.scopes)
      if (find_member(*scope.type, text) != nullptr) return std::nullopt;
    if (around.actor != nullptr) {
      if (around.actor->is_singleton) return singleton(*around.actor, span);
      return value_operand(own_actor(span), c.type_of(*around.actor), span);
    }
    if (other != nullptr && (other->type->is_watcher || other->type->actor != nullptr)) {
      const bool is_known = other->type->actor != nullptr && !other->type->actor->is_singleton;
      const Type type = c.type_of(is_known ? *other->type->actor : *c.library_type("physical_object"));
      return value_operand(intrinsic("instance.actor", type, {value(other->self)}, span), type, span);
    }
    c.error(span, "there is no actor here: this belongs to the run as a whole");
    return Operand{};
  }
  if (text == "data" && around.object != nullptr && around.object->data != nullptr &&
      find_member(*around.object, text) == nullptr) {
    const Type type = c.type_of(*around.object);
    return data_of(value_operand(own_instance(span), type, span), *around.object, span);
  }
  if (text == "data" && other != nullptr && other->type->data != nullptr && find_member(*other->type, text) == nullptr)
    return data_of(other->self, *other->type, span);
  return std::nullopt;
}

Operand Body::singleton(TypeInfo& type, Span span) const {
  Operand operand;
  operand.kind = Operand::Kind::singleton;
  operand.type = {TypeKind::nothing};
  operand.span = span;
  operand.info = &type;
  operand.path = type.name;
  return operand;
}

Operand Body::global_field(const FieldInfo& field, Span span) {
  TypeInfo* const info = c.info_of(field.type);
  if (info != nullptr && info->is_singleton) return singleton(*info, span);
  if (info != nullptr && info->is_settings) {
    Operand operand;
    operand.kind = Operand::Kind::settings;
    operand.type = {TypeKind::nothing};
    operand.span = span;
    operand.info = info;
    operand.path = field.name;
    return operand;
  }
  if (field.offset == kNone) return value_operand(value({}), {}, span);
  return place_operand({ExpressionKind::program_cell, kNone, field.offset}, field.type, span, &field);
}

bool Body::is_in_open() const {
  return std::ranges::any_of(around.scopes, [](const Scope& scope) { return may_have_any_member(scope.type); });
}

void Body::unknown_name(const syntax::Name& name, const Type* hint) {
  if (hint != nullptr && hint->kind == TypeKind::word) {
    const EnumInfo& type = *c.enum_of(*hint);
    const std::vector<std::string_view> words(type.words.begin(), type.words.end());
    std::string meant = c.meant(name.text, words);
    constexpr std::size_t kFew = 6;
    if (meant.empty() && words.size() <= kFew) meant = fmt::format("its words are {}", fmt::join(words, ", "));
    if (meant.empty() && type.is_library && type.name == "issue_kind")
      meant = fmt::format("declare it: extend issue_kind: [{}]", name.text);
    c.error(name.span, fmt::format("`{}` is no word of `{}`", name.text, type.name), meant);
    return;
  }
  if (generic_function(name.text) != nullptr) {
    c.error(name.span, fmt::format("`{}` is a function", name.text), fmt::format("call it: {}(...)", name.text));
    return;
  }
  if (is_in_open()) return;
  const auto is_of = [&](const Scope& scope) { return has_standard_member(scope.type, name.text); };
  if (around.is_lenient && std::ranges::any_of(around.scopes, is_of)) return;
  std::vector<std::string_view> candidates;
  if (c.has_room_for_hints()) {
    candidates = {"actor", "it", "self"};
    for (const Local& local : locals_) candidates.push_back(local.name);
    for (const Scope& scope : around.scopes)
      for (const TypeInfo* type = scope.type; type != nullptr; type = type->base)
        for (const auto& [member, info] : type->members) candidates.push_back(member);
    for (const FieldInfo* global : c.globals) candidates.push_back(global->name);
    for (const auto& [word, types] : c.enums_by_word) candidates.push_back(word);
    std::ranges::sort(candidates);
  }
  std::string known = c.meant(name.text, candidates);
  for (const Scope& scope : around.scopes)
    if (const std::string elsewhere = c.in_other_space(*scope.type, name); !elsewhere.empty()) known = elsewhere;
  if (known.empty() && c.find_type(name, *around.space) != nullptr) known = "it is a type, and no value";
  if (around.object != nullptr && is_interval_event(name.text))
    known = fmt::format("`on @{}:` reacts to it", name.text);
  c.error(name.span, fmt::format("unknown name `{}`", to_string(name)), known);
}

// ---- texts ----------------------------------------------------------------------------------------------------------

Operand Body::literal_text(const syntax::StringLiteral& literal, Span span) {
  const Type type{TypeKind::text};
  const bool is_plain =
      std::ranges::all_of(literal.parts, [](const syntax::StringPart& part) { return part.expression == nullptr; });
  if (is_plain) {
    std::string text;
    for (const syntax::StringPart& part : literal.parts) text += part.text;
    return value_operand(text_constant(text, span), type, span);
  }
  Expression whole{ExpressionKind::text, type, span};
  for (const syntax::StringPart& part : literal.parts) {
    if (part.expression == nullptr) {
      if (part.text.empty()) continue;
      whole.operands.push_back(text_constant(part.text, part.span));
      whole.formats.push_back({type, {}});
      continue;
    }
    const Operand operand = expression(*part.expression);
    if (operand.kind == Operand::Kind::nothing) continue;
    if (operand.type.kind == TypeKind::nothing && operand.kind == Operand::Kind::value) {
      c.error(operand.span, "this has no result to print");
      continue;
    }
    // Already a text of one part: that part, with its unit.
    const ExpressionId text = text_of(operand);
    if (c.program.expressions[text].kind != ExpressionKind::text) continue;
    Expression inner = c.program.expressions[text];
    if (inner.operands.size() == 1) {
      const Expression& only = c.program.expressions[inner.operands.front()];
      if (only.kind == ExpressionKind::text && only.operands.size() == 1) inner = only;
    }
    for (std::size_t i = 0; i < inner.operands.size(); ++i) {
      whole.operands.push_back(inner.operands[i]);
      whole.formats.push_back(inner.formats[i]);
    }
  }
  return value_operand(make(std::move(whole)), type, span);
}

// Of two actors, or of two structs: what both inherit from.
std::optional<Type> Body::common_base(const Type& a, const Type& b) {
  if (a.kind != b.kind || (a.kind != TypeKind::actor && a.kind != TypeKind::structure)) return std::nullopt;
  TypeInfo* common = c.info_of(b);
  while (common != nullptr && !is_a(c.info_of(a), common)) common = common->base;
  if (common == nullptr) return std::nullopt;
  return c.type_of(*common);
}

// ---- lists and ranges -----------------------------------------------------------------------------------------------

Operand Body::list(const syntax::ListExpression& source, Span span, const Type* hint) {
  Type element;
  const bool knows_element = hint != nullptr && hint->kind == TypeKind::list;
  if (knows_element) element = c.element_of(*hint);
  std::vector<Operand> operands;
  for (const syntax::Expression* item : source.elements) {
    Operand operand = expression(*item, knows_element ? &element : nullptr);
    if (operand.kind == Operand::Kind::nothing) return {};
    operands.push_back(std::move(operand));
  }
  // The members of a list within it are its own.
  const auto is_list = [](const Operand& operand) { return operand.type.kind == TypeKind::list; };
  if (!knows_element) {
    for (const Operand& operand : operands) {
      const Type type = is_list(operand) ? c.element_of(operand.type) : operand.type;
      if (element.kind == TypeKind::any || c.converts(element, type)) {
        element = type;
      } else if (!c.converts(type, element)) {
        const auto common = common_base(type, element);
        if (!common) {
          c.error(operand.span,
                  fmt::format("{} does not go into a list with {}", c.describe(type), c.describe(element)));
          return {};
        }
        element = *common;
      }
    }
  }
  if (element.kind == TypeKind::list || element.kind == TypeKind::range) {
    c.error(span, fmt::format("a list of {} cannot be made here", c.name_of(element)));
    return {};
  }
  const Type type = c.list_of(element);
  ExpressionId whole = kNone;
  const auto put = [&](ExpressionId part) {
    whole = whole == kNone ? part : intrinsic("list.concat", type, {whole, part}, span);
  };
  Expression row{ExpressionKind::list, type, span};
  for (const Operand& operand : operands) {
    if (!is_list(operand)) {
      row.operands.push_back(convert(operand, element, "the list"));
      continue;
    }
    if (!row.operands.empty()) put(make(std::exchange(row, Expression{ExpressionKind::list, type, span})));
    put(convert(operand, type, "the list"));
  }
  if (!row.operands.empty() || whole == kNone) put(make(std::move(row)));
  return value_operand(whole, type, span);
}

Operand Body::range(const syntax::RangeExpression& source, Span span, const Type* hint) {
  Type element;
  if (hint != nullptr && hint->kind == TypeKind::range) element = c.element_of(*hint);
  std::optional<Compilation::UnitFactor> unit;
  if (source.unit) {
    unit = c.find_unit(source.unit->text);
    if (!unit) {
      c.unknown_unit(*source.unit);
      return {};
    }
    element = {TypeKind::number, kNone, unit->dimension};
  }
  Operand bounds[2];
  const syntax::Expression* sources[] = {source.low, source.high};
  for (int i = 0; i < 2; ++i) {
    if (sources[i] == nullptr) continue;
    bounds[i] = expression(*sources[i]);
    if (bounds[i].is_error()) return {};
    if (bounds[i].type.kind != TypeKind::number && bounds[i].type.kind != TypeKind::integer) {
      c.error(bounds[i].span, fmt::format("the bounds of a range are numbers, found {}", c.describe(bounds[i].type)));
      return {};
    }
    if (!unit) continue;
    const auto number = folded(value(bounds[i]));
    if (!number || bounds[i].type.dimension != kPlainNumber) {
      c.error(bounds[i].span, "with a unit behind the range, its bounds are plain numbers");
      return {};
    }
    bounds[i] = value_operand(constant(unit->to_si(*number), element, bounds[i].span), element, bounds[i].span);
  }
  if (sources[0] != nullptr && sources[1] != nullptr) adapt(bounds[0], bounds[1]);
  if (sources[0] != nullptr && sources[1] != nullptr && bounds[0].type.dimension != bounds[1].type.dimension) {
    c.error(span, fmt::format("a range from {} to {}", c.describe(bounds[0].type), c.describe(bounds[1].type)));
    return {};
  }
  if (!unit) {
    element = sources[0] != nullptr ? bounds[0].type : sources[1] != nullptr ? bounds[1].type : element;
    for (const Operand& bound : bounds)
      if (bound.kind != Operand::Kind::nothing && bound.type.kind == TypeKind::number) element = bound.type;
    if (element.kind == TypeKind::any) {
      c.error(span, "a range without bounds");
      return {};
    }
  }
  Operand operand;
  operand.kind = Operand::Kind::range;
  operand.type = c.range_of(element);
  operand.span = span;
  operand.value = sources[0] == nullptr ? constant(-kInfinite, element, span) : value(bounds[0]);
  operand.high = sources[1] == nullptr ? constant(kInfinite, element, span) : value(bounds[1]);
  // The bounds may stand in any order; of those that are not constant the run finds out.
  const auto low = folded(operand.value), high = folded(operand.high);
  if (low && high) {
    if (*low > *high) std::swap(operand.value, operand.high);
  }
  return operand;
}

Operand Body::index(const syntax::IndexExpression& source, Span span) {
  const Operand object = expression(*source.object);
  const ExpressionId place = typed(*source.index, {TypeKind::integer}, "the index");
  if (object.is_error()) return {};
  if (object.type.kind != TypeKind::list) {
    c.error(object.span, fmt::format("{} has no elements", c.describe(object.type)));
    return {};
  }
  const Type element = c.element_of(object.type);
  Expression expression{ExpressionKind::element, element, span};
  expression.operands = {value(object), place};
  return value_operand(make(std::move(expression)), element, span);
}

Operand Body::ternary(const syntax::TernaryExpression& source, Span span, const Type* hint) {
  const ExpressionId choice = condition(*source.condition);
  Operand if_true = expression(*source.if_true, hint);
  Operand if_false = expression(*source.if_false, hint != nullptr ? hint : &if_true.type);
  if (if_true.kind == Operand::Kind::nothing || if_false.kind == Operand::Kind::nothing) return {};
  adapt(if_true, if_false);
  Type type = if_true.type;
  if (fits(if_true, if_false.type) && if_true.type.kind != TypeKind::any && if_false.kind != Operand::Kind::word)
    type = if_false.type;
  if (!fits(if_false, type))
    if (const auto common = common_base(if_true.type, if_false.type)) type = *common;
  if (!fits(if_false, type)) {
    c.error(span, fmt::format("one of {} and {}: both must be of one type", c.describe(if_true.type),
                              c.describe(if_false.type)));
    return {};
  }
  if (type.kind == TypeKind::range) {
    c.error(span, fmt::format("{} cannot be chosen", c.describe(type)), "choose its parts");
    return {};
  }
  Expression choice_of{ExpressionKind::conditional, type, span};
  choice_of.operands = {choice, convert(if_true, type, "the choice"), convert(if_false, type, "the choice")};
  return value_operand(make(std::move(choice_of)), type, span);
}

// ---- conversions that the source asks for ---------------------------------------------------------------------------

Operand Body::cast(const syntax::CastExpression& source, Span span) {
  Operand object = expression(*source.object);
  const syntax::Path& name = source.type.name;
  const bool is_simple = source.type.containers.empty() && name.names.size() == 1;
  // A unit: the plain number of them. In a text it is printed with the unit.
  if (is_simple && c.find_type(name, *around.space) == nullptr &&
      c.find_enum(name.names.front(), *around.space) == nullptr)
    if (const auto unit = c.find_unit(name.names.front().text)) return in_unit(object, *unit, name.names.front(), span);
  const Type type = c.type_of(source.type, *around.space);
  if (object.kind == Operand::Kind::nothing || type.kind == TypeKind::any) return {};
  const Type& from = object.type;
  const auto as_type = [&](ExpressionId id) { return value_operand(id, type, span); };
  if (type.kind == TypeKind::text) return as_type(from.kind == TypeKind::text ? value(object) : text_of(object));
  if (from.kind == TypeKind::any) return value_operand(convert(object, type, "the conversion"), type, span);
  if (type.kind == TypeKind::integer) {
    if (from.kind == TypeKind::integer) return object;
    if (from.kind == TypeKind::number && from.dimension == kPlainNumber)
      return as_type(intrinsic("math.truncate", type, {value(object)}, span));
    if (from.kind == TypeKind::text) return as_type(intrinsic("string.to_int", type, {value(object)}, span));
    if (from.kind == TypeKind::word) return as_type(value_of_word(object, span));
    if (from.kind == TypeKind::truth) return as_type(choose(value(object), 1.0, 0.0, type, span));
  }
  if (type.kind == TypeKind::number && type.dimension == kPlainNumber) {
    if (from.kind == TypeKind::integer || (from.kind == TypeKind::number && from.dimension == kPlainNumber))
      return as_type(to_number(value(object), span));
    if (from.kind == TypeKind::text) return as_type(intrinsic("string.to_float", type, {value(object)}, span));
  }
  if (type.kind == TypeKind::word && from.kind == TypeKind::integer) return as_type(word_of_value(object, type, span));
  if (type.kind == TypeKind::actor && from.kind == TypeKind::actor) {
    if (c.converts(from, type)) return as_type(value(object));
    if (is_a(c.info_of(type), c.info_of(from)) || is_role(type) || is_role(from))
      return as_type(intrinsic("physical_object.as_a", type,
                               {value(object), constant(type.index, {TypeKind::integer}, span)}, span));
  }
  if (c.converts(from, type)) {
    object.type = type;
    return object;
  }
  if (c.is_struct(from) && c.is_struct(type) && is_a(c.info_of(type), c.info_of(from))) {
    const ExpressionId structure = value(object);
    Expression choice{ExpressionKind::conditional, type, span};
    choice.operands = {is_of_type(structure, type, span), structure, null(span)};
    return as_type(make(std::move(choice)));
  }
  std::string hint;
  if (from.kind == TypeKind::number && from.dimension != kPlainNumber)
    if (const Unit* unit = customary_unit(from.dimension)) hint = fmt::format("`.as({})` gives a number", unit->name);
  c.error(span, fmt::format("{} cannot become {}", c.describe(from), c.describe(type)), hint);
  return {};
}

ExpressionId Body::is_of_type(ExpressionId structure, const Type& type, Span span) {
  Expression test{ExpressionKind::struct_is, {TypeKind::truth}, span};
  test.index = type.index;
  test.operands = {structure};
  return make(std::move(test));
}

bool Body::is_role(const Type& type) const {
  const std::string& name = c.info_of(type)->name;
  return name == "sut_vehicle" || name == "npc_vehicle";
}

Operand Body::in_unit(const Operand& object, const Compilation::UnitFactor& unit, const syntax::Name& name, Span span) {
  if (object.is_error()) return {};
  const Type plain{TypeKind::number};
  if (object.type.kind != TypeKind::number || object.type.dimension != unit.dimension) {
    c.error(name.span, fmt::format("`{}` is a unit of {}, found {}", name.text, to_string(unit.dimension),
                                   c.describe(object.type)));
    return {};
  }
  // (si - offset) / factor
  const double offset = unit.to_si(0.0), factor = unit.to_si(1.0) - offset;
  const ExpressionId si = value(object);
  const ExpressionId shifted =
      offset == 0.0 ? si : operate(BinaryOperator::subtract, plain, si, constant(offset, object.type, span), span);
  const bool is_si = factor == 1.0 && offset == 0.0;
  Operand number = value_operand(
      is_si ? si : operate(BinaryOperator::divide, plain, shifted, constant(factor, object.type, span), span), plain,
      span);
  number.unit = name.text;
  number.in_si = si;
  return number;
}

ExpressionId Body::choose(ExpressionId truth, double if_true, double if_false, const Type& type, Span span) {
  Expression expression{ExpressionKind::conditional, type, span};
  expression.operands = {truth, constant(if_true, type, span), constant(if_false, type, span)};
  return make(std::move(expression));
}

// Cells hold a word's place; its value may be another.
ExpressionId Body::value_of_word(const Operand& object, Span span) {
  const Type integer{TypeKind::integer};
  const EnumInfo& type = *c.enum_of(object.type);
  const ExpressionId place = value(object);
  bool is_same = true;
  for (std::size_t i = 0; i < type.values.size(); ++i) is_same = is_same && type.values[i] == i;
  if (is_same) {
    Expression same = c.program.expressions[place];
    same.type = integer;
    return make(std::move(same));
  }
  Expression at{ExpressionKind::element, integer, span};
  at.operands = {values_of(type, span), place};
  return make(std::move(at));
}

// The values of an enumeration's words, as a list.
ExpressionId Body::values_of(const EnumInfo& type, Span span) {
  Expression values{ExpressionKind::list, c.list_of({TypeKind::integer}), span};
  for (const std::uint64_t value : type.values) values.operands.push_back(whole(value, false, span));
  return make(std::move(values));
}

ExpressionId Body::word_of_value(const Operand& object, const Type& type, Span span) {
  const EnumInfo& words = *c.enum_of(type);
  const ExpressionId number = value(object);
  if (const auto known = folded(number)) {
    for (std::size_t i = 0; i < words.values.size(); ++i)
      if (static_cast<double>(words.values[i]) == *known && is_plain(*known))
        return constant(static_cast<double>(i), type, span);
    c.error(span, fmt::format("no word of `{}` has the value {}", words.name, *known));
    return number;
  }
  return intrinsic("list.find", type, {values_of(words, span), number}, span);
}

Operand Body::type_test(const syntax::TypeTestExpression& source, Span span) {
  const Operand object = expression(*source.object);
  const Type type = c.type_of(source.type, *around.space);
  if (object.is_error() || type.kind == TypeKind::any) return {};
  const Type truth{TypeKind::truth};
  if (object.type.kind == TypeKind::actor && type.kind == TypeKind::actor)
    return value_operand(intrinsic("physical_object.is_a", truth,
                                   {value(object), constant(type.index, {TypeKind::integer}, span)}, span),
                         truth, span);
  // The data of a watcher is of the type that is declared.
  if (c.is_struct(object.type) && c.is_struct(type) && !(object.kind == Operand::Kind::place && object.place.is_flat))
    return value_operand(is_of_type(value(object), type, span), truth, span);
  return value_operand(constant(c.converts(object.type, type) ? 1.0 : 0.0, truth, span), truth, span);
}

}  // namespace scrutineer::lang::detail
