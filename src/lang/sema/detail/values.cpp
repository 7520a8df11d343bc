// What `set` and `keep` say: settings of built-in checks at once, values of fields for the functions that make new
// instances.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include "base/text.h"
#include "lang/sema/detail/surroundings.h"
#include "watch/parameter_text.h"

namespace scrutineer::lang::detail {
namespace {

using syntax::KeepStrength;

class Configurer {
 public:
  explicit Configurer(Compilation& compilation) : c_(compilation) {}

  void configure() {
    for (std::size_t i = 0; i < c_.types.size(); ++i) configure(c_.types[i]);
    for (FieldInfo* global : c_.globals) configure(*global);
    compare_claims();
    finish();
  }

 private:
  // One `set`, or one `keep(path == value)`.
  struct Claim {
    const syntax::Expression* target = nullptr;
    const syntax::Expression* value = nullptr;  // null: a truth ...
    bool truth = true;                          // ... this one
    bool is_range = false;
    KeepStrength strength = KeepStrength::by_default;
    bool is_set = false;
    Span span;
  };
  struct SettingValue {
    const watch::AnyParameter* parameter = nullptr;
    std::string path;  // where there is no parameter: NAME.enabled of what users declare
    watch::Scope scope;
    std::uint32_t declaration = kNone;  // of this instance alone
    bool is_hard = false;
    double low = 0.0, high = 0.0;  // the same, unless it is a range
    bool is_range = false;
    Span span;
    std::string shown = {};  // as in SettingAssignment
  };

  static bool can_hold(const TypeInfo& type) {
    return type.kind == TypeClass::actor || type.kind == TypeClass::structure || type.kind == TypeClass::object ||
           type.name == "top.main";
  }

  void configure(TypeInfo& type) {
    if (!can_hold(type) || type.check != kNone) return;
    condition_of_inheritance(type);
    for (const Part& part : type.parts) {
      if (part.is_library) continue;
      for (const syntax::Member& member : *part.members) visit(type, part, member, nullptr);
    }
    for (const NestedPart& nested : type.nested) {
      Body probe = body(type, *nested.part.space);
      Operand inner = probe.around.scopes.empty() ? Operand{} : probe.around.scopes.front().self;
      for (const syntax::Name* name : nested.path)
        inner = probe.member(inner, *name, {name->span.file, nested.path.front()->span.begin, name->span.end});
      if (inner.kind == Operand::Kind::nothing) continue;
      for (const syntax::Member& member : *nested.part.members) visit(type, nested.part, member, &nested);
    }
  }

  // `global x: t with:`
  void configure(const FieldInfo& global) {
    if (global.is_library || global.syntax->with.empty() || global.offset == kNone) return;
    for (const syntax::Member& inner : global.syntax->with) {
      const auto* kept = std::get_if<syntax::Keep>(&inner.node);
      if (kept == nullptr) continue;
      Surroundings around;
      around.space = global.space;
      around.is_lenient = true;
      Body probe(c_, std::move(around), std::string(global.name), global.span);
      probe.around.it = probe.global_field(global, global.span);
      keeps(*kept->condition, kept->strength, inner.span, c_.types.front(), {nullptr, global.space, inner.span, false},
            probe);
    }
  }

  // `struct tower inherits thing(kind == tall)`: every tower is tall.
  void condition_of_inheritance(TypeInfo& type) {
    if (type.declaration == nullptr || type.base == nullptr) return;
    if (type.kind == TypeClass::actor) check_condition(type);
    if (type.kind != TypeClass::structure) return;
    const auto& inherits = type.declaration->inherits;
    if (!inherits || !inherits->field || inherits->value == nullptr) return;
    const Span span{inherits->field->span.file, inherits->field->span.begin, inherits->value->span.end};
    syntax::Expression& target = c_.made_expressions.emplace_back();
    target.node = syntax::NameExpression{*inherits->field};
    target.span = inherits->field->span;
    Body probe = body(type, *type.space);
    claim({&target, inherits->value, true, false, KeepStrength::plain, false, span}, type,
          {nullptr, type.space, span, false}, probe);
  }

  // Which actors are of a type is the run's to say: the condition must only make sense.
  void check_condition(TypeInfo& type) {
    const auto& inherits = type.declaration->inherits;
    if (!inherits || !inherits->field || inherits->value == nullptr) return;
    Body probe = body(type, *type.space);
    const Operand field = probe.name(*inherits->field, inherits->field->span, nullptr);
    if (field.kind == Operand::Kind::nothing) return;
    (void)probe.typed(*inherits->value, field.type, fmt::format("`{}`", inherits->field->text));
  }

