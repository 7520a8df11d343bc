// The code of watchers and modifiers: handlers, first values, settings.
#include "lang/sema/detail/objects.h"

#include <fmt/format.h>

#include <algorithm>

#include "lang/sema/detail/calls.h"
#include "lang/sema/detail/conversion.h"
#include "lang/sema/detail/events.h"
#include "lang/sema/detail/expressions.h"
#include "lang/sema/detail/instances.h"
#include "lang/sema/detail/plots.h"
#include "lang/sema/detail/records.h"
#include "lang/sema/detail/statements.h"
#include "lang/sema/detail/surroundings.h"

namespace scrutineer::lang::detail {
namespace {

// ---- handlers ----

// The handlers that one part of a type adds to an object.
class PartCompiler {
 public:
  PartCompiler(PassResults& passes, TypeInfo& object, const Part& part, const EnterScope& enter)
      : passes_(passes), object_(object), part_(part), enter_(enter) {}

  void compile() {
    if (part_.is_library) return;
    for (const syntax::Member& member : *part_.members) {
      if (const auto* block = std::get_if<syntax::OnBlock>(&member.node))
        add(block->event, [&](FunctionCompiler& code) { compile_statements(code, block->body); });
      else if (const auto* event = std::get_if<syntax::EventDeclaration>(&member.node))
        add_event(*event, member.span);
      else if (const auto* field = std::get_if<syntax::Field>(&member.node); field != nullptr && field->sample)
        add_sample(*field, member.span);
      else if (const auto* applied = std::get_if<syntax::Application>(&member.node))
        add_override(*applied, member.span);
    }
  }

 private:
  void add(const syntax::EventSpecification& event, const std::function<void(FunctionCompiler&)>& then) {
    add_handler(passes_, object_, event, *part_.space, enter_, then);
  }

  // `event near is @tick if distance < 2m`: emitted by a handler of the other event.
  void add_event(const syntax::EventDeclaration& event, Span span) {
    const MemberInfo* known = find_member(object_.is_anonymous ? *object_.actor : object_, event.name.text);
    if (!event.definition || known == nullptr || known->kind != MemberKind::event) return;
    add(*event.definition, [&](FunctionCompiler& code) {
      Statement statement{StatementKind::emit, span};
      statement.index = known->event->index;
      code.add(std::move(statement));
    });
  }

  // The field takes its value whenever the event happens.
  void add_sample(const syntax::Field& field, Span span) {
    for (const syntax::Name& name : field.names)
      add(field.sample->event, [&](FunctionCompiler& code) {
        const syntax::Expression target{syntax::NameExpression{name}, name.span};
        assign(code, check_expression(code, target), *field.sample->value, span);
      });
  }

  // `override(...)` as a member holds from the start.
  void add_override(const syntax::Application& applied, Span span) {
    const auto* call = std::get_if<syntax::CallExpression>(&applied.call->node);
    const auto* callee = call == nullptr ? nullptr : std::get_if<syntax::NameExpression>(&call->callee->node);
    if (callee == nullptr || callee->name.text != "override") return;
    FunctionCompiler code(passes_, {.space = part_.space}, object_.name + ".override", span);
    enter_(code);
    code.end_parameters();
    (void)compile_special_call(code, *call, span);
    Handler handler;
    handler.event = EventKind::start;
    handler.span = span;
    handler.body = code.finish();
    passes_.program.objects[object_.index].handlers.push_back(handler);
  }

