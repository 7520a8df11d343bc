#include "lang/sema/detail/instances.h"

#include <fmt/format.h>

#include <array>

#include "lang/sema/detail/calls.h"
#include "lang/sema/detail/check_arguments.h"
#include "lang/sema/detail/conversion.h"
#include "lang/sema/detail/events.h"
#include "lang/sema/detail/expressions.h"
#include "lang/sema/detail/members.h"
#include "lang/sema/detail/plots.h"
#include "lang/sema/detail/records.h"
#include "lang/sema/time_limits.h"

namespace scrutineer::lang::detail {
namespace {

const syntax::Expression kGiven{};  // stands for the default of a parameter that may be left out

class InstanceCompiler {
 public:
  explicit InstanceCompiler(PassResults& passes) : passes_(passes) {}

  void compile(InstanceInfo& instance) {
    if (instance.check != kNone) {
      FunctionCompiler code = new_code(instance, "create", nullptr);
      const std::uint32_t handle = take_check_arguments(code, instance);
      if (handle != kNone) handles_.emplace_back(&instance, handle);
    } else if (instance.type == nullptr) {
      compile_ready_made(instance, *passes_.objects.ready_made.at(&instance));
    } else {
      compile_create(instance);
    }
    add_issues(instance);
    if (instance.check == kNone)
      add_plots(passes_, instance.syntax->with, instance.declaration, instance.type == nullptr,
                [&] { return code_of_with(instance, "plot"); });
  }

  // Runs last, because a handle may be declared after the check that receives it.
  void take_settings_of_handles() {
    for (const auto& [instance, handle] : handles_) take_settings_of_handle(passes_, *instance, handle);
  }

 private:
  FunctionCompiler new_code(const InstanceInfo& instance, std::string_view what, TypeInfo* own) {
    const Declaration& declaration = passes_.program.declarations[instance.declaration];
    FunctionCompiler code(passes_, {.space = instance.space}, fmt::format("{}.{}", declaration.name, what),
                          instance.span);
    code.around.object = own;
    enter_outer(code, declaration.outer, instance.owner);
    return code;
  }

  // In a `with:`, where the instance is `it`.
  FunctionCompiler code_of_with(const InstanceInfo& instance, std::string_view what) {
    TypeInfo* const own = instance.check != kNone    ? nullptr
                          : instance.type != nullptr ? instance.type
                                                     : passes_.objects.ready_made.at(&instance);
    FunctionCompiler code = new_code(instance, what, own);
    const MemberInfo* known = find_member(*instance.owner, instance.name);
    if (own != nullptr)
      code.around.it = value_operand(code.own_instance(instance.span), passes_.types.type_of(*own), instance.span);
    else if (!code.around.levels.empty())
      code.around.it = declared_member(code, code.around.levels.front().self, *known, instance.span);
    // By its name it is the same: the instance whose interval ends.
    if (code.around.it) code.around.aliases.push_back({instance.name, *code.around.it});
    code.end_parameters();
    return code;
  }

  // ---- watchers of users ----

  void compile_create(InstanceInfo& instance) {
    TypeInfo& type = *instance.type;
    FunctionCompiler code = new_code(instance, "create", &type);
    code.end_parameters();
    const std::vector<const FieldInfo*> fields = parameter_fields(type);
    std::vector<ParameterInfo> parameters;
    parameters.reserve(fields.size());
    for (const FieldInfo* field : fields) parameters.push_back({field->name, field->type, &kGiven, field->span});
    std::vector<const syntax::Expression*> arranged;
    std::set<std::string_view> changed;
    std::unordered_map<const FieldInfo*, ExpressionId> arguments;
    if (arrange_arguments(code, parameters, instance.syntax->arguments, instance.syntax->type.span, type.name,
                          arranged)) {
      for (std::size_t i = 0; i < arranged.size(); ++i) {
        if (arranged[i] == nullptr) continue;
        arguments.emplace(fields[i], assign_argument(code, *fields[i], *arranged[i]));
        changed.insert(fields[i]->name);
      }
    }
    const auto& values_of_declaration = passes_.configuration.values_of_declaration;
    if (const auto values = values_of_declaration.find(instance.declaration); values != values_of_declaration.end())
      for (const FieldValue& value : values->second) {
        for (const FieldInfo* field : fields)
          if (field->offset == value.first_cell()) changed.insert(field->name);
        apply_value(code, instance, value);
      }
    give_what_follows(code, type, std::move(changed));
    add_instance_settings(code, type, instance.declaration, arguments);
    if (code.statement_count() > 0) passes_.program.declarations[instance.declaration].create = code.finish();
  }