  // With the names that the members of the type see.
  Body body(TypeInfo& type, const Space& space) {
    Surroundings around;
    around.space = &space;
    around.is_lenient = true;
    Body made(c_, std::move(around), type.name, type.span);
    if (type.kind == TypeClass::structure && !type.is_singleton && !type.is_settings) {
      made.around.scopes.push_back({&type, made.place_operand({ExpressionKind::own_cell, kNone, 0, true},
                                                              c_.type_of(type), type.span, nullptr)});
    } else {
      enter_holder(made, type);
    }
    return made;
  }

  Body body(TypeInfo& type, const Part& part, const NestedPart* nested) {
    Body made = body(type, *part.space);
    if (nested != nullptr) {
      Operand inner = made.around.scopes.front().self;
      for (const syntax::Name* name : nested->path) inner = made.member(inner, *name, name->span);
      TypeInfo* info = inner.info != nullptr ? inner.info : c_.info_of(inner.type);
      made.around.scopes.insert(made.around.scopes.begin(), Scope{info, inner});
    }
    return made;
  }

  // Only values, blocks that run, and what is recorded of the run.
  static bool can_stand_in_part(const TypeInfo& type, const syntax::Member& member) {
    if (std::holds_alternative<syntax::Coverage>(member.node)) return type.is_singleton;
    return !std::holds_alternative<syntax::Field>(member.node) &&
           !std::holds_alternative<syntax::Method>(member.node) &&
           !std::holds_alternative<syntax::Instance>(member.node) &&
           !std::holds_alternative<syntax::EventDeclaration>(member.node);
  }

  void visit(TypeInfo& type, const Part& part, const syntax::Member& member, const NestedPart* nested) {
    if (nested != nullptr && !nested->repeats_library && !can_stand_in_part(type, member)) {
      c_.error(member.span, fmt::format("this cannot be added to a part of `{}`", type.name), "extend its own type");
      return;
    }
    if (const auto* assignment = std::get_if<syntax::Assignment>(&member.node)) {
      Body probe = body(type, part, nested);
      claim({assignment->target, assignment->value, true, false, KeepStrength::by_default, true, member.span}, type,
            part, probe);
    } else if (const auto* keep = std::get_if<syntax::Keep>(&member.node)) {
      Body probe = body(type, part, nested);
      keeps(*keep->condition, keep->strength, member.span, type, part, probe);
    } else if (const auto* field = std::get_if<syntax::Field>(&member.node)) {
      if (field->with.empty()) return;
      for (const syntax::Name& name : field->names) {
        const MemberInfo* known = find_member(type, name.text);
        if (known == nullptr || known->kind != MemberKind::field || type.kind == TypeClass::behaviour) continue;
        for (const syntax::Member& inner : field->with) {
          const auto* kept = std::get_if<syntax::Keep>(&inner.node);
          if (kept == nullptr) continue;
          Body probe = body(type, part, nested);
          probe.around.it = probe.member_of_type(probe.around.scopes.front().self, type, *known, name.span);
          keeps(*kept->condition, kept->strength, inner.span, type, part, probe);
        }
      }
    } else if (const auto* removed = std::get_if<syntax::RemoveDefault>(&member.node)) {
      Body probe = body(type, part, nested);
      remove_default(*removed->parameter, type, probe);
    } else if (const auto* instance = std::get_if<syntax::Instance>(&member.node)) {
      if (nested != nullptr) {
        repeat_check(*instance, type, part, *nested);
        return;
      }
      const MemberInfo* known = find_member(type, instance->name.text);
      if (known == nullptr || known->kind != MemberKind::instance || known->instance->is_broken) return;
      for (const syntax::Member& inner : instance->with) {
        const auto* kept = std::get_if<syntax::Keep>(&inner.node);
        if (kept == nullptr) continue;
        Body probe = body(type, part, nested);
        probe.around.it = probe.member_of_type(probe.around.scopes.front().self, type, *known, known->span);
        keeps(*kept->condition, kept->strength, inner.span, type, part, probe);
      }
    }
  }

  // A built-in check that is written out once more in its group: what it is told there must be something that counts.
  void repeat_check(const syntax::Instance& instance, TypeInfo& type, const Part& part, const NestedPart& nested) {
    const std::string own_modifier = "put it into a `global modifier` of your own";
    Body probe = body(type, part, &nested);
    const Operand group = probe.around.scopes.front().self;
    const MemberInfo* known = group.info == nullptr ? nullptr : find_member(*group.info, instance.name.text);
    if (known == nullptr || known->kind != MemberKind::instance) {
      c_.error(instance.name.span,
               fmt::format("`{}` is built in, and has no `{}`", nested.path.back()->text, instance.name.text),
               own_modifier);
      return;
    }
    for (const syntax::Argument& argument : instance.arguments) {
      const MemberInfo* field = argument.name ? find_member(*known->instance->type, argument.name->text) : nullptr;
      const bool is_actor =
          field != nullptr && field->kind == MemberKind::field && field->field->type.kind == TypeKind::actor;
      const bool is_handle = !argument.name && std::holds_alternative<syntax::NameExpression>(argument.value->node);
      if (is_actor || is_handle) continue;
      c_.error(argument.span, fmt::format("`{}` is built in: this has no effect", instance.name.text),
               field == nullptr ? "leave it out"
                                : fmt::format("write keep({}.{} == {})", instance.name.text, argument.name->text,
                                              c_.sources.text(argument.value->span)));
    }
    probe.around.it = probe.member(group, instance.name, instance.name.span);
    for (const syntax::Member& inner : instance.with) {
      if (const auto* kept = std::get_if<syntax::Keep>(&inner.node))
        keeps(*kept->condition, kept->strength, inner.span, type, part, probe);
      else
        c_.error(inner.span, fmt::format("`{}` is built in: this has no effect", instance.name.text), own_modifier);
    }
  }

