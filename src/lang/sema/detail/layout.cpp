// Which cell holds what: every field has its place in the cells of its owner.
#include <algorithm>

#include "lang/sema/detail/compilation.h"

namespace scrutineer::lang::detail {
namespace {

constexpr std::uint32_t kMostCells = 1'000'000;
constexpr int kDeepestStruct = 100;         // others within it
constexpr int kDeepestLayout = 1'000;       // not yet laid out, one in the other
constexpr std::size_t kMostMade = 100'000;  // structs with one

}  // namespace

void Compilation::lay_out() {
  for (TypeInfo& type : types)
    if (type.kind == TypeClass::structure && !type.is_library && !type.is_singleton) (void)type_of(type);
  for (std::size_t i = 0; i < struct_infos.size(); ++i) lay_out_struct(*struct_infos[i]);

  // What users add to actors. An actor is of several types: no two of their fields share a cell.
  for (TypeInfo* type : actor_infos)
    for (FieldInfo* field : type->fields) {
      if (field->is_library) continue;
      field->offset = actor_cells;
      actor_cells += cells_of(field->type);
    }
  for (std::size_t i = 0; i < actor_infos.size(); ++i) {
    ActorType& actor = program.actors[i];
    if (actor.base != kNone) actor.fields = program.actors[actor.base].fields;
    for (const FieldInfo* field : actor_infos[i]->fields)
      if (!field->is_library) actor.fields.push_back({std::string(field->name), field->type, field->offset, {}});
    actor.cells = actor_cells;
  }

  // What exists once.
  const auto give_place = [&](FieldInfo& field) {
    const TypeInfo* info = info_of(field.type);
    if (info != nullptr && (info->is_singleton || info->is_settings || info->is_view)) return;
    field.offset = program.cells;
    program.cells += cells_of(field.type);
  };
  for (TypeInfo& type : types) {
    if (!type.is_singleton) continue;
    for (FieldInfo* field : type.fields) {
      const bool is_computed = field->is_library && field->type.kind != TypeKind::structure;
      if (!is_computed) give_place(*field);
    }
  }
  for (FieldInfo* global : globals) give_place(*global);

  for (TypeInfo* type : object_infos) lay_out_object(*type);
  if (program.cells > kMostCells || actor_cells > kMostCells)
    error({}, "there are more than a million cells of variables");
}

void Compilation::lay_out_struct(TypeInfo& type) {
  if (type.layout != TypeInfo::State::untouched) return;
  type.layout = TypeInfo::State::busy;
  ++layout_depth;
  const std::uint32_t index = type_of(type).index;
  std::vector<Field> all;
  std::uint32_t cells = 0;
  if (type.base != nullptr && type.base->kind == TypeClass::structure) {
    lay_out_struct(*type.base);
    all = program.structs[type_of(*type.base).index].fields;
    cells = program.structs[type.base->index].cells;
    type.depth = type.base->depth;
    type.made = type.base->made;
    program.structs[index].base = type.base->index;
  }
  for (FieldInfo* field : type.fields) {
    // One that is not made with its owner, but given to it, may be of any type.
    const bool is_made_anew =
        field->value == nullptr || std::holds_alternative<syntax::NewExpression>(field->value->node);
    if (is_struct(field->type) && !type.is_singleton && is_made_anew) {
      TypeInfo* const inner = info_of(field->type);
      if (inner->layout == TypeInfo::State::busy || is_a(inner, &type)) {
        error(field->span, "a `" + type.name + "` would hold another one without end", "`= null` begins with none");
        field->type = {};
      } else {
        if (layout_depth < kDeepestLayout) lay_out_struct(*inner);
        if (inner->layout == TypeInfo::State::done && inner->depth < kDeepestStruct) {
          type.depth = std::max(type.depth, inner->depth + 1);
          type.made += inner->made;
          if (type.made > kMostMade) {
            error(field->span, "more than 100,000 structs would be made with one `" + type.name + "`");
            type.made = 1;
            field->type = {};
          }
        } else {
          error(field->span, "structs lie more than 100 levels deep in `" + type.name + "`");
          field->type = {};
        }
      }
    }
    if (type.is_singleton) continue;
    field->offset = cells;
    all.push_back({std::string(field->name), field->type, cells, {}});
    cells += cells_of(field->type);
    if (cells > kMostCells) {
      error(field->span, "`" + type.name + "` has more than a million cells");
      cells = 0;
    }
  }
  program.structs[index].fields = std::move(all);
  program.structs[index].cells = cells;
  type.layout = TypeInfo::State::done;
  --layout_depth;
}

void Compilation::lay_out_object(TypeInfo& type) {
  if (type.layout != TypeInfo::State::untouched) return;
  type.layout = TypeInfo::State::busy;
  std::vector<Field> all;
  std::uint32_t cells = 0;
  std::vector<std::string> names;
  if (type.base != nullptr && type.base->kind == TypeClass::object) {
    lay_out_object(*type.base);
    const ObjectType& base = program.objects[type.base->index];
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
  ObjectType& object = program.objects[type.index];
  object.has_intervals = type.is_watcher;
  if (type.data != nullptr) {
    const Type data = type_of(*type.data);
    lay_out_struct(*type.data);
    // A derived watcher with richer data keeps that of its base unused: cells are cheap, moving fields is not.
    object.data = cells;
    object.data_struct = data.index;
    all.push_back({"data", data, cells, {}});
    cells += program.structs[data.index].cells;
  }
  object.fields = std::move(all);
  object.cells = cells;
  object.events = std::move(names);
  type.layout = TypeInfo::State::done;
}

}  // namespace scrutineer::lang::detail
