// `on` blocks: which event, under which condition, and what then.
#include "lang/sema/detail/events.h"

#include <fmt/format.h>

#include <algorithm>

#include "lang/sema/detail/conversion.h"
#include "lang/sema/detail/expressions.h"
#include "lang/sema/time_limits.h"

namespace scrutineer::lang::detail {
namespace {

struct BuiltInEvent {
  std::string_view name;
  EventKind kind;
  bool needs_intervals;
};
constexpr BuiltInEvent kBuiltInEvents[] = {
    {"start", EventKind::start, false},           {"end", EventKind::end, false},
    {"i_start", EventKind::interval_start, true}, {"i_clock", EventKind::interval_clock, true},
    {"i_end", EventKind::interval_end, true},
};

const BuiltInEvent* built_in_event(std::string_view name) {
  for (const BuiltInEvent& event : kBuiltInEvents)
    if (event.name == name) return &event;
  return nullptr;
}

// What `as` names.
struct Source {
  Handler handler;
  const EventInfo* event = nullptr;
  TypeInfo* emitter = nullptr;  // of a user's watcher
  std::uint32_t check = kNone;  // of a built-in one
  ExpressionId actor = kNone;   // whose instance; kNone: the own actor's, or the run's
};

class Events {
 public:
  Events(PassResults& passes, TypeInfo& object, const EnterScope& enter)
      : passes_(passes), object_(object), enter_(enter) {}

  FunctionCompiler new_code(std::string_view what, Span span, const Namespace& space) {
    FunctionCompiler made(passes_, {.space = &space}, fmt::format("{}.{}", object_.name, what), span);
    enter_(made);
    return made;
  }

  std::optional<Source> resolve(const syntax::Expression& event, const Namespace& space) {
    FunctionCompiler probe = new_code("event", event.span, space);
    if (const auto* named = std::get_if<syntax::NameExpression>(&event.node)) return by_name(named->name, probe);
    const auto* access = std::get_if<syntax::MemberExpression>(&event.node);
    if (access == nullptr) {
      passes_.reporter.error(event.span, "an event is named by a path");
      return std::nullopt;
    }
    const Operand object = check_expression(probe, *access->object);
    return of_object(object, access->member, probe);
  }

  std::optional<Source> by_name(const syntax::Name& name, FunctionCompiler& probe) {
    Source source;
    for (const NameLevel& level : probe.around.levels) {
      if (level.self.is<SettingsGroup>() || level.self.is<CheckInstance>()) continue;
      const MemberInfo* known = find_member(*level.type, name.text);
      if (known == nullptr || known->kind != MemberKind::event) continue;
      if (level.type == probe.around.object) {
        source.handler.event = EventKind::user;
        source.handler.index = known->event->index;
        source.event = known->event;
        source.emitter = level.type;
        return source;
      }
      return of_object(level.self, name, probe);
    }
    if (const BuiltInEvent* own = built_in_event(name.text)) {
      if (own->needs_intervals && object_.data == nullptr) {
        passes_.reporter.error(name.span, fmt::format("`{}` is an event of watchers", name.text),
                               fmt::format("name one: @x.{}", name.text));
        return std::nullopt;
      }
      source.handler.event = own->kind;
      source.emitter = &object_;
      return source;
    }
    std::vector<std::string_view> names;
    for (const BuiltInEvent& own : kBuiltInEvents) names.push_back(own.name);
    for (const NameLevel& level : probe.around.levels)
      for (const TypeInfo* at = level.type; at != nullptr; at = at->base)
        for (const EventInfo* event : at->events) names.push_back(event->name);
    passes_.reporter.error(name.span, fmt::format("unknown event `{}`", name.text),
                           passes_.reporter.suggestion(name.text, names));
    return std::nullopt;
  }