  // The value that it gets, where that is a single one.
  static ExpressionId assign_argument(FunctionCompiler& code, const FieldInfo& field, const syntax::Expression& value) {
    const CellAddress address{ExpressionKind::own_cell, kNone, field.offset};
    if (field.type.kind == TypeKind::range || field.type.kind == TypeKind::structure ||
        field.type.kind == TypeKind::any) {
      assign(code, address, field.type, value, value.span);
      return code.null(value.span);
    }
    const ExpressionId given = check_typed(code, value, field.type, fmt::format("`{}`", field.name));
    code.assign_cell(address, 0, field.type, given, value.span);
    return given;
  }

  // Of what `set` and `keep` say of the instances; some of it is for some actors only.
  static void apply_value(FunctionCompiler& code, const InstanceInfo& instance, const FieldValue& value) {
    const CellAddress base{ExpressionKind::own_cell, kNone, 0};
    const bool is_for_all =
        value.only == nullptr || value.only == instance.owner || value.only == instance.owner->actor;
    if (is_for_all) {
      apply_values(code, {value}, base);
      return;
    }
    Statement guard{StatementKind::branch, value.span};
    guard.value = code.intrinsic("physical_object.is_a", kTruth,
                                 {code.own_actor(value.span), code.constant(value.only->index, kInteger, value.span)},
                                 value.span);
    guard.body = code.collected([&] { apply_values(code, {value}, base); });
    code.add(std::move(guard));
  }

  // ---- `while_w`, `upon_w`, `passive_w` ----

  void compile_ready_made(InstanceInfo& instance, TypeInfo& made) {
    const std::string& kind = instance.syntax->type.names.front().text;
    const Arguments& arguments = instance.syntax->arguments;
    const Span span = instance.syntax->type.span;
    FunctionCompiler initial(passes_, {.space = instance.space, .object = &made}, made.name + ".initial", span);
    initial.end_parameters();
    assign_initial(initial, {ExpressionKind::own_cell, kNone, 0, true}, passes_.types.type_of(*made.data), span);
    passes_.program.objects[made.index].initial = initial.finish();
    add_metrics(passes_, made);
    if (kind == "passive_w") {
      if (!arguments.empty()) passes_.reporter.error(arguments.front().span, "`passive_w` takes no arguments");
      return;
    }
    const bool is_while = kind == "while_w";
    if (arguments.empty() || (!is_while && arguments.size() != 1)) {
      passes_.reporter.error(span, is_while ? "`while_w` takes a condition" : "`upon_w` takes an event");
      return;
    }
    const EnterScope enter = [&](FunctionCompiler& code) {
      code.around.object = &made;
      enter_outer(code, passes_.program.declarations[instance.declaration].outer, instance.owner);
    };
    if (is_while)
      compile_while(instance, made, enter);
    else
      compile_upon(instance, made, arguments.front(), enter);
  }

  // `while_w(condition, for_at_least: 2s, until: other, unless: excuse)`: the interval is open while the condition holds.
  void compile_while(const InstanceInfo& instance, const TypeInfo& made, const EnterScope& enter) {
    const Span span = instance.syntax->type.span;
    const Type time{TypeKind::number, kNone, kTime};
    const std::vector<ParameterInfo> parameters = {{"condition", kTruth, nullptr, span},
                                                   {"for_at_least", time, &kGiven, span},
                                                   {"until", kTruth, &kGiven, span},
                                                   {"unless", kTruth, &kGiven, span}};
    const auto code_of = [&](std::string_view what, Span where) {
      FunctionCompiler code(passes_, {.space = instance.space}, fmt::format("{}.{}", made.name, what), where);
      enter(code);
      code.end_parameters();
      return code;
    };
    FunctionCompiler probe = code_of("arguments", span);
    std::vector<const syntax::Expression*> arranged;
    if (!arrange_arguments(probe, parameters, instance.syntax->arguments, span, "while_w", arranged)) return;
    std::array<FunctionId, 4> functions{kNone, kNone, kNone, kNone};
    for (std::size_t i = 0; i < functions.size(); ++i) {
      if (arranged[i] == nullptr) continue;
      FunctionCompiler code = code_of(parameters[i].name, arranged[i]->span);
      const bool is_truth = parameters[i].type == kTruth;
      const ExpressionId value =
          is_truth ? check_condition(code, *arranged[i]) : check_typed(code, *arranged[i], time, "`for_at_least`");
      if (!is_truth) refuse_constant(code, value, arranged[i]->span, fault_of_least_time);
      code.add_return(value, arranged[i]->span);
      functions[i] = code.finish(parameters[i].type);
    }
    ObjectType& object = passes_.program.objects[made.index];
    object.condition = functions[0];
    object.for_at_least = functions[1];
    object.until = functions[2];
    object.unless = functions[3];
    if (arranged[3] != nullptr) object.unless_text = passes_.sources.text(arranged[3]->span);
  }

