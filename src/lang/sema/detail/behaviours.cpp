#include "lang/sema/detail/behaviours.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/overloaded.h"
#include "lang/library/standard_names.h"
#include "lang/sema/detail/behaviour_members.h"
#include "lang/sema/detail/expressions.h"

namespace scrutineer::lang::detail {
namespace {

const syntax::CallExpression& call_of(const syntax::Application& application) {
  return std::get<syntax::CallExpression>(application.call->node);
}

// `override(...)` runs, in actors and modifiers.
bool is_override(const syntax::Application& application) {
  const auto* callee = std::get_if<syntax::NameExpression>(&call_of(application).callee->node);
  return callee != nullptr && callee->name.text == "override";
}

// ---- members ----

void check_field(FunctionCompiler& code, const syntax::Field& field) {
  const MemberInfo* known = find_member(*code.behaviour->type, field.names.front().text);
  const Type type = known != nullptr && known->kind == MemberKind::field ? known->field->type : Type{};
  const std::string what = fmt::format("`{}`", field.names.front().text);
  if (field.value != nullptr) (void)check_typed(code, *field.value, type, what);
  if (field.sample) {
    check_event(code, field.sample->event, [&] { (void)check_typed(code, *field.sample->value, type, what); });
    if (field.sample->initial != nullptr) (void)check_typed(code, *field.sample->initial, type, what);
  }
  check_with_of_field(code, field);
}

void check_method(FunctionCompiler& code, const syntax::Method& method) {
  auto& names = code.behaviour->names;
  const std::size_t before = names.size();
  if (const MemberInfo* known = find_member(*code.behaviour->type, method.name.text);
      known != nullptr && known->kind == MemberKind::method)
    for (const MethodInfo* overload : known->methods)
      if (overload->span == method.name.span)
        for (const ParameterInfo& parameter : overload->parameters)
          names.emplace_back(parameter.name, operand_of_type(parameter.type));
  if (const auto* body = std::get_if<syntax::ExpressionBody>(&method.body))
    (void)check_expression(code, *body->value);
  else if (const auto* block = std::get_if<syntax::StatementBody>(&method.body))
    check_block(code, block->statements);
  names.resize(before);
}

// The first item of a cover or record may be a name of its own.
void check_record(FunctionCompiler& code, const syntax::Coverage& record) {
  const bool has_expression = std::ranges::any_of(record.arguments, [](const syntax::Argument& argument) {
    return argument.name && argument.name->text == "expression";
  });
  for (const syntax::Argument& argument : record.arguments) {
    const std::string_view name = argument.name ? std::string_view(argument.name->text) : std::string_view();
    if (name == "expression" || (name.empty() && !has_expression && &argument == &record.arguments.front())) {
      (void)check_expression(code, *argument.value);
    } else if (name == "event") {
      const auto* named = std::get_if<syntax::EventExpression>(&argument.value->node);
      (void)event_in_behaviour(code, named == nullptr ? *argument.value : *named->event);
    }
  }
}

// ---- types ----

class BehaviourCheck {
 public:
  explicit BehaviourCheck(PassResults& passes) : passes_(passes), behaviours_(index_behaviours(passes.symbols)) {}

  void check() {
    for (std::size_t i = 0; i < passes_.symbols.types.size(); ++i) {
      TypeInfo& type = passes_.symbols.types[i];
      if (type.kind == TypeClass::object) continue;
      check_modified(type);
      check_condition(type);
      for (std::size_t part = 0; part < type.parts.size(); ++part)
        if (!type.parts[part].is_library) check(type, type.parts[part]);
    }
  }

 private:
  void check(TypeInfo& type, const Part& part) {
    // Created only when needed: most parts have nothing to check.
    std::optional<BehaviourView> view;
    std::optional<FunctionCompiler> made;
    const auto code = [&]() -> FunctionCompiler& {
      if (!made) made.emplace(passes_, *part.space, view.emplace(view_of(type)));
      return *made;
    };
    // `top.main` exists: what it sets and does is a part of the program.
    const bool runs = type.kind != TypeClass::behaviour || type.is_library;
    for (const syntax::Member& member : *part.members) {
      if (!runs) {
        check_member(code(), member);
      } else if (const auto* application = std::get_if<syntax::Application>(&member.node)) {
        if (!is_override(*application)) check_application(code(), *application);
      } else if (const auto* tree = std::get_if<syntax::DoDirective>(&member.node)) {
        check_tree(code(), *tree);
      } else if (const auto* field = std::get_if<syntax::Field>(&member.node);
                 field != nullptr && type.kind == TypeClass::behaviour) {
        check_with_of_field(code(), *field);
      }
    }
  }

