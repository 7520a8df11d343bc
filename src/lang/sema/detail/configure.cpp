#include <fmt/format.h>

#include <algorithm>

#include "lang/sema/detail/claims.h"
#include "lang/sema/detail/configuration.h"
#include "lang/sema/detail/conversion.h"
#include "lang/sema/detail/dimensions.h"
#include "lang/sema/detail/expressions.h"
#include "lang/sema/detail/members.h"
#include "lang/sema/detail/setting_claims.h"
#include "lang/sema/detail/surroundings.h"
#include "lang/syntax/print.h"

namespace scrutineer::lang::detail {
namespace {

using syntax::KeepStrength;

bool can_hold_values(const TypeInfo& type) { return type.kind != TypeClass::behaviour || type.name == "top.main"; }

// Only values, blocks that run, and what is recorded of the run.
bool can_stand_in_part(const TypeInfo& type, const syntax::Member& member) {
  if (std::holds_alternative<syntax::Coverage>(member.node)) return type.is_singleton;
  return !std::holds_alternative<syntax::Field>(member.node) && !std::holds_alternative<syntax::Method>(member.node) &&
         !std::holds_alternative<syntax::Instance>(member.node) &&
         !std::holds_alternative<syntax::EventDeclaration>(member.node);
}

bool is_value(const syntax::Member& member) {
  return std::holds_alternative<syntax::Keep>(member.node) || std::holds_alternative<syntax::Assignment>(member.node) ||
         std::holds_alternative<syntax::RemoveDefault>(member.node);
}

// What a user adds to the type of a built-in check, which has no code of its own: rather a member than a value; null:
// nothing.
const syntax::Member* first_without_effect(const TypeInfo& check, const Part& part) {
  const auto is_new = [&](const syntax::Name& name) {
    const MemberInfo* known = find_member(check, name.text);
    return known == nullptr || known->kind != MemberKind::field || !known->field->is_library;
  };
  const syntax::Member* value = nullptr;
  for (const syntax::Member& member : *part.members) {
    if (std::holds_alternative<syntax::PassStatement>(member.node)) continue;
    if (is_value(member)) {
      if (value == nullptr) value = &member;
      continue;
    }
    const auto* field = std::get_if<syntax::Field>(&member.node);
    if (field != nullptr && field->with.empty() && std::ranges::none_of(field->names, is_new)) continue;
    // What an extension adds may be of use to other code of the user's.
    const bool is_passive = field != nullptr || std::holds_alternative<syntax::Method>(member.node) ||
                            std::holds_alternative<syntax::EventDeclaration>(member.node);
    if (part.repetition == nullptr && is_passive) continue;
    return &member;
  }
  return value;
}

// Does it begin as the built-in one does? A data type may be left out.
bool begins_as(const syntax::TypeDeclaration& repetition, const syntax::TypeDeclaration& built_in) {
  if (repetition.is_global != built_in.is_global || repetition.is_watcher != built_in.is_watcher) return false;
  if (repetition.inherits) return false;
  return !repetition.data_type || !built_in.data_type ||
         repetition.data_type->name.names.back().text == built_in.data_type->name.names.back().text;
}

// Actor types that users declare exist only in scenarios.
bool is_of_runs(const TypeInfo& type) { return type.kind != TypeClass::actor || type.is_library; }

bool is_path(const syntax::Expression& expression) {
  if (std::holds_alternative<syntax::NameExpression>(expression.node)) return true;
  const auto* access = std::get_if<syntax::MemberExpression>(&expression.node);
  return access != nullptr && is_path(*access->object);
}

// ---- values of fields -----------------------------------------------------------------------------------------------

class FieldClaims {
 public:
  FieldClaims(PassResults& passes, KeptConstants& kept) : passes_(passes), kept_(kept) {}

