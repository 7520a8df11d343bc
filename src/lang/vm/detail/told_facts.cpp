#include "lang/vm/detail/told_facts.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "lang/vm/detail/needed_facts.h"
#include "lang/vm/intrinsics.h"

namespace scrutineer::lang::detail {
namespace {

// What code does that others notice: it starts intervals of an object's instances, which goes by the object, or ...
using Effect = std::uint32_t;
constexpr Effect kStartsOwn = kNone;    // its own interval
constexpr Effect kTells = kNone - 1;    // raises or changes an issue, emits an event, freezes others
constexpr Effect kRecords = kNone - 2;  // writes a message, or into a variable
// And what it cannot do that without.
using Effects = std::map<Effect, Needs>;

void add(Effects& effects, Effect effect, const Needs& needs) {
  const auto known = effects.find(effect);
  if (known == effects.end())
    effects.emplace(effect, needs);
  else
    known->second = common(known->second, needs);
}

bool is_start(Effect effect) { return effect < kRecords; }

class EffectsOf {
 public:
  explicit EffectsOf(const Program& program) : program_(program), needed_(program) {
    for (Effect effect = 0; effect < program.objects.size(); ++effect) anything_.emplace(effect, std::set<ToldFact>());
    for (const Effect effect : {kStartsOwn, kTells, kRecords}) anything_.emplace(effect, std::set<ToldFact>());
  }

  NeededFacts& needed() { return needed_; }

  const Effects& function(FunctionId id) {
    static const Effects kNothing;
    if (id == kNone) return kNothing;
    const auto known = by_function_.find(id);
    // Of one that calls itself, and of what is further in than people write, nothing is known to be needed.
    if (known != by_function_.end()) return known->second.is_complete ? known->second.effects : anything_;
    if (calls_ == kMostCalls) return anything_;
    ++calls_;
    Known& found = by_function_[id];
    visit(program_.functions[id].body, id, std::set<ToldFact>(), found.effects);
    found.is_complete = true;
    --calls_;
    return found.effects;
  }

 private:
  struct Known {
    Effects effects;
    bool is_complete = false;
  };

  static constexpr int kMostCalls = 20;  // within each other

  void visit(const std::vector<StatementId>& statements, FunctionId function, Needs around, Effects& effects) {
    for (const StatementId id : statements) {
      const Statement& statement = program_.statements[id];
      for (const ExpressionId expression : {statement.target, statement.value})
        if (expression != kNone) visit(expression, around, effects);
      if (const auto effect = effect_of(statement)) add(effects, *effect, around);
      const bool is_branch = statement.kind == StatementKind::branch;
      const bool is_conditional = is_branch || statement.kind == StatementKind::repeat_while;
      const Needs inside = is_conditional ? both(around, needed_.of(statement.value, function)) : around;
      const Needs beside = is_branch ? both(around, needed_.of_opposite(statement.value, function)) : around;
      visit(statement.body, function, inside, effects);
      visit(statement.otherwise, function, beside, effects);
      if (is_branch && returns(statement.body))
        around = beside;
      else if (is_branch && returns(statement.otherwise))
        around = inside;
    }
  }

  bool returns(const std::vector<StatementId>& statements) const {
    return !statements.empty() && program_.statements[statements.back()].kind == StatementKind::return_value;
  }

  std::optional<Effect> effect_of(const Statement& statement) const {
    switch (statement.kind) {
      case StatementKind::assign:
        if (program_.expressions[statement.target].kind == ExpressionKind::local) return std::nullopt;
        return kRecords;
      case StatementKind::start_interval: {
        if (statement.value == kNone) return kStartsOwn;
        const Type& type = program_.expressions[statement.value].type;
        return type.kind == TypeKind::instance && type.index < program_.objects.size() ? type.index : kTells;
      }
      case StatementKind::emit:
      case StatementKind::set_run_mode:
        return kTells;
      default:
        return std::nullopt;
    }
  }

  void visit(ExpressionId id, const Needs& around, Effects& effects) {
    const Expression& what = program_.expressions[id];
    for (const ExpressionId operand : what.operands) visit(operand, around, effects);
    if (what.kind == ExpressionKind::call)
      for (const auto& [effect, needs] : function(what.index)) add(effects, effect, both(around, needs));
    if (what.kind != ExpressionKind::intrinsic) return;
    const std::string_view name = intrinsics()[what.index].name;
    if (name.starts_with("logger.")) add(effects, kRecords, around);
    if (name.starts_with("builtin.sut_") || name.starts_with("issue.modify")) add(effects, kTells, around);
  }

  const Program& program_;
  NeededFacts needed_;
  Effects anything_;
  std::map<FunctionId, Known> by_function_;
  int calls_ = 0;
};

// What is asked for, and of what of that the code itself finds out whether it is told.
class AskedFor {
 public:
  explicit AskedFor(const Program& program) : program_(program) {}

  // With all that it calls.
  void visit_function(FunctionId id) {
    call(id);
    while (!to_visit_.empty()) {
      const FunctionId next = to_visit_.back();
      to_visit_.pop_back();
      visit(program_.functions[next].body);
    }
  }

  ToldFacts::Facts found() const {
    ToldFacts::Facts facts;
    for (const auto& [name, words] : asked_)
      if (!minded_.contains(name) && !minded_words_.contains(words)) facts.push_back(scene::find_fact(name));
    return facts;
  }

