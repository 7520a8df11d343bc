#include "lang/sema/detail/check_arguments.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "lang/sema/detail/conversion.h"
#include "lang/sema/detail/expressions.h"
#include "lang/sema/detail/members.h"
#include "lang/sema/detail/settings.h"
#include "watch/parameter_text.h"

namespace scrutineer::lang::detail {
namespace {

// The watcher that a check is handed, by name; empty: none. Its settings say when the intervals of the check start.
std::string_view handle_of(std::string_view check) {
  return check == "approach_junction" ? "traverse_junction" : std::string_view();
}

class CheckArguments {
 public:
  CheckArguments(FunctionCompiler& code, const InstanceInfo& instance)
      : passes_(code.passes),
        code_(code),
        instance_(instance),
        info_(code.passes.library.checks[instance.check].info),
        handle_type_(handle_of(info_.name)) {}

  std::uint32_t take() {
    for (const syntax::Argument& argument : instance_.syntax->arguments)
      if (argument.name)
        take_named(argument, *argument.name);
      else
        take_unnamed(argument);
    return handle_;
  }

 private:
  void take_named(const syntax::Argument& argument, const syntax::Name& name) {
    const MemberInfo* known = find_member(*instance_.type, name.text);
    if (known == nullptr || known->kind != MemberKind::field) {
      std::vector<std::string_view> names;
      names.reserve(instance_.type->fields.size());
      for (const FieldInfo* field : instance_.type->fields) names.push_back(field->name);
      passes_.reporter.error(name.span, fmt::format("`{}` has no parameter `{}`", info_.name, name.text),
                             passes_.reporter.suggestion(name.text, names));
      return;
    }
    const Type& wanted = known->field->type;
    const Operand operand = check_expression(code_, *argument.value, &wanted);
    if (operand.is_unresolved() || is_repeated(name.text, argument.span)) return;
    if (wanted.kind == TypeKind::actor)
      check_actor(operand, argument.span);
    else
      set(name, operand, argument);
  }

  void take_unnamed(const syntax::Argument& argument) {
    const Operand operand = check_expression(code_, *argument.value);
    if (operand.is_unresolved()) return;
    if (operand.type.kind == TypeKind::actor) {
      if (!is_repeated(subject(), argument.span)) check_actor(operand, argument.span);
    } else if (is_handle(operand)) {
      if (!is_repeated(handle_type_, argument.span)) take_handle(*operand.as<CheckInstance>(), argument.span);
    } else {
      const std::string allowed = handle_type_.empty() ? "" : fmt::format(" and a `{}`", handle_type_);
      passes_.reporter.error(argument.span,
                             fmt::format("only the actor{} can be given to `{}` without a name", allowed, info_.name),
                             with_name(operand, argument.span));
    }
  }

  // How the value would be given by name; where it fits nothing, how the check is written without it.
  std::string with_name(const Operand& operand, Span span) {
    std::string written;
    const bool has_type = (operand.is<Value>() || operand.is<Cells>()) && operand.type.kind != TypeKind::any;
    if (has_type)
      for (const FieldInfo* field : instance_.type->fields)
        if (fits(code_, operand, field->type))
          written += fmt::format("{}{}: {}", written.empty() ? "" : " or ", field->name, passes_.sources.text(span));
    return "write " + (written.empty() ? fmt::format("{}({}: actor)", info_.name, subject()) : written);
  }

  // The parameter that is the watched actor.
  std::string_view subject() const {
    const auto field = std::ranges::find(instance_.type->fields, TypeKind::actor,
                                         [](const FieldInfo* candidate) { return candidate->type.kind; });
    return field == instance_.type->fields.end() ? std::string_view("actor") : (*field)->name;
  }

  void check_actor(const Operand& operand, Span span) {
    if (operand.type.kind == TypeKind::actor && is_own_actor(value_of(code_, operand))) return;
    passes_.reporter.error(span, fmt::format("`{}` watches the actor of its modifier", info_.name), "write `actor`");
  }

  bool is_own_actor(ExpressionId actor) const {
    return passes_.program.expressions[actor].kind == ExpressionKind::own_actor;
  }

  bool is_handle(const Operand& operand) const {
    return operand.is<CheckInstance>() &&
           passes_.library.checks[operand.as<CheckInstance>()->check].info.name == handle_type_;
  }

  void take_handle(const CheckInstance& handle, Span span) {
    if (handle.actor != kNone && !is_own_actor(handle.actor))
      passes_.reporter.error(span, fmt::format("`{}` watches the actor of its modifier", info_.name),
                             fmt::format("give it a `{}` of that actor", handle_type_));
    else
      handle_ = handle.declaration;
  }

  bool is_repeated(std::string_view name, Span span) {
    if (given_.insert(name).second) return false;
    passes_.reporter.error(span, fmt::format("the parameter `{}` is given twice", name));
    return true;
  }

  void set(const syntax::Name& name, const Operand& operand, const syntax::Argument& argument) {
    const CheckInstance self{.info = instance_.type, .check = instance_.check, .declaration = instance_.declaration};
    const std::size_t errors = passes_.reporter.error_count();
    const Operand operand_of_name = member_of_check(code_, self, {}, name, argument.span);
    const auto value = code_.folded(converted(code_, operand, operand_of_name.type, fmt::format("`{}`", name.text)));
    if (passes_.reporter.error_count() != errors) return;
    const auto* const setting = operand_of_name.as<Setting>();
    if (setting == nullptr || setting->parameter == nullptr || !value) {
      passes_.reporter.error(argument.span, "a parameter is set to a constant");
    } else if (const auto problem = watch::value_problem(*setting->parameter, *value)) {
      passes_.reporter.error(argument.value->span, fmt::format("`{}`: {}", name.text, problem->message));
    } else {
      put({std::string(setting->parameter->path), {}, *value, argument.span});
    }
  }

  // Before what `set` and `keep` say of the instance, for that wins.
  void put(SettingAssignment assignment) {
    Declaration& declaration = passes_.program.declarations[instance_.declaration];
    std::string path = path_of_instance(info_, assignment.path, declaration.name);
    std::vector<SettingAssignment>& settings = path.empty() ? declaration.settings : passes_.program.settings;
    if (!path.empty()) assignment.path = std::move(path);
    settings.insert(settings.begin(), std::move(assignment));
  }

  PassResults& passes_;
  FunctionCompiler& code_;
  const InstanceInfo& instance_;
  const watch::CheckInfo& info_;
  std::string_view handle_type_;
  std::uint32_t handle_ = kNone;
  std::set<std::string_view> given_;
};

}  // namespace

std::uint32_t take_check_arguments(FunctionCompiler& code, const InstanceInfo& instance) {
  return CheckArguments(code, instance).take();
}

void take_settings_of_handle(PassResults& passes, const InstanceInfo& instance, std::uint32_t handle) {
  const auto& parameters = passes.library.checks[instance.check].info.parameters;
  std::vector<SettingAssignment> settings;
  for (const SettingAssignment& setting : passes.program.declarations[handle].settings)
    if (std::ranges::find(parameters, std::string_view(setting.path), &watch::AnyParameter::path) != parameters.end())
      settings.push_back(setting);
  // Of two for the same parameter the last one counts.
  std::vector<SettingAssignment>& own = passes.program.declarations[instance.declaration].settings;
  own.insert(own.begin(), settings.begin(), settings.end());
}

}  // namespace scrutineer::lang::detail
