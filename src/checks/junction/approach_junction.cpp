#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "checks/detail/approach_message.h"
#include "checks/detail/approach_metrics.h"
#include "checks/detail/approach_parameters.h"
#include "checks/detail/approach_rows.h"
#include "checks/detail/approach_verdict.h"
#include "checks/detail/junction_traversal.h"
#include "map/signal_controls.h"
#include "scene/lights.h"
#include "scene/odometer.h"
#include "trace/words.h"
#include "watch/per_actor.h"

namespace scrutineer::checks {
namespace {

using namespace watch;
using namespace approach_parameters;
using map::ApproachControl;
using map::LaneConnection;
using map::LaneId;
using map::RoadId;
using map::SignalId;
using map::SignalKind;

constexpr std::string_view kUnknownLine =
    "which signal the light of the way is, and so where to stop for it, is not known";
constexpr double kAtTheBorder = 0.5;  // metres before the junction: a line there is as good as the junction's border

struct ApproachJunction {
  using Kind = ApproachIssue;
  using Metrics = ApproachMetrics;

  struct Instance {
    ApproachRules rules;
    JunctionTraversal traversal;
    const map::RoadNetwork* map = nullptr;
    bool map_has_lights = false;
    scene::Odometer odometer = {};
    Approach approach = {};
    Approach next = {};  // of JunctionTraversal::next()
    OpenInterval interval = {};
    std::string lights_missing = {};  // why no light can be judged; empty: they can
    std::size_t untied_lights = 0;    // as of that
    bool judged_a_sign = false;
    int unjudged_lights = 0;  // approaches to lights whose state is not known
    int unknown_lines = 0;    // approaches to lights of which it is not known where to stop
  };

  static Instance create(const Setup& setup) {
    const scene::Places& places = setup.view().scene.places;
    const map::RoadNetwork* map = places.has_map() ? &places.map() : nullptr;
    bool has_lights = false;
    if (map != nullptr)
      for (std::size_t i = 0; i < map->signals().size() && !has_lights; ++i)
        has_lights = map::meaning_of(*map, SignalId(i)).kind == SignalKind::traffic_light;
    return {rules_of(setup), JunctionTraversal(setup.get(junction_checkers::kDistanceInRange).si()), map, has_lights};
  }

  static void step(Instance& self, Watch& watch, const View& at) {
    if (self.map == nullptr) return;
    look_for_lights(self, at);
    self.odometer.advance(at.now(), at.state().x, at.state().y, at.scene.motion.heading(at.slot),
                          at.scene.motion.speed(at.slot));
    const JunctionTraversal::Change change = self.traversal.advance(at);
    if (change.ended && self.interval.is_open()) {
      follow(self, watch, at, *change.ended);
      if (self.interval.is_open()) finish(self, watch, change.ended_by, at.now(), change.ended->possible);
    }
    if (change.begun) begin(self, watch);
    if (self.interval.is_open()) follow(self, watch, at, *self.traversal.current());
    look_at_next(self, at);
  }

  static void end(Instance& self, Watch& watch, EndedBy ended_by) {
    if (!self.interval.is_open()) return;
    finish(self, watch, ended_by, watch.end_time(ended_by), self.traversal.current()->possible);
  }

  static std::string_view missing(const Instance& self) {
    return self.judged_a_sign || !self.map_has_lights ? std::string_view() : self.lights_missing;
  }

  // From the front to the line, and the colour of the light.
  static std::array<double, 2> plot(const Instance& self, const View& at) {
    const ApproachRow* row = lead_row(self.approach);
    if (row == nullptr) return {kNone, kNone};
    const scene::HeadState light = light_of(self, at, self.approach.control_of(*row));
    return {row->distance, light.known ? static_cast<double>(light.colour) : kNone};
  }

