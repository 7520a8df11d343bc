#include "lang/sema/detail/statements.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/overloaded.h"
#include "lang/sema/detail/assignments.h"
#include "lang/sema/detail/calls.h"
#include "lang/sema/detail/conversion.h"
#include "lang/sema/detail/events.h"
#include "lang/sema/detail/expressions.h"
#include "lang/sema/detail/members.h"
#include "lang/sema/detail/settings.h"

namespace scrutineer::lang::detail {
namespace {

// ---- lists ----

// As a statement `list.append(x)` changes the list, and so do the others.
bool change_list(FunctionCompiler& code, const syntax::CallExpression& source, const syntax::Expression& whole,
                 Span span) {
  constexpr std::string_view kChanges[] = {"append", "remove", "set", "sort"};
  const auto* access = std::get_if<syntax::MemberExpression>(&source.callee->node);
  if (access == nullptr || std::ranges::find(kChanges, access->member.text) == std::end(kChanges)) return false;
  const std::size_t errors = code.reporter.error_count();
  const Operand target = check_expression(code, *access->object);
  if (target.type.kind == TypeKind::list) assign(code, target, whole, span);
  return target.type.kind == TypeKind::list || code.reporter.error_count() != errors;
}

// `list[place] = x`
bool assign_element(FunctionCompiler& code, const syntax::Assignment& assignment, Span span) {
  const auto* access = std::get_if<syntax::IndexExpression>(&assignment.target->node);
  if (access == nullptr) return false;
  const Operand list = check_expression(code, *access->object);
  if (list.is_error() || list.type.kind != TypeKind::list) return list.is_error();
  const ExpressionId place = check_typed(code, *access->index, kInteger, "the index");
  const ExpressionId item = check_typed(code, *assignment.value, code.types.element_of(list.type), "the element");
  if (may_assign(code, list))
    code.assign_cell(list.as<Cells>()->at, 0, list.type,
                     code.intrinsic("list.set", list.type, {value_of(code, list), place, item}, span), span);
  return true;
}

// ---- events ----

struct Emitted {
  const EventInfo* event = nullptr;
  ExpressionId instance = kNone;  // whose; kNone: of the one that runs
};

std::optional<Emitted> event_of(FunctionCompiler& code, const Operand& object, std::string_view name) {
  TypeInfo* const type = code.info_of(object);
  const MemberInfo* known = type == nullptr ? nullptr : find_member(*type, name);
  if (known == nullptr || known->kind != MemberKind::event || known->event->syntax == nullptr) return std::nullopt;
  if (object.type.kind == TypeKind::instance) {
    const ExpressionId instance = value_of(code, object);
    const bool is_own = code[instance].kind == ExpressionKind::own_instance;
    return Emitted{known->event, is_own ? kNone : instance};
  }
  // An event of an actor, or of what exists once, is of the modifier without a name in it.
  TypeInfo* const holder = code.passes.objects.anonymous_of(*known->event->owner);
  if (holder == nullptr || known->event->index == kNone) return std::nullopt;
  std::vector<ExpressionId> actor;
  if (!object.is<Singleton>()) actor.push_back(value_of(code, object));
  const bool is_own = actor.empty() || code[actor.front()].kind == ExpressionKind::own_actor;
  if (holder == code.around.object && is_own) return Emitted{known->event, kNone};
  const Operand instance = instance_of(code, *holder, holder->declaration_index, std::move(actor), object.span);
  return Emitted{known->event, value_of(code, instance)};
}

void report_no_event(FunctionCompiler& code, Span span, const syntax::Name& name, const std::string& what) {
  if (metric_event(name.text)) {
    code.error(span, fmt::format("`{}` happens by itself, and cannot be emitted", name.text));
    return;
  }
  std::vector<std::string_view> names;
  for (const NameLevel& level : code.around.levels)
    for (const TypeInfo* at = level.type; at != nullptr; at = at->base)
      for (const EventInfo* event : at->events) names.push_back(event->name);
  code.error(span, fmt::format("{} `{}`", what, name.text), code.reporter.suggestion(name.text, names));
}

// The event and the instance that emits it; reports what is not an event.
std::optional<Emitted> emitted_event(FunctionCompiler& code, const syntax::Expression& source) {
  if (const auto* access = std::get_if<syntax::MemberExpression>(&source.node)) {
    const Operand object = check_expression(code, *access->object);
    if (object.is_unresolved()) return std::nullopt;
    const auto found = event_of(code, object, access->member.text);
    if (!found)
      report_no_event(code, source.span, access->member,
                      fmt::format("`{}` has no event", code.passes.sources.text(object.span)));
    return found;
  }
  const auto* named = std::get_if<syntax::NameExpression>(&source.node);
  if (named == nullptr) {
    code.error(source.span, "an event is named by a path");
    return std::nullopt;
  }
  for (const NameLevel& level : code.around.levels) {
    if (level.self.is<SettingsGroup>() || level.self.is<CheckInstance>()) continue;
    if (const auto found = event_of(code, level.self, named->name.text)) return found;
  }
  report_no_event(code, source.span, named->name, "there is no event");
  return std::nullopt;
}

void emit_event(FunctionCompiler& code, const syntax::EmitStatement& emitted, Span span) {
  const auto found = emitted_event(code, *emitted.event);
  if (!found) return;
  const EventInfo& event = *found->event;
  std::vector<const syntax::Expression*> arranged;
  if (!arrange_arguments(code, event.parameters, emitted.arguments, span, event.name, arranged)) return;
  const ExpressionKind space = found->instance == kNone ? ExpressionKind::own_cell : ExpressionKind::instance_cell;
  for (std::size_t i = 0; i < arranged.size(); ++i) {
    const syntax::Expression* given = arranged[i] != nullptr ? arranged[i] : event.parameters[i].value;
    assign(code, {space, found->instance, event.offsets[i]}, event.parameters[i].type, *given, span);
  }
  Statement statement{StatementKind::emit, span};
  statement.index = event.index;
  statement.value = found->instance;
  code.add(std::move(statement));
}

// ---- run modes ----

// override(instance, run_mode: freeze | active)
void set_run_mode(FunctionCompiler& code, const syntax::CallExpression& source, Span span) {
  EnumInfo& modes = *code.symbols.library_enum("run_mode");
  const std::vector<ParameterInfo> parameters = {{"instance", {}, nullptr, span},
                                                 {"run_mode", code.types.type_of(modes), nullptr, span}};
  std::vector<const syntax::Expression*> arranged;
  if (!arrange_arguments(code, parameters, source.arguments, span, "override", arranged)) return;
  const Operand instance = check_expression(code, *arranged[0]);
  const ExpressionId mode = check_typed(code, *arranged[1], parameters[1].type, "`run_mode`");
  if (instance.is_unresolved()) return;
  const auto word = code.folded(mode);
  if (!word) {
    if (code[mode].type.kind != TypeKind::any) code.error(arranged[1]->span, "the run mode is a word");
    return;
  }
  Statement statement{StatementKind::set_run_mode, span};
  statement.index = modes.words[static_cast<std::size_t>(*word)] == "freeze" ? 1 : 0;
  const auto check_name = [&](std::uint32_t check) {
    return code.passes.tables.text(code.passes.library.checks[check].info.name);
  };
  if (const auto* check = instance.as<CheckInstance>()) {
    if (check->declaration != kNone)
      statement.declaration = check->declaration;
    else
      statement.check = check_name(check->check);
    if (check->actor != kNone) statement.value = check->actor;
    code.add(std::move(statement));
    return;
  }
  if (const auto* group = instance.as<SettingsGroup>()) {  // of checks: each of them
    const std::vector<std::uint32_t> checks = checks_below(code.types, *group->info);
    if (checks.empty()) code.error(instance.span, "there is no check in this group");
    for (const std::uint32_t check : checks) {
      Statement each = statement;
      each.check = check_name(check);
      if (group->actor != kNone) each.value = group->actor;
      code.add(std::move(each));
    }
    return;
  }
  if (instance.type.kind == TypeKind::instance && instance.is<Value>()) {
    const Expression& expression = code[instance.as<Value>()->id];
    if (expression.kind == ExpressionKind::instance_of) {
      statement.declaration = expression.index;
      if (!expression.operands.empty()) statement.value = expression.operands.front();
      code.add(std::move(statement));
      return;
    }
  }
  code.error(instance.span, "`override` takes a watcher or checker by its name");
}

// `start_interval(since: when)`
bool compile_since(FunctionCompiler& code, const syntax::CallExpression& source, Statement& statement) {
  const bool starts = statement.kind == StatementKind::start_interval;
  const syntax::Argument& given = source.arguments.front();
  const bool is_since = source.arguments.size() == 1 && given.name && given.name->text == "since";
  if (!starts || !is_since) {
    code.error(given.span, starts ? "`start_interval` takes only `since: time`" : "`end_interval` takes no arguments");
    return false;
  }
  statement.target = check_typed(code, *given.value, {TypeKind::number, kNone, kTime}, "`since`");
  return true;
}

void compile_interval_call(FunctionCompiler& code, const syntax::CallExpression& source, const syntax::Name& name,
                           const syntax::Expression* object, Span span) {
  Statement statement{name.text == "start_interval" ? StatementKind::start_interval : StatementKind::end_interval,
                      span};
  if (!source.arguments.empty() && !compile_since(code, source, statement)) return;
  const TypeInfo* watcher = code.around.object;
  if (object != nullptr) {
    const Operand instance = check_expression(code, *object);
    if (instance.is_error()) return;
    watcher = instance.type.kind == TypeKind::instance ? code.types.info_of(instance.type) : nullptr;
    if (watcher != nullptr) statement.value = value_of(code, instance);
  }
  if (watcher == nullptr || watcher->data == nullptr)
    code.error(source.callee->span, fmt::format("`{}` belongs to a watcher", name.text));
  else
    code.add(std::move(statement));
}

// ---- each kind ----

std::vector<StatementId> nested_block(FunctionCompiler& code, const std::vector<syntax::Statement>& source) {
  return code.collected([&] { compile_statements(code, source); });
}

void compile_call(FunctionCompiler& code, const syntax::CallStatement& called, Span span) {
  const auto* call = std::get_if<syntax::CallExpression>(&called.call->node);
  if (call == nullptr || compile_special_call(code, *call, span)) return;
  if (change_list(code, *call, *called.call, span)) return;
  const Operand result = check_call(code, *call, called.call->span);
  if (result.is_unresolved()) return;
  Statement statement{StatementKind::evaluate, span};
  statement.value = value_of(code, result);
  code.add(std::move(statement));
}

void declare_local(FunctionCompiler& code, const syntax::LocalVariable& variable, Span span) {
  const Type type = code.types.type_of(variable.type, *code.around.space);
  for (const syntax::Name& name : variable.names) {
    // Its own name is not yet known in its value.
    const CellAddress address{ExpressionKind::local, kNone, code.add_local({}, type, name.span)};
    if (variable.value != nullptr)
      assign(code, address, type, *variable.value, span);
    else
      assign_initial(code, address, type, span);
    code.name_last_local(name.text);
  }
}

void compile_if(FunctionCompiler& code, const syntax::IfStatement& choice, Span span) {
  std::vector<StatementId> otherwise = nested_block(code, choice.otherwise);
  for (std::size_t i = choice.branches.size(); i-- > 0;) {
    Statement statement{StatementKind::branch, choice.branches[i].condition->span};
    statement.value = check_condition(code, *choice.branches[i].condition);
    statement.body = nested_block(code, choice.branches[i].body);
    statement.otherwise = std::exchange(otherwise, {});
    if (i == 0) {
      statement.span = span;
      code.add(std::move(statement));
    } else {
      otherwise = code.collected([&] { code.add(std::move(statement)); });
    }
  }
}

void compile_for(FunctionCompiler& code, const syntax::ForStatement& loop, Span span) {
  const Operand list = check_expression(code, *loop.list);
  const bool is_list = list.type.kind == TypeKind::list;
  if (!list.is_error() && !is_list)
    code.error(list.span, fmt::format("`for` goes over a list, found {}", code.types.describe(list.type)));
  Statement statement{StatementKind::repeat_for, span};
  statement.value = value_of(code, is_list ? list : Operand{});
  const std::size_t visible = code.locals().size();
  statement.local =
      code.add_local(loop.variable.text, is_list ? code.types.element_of(list.type) : Type{}, loop.variable.span);
  statement.body = nested_block(code, loop.body);
  code.forget_locals(visible);
  code.add(std::move(statement));
}

void compile_return(FunctionCompiler& code, const syntax::ReturnStatement& returned, Span span) {
  const bool has_result = code.result_type.kind != TypeKind::nothing;
  if (returned.value != nullptr && !has_result)
    code.error(returned.value->span, "nothing is returned here");
  else if (returned.value == nullptr && has_result)
    code.error(span, fmt::format("expected {} to return", code.types.describe(code.result_type)));
  else if (returned.value != nullptr)
    code.add_return(check_typed(code, *returned.value, code.result_type, "the result"), span);
  else
    code.add({StatementKind::return_value, span});
}

void compile_statement(FunctionCompiler& code, const syntax::Statement& source) {
  const Span span = source.span;
  std::visit(Overloaded{
                 [&](const syntax::Assignment& assignment) {
                   if (assign_element(code, assignment, span)) return;
                   assign(code, check_expression(code, *assignment.target), *assignment.value, span);
                 },
                 [&](const syntax::CallStatement& called) { compile_call(code, called, span); },
                 [&](const syntax::LocalVariable& variable) { declare_local(code, variable, span); },
                 [&](const syntax::IfStatement& choice) { compile_if(code, choice, span); },
                 [&](const syntax::ForStatement& loop) { compile_for(code, loop, span); },
                 [&](const syntax::WhileStatement& loop) {
                   Statement statement{StatementKind::repeat_while, span};
                   statement.value = check_condition(code, *loop.condition);
                   statement.body = nested_block(code, loop.body);
                   code.add(std::move(statement));
                 },
                 [&](const syntax::ReturnStatement& returned) { compile_return(code, returned, span); },
                 [&](const syntax::EmitStatement& emitted) { emit_event(code, emitted, span); },
                 [&](const syntax::PassStatement&) {},
             },
             source.node);
}

}  // namespace

void compile_statements(FunctionCompiler& code, const std::vector<syntax::Statement>& source) {
  const std::size_t visible = code.locals().size();
  for (const syntax::Statement& item : source) compile_statement(code, item);
  code.forget_locals(visible);
}

bool compile_special_call(FunctionCompiler& code, const syntax::CallExpression& source, Span span) {
  const syntax::Name* name = nullptr;
  const syntax::Expression* object = nullptr;
  if (const auto* named = std::get_if<syntax::NameExpression>(&source.callee->node)) name = &named->name;
  if (const auto* access = std::get_if<syntax::MemberExpression>(&source.callee->node)) {
    name = &access->member;
    object = access->object;
  }
  if (name == nullptr) return false;
  if (name->text == "start_interval" || name->text == "end_interval") {
    compile_interval_call(code, source, *name, object, span);
    return true;
  }
  if (name->text != "override" || object != nullptr) return false;
  set_run_mode(code, source, span);
  return true;
}

}  // namespace scrutineer::lang::detail
