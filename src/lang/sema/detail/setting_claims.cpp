#include "lang/sema/detail/setting_claims.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "lang/sema/detail/conversion.h"
#include "lang/sema/detail/expressions.h"
#include "lang/sema/detail/settings.h"
#include "watch/parameter_text.h"

namespace scrutineer::lang::detail {

std::optional<std::pair<double, double>> SettingClaims::constants(const Claim& claim, const Type& type,
                                                                  FunctionCompiler& probe) {
  if (claim.value == nullptr) return std::pair(claim.truth ? 1.0 : 0.0, claim.truth ? 1.0 : 0.0);
  std::optional<double> low, high;
  const std::string what = quoted_target(passes_, claim);
  if (claim.is_range) {
    const Type range = probe.types.range_of(type);
    const auto bounds = bounds_of(probe, check_expression(probe, *claim.value, &range), range, what);
    if (!bounds) return std::nullopt;
    low = probe.folded(bounds->first);
    high = probe.folded(bounds->second);
  } else {
    const std::size_t errors = probe.reporter.error_count();
    const ExpressionId id = check_typed(probe, *claim.value, type, what);
    if (probe.reporter.error_count() != errors || probe[id].type.kind == TypeKind::any) return std::nullopt;
    low = high = probe.folded(id);
  }
  if (low && high) return std::pair(*low, *high);
  probe.error(claim.value->span, "a parameter is set to a constant");
  return std::nullopt;
}

std::optional<watch::Scope> SettingClaims::scope_of_target(const Setting& target, Span span) {
  if (target.actor == kNone) return watch::Scope{};
  const Expression& actor = passes_.program.expressions[target.actor];
  const TypeInfo* type = passes_.types.info_of(actor.type);
  if (actor.kind == ExpressionKind::own_actor && type != nullptr) {
    if (const auto scope = scope_of(*type)) return scope;
    passes_.reporter.error(span, fmt::format("no actor of a run is a `{}`", type->name));
    return std::nullopt;
  }
  if (type != nullptr && type->name == "sut_vehicle") return watch::Scope{watch::Scope::Kind::role, "sut"};
  passes_.reporter.error(span, "only `sut.car`, or the actors of a type, can be configured");
  return std::nullopt;
}

// ---- parameters of built-in checks ----------------------------------------------------------------------------------

void SettingClaims::set(const Claim& claim, const Operand& operand, FunctionCompiler& probe) {
  const Setting& target = *operand.as<Setting>();
  const auto range = constants(claim, operand.type, probe);
  if (!range) return;
  SettingValue value;
  value.is_hard = claim.is_hard();
  value.is_range = claim.is_range;
  value.low = range->first;
  value.high = range->second;
  value.span = claim.span;
  value.declaration = target.declaration;
  const auto scope = scope_of_target(target, operand.span);
  if (!scope) return;
  value.scope = *scope;
  if (target.parameter == nullptr) {
    set_of_group(claim, *target.info, value, operand.span);
    return;
  }
  value.parameter = target.parameter;
  value.path = target.parameter->path;
  if (target.declaration != kNone && !narrow_to_instance(value, operand.span)) return;
  if (value.path.starts_with("ftlx_global_eval_config.") && !value.path.ends_with(".enabled") &&
      !is_for_everybody(claim, value))
    return;
  if (!claim.is_range && !is_allowed(claim, *target.parameter, value.low)) return;
  add(value, claim, operand.span);
}

const watch::CheckInfo* SettingClaims::built_in_of(const Declaration& instance) const {
  const auto check = std::ranges::find(passes_.library.checks, std::string_view(instance.built_in),
                                       [](const watch::Check& known) { return known.info.name; });
  return check == passes_.library.checks.end() ? nullptr : &check->info;
}

bool SettingClaims::narrow_to_instance(SettingValue& value, Span target) {
  const Declaration& instance = passes_.program.declarations[value.declaration];
  const watch::CheckInfo* check = built_in_of(instance);
  if (check == nullptr) return true;
  const watch::Scope& scope = value.scope;
  const bool is_for_all = scope.word == "physical_object" || scope.word == watch::to_word(check->subject) ||
                          std::ranges::find(instance.whom, scope) != instance.whom.end();
  if (is_for_all) value.scope = {};
  const bool is_by_name = !path_of_instance(*check, value.path, instance.name).empty();
  const bool is_at_root = value.path.starts_with("ftlx_global_eval_config.");
  const bool can_be_narrow = is_by_name || (scope.kind == watch::Scope::Kind::role && !is_at_root);
  if (is_for_all || scope.kind == watch::Scope::Kind::every || can_be_narrow) return true;
  passes_.reporter.error(
      target,
      fmt::format("`{}` of `{}` {}", value.path, instance.name,
                  is_at_root ? "is the same for all actors" : "can differ between the ego and others, but not by type"),
      "make a checker for these actors alone, in a modifier of their type");
  return false;
}

// `enabled` of a group: of each check in it.
void SettingClaims::set_of_group(const Claim& claim, const TypeInfo& group, const SettingValue& value, Span target) {
  for (const std::uint32_t check : checks_below(passes_.types, group)) {
    const watch::CheckInfo& info = passes_.library.checks[check].info;
    SettingValue each = value;
    each.path = fmt::format("{}.enabled", info.name);
    for (const watch::AnyParameter* own : info.parameters)
      if (own->path.ends_with(".enabled")) each.path = own->path;
    each.parameter = passes_.tables.find_parameter(each.path);
    add(each, claim, target);
  }
}

bool SettingClaims::is_allowed(const Claim& claim, const watch::AnyParameter& parameter, double value) {
  const auto problem = watch::value_problem(parameter, value);
  if (!problem) return true;
  passes_.reporter.error(claim.value == nullptr ? claim.span : claim.value->span,
                         fmt::format("{}: {}", quoted_target(passes_, claim), problem->message));
  return false;
}

// A parameter of the root is the same for all actors; only `enabled` can differ between them.
bool SettingClaims::is_for_everybody(const Claim& claim, SettingValue& value) {
  using Kind = watch::Scope::Kind;
  const watch::Scope scope = std::exchange(value.scope, {});
  const bool is_of_all = scope.kind == Kind::every || scope.word == "physical_object" || scope.word == "vehicle";
  if (is_of_all || (scope.kind == Kind::role && scope.word == "sut")) return true;  // it watches the ego
  passes_.reporter.error(claim.span, fmt::format("`{}` is the same for everybody", value.path),
                         "an instance of the checker has settings of its own");
  return false;
}

void SettingClaims::add(const SettingValue& value, const Claim& claim, Span target) {
  const std::string key =
      fmt::format("{}/{}/{}/{}", value.path, static_cast<int>(value.scope.kind), value.scope.word, value.declaration);
  if (!value.is_range) kept_.note(key, value.low, claim, target);
  settings_.push_back(value);
}

void SettingClaims::remove_default(const Setting& target) {
  std::erase_if(settings_, [&](const SettingValue& value) {
    return !value.is_hard && value.parameter == target.parameter && value.declaration == target.declaration;
  });
}

// ---- config structs -------------------------------------------------------------------------------------------------

void SettingClaims::assign_config(const Claim& claim, const Operand& target, FunctionCompiler& probe) {
  if (claim.value == nullptr || claim.is_range) {
    probe.error(claim.span, fmt::format("{} is a group of parameters", quoted_target(passes_, claim)));
    return;
  }
  Operand from = check_expression(probe, *claim.value);
  if (from.is_unresolved()) return;
  if ((!from.is<Config>() && !from.is<SettingsGroup>()) || from.info() != target.info()) {
    probe.error(claim.value->span, fmt::format("expected a `{}`", target.info()->name));
    return;
  }
  configs_.push_back({claim.span, *target.as<SettingsGroup>(), std::move(from)});
}

bool SettingClaims::set_in_config(const Claim& claim, FunctionCompiler& probe) {
  const auto* access = std::get_if<syntax::MemberExpression>(&claim.target->node);
  if (access == nullptr) return false;
  const Operand object = check_expression(probe, *access->object);
  const auto* const config = object.as<Config>();
  if (config == nullptr) return false;
  const std::string& name = access->member.text;
  const FieldInfo* const field = find_member(*config->info, name)->field;
  const auto range = constants(claim, field->type, probe);
  if (!range) return true;
  if (const watch::AnyParameter* parameter = parameter_like(*config->info, name))
    if (!is_allowed(claim, *parameter, range->first)) return true;
  kept_.note(fmt::format("config {} {}", config->field->name, name), range->first, claim, object.span);
  passes_.configuration.config_values[{config->field, field}] = range->first;
  return true;
}

// The parameter that a field of a config struct stands for.
const watch::AnyParameter* SettingClaims::parameter_like(const TypeInfo& config, std::string_view name) const {
  for (const TypeInfo& type : passes_.symbols.types) {
    if (!type.is_settings) continue;
    for (const FieldInfo* group : type.fields) {
      if (!group->is_library || !config.is_settings || passes_.types.info_of(group->type) != &config) continue;
      const std::string path = fmt::format("{}.{}.{}", group->owner->name, group->name, name);
      if (const watch::AnyParameter* parameter = passes_.tables.find_parameter(path)) return parameter;
    }
  }
  return nullptr;
}

// All of a config's values: what it does not set is its default, not what others set.
void SettingClaims::take_config(const ConfigClaim& taken) {
  const auto* const config = taken.from.as<Config>();
  const auto* const group = taken.from.as<SettingsGroup>();
  for (const TypeInfo* type = taken.from.info(); type != nullptr; type = type->base) {
    for (const FieldInfo* field : type->fields) {
      const auto* parameter = passes_.tables.find_parameter(fmt::format("{}.{}", taken.target.path, field->name));
      if (parameter == nullptr) continue;
      SettingValue setting;
      setting.shown = config != nullptr
                          ? fmt::format("{}.{}.{}", config->field->owner->name, config->field->name, field->name)
                          : fmt::format("{}.{}", group->path, field->name);
      double value = parameter->fallback;
      if (config != nullptr) {
        const auto& values = passes_.configuration.config_values;
        if (const auto set = values.find({config->field, field}); set != values.end()) value = set->second;
      } else {
        for (const SettingValue& other : settings_)
          if (other.path == setting.shown) value = other.low;
      }
      setting.parameter = parameter;
      setting.path = parameter->path;
      setting.declaration = taken.target.declaration;
      setting.low = setting.high = value;
      setting.span = taken.claim;
      settings_.push_back(setting);
    }
  }
}

// ---- what users declare ---------------------------------------------------------------------------------------------

SettingClaims::DeclaredTarget SettingClaims::declared_target(const Claim& claim, TypeInfo& type,
                                                             FunctionCompiler& probe) {
  const auto is_setting = [](const syntax::Name& name) { return name.text == "enabled" || name.text == "merge_gap"; };
  if (const auto* access = std::get_if<syntax::MemberExpression>(&claim.target->node)) {
    if (!is_setting(access->member)) return {};
    Operand object;
    {
      const Unreported unreported(passes_.reporter);
      object = check_expression(probe, *access->object);
    }
    if (!object.is<Value>() || object.type.kind != TypeKind::instance) return {};
    const Expression& instance = probe[object.as<Value>()->id];
    if (instance.kind != ExpressionKind::instance_of ||
        find_member(*passes_.types.info_of(object.type), access->member.text) != nullptr)
      return {};
    const TypeInfo* const only =
        instance.operands.empty() ? nullptr : passes_.types.info_of(probe[instance.operands.front()].type);
    return {&access->member, instance.index, only};
  }
  if (const auto* plain = std::get_if<syntax::NameExpression>(&claim.target->node)) {
    if (!is_setting(plain->name) || type.kind != TypeClass::object || find_member(type, plain->name.text) != nullptr)
      return {};
    return {&plain->name, type.declaration_index, type.actor};
  }
  return {};
}

bool SettingClaims::set_of_declared(const Claim& claim, TypeInfo& type, FunctionCompiler& probe) {
  const DeclaredTarget target = declared_target(claim, type, probe);
  if (target.declaration == kNone) return false;
  const Type wanted = target.name->text == "enabled" ? kTruth : Type{TypeKind::number, kNone, kTime};
  const auto range = constants(claim, wanted, probe);
  if (!range) return true;
  SettingValue value;
  value.is_hard = claim.is_hard();
  value.low = value.high = range->first;
  value.span = claim.span;
  if (target.only != nullptr && !target.only->is_singleton) {
    const auto scope = scope_of(*target.only);
    if (!scope) return true;
    value.scope = *scope;
  }
  const std::vector<Declaration>& declarations = passes_.program.declarations;
  for (std::uint32_t d = target.declaration; d != kNone; d = declarations[d].outer) ++value.depth;
  for (std::uint32_t i = target.declaration; i < declarations.size(); ++i) {
    if (i != target.declaration && declarations[i].outer != target.declaration) continue;
    value.path = fmt::format("{}.{}", declarations[i].name, target.name->text);
    // What stands in it may be kept at something else.
    if (i == target.declaration)
      add(value, claim, claim.target->span);
    else
      settings_.push_back(value);
  }
  return true;
}

// ---- into the program -----------------------------------------------------------------------------------------------

void SettingClaims::finish() {
  for (const ConfigClaim& taken : configs_) take_config(taken);
  SourceOrder(passes_).sort(settings_);
  // What is kept of something wins over what is kept of the modifier that it stands in, wherever that is said.
  const auto kept = std::ranges::stable_partition(settings_, [](const SettingValue& value) { return !value.is_hard; });
  std::ranges::stable_sort(kept, {}, &SettingValue::depth);
  for (const bool hard : {false, true})
    for (const SettingValue& value : settings_)
      if (value.is_hard == hard && !value.is_range) put(value, value.low);
  for (const SettingValue& value : settings_)
    if (value.is_range) keep_in_range(value);
}

void SettingClaims::put(const SettingValue& value, double number) {
  SettingAssignment assignment{value.path, value.scope, number, value.span, value.shown};
  if (value.declaration == kNone) {
    passes_.program.settings.push_back(std::move(assignment));
    return;
  }
  Declaration& instance = passes_.program.declarations[value.declaration];
  const watch::CheckInfo* check = built_in_of(instance);
  std::string path = check == nullptr ? std::string() : path_of_instance(*check, assignment.path, instance.name);
  if (path.empty()) {
    instance.settings.push_back(std::move(assignment));
  } else {
    assignment.path = std::move(path);
    passes_.program.settings.push_back(std::move(assignment));
  }
}

// A value outside is an error if it was kept; a default moves to the nearest bound.
void SettingClaims::keep_in_range(const SettingValue& range) {
  const SettingValue* last = nullptr;
  for (const SettingValue& value : settings_)
    if (!value.is_range && value.path == range.path && value.scope == range.scope &&
        value.declaration == range.declaration && (last == nullptr || value.is_hard || !last->is_hard))
      last = &value;
  const bool is_outside = last != nullptr && (last->low < range.low || last->low > range.high);
  if (is_outside && last->is_hard && range.is_hard) {
    passes_.reporter.error(range.span, fmt::format("`{}` is kept at a value outside of this range", range.path), {},
                           {{last->span, "here"}});
    return;
  }
  if (last != nullptr && !is_outside) return;
  if (range.parameter == nullptr || (last == nullptr && range.parameter->fallback_for != nullptr)) return;
  const double value = last != nullptr ? last->low : range.parameter->fallback;
  const double kept = std::min(std::max(value, range.low), range.high);
  if (last != nullptr || kept != value) put(range, kept);
}

}  // namespace scrutineer::lang::detail
