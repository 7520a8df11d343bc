#include "suite/detail/schedule.h"

namespace scrutineer::suite::detail {

Schedule::Schedule(std::span<const PlannedRun> runs) : runs_(runs), left_(runs.size()) {
  for (std::size_t i = 0; i < runs.size(); ++i) groups_[runs[i].map].runs.push_back(i);
}

std::optional<std::size_t> Schedule::next(std::string& map) {
  if (left_ == 0) return std::nullopt;
  auto chosen = groups_.find(map);
  if (chosen == groups_.end() || chosen->second.runs.empty()) {
    chosen = groups_.end();
    for (auto group = groups_.begin(); group != groups_.end(); ++group) {
      if (group->second.runs.empty()) continue;
      const auto share = [](const Group& each) {
        return static_cast<double>(each.runs.size()) / static_cast<double>(each.workers + 1);
      };
      if (chosen == groups_.end() || share(group->second) > share(chosen->second)) chosen = group;
    }
    leave(map);
    map = chosen->first;
    ++chosen->second.workers;
  }
  const std::size_t run = chosen->second.runs.front();
  chosen->second.runs.pop_front();
  --left_;
  return run;
}

void Schedule::leave(const std::string& map) {
  if (const auto group = groups_.find(map); group != groups_.end() && group->second.workers > 0)
    --group->second.workers;
}

void Schedule::give_back(std::size_t run) {
  groups_[runs_[run].map].runs.push_front(run);
  ++left_;
}

}  // namespace scrutineer::suite::detail