  void add(const Claim& claim, const Operand& target, TypeInfo& type, const Namespace& space, FunctionCompiler& probe) {
    const CellPath path = path_to(passes_.program, target.as<Cells>()->at);
    if (const auto constant = checked_constant(claim, target, probe)) {
      kept_.note(fmt::format("{}/{}", destination(path, type), fmt::join(path.cells, "/")), *constant, claim,
                 target.span);
      if (claim.is_hard()) kept_.add(*constant, claim, target.span, path, type);
    }
    FieldValue value;
    value.strength = claim.strength == KeepStrength::plain ? KeepStrength::hard : claim.strength;
    value.value = claim.value;
    value.truth = claim.truth;
    value.is_range = claim.is_range;
    value.inside.assign(path.cells.begin(), path.cells.end() - 1);
    value.offset = path.cells.back();
    value.type = target.type;
    value.space = &space;
    value.from = &type;
    value.span = claim.span;
    if (FieldValues* values = values_at(path, target.span, type, value)) values->push_back(value);
  }

  void remove_default(const Operand& target, TypeInfo& type) {
    const CellPath path = path_to(passes_.program, target.as<Cells>()->at);
    FieldValue unused;
    FieldValues* const values = values_at(path, target.span, type, unused);
    if (values == nullptr) return;
    std::erase_if(*values, [&](const FieldValue& value) {
      return std::ranges::equal(value.inside, std::span(path.cells).first(path.cells.size() - 1)) &&
             value.offset == path.cells.back() && value.strength == KeepStrength::by_default;
    });
  }

 private:
  // The value that is claimed, if it is constant; reports a value of the wrong type.
  std::optional<double> checked_constant(const Claim& claim, const Operand& target, FunctionCompiler& probe) {
    if (claim.value == nullptr) {
      if (target.type.kind != TypeKind::truth && target.type.kind != TypeKind::any)
        probe.error(claim.target->span,
                    fmt::format("expected a condition, found {}", probe.types.describe(target.type)));
      return claim.truth ? 1.0 : 0.0;
    }
    if (claim.is_range) {
      const Type range = probe.types.range_of(target.type);
      if (is_number(target.type))
        (void)bounds_of(probe, check_expression(probe, *claim.value, &range), range, "the value");
      return std::nullopt;
    }
    if (target.type.kind == TypeKind::range || target.type.kind == TypeKind::structure ||
        std::holds_alternative<syntax::NewExpression>(claim.value->node))
      return std::nullopt;
    return probe.folded(check_typed(probe, *claim.value, target.type, quoted_target(passes_, claim)));
  }

  // Whose cell it is, as a key.
  std::string destination(const CellPath& path, const TypeInfo& type) const {
    if (path.space == ExpressionKind::program_cell) return "program";
    if (path.space == ExpressionKind::instance_cell)
      return fmt::format("declaration {}", passes_.program.expressions[path.base].index);
    return type.name;
  }

  // The list of the function that will give the value; null: nothing can, which is reported.
  FieldValues* values_at(const CellPath& path, Span span, TypeInfo& type, FieldValue& value) {
    Configuration& configuration = passes_.configuration;
    if (path.space == ExpressionKind::program_cell) return &configuration.values_of_program;
    if (path.space == ExpressionKind::own_cell) return &configuration.values_of_type[&type];
    const std::vector<Expression>& expressions = passes_.program.expressions;
    if (path.space == ExpressionKind::actor_cell) {
      const Expression& base = expressions[path.base];
      if (base.kind == ExpressionKind::own_actor)
        return &configuration.values_of_type[type.kind == TypeClass::actor ? &type : type.actor];
      if (const TypeInfo* actor = passes_.types.info_of(base.type); actor != nullptr && actor->name == "sut_vehicle")
        return &configuration.values_of_type[actor];
    }
    if (path.space == ExpressionKind::instance_cell && expressions[path.base].kind == ExpressionKind::instance_of) {
      const Expression& base = expressions[path.base];
      value.only = base.operands.empty() ? nullptr : passes_.types.info_of(expressions[base.operands.front()].type);
      return &configuration.values_of_declaration[base.index];
    }
    passes_.reporter.error(span, fmt::format("`{}` cannot be set from here", passes_.sources.text(span)));
    return nullptr;
  }

