#include "lang/sema/detail/link.h"

#include "lang/library/standard_names.h"
#include "lang/sema/detail/members_of_types.h"

namespace scrutineer::lang::detail {
namespace {

constexpr int kDeepestInheritance = 200;

class Linker {
 public:
  Linker(SymbolTable& symbols, TypeTable& types, const Units& units, Program& program, Reporter& reporter)
      : symbols_(symbols), types_(types), units_(units), program_(program), reporter_(reporter) {}

  void add_objects() {
    for (TypeInfo& type : symbols_.types)
      if (type.kind == TypeClass::object) {
        type.index = static_cast<std::uint32_t>(program_.objects.size());
        types_.objects.push_back(&type);
        program_.objects.emplace_back().name = type.name;
        program_.objects.back().span = type.span;
      }
  }

  void find_bases() {
    for (TypeInfo& type : symbols_.types) {
      if (type.declaration == nullptr) continue;
      if (type.declaration->name.names.size() > 1) find_actor(type);
      if (type.declaration->inherits) find_base(type);
    }
    const Roots roots{symbols_.library_type("view"), symbols_.library_type("singleton"),
                      symbols_.library_type("settings")};
    for (TypeInfo& type : symbols_.types) end_cycle(type, roots);
  }

  void add_actors() {
    for (std::size_t i = 0; i < symbols_.types.size(); ++i)
      if (symbols_.types[i].kind == TypeClass::actor && !symbols_.types[i].is_singleton) add_actor(symbols_.types[i]);
    // Singletons are not actors of the run, but they have a type.
    for (TypeInfo& type : symbols_.types)
      if (type.kind == TypeClass::actor && type.is_singleton) type.kind = TypeClass::structure;
  }

 private:
  // Types of the library that say of what inherits from them what it is.
  struct Roots {
    const TypeInfo* view;
    const TypeInfo* singleton;
    const TypeInfo* settings;
  };

  // `vehicle.zones`: the vehicle.
  void find_actor(TypeInfo& type) {
    const syntax::Name& actor = type.declaration->name.names.front();
    type.actor = symbols_.find_type(actor, *type.space);
    if (type.actor == nullptr && is_standard_name(actor.text)) {
      type.kind = TypeClass::behaviour;
    } else if (type.actor == nullptr) {
      reporter_.error(actor.span, "unknown type `" + actor.text + "`",
                      reporter_.suggestion(actor.text, all_type_names(symbols_, units_, reporter_)));
      if (type.kind == TypeClass::object) type.parts.clear();  // its actor is unknown
    } else if (type.actor->kind != TypeClass::actor) {
      reporter_.error(actor.span, "`" + actor.text + "` is no actor");
    }
  }

  void find_base(TypeInfo& type) {
    const syntax::Path& name = type.declaration->inherits->base;
    type.base = symbols_.find_type(name, *type.space);
    if (type.base == nullptr && name.names.size() == 1 && type.actor != nullptr)
      if (const auto near =
              symbols_.types_by_name.find(qualified(type.space->name, type.actor->name + "." + name.names[0].text));
          near != symbols_.types_by_name.end())
        type.base = near->second;  // a behaviour of the same actor
    // A scenario's `weather` is the standard's, not the watcher of that name.
    const bool is_of_other_kind = type.base != nullptr && type.base->kind != type.kind && !type.is_library;
    if ((type.base == nullptr || (is_of_other_kind && type.base->is_library)) &&
        is_standard_name(name.names.back().text)) {
      type.base = nullptr;
      type.is_open = true;
    } else if (type.base == nullptr) {
      reporter_.error(name.span, "unknown type `" + to_string(name) + "`",
                      reporter_.suggestion(to_string(name), all_type_names(symbols_, units_, reporter_)));
      type.is_open = true;
    } else if (is_of_other_kind) {
      reporter_.error(name.span,
                      "`" + type.name + "` cannot inherit from `" + type.base->name + "`: it is of another kind");
      type.base = nullptr;
    }
  }

  // Then what it inherits from is known.
  void end_cycle(TypeInfo& type, const Roots& roots) {
    int depth = 0;
    for (TypeInfo* at = type.base; at != nullptr; at = at->base) {
      if (at != &type && ++depth <= kDeepestInheritance) continue;
      reporter_.error(type.span, at == &type ? "`" + type.name + "` inherits from itself"
                                             : "`" + type.name + "` inherits through more than 200 types");
      type.base = nullptr;
      break;
    }
    const auto is_below = [&](const TypeInfo* base) { return is_a(&type, base) && &type != base; };
    type.is_view = is_below(roots.view);
    type.is_singleton = is_below(roots.singleton);
    type.is_settings = is_below(roots.settings);
  }

  // Bases before what inherits from them.
  void add_actor(TypeInfo& type) {
    if (type.index != kNone) return;
    if (type.base != nullptr && type.base->kind == TypeClass::actor) add_actor(*type.base);
    type.index = static_cast<std::uint32_t>(program_.actors.size());
    program_.actors.push_back({type.name, type.base == nullptr ? kNone : type.base->index, {}, 0, kNone});
    types_.actors.push_back(&type);
  }

  SymbolTable& symbols_;
  TypeTable& types_;
  const Units& units_;
  Program& program_;
  Reporter& reporter_;
};

}  // namespace

TypeTable link(SymbolTable& symbols, const Units& units, const Library& library, Program& program, Reporter& reporter) {
  TypeTable types(symbols, units, program, reporter);
  Linker linker(symbols, types, units, program, reporter);
  linker.add_objects();
  linker.find_bases();
  linker.add_actors();
  for (std::size_t i = 0; i < library.checks.size(); ++i)
    if (TypeInfo* type = symbols.library_type(library.checks[i].info.name);
        type != nullptr && type->kind == TypeClass::object)
      type->check = static_cast<std::uint32_t>(i);
  MemberLinker members(symbols, types, reporter);
  for (std::size_t i = 0; i < symbols.types.size(); ++i) members.collect(symbols.types[i]);
  for (FieldInfo* global : symbols.globals) global->type = types.type_of(global->syntax->type, *global->space);
  return types;
}

}  // namespace scrutineer::lang::detail
