#include "lang/sema/detail/behaviours.h"

#include <fmt/format.h>

#include <algorithm>

#include "lang/library/standard_names.h"
#include "lang/sema/detail/names.h"

namespace scrutineer::lang::detail {
namespace {

constexpr Type kDuration{TypeKind::number, kNone, kTime};
constexpr std::string_view kOverlaps[] = {"equal", "start", "end", "initial", "final", "inside", "full", "any"};

std::string_view word_of(syntax::CompositionOperator op) {
  switch (op) {
    case syntax::CompositionOperator::serial:
      return "serial";
    case syntax::CompositionOperator::one_of:
      return "one_of";
    case syntax::CompositionOperator::parallel:
      break;
  }
  return "parallel";
}

const syntax::CallExpression& call_of(const syntax::Expression& expression) {
  return std::get<syntax::CallExpression>(expression.node);
}

// `override(...)` runs, in actors and modifiers.
bool is_override(const syntax::Application& application) {
  const auto* callee = std::get_if<syntax::NameExpression>(&call_of(*application.call).callee->node);
  return callee != nullptr && callee->name.text == "override";
}

// The members that one part adds to one type.
class PartCheck {
 public:
  PartCheck(Compilation& compilation, const BehaviourIndex& behaviours, Sight sight)
      : c_(compilation), names_(compilation, behaviours, std::move(sight)) {}

  void member(const syntax::Member& member) {
    std::visit([&](const auto& node) { check(node); }, member.node);
  }

  void application(const syntax::Application& application) {
    if (!is_override(application)) check(application);
  }

  void tree(const syntax::DoDirective& directive) { check(directive); }

  // `scenario fast inherits drive(kind == quick)`
  void condition(const syntax::Inheritance& inherits) {
    const syntax::Expression field{syntax::NameExpression{*inherits.field}, inherits.field->span};
    const Meaning known = names_.expression(field);
    if (!known.is_open()) names_.typed(*inherits.value, known.type, fmt::format("`{}`", inherits.field->text));
  }

  void with_of_field(const syntax::Field& field) {
    if (field.with.empty()) return;
    const MemberInfo* known = find_member(*names_.sight.type, field.names.front().text);
    if (known == nullptr || known->kind != MemberKind::field) return;
    const syntax::Expression it{syntax::NameExpression{field.names.front()}, field.names.front().span};
    with(field.with, names_.expression(it), {});
  }

 private:
  // What it says runs, or is checked with the types.
  template <typename Node>
  void check(const Node& /*node*/) {}

  void check(const syntax::Field& field) {
    const MemberInfo* known = find_member(*names_.sight.type, field.names.front().text);
    const Type type = known != nullptr && known->kind == MemberKind::field ? known->field->type : Type{};
    const std::string what = fmt::format("`{}`", field.names.front().text);
    if (field.value != nullptr) names_.typed(*field.value, type, what);
    if (field.sample) {
      event(field.sample->event, [&] { names_.typed(*field.sample->value, type, what); });
      if (field.sample->initial != nullptr) names_.typed(*field.sample->initial, type, what);
    }
    with_of_field(field);
  }

  void check(const syntax::Keep& keep) { names_.condition(*keep.condition); }
  void check(const syntax::RemoveDefault& removed) { (void)names_.expression(*removed.parameter); }

  void check(const syntax::Assignment& assignment) {
    const Meaning target = names_.expression(*assignment.target);
    names_.typed(*assignment.value, target.type, fmt::format("`{}`", c_.sources.text(assignment.target->span)));
  }

  void check(const syntax::Method& method) {
    const std::size_t before = names_.sight.names.size();
    if (const MemberInfo* known = find_member(*names_.sight.type, method.name.text);
        known != nullptr && known->kind == MemberKind::method)
      for (const MethodInfo* overload : known->methods)
        if (overload->span == method.name.span)
          for (const ParameterInfo& parameter : overload->parameters)
            names_.sight.names.emplace_back(parameter.name, names_.meaning_of(parameter.type));
    if (const auto* body = std::get_if<syntax::ExpressionBody>(&method.body))
      (void)names_.expression(*body->value);
    else if (const auto* block = std::get_if<syntax::StatementBody>(&method.body))
      statements(block->statements);
    names_.sight.names.resize(before);
  }