  PassResults& passes_;
  KeptConstants& kept_;
};

// ---- where claims stand ---------------------------------------------------------------------------------------------

// The place at which a claim stands: in which type, with which names.
struct ClaimPlace {
  TypeInfo& type;
  const Namespace& space;
  FunctionCompiler& probe;
};

class Configurer {
 public:
  explicit Configurer(PassResults& passes)
      : passes_(passes), kept_(passes), settings_(passes, kept_), fields_(passes, kept_) {}

  void configure() {
    for (std::size_t i = 0; i < passes_.symbols.types.size(); ++i) configure(passes_.symbols.types[i]);
    for (const FieldInfo* global : passes_.symbols.globals) configure(*global);
    kept_.compare();
    settings_.finish();
    const SourceOrder order(passes_);
    Configuration& configuration = passes_.configuration;
    order.sort(configuration.values_of_program);
    for (auto& [type, values] : configuration.values_of_type) order.sort(values);
    for (auto& [declaration, values] : configuration.values_of_declaration) order.sort(values);
  }

 private:
  void configure(TypeInfo& type) {
    if (type.check != kNone) report_changes_of_check(type);
    if (!can_hold_values(type) || type.check != kNone) return;
    condition_of_inheritance(type);
    for (const Part& part : type.parts) {
      if (part.is_library) continue;
      for (const syntax::Member& member : *part.members) visit(type, *part.space, member, nullptr);
    }
    for (const NestedPart& nested : type.nested) {
      FunctionCompiler probe = new_probe(type, *nested.part.space);
      Operand inner = probe.around.levels.empty() ? Operand{} : probe.around.levels.front().self;
      for (const syntax::Name* name : nested.path)
        inner = member_of(probe, inner, *name, {name->span.file, nested.path.front()->span.begin, name->span.end});
      if (inner.is_unresolved()) continue;
      const TypeInfo* part = probe.info_of(inner);
      if (part == nullptr) {
        probe.error(nested.path.back()->span,
                    fmt::format("{} has no members to extend", passes_.types.describe(inner.type)));
        continue;
      }
      for (const syntax::Member& member : *nested.part.members) {
        if (nested.repeats_library || can_stand_in_part(type, member))
          visit(type, *nested.part.space, member, &nested);
        else
          probe.error(member.span, fmt::format("this cannot be added to a part of `{}`", type.name),
                      part->is_settings ? "extend its own type" : fmt::format("write it in `extend {}:`", part->name));
      }
    }
  }

  // A copy of what is built in is fine, and anything beyond that a checker of the user's that would never run.
  void report_changes_of_check(const TypeInfo& check) {
    const std::string no_effect = fmt::format("`{}` is built in: this has no effect", check.name);
    for (const Part& part : check.parts) {
      if (part.is_library) continue;
      warn_of_defaults(check, part);
      const syntax::Member* added = first_without_effect(check, part);
      const bool is_same = part.repetition == nullptr || begins_as(*part.repetition, *check.declaration);
      if (added != nullptr && is_value(*added) && is_same) {
        passes_.reporter.error(added->span, no_effect, "say it in an extension of the actor that has the checker");
      } else if (part.repetition == nullptr) {
        if (added != nullptr)
          passes_.reporter.error(added->span, no_effect, "put it into a `watcher modifier` of your own");
      } else if (added != nullptr || !is_same) {
        std::vector<Note> notes;
        if (added != nullptr) notes.push_back({added->span, "the built-in one does not have this"});
        passes_.reporter.error(part.repetition->name.span, no_effect, "choose another name", std::move(notes));
      }
    }
  }

