// Which run a worker evaluates next. A worker stays with its map as long as there are runs on it.
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

  // The next run on this map. If there is none, a run on the map that has the fewest workers per run left; `map` then
  // becomes that map, and the worker counts as one of its. Nothing: all runs are given out.
  std::optional<std::size_t> next(std::string& map);
  void leave(const std::string& map);  // the worker is gone
  void give_back(std::size_t run);     // it is the first to be given out again
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