  PassResults& passes_;
  TypeInfo& object_;
  const Part& part_;
  const EnterScope& enter_;
};

// ---- first values ----

// `def init()` of a watcher or modifier runs when all its fields have values.
void call_init(FunctionCompiler& code, const Operand& self, const TypeInfo& type) {
  const MemberInfo* init = find_member(type, "init");
  if (init == nullptr || init->kind != MemberKind::method || !init->methods.front()->parameters.empty()) return;
  Statement statement{StatementKind::evaluate, type.span};
  statement.value = value_of(code, invoke(code, &self, *init->methods.front(), {}, type.span));
  code.add(std::move(statement));
}

CellAddress data_address(const PassResults& passes, const TypeInfo& type) {
  return {ExpressionKind::own_cell, kNone, passes.program.objects[type.index].data, true};
}

// Structs in the data are made anew for every interval, so that no interval sees values of an earlier one.
void compile_fresh_data(PassResults& passes, TypeInfo& type) {
  if (type.data == nullptr) return;
  const Type data = passes.types.type_of(*type.data);
  const std::vector<Field>& fields = passes.program.structs[data.index].fields;
  if (std::ranges::none_of(fields, [&](const Field& field) { return passes.types.is_struct(field.type); })) return;
  FunctionCompiler code(passes, {.space = type.space}, type.name + ".fresh_data", type.span);
  enter_object(code, type);
  code.end_parameters();
  assign_initial(code, data_address(passes, type), data, type.span);
  passes.program.objects[type.index].fresh_data = code.finish();
}

void compile_initial(PassResults& passes, TypeInfo& type) {
  FunctionCompiler code(passes, {.space = type.space}, type.name + ".initial", type.span);
  enter_object(code, type);
  code.end_parameters();
  const Operand self = code.around.levels.front().self;
  for (const FieldStart& each : initial_order(passes, type))
    if (each.field != nullptr) give_first_value(code, each, self, type);
  if (type.data != nullptr)
    assign_initial(code, data_address(passes, type), passes.types.type_of(*type.data), type.span);
  for (const FieldStart& each : initial_order(passes, type))
    if (each.field == nullptr) give_first_value(code, each, self, type);
  call_init(code, self, type);
  passes.program.objects[type.index].initial = code.finish();
  compile_fresh_data(passes, type);
}

// ---- objects ----

// Of a modifier, which nothing gives arguments.
void compile_settings(PassResults& passes, TypeInfo& type) {
  FunctionCompiler code(passes, {.space = type.space}, type.name + ".create", type.span);
  enter_object(code, type);
  code.end_parameters();
  add_instance_settings(code, type, type.declaration_index, {});
  if (code.statement_count() > 0) passes.program.declarations[type.declaration_index].create = code.finish();
}

void compile_object(PassResults& passes, TypeInfo& type) {
  const EnterScope enter = [&type](FunctionCompiler& code) { enter_object(code, type); };
  std::vector<TypeInfo*> chain;
  for (TypeInfo* at = &type; at != nullptr && at->kind == TypeClass::object; at = at->base) chain.push_back(at);
  std::ranges::reverse(chain);
  for (const TypeInfo* at : chain)
    for (const Part& part : at->parts) PartCompiler(passes, type, part, enter).compile();
  compile_initial(passes, type);
  add_metrics(passes, type);
  add_plots(passes, type);
  if (type.is_global && type.declaration_index != kNone) compile_settings(passes, type);
}

// What stands directly in an actor, or in what exists once.
void compile_anonymous(PassResults& passes, TypeInfo& type, TypeInfo& object) {
  const EnterScope enter = [&](FunctionCompiler& code) {
    enter_object(code, object);
    if (type.kind != TypeClass::actor && !type.is_singleton) code.around.actor = nullptr;
  };
  for (const Part& part : type.parts) PartCompiler(passes, object, part, enter).compile();
  for (const NestedPart& nested : type.nested) {
    if (!has_code(nested.part)) continue;
    const EnterScope inside = [&](FunctionCompiler& code) {
      enter(code);
      std::vector<NameLevel>& levels = code.around.levels;
      NameLevel inner = nested_level(code, levels.back().self, nested.path);
      if (inner.type != nullptr) levels.insert(levels.begin() + 1, std::move(inner));
    };
    PartCompiler(passes, object, nested.part, inside).compile();
  }
  add_metrics(passes, object);
  add_plots(passes, object);
}

// ---- values of what is not an instance ----

void compile_initial_of_actor(PassResults& passes, TypeInfo& type) {
  const auto& values_of_type = passes.configuration.values_of_type;
  const auto values = values_of_type.find(&type);
  const bool has_fields = std::ranges::any_of(type.fields, [](const FieldInfo* field) { return !field->is_library; });
  if (!has_fields && values == values_of_type.end()) return;
  FunctionCompiler code(passes, {.space = type.space}, type.name + ".initial", type.span);
  const Type of = passes.types.type_of(type);
  const std::uint32_t local = code.add_local({}, of, type.span);
  code.end_parameters();
  const ExpressionId actor = code.cell({ExpressionKind::local, kNone, local}, 0, of, type.span);
  const Operand self = value_operand(actor, of, type.span);
  for (const FieldStart& each : initial_order(passes, type))
    if (const FieldInfo* field = each.field; field != nullptr && field->owner == &type && !field->is_library)
      assign_field(code, {ExpressionKind::actor_cell, actor, field->offset}, *field, self, type);
  code.around.levels = {{&type, self}};
  if (values != values_of_type.end()) apply_values(code, values->second, {ExpressionKind::actor_cell, actor, 0});
  passes.program.actors[type.index].initial = code.finish();
}

void compile_initial_of_program(PassResults& passes) {
  if (passes.program.cells == 0) return;
  FunctionCompiler code(passes, {.space = passes.symbols.types.front().space}, "program.initial", {});
  code.end_parameters();
  const auto give = [&](const FieldInfo& field, TypeInfo* owner) {
    if (field.offset == kNone) return;
    const CellAddress address{ExpressionKind::program_cell, kNone, field.offset};
    code.around.space = field.space;
    if (field.value != nullptr && owner != nullptr) code.around.levels = {{owner, singleton(*owner, field.span)}};
    if (field.value != nullptr)
      assign(code, address, field.type, *field.value, field.span);
    else
      assign_initial(code, address, field.type, field.span);
    code.around.levels.clear();
  };
  for (TypeInfo& type : passes.symbols.types)
    if (type.is_singleton)
      for (const FieldInfo* field : type.fields) give(*field, &type);
  for (const FieldStart& global : order_of_globals(passes)) give(*global.field, nullptr);
  for (const FieldValue& value : passes.configuration.values_of_program) {
    code.around.levels.clear();
    if (value.from != nullptr && value.from->is_singleton)
      code.around.levels = {{value.from, singleton(*value.from, value.span)}};
    apply_values(code, {value}, {ExpressionKind::program_cell, kNone, 0});
  }
  passes.program.initial = code.finish();
}

}  // namespace

void compile_objects(PassResults& passes) {
  std::deque<TypeInfo>& types = passes.symbols.types;
  const std::size_t count = types.size();
  for (std::size_t i = 0; i < count; ++i) {
    TypeInfo& type = types[i];
    if (type.kind == TypeClass::object && !type.is_library && !type.repeats_library && !type.is_anonymous &&
        type.declaration != nullptr)
      compile_object(passes, type);
  }
  for (std::size_t i = 0; i < count; ++i)
    if (TypeInfo* const object = passes.objects.anonymous_of(types[i])) compile_anonymous(passes, types[i], *object);
  if (passes.objects.run != nullptr) {
    const EnterScope enter = [&](FunctionCompiler& code) { enter_object(code, *passes.objects.run); };
    for (const RunBlock& run : passes.symbols.run_blocks)
      add_handler(passes, *passes.objects.run, run.block->event, *run.space, enter,
                  [&](FunctionCompiler& code) { compile_statements(code, run.block->body); });
  }
  compile_instances(passes);
}

void compile_initials(PassResults& passes) {
  for (std::size_t i = 0; i < passes.types.actors.size(); ++i)
    compile_initial_of_actor(passes, *passes.types.actors[i]);
  compile_initial_of_program(passes);
}

}  // namespace scrutineer::lang::detail