  // A field of a repeated check with another default: what is built in stays as it is.
  void warn_of_defaults(const TypeInfo& check, const Part& part) {
    for (const syntax::Member& member : *part.members) {
      const auto* field = std::get_if<syntax::Field>(&member.node);
      if (field == nullptr || field->value == nullptr) continue;
      for (const syntax::Name& name : field->names) {
        const MemberInfo* known = find_member(check, name.text);
        if (known == nullptr || known->kind != MemberKind::field || !known->field->is_library) continue;
        const syntax::Expression* built_in = known->field->syntax == nullptr ? nullptr : known->field->syntax->value;
        if (built_in != nullptr && syntax::print(*built_in) == syntax::print(*field->value)) continue;
        passes_.reporter.warning(
            field->value->span,
            fmt::format("`{}` is built in: another default of `{}` has no effect", check.name, name.text),
            "set it in an extension of the actor that has the checker");
      }
    }
  }

  // `global x: t with:`
  void configure(const FieldInfo& global) {
    if (global.is_library || global.syntax->with.empty() || global.offset == kNone) return;
    FunctionCompiler probe(passes_, {.space = global.space, .is_lenient = true}, std::string(global.name), global.span);
    for (const syntax::Member& inner : global.syntax->with) {
      const auto* kept = std::get_if<syntax::Keep>(&inner.node);
      if (kept == nullptr) continue;
      probe.around.it = global_field(probe, global, global.span);
      keeps(*kept->condition, kept->strength, {passes_.symbols.types.front(), *global.space, probe});
    }
  }

  // `struct tower inherits thing(kind == tall)`: every tower is tall.
  void condition_of_inheritance(TypeInfo& type) {
    if (type.declaration == nullptr || type.base == nullptr) return;
    const auto& inherits = type.declaration->inherits;
    if (!inherits || !inherits->field || inherits->value == nullptr) return;
    const syntax::Name& field = *inherits->field;
    if (type.kind == TypeClass::actor) {
      // Which actors are of a type is the run's to say: the condition must only make sense.
      FunctionCompiler probe = new_probe(type, *type.space);
      const Operand known = resolve_name(probe, field, field.span, nullptr);
      if (!known.is_unresolved())
        (void)check_typed(probe, *inherits->value, known.type, fmt::format("`{}`", field.text));
    } else if (type.kind == TypeClass::structure) {
      syntax::Expression& target = passes_.configuration.made_expressions.emplace_back();
      target.node = syntax::NameExpression{field};
      target.span = field.span;
      FunctionCompiler probe = new_probe(type, *type.space);
      const Span span{field.span.file, field.span.begin, inherits->value->span.end};
      add({.target = &target, .value = inherits->value, .strength = KeepStrength::plain, .span = span},
          {type, *type.space, probe});
    }
  }

  // With the names that the members of the type see.
  FunctionCompiler new_probe(TypeInfo& type, const Namespace& space) {
    FunctionCompiler probe(passes_, {.space = &space, .is_lenient = true}, type.name, type.span);
    if (type.kind == TypeClass::structure && !type.is_singleton && !type.is_settings)
      probe.around.levels.push_back({&type, cells_operand({ExpressionKind::own_cell, kNone, 0, true},
                                                          passes_.types.type_of(type), type.span, nullptr)});
    else
      enter_holder(probe, type);
    return probe;
  }

  FunctionCompiler new_probe(TypeInfo& type, const Namespace& space, const NestedPart* nested) {
    FunctionCompiler probe = new_probe(type, space);
    std::vector<NameLevel>& levels = probe.around.levels;
    if (nested == nullptr) return probe;
    NameLevel inner = nested_level(probe, levels.front().self, nested->path);
    levels.insert(levels.begin(), std::move(inner));
    return probe;
  }

  // ---- members ----

