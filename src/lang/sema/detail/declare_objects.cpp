// Which watchers, checkers and modifiers there are.
#include <fmt/format.h>

#include <algorithm>

#include "lang/sema/detail/objects.h"
#include "lang/sema/detail/pass_results.h"
#include "lang/sema/detail/settings.h"

namespace scrutineer::lang::detail {
namespace {

bool runs_directly(const TypeInfo& type) {
  return (type.kind == TypeClass::actor && !type.is_view) || type.is_singleton || type.name == "top.main";
}

bool is_of_library(const EventInfo& event, const TypeInfo& type) {
  return type.is_library && std::ranges::any_of(type.parts, [&](const Part& part) {
           return part.is_library && event.space == part.space;
         });
}

class ObjectDeclarer {
 public:
  explicit ObjectDeclarer(PassResults& passes) : passes_(passes) {}

  RunningObjects declare() {
    std::deque<TypeInfo>& types = passes_.symbols.types;
    const std::size_t declared = types.size();
    for (std::size_t i = 0; i < declared; ++i) {
      TypeInfo& type = types[i];
      if (type.kind == TypeClass::object && type.is_global && !type.is_library && !type.repeats_library)
        declare_modifier(type);
      if (!runs_directly(type)) continue;
      const bool has_handlers =
          std::ranges::any_of(type.parts, has_code) || std::ranges::any_of(type.nested, has_code, &NestedPart::part);
      if (has_handlers) declare_anonymous(type);
      declare_instances(type, kNone, type.name == "top.main" ? "top" : type.name, whom(type));
    }
    if (!passes_.symbols.run_blocks.empty()) {
      TypeInfo& run = new_object("run", passes_.symbols.run_blocks.front().span);
      run.is_anonymous = true;
      objects_.run = &run;
      add_declaration(run, "run", {}, kNone);
    }
    for (const TypeInfo& type : types) {
      if (!type.is_watcher || type.is_global || type.is_library || type.instances.empty()) continue;
      passes_.reporter.error(type.instances.front()->span, "a watcher cannot hold another one",
                             "put both into a `global modifier`");
      for (InstanceInfo* instance : type.instances) instance->is_broken = true;
    }
    return std::move(objects_);
  }

 private:
  static std::vector<watch::Scope> whom(const TypeInfo& holder) {
    if (holder.kind != TypeClass::actor) return {};
    if (const auto scope = scope_of(holder)) return {*scope};
    return {{watch::Scope::Kind::type, holder.name}};
  }

  TypeInfo& new_object(std::string name, Span span) {
    TypeInfo& type = passes_.symbols.types.emplace_back();
    type.name = std::move(name);
    type.kind = TypeClass::object;
    type.span = span;
    type.space = passes_.symbols.types.front().space;
    type.index = static_cast<std::uint32_t>(passes_.program.objects.size());
    type.layout = TypeInfo::State::done;
    passes_.types.objects.push_back(&type);
    ObjectType& object = passes_.program.objects.emplace_back();
    object.name = type.name;
    object.span = span;
    return type;
  }

  std::uint32_t add_declaration(TypeInfo& type, const std::string& name, std::vector<watch::Scope> for_whom,
                                std::uint32_t outer) {
    const auto index = static_cast<std::uint32_t>(passes_.program.declarations.size());
    Declaration& declaration = passes_.program.declarations.emplace_back();
    declaration.name = name;
    declaration.summary = comment_at(passes_.sources, type.span);
    declaration.span = type.span;
    declaration.object = type.index;
    declaration.whom = std::move(for_whom);
    declaration.outer = outer;
    type.declaration_index = index;
    return index;
  }

  void declare_modifier(TypeInfo& type) {
    std::vector<watch::Scope> for_whom;
    if (type.actor != nullptr) for_whom = whom(*type.actor);
    const std::uint32_t index = add_declaration(type, type.name, for_whom, kNone);
    for (TypeInfo* at = &type; at != nullptr && at->kind == TypeClass::object; at = at->base)
      declare_instances(*at, index, type.name, for_whom);
  }