  static std::string note(const Instance& self, const View& at, Time) {
    const auto not_judged = [](int count, std::string_view why) {
      return std::to_string(count) +
             (count == 1 ? " approach to a traffic light was" : " approaches to traffic lights were") +
             " not judged: " + std::string(why);
    };
    std::string text;
    if (self.unjudged_lights > 0)
      text = not_judged(self.unjudged_lights,
                        self.lights_missing.empty() ? "what they showed is not known" : self.lights_missing);
    if (self.unknown_lines > 0) text += (text.empty() ? "" : "; ") + not_judged(self.unknown_lines, kUnknownLine);
    return text.empty() ? text : "Of actor " + at.info().id + " " + text + ".";
  }

 private:
  static void look_for_lights(Instance& self, const View& at) {
    const scene::LightHeads* lights = at.context.lights;
    if (lights == nullptr) {
      if (self.lights_missing.empty()) self.lights_missing = "the run has no light states";
    } else if (lights->has_tied()) {
      self.lights_missing.clear();
    } else if (self.lights_missing.empty() || self.untied_lights != lights->untied()) {
      self.lights_missing = lights->skip_reason().value_or(std::string());
      self.untied_lights = lights->untied();
    }
  }

  static void begin(Instance& self, Watch& watch) {
    watch.open(self.interval);
    const Traversal& traversal = *self.traversal.current();
    if (self.next.junction == traversal.junction)
      self.approach = std::exchange(self.next, {});
    else
      self.approach = approach_of(self, traversal, self.interval.start);
  }

  static Approach approach_of(const Instance& self, const Traversal& traversal, Time now) {
    Approach approach;
    approach.junction = traversal.junction;
    approach.controls = map::junction_controls(*self.map, approach.junction);
    approach.since = traversal.entered_before ? std::min(*traversal.entered_before, self.approach.since) : now;
    approach.is_after_another = traversal.entered_before.has_value();
    return approach;
  }

  // A long vehicle passes the line of the next junction while its rear is still in the one before: that is seen here, and
  // judged when the interval opens.
  static void look_at_next(Instance& self, const View& at) {
    const Traversal* next = self.traversal.next();
    if (next == nullptr) {
      self.next = {};
      return;
    }
    if (self.next.junction != next->junction) self.next = approach_of(self, *next, at.now());
    move_rows(self, self.next, at, *next);
  }

  // ---- frame by frame ----

  static void follow(Instance& self, Watch& watch, const View& at, const Traversal& traversal) {
    Approach& approach = self.approach;
    const bool has_passed_all = move_rows(self, approach, at, traversal);
    if (!approach.is_over && (approach.rows.empty() ? traversal.has_entered : has_passed_all)) {
      approach.is_over = true;
      approach.over = at.now();
    }
    if (approach.is_waiting()) give_verdicts(self, watch, at, traversal);
    if (approach.is_over && !approach.is_waiting()) record(self, watch, EndedBy::condition, approach.over, traversal);
  }

  static void give_verdicts(Instance& self, Watch& watch, const View& at, const Traversal& traversal) {
    Approach& approach = self.approach;
    approach.candidates = traversal.ways;
    if (traversal.taken) approach.candidates = {as_candidate(approach, traversal)};
    settle(self, watch, at.now(), approach.candidates, IfWaysDiffer::wait);
    if (traversal.taken) return;
    // A planned violation counts as committed. Without one, it may still take another way than it planned.
    if (const auto planned = planned_way(at, traversal.ways)) {
      approach.candidates = {*planned};
      settle(self, watch, at.now(), approach.candidates, IfWaysDiffer::only_violations);
    }
  }