  // ---- what a keep claims ----

  void keeps(const syntax::Expression& condition, KeepStrength strength, Span span, TypeInfo& type, const Part& part,
             Body& probe) {
    if (const auto* binary = std::get_if<syntax::BinaryExpression>(&condition.node)) {
      if (binary->op == syntax::BinaryOperator::logical_and) {
        keeps(*binary->left, strength, span, type, part, probe);
        keeps(*binary->right, strength, span, type, part, probe);
        return;
      }
      const bool is_equal = binary->op == syntax::BinaryOperator::equal;
      const bool is_in = binary->op == syntax::BinaryOperator::in &&
                         std::holds_alternative<syntax::RangeExpression>(binary->right->node);
      if ((is_equal || is_in) && is_path(*binary->left)) {
        claim({binary->left, binary->right, true, is_in, strength, false, condition.span}, type, part, probe);
        return;
      }
    }
    if (is_path(condition)) {
      claim({&condition, nullptr, true, false, strength, false, condition.span}, type, part, probe);
      return;
    }
    if (const auto* unary = std::get_if<syntax::UnaryExpression>(&condition.node);
        unary != nullptr && unary->op == syntax::UnaryOperator::logical_not && is_path(*unary->operand)) {
      claim({unary->operand, nullptr, false, false, strength, false, condition.span}, type, part, probe);
      return;
    }
    // Anything else is for a solver. It must make sense, and here it is lost.
    const std::size_t errors = c_.error_count;
    (void)probe.condition(condition);
    if (c_.error_count == errors && is_of_runs(type))
      c_.warning(condition.span, "only `==` and `in` set a parameter: this has no effect");
  }

  // Actors of a type of one's own are in scenarios only.
  static bool is_of_runs(const TypeInfo& type) { return type.kind != TypeClass::actor || type.is_library; }

  static bool is_path(const syntax::Expression& expression) {
    if (std::holds_alternative<syntax::NameExpression>(expression.node)) return true;
    const auto* access = std::get_if<syntax::MemberExpression>(&expression.node);
    return access != nullptr && is_path(*access->object);
  }

  // ---- where it goes ----

  void claim(const Claim& claim, TypeInfo& type, const Part& part, Body& probe) {
    if (claim_of_declared(claim, type, probe)) return;
    const std::size_t errors = c_.error_count;
    const Operand target = probe.expression(*claim.target);
    switch (target.kind) {
      case Operand::Kind::nothing:
        if (c_.error_count == errors && is_of_runs(type))
          c_.warning(claim.span,
                     fmt::format("{} means something to scenarios only: this has no effect", name_of(claim)));
        return;
      case Operand::Kind::setting:
        set(claim, target, probe);
        return;
      case Operand::Kind::settings:
        assign_config(claim, target, probe);
        return;
      case Operand::Kind::place:
        break;
      case Operand::Kind::value:
        if (config_leaf(claim, probe)) return;
        if (c_.error_count == errors) c_.error(claim.target->span, fmt::format("{} cannot be set", name_of(claim)));
        return;
      default:
        c_.error(claim.target->span, fmt::format("`{}` cannot be set", c_.sources.text(claim.target->span)));
        return;
    }
    const Rooted at = rooted(target.place);
    if (const auto constant = type_check(claim, target, probe); constant) {
      note_claim(fmt::format("{}/{}", destination(at, type), fmt::join(at.path, "/")), *constant, claim, target);
      if (!claim.is_set && claim.strength != KeepStrength::by_default) add_kept(*constant, claim, target, at, type);
    }
    Compilation::ValueSource source;
    source.strength = claim.strength == KeepStrength::plain ? KeepStrength::hard : claim.strength;
    source.value = claim.value;
    source.truth = claim.truth;
    source.is_range = claim.is_range;
    source.inside.assign(at.path.begin(), at.path.end() - 1);
    source.offset = at.path.back();
    source.type = target.type;
    source.space = part.space;
    source.from = &type;
    source.span = claim.span;
    if (Compilation::Values* values = values_at(at, target.span, type, source)) values->push_back(source);
  }

