#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "base/clock_rounding.h"
#include "checks/detail/lane_following.h"
#include "watch/per_actor.h"

namespace scrutineer::checks {
namespace {

using namespace watch;

constexpr double kLaneChangeNearCentre =
    0.3;  // metres: so near to the centre, a vehicle too wide for its lane has arrived, too
constexpr Duration kLaneChangeLongest = std::chrono::seconds(10);

struct LaneChange {
  struct Metrics {
    double from_lane, to_lane;
    std::string road, direction;
    double duration, crossing_time, peak_lateral_speed;
    std::string indicated;
    double indicated_before = kNone;
    double min_gap_leader = kNone, min_gap_follower = kNone, min_ttc_leader = kNone, min_ttc_follower = kNone;

    void fields(auto& field) {
      field("from_lane", from_lane, "", "The number of the lane that it left, where it crossed the border.");
      field("to_lane", to_lane, "", "The number of the lane that it went to.");
      field("road", road, "", "The road on which it crossed the border, by its id.");
      field("direction", direction, "", "Left or right, as the vehicle faces.");
      field("duration", duration, "s", "From leaving the one lane to arriving in the other.");
      field("crossing_time", crossing_time, "s", "When the centre crossed the border, from the run's first frame.");
      field("peak_lateral_speed", peak_lateral_speed, "m/s", "The fastest across the lanes.");
      field("indicated", indicated, "", "Yes, no, or unknown where the run says nothing of indicators.");
      field("indicated_before", indicated_before, "s", "How long before it left its lane it indicated.");
      field("min_gap_leader", min_gap_leader, "m", "The least gap to the vehicle ahead of it in the new lane.");
      field("min_gap_follower", min_gap_follower, "m", "The least gap to the vehicle behind it in the new lane.");
      field("min_ttc_leader", min_ttc_leader, "s", "The least time to collision with the new leader.");
      field("min_ttc_follower", min_ttc_follower, "s", "The least time to collision of the new follower with it.");
    }
  };

  // Since the body is over one border of its lane.
  struct Leaving {
    Time since = kNever;
    double peak = 0.0;
    double leader_gap = kNone, follower_gap = kNone, leader_ttc = kNone, follower_ttc = kNone;
    Time indicates_since = kNever;  // when that began which held when it left
    bool has_indicated = false;
  };

  struct Instance {
    Leaving left, right;
    Time left_since = kNever, right_since = kNever;  // it indicates to that side
    bool knows_indicators = false;                   // the run says something of them
    OpenInterval interval;
    // Of the open one:
    bool is_left = false;
    Leaving change;
    int from = 0, to = 0;
    std::string road;
    Time crossed{};
  };

  static Instance create(const Setup&) { return {}; }

  static void step(Instance& self, Watch& watch, const View& at) {
    note_indicators(self, at);
    const map::RoadPosition* place = at.scene.places.road_position(at.slot);
    if (place == nullptr || at.scene.places.is_on_connecting_road(at.slot)) {
      end(self, watch, EndedBy::condition);
      self.left = self.right = {};
      return;
    }
    const map::LaneId before = at.scene.places.lane_left_behind(at.slot);
    const Beyond beyond = body_beyond(at, *place);
    if (before.valid()) cross(self, watch, at, *place, before);
    follow(self, watch, at, *place, beyond);
    note_leaving(self.left, beyond.left > 0.0, self.left_since, at, scene::Lanes::left);
    note_leaving(self.right, beyond.right > 0.0, self.right_since, at, scene::Lanes::right);
  }

  static void note_indicators(Instance& self, const View& at) {
    const trace::Indicator shown = at.state().indicator;
    if (at.state().fields.has(trace::Field::indicator)) self.knows_indicators = true;
    const auto note = [&](Time& since, bool is_on) {
      if (!is_on)
        since = kNever;
      else if (since == kNever)
        since = at.now();
    };
    note(self.left_since, shown == trace::Indicator::left);
    note(self.right_since, shown == trace::Indicator::right);
  }

  static void note_leaving(Leaving& leaving, bool is_over, Time indicates, const View& at, scene::Lanes side) {
    if (!is_over) {
      leaving = {};
      return;
    }
    if (leaving.since == kNever) leaving = {.since = at.now(), .indicates_since = indicates};
    measure(leaving, at, side, indicates != kNever);
  }

  static void measure(Leaving& leaving, const View& at, scene::Lanes lanes, bool indicates) {
    leaving.peak = std::fmax(leaving.peak, std::abs(speed_across(at)));
    leaving.has_indicated = leaving.has_indicated || indicates;
    if (leaving.indicates_since == kNever && indicates) leaving.indicates_since = at.now();
    scene::Surroundings& around = at.scene.surroundings;
    note(around.in_front(at.slot, lanes, scene::Who::vehicles), leaving.leader_gap, leaving.leader_ttc);
    note(around.behind(at.slot, lanes, scene::Who::vehicles), leaving.follower_gap, leaving.follower_ttc);
  }

