#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/overloaded.h"
#include "lang/sema/detail/body.h"
#include "lang/sema/detail/events.h"

namespace scrutineer::lang::detail {
void Body::statements(const std::vector<syntax::Statement>& source) {
  const std::size_t visible = locals_.size();
  for (const syntax::Statement& item : source) statement(item);
  locals_.resize(visible);
}

std::vector<StatementId> Body::nested(const std::vector<syntax::Statement>& source) {
  std::vector<StatementId> outer;
  std::swap(outer, block_);
  statements(source);
  std::swap(outer, block_);
  return outer;
}

void Body::statement(const syntax::Statement& source) {
  const Span span = source.span;
  std::visit(Overloaded{
                 [&](const syntax::Assignment& assignment) {
                   if (assign_element(assignment, span)) return;
                   assign(expression(*assignment.target), *assignment.value, span);
                 },
                 [&](const syntax::CallStatement& called) {
                   const auto* call_source = std::get_if<syntax::CallExpression>(&called.call->node);
                   if (call_source == nullptr || special_call(*call_source, span)) return;
                   if (change_list(*call_source, *called.call, span)) return;
                   const Operand result = call(*call_source, called.call->span, nullptr);
                   if (result.kind == Operand::Kind::nothing) return;
                   Statement statement{StatementKind::evaluate, span};
                   statement.value = value(result);
                   add(std::move(statement));
                 },
                 [&](const syntax::LocalVariable& variable) {
                   const Type type = c.type_of(variable.type, *around.space);
                   for (const syntax::Name& name : variable.names) {
                     // Its own name is not yet known in its value.
                     std::vector<StatementId> before;
                     const std::uint32_t index = add_local({}, type, name.span);
                     const Place place{ExpressionKind::local, kNone, index};
                     if (variable.value != nullptr)
                       assign(place, type, *variable.value, span);
                     else
                       assign_initial(place, type, span);
                     locals_.back().name = name.text;
                   }
                 },
                 [&](const syntax::IfStatement& choice) {
                   std::vector<StatementId> otherwise = nested(choice.otherwise);
                   for (std::size_t i = choice.branches.size(); i-- > 0;) {
                     Statement statement{StatementKind::branch, choice.branches[i].condition->span};
                     statement.value = condition(*choice.branches[i].condition);
                     statement.body = nested(choice.branches[i].body);
                     statement.otherwise = std::exchange(otherwise, {});
                     if (i == 0) {
                       statement.span = span;
                       add(std::move(statement));
                     } else {
                       otherwise = {static_cast<StatementId>(c.program.statements.size())};
                       c.program.statements.push_back(std::move(statement));
                     }
                   }
                 },
                 [&](const syntax::ForStatement& loop) {
                   const Operand list = expression(*loop.list);
                   if (!list.is_error() && list.type.kind != TypeKind::list)
                     c.error(list.span, fmt::format("`for` goes over a list, found {}", c.describe(list.type)));
                   const bool is_list = list.type.kind == TypeKind::list;
                   Statement statement{StatementKind::repeat_for, span};
                   statement.value = is_list ? value(list) : value({});
                   statement.local =
                       add_local(loop.variable.text, is_list ? c.element_of(list.type) : Type{}, loop.variable.span);
                   statement.body = nested(loop.body);
                   locals_.pop_back();
                   add(std::move(statement));
                 },
                 [&](const syntax::WhileStatement& loop) {
                   Statement statement{StatementKind::repeat_while, span};
                   statement.value = condition(*loop.condition);
                   statement.body = nested(loop.body);
                   add(std::move(statement));
                 },
                 [&](const syntax::ReturnStatement& returned) {
                   Statement statement{StatementKind::return_value, span};
                   if (returned.value != nullptr && result_type.kind == TypeKind::nothing) {
                     c.error(returned.value->span, "nothing is returned here");
                     return;
                   }
                   if (returned.value == nullptr && result_type.kind != TypeKind::nothing) {
                     c.error(span, fmt::format("expected {} to return", c.describe(result_type)));
                     return;
                   }
                   if (returned.value != nullptr) statement.value = typed(*returned.value, result_type, "the result");
                   add(std::move(statement));
                 },
                 [&](const syntax::EmitStatement& emitted) { emit(emitted, span); },
                 [&](const syntax::PassStatement&) {},
             },
             source.node);
}

// As a statement `list.append(x)` changes the list, and so do the others.
bool Body::change_list(const syntax::CallExpression& source, const syntax::Expression& whole, Span span) {
  constexpr std::string_view kChanges[] = {"append", "remove", "set", "sort"};
  const auto* access = std::get_if<syntax::MemberExpression>(&source.callee->node);
  if (access == nullptr || std::ranges::find(kChanges, access->member.text) == std::end(kChanges)) return false;
  const std::size_t errors = c.error_count;
  const Operand target = expression(*access->object);
  if (target.type.kind == TypeKind::list) assign(target, whole, span);
  return target.type.kind == TypeKind::list || c.error_count != errors;
}

// `list[place] = x`
bool Body::assign_element(const syntax::Assignment& assignment, Span span) {
  const auto* access = std::get_if<syntax::IndexExpression>(&assignment.target->node);
  if (access == nullptr) return false;
  const Operand list = expression(*access->object);
  if (list.is_error() || list.type.kind != TypeKind::list) return list.is_error();
  const ExpressionId place = typed(*access->index, {TypeKind::integer}, "the index");
  const ExpressionId item = typed(*assignment.value, c.element_of(list.type), "the element");
  if (may_assign(list))
    assign_cell(list.place, 0, list.type, intrinsic("list.set", list.type, {value(list), place, item}, span), span);
  return true;
}

// ---- assignments ----------------------------------------------------------------------------------------------------

void Body::assign(const Operand& target, const syntax::Expression& value_source, Span span) {
  if (target.kind == Operand::Kind::nothing)
    (void)expression(value_source);
  else if (may_assign(target))
    assign(target.place, target.type, value_source, span);
}

bool Body::may_assign(const Operand& target) {
  switch (target.kind) {
    case Operand::Kind::place:
      break;
    case Operand::Kind::setting:
    case Operand::Kind::settings:
    case Operand::Kind::config:
      c.error(target.span, "parameters of built-in checks are set before the run",
              "write `set` or `keep` in an `extend`, outside of `on`");
      return false;
    default:
      c.error(target.span, fmt::format("`{}` cannot be changed", c.sources.text(target.span)));
      return false;
  }
  if (!target.is_variable && !around.may_assign_parameters) {
    const bool is_parameter = target.field != nullptr && !target.field->is_library;
    c.error(target.span, fmt::format("`{}` cannot be changed while the run goes on", c.sources.text(target.span)),
            is_parameter ? "declare it with `var`" : "");
    return false;
  }
  return true;
}

void Body::assign_cell(const Place& place, std::uint32_t offset, const Type& type, ExpressionId what, Span span) {
  Statement statement{StatementKind::assign, span};
  statement.target = cell(place, offset, type, span);
  statement.value = what;
  add(std::move(statement));
}

void Body::assign(const Place& place, const Type& type, const syntax::Expression& source, Span span) {
  if (std::holds_alternative<syntax::NewExpression>(source.node)) {
    if (type.kind == TypeKind::structure)
      assign_initial(place, type, span);
    else if (type.kind != TypeKind::any)
      c.error(source.span, fmt::format("`new` makes structs, not {}", c.describe(type)));
    return;
  }
  if (type.kind == TypeKind::range) {
    const auto bounds = convert_range(expression(source, &type), type, "the value");
    if (!bounds) return;
    const Type element = c.element_of(type);
    assign_cell(place, 0, element, bound(*bounds, false, span), span);
    assign_cell(place, 1, element, bound(*bounds, true, span), span);
    return;
  }
  if (c.is_struct(type)) {
    assign_struct(place, type, expression(source, &type), span);
    return;
  }
  assign_cell(place, 0, type, typed(source, type, "the value"), span);
}

// A reference to it; of a watcher's data, which is gone with the interval, what is in it now.
void Body::assign_struct(const Place& place, const Type& type, const Operand& from, Span span) {
  const bool is_data =
      from.kind == Operand::Kind::place && from.place.is_flat && from.place.space != ExpressionKind::struct_cell;
  if (!is_data && !place.is_flat) {
    assign_cell(place, 0, type, convert(from, type, "the value"), span);
    return;
  }
  if (from.is_error()) return;
  if (!c.converts(from.type, type) || from.type.kind == TypeKind::null) {
    c.error(from.span, fmt::format("expected {}, found {}", c.describe(type), c.describe(from.type)));
    return;
  }
  if (!place.is_flat) assign_cell(place, 0, type, construct(from.type, span), span);
  const Place into = place.is_flat ? place : cells_of(place_operand(place, from.type, span, nullptr));
  const Place cells = cells_of(from);
  const Type number{TypeKind::number};
  for (std::uint32_t i = 0; i < c.program.structs[from.type.index].cells; ++i)
    assign_cell(into, i, number, cell(cells, i, number, span), span);
}

void Body::assign_initial(const Place& place, const Type& type, Span span) {
  if (c.is_struct(type) && !place.is_flat) {
    assign_cell(place, 0, type, construct(type, span), span);
    return;
  }
  if (c.is_struct(type)) {
    for (const Compilation::FieldValues& each : c.initial_order(*c.info_of(type))) {
      if (each.field != nullptr) {
        Place inner = place;
        inner.offset += each.field->offset;
        inner.is_flat = false;
        assign_field(inner, *each.field, place_operand(place, type, span, nullptr), *c.info_of(type));
      }
      c.apply_struct_values(*this, place, type, each.values);
    }
    return;
  }
  if (type.kind == TypeKind::range) {
    const Type element = c.element_of(type);
    assign_cell(place, 0, element, constant(0.0, element, span), span);
    assign_cell(place, 1, element, constant(0.0, element, span), span);
    return;
  }
  ExpressionId initial = kNone;
  switch (type.kind) {
    case TypeKind::truth:
    case TypeKind::integer:
    case TypeKind::number:
    case TypeKind::word:
      initial = constant(0.0, type, span);
      break;
    case TypeKind::text:
      initial = text_constant("", span);
      break;
    case TypeKind::list: {
      Expression empty{ExpressionKind::list, type, span};
      initial = make(std::move(empty));
      break;
    }
    default:
      initial = null(span);
      break;
  }
  assign_cell(place, 0, type, initial, span);
}

// The field's own value, seen from where it is declared.
void Body::assign_field(const Place& place, const FieldInfo& field, const Operand& self, TypeInfo& self_type) {
  if (field.type.kind == TypeKind::any) return;
  if (field.value == nullptr) {
    assign_initial(place, field.type, field.span);
    return;
  }
  Surroundings inner = around;
  inner.space = field.space;
  inner.scopes.insert(inner.scopes.begin(), Scope{&self_type, self});
  std::swap(inner, around);
  assign(place, field.type, *field.value, field.span);
  std::swap(inner, around);
}

// ---- what only statements do ----------------------------------------------------------------------------------------

bool Body::special_call(const syntax::CallExpression& source, Span span) {
  const syntax::Name* name = nullptr;
  const syntax::Expression* object = nullptr;
  if (const auto* named = std::get_if<syntax::NameExpression>(&source.callee->node)) name = &named->name;
  if (const auto* access = std::get_if<syntax::MemberExpression>(&source.callee->node)) {
    name = &access->member;
    object = access->object;
  }
  if (name == nullptr) return false;
  if (name->text == "start_interval" || name->text == "end_interval") {
    Statement statement{name->text == "start_interval" ? StatementKind::start_interval : StatementKind::end_interval,
                        span};
    if (!source.arguments.empty())
      c.error(source.arguments.front().span, fmt::format("`{}` takes no arguments", name->text));
    const TypeInfo* watcher = around.object;
    if (object != nullptr) {
      const Operand instance = expression(*object);
      if (instance.is_error()) return true;
      watcher = instance.type.kind == TypeKind::instance ? c.info_of(instance.type) : nullptr;
      if (watcher != nullptr) statement.value = value(instance);
    }
    if (watcher == nullptr || watcher->data == nullptr)
      c.error(source.callee->span, fmt::format("`{}` belongs to a watcher", name->text));
    else
      add(std::move(statement));
    return true;
  }
  if (name->text == "override" && object == nullptr) {
    freeze(source, span);
    return true;
  }
  return false;
}

// override(instance, run_mode: freeze | active)
void Body::freeze(const syntax::CallExpression& source, Span span) {
  const EnumInfo* modes = c.library_enum("run_mode");
  std::vector<ParameterInfo> parameters = {{"instance", {}, nullptr, span},
                                           {"run_mode", c.type_of(*c.library_enum("run_mode")), nullptr, span}};
  std::vector<const syntax::Expression*> arranged;
  if (!arrange(parameters, source.arguments, span, "override", arranged)) return;
  const Operand instance = expression(*arranged[0]);
  const ExpressionId mode = typed(*arranged[1], parameters[1].type, "`run_mode`");
  if (instance.kind == Operand::Kind::nothing) return;
  const auto word = folded(mode);
  if (!word) {
    if (c.program.expressions[mode].type.kind != TypeKind::any) c.error(arranged[1]->span, "the run mode is a word");
    return;
  }
  Statement statement{StatementKind::set_run_mode, span};
  statement.index = modes->words[static_cast<std::size_t>(*word)] == "freeze" ? 1 : 0;
  if (instance.kind == Operand::Kind::check) {
    if (instance.declaration != kNone)
      statement.declaration = instance.declaration;
    else
      statement.check = c.text_place(c.library.checks[instance.check].info.name);
    if (instance.actor != kNone) statement.value = instance.actor;
    add(std::move(statement));
    return;
  }
  if (instance.kind == Operand::Kind::settings) {  // a group of checks: each of them
    const std::vector<std::uint32_t> checks = c.checks_below(*instance.info);
    if (checks.empty()) c.error(instance.span, "there is no check in this group");
    for (const std::uint32_t check : checks) {
      Statement each = statement;
      each.check = c.text_place(c.library.checks[check].info.name);
      if (instance.actor != kNone) each.value = instance.actor;
      add(std::move(each));
    }
    return;
  }
  if (instance.type.kind == TypeKind::instance && instance.kind == Operand::Kind::value) {
    const Expression& expression = c.program.expressions[instance.value];
    if (expression.kind == ExpressionKind::instance_of) {
      statement.declaration = expression.index;
      if (!expression.operands.empty()) statement.value = expression.operands.front();
      add(std::move(statement));
      return;
    }
  }
  c.error(instance.span, "`override` takes a watcher or checker by its name");
}

// ---- events ---------------------------------------------------------------------------------------------------------

// The event, and whose it is; reports what is none.
std::optional<Body::Emitted> Body::emitted_event(const syntax::Expression& source) {
  if (const auto* access = std::get_if<syntax::MemberExpression>(&source.node)) {
    const Operand object = expression(*access->object);
    if (object.is_error() && object.kind == Operand::Kind::nothing) return std::nullopt;
    const auto found = event_of(object, access->member.text);
    if (!found) no_event(source.span, access->member, fmt::format("`{}` has no event", c.sources.text(object.span)));
    return found;
  }
  const auto* named = std::get_if<syntax::NameExpression>(&source.node);
  if (named == nullptr) {
    c.error(source.span, "an event is named by a path");
    return std::nullopt;
  }
  for (const Scope& scope : around.scopes) {
    if (scope.self.kind == Operand::Kind::settings || scope.self.kind == Operand::Kind::check) continue;
    if (const auto found = event_of(scope.self, named->name.text)) return found;
  }
  no_event(source.span, named->name, "there is no event");
  return std::nullopt;
}

std::optional<Body::Emitted> Body::event_of(const Operand& object, std::string_view name) {
  TypeInfo* const type = object.info != nullptr ? object.info : c.info_of(object.type);
  const MemberInfo* known = type == nullptr ? nullptr : find_member(*type, name);
  if (known == nullptr || known->kind != MemberKind::event || known->event->syntax == nullptr) return std::nullopt;
  if (object.type.kind == TypeKind::instance) {
    const ExpressionId instance = value(object);
    const bool is_own = c.program.expressions[instance].kind == ExpressionKind::own_instance;
    return Emitted{known->event, is_own ? kNone : instance};
  }
  // An event of an actor, or of what exists once, is of the modifier without a name in it.
  TypeInfo* const holder = c.anonymous_of(*known->event->owner);
  if (holder == nullptr || known->event->index == kNone) return std::nullopt;
  std::vector<ExpressionId> actor;
  if (object.kind != Operand::Kind::singleton) actor.push_back(value(object));
  const bool is_own = actor.empty() || c.program.expressions[actor.front()].kind == ExpressionKind::own_actor;
  if (holder == around.object && is_own) return Emitted{known->event, kNone};
  const Operand instance = instance_of(*holder, holder->declaration_index, std::move(actor), object.span);
  return Emitted{known->event, value(instance)};
}

void Body::no_event(Span span, const syntax::Name& name, const std::string& what) {
  if (metric_event(name.text)) {
    c.error(span, fmt::format("`{}` happens by itself, and cannot be emitted", name.text));
    return;
  }
  std::vector<std::string_view> names;
  for (const Scope& scope : around.scopes)
    for (const TypeInfo* at = scope.type; at != nullptr; at = at->base)
      for (const EventInfo* event : at->events) names.push_back(event->name);
  c.error(span, fmt::format("{} `{}`", what, name.text), c.meant(name.text, names));
}

void Body::emit(const syntax::EmitStatement& emitted, Span span) {
  const auto found = emitted_event(*emitted.event);
  if (!found) return;
  const EventInfo& event = *found->event;
  std::vector<const syntax::Expression*> arranged;
  if (!arrange(event.parameters, emitted.arguments, span, event.name, arranged)) return;
  const ExpressionKind space = found->instance == kNone ? ExpressionKind::own_cell : ExpressionKind::instance_cell;
  for (std::size_t i = 0; i < arranged.size(); ++i) {
    const syntax::Expression* given = arranged[i] != nullptr ? arranged[i] : event.parameters[i].value;
    assign({space, found->instance, event.offsets[i]}, event.parameters[i].type, *given, span);
  }
  Statement statement{StatementKind::emit, span};
  statement.index = event.index;
  statement.value = found->instance;
  add(std::move(statement));
}

}  // namespace scrutineer::lang::detail