  void check(const syntax::EventDeclaration& declaration) {
    if (declaration.definition) event(*declaration.definition, [] {});
  }

  void check(const syntax::OnBlock& block) {
    event(block.event, [&] { statements(block.body); });
  }

  void check(const syntax::Until& until) {
    event(until.event, [] {});
  }

  // The first item of a cover or record may be a name of its own.
  void check(const syntax::Coverage& coverage) {
    const bool has_expression = std::ranges::any_of(coverage.arguments, [](const syntax::Argument& argument) {
      return argument.name && argument.name->text == "expression";
    });
    for (const syntax::Argument& argument : coverage.arguments) {
      const std::string_view name = argument.name ? std::string_view(argument.name->text) : std::string_view();
      if (name == "expression" || (name.empty() && !has_expression && &argument == &coverage.arguments.front())) {
        (void)names_.expression(*argument.value);
      } else if (name == "event") {
        const auto* named = std::get_if<syntax::EventExpression>(&argument.value->node);
        (void)names_.event(named == nullptr ? *argument.value : *named->event);
      }
    }
  }

  // ---- modifiers ----

  void check(const syntax::Application& application) {
    const syntax::CallExpression& call = call_of(*application.call);
    const Behaviour modifier = names_.behaviour(call, BehaviourKind::modifier);
    if (modifier.is_known) names_.arguments(modifier, call);
  }

  // Behind a parameter or a behaviour: `it` is that one.
  void with(const std::vector<syntax::Member>& members, const Meaning& it, const std::optional<Meaning>& actor) {
    const auto before = std::pair(names_.sight.it, names_.sight.modified);
    names_.sight.it = it;
    names_.sight.modified = actor;
    for (const syntax::Member& inner : members) {
      names_.sight.sees_it =
          std::holds_alternative<syntax::Keep>(inner.node) || std::holds_alternative<syntax::RemoveDefault>(inner.node);
      member(inner);
      names_.sight.sees_it = false;
    }
    std::tie(names_.sight.it, names_.sight.modified) = before;
  }

  // ---- trees ----

  void check(const syntax::DoDirective& directive) { phase(directive.root); }

  void phase(const syntax::DoMember& member) {
    std::visit([&](const auto& node) { part(node, member); }, member.node);
  }

  void part(const syntax::Composition& composition, const syntax::DoMember& member) {
    composition_arguments(composition);
    std::vector<const syntax::Name*> labels;
    for (const syntax::DoMember& inner : composition.members) {
      if (!inner.label) continue;
      const auto same = std::ranges::find(labels, inner.label->text, &syntax::Name::text);
      if (same != labels.end())
        c_.error(inner.label->span, fmt::format("there is a `{}` already", inner.label->text), {},
                 {{(*same)->span, "here"}});
      labels.push_back(&*inner.label);
    }
    names_.sight.around.push_back(&composition);
    for (const syntax::DoMember& inner : composition.members) phase(inner);
    with(composition.with, {.kind = Meaning::Kind::phase, .phase = &member}, std::nullopt);
    names_.sight.around.pop_back();
  }

