// What runs: watchers and modifiers as objects with handlers, and a declaration for each that exists for actors.
#include <fmt/format.h>

#include <algorithm>

#include "lang/sema/detail/check_arguments.h"
#include "lang/sema/detail/events.h"
#include "lang/sema/detail/surroundings.h"
#include "watch/parameter_text.h"

namespace scrutineer::lang::detail {
namespace {

const syntax::Expression kGiven{};

bool runs_directly(const TypeInfo& type) {
  return (type.kind == TypeClass::actor && !type.is_view) || type.is_singleton || type.name == "top.main";
}

bool has_code(const Part& part) {
  return !part.is_library && std::ranges::any_of(*part.members, [](const syntax::Member& member) {
    return std::holds_alternative<syntax::OnBlock>(member.node) ||
           std::holds_alternative<syntax::EventDeclaration>(member.node) ||
           std::holds_alternative<syntax::Application>(member.node) ||
           std::holds_alternative<syntax::Coverage>(member.node);
  });
}

class Objects {
 public:
  explicit Objects(Compilation& compilation) : c_(compilation) {}

  // ---- which there are ----

  void declare() {
    const std::size_t declared = c_.types.size();
    for (std::size_t i = 0; i < declared; ++i) {
      TypeInfo& type = c_.types[i];
      if (type.kind == TypeClass::object && type.is_global && !type.is_library && !type.repeats_library)
        declare_modifier(type, type.name);
      if (!runs_directly(type)) continue;
      const bool has_handlers =
          std::ranges::any_of(type.parts, has_code) || std::ranges::any_of(type.nested, has_code, &NestedPart::part);
      if (has_handlers) declare_anonymous(type);
      declare_instances(type, kNone, type.name == "top.main" ? "top" : type.name, whom(type));
    }
    if (!c_.run_parts.empty()) {
      TypeInfo& run = new_object("run", c_.run_parts.front().span);
      run.is_anonymous = true;
      run_ = &run;
      add_declaration(run, "run", {}, kNone);
    }
    for (const TypeInfo& type : c_.types) {
      if (!type.is_watcher || type.is_global || type.is_library || type.instances.empty()) continue;
      c_.error(type.instances.front()->span, "a watcher cannot hold another one", "put both into a `global modifier`");
      for (InstanceInfo* instance : type.instances) instance->is_broken = true;
    }
  }

  std::vector<watch::Scope> whom(const TypeInfo& holder) {
    if (holder.kind != TypeClass::actor) return {};
    if (const auto scope = c_.scope_of(holder)) return {*scope};
    return {{watch::Scope::Kind::type, holder.name}};
  }

  TypeInfo& new_object(std::string name, Span span) {
    TypeInfo& type = c_.types.emplace_back();
    type.name = std::move(name);
    type.kind = TypeClass::object;
    type.span = span;
    type.space = c_.types.front().space;
    type.index = static_cast<std::uint32_t>(c_.program.objects.size());
    type.layout = TypeInfo::State::done;
    c_.object_infos.push_back(&type);
    ObjectType& object = c_.program.objects.emplace_back();
    object.name = type.name;
    object.span = span;
    return type;
  }

  std::uint32_t add_declaration(TypeInfo& type, const std::string& name, std::vector<watch::Scope> for_whom,
                                std::uint32_t outer) {
    const auto index = static_cast<std::uint32_t>(c_.program.declarations.size());
    Declaration& declaration = c_.program.declarations.emplace_back();
    declaration.name = name;
    declaration.summary = c_.comment_at(type.span);
    declaration.span = type.span;
    declaration.object = type.index;
    declaration.whom = std::move(for_whom);
    declaration.outer = outer;
    type.declaration_index = index;
    return index;
  }

  void declare_modifier(TypeInfo& type, const std::string& name) {
    std::vector<watch::Scope> for_whom;
    if (type.actor != nullptr) for_whom = whom(*type.actor);
    const std::uint32_t index = add_declaration(type, name, for_whom, kNone);
    for (const TypeInfo* at = &type; at != nullptr && at->kind == TypeClass::object; at = at->base)
      declare_instances(*at, index, name, for_whom);
  }

