// The instances of a program's watchers, checkers and modifiers: one for each actor, or one for the run; where each is,
// and what it holds. A declaration's instances lie side by side, in the order in which their actors appeared.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "lang/vm/detail/plotted.h"
#include "lang/vm/image.h"
#include "lang/vm/machine.h"
#include "watch/lifecycle.h"
#include "watch/population.h"

namespace scrutineer::lang::detail {

struct Instance : InstanceState {
  Time created{};
  watch::Lifecycle lifecycle;
};

// All instances of a declaration.
struct InstanceGroup {
  const watch::CheckInfo* info = nullptr;  // null: it does not run
  const ObjectType* object = nullptr;      // null: a built-in check
  const ObjectPlan* plan = nullptr;
  watch::Population population;
  std::vector<Instance> instances;  // by place in the population
  std::vector<double> cells;        // plan->stride of each
  bool is_idle = false;             // does nothing every frame, and lacks no facts
  std::vector<TurnRow> rows;        // of the instances, and one behind them; empty: to be made anew
  std::vector<PlottedLine> lines = {};
  std::size_t stopped = 0;       // how often code of an instance failed, and ...
  std::string first_fault = {};  // ... what the first one died of
};

struct InstanceAt {
  std::uint32_t declaration = 0;
  std::uint32_t place = 0;  // in InstanceGroup::population
};

class Instances {
 public:
  using At = InstanceAt;

  explicit Instances(const Image& image) : image_(image), groups_(image.program.declarations.size()) {}

  // The declaration runs as this check, which is one of the program's own if it has an object.
  void runs_as(std::uint32_t declaration, const watch::CheckInfo& check);

  // ---- where they are ----
  std::uint32_t declarations() const { return static_cast<std::uint32_t>(groups_.size()); }
  InstanceGroup& group(std::uint32_t declaration) { return groups_[declaration]; }
  const InstanceGroup& group(std::uint32_t declaration) const { return groups_[declaration]; }
  Instance& at(At where) { return groups_[where.declaration].instances[where.place]; }
  const Instance& at(At where) const { return groups_[where.declaration].instances[where.place]; }
  watch::Population::Member& member(At where) { return groups_[where.declaration].population[where.place]; }
  const watch::Population::Member& member(At where) const { return groups_[where.declaration].population[where.place]; }
  double handle(At where) const { return instance_handle(where.declaration, member(where).actor); }
  std::optional<At> find(double handle) const;
  std::optional<At> find(std::uint32_t declaration, trace::ActorId actor) const {
    const std::uint32_t place = place_of(declaration, actor);
    return place == kNone ? std::nullopt : std::optional(At{declaration, place});
  }
  bool is_of_run(std::uint32_t declaration) const { return image_.program.declarations[declaration].whom.empty(); }

  // ---- what they hold ----
  double* cells(At where) {
    InstanceGroup& group = groups_[where.declaration];
    return group.cells.data() + std::size_t{where.place} * group.plan->stride;
  }
  OwnInstance own(At where) { return own(groups_[where.declaration], where); }
  static OwnInstance own(InstanceGroup& group, At where) {
    const watch::Population::Member& member = group.population[where.place];
    return {.cells = group.cells.data() + std::size_t{where.place} * group.plan->stride,
            .declaration = where.declaration,
            .actor = member.actor,
            .slot = member.slot,
            .state = &group.instances[where.place]};
  }

  std::vector<TurnRow>& rows(std::uint32_t declaration);

  // ---- come and go ----
  bool is_wanted(std::uint32_t declaration, watch::Context& context, scene::Slot slot) const;
  At add(std::uint32_t declaration, scene::Slot slot, trace::ActorId actor);
  void remove(std::uint32_t declaration, trace::ActorId actor);

 private:
  std::uint32_t place_of(std::uint32_t declaration, trace::ActorId actor) const;

  const Image& image_;
  std::vector<InstanceGroup> groups_;  // by declaration
};

}  // namespace scrutineer::lang::detail