  BehaviourView view_of(TypeInfo& type) {
    BehaviourView view{.behaviours = behaviours_, .type = &type, .it = operand_of_type(passes_.types, type)};
    if (type.kind != TypeClass::behaviour) {
      view.actor = view.it;
      return view;
    }
    for (const TypeInfo* at = &type; at != nullptr; at = at->base) {
      if (at->declaration == nullptr || at->declaration->name.names.size() == 1) continue;
      view.actor = at->actor == nullptr ? Operand{} : operand_of_type(passes_.types, *at->actor);
      break;
    }
    return view;
  }

  void check_condition(TypeInfo& type) {
    if (type.kind != TypeClass::behaviour || type.declaration == nullptr || type.is_library) return;
    const auto& inherits = type.declaration->inherits;
    if (!inherits || !inherits->field || inherits->value == nullptr) return;
    BehaviourView view = view_of(type);
    FunctionCompiler code(passes_, *type.space, view);
    check_inheritance(code, *inherits);
  }

  // `modifier x of drive`
  void check_modified(const TypeInfo& type) {
    if (type.declaration == nullptr || !type.declaration->modified || type.is_library) return;
    const syntax::Name& name = type.declaration->modified->names.back();
    if (standard_action(name.text) != nullptr || is_standard_name(name.text)) return;
    const auto known = behaviours_.find(name.text);
    const auto is_action = [](const TypeInfo* other) { return other->declaration->kind != syntax::TypeKind::modifier; };
    if (known != behaviours_.end() && std::ranges::any_of(known->second, is_action)) return;
    std::vector<std::string_view> names;
    if (passes_.reporter.has_room_for_hints()) {
      for (const auto& [other, types] : behaviours_)
        if (std::ranges::any_of(types, is_action)) names.push_back(other);
      for (const StandardBehaviour& other : standard_actions()) names.push_back(other.name);
      std::ranges::sort(names);
    }
    passes_.reporter.error(name.span, fmt::format("unknown behaviour `{}`", name.text),
                           passes_.reporter.suggestion(name.text, names));
  }

  PassResults& passes_;
  BehaviourIndex behaviours_;
};

}  // namespace

void check_member(FunctionCompiler& code, const syntax::Member& member) {
  std::visit(Overloaded{
                 [&](const syntax::Field& field) { check_field(code, field); },
                 [&](const syntax::Keep& keep) { (void)check_condition(code, *keep.condition); },
                 [&](const syntax::RemoveDefault& removed) { (void)check_expression(code, *removed.parameter); },
                 [&](const syntax::Assignment& assignment) { check_assignment(code, assignment); },
                 [&](const syntax::Method& method) { check_method(code, method); },
                 [&](const syntax::EventDeclaration& event) {
                   if (event.definition) check_event(code, *event.definition, [] {});
                 },
                 [&](const syntax::OnBlock& on) { check_event(code, on.event, [&] { check_block(code, on.body); }); },
                 [&](const syntax::Until& until) { check_event(code, until.event, [] {}); },
                 [&](const syntax::Coverage& record) { check_record(code, record); },
                 [&](const syntax::Application& application) { check_application(code, application); },
                 [&](const syntax::DoDirective& tree) { check_tree(code, tree); },
                 [](const auto&) {},  // what it says runs, or is checked with the types
             },
             member.node);
}

void check_application(FunctionCompiler& code, const syntax::Application& application) {
  const syntax::CallExpression& call = call_of(application);
  const Behaviour modifier = find_behaviour(code, call, BehaviourKind::modifier);
  if (modifier.is_known) check_arguments(code, modifier, call);
}

void check_inheritance(FunctionCompiler& code, const syntax::Inheritance& inherits) {
  const syntax::Expression field{syntax::NameExpression{*inherits.field}, inherits.field->span};
  const Operand known = check_expression(code, field);
  if (!known.is_unresolved())
    (void)check_typed(code, *inherits.value, known.type, fmt::format("`{}`", inherits.field->text));
}

void check_with(FunctionCompiler& code, const std::vector<syntax::Member>& members, const Operand& it,
                const std::optional<Operand>& actor) {
  BehaviourView& view = *code.behaviour;
  auto before = std::pair(view.it, view.modified);
  view.it = it;
  view.modified = actor;
  for (const syntax::Member& inner : members) {
    view.sees_it =
        std::holds_alternative<syntax::Keep>(inner.node) || std::holds_alternative<syntax::RemoveDefault>(inner.node);
    check_member(code, inner);
    view.sees_it = false;
  }
  std::tie(view.it, view.modified) = std::move(before);
}

void check_with_of_field(FunctionCompiler& code, const syntax::Field& field) {
  if (field.with.empty()) return;
  const syntax::Name& name = field.names.front();
  const MemberInfo* known = find_member(*code.behaviour->type, name.text);
  if (known == nullptr || known->kind != MemberKind::field) return;
  const syntax::Expression it{syntax::NameExpression{name}, name.span};
  check_with(code, field.with, check_expression(code, it), {});
}

void check_behaviours(PassResults& passes) { BehaviourCheck(passes).check(); }

}  // namespace scrutineer::lang::detail
