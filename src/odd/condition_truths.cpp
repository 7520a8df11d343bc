#include "odd/condition_truths.h"

#include <algorithm>
#include <bit>

namespace scrutineer::odd {
namespace {

constexpr std::size_t kWord = 64;

// The number that a term stands for; NaN: it is not known exactly.
double number_of(const Term& term, const std::vector<Value>& values) {
  const auto exact = [&](ConceptId id) {
    if (!id.valid()) return 1.0;
    const Value& value = values[id.index()];
    const bool is_exact = value.kind == Value::Kind::number && value.low == value.high;
    return is_exact ? value.low : std::numeric_limits<double>::quiet_NaN();
  };
  return term.factor * exact(term.times) / exact(term.over);
}

}  // namespace

ConditionTruths::ConditionTruths(const Odd& odd) : odd_(&odd) {
  const std::size_t concepts = odd.taxonomy.concepts().size();
  given_.resize(concepts);
  values_.resize(concepts);
  is_used_.resize(concepts);
  is_pending_.resize(concepts);
  levels_.resize(concepts);
  resting_.resize(concepts);
  for (std::size_t i = 0; i < concepts; ++i)
    if (const ConceptId of = odd.taxonomy.concepts()[i].level_of; of.valid())
      levels_[of.index()].push_back(ConceptId(i));
  for (std::size_t i = 0; i < odd.conditions.size(); ++i) {
    const auto rest_on = [&](ConceptId id) {
      if (!id.valid()) return;
      auto& resting = resting_[id.index()];
      if (resting.empty() || resting.back() != ConditionId(i)) resting.push_back(ConditionId(i));
      is_used_[id.index()] = true;
      if (const ConceptId of = odd.taxonomy.at(id).level_of; of.valid()) is_used_[of.index()] = true;
      for (const ConceptId level : levels_[id.index()]) is_used_[level.index()] = true;
    };
    rest_on(odd.conditions[i].about);
    for (const Limits& limits : odd.conditions[i].ranges)
      for (const Term& term : {limits.low, limits.high}) rest_on(term.times), rest_on(term.over);
  }
  leaf_of_.resize(odd.conditions.size());
  parents_.resize(odd.nodes.size());
  nodes_.resize(odd.nodes.size());
  dirty_.resize(odd.nodes.size() / kWord + 1);
  for (const Condition& condition : odd.conditions) conditions_.push_back(evaluate(condition));
  for (std::size_t i = 0; i < odd.nodes.size(); ++i) {
    const Node& node = odd.nodes[i];
    if (node.kind == Node::Kind::condition) leaf_of_[node.condition.index()] = NodeId(i);
    for (const NodeId child : node.children) parents_[child.index()].push_back(NodeId(i));
    nodes_[i] = evaluate(node);
  }
}

void ConditionTruths::set(ConceptId about, const Value& value) {
  Value& given = given_[about.index()];
  if (given == value) return;
  given = value;
  refresh(about);
  if (const ConceptId of = odd_->taxonomy.at(about).level_of; of.valid()) refresh(of);
  for (const ConceptId level : levels_[about.index()]) refresh(level);
}

void ConditionTruths::refresh(ConceptId about) {
  Value now = given_[about.index()];
  const Concept& refreshed = odd_->taxonomy.at(about);
  if (!now.is_known() && refreshed.level_of.valid()) now = level_for(refreshed, given_[refreshed.level_of.index()]);
  for (const ConceptId level : levels_[about.index()])
    if (!now.is_known()) now = range_for(odd_->taxonomy.at(level), given_[level.index()]);
  if (now == values_[about.index()]) return;
  values_[about.index()] = now;
  if (resting_[about.index()].empty() || is_pending_[about.index()]) return;
  is_pending_[about.index()] = true;
  pending_.push_back(about);
}

bool ConditionTruths::update() {
  bool changed = false;
  const auto mark = [&](NodeId node) { dirty_[node.index() / kWord] |= std::uint64_t{1} << (node.index() % kWord); };
  for (const ConceptId about : pending_) {
    is_pending_[about.index()] = false;
    for (const ConditionId id : resting_[about.index()]) {
      const Truth now = evaluate(odd_->conditions[id.index()]);
      ++evaluations_;
      if (now == conditions_[id.index()]) continue;
      conditions_[id.index()] = now;
      changed = true;
      mark(leaf_of_[id.index()]);
    }
  }
  pending_.clear();
  if (!changed) return false;
  for (std::size_t word = 0; word < dirty_.size(); ++word)
    while (dirty_[word] != 0) {  // a parent has a higher number than its children, so it comes later in this loop
      const std::size_t bit = static_cast<std::size_t>(std::countr_zero(dirty_[word]));
      dirty_[word] &= dirty_[word] - 1;
      const std::size_t node = word * kWord + bit;
      const Truth now = evaluate(odd_->nodes[node]);
      if (now == nodes_[node]) continue;
      nodes_[node] = now;
      for (const NodeId parent : parents_[node]) mark(parent);
    }
  return true;
}

Truth ConditionTruths::evaluate(const Condition& condition) const {
  const Value& value = values_[condition.about.index()];
  if (condition.test == Condition::Test::missing) return truth(!value.is_known());
  switch (value.kind) {
    case Value::Kind::unknown:
      return condition.accepts_missing ? Truth::yes : Truth::unknown;
    case Value::Kind::literals:
      return truth(value.literals.meets(condition.accepted));
    case Value::Kind::one_of:
      if (value.literals.is_within(condition.accepted)) return Truth::yes;
      return value.literals.meets(condition.accepted) ? Truth::unknown : Truth::no;
    case Value::Kind::number:
      break;
  }
  Truth any = Truth::no;
  for (const Limits& limits : condition.ranges) {
    const double low = number_of(limits.low, values_), high = number_of(limits.high, values_);
    const bool is_known = low == low && high == high;  // neither is NaN
    const Bounds bounds{low, high, limits.low_open, limits.high_open};
    any = either(any, is_known ? bounds.holds(value.low, value.high) : Truth::unknown);
  }
  return any;
}

Truth ConditionTruths::evaluate(const Node& node) const {
  Truth result = node.kind == Node::Kind::any ? Truth::no : Truth::yes;
  if (node.kind == Node::Kind::condition) result = conditions_[node.condition.index()];
  for (const NodeId child : node.children) {
    const Truth one = nodes_[child.index()];
    result = node.kind == Node::Kind::any ? either(result, one) : both(result, one);
  }
  return node.negated ? !result : result;
}

std::vector<ConditionId> ConditionTruths::reasons() const {
  std::vector<bool> seen(nodes_.size());
  std::vector<ConditionId> reasons;
  add_reasons(odd_->modules[odd_->root.index()].node, seen, reasons);
  std::ranges::sort(reasons, {}, [](ConditionId id) { return id.index(); });
  return reasons;
}

void ConditionTruths::add_reasons(NodeId id, std::vector<bool>& seen, std::vector<ConditionId>& reasons) const {
  if (seen[id.index()]) return;
  seen[id.index()] = true;
  const Node& node = odd_->nodes[id.index()];
  if (node.kind == Node::Kind::condition) reasons.push_back(node.condition);
  const Truth inner = node.negated ? !nodes_[id.index()] : nodes_[id.index()];
  // One false child makes "all" false, and one true child makes "any" true: then only such children are reasons. In the
  // opposite case every child is, and if the truth is unknown, the unknown ones are.
  const Truth one_suffices = node.kind == Node::Kind::all ? Truth::no : Truth::yes;
  for (const NodeId child : node.children) {
    const bool is_to_blame = inner == one_suffices || inner == Truth::unknown ? nodes_[child.index()] == inner : true;
    if (is_to_blame) add_reasons(child, seen, reasons);
  }
}

}  // namespace scrutineer::odd
