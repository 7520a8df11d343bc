// Names in expressions.
#include <fmt/format.h>

#include <algorithm>

#include "lang/sema/detail/behaviour_names.h"
#include "lang/sema/detail/conversion.h"
#include "lang/sema/detail/events.h"
#include "lang/sema/detail/expressions.h"
#include "lang/sema/detail/members.h"
#include "lang/sema/intrinsics.h"

namespace scrutineer::lang::detail {
namespace {

// The operand, at another place of the sources.
Operand standing_at(Operand operand, Span span) {
  operand.span = span;
  return operand;
}

Operand actor_operand(FunctionCompiler& code, TypeInfo& actor, Span span) {
  if (actor.is_singleton) return singleton(actor, span);
  return value_operand(code.own_actor(span), code.types.type_of(actor), span);
}

Operand outer_operand(FunctionCompiler& code, std::size_t self, Span span) {
  const Surroundings& around = code.around;
  if (around.outer) return standing_at(*around.outer, span);
  if (around.levels.size() > self + 1) return standing_at(around.levels[self + 1].self, span);
  if (around.object != nullptr && around.object->is_global && around.object->actor != nullptr)
    return actor_operand(code, *around.object->actor, span);
  code.error(span, "nothing stands around this");
  return {};
}

// In a method that is called from outside of its watcher or modifier: that instance; else null.
const NameLevel* other_instance(const Surroundings& around) {
  const bool is_other =
      around.object == nullptr && !around.levels.empty() && around.levels.front().self.type.kind == TypeKind::instance;
  return is_other ? &around.levels.front() : nullptr;
}

// Nothing: a field has that name.
std::optional<Operand> own_actor_operand(FunctionCompiler& code, Span span) {
  for (const NameLevel& level : code.around.levels)
    if (find_member(*level.type, "actor") != nullptr) return std::nullopt;
  if (code.around.actor != nullptr) return actor_operand(code, *code.around.actor, span);
  const NameLevel* const other = other_instance(code.around);
  if (other != nullptr && (other->type->is_watcher || other->type->actor != nullptr)) {
    const bool is_known = other->type->actor != nullptr && !other->type->actor->is_singleton;
    const Type type =
        code.types.type_of(is_known ? *other->type->actor : *code.symbols.library_type("physical_object"));
    return value_operand(code.intrinsic("instance.actor", type, {value_of(code, other->self)}, span), type, span);
  }
  code.error(span, "there is no actor here: this belongs to the run as a whole");
  return Operand{};
}

// `it`, `self`, `actor`, `outer`, `data`: unless a field has that name.
std::optional<Operand> special_name(FunctionCompiler& code, std::string_view text, Span span) {
  const Surroundings& around = code.around;
  for (const Surroundings::Alias& alias : around.aliases)
    if (alias.name == text) return standing_at(alias.operand, span);
  // What stands directly in an actor's extension is the actor's.
  const bool is_in_actor =
      around.levels.size() > 1 && around.levels.front().type != nullptr && around.levels.front().type->is_anonymous;
  const std::size_t self = is_in_actor ? 1 : 0;
  if (text == "it" && around.it) return standing_at(*around.it, span);
  if ((text == "it" || text == "self") && !around.levels.empty()) return standing_at(around.levels[self].self, span);
  if (text == "outer") return outer_operand(code, self, span);
  if (text == "actor") return own_actor_operand(code, span);
  if (text != "data") return std::nullopt;
  TypeInfo* const object = around.object;
  if (object != nullptr && object->data != nullptr && find_member(*object, text) == nullptr)
    return data_of(code, value_operand(code.own_instance(span), code.types.type_of(*object), span), *object, span);
  const NameLevel* const other = other_instance(around);
  if (other != nullptr && other->type->data != nullptr && find_member(*other->type, text) == nullptr)
    return data_of(code, other->self, *other->type, span);
  return std::nullopt;
}

// If the place wants a word of an enumeration, the name is that word, unless a variable of that type has the same name.
std::optional<Operand> wanted_word(FunctionCompiler& code, const syntax::Name& name, Span span, const Type* hint) {
  if (hint == nullptr || hint->kind != TypeKind::word || name.space) return std::nullopt;
  EnumInfo& words = *code.types.enum_of(*hint);
  const auto place = words.places.find(name.text);
  if (place == words.places.end()) return std::nullopt;
  if (const auto* local = code.find_local(name.text); local != nullptr && local->type == *hint) return std::nullopt;
  for (const NameLevel& level : code.around.levels)
    if (const MemberInfo* known = find_member(*level.type, name.text);
        known != nullptr && known->kind == MemberKind::field && known->field->type == *hint)
      return std::nullopt;
  return word_operand(code, words, place->second, span);
}

// A member of what is around the code, the innermost first. One of settings is never taken for a word.
struct MemberAround {
  Operand operand;
  bool may_be_word = true;
};
std::optional<MemberAround> member_around(FunctionCompiler& code, const syntax::Name& name, Span span) {
  for (const NameLevel& level : code.around.levels) {
    if (level.self.is<SettingsGroup>() || level.self.is<CheckInstance>()) {
      const TypeInfo* const info = level.self.info();
      if (info != nullptr && find_member(*info, name.text) != nullptr)
        return MemberAround{member_of(code, level.self, name, span), false};
    } else if (const MemberInfo* known = code.symbols.visible_member(*level.type, name, *code.around.space)) {
      return MemberAround{declared_member(code, level.self, *known, span)};
    }
  }
  return std::nullopt;
}

// As other languages spell them.
std::string_view hint_for_foreign_word(std::string_view word) {
  if (word == "None" || word == "NULL" || word == "nullptr" || word == "nil") return "did you mean `null`?";
  if (word == "True" || word == "TRUE") return "did you mean `true`?";
  if (word == "False" || word == "FALSE") return "did you mean `false`?";
  return "";
}

std::string hint_for_name(FunctionCompiler& code, const syntax::Name& name) {
  if (const std::string_view hint = hint_for_foreign_word(name.text); !hint.empty()) return std::string(hint);
  std::vector<std::string_view> candidates;
  if (code.reporter.has_room_for_hints()) {
    candidates = {"actor", "it", "self"};
    for (const FunctionBuilder::Local& local : code.locals()) candidates.push_back(local.name);
    for (const NameLevel& level : code.around.levels)
      for (const TypeInfo* type = level.type; type != nullptr; type = type->base)
        for (const auto& [member, info] : type->members) candidates.push_back(member);
    for (const FieldInfo* global : code.symbols.globals) candidates.push_back(global->name);
    for (const auto& [word, types] : code.symbols.enums_by_word) candidates.push_back(word);
    std::ranges::sort(candidates);
  }
  std::string hint = code.reporter.suggestion(name.text, candidates);
  for (const NameLevel& level : code.around.levels)
    if (const std::string elsewhere = code.symbols.in_other_namespace(*level.type, name); !elsewhere.empty())
      hint = elsewhere;
  if (hint.empty() && code.symbols.find_type(name, *code.around.space) != nullptr) hint = "it is a type, and no value";
  if (code.around.object != nullptr && is_interval_event(name.text))
    hint = fmt::format("`on @{}:` reacts to it", name.text);
  return hint;
}

void report_unknown_word(FunctionCompiler& code, const syntax::Name& name, const EnumInfo& type) {
  const std::vector<std::string_view> words(type.words.begin(), type.words.end());
  std::string hint = code.reporter.suggestion(name.text, words);
  constexpr std::size_t kFew = 6;
  if (hint.empty() && words.size() <= kFew) hint = fmt::format("its words are {}", fmt::join(words, ", "));
  if (hint.empty() && type.is_library && type.name == "issue_kind")
    hint = fmt::format("declare it: extend issue_kind: [{}]", name.text);
  code.error(name.span, fmt::format("`{}` is no word of `{}`", name.text, type.name), hint);
}

void report_unknown_name(FunctionCompiler& code, const syntax::Name& name, const Type* hint) {
  if (hint != nullptr && hint->kind == TypeKind::word) {
    report_unknown_word(code, name, *code.types.enum_of(*hint));
    return;
  }
  if (generic_function(name.text) != nullptr) {
    code.error(name.span, fmt::format("`{}` is a function", name.text), fmt::format("call it: {}(...)", name.text));
    return;
  }
  if (is_in_open_type(code)) return;
  const auto is_of = [&](const NameLevel& level) { return has_standard_member(level.type, name.text); };
  if (code.around.is_lenient && std::ranges::any_of(code.around.levels, is_of)) return;
  const std::string known = hint_for_name(code, name);
  code.error(name.span, fmt::format("unknown name `{}`", to_string(name)), known);
}

}  // namespace

Operand resolve_name(FunctionCompiler& code, const syntax::Name& name, Span span, const Type* hint) {
  if (!code.makes_code()) return name_in_behaviour(code, name, hint);
  if (const auto word = wanted_word(code, name, span, hint)) return *word;
  const std::string& text = name.text;
  const auto* const local = name.space ? nullptr : code.find_local(text);
  const bool is_alias =
      std::ranges::any_of(code.around.aliases, [&](const Surroundings::Alias& alias) { return alias.name == text; });
  Operand found;
  if (local != nullptr && !is_alias) {
    found = cells_operand({ExpressionKind::local, kNone, local->index}, local->type, span, nullptr);
  } else if (const auto special = special_name(code, text, span)) {
    return *special;
  } else if (auto member = member_around(code, name, span)) {
    if (member->operand.is_unresolved() || !member->may_be_word) return member->operand;
    found = std::move(member->operand);
  }
  if (found.is_unresolved())
    if (const FieldInfo* global = code.symbols.find_global(name, *code.around.space))
      found = global_field(code, *global, span);
  const auto words = code.symbols.enums_by_word.find(text);
  if (words != code.symbols.enums_by_word.end() && !name.space) {
    EnumInfo& first = *words->second.front();
    if (found.is_unresolved() && words->second.size() == 1)
      found = word_operand(code, first, first.places.at(text), span);
    else if (found.is_unresolved())
      found = {.span = span, .what = AmbiguousWord{}};
    found.word = &name;
  }
  if (!found.is_unresolved()) return found;
  if (const Unit* const unit = code.passes.units.find(text)) {
    const Type type{TypeKind::number, kNone, unit->dimension};
    return value_operand(code.constant(unit->to_si(1.0) - unit->to_si(0.0), type, span), type, span);
  }
  report_unknown_name(code, name, hint);
  return {};
}

Operand global_field(FunctionCompiler& code, const FieldInfo& field, Span span) {
  TypeInfo* const info = code.types.info_of(field.type);
  if (info != nullptr && info->is_singleton) return singleton(*info, span);
  if (info != nullptr && info->is_settings)
    return operand_without_type(SettingsGroup{.info = info, .path = std::string(field.name)}, span);
  if (field.offset == kNone) return value_operand(value_of(code, {}), {}, span);
  return cells_operand({ExpressionKind::program_cell, kNone, field.offset}, field.type, span, &field);
}

bool is_in_open_type(const FunctionCompiler& code) {
  return std::ranges::any_of(code.around.levels,
                             [](const NameLevel& level) { return may_have_any_member(level.type); });
}

}  // namespace scrutineer::lang::detail