  std::optional<Source> of_object(const Operand& object, const syntax::Name& name, FunctionCompiler& probe) {
    if (object.is_unresolved()) return std::nullopt;
    Source source;
    if (object.is<Singleton>() && object.info()->is_library) {
      if (object.info()->name == "top" && (name.text == "w_clk" || name.text == "clk")) {
        source.handler.event = EventKind::clock;
        return source;
      }
      if (object.info()->name == "top" && name.text == "new_issue") {
        source.handler.event = EventKind::new_issue;
        return source;
      }
    }
    if (const auto* check = object.as<CheckInstance>()) return of_check(*check, name);
    if (object.is<Value>() && object.type.kind == TypeKind::instance) {
      const Expression instance = probe[object.as<Value>()->id];
      TypeInfo* const type = passes_.types.info_of(object.type);
      if (instance.kind == ExpressionKind::own_instance) return by_name(name, probe);
      if (instance.kind != ExpressionKind::instance_of) {
        passes_.reporter.error(object.span, "an event is named by the path of its watcher");
        return std::nullopt;
      }
      source.handler.declaration = instance.index;
      source.emitter = type;
      set_actor(source, instance.operands.empty() ? kNone : instance.operands.front());
      return with_event(source, *type, name);
    }
    // A user's event of an actor, or of what exists once, is of the modifier without a name in it.
    TypeInfo* const type = probe.info_of(object);
    const MemberInfo* known = type == nullptr ? nullptr : find_member(*type, name.text);
    const bool is_built_in = name.text == "lane_changed" || name.text == "entered_junction";
    if (known != nullptr && known->kind == MemberKind::event && is_built_in) return of_actor(object, name, probe);
    if (known != nullptr && known->kind == MemberKind::event) {
      TypeInfo* const holder = passes_.objects.anonymous_of(*known->event->owner);
      if (holder != nullptr) {
        source.handler.declaration = holder->declaration_index;
        source.handler.event = EventKind::user;
        source.handler.index = known->event->index;
        source.event = known->event;
        source.emitter = holder;
        if (holder == &object_)
          source.handler.declaration = kNone;
        else
          set_actor(source, object.is<Singleton>() ? kNone : value_of(probe, object));
        return source;
      }
    }
    std::vector<std::string_view> names;
    for (const TypeInfo* at = type; at != nullptr; at = at->base)
      for (const EventInfo* event : at->events) names.push_back(event->name);
    passes_.reporter.error(name.span,
                           fmt::format("`{}` has no event `{}`", passes_.sources.text(object.span), name.text),
                           passes_.reporter.suggestion(name.text, names));
    return std::nullopt;
  }

  // Events of actors that domain.osc declares: the end of a watcher's interval, or a condition that comes true.
  std::optional<Source> of_actor(const Operand& object, const syntax::Name& name, FunctionCompiler& probe) {
    Source source;
    const ExpressionId actor = value_of(probe, object);
    if (name.text == "lane_changed") {
      const auto& checks = passes_.library.checks;
      const auto check = std::ranges::find(checks, std::string_view("lane_change"),
                                           [](const watch::Check& known) { return known.info.name; });
      if (check == checks.end()) return std::nullopt;
      source.handler.event = EventKind::interval_end;
      source.handler.check = passes_.tables.text(check->info.name);
      source.check = static_cast<std::uint32_t>(check - checks.begin());
      set_actor(source, actor);
      return source;
    }
    FunctionCompiler made = new_code("entered_junction", name.span, *probe.around.space);
    made.end_parameters();
    made.add_return(made.intrinsic("physical_object.is_in_junction", {TypeKind::truth}, {actor}, name.span), name.span);
    source.handler.event = EventKind::rise;
    source.handler.condition = made.finish({TypeKind::truth});
    source.handler.memory = new_cell();
    return source;
  }

