#include <cmath>
#include <string>

#include "base/clock_rounding.h"
#include "checks/detail/interval_sum.h"
#include "checks/detail/successor_parameters.h"
#include "watch/per_actor.h"
#include "watch/person_words.h"
#include "watch/wording.h"

namespace scrutineer::checks {
namespace {

using namespace watch;
using namespace literals;

constexpr Parameter<Angle> kWrongWayAngle{"wrong_way.heading_threshold", 60.0_deg,
                                          "Heading within this of against the lane's traffic it drives the wrong way.",
                                          Range{0.0, 1.5707963267948966}};
constexpr Parameter<Seconds> kWrongWayOvertaking{
    "wrong_way.overtaking_time", 10.0_s,
    "Out of its own lane and back again within this it overtakes: that is told as info.", kNotNegative};
constexpr auto kWrongWayDebounce = debounce_at("wrong_way.debounce_start_time", 1.0_s);
constexpr auto kWrongWaySeverity = severity_at("wrong_way.issue_severity");
constexpr auto kWrongWayLogLevel = log_level_at("wrong_way.log_level");

struct WrongWay {
  enum class Kind : std::uint8_t { wrong_way, overtaking };

  struct Metrics {
    double distance, duration;
    std::string lane, trigger_reason;

    void fields(auto& field) {
      field("distance", distance, "m", "How far it drove the wrong way.", MetricRole::value);
      field("duration", duration, "s", "How long.");
      field("lane", lane, "", "Where it began: road and lane.");
      field("trigger_reason", trigger_reason, "", "Either against_traffic, or overtaking if it was soon back.");
    }
  };

  struct Instance {
    double against;  // heading relative to the lane's traffic from which on it is the wrong way
    Duration overtaking;
    Lifecycle lifecycle;
    bool was_right = false;  // it drove in a lane of its own direction before
    IntervalSum distance = {};
    std::string lane = {};
  };

  static Instance create(const Setup& setup) {
    return {.against = kPi - setup.get(kWrongWayAngle).si(),
            .overtaking = duration_of(setup.get(kWrongWayOvertaking)),
            .lifecycle = Lifecycle(
                {.merge_gap = setup.merge_gap(), .debounce_start_time = duration_of(setup.get(kWrongWayDebounce))})};
  }

  // Whether it moves or not.
  static bool faces_traffic(const Instance& self, const View& at, const map::RoadPosition& place) {
    return !map::is_two_way(at.scene.places.map().lane(place.lane)) &&
           std::abs(at.scene.places.lane_heading(at.slot)) >= self.against;
  }

  static void step(Instance& self, Watch& watch, const View& at) {
    const map::RoadPosition* place = at.scene.places.road_position(at.slot);
    const bool can_judge =
        place != nullptr && is_in_traffic(at) && !at.scene.places.map().road(place->road).junction.valid();
    // A vehicle that stands there is on the wrong side, too: none begins to drive the wrong way so, but it goes on.
    const bool is_on_wrong_side = can_judge && faces_traffic(self, at, *place);
    const bool is_wrong_now = is_on_wrong_side && at.scene.motion.speed(at.slot) > kStandingStill;
    const bool is_right_now = can_judge && !is_on_wrong_side;
    if (!is_wrong_now && self.lifecycle.is_idle()) [[likely]] {
      self.was_right = self.was_right || is_right_now;
      return;
    }
    self.distance.add(step_length(at));
    const Conditions seen{.starts = is_wrong_now, .keeps = is_on_wrong_side};
    const bool is_back = is_right_now;
    if (const auto ending = self.lifecycle.ends(at.now(), seen)) close(self, watch, *ending, is_back);
    const Progress progress = self.lifecycle.advance(at.now(), seen);
    if (progress == Progress::nothing || progress == Progress::waits) return;
    if (progress == Progress::begins) watch.open(self.lifecycle.interval, self.lifecycle.start());
    measure(self, at, *place, self.lifecycle.start() == at.now());
  }

  static void measure(Instance& self, const View& at, const map::RoadPosition& place, bool starts) {
    self.distance.take(starts);
    if (!starts) return;
    const map::RoadNetwork& map = at.scene.places.map();
    self.lane = "road " + map.road(place.road).id + ", lane " + std::to_string(map.lane(place.lane).number);
  }

  static void end(Instance& self, Watch& watch, EndedBy ended_by) {
    if (self.lifecycle.is_open()) close(self, watch, self.lifecycle.end(ended_by, watch.end_time(ended_by)), false);
  }

  static void close(Instance& self, Watch& watch, const Ending& ending, bool is_back) {
    OpenInterval& interval = self.lifecycle.interval;
    const Duration lasted = ending.at - interval.start;
    const bool overtakes = self.was_right && is_back && !exceeds(lasted, self.overtaking);
    Finding<WrongWay> finding;
    finding.kind = overtakes ? Kind::overtaking : Kind::wrong_way;
    finding.message = person_sentence(interval.subject->actor,
                                      std::string(overtakes ? "overtook in" : "drove the wrong way in") +
                                          " a lane of oncoming traffic (" + self.lane + "), for " +
                                          length_words(self.distance.value()) + for_seconds(to_seconds(lasted)),
                                      overtakes ? kWrongWayOvertaking.path : kWrongWayDebounce.path);
    finding.details = "Wrong way. " + describe(*interval.subject) + " distance: " + in_metres(self.distance.value()) +
                      " (configurable as " + std::string(kWrongWayDebounce.path) + ")";
    finding.data = Metrics{.distance = self.distance.value(),
                           .duration = to_seconds(lasted),
                           .lane = self.lane,
                           .trigger_reason = overtakes ? "overtaking" : "against_traffic"};
    watch.close(interval, ending.by, ending.at, finding);
  }
};

}  // namespace

watch::Check wrong_way() {
  using Kind = WrongWay::Kind;
  return make_actor_check<WrongWay>({
      .name = "wrong_way",
      .summary = "The vehicle drives in a lane of oncoming traffic.",
      .doc = "The centre of the vehicle is in a lane of the other direction, it moves, and its heading is within\n"
             "`wrong_way.heading_threshold` of against that lane's traffic, outside junctions, without a break for\n"
             "`wrong_way.debounce_start_time`. The interval ends where that is no longer so; a vehicle that stops "
             "there is\n"
             "still there. A vehicle that leaves a lane of its own direction and is back in one within\n"
             "`wrong_way.overtaking_time` overtook: that is an info. Lanes of both directions have no wrong way.",
      .remedy = "Look at how the vehicle chose its lane, and whether the map's lanes run the way traffic does.",
      .for_npc = false,
      .kinds = kinds_of<Kind>(
          {{Kind::wrong_way, "wrong_way", Severity::warning, Severity::info, "Drove in a lane of oncoming traffic.",
            &kWrongWaySeverity},
           {Kind::overtaking, "wrong_way", Severity::info, Severity::info, "Overtook in a lane of oncoming traffic."}}),
      .parameters = {&kWrongWayAngle, &kWrongWayOvertaking, &kWrongWayDebounce, &kWrongWaySeverity, &kWrongWayLogLevel},
      .plots = {{"Heading against the lane's traffic",
                 {{.name = "heading", .unit = "rad", .fact = fact("lane_heading")}}},
                {"Speed", {{.name = "speed", .unit = "m/s", .fact = fact("speed")}}}},
      .needs = {{fact("road_position"), fact("lane_heading"), fact("speed")}},
      .profiles = InProfiles::modern,
  });
}

}  // namespace scrutineer::checks