  void visit(TypeInfo& type, const Namespace& space, const syntax::Member& member, const NestedPart* nested) {
    if (nested != nullptr && !can_stand_in_part(type, member)) report_addition(type, space, member, *nested);
    const auto* assignment = std::get_if<syntax::Assignment>(&member.node);
    const auto* keep = std::get_if<syntax::Keep>(&member.node);
    const auto* removed = std::get_if<syntax::RemoveDefault>(&member.node);
    if (assignment != nullptr || keep != nullptr || removed != nullptr) {
      FunctionCompiler probe = new_probe(type, space, nested);
      const ClaimPlace place{type, space, probe};
      if (assignment != nullptr)
        add({.target = assignment->target, .value = assignment->value, .is_set = true, .span = member.span}, place);
      else if (keep != nullptr)
        keeps(*keep->condition, keep->strength, place);
      else
        remove_default(*removed->parameter, place);
    } else if (const auto* field = std::get_if<syntax::Field>(&member.node)) {
      if (type.kind != TypeClass::behaviour)
        for (const syntax::Name& name : field->names)
          keeps_of_member(type, space, nested, field->with, name, MemberKind::field);
    } else if (const auto* instance = std::get_if<syntax::Instance>(&member.node)) {
      if (nested != nullptr)
        repeat_check(*instance, type, space, *nested);
      else
        keeps_of_member(type, space, nested, instance->with, instance->name, MemberKind::instance);
    }
  }

  // What the `with:` of a field or instance keeps; there it is `it`.
  void keeps_of_member(TypeInfo& type, const Namespace& space, const NestedPart* nested,
                       const std::vector<syntax::Member>& with, const syntax::Name& name, MemberKind kind) {
    const MemberInfo* known = with.empty() ? nullptr : find_member(type, name.text);
    if (known == nullptr || known->kind != kind || (kind == MemberKind::instance && known->instance->is_broken)) return;
    const Span span = kind == MemberKind::instance ? known->span : name.span;
    for (const syntax::Member& inner : with) {
      const auto* kept = std::get_if<syntax::Keep>(&inner.node);
      if (kept == nullptr) continue;
      FunctionCompiler probe = new_probe(type, space, nested);
      probe.around.it = declared_member(probe, probe.around.levels.front().self, *known, span);
      keeps(*kept->condition, kept->strength, {type, space, probe});
    }
  }

  // In a group of built-in checks that the user repeats: reports what the group does not have. Its checks are looked at
  // more closely.
  void report_addition(TypeInfo& type, const Namespace& space, const syntax::Member& member, const NestedPart& nested) {
    if (std::holds_alternative<syntax::Instance>(member.node)) return;
    FunctionCompiler probe = new_probe(type, space, &nested);
    const TypeInfo* group = probe.around.levels.front().self.info();
    const auto* field = std::get_if<syntax::Field>(&member.node);
    const auto is_known = [&](const syntax::Name& name) { return find_member(*group, name.text) != nullptr; };
    if (group == nullptr || (field != nullptr && std::ranges::all_of(field->names, is_known))) return;
    probe.error(member.span, fmt::format("`{}` is built in: this has no effect", nested.path.back()->text),
                "put it into a `global modifier` of your own");
  }

  // A built-in check that the user repeats in its group: reports arguments and members that have no effect there.
  void repeat_check(const syntax::Instance& instance, TypeInfo& type, const Namespace& space,
                    const NestedPart& nested) {
    const std::string own_modifier = "put it into a `global modifier` of your own";
    const std::string& name = instance.name.text;
    FunctionCompiler probe = new_probe(type, space, &nested);
    const Operand group = probe.around.levels.front().self;
    const MemberInfo* known = group.info() == nullptr ? nullptr : find_member(*group.info(), name);
    if (known == nullptr || known->kind != MemberKind::instance) {
      probe.error(instance.name.span, fmt::format("`{}` is built in, and has no `{}`", nested.path.back()->text, name),
                  own_modifier);
      return;
    }
    const std::string no_effect = fmt::format("`{}` is built in: this has no effect", name);
    for (const syntax::Argument& argument : instance.arguments) {
      const MemberInfo* field = argument.name ? find_member(*known->instance->type, argument.name->text) : nullptr;
      const bool is_actor =
          field != nullptr && field->kind == MemberKind::field && field->field->type.kind == TypeKind::actor;
      const bool is_handle = !argument.name && std::holds_alternative<syntax::NameExpression>(argument.value->node);
      if (is_actor || is_handle) continue;
      probe.error(argument.span, no_effect,
                  field == nullptr ? "leave it out"
                                   : fmt::format("write keep({}.{} == {})", name, argument.name->text,
                                                 passes_.sources.text(argument.value->span)));
    }
    probe.around.it = member_of(probe, group, instance.name, instance.name.span);
    for (const syntax::Member& inner : instance.with) {
      if (const auto* kept = std::get_if<syntax::Keep>(&inner.node))
        keeps(*kept->condition, kept->strength, {type, space, probe});
      else
        probe.error(inner.span, no_effect, own_modifier);
    }
  }