  // Where a path begins, and the cells along it: the last one is what is meant, those before refer to structs.
  struct Rooted {
    ExpressionKind space = ExpressionKind::own_cell;
    ExpressionId base = kNone;
    std::vector<std::uint32_t> path;
  };

  Rooted rooted(const Place& place) const {
    Rooted at{place.space, place.base, {place.offset}};
    while (at.space == ExpressionKind::struct_cell) {
      const Expression& structure = c_.program.expressions[at.base];
      at.space = structure.kind;
      at.base = structure.operands.empty() ? kNone : structure.operands.front();
      at.path.insert(at.path.begin(), structure.index);
    }
    return at;
  }

  std::string destination(const Rooted& at, const TypeInfo& type) const {
    if (at.space == ExpressionKind::program_cell) return "program";
    if (at.space == ExpressionKind::instance_cell)
      return fmt::format("declaration {}", c_.program.expressions[at.base].index);
    return type.name;
  }

  // The list of the function that will give the value.
  Compilation::Values* values_at(const Rooted& at, Span span, TypeInfo& type, Compilation::ValueSource& source) {
    switch (at.space) {
      case ExpressionKind::program_cell:
        return &c_.values_of_program;
      case ExpressionKind::own_cell:
        return &c_.values_of_type[&type];
      case ExpressionKind::actor_cell: {
        const Expression& base = c_.program.expressions[at.base];
        if (base.kind == ExpressionKind::own_actor) return &c_.values_of_type[base_actor(type)];
        if (TypeInfo* actor = c_.info_of(base.type); actor != nullptr && actor->name == "sut_vehicle")
          return &c_.values_of_type[actor];
        break;
      }
      case ExpressionKind::instance_cell: {
        const Expression& base = c_.program.expressions[at.base];
        if (base.kind != ExpressionKind::instance_of) break;
        const TypeInfo* actor =
            base.operands.empty() ? nullptr : c_.info_of(c_.program.expressions[base.operands.front()].type);
        source.only = actor;
        return &c_.values_of_declaration[base.index];
      }
      default:
        break;
    }
    c_.error(span, fmt::format("`{}` cannot be set from here", c_.sources.text(span)));
    return nullptr;
  }

  static const TypeInfo* base_actor(const TypeInfo& type) { return type.kind == TypeClass::actor ? &type : type.actor; }

  // The constant that is claimed, if it is one; reports what does not fit.
  std::optional<double> type_check(const Claim& claim, const Operand& target, Body& probe) {
    if (claim.value == nullptr) {
      if (target.type.kind != TypeKind::truth && target.type.kind != TypeKind::any)
        c_.error(claim.target->span, fmt::format("expected a condition, found {}", c_.describe(target.type)));
      return claim.truth ? 1.0 : 0.0;
    }
    if (claim.is_range) {
      const Type range = c_.range_of(target.type);
      if (target.type.kind == TypeKind::number || target.type.kind == TypeKind::integer)
        (void)probe.convert_range(probe.expression(*claim.value, &range), range, "the value");
      return std::nullopt;
    }
    if (target.type.kind == TypeKind::range || target.type.kind == TypeKind::structure ||
        std::holds_alternative<syntax::NewExpression>(claim.value->node))
      return std::nullopt;
    return probe.folded(probe.typed(*claim.value, target.type, name_of(claim)));
  }

  std::string name_of(const Claim& claim) const { return fmt::format("`{}`", c_.sources.text(claim.target->span)); }

  // Two hard keeps of one thing must agree.
  void note_claim(const std::string& key, double value, const Claim& claim, const Operand& target) {
    if (claim.is_set || claim.strength == KeepStrength::by_default) return;
    const auto [known, is_new] = hard_.emplace(key, std::pair(value, claim.span));
    if (is_new || known->second.first == value) return;
    contradict(claim, target, known->second.second);
  }

  void contradict(const Claim& claim, const Operand& target, Span other) { contradict(claim.span, target.span, other); }
  void contradict(Span claim, Span target, Span other) {
    c_.error(claim, fmt::format("`{}` is kept at another value already", c_.sources.text(target)),
             "a default is overridden: keep(default ...)", {{other, "here"}});
  }

  // ---- what a type keeps, and what is kept of one thing of that type ----

  // A constant at a cell of a type, of an instance, or of the program.
  struct Kept {
    const TypeInfo* type = nullptr;     // null: the program, unless ...
    std::uint32_t declaration = kNone;  // ... it is of these instances
    std::vector<std::uint32_t> path;    // as in Rooted
    double value = 0.0;
    Span span, target;
  };
  using Path = std::span<const std::uint32_t>;

