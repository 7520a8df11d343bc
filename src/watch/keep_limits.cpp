#include "watch/keep_limits.h"

namespace scrutineer::watch {

bool Keeper::keeps(const Issue& issue) {
  Count& kind = kinds_[{issue.kind, issue.category, issue.severity, issue.check}];
  std::size_t& all = issue.category == Category::sut ? issues_of_ego_ : issues_of_others_;
  if (kind.kept > 0 && (kind.kept >= limits_.issues_of_kind || all >= limits_.issues)) {
    ++kind.left_out;
    return false;
  }
  ++kind.kept;
  ++all;
  return true;
}

bool Keeper::keeps(const IntervalRecord& interval) {
  OfCheck& check = of_checks_[interval.check];
  const bool is_of_ego = interval.actor.is_ego || (interval.other && interval.other->is_ego);
  std::size_t& of_check = is_of_ego ? check.of_ego : check.of_others;
  std::size_t& all = is_of_ego ? intervals_of_ego_ : intervals_of_others_;
  if (of_check >= limits_.intervals_of_check || all >= limits_.intervals) {
    ++check.intervals_left_out;
    return false;
  }
  ++of_check;
  ++all;
  return true;
}

bool Keeper::keeps_for_kpi(std::uint32_t check) {
  OfCheck& of = of_checks_[check];
  if (of.for_kpi >= limits_.kpi_intervals) {
    ++of.kpi_intervals_left_out;
    return false;
  }
  ++of.for_kpi;
  return true;
}

bool Keeper::tells(std::size_t events) {
  if (events < limits_.events) return true;
  ++events_left_out_;
  return false;
}

std::vector<IssuesLeftOut> Keeper::issues_left_out() const {
  std::vector<IssuesLeftOut> all;
  for (const auto& [kind, count] : kinds_)
    if (count.left_out > 0)
      all.push_back({std::get<std::uint32_t>(kind), std::get<std::string>(kind), std::get<Category>(kind),
                     std::get<Severity>(kind), count.kept, count.left_out});
  return all;
}

}  // namespace scrutineer::watch
