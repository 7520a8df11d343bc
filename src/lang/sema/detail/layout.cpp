#include "lang/sema/detail/layout.h"

#include <algorithm>

namespace scrutineer::lang::detail {
namespace {

constexpr std::uint32_t kMostCells = 1'000'000;
constexpr int kDeepestStruct = 100;         // others within it
constexpr int kDeepestLayout = 1'000;       // not yet laid out, one in the other
constexpr std::size_t kMostMade = 100'000;  // structs with one

}  // namespace

Layout lay_out(SymbolTable& symbols, TypeTable& types, Program& program, Reporter& reporter) {
  Layout layout(types, program, reporter);
  for (TypeInfo& type : symbols.types)
    if (type.kind == TypeClass::structure && !type.is_library && !type.is_singleton) (void)types.type_of(type);
  for (std::size_t i = 0; i < types.structs.size(); ++i) layout.lay_out_struct(*types.structs[i]);
  layout.lay_out_actors();
  layout.lay_out_program(symbols);
  for (TypeInfo* type : types.objects) layout.lay_out_object(*type);
  const std::uint32_t actor_cells = program.actors.empty() ? 0 : program.actors.front().cells;
  if (program.cells > kMostCells || actor_cells > kMostCells)
    reporter.error({}, "there are more than a million cells of variables");
  return layout;
}

// What users add to actors. An actor is of several types: no two of their fields share a cell.
void Layout::lay_out_actors() {
  std::uint32_t cells = 0;
  for (TypeInfo* type : types_.actors)
    for (FieldInfo* field : type->fields) {
      if (field->is_library) continue;
      field->offset = cells;
      cells += cells_of(field->type);
    }
  for (std::size_t i = 0; i < types_.actors.size(); ++i) {
    ActorType& actor = program_.actors[i];
    if (actor.base != kNone) actor.fields = program_.actors[actor.base].fields;
    for (const FieldInfo* field : types_.actors[i]->fields)
      if (!field->is_library) actor.fields.push_back({std::string(field->name), field->type, field->offset, {}});
    actor.cells = cells;
  }
}

// What exists once.
void Layout::lay_out_program(SymbolTable& symbols) {
  for (TypeInfo& type : symbols.types) {
    if (!type.is_singleton) continue;
    for (FieldInfo* field : type.fields) {
      const bool is_computed = field->is_library && field->type.kind != TypeKind::structure;
      if (!is_computed) give_cells(*field);
    }
  }
  for (FieldInfo* global : symbols.globals) give_cells(*global);
}

void Layout::give_cells(FieldInfo& field) {
  const TypeInfo* info = types_.info_of(field.type);
  if (info != nullptr && (info->is_singleton || info->is_settings || info->is_view)) return;
  field.offset = program_.cells;
  program_.cells += cells_of(field.type);
}

void Layout::lay_out_struct(TypeInfo& type) {
  if (type.layout != TypeInfo::State::untouched) return;
  type.layout = TypeInfo::State::busy;
  ++depth_;
  const std::uint32_t index = types_.type_of(type).index;
  std::vector<Field> all;
  std::uint32_t cells = 0;
  if (type.base != nullptr && type.base->kind == TypeClass::structure) {
    lay_out_struct(*type.base);
    all = program_.structs[types_.type_of(*type.base).index].fields;
    cells = program_.structs[type.base->index].cells;
    type.depth = type.base->depth;
    type.made = type.base->made;
    program_.structs[index].base = type.base->index;
  }
  for (FieldInfo* field : type.fields) {
    // One that is not made with its owner, but given to it, may be of any type.
    const bool is_made_anew =
        field->value == nullptr || std::holds_alternative<syntax::NewExpression>(field->value->node);
    if (types_.is_struct(field->type) && !type.is_singleton && is_made_anew) lay_out_inner(type, *field);
    if (type.is_singleton) continue;
    field->offset = cells;
    all.push_back({std::string(field->name), field->type, cells, {}});
    cells += cells_of(field->type);
    if (cells > kMostCells) {
      reporter_.error(field->span, "`" + type.name + "` has more than a million cells");
      cells = 0;
    }
  }
  program_.structs[index].fields = std::move(all);
  program_.structs[index].cells = cells;
  type.layout = TypeInfo::State::done;
  --depth_;
}

void Layout::lay_out_inner(TypeInfo& type, FieldInfo& field) {
  TypeInfo* const inner = types_.info_of(field.type);
  if (inner->layout == TypeInfo::State::busy || is_a(inner, &type)) {
    reporter_.error(field.span, "a `" + type.name + "` would hold another one without end",
                    "`= null` begins with none");
    field.type = {};
    return;
  }
  if (depth_ < kDeepestLayout) lay_out_struct(*inner);
  if (inner->layout != TypeInfo::State::done || inner->depth >= kDeepestStruct) {
    reporter_.error(field.span, "structs lie more than 100 levels deep in `" + type.name + "`");
    field.type = {};
    return;
  }
  type.depth = std::max(type.depth, inner->depth + 1);
  type.made += inner->made;
  if (type.made > kMostMade) {
    reporter_.error(field.span, "more than 100,000 structs would be made with one `" + type.name + "`");
    type.made = 1;
    field.type = {};
  }
}

void Layout::lay_out_object(TypeInfo& type) {
  if (type.layout != TypeInfo::State::untouched) return;
  type.layout = TypeInfo::State::busy;
  std::vector<Field> all;
  std::uint32_t cells = 0;
  std::vector<std::string> names;
  if (type.base != nullptr && type.base->kind == TypeClass::object) {
    lay_out_object(*type.base);
    const ObjectType& base = program_.objects[type.base->index];
    for (const Field& field : base.fields)
      if (field.offset != base.data) all.push_back(field);
    cells = base.cells;
    names = base.events;
  }
  for (FieldInfo* field : type.fields) {
    field->offset = cells;
    all.push_back({std::string(field->name), field->type, cells, {}});
    cells += cells_of(field->type);
  }
  for (EventInfo* event : type.events) {
    event->index = static_cast<std::uint32_t>(names.size());
    names.emplace_back(event->name);
    for (const ParameterInfo& parameter : event->parameters) {
      event->offsets.push_back(cells);
      cells += cells_of(parameter.type);
    }
  }
  ObjectType& object = program_.objects[type.index];
  object.has_intervals = type.is_watcher;
  if (type.data != nullptr) {
    const Type data = types_.type_of(*type.data);
    lay_out_struct(*type.data);
    // A derived watcher with richer data keeps that of its base unused: cells are cheap, moving fields is not.
    object.data = cells;
    object.data_struct = data.index;
    all.push_back({"data", data, cells, {}});
    cells += program_.structs[data.index].cells;
  }
  object.fields = std::move(all);
  object.cells = cells;
  object.events = std::move(names);
  type.layout = TypeInfo::State::done;
}

}  // namespace scrutineer::lang::detail