  void add_kept(double value, const Claim& claim, const Operand& target, const Rooted& at, const TypeInfo& type) {
    Kept kept{nullptr, kNone, at.path, value, claim.span, target.span};
    if (at.space == ExpressionKind::own_cell) kept.type = &type;
    if (at.space == ExpressionKind::instance_cell) {
      const Expression& base = c_.program.expressions[at.base];
      if (base.kind != ExpressionKind::instance_of) return;
      kept.declaration = base.index;
    }
    if (at.space == ExpressionKind::own_cell || at.space == ExpressionKind::instance_cell ||
        at.space == ExpressionKind::program_cell)
      kept_.push_back(std::move(kept));
  }

  void compare_claims() {
    for (const Kept& kept : kept_) {
      if (kept.type != nullptr) {
        compare_with_parts(kept, *kept.type, kept.path);
        for (const TypeInfo* base = kept.type->base; base != nullptr; base = base->base)
          compare(kept, *base, kept.path);
      } else if (kept.declaration != kNone) {
        const std::uint32_t object = c_.program.declarations[kept.declaration].object;
        if (object != kNone) compare_with_type(kept, *c_.object_infos[object], kept.path);
      } else {
        for (const FieldInfo* global : c_.globals) compare_with_field(kept, *global, kept.path);
      }
    }
  }

  void compare(const Kept& kept, const TypeInfo& type, Path path) {
    for (const Kept& other : kept_)
      if (other.type == &type && std::ranges::equal(other.path, path) && other.value != kept.value)
        contradict(kept.span, kept.target, other.span);
  }

  void compare_with_type(const Kept& kept, const TypeInfo& type, Path path) {
    for (const TypeInfo* at = &type; at != nullptr; at = at->base) compare(kept, *at, path);
    compare_with_parts(kept, type, path);
  }

  // The struct among the fields that the path leads into.
  void compare_with_parts(const Kept& kept, const TypeInfo& type, Path path) {
    for (const TypeInfo* at = &type; at != nullptr; at = at->base)
      for (const FieldInfo* field : at->fields) compare_with_field(kept, *field, path);
  }

  void compare_with_field(const Kept& kept, const FieldInfo& field, Path path) {
    if (path.size() > 1 && c_.is_struct(field.type) && field.offset == path.front())
      compare_with_type(kept, *c_.info_of(field.type), path.subspan(1));
  }

  // ---- settings ----

  std::optional<std::pair<double, double>> constants(const Claim& claim, const Type& type, Body& probe) {
    if (claim.value == nullptr) return std::pair(claim.truth ? 1.0 : 0.0, claim.truth ? 1.0 : 0.0);
    std::optional<double> low, high;
    if (claim.is_range) {
      const Type range = c_.range_of(type);
      const auto bounds = probe.convert_range(probe.expression(*claim.value, &range), range, name_of(claim));
      if (!bounds) return std::nullopt;
      low = probe.folded(bounds->first);
      high = probe.folded(bounds->second);
    } else {
      const std::size_t errors = c_.error_count;
      const ExpressionId id = probe.typed(*claim.value, type, name_of(claim));
      if (c_.error_count != errors || c_.program.expressions[id].type.kind == TypeKind::any) return std::nullopt;
      low = high = probe.folded(id);
    }
    if (low && high) return std::pair(*low, *high);
    c_.error(claim.value->span, "a parameter is set to a constant");
    return std::nullopt;
  }

  // Whom the setting is for.
  std::optional<watch::Scope> scope_of(const Operand& target) {
    if (target.actor == kNone) return watch::Scope{};
    const Expression& actor = c_.program.expressions[target.actor];
    const TypeInfo* type = c_.info_of(actor.type);
    if (actor.kind == ExpressionKind::own_actor && type != nullptr) {
      if (const auto scope = c_.scope_of(*type)) return scope;
      c_.error(target.span, fmt::format("no actor of a run is a `{}`", type->name));
      return std::nullopt;
    }
    if (type != nullptr && type->name == "sut_vehicle") return watch::Scope{watch::Scope::Kind::role, "sut"};
    c_.error(target.span, "only `sut.car`, or the actors of a type, can be configured");
    return std::nullopt;
  }