  std::optional<Source> of_check(const CheckInstance& check, const syntax::Name& name) {
    Source source;
    const std::string_view check_name = passes_.library.checks[check.check].info.name;
    const BuiltInEvent* own = built_in_event(name.text);
    if (own == nullptr) {
      passes_.reporter.error(name.span, fmt::format("`{}` has no event `{}`", check_name, name.text),
                             passes_.reporter.suggestion(name.text, {"i_start", "i_clock", "i_end"}));
      return std::nullopt;
    }
    source.handler.event = own->kind;
    source.handler.declaration = check.declaration;
    if (check.declaration == kNone) source.handler.check = passes_.tables.text(check_name);
    source.check = check.check;
    set_actor(source, check.actor);
    return source;
  }

  void set_actor(Source& source, ExpressionId actor) {
    const bool is_own = actor != kNone && passes_.program.expressions[actor].kind == ExpressionKind::own_actor;
    source.handler.of_own_actor = is_own;
    if (actor != kNone && !is_own) source.actor = actor;
  }

  std::optional<Source> with_event(Source source, const TypeInfo& type, const syntax::Name& name) {
    const MemberInfo* known = find_member(type, name.text);
    if (known != nullptr && known->kind == MemberKind::event) {
      source.handler.event = EventKind::user;
      source.handler.index = known->event->index;
      source.event = known->event;
      return source;
    }
    const BuiltInEvent* own = built_in_event(name.text);
    if (own != nullptr && (!own->needs_intervals || type.data != nullptr)) {
      source.handler.event = own->kind;
      return source;
    }
    std::vector<std::string_view> names;
    for (const BuiltInEvent& event : kBuiltInEvents) names.push_back(event.name);
    for (const EventInfo* event : type.events) names.push_back(event->name);
    passes_.reporter.error(name.span, fmt::format("`{}` has no event `{}`", type.name, name.text),
                           passes_.reporter.suggestion(name.text, names));
    return std::nullopt;
  }

  // The type by value: what makes code moves the expressions that it may be part of.
  FunctionId function_of(ExpressionId value, Type type, std::string_view what, Span span, const Namespace& space) {
    FunctionCompiler made = new_code(what, span, space);
    made.end_parameters();
    made.add_return(value, span);
    return made.finish(type);
  }

  // The first parameter: the instance that emitted the event.
  void name_emitter(FunctionCompiler& made, const Source& source, const syntax::Name& alias) {
    if (source.handler.event == EventKind::new_issue) {
      made.around.aliases.push_back({alias.text, singleton(*passes_.symbols.library_type("issue"), alias.span)});
      return;
    }
    if (source.check != kNone) {
      const CheckInstance check{.info = passes_.symbols.library_type(passes_.library.checks[source.check].info.name),
                                .check = source.check,
                                .declaration = source.handler.declaration};
      made.around.aliases.push_back({alias.text, operand_without_type(check, alias.span)});
    }
    const Type type = source.emitter == nullptr ? Type{TypeKind::null} : passes_.types.type_of(*source.emitter);
    const std::uint32_t local =
        made.add_local(source.check == kNone ? std::string_view(alias.text) : std::string_view(), type, alias.span);
    if (source.event != nullptr) {
      const ExpressionId emitter = made.cell({ExpressionKind::local, kNone, local}, 0, type, alias.span);
      const NamedEvent event{source.event, emitter};
      made.around.aliases.push_back({alias.text, {.type = type, .span = alias.span, .what = event}});
    }
  }

  std::optional<Handler> handler(const syntax::EventSpecification& specification, const Namespace& space,
                                 const std::function<void(FunctionCompiler&)>& then) {
    Source source;
    if (specification.event != nullptr) {
      const auto found = resolve(*specification.event, space);
      if (!found) {
        return std::nullopt;
      }
      source = *found;
    }
    Handler& result = source.handler;
    result.span = specification.span;
    if (source.actor != kNone)
      result.of_actor = function_of(source.actor, passes_.program.expressions[source.actor].type, "of_actor",
                                    specification.span, space);
    const auto start = [&](std::string_view what, Span span) {
      FunctionCompiler made = new_code(what, span, space);
      if (specification.alias) name_emitter(made, source, *specification.alias);
      made.end_parameters();
      return made;
    };
    if (specification.condition) {
      const syntax::EventCondition& condition = *specification.condition;
      if (specification.event != nullptr) {
        if (!condition_of_event(condition, result, space, start)) return std::nullopt;
      } else {
        condition_alone(condition, result, start);
      }
    }
    FunctionCompiler made = start("on", specification.span);
    then(made);
    result.body = made.finish();
    return result;
  }