  // An interval of one frame whenever the event happens.
  void compile_upon(const InstanceInfo& instance, TypeInfo& made, const syntax::Argument& argument,
                    const EnterScope& enter) {
    syntax::EventSpecification specification;
    specification.span = argument.span;
    const auto* event = std::get_if<syntax::EventExpression>(&argument.value->node);
    specification.event = event != nullptr ? event->event : argument.value;
    add_handler(passes_, made, specification, *instance.space, enter, [&](FunctionCompiler& code) {
      code.add({StatementKind::start_interval, specification.span});
      code.add({StatementKind::end_interval, specification.span});
    });
  }

  // ---- issues ----

  // `with: it.sut_issue(severity:, kind:, details:)`
  void add_issues(const InstanceInfo& instance) {
    for (const syntax::Member& member : instance.syntax->with) {
      const auto* applied = std::get_if<syntax::Application>(&member.node);
      if (applied == nullptr) continue;
      const auto* call = std::get_if<syntax::CallExpression>(&applied->call->node);
      const auto* access = call == nullptr ? nullptr : std::get_if<syntax::MemberExpression>(&call->callee->node);
      if (access == nullptr || access->member.text != "sut_issue") {
        passes_.reporter.error(applied->call->span, "expected `it.sut_issue(...)`");
        continue;
      }
      if (instance.syntax->kind != syntax::InstanceKind::checker) {
        passes_.reporter.error(applied->call->span, "a watcher raises no issues",
                               "write `checker` instead of `watcher`");
        continue;
      }
      add_issue(instance, *call, applied->call->span);
    }
  }

  void add_issue(const InstanceInfo& instance, const syntax::CallExpression& call, Span span) {
    EnumInfo& kinds = *passes_.symbols.library_enum("issue_kind");
    const Type severity = passes_.types.type_of(*passes_.symbols.library_enum("issue_severity")),
               kind = passes_.types.type_of(kinds), text{TypeKind::text};
    const std::vector<ParameterInfo> parameters = {
        {"severity", severity, &kGiven, span}, {"kind", kind, nullptr, span}, {"details", text, &kGiven, span}};
    FunctionCompiler probe = code_of_with(instance, "issue");
    std::vector<const syntax::Expression*> arranged;
    if (!arrange_arguments(probe, parameters, call.arguments, span, "sut_issue", arranged)) return;
    IssueRule rule;
    const auto word = probe.folded(check_typed(probe, *arranged[1], kind, "`kind`"));
    if (!word) {
      if (passes_.reporter.error_count() == 0)
        passes_.reporter.error(arranged[1]->span, "the kind of an issue is a word");
      return;
    }
    rule.kind = kinds.words[static_cast<std::size_t>(*word)];
    if (arranged[0] != nullptr) {
      const auto fixed = probe.folded(check_typed(probe, *arranged[0], severity, "`severity`"));
      if (fixed) rule.sut = rule.other = static_cast<watch::Severity>(static_cast<int>(*fixed));
      // A built-in check has severities of its own; this one overrides them.
      if (!fixed || instance.check != kNone) rule.severity = function_of(instance, "severity", *arranged[0], severity);
    }
    if (arranged[2] != nullptr) rule.details = function_of(instance, "details", *arranged[2], text);
    Declaration& declaration = passes_.program.declarations[instance.declaration];
    rule.kind_meaning = declaration.summary;
    declaration.issues.push_back(std::move(rule));
  }

  // Gives an argument of the issue.
  FunctionId function_of(const InstanceInfo& instance, std::string_view name, const syntax::Expression& value,
                         const Type& type) {
    FunctionCompiler code = code_of_with(instance, name);
    code.add_return(check_typed(code, value, type, fmt::format("`{}`", name)), value.span);
    return code.finish(type);
  }

  PassResults& passes_;
  std::vector<std::pair<const InstanceInfo*, std::uint32_t>> handles_;  // checks with the declaration they received
};

}  // namespace

void compile_instances(PassResults& passes) {
  InstanceCompiler compiler(passes);
  for (InstanceInfo* instance : passes.objects.instances) compiler.compile(*instance);
  compiler.take_settings_of_handles();
}

}  // namespace scrutineer::lang::detail