  void set(const Claim& claim, const Operand& target, Body& probe) {
    const auto range = constants(claim, target.type, probe);
    if (!range) return;
    SettingValue value;
    value.is_hard = !claim.is_set && claim.strength != KeepStrength::by_default;
    value.is_range = claim.is_range;
    value.low = range->first;
    value.high = range->second;
    value.span = claim.span;
    value.declaration = target.declaration;
    const auto scope = scope_of(target);
    if (!scope) return;
    value.scope = *scope;
    if (target.declaration != kNone) value.scope = {};
    if (target.parameter == nullptr) {  // `enabled` of a group
      for (const std::uint32_t check : c_.checks_below(*target.info)) {
        SettingValue each = value;
        each.path = fmt::format("{}.enabled", c_.library.checks[check].info.name);
        for (const watch::AnyParameter* own : c_.library.checks[check].info.parameters)
          if (own->path.ends_with(".enabled")) each.path = own->path;
        each.parameter = c_.parameters_by_path.contains(each.path) ? c_.parameters_by_path.at(each.path) : nullptr;
        add(each, claim, target);
      }
      return;
    }
    value.parameter = target.parameter;
    value.path = target.parameter->path;
    if (value.path.starts_with("ftlx_global_eval_config.") && !value.path.ends_with(".enabled") &&
        !is_for_everybody(claim, value))
      return;
    if (!claim.is_range)
      if (const auto problem = watch::value_problem(*target.parameter, value.low)) {
        c_.error(claim.value == nullptr ? claim.span : claim.value->span,
                 fmt::format("`{}`: {}", c_.sources.text(claim.target->span), problem->message));
        return;
      }
    add(value, claim, target);
  }

  // What is set at the root is the same for all who are watched; only a switch can be another for some of them.
  bool is_for_everybody(const Claim& claim, SettingValue& value) {
    using Kind = watch::Scope::Kind;
    const watch::Scope scope = std::exchange(value.scope, {});
    const bool is_of_all = scope.kind == Kind::every || scope.word == "physical_object" || scope.word == "vehicle";
    if (is_of_all || (scope.kind == Kind::role && scope.word == "sut")) return true;  // it watches the ego
    c_.error(claim.span, fmt::format("`{}` is the same for everybody", value.path),
             "an instance of the checker has settings of its own");
    return false;
  }

  void add(const SettingValue& value, const Claim& claim, const Operand& target) {
    const std::string key =
        fmt::format("{}/{}/{}/{}", value.path, static_cast<int>(value.scope.kind), value.scope.word, value.declaration);
    if (!value.is_range) note_claim(key, value.low, claim, target);
    settings_.push_back(value);
  }

  // `set ego_config = my_config`, `keep(x.teleportation_checker_config == ftlx_global_eval_config.my_config)`
  void assign_config(const Claim& claim, const Operand& target, Body& probe) {
    if (claim.value == nullptr || claim.is_range) {
      c_.error(claim.span, fmt::format("{} is a group of parameters", name_of(claim)));
      return;
    }
    const Operand from = probe.expression(*claim.value);
    if (from.kind == Operand::Kind::nothing) return;
    if ((from.kind != Operand::Kind::config && from.kind != Operand::Kind::settings) || from.info != target.info) {
      c_.error(claim.value->span, fmt::format("expected a `{}`", target.info->name));
      return;
    }
    configs_.push_back({claim, target, from});
  }

  bool config_leaf(const Claim& claim, Body& probe) {
    const auto* access = std::get_if<syntax::MemberExpression>(&claim.target->node);
    if (access == nullptr) return false;
    const Operand object = probe.expression(*access->object);
    if (object.kind != Operand::Kind::config) return false;
    const MemberInfo* known = find_member(*object.info, access->member.text);
    const auto range = constants(claim, known->field->type, probe);
    if (!range) return true;
    if (const watch::AnyParameter* parameter = parameter_like(*object.info, access->member.text))
      if (const auto problem = watch::value_problem(*parameter, range->first)) {
        c_.error(claim.value == nullptr ? claim.span : claim.value->span,
                 fmt::format("`{}`: {}", c_.sources.text(claim.target->span), problem->message));
        return true;
      }
    note_claim(fmt::format("config {} {}", object.config->name, access->member.text), range->first, claim, object);
    c_.config_values[{object.config, known->field}] = {range->first, claim.span};
    return true;
  }

  // The parameter that a field of a config struct stands for.
  const watch::AnyParameter* parameter_like(const TypeInfo& config, std::string_view name) const {
    for (const FieldInfo* group : all_groups())
      if (c_.info_of(group->type) == &config)
        if (const auto found =
                c_.parameters_by_path.find(fmt::format("{}.{}.{}", group->owner->name, group->name, name));
            found != c_.parameters_by_path.end())
          return found->second;
    return nullptr;
  }

  std::vector<const FieldInfo*> all_groups() const {
    std::vector<const FieldInfo*> groups;
    for (const TypeInfo& type : c_.types)
      if (type.is_settings)
        for (const FieldInfo* field : type.fields)
          if (const TypeInfo* inner = c_.info_of(field->type);
              inner != nullptr && inner->is_settings && field->is_library)
            groups.push_back(field);
    return groups;
  }

  // ---- `enabled` and `merge_gap` of what users declare ----