 private:
  std::uint32_t new_cell() { return passes_.program.objects[object_.index].cells++; }

  void add_hidden(EventKind event, FunctionId body_of_it, Span span) {
    Handler hidden;
    hidden.event = event;
    hidden.body = body_of_it;
    hidden.span = span;
    passes_.program.objects[object_.index].handlers.push_back(hidden);
  }

  // A function that returns the value.
  template <typename Start, typename Value>
  FunctionId returning(const Start& start, std::string_view what, Span span, const Type& type, const Value& value) {
    FunctionCompiler made = start(what, span);
    made.add_return(value(made), span);
    return made.finish(type);
  }

  // `on rise(c):`
  template <typename Start>
  void condition_alone(const syntax::EventCondition& condition, Handler& result, const Start& start) {
    const Type time{TypeKind::number, kNone, kTime};
    const auto period = [&](std::string_view what, const syntax::Expression& value) {
      return returning(start, what, condition.span, time, [&](FunctionCompiler& made) {
        const ExpressionId checked = check_typed(made, value, time, fmt::format("the {}", what));
        if (&value == condition.value)
          refuse_constant(made, checked, value.span,
                          condition.kind == syntax::ConditionKind::every ? fault_of_period : fault_of_delay);
        return checked;
      });
    };
    switch (condition.kind) {
      case syntax::ConditionKind::boolean:
      case syntax::ConditionKind::rise:
      case syntax::ConditionKind::fall:
        result.condition = returning(start, "condition", condition.span, {TypeKind::truth},
                                     [&](FunctionCompiler& made) { return check_condition(made, *condition.value); });
        if (condition.kind == syntax::ConditionKind::boolean) return;
        result.event = condition.kind == syntax::ConditionKind::rise ? EventKind::rise : EventKind::fall;
        break;
      case syntax::ConditionKind::elapsed:
        result.event = EventKind::elapsed;
        result.period = period("time", *condition.value);
        break;
      case syntax::ConditionKind::every:
        result.event = EventKind::every;
        result.period = period("time", *condition.value);
        if (condition.offset != nullptr) result.offset = period("offset", *condition.offset);
        break;
    }
    result.memory = new_cell();
  }