  // Up to this frame; true: the vehicle has passed the lines of all of them.
  static bool move_rows(Instance& self, Approach& approach, const View& at, const Traversal& traversal) {
    if (approach.incoming != traversal.incoming) take_lane(self, approach, at, traversal);
    const double heading = at.scene.places.lane_heading(at.slot);
    const double front = 0.5 * at.info().length * (std::isnan(heading) ? 1.0 : std::abs(std::cos(heading)));
    bool has_passed_all = true;
    for (ApproachRow& row : approach.rows) {
      const double before = row.distance;
      row.distance = traversal.to_border - row.line_to_border - front;
      if (!row.is_decided) move_on(self, approach, at, row, before);
      has_passed_all = has_passed_all && row.distance < std::min(0.0, self.rules.stop_nearest);
    }
    return has_passed_all;
  }

  static void take_lane(Instance& self, Approach& approach, const View& at, const Traversal& traversal) {
    const bool is_first = !approach.incoming.valid();
    approach.incoming = traversal.incoming;
    std::erase_if(approach.rows, [](const ApproachRow& row) { return !row.passing; });
    if (!traversal.incoming.valid()) return;
    for (std::size_t i = 0; i < approach.controls.size(); ++i) {
      ApproachControl& control = approach.controls[i];
      if (control.connection.incoming != traversal.incoming) continue;
      ApproachRow row{.control = i, .came_out_of_junction = is_first && approach.is_after_another};
      if (const auto line = line_of_way(self, approach, at, control))
        control.line = *line;
      else
        row.has_unknown_line = true;
      const map::DirectedLane lane = map::as_travelled(*self.map, control.connection.incoming);
      const RoadId line_road = self.map->lane(control.line.lane).road;
      row.line_to_border = map::distance_before_junction(*self.map, lane, line_road, control.line.s);
      approach.rows.push_back(row);
    }
  }

  // Where to stop. Where ways have lights of their own (SUMO's), each with its own signals, a stop line that none of these
  // refers to belongs to another signal: then the nearest line of the way's own signals counts. Nothing: that cannot be
  // told.
  static std::optional<map::ReferenceLine> line_of_way(const Instance& self, const Approach& approach, const View& at,
                                                       const ApproachControl& control) {
    if (!is_light(control) || at.context.lights == nullptr) return control.line;
    const std::vector<SignalId>* const own = at.context.lights->signals_of(way_of(self, control));
    if (own == nullptr || control.line.distance <= kAtTheBorder) return control.line;
    std::optional<map::ReferenceLine> nearest;
    for (const ApproachControl& other : approach.controls) {
      const bool is_own = other.connection.incoming == control.connection.incoming &&
                          other.connection.connecting == control.connection.connecting &&
                          std::ranges::find(*own, other.place.signal) != own->end();
      if (is_own && (!nearest || other.own_line.distance < nearest->distance)) nearest = other.own_line;
    }
    if (nearest) return nearest;
    return control.own_line.distance <= kAtTheBorder ? std::optional(control.own_line) : std::nullopt;
  }

  // `before`: its distance in the frame before.
  static void move_on(Instance& self, const Approach& approach, const View& at, ApproachRow& row, double before) {
    const ApproachControl& control = approach.control_of(row);
    const bool is_new = std::isnan(before);
    if (is_new) before = row.distance + self.odometer.last_step();
    if (is_new || row.distance >= self.rules.stop_nearest) {
      row.light = light_of(self, at, control);
      row.mode_changed_too_close = row.mode_changed_too_close || mode_changed_too_close(self, row);
    }
    if (row.distance >= self.rules.stop_nearest) return;
    row.is_decided = true;
    if (before >= self.rules.stop_nearest && before > row.distance) {
      const double share = (before - self.rules.stop_nearest) / (before - row.distance);
      const Duration step = at.now() - at.context.previous;
      decide(self, approach, row, at.context.previous + from_seconds(share * to_seconds(step)).value_or(Duration{}));
      see_the_change(self, light_of(self, at, control), row);
    } else if (is_new && row.came_out_of_junction) {
      look_back(self, approach, at, row);
    }
  }

