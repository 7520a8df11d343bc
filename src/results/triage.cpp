#include "results/triage.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "results/run_result.h"

namespace scrutineer::results {

namespace {

// Whose issues are shown when.
std::size_t rank_of(watch::Category category) {
  return static_cast<std::size_t>(std::ranges::find(kCategories, category) - std::begin(kCategories));
}

// The gravest first. Both levels of errors are errors to people: which of them ends a live run does not matter here.
int rank_of(watch::Severity severity) {
  return -static_cast<int>(is_error(severity) ? watch::Severity::error : severity);
}

// Excesses of different kinds are compared in parts of their limits.
double relative_excess(const IssueToTriage& issue) {
  if (!issue.value || !issue.limit) return std::numeric_limits<double>::infinity();
  return *issue.limit == 0.0 ? excess_of(issue) : excess_of(issue) / std::abs(*issue.limit);
}

using Group = std::tuple<watch::Category, watch::Severity, std::string_view>;  // the last is the kind

TriageRow row_of(std::span<const IssueToTriage> issues, std::vector<std::size_t> places) {
  std::ranges::stable_sort(places, {}, [&](std::size_t place) { return issues[place].start; });
  TriageRow row{.issues = std::move(places)};
  row.worst = row.first();
  std::set<std::string_view> actors;
  for (const std::size_t place : row.issues) {
    actors.insert(issues[place].actor);
    row.total += issues[place].end - issues[place].start;
    if (excess_of(issues[place]) > excess_of(issues[row.worst])) row.worst = place;
  }
  row.actors = actors.size();
  return row;
}

std::vector<TriageRow> rows_of(std::span<const IssueToTriage> issues) {
  std::map<Group, std::map<std::string_view, std::vector<std::size_t>>> groups;  // by actor
  for (std::size_t i = 0; i < issues.size(); ++i)
    groups[{issues[i].category, issues[i].severity, issues[i].kind}][issues[i].actor].push_back(i);
  std::vector<TriageRow> rows;
  for (auto& [group, by_actor] : groups) {
    const bool is_together = by_actor.size() > kMostActorsApart;
    std::vector<std::size_t> all;
    for (auto& [actor, places] : by_actor) {
      if (is_together) {
        all.insert(all.end(), places.begin(), places.end());
      } else {
        rows.push_back(row_of(issues, std::move(places)));
      }
    }
    if (!is_together) continue;
    std::ranges::sort(all);  // actors come in the order of their ids; issues that begin at once as they were given
    rows.push_back(row_of(issues, std::move(all)));
  }
  return rows;
}

}  // namespace

bool is_collision(std::string_view kind) { return kind == "collision" || kind.starts_with("collision_"); }

double excess_of(const IssueToTriage& issue) {
  return issue.value ? std::abs(*issue.value - issue.limit.value_or(0.0)) : 0.0;
}

Triage triaged(std::span<const IssueToTriage> issues) {
  Triage triage{.kinds = {}, .rows = rows_of(issues)};
  // Of rows that are as grave the rarer comes first: one red light run among a hundred forgotten stops.
  std::ranges::sort(triage.rows, {}, [&](const TriageRow& row) {
    const IssueToTriage &first = issues[row.first()], &worst = issues[row.worst];
    return std::tuple(rank_of(first.category), !is_collision(first.kind), rank_of(first.severity),
                      -relative_excess(worst), row.count(), first.start, row.first());
  });
  std::map<std::string_view, std::size_t> places;
  std::map<std::string_view, std::set<std::string_view>> actors;
  std::map<std::string_view, int> gravest;
  for (const TriageRow& row : triage.rows) {
    const std::string_view kind = issues[row.first()].kind;
    const auto [known, is_new] = places.try_emplace(kind, triage.kinds.size());
    if (is_new) triage.kinds.push_back({.kind = kind, .worst = row.worst});
    TriageKind& of_kind = triage.kinds[known->second];
    of_kind.count += row.count();
    int& rank = gravest.try_emplace(kind, 0).first->second;
    rank = std::min(rank, rank_of(issues[row.first()].severity));
    for (const std::size_t place : row.issues) actors[kind].insert(issues[place].actor);
    if (excess_of(issues[row.worst]) > excess_of(issues[of_kind.worst])) of_kind.worst = row.worst;
  }
  for (TriageKind& kind : triage.kinds) kind.actors = actors[kind.kind].size();
  std::ranges::stable_sort(triage.kinds, {}, [&](const TriageKind& kind) {
    return std::pair(!is_collision(kind.kind), gravest[kind.kind]);
  });
  return triage;
}

std::vector<IssueToTriage> issues_to_triage(const watch::Evaluation& evaluation) {
  std::vector<IssueToTriage> issues;
  issues.reserve(evaluation.issues.size());
  for (const watch::Issue& issue : evaluation.issues) {
    const auto number = [&](watch::MetricRole role) -> std::optional<double> {
      const ShownMetric metric = shown_metric(*evaluation.infos[issue.check], issue.data, role);
      const double* value = metric.value == nullptr ? nullptr : std::get_if<double>(metric.value);
      return value == nullptr ? std::nullopt : std::optional(*value);
    };
    issues.push_back({.kind = issue.kind,
                      .actor = issue.actor.id,
                      .category = issue.category,
                      .severity = issue.severity,
                      .start = issue.start,
                      .end = issue.end,
                      .value = number(watch::MetricRole::value),
                      .limit = number(watch::MetricRole::limit)});
  }
  return issues;
}

}  // namespace scrutineer::results
