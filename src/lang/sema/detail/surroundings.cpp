#include "lang/sema/detail/surroundings.h"

#include "lang/sema/detail/members.h"

namespace scrutineer::lang::detail {

void enter_actor(FunctionCompiler& code, TypeInfo& actor) {
  code.around.actor = &actor;
  const Span span = actor.span;
  code.around.levels.push_back({&actor, value_operand(code.own_actor(span), code.types.type_of(actor), span)});
}

void enter_singleton(FunctionCompiler& code, TypeInfo& type) {
  code.around.levels.push_back({&type, singleton(type, type.span)});
}

void enter_holder(FunctionCompiler& code, TypeInfo& holder) {
  if (holder.is_settings) {
    code.around.levels.push_back(
        {&holder, operand_without_type(SettingsGroup{.info = &holder, .path = holder.name}, holder.span)});
  } else if (holder.kind == TypeClass::actor) {
    enter_actor(code, holder);
  } else if (holder.is_singleton) {
    enter_singleton(code, holder);
  } else if (holder.kind == TypeClass::object) {
    enter_object(code, holder);
  }
}

void enter_object(FunctionCompiler& code, TypeInfo& object) {
  code.around.object = &object;
  code.around.actor = object.actor;
  if (code.around.actor == nullptr && object.is_watcher)
    code.around.actor = code.symbols.library_type("physical_object");
  const Span span = object.span;
  code.around.levels.push_back({&object, value_operand(code.own_instance(span), code.types.type_of(object), span)});
  if (object.actor != nullptr && object.is_anonymous) {
    if (object.actor->is_singleton)
      enter_singleton(code, *object.actor);
    else
      enter_actor(code, *object.actor);
  }
}

void enter_outer(FunctionCompiler& code, std::uint32_t declaration, TypeInfo* holder) {
  if (holder == nullptr) return;
  if (holder->kind != TypeClass::object) {
    enter_holder(code, *holder);
    if (!code.around.levels.empty()) code.around.outer = code.around.levels.back().self;
    return;
  }
  code.around.actor = holder->actor;
  const Span span = holder->span;
  std::vector<ExpressionId> actor;
  if (holder->actor != nullptr && !holder->actor->is_singleton) actor.push_back(code.own_actor(span));
  code.around.outer = instance_of(code, *holder, declaration, std::move(actor), span);
  code.around.levels.push_back({holder, *code.around.outer});
}

void enter_data(FunctionCompiler& code, TypeInfo& watcher) {
  enter_object(code, watcher);
  const Operand self = data_of(code, code.around.levels.front().self, watcher, watcher.span);
  code.around.levels.insert(code.around.levels.begin(), NameLevel{watcher.data, self});
}

NameLevel nested_level(FunctionCompiler& code, const Operand& self, const std::vector<const syntax::Name*>& path) {
  Operand inner = self;
  for (const syntax::Name* name : path) inner = member_of(code, inner, *name, name->span);
  return {code.info_of(inner), inner};
}

}  // namespace scrutineer::lang::detail