  // The front passed the line when the centre was still in the junction before, or before that.
  static void look_back(Instance& self, const Approach& approach, const View& at, ApproachRow& row) {
    const auto light = [&](Time then) { return light_of(self, at, approach.control_of(row), then); };
    const double passed_at = self.odometer.driven() + row.distance - self.rules.stop_nearest;
    const auto frames = self.odometer.frames_since(approach.since);
    for (std::size_t i = frames.size(); i-- > 1;) {
      const scene::Odometer::Frame &from = frames[i - 1], &to = frames[i];
      if (!(from.driven <= passed_at && passed_at < to.driven)) continue;
      row.light = light(from.time);
      row.mode_changed_too_close = mode_changed_too_close(self, row);
      const double seconds = to_seconds(to.time - from.time) * (passed_at - from.driven) / (to.driven - from.driven);
      decide(self, approach, row, from.time + from_seconds(seconds).value_or(Duration{}));
      see_the_change(self, light(to.time), row);
      return;
    }
  }

  static scene::HeadState light_of(const Instance& self, const View& at, const ApproachControl& control,
                                   std::optional<Time> then = std::nullopt) {
    if (!is_light(control) || at.context.lights == nullptr) return {};
    return at.context.lights->state_at(control.place.signal, way_of(self, control), then.value_or(at.now()));
  }

  static scene::LightHeads::Way way_of(const Instance& self, const ApproachControl& control) {
    const LaneConnection& way = control.connection;
    return {self.map->lane(way.incoming).road, self.map->lane(way.connecting).road};
  }

  // From where the vehicle was at an earlier time to the line that is row.distance away now.
  static double distance_at(const Instance& self, const ApproachRow& row, Time time) {
    return row.distance + self.odometer.driven() - self.odometer.driven_at(time);
  }

  static bool mode_changed_too_close(const Instance& self, const ApproachRow& row) {
    const Time changed = row.light.mode_since;
    if (!row.light.known || changed <= self.odometer.begin()) return false;
    return self.rules.is_too_close(distance_at(self, row, changed), self.odometer.speed_at(changed));
  }

  static void decide(Instance& self, const Approach& approach, ApproachRow& row, Time passed) {
    const ApproachControl& control = approach.control_of(row);
    const scene::Odometer& odometer = self.odometer;
    Passing passing;
    passing.signal = control.place.meaning;
    passing.near_side_turn = control.connection.near_side_turn;
    passing.time = passed;
    passing.speed = odometer.speed_at(passing.time);
    const Time appeared = odometer.begin();
    passing.appeared_too_close = self.rules.is_too_close(distance_at(self, row, appeared), odometer.speed_at(appeared));
    const double driven = odometer.driven_at(passing.time);
    find_stops(self.rules, odometer.frames_since(approach.since), driven, passing);
    passing.legal = map::legal_speed(*self.map, control.line.lane, control.line.s);
    show_light(self, row, driven, passing);
    row.passing = passing;
  }

  // The light changed between the two frames around the decision point, nobody knows when. `now`: in the second.
  static void see_the_change(const Instance& self, const scene::HeadState& now, ApproachRow& row) {
    if (!now.known || (now.mode == row.light.mode && now.colour == row.light.colour)) return;
    ApproachRow later = row;
    later.light = now;
    later.mode_changed_too_close = row.mode_changed_too_close || mode_changed_too_close(self, later);
    Passing passing = *row.passing;
    show_light(self, later, self.odometer.driven_at(passing.time), passing);
    if (is_kinder(judge(self.rules, passing), judge(self.rules, *row.passing))) row.passing = passing;
  }

