// Watches an ODD along a run: the current operational domain (COD), the truth of each module, and sums over time.
//
//   Monitor monitor(odd, {});
//   monitor.step(scene, scene.actors.ego());       // every frame
//   if (monitor.root() == Truth::no) for (const Reason& reason : monitor.reasons()) ...
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "odd/cod.h"
#include "odd/cod_file.h"
#include "odd/condition_truths.h"
#include "odd/odd.h"

namespace scrutineer::odd {

// A condition that decided, in words: "speed", "at most 130 km/h", and "141 km/h".
struct Reason {
  ConditionId condition;
  std::string about, wanted, found;
};

// How long, and over which distance, a module had each truth; indexed by Truth.
struct Shares {
  std::array<double, 3> seconds{}, metres{};

  double time_share(Truth truth) const;  // of 0 .. 1; NaN: no time passed
  double distance_share(Truth truth) const;
};

// The truth of a module or condition from `time` on.
struct TruthChange {
  Time time{};
  bool is_module = false;  // else a condition
  std::size_t index = 0;
  Truth truth = Truth::unknown;
};

class Monitor {
 public:
  struct Options {
    std::vector<CodRow> told = {};  // by time; wins over what map and run tell
    bool all_concepts = false;      // the COD has all that can be told, not only what the ODD asks
  };
  Monitor(std::shared_ptr<const Odd> odd, Options options);

  const Odd& domain() const { return *odd_; }
  std::shared_ptr<const Odd> shared_domain() const { return odd_; }
  // Sets what a program says about a concept, until it says something else; an unknown value takes that back. Wins over
  // all other sources.
  void tell(ConceptId about, const Value& value);
  // Once per frame.
  void step(scene::Scene& scene, scene::Slot ego);

  Truth root() const { return truths_.root(); }
  Truth of(ModuleId module) const { return truths_.of(module); }
  Truth of(ConditionId condition) const { return truths_.of(condition); }
  std::vector<Reason> reasons() const;
  const Value& value(ConceptId about) const { return truths_.value(about); }
  const Shares& shares(ModuleId module) const { return shares_[module.index()]; }
  const std::vector<CodRow>& rows() const { return rows_; }
  const std::vector<TruthChange>& changes() const { return changes_; }
  std::uint64_t evaluations() const { return truths_.evaluations(); }
  std::uint64_t frames() const { return frames_; }

 private:
  void apply_told(Time now);
  void sum_up(const scene::Scene& scene, scene::Slot ego);
  void note_changes(Time now);
  void add_row(const scene::Scene& scene, scene::Slot ego, bool is_forced);

  std::shared_ptr<const Odd> odd_;
  Options options_;
  ConditionTruths truths_;
  CodSource source_;
  CodSource::Set set_;
  std::vector<bool> is_told_, is_programmed_;  // by concept
  std::size_t told_rows_ = 0;
  std::vector<CodSource::Column> columns_;  // of the COD
  std::vector<Value> last_values_;          // by column, of the last row
  std::vector<CodRow> rows_;
  std::vector<Shares> shares_;
  std::vector<Truth> modules_, conditions_;  // as of the last frame
  std::vector<TruthChange> changes_;
  std::uint64_t frames_ = 0;
  Time last_time_{};
  std::optional<std::pair<double, double>> last_place_;
};

}  // namespace scrutineer::odd
