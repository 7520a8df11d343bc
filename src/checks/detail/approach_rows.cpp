#include "checks/detail/approach_rows.h"

#include <algorithm>
#include <cmath>

namespace scrutineer::checks {

using map::ApproachControl;
using map::LaneConnection;
using map::SignalId;
using map::SignalKind;

bool is_light(const ApproachControl& control) { return control.place.meaning.kind == SignalKind::traffic_light; }

bool Approach::is_settled(SignalId signal) const { return std::ranges::find(settled, signal) != settled.end(); }

bool Approach::is_waiting() const {
  return std::ranges::any_of(
      rows, [&](const ApproachRow& row) { return row.passing && !is_settled(control_of(row).place.signal); });
}

const ApproachRow* row_for(const Approach& approach, SignalId signal, const LaneConnection& way) {
  const ApproachRow* alike = nullptr;
  for (const ApproachRow& row : approach.rows) {
    const ApproachControl& control = approach.control_of(row);
    if (control.place.signal != signal) continue;
    if (control.connection.connecting == way.connecting && control.connection.incoming == way.incoming) return &row;
    // Passed on a lane that the vehicle then left.
    if (control.connection.incoming != way.incoming && control.connection.manoeuvre == way.manoeuvre) alike = &row;
  }
  return alike;
}

bool is_relieved(const Approach& approach, const ApproachControl& control) {
  return std::ranges::any_of(approach.rows, [&](const ApproachRow& row) {
    const ApproachControl& other = approach.control_of(row);
    if (!is_light(other) || other.connection.connecting != control.connection.connecting ||
        other.connection.incoming != control.connection.incoming || other.place.signal == control.place.signal)
      return false;
    const scene::HeadState& light = row.shown();
    if (!light.known || light.mode != trace::LightMode::regular) return false;
    if (!is_light(control)) return other.place.meaning.can_show_red;
    const bool is_arrow = !other.place.meaning.arrows.empty() && control.place.meaning.arrows.empty();
    return is_arrow && light.colour == trace::LightColour::green;
  });
}

bool is_straighter(const Approach& approach, const ApproachRow& a, const ApproachRow& b) {
  constexpr double kClearly = 1e-6;  // radians
  const LaneConnection &way = approach.control_of(a).connection, &other = approach.control_of(b).connection;
  const double less = std::abs(other.heading_change) - std::abs(way.heading_change);
  if (std::abs(less) > kClearly) return less > 0.0;
  return way.near_side_turn && !other.near_side_turn;
}

const ApproachRow* lead_row(const Approach& approach) {
  const auto points = [&](const ApproachRow& row) {
    const ApproachControl& control = approach.control_of(row);
    const bool is_on_way =
        approach.candidates.empty() || std::ranges::any_of(approach.candidates, [&](const LaneConnection& way) {
          return way.connecting == control.connection.connecting;
        });
    const SignalKind kind = control.place.meaning.kind;
    const int rank = kind == SignalKind::traffic_light ? 2 : kind == SignalKind::stop_sign ? 1 : 0;
    // Of two lights the one that can be judged.
    const bool is_known = is_light(control) && !row.has_unknown_line && row.shown().known;
    return (is_on_way ? 32 : 0) + (row.passing ? 16 : 0) + (is_relieved(approach, control) ? 0 : 8) + 2 * rank +
           (is_known ? 1 : 0);
  };
  const ApproachRow* best = nullptr;
  for (const ApproachRow& row : approach.rows) {
    const int more = best == nullptr ? 1 : points(row) - points(*best);
    if (more > 0 || (more == 0 && is_straighter(approach, row, *best))) best = &row;
  }
  return best;
}

LaneConnection as_candidate(const Approach& approach, const Traversal& traversal) {
  const LaneConnection& taken = *traversal.taken;
  const auto has = [&](const LaneConnection& way) { return way.connecting == taken.connecting; };
  if (std::ranges::any_of(traversal.ways, has)) return taken;
  for (const LaneConnection& way : traversal.ways)
    if (way.manoeuvre == taken.manoeuvre) return way;
  for (const ApproachRow& row : approach.rows) {
    const LaneConnection& way = approach.control_of(row).connection;
    if (way.manoeuvre == taken.manoeuvre) return way;
  }
  return taken;
}

}  // namespace scrutineer::checks