  void declare_anonymous(TypeInfo& type) {
    TypeInfo& object = new_object(fmt::format("{}.on", type.name), type.span);
    object.is_anonymous = true;
    if (type.kind == TypeClass::actor || type.is_singleton) object.actor = &type;
    ObjectType& made = passes_.program.objects[object.index];
    for (EventInfo* event : type.events) {
      if (event->syntax == nullptr || is_of_library(*event, type)) continue;
      event->index = static_cast<std::uint32_t>(made.events.size());
      made.events.emplace_back(event->name);
      for (const ParameterInfo& parameter : event->parameters) {
        event->offsets.push_back(made.cells);
        made.cells += cells_of(parameter.type);
      }
    }
    objects_.anonymous.emplace(&type, &object);
    for (const Part& part : type.parts)
      if (has_code(part)) {
        object.span = part.span;
        break;
      }
    for (const NestedPart& nested : type.nested)
      if (object.span == type.span && has_code(nested.part)) object.span = nested.part.span;
    made.span = object.span;
    add_declaration(object, object.name, whom(type), kNone);
  }

  // `while_w` and its like.
  void declare_ready_made(const InstanceInfo& instance, TypeInfo& holder, const std::string& name) {
    TypeInfo& made = new_object(name, instance.span);
    made.is_watcher = true;
    made.data = passes_.symbols.library_type("any_watcher_data");
    made.actor = holder.kind == TypeClass::object ? holder.actor : nullptr;
    if (holder.kind == TypeClass::actor) made.actor = &holder;
    ObjectType& object = passes_.program.objects[made.index];
    object.has_intervals = true;
    object.data = 0;
    const Type data = passes_.types.type_of(*made.data);
    passes_.layout.lay_out_struct(*made.data);
    object.data_struct = data.index;
    object.fields.push_back({"data", data, 0, {}});
    object.cells = passes_.program.structs[data.index].cells;
    objects_.ready_made.emplace(&instance, &made);
  }

  void declare_instances(TypeInfo& holder, std::uint32_t outer, const std::string& prefix,
                         const std::vector<watch::Scope>& for_whom) {
    for (InstanceInfo* instance : holder.instances) {
      if (instance->is_library || instance->is_broken) continue;
      const std::string name = fmt::format("{}.{}", prefix, instance->name);
      if (instance->type == nullptr) declare_ready_made(*instance, holder, name);
      const auto index = static_cast<std::uint32_t>(passes_.program.declarations.size());
      Declaration& declaration = passes_.program.declarations.emplace_back();
      declaration.name = name;
      declaration.span = instance->span;
      declaration.summary = comment_at(passes_.sources, instance->span);
      declaration.whom = for_whom;
      declaration.outer = outer;
      declaration.is_checker = instance->syntax->kind == syntax::InstanceKind::checker;
      if (instance->check != kNone)
        declaration.built_in = passes_.library.checks[instance->check].info.name;
      else
        declaration.object =
            instance->type != nullptr ? instance->type->index : objects_.ready_made.at(instance)->index;
      instance->declaration = index;
      objects_.instances.push_back(instance);
    }
  }

  PassResults& passes_;
  RunningObjects objects_;
};

}  // namespace

TypeInfo* RunningObjects::anonymous_of(const TypeInfo& type) const {
  const auto found = anonymous.find(&type);
  return found == anonymous.end() ? nullptr : found->second;
}

bool has_code(const Part& part) {
  return !part.is_library && std::ranges::any_of(*part.members, [](const syntax::Member& member) {
    return std::holds_alternative<syntax::OnBlock>(member.node) ||
           std::holds_alternative<syntax::EventDeclaration>(member.node) ||
           std::holds_alternative<syntax::Application>(member.node) ||
           std::holds_alternative<syntax::Coverage>(member.node);
  });
}

RunningObjects declare_objects(PassResults& passes) { return ObjectDeclarer(passes).declare(); }

}  // namespace scrutineer::lang::detail