  bool claim_of_declared(const Claim& claim, TypeInfo& type, Body& probe) {
    const syntax::Name* name = nullptr;
    std::uint32_t declaration = kNone;
    const TypeInfo* only = nullptr;
    if (const auto* access = std::get_if<syntax::MemberExpression>(&claim.target->node)) {
      name = &access->member;
      if (name->text != "enabled" && name->text != "merge_gap") return false;
      const std::size_t errors = c_.diagnostics.size(), count = c_.error_count;
      const Operand object = probe.expression(*access->object);
      c_.diagnostics.resize(errors);
      c_.error_count = count;
      if (object.kind != Operand::Kind::value || object.type.kind != TypeKind::instance) return false;
      const Expression& instance = c_.program.expressions[object.value];
      if (instance.kind != ExpressionKind::instance_of || find_member(*c_.info_of(object.type), name->text) != nullptr)
        return false;
      declaration = instance.index;
      if (!instance.operands.empty()) only = c_.info_of(c_.program.expressions[instance.operands.front()].type);
    } else if (const auto* plain = std::get_if<syntax::NameExpression>(&claim.target->node)) {
      name = &plain->name;
      if ((name->text != "enabled" && name->text != "merge_gap") || type.kind != TypeClass::object) return false;
      if (find_member(type, name->text) != nullptr || type.declaration_index == kNone) return false;
      declaration = type.declaration_index;
      only = type.actor;
    }
    if (declaration == kNone) return false;
    const bool is_enabled = name->text == "enabled";
    const Type wanted = is_enabled ? Type{TypeKind::truth} : Type{TypeKind::number, kNone, kTime};
    const auto range = constants(claim, wanted, probe);
    if (!range) return true;
    SettingValue value;
    value.is_hard = !claim.is_set && claim.strength != KeepStrength::by_default;
    value.low = value.high = range->first;
    value.span = claim.span;
    if (only != nullptr && !only->is_singleton) {
      const auto scope = c_.scope_of(*only);
      if (!scope) return true;
      value.scope = *scope;
    }
    Operand target;
    target.span = claim.target->span;
    for (std::uint32_t i = declaration; i < c_.program.declarations.size(); ++i) {
      if (i != declaration && c_.program.declarations[i].outer != declaration) continue;
      value.path = fmt::format("{}.{}", c_.program.declarations[i].name, name->text);
      add(value, claim, target);
    }
    return true;
  }

  void remove_default(const syntax::Expression& parameter, TypeInfo& type, Body& probe) {
    const Operand target = probe.expression(parameter);
    if (target.kind == Operand::Kind::setting && target.parameter != nullptr) {
      std::erase_if(settings_, [&](const SettingValue& value) {
        return !value.is_hard && value.parameter == target.parameter && value.declaration == target.declaration;
      });
    } else if (target.kind == Operand::Kind::place) {
      Compilation::ValueSource source;
      const Rooted at = rooted(target.place);
      if (Compilation::Values* values = values_at(at, target.span, type, source))
        std::erase_if(*values, [&](const Compilation::ValueSource& value) {
          return std::ranges::equal(value.inside, Path(at.path).first(at.path.size() - 1)) &&
                 value.offset == at.path.back() && value.strength == KeepStrength::by_default;
        });
    }
  }

  // ---- the result ----

  void finish() {
    for (const auto& [claim, target, from] : configs_) take_config(claim, target, from);
    sort_by_source();
    for (const bool hard : {false, true})
      for (const SettingValue& value : settings_)
        if (value.is_hard == hard && !value.is_range) put(value, value.low);
    for (const SettingValue& value : settings_)
      if (value.is_range) keep_in_range(value);
  }

  // Of two that set the same, the later in the sources wins, whichever types they stand in.
  void sort_by_source() {
    std::vector<std::size_t> ranks(c_.sources.size());
    for (std::size_t i = 0; i < c_.files.size(); ++i) ranks[c_.files[i].tree.file] = i;
    const auto order = [&](const auto& value) { return std::pair(ranks[value.span.file], value.span.begin); };
    std::ranges::stable_sort(settings_, {}, order);
    std::ranges::stable_sort(c_.values_of_program, {}, order);
    for (auto& [type, values] : c_.values_of_type) std::ranges::stable_sort(values, {}, order);
    for (auto& [declaration, values] : c_.values_of_declaration) std::ranges::stable_sort(values, {}, order);
  }

  void put(const SettingValue& value, double number) {
    SettingAssignment assignment{value.path, value.scope, number, value.span, value.shown};
    if (value.declaration == kNone)
      c_.program.settings.push_back(std::move(assignment));
    else
      c_.program.declarations[value.declaration].settings.push_back(std::move(assignment));
  }

