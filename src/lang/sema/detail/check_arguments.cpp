#include "lang/sema/detail/check_arguments.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "watch/parameter_text.h"

namespace scrutineer::lang::detail {
namespace {

// The watcher that a check is handed, by name; empty: none. Its settings say when the intervals of the check start.
std::string_view handle_of(std::string_view check) {
  return check == "approach_junction" ? "traverse_junction" : std::string_view();
}

class CheckArguments {
 public:
  CheckArguments(Compilation& c, Body& body, const InstanceInfo& instance)
      : c_(c),
        body_(body),
        instance_(instance),
        info_(c.library.checks[instance.check].info),
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
      c_.error(name.span, fmt::format("`{}` has no parameter `{}`", info_.name, name.text), c_.meant(name.text, names));
      return;
    }
    const Type& wanted = known->field->type;
    const Operand operand = body_.expression(*argument.value, &wanted);
    if (operand.kind == Operand::Kind::nothing || is_repeated(name.text, argument.span)) return;
    if (wanted.kind == TypeKind::actor)
      check_actor(operand, argument.span);
    else
      set(name, operand, argument);
  }

  void take_unnamed(const syntax::Argument& argument) {
    const Operand operand = body_.expression(*argument.value);
    if (operand.kind == Operand::Kind::nothing) return;
    if (operand.type.kind == TypeKind::actor) {
      if (!is_repeated(subject(), argument.span)) check_actor(operand, argument.span);
    } else if (is_handle(operand)) {
      if (!is_repeated(handle_type_, argument.span)) take_handle(operand, argument.span);
    } else {
      const std::string allowed = handle_type_.empty() ? "" : fmt::format(" and a `{}`", handle_type_);
      c_.error(argument.span, fmt::format("only the actor{} can be given to `{}` without a name", allowed, info_.name),
               with_name(operand, argument.span));
    }
  }

  // How the value would be given by name; where it fits nothing, how the check is written without it.
  std::string with_name(const Operand& operand, Span span) {
    std::string written;
    const bool has_type = (operand.kind == Operand::Kind::value || operand.kind == Operand::Kind::place) &&
                          operand.type.kind != TypeKind::any;
    if (has_type)
      for (const FieldInfo* field : instance_.type->fields)
        if (body_.fits(operand, field->type))
          written += fmt::format("{}{}: {}", written.empty() ? "" : " or ", field->name, c_.sources.text(span));
    return "write " + (written.empty() ? fmt::format("{}({}: actor)", info_.name, subject()) : written);
  }

  // The parameter that is the watched actor.
  std::string_view subject() const {
    const auto field = std::ranges::find(instance_.type->fields, TypeKind::actor,
                                         [](const FieldInfo* candidate) { return candidate->type.kind; });
    return field == instance_.type->fields.end() ? std::string_view("actor") : (*field)->name;
  }

  void check_actor(const Operand& operand, Span span) {
    if (operand.type.kind == TypeKind::actor && is_own_actor(body_.value(operand))) return;
    c_.error(span, fmt::format("`{}` watches the actor of its modifier", info_.name), "write `actor`");
  }

  bool is_own_actor(ExpressionId actor) const {
    return c_.program.expressions[actor].kind == ExpressionKind::own_actor;
  }

  bool is_handle(const Operand& operand) const {
    return operand.kind == Operand::Kind::check && c_.library.checks[operand.check].info.name == handle_type_;
  }

  void take_handle(const Operand& operand, Span span) {
    if (operand.actor != kNone && !is_own_actor(operand.actor))
      c_.error(span, fmt::format("`{}` watches the actor of its modifier", info_.name),
               fmt::format("give it a `{}` of that actor", handle_type_));
    else
      handle_ = operand.declaration;
  }

  bool is_repeated(std::string_view name, Span span) {
    if (given_.insert(name).second) return false;
    c_.error(span, fmt::format("the parameter `{}` is given twice", name));
    return true;
  }

  void set(const syntax::Name& name, const Operand& operand, const syntax::Argument& argument) {
    Operand self;
    self.kind = Operand::Kind::check;
    self.info = instance_.type;
    self.check = instance_.check;
    self.declaration = instance_.declaration;
    const std::size_t errors = c_.error_count;
    const Operand setting = body_.check_member(self, name, argument.span);
    const auto value = body_.folded(body_.convert(operand, setting.type, fmt::format("`{}`", name.text)));
    if (c_.error_count != errors) return;
    if (setting.kind != Operand::Kind::setting || setting.parameter == nullptr || !value) {
      c_.error(argument.span, "a parameter is set to a constant");
    } else if (const auto problem = watch::value_problem(*setting.parameter, *value)) {
      c_.error(argument.value->span, fmt::format("`{}`: {}", name.text, problem->message));
    } else {
      c_.program.declarations[instance_.declaration].settings.push_back(
          {std::string(setting.parameter->path), {}, *value, argument.span});
    }
  }

  Compilation& c_;
  Body& body_;
  const InstanceInfo& instance_;
  const watch::CheckInfo& info_;
  std::string_view handle_type_;
  std::uint32_t handle_ = kNone;
  std::set<std::string_view> given_;
};

}  // namespace

std::uint32_t take_check_arguments(Compilation& c, Body& body, const InstanceInfo& instance) {
  return CheckArguments(c, body, instance).take();
}

void take_settings_of_handle(Compilation& c, const InstanceInfo& instance, std::uint32_t handle) {
  const auto& parameters = c.library.checks[instance.check].info.parameters;
  std::vector<SettingAssignment> settings;
  for (const SettingAssignment& setting : c.program.declarations[handle].settings)
    if (std::ranges::find(parameters, std::string_view(setting.path), &watch::AnyParameter::path) != parameters.end())
      settings.push_back(setting);
  // Of two for the same parameter the last one counts.
  std::vector<SettingAssignment>& own = c.program.declarations[instance.declaration].settings;
  own.insert(own.begin(), settings.begin(), settings.end());
}

}  // namespace scrutineer::lang::detail