  void declare_anonymous(TypeInfo& type) {
    TypeInfo& object = new_object(fmt::format("{}.on", type.name), type.span);
    object.is_anonymous = true;
    if (type.kind == TypeClass::actor || type.is_singleton) object.actor = &type;
    ObjectType& made = c_.program.objects[object.index];
    for (EventInfo* event : type.events) {
      if (event->syntax == nullptr || (type.is_library && is_library(*event, type))) continue;
      event->index = static_cast<std::uint32_t>(made.events.size());
      made.events.emplace_back(event->name);
      for (const ParameterInfo& parameter : event->parameters) {
        event->offsets.push_back(made.cells);
        made.cells += c_.cells_of(parameter.type);
      }
    }
    c_.anonymous.emplace(&type, &object);
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

  static bool is_library(const EventInfo& event, const TypeInfo& type) {
    for (const Part& part : type.parts)
      if (part.is_library && event.space == part.space) return true;
    return false;
  }

  void declare_instances(const TypeInfo& holder, std::uint32_t outer, const std::string& prefix,
                         const std::vector<watch::Scope>& for_whom) {
    for (InstanceInfo* instance : holder.instances) {
      if (instance->is_library || instance->is_broken) continue;
      const std::string name = fmt::format("{}.{}", prefix, instance->name);
      if (instance->type == nullptr) {
        TypeInfo& made = new_object(name, instance->span);
        made.is_watcher = true;
        made.data = c_.library_type("any_watcher_data");
        made.actor = holder.kind == TypeClass::object ? holder.actor : nullptr;
        if (holder.kind == TypeClass::actor) made.actor = &c_.types[index_of(holder)];
        ObjectType& object = c_.program.objects[made.index];
        object.has_intervals = true;
        object.data = 0;
        const Type data = c_.type_of(*made.data);
        c_.lay_out_struct(*made.data);
        object.data_struct = data.index;
        object.fields.push_back({"data", data, 0, {}});
        object.cells = c_.program.structs[data.index].cells;
        c_.ready_made.emplace(instance, &made);
      }
      const auto index = static_cast<std::uint32_t>(c_.program.declarations.size());
      Declaration& declaration = c_.program.declarations.emplace_back();
      declaration.name = name;
      declaration.span = instance->span;
      declaration.summary = c_.comment_at(instance->span);
      declaration.whom = for_whom;
      declaration.outer = outer;
      declaration.is_checker = instance->syntax->kind == syntax::InstanceKind::checker;
      if (instance->check != kNone)
        declaration.built_in = c_.library.checks[instance->check].info.name;
      else
        declaration.object = instance->type != nullptr ? instance->type->index : c_.ready_made.at(instance)->index;
      instance->declaration = index;
      order_.push_back(instance);
    }
  }

  std::size_t index_of(const TypeInfo& type) const {
    for (std::size_t i = 0; i < c_.types.size(); ++i)
      if (&c_.types[i] == &type) return i;
    return 0;
  }

  // ---- their code ----

  void compile() {
    const std::size_t count = c_.types.size();
    for (std::size_t i = 0; i < count; ++i) {
      TypeInfo& type = c_.types[i];
      if (type.kind == TypeClass::object && !type.is_library && !type.repeats_library && !type.is_anonymous &&
          type.declaration != nullptr)
        compile_object(type);
    }
    for (std::size_t i = 0; i < count; ++i)
      if (const auto holder = c_.anonymous.find(&c_.types[i]); holder != c_.anonymous.end())
        compile_anonymous(c_.types[i], *holder->second);
    if (run_ != nullptr) {
      const EnterScopes enter = [this](Body& body) { enter_object(body, *run_); };
      for (const Compilation::RunPart& part : c_.run_parts)
        add_handler(c_, *run_, part.block->event, *part.space, enter,
                    [&](Body& body) { body.statements(part.block->body); });
    }
    for (InstanceInfo* instance : order_) compile_instance(*instance);
    // Only now all settings of the handles are known: they may stand behind those whom they are given to.
    for (const auto& [instance, handle] : handles_) take_settings_of_handle(c_, *instance, handle);
  }

  void compile_object(TypeInfo& type) {
    const EnterScopes enter = [&type](Body& body) { enter_object(body, type); };
    std::vector<TypeInfo*> chain;
    for (TypeInfo* at = &type; at != nullptr && at->kind == TypeClass::object; at = at->base) chain.push_back(at);
    std::ranges::reverse(chain);
    for (const TypeInfo* at : chain)
      for (const Part& part : at->parts) compile_part(type, part, enter);
    compile_initial(type);
    c_.add_metrics(type);
    c_.add_plots(type);
    if (type.is_global && type.declaration_index != kNone) compile_settings(type);
  }

  // Of a modifier, which nothing gives arguments.
  void compile_settings(TypeInfo& type) {
    Surroundings around;
    around.space = type.space;
    Body body(c_, std::move(around), type.name + ".create", type.span);
    enter_object(body, type);
    body.end_parameters();
    add_settings(body, type, type.declaration_index, {});
    if (body.statement_count() > 0) c_.program.declarations[type.declaration_index].create = body.finish();
  }

  void compile_part(TypeInfo& object, const Part& part, const EnterScopes& enter) {
    if (part.is_library) return;
    for (const syntax::Member& member : *part.members) {
      if (const auto* block = std::get_if<syntax::OnBlock>(&member.node)) {
        add_handler(c_, object, block->event, *part.space, enter, [&](Body& body) { body.statements(block->body); });
      } else if (const auto* event = std::get_if<syntax::EventDeclaration>(&member.node)) {
        const MemberInfo* known = find_member(object.is_anonymous ? *object.actor : object, event->name.text);
        if (!event->definition || known == nullptr || known->kind != MemberKind::event) continue;
        add_handler(c_, object, *event->definition, *part.space, enter, [&](Body& body) {
          Statement statement{StatementKind::emit, member.span};
          statement.index = known->event->index;
          body.add(std::move(statement));
        });
      } else if (const auto* field = std::get_if<syntax::Field>(&member.node); field != nullptr && field->sample) {
        // It takes its value whenever the event happens.
        for (const syntax::Name& name : field->names)
          add_handler(c_, object, field->sample->event, *part.space, enter, [&](Body& body) {
            const syntax::Expression target{syntax::NameExpression{name}, name.span};
            body.assign(body.expression(target), *field->sample->value, member.span);
          });
      } else if (const auto* applied = std::get_if<syntax::Application>(&member.node)) {
        const auto* call = std::get_if<syntax::CallExpression>(&applied->call->node);
        const auto* callee = call == nullptr ? nullptr : std::get_if<syntax::NameExpression>(&call->callee->node);
        if (callee == nullptr || callee->name.text != "override") continue;
        // As a member it holds from the start.
        syntax::EventSpecification start;
        start.span = member.span;
        Surroundings around;
        around.space = part.space;
        Body body(c_, std::move(around), object.name + ".override", member.span);
        enter(body);
        body.end_parameters();
        (void)body.special_call(*call, member.span);
        Handler handler;
        handler.event = EventKind::start;
        handler.span = member.span;
        handler.body = body.finish();
        c_.program.objects[object.index].handlers.push_back(handler);
      }
    }
  }

  void compile_anonymous(TypeInfo& type, TypeInfo& object) {
    const EnterScopes enter = [&](Body& body) {
      enter_object(body, object);
      if (type.kind != TypeClass::actor && !type.is_singleton) body.around.actor = nullptr;
    };
    for (const Part& part : type.parts) compile_part(object, part, enter);
    for (const NestedPart& nested : type.nested) {
      if (!has_code(nested.part)) continue;
      const EnterScopes inside = [&](Body& body) {
        enter(body);
        Operand inner = body.around.scopes.back().self;
        for (const syntax::Name* name : nested.path) inner = body.member(inner, *name, name->span);
        TypeInfo* const info = inner.info != nullptr ? inner.info : c_.info_of(inner.type);
        if (info != nullptr) body.around.scopes.insert(body.around.scopes.begin() + 1, Scope{info, inner});
      };
      compile_part(object, nested.part, inside);
    }
    c_.add_metrics(object);
    c_.add_plots(object);
  }

  void compile_initial(TypeInfo& type) {
    Surroundings around;
    around.space = type.space;
    Body body(c_, std::move(around), type.name + ".initial", type.span);
    enter_object(body, type);
    body.end_parameters();
    const Operand self = body.around.scopes.front().self;
    for (const Compilation::FieldValues& each : c_.initial_order(type))
      if (each.field != nullptr) give_value(body, each, self, type);
    const ObjectType& object = c_.program.objects[type.index];
    if (type.data != nullptr)
      body.assign_initial({ExpressionKind::own_cell, kNone, object.data, true}, c_.type_of(*type.data), type.span);
    for (const Compilation::FieldValues& each : c_.initial_order(type))
      if (each.field == nullptr) give_value(body, each, self, type);
    if (const MemberInfo* init = find_member(type, "init"); init != nullptr && init->kind == MemberKind::method)
      call_init(body, self, *init, type.span);
    c_.program.objects[type.index].initial = body.finish();
    compile_fresh_data(type);
  }

  // Structs in the data are made anew for every interval, so that none has what another one left there.
  void compile_fresh_data(TypeInfo& type) {
    if (type.data == nullptr) return;
    const Type data = c_.type_of(*type.data);
    const std::vector<Field>& fields = c_.program.structs[data.index].fields;
    if (std::ranges::none_of(fields, [&](const Field& field) { return c_.is_struct(field.type); })) return;
    Surroundings around;
    around.space = type.space;
    Body body(c_, std::move(around), type.name + ".fresh_data", type.span);
    enter_object(body, type);
    body.end_parameters();
    body.assign_initial({ExpressionKind::own_cell, kNone, c_.program.objects[type.index].data, true}, data, type.span);
    c_.program.objects[type.index].fresh_data = body.finish();
  }

  void give_value(Body& body, const Compilation::FieldValues& given, const Operand& self, TypeInfo& type) {
    body.around.scopes.clear();
    if (given.field != nullptr)
      body.assign_field({ExpressionKind::own_cell, kNone, given.field->offset}, *given.field, self, type);
    body.around.scopes = {{&type, self}};
    for (const Compilation::Values& values : given.values)
      c_.apply_values(body, values, {ExpressionKind::own_cell, kNone, 0});
  }

  // What an instance is told changes what the rest of it begins with.
  void give_what_follows(Body& body, TypeInfo& type, std::set<std::string_view> changed) {
    if (changed.empty()) return;
    const Surroundings outer = body.around;
    const Operand self = body.value_operand(body.own_instance(type.span), c_.type_of(type), type.span);
    for (const Compilation::FieldValues& each : c_.initial_order(type)) {
      if (each.field == nullptr || changed.contains(each.field->name)) continue;
      if (!std::ranges::any_of(changed, [&](std::string_view name) { return each.reads(name); })) continue;
      give_value(body, each, self, type);
      changed.insert(each.field->name);
    }
    body.around = outer;
  }

  void call_init(Body& body, const Operand& self, const MemberInfo& init, Span span) {
    if (!init.methods.front()->parameters.empty()) return;
    Statement statement{StatementKind::evaluate, span};
    statement.value = body.value(body.invoke(&self, *init.methods.front(), {}, span));
    body.add(std::move(statement));
  }

  // ---- instances ----

  Body instance_body(const InstanceInfo& instance, std::string_view what, TypeInfo* own) {
    Surroundings around;
    around.space = instance.space;
    Declaration& declaration = c_.program.declarations[instance.declaration];
    Body body(c_, std::move(around), fmt::format("{}.{}", declaration.name, what), instance.span);
    body.around.object = own;
    enter_outer(body, declaration.outer, instance.owner);
    return body;
  }

  void compile_instance(InstanceInfo& instance) {
    if (instance.check != kNone) {
      compile_check(instance);
    } else if (instance.type == nullptr) {
      compile_ready_made(instance, *c_.ready_made.at(&instance));
    } else {
      compile_create(instance);
    }
    add_issues(instance);
    if (instance.check == kNone)
      c_.add_plots(instance.syntax->with, instance.declaration, instance.type == nullptr,
                   [&] { return issue_body(instance, "plot"); });
  }

  // Parameters of the type, bases' first; any may be left out.
  static std::pair<std::vector<ParameterInfo>, std::vector<const FieldInfo*>> parameters_of(const TypeInfo& type) {
    std::vector<const TypeInfo*> chain;
    for (const TypeInfo* at = &type; at != nullptr && at->kind == TypeClass::object; at = at->base) chain.push_back(at);
    std::pair<std::vector<ParameterInfo>, std::vector<const FieldInfo*>> result;
    for (std::size_t i = chain.size(); i-- > 0;)
      for (const FieldInfo* field : chain[i]->fields) {
        if (field->kind != syntax::FieldKind::parameter) continue;
        result.first.push_back({field->name, field->type, &kGiven, field->span});
        result.second.push_back(field);
      }
    return result;
  }

  void compile_create(InstanceInfo& instance) {
    TypeInfo& type = *instance.type;
    Body body = instance_body(instance, "create", &type);
    body.end_parameters();
    const auto [parameters, fields] = parameters_of(type);
    std::vector<const syntax::Expression*> arranged;
    std::set<std::string_view> changed;
    std::unordered_map<const FieldInfo*, ExpressionId> arguments;
    if (body.arrange(parameters, instance.syntax->arguments, instance.syntax->type.span, type.name, arranged)) {
      for (std::size_t i = 0; i < arranged.size(); ++i) {
        if (arranged[i] == nullptr) continue;
        arguments.emplace(fields[i], assign_argument(body, *fields[i], *arranged[i]));
        changed.insert(fields[i]->name);
      }
    }
    if (const auto values = c_.values_of_declaration.find(instance.declaration);
        values != c_.values_of_declaration.end())
      for (const Compilation::ValueSource& value : values->second) {
        for (const FieldInfo* field : fields)
          if (field->offset == value.first_cell()) changed.insert(field->name);
        const bool is_for_all =
            value.only == nullptr || value.only == instance.owner || value.only == instance.owner->actor;
        if (is_for_all) {
          c_.apply_values(body, {value}, {ExpressionKind::own_cell, kNone, 0});
          continue;
        }
        Statement guard{StatementKind::branch, value.span};
        guard.value = body.intrinsic(
            "physical_object.is_a", {TypeKind::truth},
            {body.own_actor(value.span), body.constant(value.only->index, {TypeKind::integer}, value.span)},
            value.span);
        guard.body = body.collected([&] { c_.apply_values(body, {value}, {ExpressionKind::own_cell, kNone, 0}); });
        body.add(std::move(guard));
      }
    give_what_follows(body, type, std::move(changed));
    add_settings(body, type, instance.declaration, arguments);
    if (body.statement_count() > 0) c_.program.declarations[instance.declaration].create = body.finish();
  }

  // ---- parameters as settings ----

  // `--set NAME.PARAMETER=VALUE` may change what the sources give a parameter, where that is a constant.
  void add_settings(Body& body, TypeInfo& type, std::uint32_t declaration,
                    const std::unordered_map<const FieldInfo*, ExpressionId>& arguments) {
    const std::vector<const FieldInfo*> fields = parameters_of(type).second;
    for (const FieldInfo* field : fields) {
      const auto value_type = setting_type(field->type);
      if (!value_type || field->name == "enabled" || field->name == "merge_gap") continue;
      const auto given = constant_of(body, type, *field, declaration, arguments);
      if (!given) continue;
      const std::uint32_t parameter = add_setting(*field, *value_type, *given, declaration);
      const Span span = field->span;
      const Type truth{TypeKind::truth};
      const Place place{ExpressionKind::own_cell, kNone, field->offset};
      const auto setting = [&] {
        Expression expression{ExpressionKind::setting, field->type, span};
        expression.index = parameter;
        const bool is_of_run = c_.program.declarations[declaration].whom.empty();
        expression.operands = {is_of_run ? body.null(span) : body.own_actor(span)};
        return body.make(std::move(expression));
      };
      const ExpressionId is_same =
          body.operate(BinaryOperator::equal, truth, setting(), body.cell(place, 0, field->type, span), span);
      Statement change{StatementKind::branch, span};
      change.value = body.operate(BinaryOperator::logical_and, truth,
                                  body.intrinsic("builtin.is_defined", truth, {setting()}, span),
                                  body.negate(is_same, span), span);
      change.body = body.collected([&] {
        body.assign_cell(place, 0, field->type, setting(), span);
        give_what_follows(body, type, {field->name});
      });
      body.add(std::move(change));
    }
  }

  static std::optional<watch::ValueType> setting_type(const Type& type) {
    using watch::ValueType;
    if (type.kind == TypeKind::truth) return ValueType::truth;
    if (type.kind == TypeKind::integer) return ValueType::integer;
    if (type.kind == TypeKind::word) return ValueType::word;
    if (type.kind != TypeKind::number) return std::nullopt;
    for (const ValueType known : {ValueType::number, ValueType::length, ValueType::time, ValueType::speed,
                                  ValueType::acceleration, ValueType::jerk, ValueType::angle, ValueType::angular_speed})
      if (watch::dimension_of(known) == type.dimension) return known;
    return std::nullopt;
  }

  // What the parameter has before the run begins; nothing: that is no constant, or not the same for everybody.
  std::optional<double> constant_of(Body& body, TypeInfo& type, const FieldInfo& field, std::uint32_t declaration,
                                    const std::unordered_map<const FieldInfo*, ExpressionId>& arguments) {
    const auto set_in = [&](const Compilation::Values* values) -> std::optional<const Compilation::ValueSource*> {
      const Compilation::ValueSource* last = nullptr;
      if (values == nullptr) return last;
      for (const Compilation::ValueSource& source : *values) {
        if (!source.inside.empty() || source.offset != field.offset) continue;
        // What is kept is to hold.
        if (source.strength == syntax::KeepStrength::hard || source.is_range || source.only != nullptr)
          return std::nullopt;
        last = &source;
      }
      return last;
    };
    const auto of_instance = c_.values_of_declaration.find(declaration);
    const auto by_instance = set_in(of_instance == c_.values_of_declaration.end() ? nullptr : &of_instance->second);
    if (!by_instance) return std::nullopt;
    const Compilation::ValueSource* set = *by_instance;
    const auto given = arguments.find(&field);
    for (const TypeInfo* at = &type; at != nullptr; at = at->base) {
      const auto of_type = c_.values_of_type.find(at);
      const auto by_type = set_in(of_type == c_.values_of_type.end() ? nullptr : &of_type->second);
      if (!by_type) return std::nullopt;
      if (set == nullptr && given == arguments.end()) set = *by_type;
    }
    if (set == nullptr && given != arguments.end()) return body.folded(given->second);
    const syntax::Expression* value = set != nullptr ? set->value : field.value;
    if (value == nullptr) return set != nullptr && set->truth ? 1.0 : 0.0;
    Surroundings around;
    around.space = set != nullptr ? set->space : field.space;
    Body probe(c_, std::move(around), "parameter", field.span);
    enter_object(probe, type);
    return probe.folded(probe.typed(*value, field.type, fmt::format("`{}`", field.name)));
  }

  std::uint32_t add_setting(const FieldInfo& field, watch::ValueType type, double given, std::uint32_t declaration) {
    Declaration& what = c_.program.declarations[declaration];
    auto made = std::make_shared<DeclaredParameter>();
    made->path = fmt::format("{}.{}", what.name, field.name);
    made->meaning = c_.comment_at(field.span);
    if (type == watch::ValueType::word) made->word_texts = c_.enum_of(field.type)->words;
    made->words.assign(made->word_texts.begin(), made->word_texts.end());
    made->index = static_cast<std::uint32_t>(c_.program.parameters.size());
    made->is_of_run = what.whom.empty();
    made->parameter.path = made->path;
    made->parameter.meaning = made->meaning;
    made->parameter.type = type;
    made->parameter.fallback = given;
    made->parameter.words = made->words;
    what.parameters.push_back(made->index);
    c_.program.parameters.push_back(&made->parameter);
    c_.program.declared_parameters.push_back(std::move(made));
    return what.parameters.back();
  }

  // The value that it gets, where that is a single one.
  ExpressionId assign_argument(Body& body, const FieldInfo& field, const syntax::Expression& value) {
    const Place place{ExpressionKind::own_cell, kNone, field.offset};
    const std::string what = fmt::format("`{}`", field.name);
    if (field.type.kind == TypeKind::range || field.type.kind == TypeKind::structure ||
        field.type.kind == TypeKind::any) {
      body.assign(place, field.type, value, value.span);
      return body.null(value.span);
    }
    const ExpressionId given = body.typed(value, field.type, what);
    body.assign_cell(place, 0, field.type, given, value.span);
    return given;
  }

  void compile_check(InstanceInfo& instance) {
    Body body = instance_body(instance, "create", nullptr);
    const std::uint32_t handle = take_check_arguments(c_, body, instance);
    if (handle != kNone) handles_.emplace_back(&instance, handle);
  }

  void compile_ready_made(InstanceInfo& instance, TypeInfo& made) {
    const std::string& kind = instance.syntax->type.names.front().text;
    const std::vector<syntax::Argument>& arguments = instance.syntax->arguments;
    const Span span = instance.syntax->type.span;
    Surroundings bare;
    bare.space = instance.space;
    bare.object = &made;
    Body initial(c_, std::move(bare), made.name + ".initial", span);
    initial.end_parameters();
    initial.assign_initial({ExpressionKind::own_cell, kNone, 0, true}, c_.type_of(*made.data), span);
    c_.program.objects[made.index].initial = initial.finish();
    c_.add_metrics(made);
    const EnterScopes enter = [&](Body& body) {
      body.around.object = &made;
      enter_outer(body, c_.program.declarations[instance.declaration].outer, instance.owner);
    };
    if (kind == "passive_w") {
      if (!arguments.empty()) c_.error(arguments.front().span, "`passive_w` takes no arguments");
      return;
    }
    if (arguments.size() != 1) {
      c_.error(span, kind == "while_w" ? "`while_w` takes a condition" : "`upon_w` takes an event");
      return;
    }
    if (kind == "while_w") {
      Surroundings around;
      around.space = instance.space;
      Body body(c_, std::move(around), made.name + ".condition", arguments.front().span);
      enter(body);
      body.end_parameters();
      Statement statement{StatementKind::return_value, arguments.front().span};
      statement.value = body.condition(*arguments.front().value);
      body.add(std::move(statement));
      c_.program.objects[made.index].condition = body.finish({TypeKind::truth});
      return;
    }
    syntax::EventSpecification specification;
    specification.span = arguments.front().span;
    const auto* event = std::get_if<syntax::EventExpression>(&arguments.front().value->node);
    specification.event = event != nullptr ? event->event : arguments.front().value;
    add_handler(c_, made, specification, *instance.space, enter, [&](Body& body) {
      body.add({StatementKind::start_interval, specification.span});
      body.add({StatementKind::end_interval, specification.span});
    });
  }

  // `with: it.sut_issue(severity:, kind:, details:)`
  void add_issues(InstanceInfo& instance) {
    for (const syntax::Member& member : instance.syntax->with) {
      const auto* applied = std::get_if<syntax::Application>(&member.node);
      if (applied == nullptr) continue;
      const auto* call = std::get_if<syntax::CallExpression>(&applied->call->node);
      const auto* access = call == nullptr ? nullptr : std::get_if<syntax::MemberExpression>(&call->callee->node);
      if (access == nullptr || access->member.text != "sut_issue") {
        c_.error(applied->call->span, "expected `it.sut_issue(...)`");
        continue;
      }
      if (instance.syntax->kind != syntax::InstanceKind::checker) {
        c_.error(applied->call->span, "a watcher raises no issues", "write `checker` instead of `watcher`");
        continue;
      }
      add_issue(instance, *call, applied->call->span);
    }
  }

  Body issue_body(const InstanceInfo& instance, std::string_view what) {
    TypeInfo* const own = instance.check != kNone    ? nullptr
                          : instance.type != nullptr ? instance.type
                                                     : c_.ready_made.at(&instance);
    Body body = instance_body(instance, what, own);
    const MemberInfo* known = find_member(*instance.owner, instance.name);
    if (own != nullptr)
      body.around.it = body.value_operand(body.own_instance(instance.span), c_.type_of(*own), instance.span);
    else if (!body.around.scopes.empty())
      body.around.it = body.member_of_type(body.around.scopes.front().self, *instance.owner, *known, instance.span);
    // By its name it is the same: the instance whose interval ends.
    if (body.around.it) body.around.aliases.push_back({instance.name, *body.around.it});
    body.end_parameters();
    return body;
  }

  void add_issue(InstanceInfo& instance, const syntax::CallExpression& call, Span span) {
    const Type severity = c_.type_of(*c_.library_enum("issue_severity")),
               kind = c_.type_of(*c_.library_enum("issue_kind"));
    const Type text{TypeKind::text};
    const std::vector<ParameterInfo> parameters = {
        {"severity", severity, &kGiven, span}, {"kind", kind, nullptr, span}, {"details", text, &kGiven, span}};
    Body probe = issue_body(instance, "issue");
    std::vector<const syntax::Expression*> arranged;
    if (!probe.arrange(parameters, call.arguments, span, "sut_issue", arranged)) return;
    IssueRule rule;
    const auto word = probe.folded(probe.typed(*arranged[1], kind, "`kind`"));
    if (!word) {
      if (c_.error_count == 0) c_.error(arranged[1]->span, "the kind of an issue is a word");
      return;
    }
    rule.kind = c_.library_enum("issue_kind")->words[static_cast<std::size_t>(*word)];
    if (arranged[0] != nullptr) {
      const ExpressionId level = probe.typed(*arranged[0], severity, "`severity`");
      const auto fixed = probe.folded(level);
      if (fixed) rule.sut = rule.other = static_cast<watch::Severity>(static_cast<int>(*fixed));
      // A built-in check has severities of its own; what is said here goes before them.
      if (!fixed || instance.check != kNone) {
        Body body = issue_body(instance, "severity");
        Statement statement{StatementKind::return_value, arranged[0]->span};
        statement.value = body.typed(*arranged[0], severity, "`severity`");
        body.add(std::move(statement));
        rule.severity = body.finish(severity);
      }
    }
    if (arranged[2] != nullptr) {
      Body body = issue_body(instance, "details");
      Statement statement{StatementKind::return_value, arranged[2]->span};
      statement.value = body.typed(*arranged[2], text, "`details`");
      body.add(std::move(statement));
      rule.details = body.finish(text);
    }
    rule.kind_meaning = c_.program.declarations[instance.declaration].summary;
    c_.program.declarations[instance.declaration].issues.push_back(std::move(rule));
  }

 private:
  Compilation& c_;
  TypeInfo* run_ = nullptr;
  std::vector<InstanceInfo*> order_;
  std::vector<std::pair<const InstanceInfo*, std::uint32_t>> handles_;  // who was given which declaration
};

}  // namespace

TypeInfo* Compilation::anonymous_of(const TypeInfo& type) const {
  const auto found = anonymous.find(&type);
  return found == anonymous.end() ? nullptr : found->second;
}

void Compilation::declare_objects() {
  objects = std::make_shared<Objects>(*this);
  std::static_pointer_cast<Objects>(objects)->declare();
}

void Compilation::compile_objects() { std::static_pointer_cast<Objects>(objects)->compile(); }

// ---- values of what is not an instance ------------------------------------------------------------------------------

void Compilation::compile_initials() {
  for (std::size_t i = 0; i < actor_infos.size(); ++i) {
    TypeInfo& type = *actor_infos[i];
    const auto values = values_of_type.find(&type);
    const bool has_fields = std::ranges::any_of(type.fields, [](const FieldInfo* field) { return !field->is_library; });
    if (!has_fields && values == values_of_type.end()) continue;
    Surroundings around;
    around.space = type.space;
    Body body(*this, std::move(around), type.name + ".initial", type.span);
    const Type of = type_of(type);
    const std::uint32_t local = body.add_local({}, of, type.span);
    body.end_parameters();
    const ExpressionId actor = body.cell({ExpressionKind::local, kNone, local}, 0, of, type.span);
    const Operand self = body.value_operand(actor, of, type.span);
    for (const FieldValues& each : initial_order(type))
      if (const FieldInfo* field = each.field; field != nullptr && field->owner == &type && !field->is_library)
        body.assign_field({ExpressionKind::actor_cell, actor, field->offset}, *field, self, type);
    body.around.scopes = {{&type, self}};
    if (values != values_of_type.end()) apply_values(body, values->second, {ExpressionKind::actor_cell, actor, 0});
    program.actors[i].initial = body.finish();
  }
  if (program.cells == 0) return;
  Surroundings around;
  around.space = types.front().space;
  Body body(*this, std::move(around), "program.initial", {});
  body.end_parameters();
  const auto give = [&](const FieldInfo& field, TypeInfo* owner) {
    if (field.offset == kNone) return;
    const Place place{ExpressionKind::program_cell, kNone, field.offset};
    body.around.space = field.space;
    if (field.value != nullptr && owner != nullptr) body.around.scopes = {{owner, body.singleton(*owner, field.span)}};
    if (field.value != nullptr)
      body.assign(place, field.type, *field.value, field.span);
    else
      body.assign_initial(place, field.type, field.span);
    body.around.scopes.clear();
  };
  for (TypeInfo& type : types)
    if (type.is_singleton)
      for (FieldInfo* field : type.fields) give(*field, &type);
  for (const FieldValues& global : order_of_globals()) give(*global.field, nullptr);
  for (const ValueSource& value : values_of_program) {
    body.around.scopes.clear();
    if (value.from != nullptr && value.from->is_singleton)
      body.around.scopes = {{value.from, body.singleton(*value.from, value.span)}};
    apply_values(body, {value}, {ExpressionKind::program_cell, kNone, 0});
  }
  program.initial = body.finish();
}

}  // namespace scrutineer::lang::detail