  // What the light of the row does to a verdict. `driven` is the odometer at the decision point.
  static void show_light(const Instance& self, const ApproachRow& row, double driven, Passing& passing) {
    const scene::Odometer& odometer = self.odometer;
    const Time appeared = odometer.begin();
    const auto at_change = [&](Time time) {
      return AtChange{time, driven - odometer.driven_at(time), odometer.speed_at(time)};
    };
    passing.light = row.light;
    passing.mode_changed_too_close = row.mode_changed_too_close;
    passing.yellow_start.reset();
    passing.red_end.reset();
    if (row.light.green_ended && *row.light.green_ended >= appeared) {
      const Time reacted = *row.light.green_ended + from_seconds(self.rules.reaction_time).value_or(Duration{});
      passing.yellow_start = at_change(std::min(reacted, passing.time));
    }
    if (!row.light.red_ended || *row.light.red_ended < appeared) return;
    // Red ended between that frame and the one before: a vehicle that could stop in either of them could stop. One that was
    // past the decision point by then may have passed it on green.
    const AtChange before = at_change(odometer.frame_before(*row.light.red_ended));
    const AtChange after = at_change(*row.light.red_ended);
    if (after.distance < 0.0) return;
    const double deceleration = self.rules.red_end_deceleration;
    passing.red_end = !after.could_stop(deceleration) && before.could_stop(deceleration) ? before : after;
  }

  // ---- verdicts ----

  static ApproachVerdict verdict_of(const Instance& self, const ApproachRow& row) {
    if (!row.passing) return {{}, "the vehicle came onto this lane behind the line"};
    const ApproachControl& control = self.approach.control_of(row);
    if (row.has_unknown_line) return {{}, kUnknownLine};
    if (is_relieved(self.approach, control)) return {{}, "another light goes before it"};
    return judge(self.rules, *row.passing);
  }

  // What to say of a signal, whichever way the vehicle takes.
  struct Common {
    ApproachVerdict verdict;
    const ApproachRow* row = nullptr;  // that it is about; null: no way has the signal
    bool is_way_known = true;          // as far as it matters
    bool is_one_way = true;            // else the row is that of the straightest of several that say the same
  };
  enum class IfWaysDiffer : std::uint8_t { wait, decide, only_violations };

  // Nothing: ways differ, or one of them is not decided. When nothing more will be known and every way is a violation,
  // only its kind is open: then the kindest holds.
  static std::optional<Common> common_verdict(const Instance& self, SignalId signal,
                                              const std::vector<LaneConnection>& ways, IfWaysDiffer if_they_differ) {
    std::optional<Common> common;
    for (const LaneConnection& way : ways) {
      const ApproachRow* one = row_for(self.approach, signal, way);
      if (one != nullptr && !one->is_decided) return std::nullopt;
      const ApproachVerdict verdict = one == nullptr ? ApproachVerdict{} : verdict_of(self, *one);
      if (!common) common = Common{.verdict = verdict, .is_one_way = ways.size() == 1};
      const bool is_same = common->verdict.issue == verdict.issue;
      if (common->row == nullptr || (is_same && one != nullptr && is_straighter(self.approach, *one, *common->row)))
        common->row = one;
      if (is_same) continue;
      if (if_they_differ != IfWaysDiffer::decide || !common->verdict.issue || !verdict.issue) return std::nullopt;
      if (is_kinder(verdict, common->verdict)) common = Common{.verdict = verdict, .row = one, .is_one_way = false};
      common->is_way_known = false;
    }
    return common;
  }

  // Gives the verdicts that are common to these ways. Signals that say the same are one issue.
  static void settle(Instance& self, Watch& watch, Time known, const std::vector<LaneConnection>& ways,
                     IfWaysDiffer if_they_differ) {
    Approach& approach = self.approach;
    std::vector<Common> violated;
    for (const ApproachRow& row : approach.rows) {
      const SignalId signal = approach.control_of(row).place.signal;
      if (!row.passing || approach.is_settled(signal)) continue;
      const std::optional<Common> common = common_verdict(self, signal, ways, if_they_differ);
      if (!common || (if_they_differ == IfWaysDiffer::only_violations && !common->verdict.issue)) continue;
      approach.settled.push_back(signal);
      count(self, approach.control_of(row), common->verdict);
      if (common->verdict.issue && common->row != nullptr) violated.push_back(*common);
    }
    for (std::size_t i = 0; i < violated.size(); ++i) {
      const ApproachIssue issue = *violated[i].verdict.issue;
      if (std::ranges::find(approach.raised, issue) != approach.raised.end()) continue;
      std::vector<SignalId> others;
      for (std::size_t k = i + 1; k < violated.size(); ++k)
        if (violated[k].verdict.issue == issue) others.push_back(approach.control_of(*violated[k].row).place.signal);
      raise(self, watch, known, violated[i], std::move(others));
    }
  }

