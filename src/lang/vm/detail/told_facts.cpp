#include "lang/vm/detail/told_facts.h"

#include <algorithm>
#include <iterator>

#include "lang/vm/intrinsics.h"
#include "scene/facts.h"

namespace scrutineer::lang::detail {
namespace {

using Names = std::set<std::string_view>;

Names both(Names left, Names right) {
  left.merge(right);
  return left;
}

Names common(const Names& left, const Names& right) {
  Names found;
  std::ranges::set_intersection(left, right, std::inserter(found, found.end()));
  return found;
}

class ToldFacts {
 public:
  explicit ToldFacts(const Program& program) : program_(program) {}

  // Of what a function gives that does nothing else.
  Names needed_by_function(FunctionId id) {
    const Function& function = program_.functions[id];
    if (function.body.size() != 1 || !seen_.insert(id).second) return {};
    const Statement& statement = program_.statements[function.body.front()];
    const bool gives = statement.kind == StatementKind::return_value && statement.value != kNone;
    return gives ? needed(statement.value) : Names{};
  }

 private:
  // Of a truth: without what does it not hold? Of a value: without what is there none?
  Names needed(ExpressionId id) {
    const Expression& what = program_.expressions[id];
    switch (what.kind) {
      case ExpressionKind::unary:
        return static_cast<UnaryOperator>(what.index) == UnaryOperator::logical_not ? Names{}
                                                                                    : needed(what.operands[0]);
      case ExpressionKind::binary:
        return needed_by_operator(what);
      case ExpressionKind::intrinsic:
        return needed_by_intrinsic(what);
      case ExpressionKind::call:
        return needed_by_function(what.index);
      default:
        return {};
    }
  }

  Names needed_by_operator(const Expression& what) {
    const ExpressionId left = what.operands[0], right = what.operands[1];
    switch (static_cast<BinaryOperator>(what.index)) {
      case BinaryOperator::logical_or:
        return common(needed(left), needed(right));
      case BinaryOperator::implies:
        return {};
      case BinaryOperator::not_equal:
        return is_word(left) ? Names{} : both(needed(left), needed(right));
      case BinaryOperator::equal:
        if (is_word(left) && !is_known_word(left) && !is_known_word(right)) return {};
        break;
      default:
        break;
    }
    return both(needed(left), needed(right));
  }

  Names needed_by_intrinsic(const Expression& what) {
    const Intrinsic& asked = intrinsics()[what.index];
    Names names;
    if (asked.fact != nullptr && asked.fact->is_told != nullptr && is_of_itself(what)) names.insert(asked.fact->name);
    // Of nothing these make nothing.
    if (asked.name.starts_with("math."))
      for (const ExpressionId operand : what.operands) names.merge(needed(operand));
    if (asked.name == "list.contains" && are_known_words(what.operands[0])) names.merge(needed(what.operands[1]));
    return names;
  }

  // Is it asked of the frame, or of the actor to which the watcher belongs?
  bool is_of_itself(const Expression& what) const {
    return what.operands.empty() || program_.expressions[what.operands[0]].kind == ExpressionKind::own_actor;
  }

  bool is_word(ExpressionId id) const { return program_.expressions[id].type.kind == TypeKind::word; }
  // Enumerations of what a run may tell begin with `unknown`.
  bool is_known_word(ExpressionId id) const {
    const Expression& what = program_.expressions[id];
    return what.kind == ExpressionKind::constant && what.type.kind == TypeKind::word && what.number != 0.0;
  }
  bool are_known_words(ExpressionId id) const {
    const Expression& list = program_.expressions[id];
    return list.kind == ExpressionKind::list &&
           std::ranges::all_of(list.operands, [this](ExpressionId word) { return is_known_word(word); });
  }

  const Program& program_;
  std::set<FunctionId> seen_;  // one that calls itself is looked at once
};

}  // namespace

std::set<std::string_view> told_facts_of(const Program& program, FunctionId condition) {
  return condition == kNone ? std::set<std::string_view>() : ToldFacts(program).needed_by_function(condition);
}

}  // namespace scrutineer::lang::detail