  // ---- claims ----

  void keeps(const syntax::Expression& condition, KeepStrength strength, const ClaimPlace& place) {
    Claim claim{.strength = strength, .span = condition.span};
    if (const auto* binary = std::get_if<syntax::BinaryExpression>(&condition.node)) {
      if (binary->op == syntax::BinaryOperator::logical_and) {
        keeps(*binary->left, strength, place);
        keeps(*binary->right, strength, place);
        return;
      }
      const bool is_equal = binary->op == syntax::BinaryOperator::equal;
      claim.is_range = binary->op == syntax::BinaryOperator::in &&
                       std::holds_alternative<syntax::RangeExpression>(binary->right->node);
      if ((is_equal || claim.is_range) && is_path(*binary->left)) {
        claim.target = binary->left;
        claim.value = binary->right;
      }
    } else if (is_path(condition)) {
      claim.target = &condition;
    } else if (const auto* unary = std::get_if<syntax::UnaryExpression>(&condition.node);
               unary != nullptr && unary->op == syntax::UnaryOperator::logical_not && is_path(*unary->operand)) {
      claim.target = unary->operand;
      claim.truth = false;
    }
    if (claim.target != nullptr) {
      add(claim, place);
      return;
    }
    // Other constraints are for a solver. They are type-checked, but have no effect here.
    const std::size_t errors = passes_.reporter.error_count();
    (void)check_condition(place.probe, condition);
    if (passes_.reporter.error_count() == errors && is_of_runs(place.type))
      passes_.reporter.warning(condition.span, "only `==` and `in` set a parameter: this has no effect");
  }

  void add(const Claim& claim, const ClaimPlace& place) {
    if (settings_.set_of_declared(claim, place.type, place.probe)) return;
    Reporter& reporter = passes_.reporter;
    const std::size_t errors = reporter.error_count();
    const Operand target = check_expression(place.probe, *claim.target);
    if (target.is_unresolved()) {
      if (reporter.error_count() == errors && is_of_runs(place.type))
        reporter.warning(claim.span, fmt::format("{} means something to scenarios only: this has no effect",
                                                 quoted_target(passes_, claim)));
    } else if (target.is<Setting>()) {
      settings_.set(claim, target, place.probe);
    } else if (target.is<SettingsGroup>()) {
      settings_.assign_config(claim, target, place.probe);
    } else if (target.is<Cells>()) {
      fields_.add(claim, target, place.type, place.space, place.probe);
    } else if (!target.is<Value>() || !settings_.set_in_config(claim, place.probe)) {
      if (!target.is<Value>() || reporter.error_count() == errors)
        reporter.error(claim.target->span, fmt::format("{} cannot be set", quoted_target(passes_, claim)));
    }
  }

  void remove_default(const syntax::Expression& parameter, const ClaimPlace& place) {
    const Operand target = check_expression(place.probe, parameter);
    if (const auto* setting = target.as<Setting>(); setting != nullptr && setting->parameter != nullptr)
      settings_.remove_default(*setting);
    else if (target.is<Cells>())
      fields_.remove_default(target, place.type);
  }

  PassResults& passes_;
  KeptConstants kept_;
  SettingClaims settings_;
  FieldClaims fields_;
};

}  // namespace

void configure(PassResults& passes) { Configurer(passes).configure(); }

std::uint32_t Configuration::config_cell(const FieldInfo& field, Program& program) {
  const auto [found, is_new] = config_cells.emplace(&field, program.cells);
  if (is_new) program.cells += field.type.kind == TypeKind::range ? 2 : 1;
  return found->second;
}

}  // namespace scrutineer::lang::detail