  static void count(Instance& self, const ApproachControl& control, const ApproachVerdict& verdict) {
    if (!is_light(control)) self.judged_a_sign = self.judged_a_sign || verdict.not_judged.empty();
  }

  static void raise(Instance& self, Watch& watch, Time known, const Common& violated, std::vector<SignalId> others) {
    Approach& approach = self.approach;
    const ApproachRow& row = *violated.row;
    const ApproachIssue issue = *violated.verdict.issue;
    approach.raised.push_back(issue);
    if (!approach.first_issue) {
      approach.first_issue = issue;
      approach.issue_row = static_cast<std::size_t>(&row - approach.rows.data());
    }
    const PassedSignal passed{*self.map,         approach.control_of(row), *row.passing,
                              std::move(others), violated.is_way_known,    violated.is_one_way};
    Finding<ApproachJunction> finding;
    finding.kind = issue;
    finding.message = approach_message(self.interval.subject->actor, self.rules, issue, passed);
    finding.details =
        approach_sentence(*self.interval.subject, self.rules, issue, passed) + ". " + approach_details(passed);
    const LaneConnection* const way = violated.is_one_way ? &passed.control.connection : nullptr;
    finding.data = data(self, &row, way, to_word(watch.check(), issue));
    watch.raise(self.interval, std::max(self.interval.start, row.passing->time), known, finding);
  }

  // ---- the end ----

  static void finish(Instance& self, Watch& watch, EndedBy ended_by, Time end,
                     const std::vector<LaneConnection>& possible) {
    Approach& approach = self.approach;
    if (ended_by != EndedBy::frozen && approach.is_waiting()) {
      const bool is_known = approach.candidates.size() == 1;
      settle(self, watch, end, is_known ? approach.candidates : possible, IfWaysDiffer::decide);
    }
    const bool is_over = approach.is_over;
    record(self, watch, is_over ? EndedBy::condition : ended_by, is_over ? approach.over : end, {});
  }

  static void record(Instance& self, Watch& watch, EndedBy ended_by, Time end, const Traversal& traversal) {
    Approach& approach = self.approach;
    Finding<ApproachJunction> finding;
    finding.is_issue = false;
    const ApproachRow* lead = approach.first_issue ? &approach.rows[approach.issue_row] : lead_row(approach);
    std::string verdict = approach.incoming.valid() ? "no control" : "not judged: the vehicle appeared inside";
    if (approach.first_issue) {
      verdict = to_word(watch.check(), *approach.first_issue);
    } else if (lead != nullptr) {
      const bool is_known = lead->passing && approach.is_settled(approach.control_of(*lead).place.signal);
      const ApproachVerdict found = lead->is_decided ? verdict_of(self, *lead) : ApproachVerdict{};
      verdict = !lead->is_decided           ? "not reached"
                : !found.not_judged.empty() ? "not judged: " + std::string(found.not_judged)
                : is_known                  ? "passed"
                                            : "not judged: the way taken never became known";
      if (is_light(approach.control_of(*lead)) && lead->passing) {
        if (lead->has_unknown_line)
          ++self.unknown_lines;
        else if (!lead->passing->light.known)
          ++self.unjudged_lights;
      }
    }
    const LaneConnection* way = approach.candidates.size() == 1 ? &approach.candidates.front()
                                : traversal.ways.size() == 1    ? &traversal.ways.front()
                                                                : nullptr;
    finding.data = data(self, lead, way, verdict);
    watch.record(self.interval, ended_by, end, finding);
    approach = {};
  }