  // A value outside is an error if it was kept; a default moves to the nearest bound.
  void keep_in_range(const SettingValue& range) {
    const SettingValue* last = nullptr;
    for (const SettingValue& value : settings_)
      if (!value.is_range && value.path == range.path && value.scope == range.scope &&
          value.declaration == range.declaration && (last == nullptr || value.is_hard || !last->is_hard))
        last = &value;
    const bool is_outside = last != nullptr && (last->low < range.low || last->low > range.high);
    if (is_outside && last->is_hard && range.is_hard) {
      c_.error(range.span, fmt::format("`{}` is kept at a value outside of this range", range.path), {},
               {{last->span, "here"}});
      return;
    }
    if (last != nullptr && !is_outside) return;
    if (range.parameter == nullptr || (last == nullptr && range.parameter->fallback_for != nullptr)) return;
    const double value = last != nullptr ? last->low : range.parameter->fallback;
    const double kept = std::min(std::max(value, range.low), range.high);
    if (last != nullptr || kept != value) put(range, kept);
  }

  // All of a config's values: what it does not set is its default, not what others set.
  void take_config(const Claim& claim, const Operand& target, const Operand& from) {
    Surroundings around;
    around.space = c_.types.front().space;
    Body probe(c_, std::move(around), "config", claim.span);
    for (const TypeInfo* type = from.info; type != nullptr; type = type->base) {
      for (const FieldInfo* field : type->fields) {
        const auto parameter = c_.parameters_by_path.find(fmt::format("{}.{}", target.path, field->name));
        if (parameter == c_.parameters_by_path.end()) continue;
        double value = parameter->second->fallback;
        if (from.kind == Operand::Kind::config) {
          if (const auto set = c_.config_values.find({from.config, field}); set != c_.config_values.end())
            value = set->second.value;
        } else {
          for (const SettingValue& setting : settings_)
            if (setting.path == fmt::format("{}.{}", from.path, field->name)) value = setting.low;
        }
        SettingValue setting;
        setting.parameter = parameter->second;
        setting.path = parameter->second->path;
        setting.declaration = target.declaration;
        setting.low = setting.high = value;
        setting.span = claim.span;
        setting.shown = from.kind == Operand::Kind::config
                            ? fmt::format("{}.{}.{}", from.config->owner->name, from.config->name, field->name)
                            : fmt::format("{}.{}", from.path, field->name);
        settings_.push_back(setting);
      }
    }
  }

  struct ConfigClaim {
    Claim claim;
    Operand target, from;
  };
  Compilation& c_;
  std::vector<SettingValue> settings_;
  std::vector<ConfigClaim> configs_;
  std::unordered_map<std::string, std::pair<double, Span>> hard_;
  std::vector<Kept> kept_;
};

}  // namespace

void Compilation::configure() { Configurer(*this).configure(); }

namespace {

Place target_of(Body& body, const Compilation::ValueSource& source, const Place& base) {
  Place place = base;
  place.is_flat = false;
  for (const std::uint32_t cell : source.inside) {
    place.offset += cell;
    place = {ExpressionKind::struct_cell, body.cell(place, 0, {TypeKind::number}, source.span), 0};
  }
  place.offset += source.offset;
  return place;
}

}  // namespace

void Compilation::apply_values(Body& body, const Values& values, const Place& base) {
  for (const bool hard : {false, true}) {
    for (const ValueSource& source : values) {
      if ((source.strength == KeepStrength::hard) != hard || source.is_range) continue;
      const Place place = target_of(body, source, base);
      const Space* before = body.around.space;
      body.around.space = source.space;
      if (source.value == nullptr)
        body.assign_cell(place, 0, source.type, body.constant(source.truth ? 1.0 : 0.0, source.type, source.span),
                         source.span);
      else
        body.assign(place, source.type, *source.value, source.span);
      body.around.space = before;
    }
  }
  for (const ValueSource& source : values) {
    if (!source.is_range || (source.type.kind != TypeKind::number && source.type.kind != TypeKind::integer)) continue;
    const Place place = target_of(body, source, base);
    const Type range = range_of(source.type);
    const auto bounds = body.convert_range(body.expression(*source.value, &range), range, "the value");
    if (!bounds) continue;
    const ExpressionId now = body.cell(place, 0, source.type, source.span);
    const ExpressionId least = body.intrinsic("math.max", source.type, {now, bounds->first}, source.span);
    body.assign_cell(place, 0, source.type,
                     body.intrinsic("math.min", source.type, {least, bounds->second}, source.span), source.span);
  }
}

void Compilation::apply_struct_values(Body& body, const Place& place, const Type& type,
                                      const std::vector<Values>& values) {
  if (values.empty()) return;
  Surroundings outer = body.around;
  TypeInfo* const info = info_of(type);
  const Operand self = body.place_operand(place, type, info->span, nullptr);
  body.around.scopes.insert(body.around.scopes.begin(), Scope{info, self});
  for (const Values& given : values) apply_values(body, given, place);
  body.around = std::move(outer);
}

}  // namespace scrutineer::lang::detail