  void composition_arguments(const syntax::Composition& composition) {
    const std::string_view word = word_of(composition.op);
    std::vector<ParameterInfo> parameters = {{"duration", kDuration, nullptr, {}}};
    const bool is_parallel = composition.op == syntax::CompositionOperator::parallel;
    if (is_parallel) {
      parameters.push_back({"start_to_start", kDuration, nullptr, {}});
      parameters.push_back({"end_to_end", kDuration, nullptr, {}});
    }
    std::vector<syntax::Argument> others;
    for (const syntax::Argument& argument : composition.arguments) {
      if (!is_parallel || !argument.name || argument.name->text != "overlap") {
        others.push_back(argument);
        continue;
      }
      const auto* named = std::get_if<syntax::NameExpression>(&argument.value->node);
      if (named != nullptr && std::ranges::find(kOverlaps, named->name.text) == std::end(kOverlaps))
        c_.error(named->name.span, fmt::format("`{}` is no word of `overlap`", named->name.text),
                 c_.meant(named->name.text, {std::begin(kOverlaps), std::end(kOverlaps)}));
    }
    names_.arguments(word, parameters, false, others);
  }

  void part(const syntax::Invocation& invocation, const syntax::DoMember& /*member*/) {
    const syntax::CallExpression& call = call_of(*invocation.call);
    const Behaviour invoked = names_.behaviour(call, BehaviourKind::action);
    if (invoked.is_known) names_.arguments(invoked, call);
    const Meaning it =
        invoked.declared == nullptr ? Meaning{.standard = invoked.standard} : names_.meaning_of(*invoked.declared);
    const bool is_global = invoked.declared != nullptr && invoked.declared->declaration->name.names.size() == 1;
    with(invocation.with, it, is_global ? std::nullopt : std::optional(invoked.actor));
  }

  void part(const syntax::Wait& wait, const syntax::DoMember& /*member*/) {
    event(wait.event, [] {});
  }
  void part(const syntax::EmitStatement& emitted, const syntax::DoMember& /*member*/) { emit(emitted); }
  void part(const syntax::CallStatement& called, const syntax::DoMember& /*member*/) {
    (void)names_.expression(*called.call);
  }

  // ---- events and statements ----

  template <typename Then>
  void event(const syntax::EventSpecification& specification, Then then) {
    const std::size_t before = names_.sight.names.size();
    Meaning happened;
    if (specification.event != nullptr) happened = names_.event(*specification.event);
    if (specification.alias) names_.sight.names.emplace_back(specification.alias->text, happened);
    if (specification.condition) {
      const syntax::EventCondition& condition = *specification.condition;
      const bool is_time =
          condition.kind == syntax::ConditionKind::elapsed || condition.kind == syntax::ConditionKind::every;
      if (is_time)
        names_.typed(*condition.value, kDuration, "the time");
      else
        names_.condition(*condition.value);
      if (condition.offset != nullptr) names_.typed(*condition.offset, kDuration, "the offset");
    }
    then();
    names_.sight.names.resize(before);
  }

  void emit(const syntax::EmitStatement& emitted) {
    const Meaning happened = names_.event(*emitted.event);
    static const std::vector<ParameterInfo> kNoParameters;
    const bool is_known = happened.event != nullptr;
    names_.arguments(c_.sources.text(emitted.event->span), is_known ? happened.event->parameters : kNoParameters,
                     !is_known, emitted.arguments);
  }

  void statements(const std::vector<syntax::Statement>& block) {
    const std::size_t before = names_.sight.names.size();
    for (const syntax::Statement& one : block) std::visit([&](const auto& node) { statement(node); }, one.node);
    names_.sight.names.resize(before);
  }

  void statement(const syntax::Assignment& assignment) { check(assignment); }
  void statement(const syntax::CallStatement& called) { (void)names_.expression(*called.call); }
  void statement(const syntax::EmitStatement& emitted) { emit(emitted); }
  void statement(const syntax::PassStatement& /*nothing*/) {}
  void statement(const syntax::ReturnStatement& returned) {
    if (returned.value != nullptr) (void)names_.expression(*returned.value);
  }
  void statement(const syntax::LocalVariable& variable) {
    const Type type = c_.type_of(variable.type, *names_.sight.space);
    if (variable.value != nullptr)
      names_.typed(*variable.value, type, fmt::format("`{}`", variable.names.front().text));
    for (const syntax::Name& name : variable.names) names_.sight.names.emplace_back(name.text, names_.meaning_of(type));
  }
  void statement(const syntax::IfStatement& choice) {
    for (const syntax::IfBranch& branch : choice.branches) {
      names_.condition(*branch.condition);
      statements(branch.body);
    }
    statements(choice.otherwise);
  }
  void statement(const syntax::WhileStatement& loop) {
    names_.condition(*loop.condition);
    statements(loop.body);
  }
  void statement(const syntax::ForStatement& loop) {
    const Meaning list = names_.expression(*loop.list);
    const bool is_list = list.type.kind == TypeKind::list;
    names_.sight.names.emplace_back(loop.variable.text,
                                    is_list ? names_.meaning_of(c_.element_of(list.type)) : Meaning{});
    statements(loop.body);
    names_.sight.names.pop_back();
  }