  // Of its centre, to the left of its lane's direction.
  static double speed_across(const View& at) {
    const double turn = at.scene.places.lane_heading(at.slot), cos = std::cos(turn), sin = std::sin(turn);
    const scene::Vector heading = at.scene.motion.heading(at.slot), velocity = at.scene.motion.velocity(at.slot);
    const scene::Vector along{cos * heading.x + sin * heading.y, cos * heading.y - sin * heading.x};
    return along.x * velocity.y - along.y * velocity.x;
  }

  static void note(const scene::Neighbour& seen, double& least_gap, double& least_time) {
    if (!seen.other.valid()) return;
    least_gap = std::fmin(least_gap, seen.gap);
    least_time = std::fmin(least_time, time_to(seen.gap, seen.closing_speed));
  }

  // NaN: they do not come closer.
  static double time_to(double gap, double closing_speed) {
    return closing_speed > 0.0 ? std::max(0.0, gap) / closing_speed : kNone;
  }

  static void cross(Instance& self, Watch& watch, const View& at, const map::RoadPosition& place, map::LaneId before) {
    const map::RoadNetwork& map = at.scene.places.map();
    if (self.interval.is_open()) close(self, watch, EndedBy::condition);
    self.is_left = at.scene.places.lane_crossing(at.slot) > 0;
    self.change = self.is_left ? self.left : self.right;
    if (self.change.since == kNever)
      self.change = {.since = at.now(), .indicates_since = self.is_left ? self.left_since : self.right_since};
    self.from = map.lane(before).number;
    self.to = map.lane(place.lane).number;
    self.road = map.road(place.road).id;
    self.crossed = at.now();
    self.left = self.right = {};
    watch.open(self.interval, self.change.since);
  }

  static void follow(Instance& self, Watch& watch, const View& at, const map::RoadPosition& place,
                     const Beyond& beyond) {
    if (!self.interval.is_open()) return;
    measure(self.change, at, scene::Lanes::own, (self.is_left ? self.left_since : self.right_since) != kNever);
    const bool is_inside = beyond.left <= 0.0 && beyond.right <= 0.0;
    const bool has_arrived = is_inside || std::abs(place.offset) <= kLaneChangeNearCentre;
    if (has_arrived || reaches(at.now() - self.crossed, kLaneChangeLongest)) close(self, watch, EndedBy::condition);
  }

  static void end(Instance& self, Watch& watch, EndedBy ended_by) {
    if (self.interval.is_open()) close(self, watch, ended_by);
  }

  static void close(Instance& self, Watch& watch, EndedBy ended_by) {
    const Time last = watch.end_time(ended_by);
    const Leaving& change = self.change;
    Finding<LaneChange> finding;
    finding.is_issue = false;
    finding.data =
        Metrics{.from_lane = static_cast<double>(self.from),
                .to_lane = static_cast<double>(self.to),
                .road = self.road,
                .direction = self.is_left ? "left" : "right",
                .duration = to_seconds(last - self.interval.start),
                .crossing_time = to_seconds(self.crossed),
                .peak_lateral_speed = change.peak,
                .indicated = change.has_indicated    ? "yes"
                             : self.knows_indicators ? "no"
                                                     : "unknown",
                .indicated_before = change.has_indicated ? to_seconds(change.since - change.indicates_since) : kNone,
                .min_gap_leader = change.leader_gap,
                .min_gap_follower = change.follower_gap,
                .min_ttc_leader = change.leader_ttc,
                .min_ttc_follower = change.follower_ttc};
    watch.close(self.interval, ended_by, finding);
  }
};

}  // namespace

watch::Check lane_change() {
  return make_actor_check<LaneChange>({
      .name = "lane_change",
      .summary = "The vehicle goes from one lane to another.",
      .doc =
          "An interval from where the body of the vehicle first reached over the border of its lane, without a\n"
          "break until its centre crossed that border, to where all of it is in the other lane (or its centre\n"
          "within 0.3 m of that lane's, or 10 s passed since). A lane that goes on under another number in the next\n"
          "section or road is the same lane. Inside junctions, where lanes lie over each other, there are no lane\n"
          "changes. Gaps are to vehicles, from bumper to bumper along the road; the time to collision is the gap over\n"
          "the speed along the road at which they come closer: of oncoming traffic the sum of both speeds.",
      .remedy = "Nothing to do: these are measurements.",
      .for_npc = false,
      .merge_gap = std::nullopt,
      .plots = {{"Offset in the lane: it jumps where the centre crosses the border",
                 {{.name = "lane offset", .unit = "m", .fact = fact("lane_offset")}}},
                {"Heading in the lane", {{.name = "heading", .unit = "rad", .fact = fact("lane_heading")}}},
                {"Speed", {{.name = "speed", .unit = "m/s", .fact = fact("speed")}}}},
      .needs = {{fact("road_position"), fact("lane_heading"), fact("speed")}},
      .profiles = InProfiles::modern,
  });
}

}  // namespace scrutineer::checks