  // `on @event if rise(c):`
  template <typename Start>
  bool condition_of_event(const syntax::EventCondition& condition, Handler& result, const Namespace& space,
                          const Start& start) {
    const Span span = condition.span;
    const Type truth{TypeKind::truth}, time{TypeKind::number, kNone, kTime};
    const auto own = [&](FunctionCompiler& made, std::uint32_t cell) {
      return made.cell({ExpressionKind::own_cell, kNone, cell}, 0, truth, span);
    };
    switch (condition.kind) {
      case syntax::ConditionKind::boolean:
        result.condition = returning(start, "condition", span, truth,
                                     [&](FunctionCompiler& made) { return check_condition(made, *condition.value); });
        return true;
      case syntax::ConditionKind::rise:
      case syntax::ConditionKind::fall: {
        const bool is_rise = condition.kind == syntax::ConditionKind::rise;
        const std::uint32_t before = new_cell(), now = new_cell();
        const FunctionId look = looking(condition, space, before, now);
        add_hidden(EventKind::clock, look, span);
        result.condition = returning(start, "condition", span, truth, [&](FunctionCompiler& made) {
          Expression called{ExpressionKind::call, {TypeKind::nothing}, span};
          called.index = look;
          Statement first{StatementKind::evaluate, span};
          first.value = made.make(std::move(called));
          made.add(std::move(first));
          const auto is = [&](std::uint32_t cell, bool value) {
            return made.operate(BinaryOperator::equal, truth, own(made, cell),
                                made.constant(value ? 1.0 : 0.0, truth, span), span);
          };
          return made.operate(BinaryOperator::logical_and, truth, is(now, is_rise), is(before, !is_rise), span);
        });
        return true;
      }
      case syntax::ConditionKind::elapsed: {
        const std::uint32_t begun = new_cell();
        FunctionCompiler begin = new_code("begin", span, space);
        begin.end_parameters();
        begin.assign_cell({ExpressionKind::own_cell, kNone, begun}, 0, time,
                          begin.intrinsic("top.time", time, {}, span), span);
        add_hidden(EventKind::start, begin.finish(), span);
        result.condition = returning(start, "condition", span, truth, [&](FunctionCompiler& made) {
          const ExpressionId period = check_typed(made, *condition.value, time, "the time");
          refuse_constant(made, period, condition.value->span, fault_of_delay);
          const ExpressionId age =
              made.operate(BinaryOperator::subtract, time, made.intrinsic("top.time", time, {}, span),
                           made.cell({ExpressionKind::own_cell, kNone, begun}, 0, time, span), span);
          // A frame that comes early by a hundredth of the time counts, as for `on elapsed(...)` alone.
          return made.operate(
              BinaryOperator::greater_equal, truth, age,
              made.operate(BinaryOperator::multiply, time, period, made.constant(0.99, {TypeKind::number}, span), span),
              span);
        });
        return true;
      }
      case syntax::ConditionKind::every:
        break;
    }
    passes_.reporter.error(span, "behind an event `every` has no meaning", "write `on every(...)` alone");
    return false;
  }

  // Keeps what the condition was in the frame before, and is in this one. Called in every frame, and before that if
  // the event comes first.
  FunctionId looking(const syntax::EventCondition& condition, const Namespace& space, std::uint32_t before,
                     std::uint32_t now) {
    const Span span = condition.span;
    const Type truth{TypeKind::truth}, time{TypeKind::number, kNone, kTime};
    const std::uint32_t looked = new_cell();
    FunctionCompiler made = new_code("look", span, space);
    made.end_parameters();
    const auto place = [](std::uint32_t cell) { return CellAddress{ExpressionKind::own_cell, kNone, cell}; };
    Statement once{StatementKind::branch, span};
    once.value = made.negate(made.operate(BinaryOperator::equal, truth, made.cell(place(looked), 0, time, span),
                                          made.intrinsic("top.time", time, {}, span), span),
                             span);
    once.body = made.collected([&] {
      made.assign_cell(place(before), 0, truth, made.cell(place(now), 0, truth, span), span);
      made.assign_cell(place(now), 0, truth, check_condition(made, *condition.value), span);
      made.assign_cell(place(looked), 0, time, made.intrinsic("top.time", time, {}, span), span);
    });
    made.add(std::move(once));
    return made.finish();
  }

  PassResults& passes_;
  TypeInfo& object_;
  const EnterScope& enter_;
};

}  // namespace

bool is_interval_event(std::string_view name) {
  const BuiltInEvent* known = built_in_event(name);
  return known != nullptr && known->needs_intervals;
}

void add_handler(PassResults& passes, TypeInfo& object, const syntax::EventSpecification& specification,
                 const Namespace& space, const EnterScope& enter, const std::function<void(FunctionCompiler&)>& then) {
  if (const auto handler = Events(passes, object, enter).handler(specification, space, then))
    passes.program.objects[object.index].handlers.push_back(*handler);
}

std::optional<EventKind> metric_event(std::string_view name) {
  const BuiltInEvent* own = built_in_event(name);
  return own == nullptr ? std::nullopt : std::optional(own->kind);
}

}  // namespace scrutineer::lang::detail
