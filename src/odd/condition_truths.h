// The truth of an ODD's conditions and modules while values change. Each is evaluated again only if something changed
// that it depends on.
//
//   ConditionTruths truths(odd);
//   truths.set(wind_speed, Value::number(3.0));
//   if (truths.update()) use(truths.root());     // inside, outside or unknown
#pragma once

#include <cstdint>
#include <vector>

#include "odd/odd.h"

namespace scrutineer::odd {

class ConditionTruths {
 public:
  explicit ConditionTruths(const Odd& odd);  // which must outlive it

  // What is known of a concept from now on. Levels and the numbers that they are ranges of follow each other.
  void set(ConceptId about, const Value& value);
  // Brings everything up to date. Did any condition's truth change?
  bool update();

  Truth root() const { return of(odd_->root); }
  Truth of(ModuleId module) const { return nodes_[odd_->modules[module.index()].node.index()]; }
  Truth of(ConditionId condition) const { return conditions_[condition.index()]; }
  const Value& value(ConceptId about) const { return values_[about.index()]; }
  // Does a condition rest on it, directly or as a level?
  bool uses(ConceptId about) const { return is_used_[about.index()]; }
  // The conditions that made the root what it is, in the file's order.
  std::vector<ConditionId> reasons() const;
  // How often a condition was evaluated so far.
  std::uint64_t evaluations() const { return evaluations_; }

 private:
  void refresh(ConceptId about);
  Truth evaluate(const Condition& condition) const;
  Truth evaluate(const Node& node) const;
  void add_reasons(NodeId node, std::vector<bool>& seen, std::vector<ConditionId>& reasons) const;

  const Odd* odd_;
  std::vector<Value> given_, values_;              // by concept: as they were set, and with what follows
  std::vector<bool> is_used_, is_pending_;         // by concept
  std::vector<ConceptId> pending_;                 // whose value changed since the last update
  std::vector<std::vector<ConceptId>> levels_;     // by concept: categories that are its levels
  std::vector<std::vector<ConditionId>> resting_;  // by concept: the conditions that rest on it
  std::vector<Truth> conditions_, nodes_;
  std::vector<NodeId> leaf_of_;               // by condition
  std::vector<std::vector<NodeId>> parents_;  // by node
  std::vector<std::uint64_t> dirty_;          // nodes, by bit
  std::uint64_t evaluations_ = 0;
};

}  // namespace scrutineer::odd
