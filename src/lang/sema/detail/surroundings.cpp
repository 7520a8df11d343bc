#include "lang/sema/detail/surroundings.h"

namespace scrutineer::lang::detail {

void enter_actor(Body& body, TypeInfo& actor) {
  body.around.actor = &actor;
  const Span span = actor.span;
  body.around.scopes.push_back({&actor, body.value_operand(body.own_actor(span), body.c.type_of(actor), span)});
}

void enter_singleton(Body& body, TypeInfo& type) {
  body.around.scopes.push_back({&type, body.singleton(type, type.span)});
}

void enter_holder(Body& body, TypeInfo& holder) {
  if (holder.is_settings) {
    Operand group;
    group.kind = Operand::Kind::settings;
    group.type = {TypeKind::nothing};
    group.span = holder.span;
    group.info = &holder;
    group.path = holder.name;
    body.around.scopes.push_back({&holder, group});
  } else if (holder.kind == TypeClass::actor) {
    enter_actor(body, holder);
  } else if (holder.is_singleton) {
    enter_singleton(body, holder);
  } else if (holder.kind == TypeClass::object) {
    enter_object(body, holder);
  }
}

void enter_object(Body& body, TypeInfo& object) {
  body.around.object = &object;
  body.around.actor = object.actor;
  if (body.around.actor == nullptr && object.is_watcher) body.around.actor = body.c.library_type("physical_object");
  const Span span = object.span;
  body.around.scopes.push_back({&object, body.value_operand(body.own_instance(span), body.c.type_of(object), span)});
  if (object.actor != nullptr && object.is_anonymous) {
    if (object.actor->is_singleton)
      enter_singleton(body, *object.actor);
    else
      enter_actor(body, *object.actor);
  }
}

void enter_outer(Body& body, std::uint32_t declaration, TypeInfo* holder) {
  if (holder == nullptr) return;
  if (holder->kind != TypeClass::object) {
    enter_holder(body, *holder);
    if (!body.around.scopes.empty()) body.around.outer = body.around.scopes.back().self;
    return;
  }
  body.around.actor = holder->actor;
  const Span span = holder->span;
  std::vector<ExpressionId> actor;
  if (holder->actor != nullptr && !holder->actor->is_singleton) actor.push_back(body.own_actor(span));
  body.around.outer = body.instance_of(*holder, declaration, std::move(actor), span);
  body.around.scopes.push_back({holder, *body.around.outer});
}

}  // namespace scrutineer::lang::detail