 private:
  void call(FunctionId id) {
    if (id != kNone && functions_.insert(id).second) to_visit_.push_back(id);
  }

  void visit(const std::vector<StatementId>& statements) {
    for (const StatementId id : statements) {
      const Statement& statement = program_.statements[id];
      for (const ExpressionId expression : {statement.target, statement.value})
        if (expression != kNone) visit(expression, false);
      visit(statement.body);
      visit(statement.otherwise);
    }
  }

  void visit(ExpressionId id, bool is_minded) {
    const Expression& what = program_.expressions[id];
    if (what.kind == ExpressionKind::call) call(what.index);
    if (is_unknown_word(what)) minded_words_.insert(what.type.index);
    if (const auto told = told_fact(program_, what)) {
      asked_.emplace(told->name, what.type.kind == TypeKind::word ? what.type.index : kNone);
      if (is_minded) minded_.insert(told->name);
    }
    const bool asks_whether =
        what.kind == ExpressionKind::intrinsic && intrinsics()[what.index].name == "builtin.is_defined";
    for (const ExpressionId operand : what.operands) visit(operand, is_minded || asks_whether);
  }

  const Program& program_;
  std::set<FunctionId> functions_;
  std::vector<FunctionId> to_visit_;
  std::map<std::string_view, std::uint32_t> asked_;  // facts, with their enumerations
  std::set<std::string_view> minded_;
  std::set<std::uint32_t> minded_words_;
};

bool is_of_own_interval(const Handler& handler) {
  const bool is_own = handler.declaration == kNone && handler.check == kNone;
  return is_own && (handler.event == EventKind::interval_start || handler.event == EventKind::interval_clock ||
                    handler.event == EventKind::interval_end);
}

// As another instance sees it, which may be of another actor.
Needs of_others(const Needs& needs) {
  if (!needs) return needs;
  std::set<ToldFact> all;
  for (const ToldFact& one : *needs)
    all.insert({one.name, scene::find_fact(one.name)->scope != scene::FactScope::world});
  return all;
}

class ToldFactsOf {
 public:
  explicit ToldFactsOf(const Program& program)
      : program_(program), effects_(program), started_(program.objects.size()), done_(program.objects.size()) {}

  std::vector<ToldFacts> run() {
    for (std::uint32_t object = 0; object < program_.objects.size(); ++object) look_at(object);
    std::vector<ToldFacts> all;
    all.reserve(program_.objects.size());
    for (std::uint32_t object = 0; object < program_.objects.size(); ++object) all.push_back(facts_of(object));
    return all;
  }

 private:
  void look_at(std::uint32_t object) {
    const ObjectType& type = program_.objects[object];
    const Needs always = std::set<ToldFact>();
    for (const Handler& handler : type.handlers) {
      for (const FunctionId asked : {handler.condition, handler.period, handler.offset, handler.of_actor})
        note(object, effects_.function(asked), always, false);
      const Needs around = handler.condition == kNone ? always : effects_.needed().of_result(handler.condition);
      note(object, effects_.function(handler.body), around, is_of_own_interval(handler));
    }
    for (const FunctionId asked : {type.condition, type.for_at_least, type.until, type.unless, type.initial})
      note(object, effects_.function(asked), always, false);
    for (const Metric& metric : type.metrics)
      for (const FunctionId asked : {metric.value, metric.limit}) note(object, effects_.function(asked), always, true);
  }

  // `follows`: only once there is an interval, so that is what has needs.
  void note(std::uint32_t object, const Effects& effects, const Needs& around, bool follows) {
    for (const auto& [effect, needs] : effects) {
      const Needs all = both(around, needs);
      if (effect == kStartsOwn) {
        started_[object] = common(started_[object], all);
        continue;
      }
      if (is_start(effect)) started_[effect] = common(started_[effect], of_others(all));
      const bool counts = effect != kRecords || !program_.objects[object].has_intervals;
      if (counts && !follows) done_[object] = common(done_[object], all);
    }
  }

  Needs needs_of(std::uint32_t object) {
    const ObjectType& type = program_.objects[object];
    if (type.condition != kNone) return effects_.needed().of_result(type.condition);
    if (type.has_intervals) return common(started_[object], done_[object]);
    return type.metrics.empty() ? done_[object] : std::set<ToldFact>();
  }

  ToldFacts facts_of(std::uint32_t object) {
    ToldFacts facts;
    for (const ToldFact& one : needs_of(object).value_or(std::set<ToldFact>()))
      (one.is_of_anybody ? facts.needed_of_anybody : facts.needed).push_back(scene::find_fact(one.name));
    const ObjectType& type = program_.objects[object];
    AskedFor asked(program_);
    for (const Handler& handler : type.handlers) {
      asked.visit_function(handler.condition);
      asked.visit_function(handler.body);
    }
    for (const FunctionId function : {type.condition, type.until, type.unless}) asked.visit_function(function);
    facts.asked = asked.found();
    return facts;
  }

  const Program& program_;
  EffectsOf effects_;
  std::vector<Needs> started_, done_;  // by object; nothing: never
};

}  // namespace

std::vector<ToldFacts> told_facts_of(const Program& program) { return ToldFactsOf(program).run(); }

}  // namespace scrutineer::lang::detail