  static std::string to_word(const CheckInfo& check, ApproachIssue issue) {
    return std::string(kind_info(check, issue).name);
  }

  static Metrics data(const Instance& self, const ApproachRow* row, const LaneConnection* way,
                      const std::string& verdict) {
    const map::RoadNetwork& map = *self.map;
    const Approach& approach = self.approach;
    const LaneId incoming = approach.incoming;
    const auto* control = row == nullptr ? nullptr : &approach.control_of(*row);
    const Passing* passing = row == nullptr || !row->passing ? nullptr : &*row->passing;
    const bool shows = passing != nullptr && control != nullptr && is_light(*control) && passing->light.known;
    const auto text = [](std::string_view word) { return std::string(word); };
    const auto change = [&](const std::optional<AtChange> Passing::* which, double AtChange::* value) {
      return passing != nullptr && passing->*which ? (*(passing->*which)).*value : kNone;
    };
    const std::optional<Standing> standing = passing == nullptr ? std::nullopt : passing->longest_standing;
    const bool has_legal = passing != nullptr && passing->legal.kind == map::LegalSpeed::Kind::limit;
    return {.junction = map.junction(approach.junction).id,
            .incoming_road = incoming.valid() ? map.road(map.lane(incoming).road).id : std::string(),
            .incoming_lane = incoming.valid() ? static_cast<double>(map.lane(incoming).number) : kNone,
            .manoeuvre = way == nullptr ? std::string() : text(map::to_string(way->manoeuvre)),
            .signal = control == nullptr ? std::string() : map.signal(control->place.signal).record.id,
            .signal_road = control == nullptr ? std::string() : map.road(map.signal(control->place.signal).road).id,
            .signal_type = control == nullptr ? std::string() : text(map::to_string(control->place.meaning.kind)),
            .reference_line = control == nullptr ? std::string() : text(map::to_string(control->line.rule)),
            .line_to_junction = control == nullptr ? kNone : row->line_to_border,
            .verdict = verdict,
            .mode = shows ? text(trace::to_word(passing->light.mode)) : std::string(),
            .colour = shows ? text(trace::to_word(passing->light.colour)) : std::string(),
            .decision_time = passing == nullptr ? kNone : to_seconds(passing->time),
            .speed = passing == nullptr ? kNone : passing->speed,
            .longest_stop = standing             ? standing->duration()
                            : passing == nullptr ? kNone
                                                 : 0.0,
            .longest_stop_distance = standing ? standing->distance : kNone,
            .yellow_start_distance = change(&Passing::yellow_start, &AtChange::distance),
            .yellow_start_speed = change(&Passing::yellow_start, &AtChange::speed),
            .red_end_distance = change(&Passing::red_end, &AtChange::distance),
            .red_end_speed = change(&Passing::red_end, &AtChange::speed),
            .legal_speed = has_legal ? passing->legal.max.si() : kNone};
  }
};

}  // namespace

watch::Check approach_junction() {
  using Kind = ApproachIssue;
  const auto kind = [](Kind which, std::string_view name, std::string_view when) {
    return DeclaredKind<Kind>{which, name, Severity::error_continue, Severity::error_continue, when};
  };
  return make_actor_check<ApproachJunction>({
      .name = "approach_junction",
      .summary = "The vehicle does not respect a light, a stop sign or a yield sign before a junction.",
      .doc =
          "Judges what the vehicle does before each junction. `docs/junctions.md` explains it with a picture: how "
          "signals\n"
          "are found, how each kind of issue is judged, what is not judged, and how to read an issue.\n"
          "\n"
          "- Must stop (stop sign, flashing red, a light that is off or out of order, a turn to the near side on red\n"
          "  with `turn_on_red`): the vehicle has to stand still for `expected_stop_min_duration` with its front "
          "between\n"
          "  `expected_stop_distance_ub` and `expected_stop_distance_lb` before the line.\n"
          "- Yellow and red: the vehicle must not pass if, `reaction_time` after green ended, it could have stopped "
          "with\n"
          "  `deceleration_to_stop_at_yellow_start`.\n"
          "- Green: the vehicle must not pass if it could not have stopped with `deceleration_to_stop_at_red_end` "
          "when\n"
          "  red ended.\n"
          "- Slow down (yield sign, flashing yellow): not faster than `slow_down_rate` percent of the legal speed.\n"
          "\n"
          "There is one interval for each junction that the vehicle approaches, from where `traverse_junction` begins "
          "until\n"
          "the vehicle's front has passed the reference line of the signal that controls it: the lane's stop line, "
          "else the\n"
          "signal's own place, or the junction's border. Without a signal it ends when the vehicle's centre enters "
          "the\n"
          "junction. The verdict is given where the front is `expected_stop_distance_lb` from that line (the decision\n"
          "point). Only the way that the vehicle takes counts: where that matters, the verdict waits until the vehicle "
          "has\n"
          "left the junction. If that never becomes known and every way that is left would be an issue, the least of\n"
          "them is raised.\n"
          "\n"
          "A vehicle is not judged if it appears, or its light changes its mode, nearer than `min_distance_to_signal` "
          "or\n"
          "less than `min_time_gap_to_signal` before the line. Without light states in the run only signs are judged. "
          "Right\n"
          "of way is never judged.",
      .remedy =
          "The message says what the signal showed, when and how fast the vehicle passed it, and where it should have\n"
          "stopped. Also check whether the map has the signal for the right lanes (`scrutineer map info --signals`),\n"
          "and whether the run's lights are tied to the map's.",
      .for_npc = false,
      .merge_gap = std::nullopt,
      .kinds = kinds_of<Kind>(
          {kind(Kind::stop_at_sign, "stop_at_sign", "It did not stop at a stop sign."),
           kind(Kind::stop_at_flashing_red, "stop_at_flashing_red", "It did not stop at a flashing red light."),
           kind(Kind::stop_at_turn_on_red, "stop_at_turn_on_red",
                "It turned to the near side on red without stopping before."),
           kind(Kind::stop_at_tl_not_working, "stop_at_tl_not_working",
                "It did not stop at a light that is off or out of order."),
           kind(Kind::run_yellow_light, "run_yellow_light", "It passed a yellow light though it could have stopped."),
           kind(Kind::run_red_light, "run_red_light", "It passed a red light though it could have stopped."),
           kind(Kind::about_to_run_red_light, "about_to_run_red_light",
                "It passed at green, but could not have stopped when red ended."),
           kind(Kind::slow_down_at_flashing_yellow, "slow_down_at_flashing_yellow",
                "It did not slow down at a flashing yellow light."),
           kind(Kind::slow_down_at_yield, "slow_down_at_yield", "It did not slow down at a yield sign.")}),
      .parameters = {&junction_checkers::kEnabled, &junction_checkers::kDistanceInRange, &kStopDistanceUb,
                     &kStopDistanceLb, &kStopMinDuration, &kReactionTime, &kYellowDeceleration, &kRedEndDeceleration,
                     &kSlowDownRate, &kMinDistance, &kMinTimeGap, &kTurnOnRed},
      .plots = {{"The approach",
                 {{.name = "distance to the line", .unit = "m", .role = LineRole::axis},
                  {.name = "speed", .unit = "m/s", .fact = fact("speed")},
                  {.name = "light", .role = LineRole::light}}}},
      .needs = {{fact("road_position"), fact("speed")}},
  });
}

}  // namespace scrutineer::checks
