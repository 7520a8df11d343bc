// In which order people should look at issues, and which of them they can look at together. Every view for people uses
// this; files for programs keep the order of the result.
//
//   const Triage triage = triaged(issues_to_triage(result.evaluation));
//   for (const TriageRow& row : triage.rows) ... evaluation.issues[row.worst] ...
//
// The ego's issues come first, then those of others, then the evaluation's own. Of each: collisions, then by severity,
// then by how far beyond its limit the worst of a row is. What has no limit is either done or not, and comes before what
// is a matter of degree.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "base/time.h"
#include "watch/engine.h"

namespace scrutineer::results {

// The parts of an issue that decide where it is shown. The texts belong to the caller.
struct IssueToTriage {
  std::string_view kind;
  std::string_view actor;  // its id
  watch::Category category = watch::Category::other;
  watch::Severity severity = watch::Severity::error;
  Time start{}, end{};
  std::optional<double> value, limit;  // shown_metric(); nothing: it has none
};

// Issues of one kind, category and severity, either of one actor or, beyond kMostActorsApart actors, of all of them.
struct TriageRow {
  std::vector<std::size_t> issues;  // places of the issues in what was given, by when they began
  std::size_t worst = 0;            // the place of the one furthest beyond its limit
  std::size_t actors = 0;           // how many different actors they are of
  Duration total{};                 // how long they lasted, added up

  std::size_t first() const { return issues.front(); }  // to begin
  std::size_t count() const { return issues.size(); }
};

// All issues of one kind that are listed, of all actors.
struct TriageKind {
  std::string_view kind;
  std::size_t count = 0, actors = 0;
  std::size_t worst = 0;  // the place of the one furthest beyond its limit
};

struct Triage {
  std::vector<TriageKind> kinds;  // collisions first, then by the gravest of them, then as their rows are
  std::vector<TriageRow> rows;
};

// With more actors than this a kind's issues are one row; otherwise each actor has its own.
inline constexpr std::size_t kMostActorsApart = 3;

Triage triaged(std::span<const IssueToTriage> issues);
// In the order of Evaluation::issues.
std::vector<IssueToTriage> issues_to_triage(const watch::Evaluation& evaluation);

// Whether issues of this kind mean that two bodies touched; told by the kind's name.
bool is_collision(std::string_view kind);
// How far the value is beyond its limit, above or below, in the value's unit. Without a limit the size of the value,
// without a value 0.
double excess_of(const IssueToTriage& issue);

}  // namespace scrutineer::results
