// What is kept of one approach to a junction: a row for each signal on each way from the vehicle's lane.
//
//   for (const ApproachRow& row : approach.rows) ...
//   if (const ApproachRow* row = lead_row(approach)) tell_of(approach.control_of(*row));
#pragma once

#include <optional>
#include <vector>

#include "checks/detail/approach_verdict.h"
#include "checks/detail/junction_traversal.h"
#include "map/signal_controls.h"
#include "watch/per_actor.h"

namespace scrutineer::checks {

// One signal for one way through the junction.
struct ApproachRow {
  std::size_t control = 0;         // of Approach::controls
  double line_to_border = 0.0;     // along the lane
  double distance = watch::kNone;  // from the front to the line, in the last frame
  scene::HeadState light = {};     // in the last frame before the decision point
  bool mode_changed_too_close = false;
  bool is_decided = false;
  bool came_out_of_junction = false;    // the vehicle: it was on no other lane before this one
  bool has_unknown_line = false;        // whose light is shown is not known, and therefore not where to stop for it
  std::optional<Passing> passing = {};  // nothing though decided: the vehicle came onto this lane beyond that point

  const scene::HeadState& shown() const { return passing ? passing->light : light; }
};

// Everything about one approach.
struct Approach {
  map::JunctionId junction;
  std::vector<map::ApproachControl> controls;  // of the junction
  Time since{};                   // stops count from here on: behind another junction those before that, too
  bool is_after_another = false;  // junction, that the vehicle came out of
  map::LaneId incoming;
  std::vector<ApproachRow> rows;                // of the lane, and those decided on lanes that the vehicle left
  std::vector<map::LaneConnection> candidates;  // the ways that it may take, as far as known
  bool is_over = false;                         // the interval; verdicts may wait for the way that is taken
  Time over{};
  std::vector<map::SignalId> settled;
  std::optional<ApproachIssue> first_issue;
  std::vector<ApproachIssue> raised;
  std::size_t issue_row = 0;  // of first_issue

  const map::ApproachControl& control_of(const ApproachRow& row) const { return controls[row.control]; }
  bool is_settled(map::SignalId signal) const;
  bool is_waiting() const;  // for a verdict that is not given yet
};

bool is_light(const map::ApproachControl& control);

// The row of the signal for this way, or for one that turns alike from a lane that the vehicle left; null: none.
const ApproachRow* row_for(const Approach& approach, map::SignalId signal, const map::LaneConnection& way);

// One signal can overrule another: a lit green arrow beats a full disc, a working light beats signs.
bool is_relieved(const Approach& approach, const map::ApproachControl& control);

// Does the way of `a` turn less? So the same one is taken of several that say the same, however the file orders them.
bool is_straighter(const Approach& approach, const ApproachRow& a, const ApproachRow& b);

// What the interval tells of: of the signals on the way taken the one that goes before the others. Null: there is none.
const ApproachRow* lead_row(const Approach& approach);

// The way that was taken, as one of those that the rows are about: a vehicle that changed its lane at the last moment,
// or turned as nobody should, is judged like those that turn the same way from the lane that it was on.
map::LaneConnection as_candidate(const Approach& approach, const Traversal& traversal);

}  // namespace scrutineer::checks
