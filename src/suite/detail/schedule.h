// Who evaluates what next: a worker stays with its map while runs on it are left.
#pragma once

#include <cstddef>
#include <deque>
#include <map>
#include <optional>
#include <span>
#include <string>

#include "suite/plan.h"

namespace scrutineer::suite::detail {

class Schedule {
 public:
  explicit Schedule(std::span<const PlannedRun> runs);

  // The next run on this map; else one of the map with the fewest workers to each of the runs that are left. The worker
  // counts as one of that map from then on. Nothing: all are given out.
  std::optional<std::size_t> next(std::string& map);
  void leave(const std::string& map);  // the worker is gone
  void give_back(std::size_t run);     // it comes first again
  std::size_t left() const { return left_; }

 private:
  struct Group {
    std::deque<std::size_t> runs;
    std::size_t workers = 0;
  };
  std::span<const PlannedRun> runs_;
  std::map<std::string, Group> groups_;  // by map
  std::size_t left_ = 0;
};

}  // namespace scrutineer::suite::detail
