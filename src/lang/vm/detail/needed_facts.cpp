#include "lang/vm/detail/needed_facts.h"

#include <algorithm>
#include <iterator>

#include "lang/vm/intrinsics.h"
#include "scene/facts.h"

namespace scrutineer::lang::detail {
namespace {

const Needs kNoNeeds = std::set<ToldFact>();

bool is_constant_truth(const Expression& what, bool truth) {
  return what.kind == ExpressionKind::constant && what.type.kind == TypeKind::truth && (what.number != 0.0) == truth;
}

}  // namespace

Needs both(Needs left, const Needs& right) {
  if (!left || !right) return std::nullopt;
  left->insert(right->begin(), right->end());
  return left;
}

Needs common(const Needs& left, const Needs& right) {
  if (!left || !right) return left ? left : right;
  std::set<ToldFact> found;
  std::ranges::set_intersection(*left, *right, std::inserter(found, found.end()));
  return found;
}

std::optional<ToldFact> told_fact(const Program& program, const Expression& what) {
  if (what.kind != ExpressionKind::intrinsic) return std::nullopt;
  const scene::Fact* const fact = intrinsics()[what.index].fact;
  if (fact == nullptr || fact->is_told == nullptr) return std::nullopt;
  const bool is_of_itself =
      what.operands.empty() || program.expressions[what.operands[0]].kind == ExpressionKind::own_actor;
  return ToldFact{fact->name, fact->scope != scene::FactScope::world && !is_of_itself};
}

bool is_known_word(const Expression& what) {
  return what.kind == ExpressionKind::constant && what.type.kind == TypeKind::word && what.number != 0.0;
}
bool is_unknown_word(const Expression& what) {
  return what.kind == ExpressionKind::constant && what.type.kind == TypeKind::word && what.number == 0.0;
}

Needs NeededFacts::of_result(FunctionId id) {
  if (id == kNone) return kNoNeeds;
  const Function& function = program_.functions[id];
  if (function.body.size() != 1) return kNoNeeds;
  const Statement& statement = program_.statements[function.body.front()];
  const bool gives = statement.kind == StatementKind::return_value && statement.value != kNone;
  if (!gives || !in_functions_.insert(id).second) return kNoNeeds;
  Needs needs = of(statement.value, id);
  in_functions_.erase(id);
  return needs;
}

Needs NeededFacts::of(ExpressionId id, FunctionId function) {
  if (++steps_ > kMostSteps || levels_ == kMostLevels) return kNoNeeds;
  ++levels_;
  Needs needs = of_kind(program_.expressions[id], function);
  --levels_;
  return needs;
}

Needs NeededFacts::of_kind(const Expression& what, FunctionId function) {
  switch (what.kind) {
    case ExpressionKind::constant:
      return is_constant_truth(what, false) ? Needs() : kNoNeeds;
    case ExpressionKind::local:
      return of_local(what.index, function);
    case ExpressionKind::unary:
      return static_cast<UnaryOperator>(what.index) == UnaryOperator::logical_not
                 ? of_opposite(what.operands[0], function)
                 : of(what.operands[0], function);
    case ExpressionKind::binary:
      return of_operator(what, function);
    case ExpressionKind::conditional:
      return common(both(of(what.operands[0], function), of(what.operands[1], function)),
                    of(what.operands[2], function));
    case ExpressionKind::intrinsic:
      return of_intrinsic(what, function);
    case ExpressionKind::list_fold:
      return of_fold(what, function);
    case ExpressionKind::call:
      return of_result(what.index);
    default:
      return kNoNeeds;
  }
}

Needs NeededFacts::of_opposite(ExpressionId id, FunctionId function) {
  if (++steps_ > kMostSteps || levels_ == kMostLevels) return kNoNeeds;
  ++levels_;
  Needs needs = of_opposite_of(program_.expressions[id], function);
  --levels_;
  return needs;
}

Needs NeededFacts::of_opposite_of(const Expression& what, FunctionId function) {
  if (is_constant_truth(what, true)) return std::nullopt;
  if (what.kind == ExpressionKind::unary && static_cast<UnaryOperator>(what.index) == UnaryOperator::logical_not)
    return of(what.operands[0], function);
  if (what.kind != ExpressionKind::binary) return kNoNeeds;
  const ExpressionId left = what.operands[0], right = what.operands[1];
  switch (static_cast<BinaryOperator>(what.index)) {
    case BinaryOperator::logical_and:
      return common(of_opposite(left, function), of_opposite(right, function));
    case BinaryOperator::logical_or:
      return both(of_opposite(left, function), of_opposite(right, function));
    case BinaryOperator::implies:
      return both(of(left, function), of_opposite(right, function));
    default:
      return kNoNeeds;
  }
}

Needs NeededFacts::of_operator(const Expression& what, FunctionId function) {
  switch (static_cast<BinaryOperator>(what.index)) {
    case BinaryOperator::logical_or:
      return common(of(what.operands[0], function), of(what.operands[1], function));
    case BinaryOperator::implies:
      return kNoNeeds;
    case BinaryOperator::equal:
    case BinaryOperator::not_equal:
      return of_equality(what, function);
    default:
      return both(of(what.operands[0], function), of(what.operands[1], function));
  }
}

Needs NeededFacts::of_equality(const Expression& what, FunctionId function) {
  const ExpressionId left = what.operands[0], right = what.operands[1];
  const Expression &one = program_.expressions[left], &two = program_.expressions[right];
  const bool are_equal = static_cast<BinaryOperator>(what.index) == BinaryOperator::equal;
  if (one.type.kind == TypeKind::truth) {
    if (is_constant_truth(two, are_equal)) return of(left, function);
    return is_constant_truth(one, are_equal) ? of(right, function) : kNoNeeds;
  }
  // What is not told is `unknown`, and that is a word like others.
  if (one.type.kind == TypeKind::word && (!are_equal || (!is_known_word(one) && !is_known_word(two)))) return kNoNeeds;
  return both(of(left, function), of(right, function));
}

Needs NeededFacts::of_intrinsic(const Expression& what, FunctionId function) {
  const Intrinsic& asked = intrinsics()[what.index];
  Needs needs = kNoNeeds;
  if (const auto told = told_fact(program_, what)) needs->insert(*told);
  // Of nothing these make nothing.
  if (asked.name.starts_with("math."))
    for (const ExpressionId operand : what.operands) needs = both(std::move(needs), of(operand, function));
  if (asked.name != "list.contains") return needs;
  const Expression& list = program_.expressions[what.operands[0]];
  const bool are_known = list.kind == ExpressionKind::list && std::ranges::all_of(list.operands, [&](ExpressionId id) {
                           return is_known_word(program_.expressions[id]);
                         });
  return are_known ? both(std::move(needs), of(what.operands[1], function)) : needs;
}

// Without elements for which there is a value, there is none.
Needs NeededFacts::of_fold(const Expression& what, FunctionId function) {
  switch (static_cast<ListFold>(what.index)) {
    case ListFold::any:
    case ListFold::least:
    case ListFold::most:
    case ListFold::average:
      return of(what.operands[1], function);
    default:
      return kNoNeeds;
  }
}

// What all of the values need that it ever has.
Needs NeededFacts::of_local(std::uint32_t local, FunctionId function) {
  if (function == kNone || local < program_.functions[function].parameters) return kNoNeeds;
  if (found_in_.insert(function).second) find_values(program_.functions[function].body, function);
  const auto values = values_.find({function, local});
  if (values == values_.end()) return kNoNeeds;
  if (!in_locals_.insert(values->first).second) return std::nullopt;  // of itself: that adds nothing
  Needs needs;
  for (const ExpressionId value : values->second)
    needs = common(needs, value == kNone ? kNoNeeds : of(value, function));
  in_locals_.erase(values->first);
  return needs;
}

void NeededFacts::find_values(const std::vector<StatementId>& statements, FunctionId function) {
  for (const StatementId id : statements) {
    const Statement& statement = program_.statements[id];
    if (statement.kind == StatementKind::repeat_for) values_[{function, statement.local}].push_back(kNone);
    if (statement.kind == StatementKind::assign) {
      const Expression& target = program_.expressions[statement.target];
      if (target.kind == ExpressionKind::local) values_[{function, target.index}].push_back(statement.value);
    }
    find_values(statement.body, function);
    find_values(statement.otherwise, function);
  }
}

}  // namespace scrutineer::lang::detail