  Compilation& c_;
  Names names_;
};

class BehaviourCheck {
 public:
  explicit BehaviourCheck(Compilation& compilation) : c_(compilation), behaviours_(index_behaviours(compilation)) {}

  void check() {
    for (std::size_t i = 0; i < c_.types.size(); ++i) {
      TypeInfo& type = c_.types[i];
      if (type.kind == TypeClass::object) continue;
      check_modified(type);
      check_condition(type);
      for (std::size_t part = 0; part < type.parts.size(); ++part)
        if (!type.parts[part].is_library) check(type, type.parts[part]);
    }
  }

 private:
  void check(TypeInfo& type, const Part& part) {
    // Made for those that need it: most parts have nothing to look at.
    std::optional<PartCheck> made;
    const auto checker = [&]() -> PartCheck& {
      if (!made) made.emplace(c_, behaviours_, sight(type, *part.space));
      return *made;
    };
    // `top.main` exists: what it sets and does is a part of the program.
    const bool runs = type.kind != TypeClass::behaviour || type.is_library;
    for (const syntax::Member& member : *part.members) {
      if (!runs) {
        checker().member(member);
      } else if (const auto* application = std::get_if<syntax::Application>(&member.node)) {
        checker().application(*application);
      } else if (const auto* tree = std::get_if<syntax::DoDirective>(&member.node)) {
        checker().tree(*tree);
      } else if (const auto* field = std::get_if<syntax::Field>(&member.node);
                 field != nullptr && type.kind == TypeClass::behaviour) {
        checker().with_of_field(*field);
      }
    }
  }

  Sight sight(TypeInfo& type, const Space& space) {
    Sight seen;
    seen.space = &space;
    seen.type = &type;
    const Names names(c_, behaviours_, {});
    seen.it = names.meaning_of(type);
    if (type.kind != TypeClass::behaviour) {
      seen.actor = seen.it;
      return seen;
    }
    for (const TypeInfo* at = &type; at != nullptr; at = at->base) {
      if (at->declaration == nullptr || at->declaration->name.names.size() == 1) continue;
      seen.actor = at->actor == nullptr ? Meaning{} : names.meaning_of(*at->actor);
      break;
    }
    return seen;
  }

  void check_condition(TypeInfo& type) {
    if (type.kind != TypeClass::behaviour || type.declaration == nullptr || type.is_library) return;
    const auto& inherits = type.declaration->inherits;
    if (inherits && inherits->field && inherits->value != nullptr)
      PartCheck(c_, behaviours_, sight(type, *type.space)).condition(*inherits);
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
    if (c_.has_room_for_hints()) {
      for (const auto& [other, types] : behaviours_)
        if (std::ranges::any_of(types, is_action)) names.push_back(other);
      for (const StandardBehaviour& other : standard_actions()) names.push_back(other.name);
      std::ranges::sort(names);
    }
    c_.error(name.span, fmt::format("unknown behaviour `{}`", name.text), c_.meant(name.text, names));
  }

  Compilation& c_;
  BehaviourIndex behaviours_;
};

}  // namespace

void check_behaviours(Compilation& c) { BehaviourCheck(c).check(); }

}  // namespace scrutineer::lang::detail
