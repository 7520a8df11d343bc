#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "base/clock_rounding.h"
#include "checks/detail/lane_following.h"
#include "checks/detail/successor_parameters.h"
#include "map/road_marks.h"
#include "scene/continuation.h"
#include "watch/per_actor.h"
#include "watch/person_words.h"
#include "watch/wording.h"

namespace scrutineer::checks {
namespace {

using namespace watch;
using namespace literals;

constexpr Parameter<double> kDepartureLeaving{
    "lane_departure.leaving_lane_threshold", 10.0,
    "Beyond its lane's border by more than this share of its width, in percent, a "
    "vehicle leaves the lane.",
    Range{0.0, 100.0}};
constexpr Parameter<double> kDepartureReEntering{
    "lane_departure.re_entering_lane_threshold", 5.0,
    "With less than this share of its width beyond it, in percent, it is back.", Range{0.0, 100.0}};
constexpr Parameter<Angle> kDepartureYaw{"lane_departure.relative_yaw_threshold", 0.5_deg,
                                         "It must head out of its lane by more than this.", kNotNegative};
constexpr Parameter<bool> kDepartureIndicators{"lane_departure.turn_signal_detection_enabled", true,
                                               "Whether a vehicle that indicates to that side may leave the lane."};
constexpr Parameter<Seconds> kDepartureTimeout{"lane_departure.timeout", 10.0_s,
                                               "After this the interval ends in any case.", kPositive};
constexpr auto kDepartureDebounce = debounce_at("lane_departure.debounce_start_time", 0.0_s);
constexpr auto kDepartureSeverity = severity_at("lane_departure.issue_severity");
constexpr auto kDepartureLogLevel = log_level_at("lane_departure.log_level");

struct LaneDeparture {
  enum class Kind : std::uint8_t { lane_departure };

  struct Metrics {
    std::string side;
    double largest_overlap, threshold, duration;
    double time_to_return = kNone;
    std::string marking_type, marking_colour, outcome, trigger_reason;

    void fields(auto& field) {
      field("side", side, "", "Left or right, as the vehicle faces.");
      field("largest_overlap", largest_overlap, "m", "How far a front corner was beyond the border at most.",
            MetricRole::value);
      field("threshold", threshold, "m", "How far it may be.", MetricRole::limit);
      field("duration", duration, "s", "How long it lasted.");
      field("time_to_return", time_to_return, "s", "Until it was back in its lane; null if it did not come back.");
      field("marking_type", marking_type, "", "What is painted on that border, as the map says; empty: nothing known.");
      field("marking_colour", marking_colour, "", "Its colour; standard is white.");
      field("outcome", outcome, "", "One of return_to_lane, lane_change, timeout and undefined_maneuver.");
      field("trigger_reason", trigger_reason, "", "What began it: corner_beyond_border.");
    }
  };

  struct Instance {
    double leaving, re_entering;  // metres
    double yaw;
    bool looks_at_indicators;
    Duration timeout;
    Lifecycle lifecycle;
    map::LaneId lane;  // that it leaves
    bool is_left = false;
    bool has_indicated = false;
    double largest = 0.0;
    std::string_view marking_type, marking_colour;
  };

  static Instance create(const Setup& setup) {
    constexpr double kPercent = 0.01;
    const double width = setup.info().width;
    return {.leaving = setup.get(kDepartureLeaving) * kPercent * width,
            .re_entering = setup.get(kDepartureReEntering) * kPercent * width,
            .yaw = setup.get(kDepartureYaw).si(),
            .looks_at_indicators = setup.get(kDepartureIndicators),
            .timeout = duration_of(setup.get(kDepartureTimeout)),
            .lifecycle = Lifecycle({.debounce_start_time = duration_of(setup.get(kDepartureDebounce))})};
  }

  // Where there is a lane to be left: for traffic, wide enough for the vehicle, and outside junctions.
  static bool is_in_lane(const View& at, const map::RoadPosition* place) {
    if (place == nullptr || !is_in_traffic(at) || place->width < at.info().width) return false;
    return !at.scene.places.map().road(place->road).junction.valid();
  }

  static bool indicates(const View& at, bool to_the_left) {
    return at.state().indicator == (to_the_left ? trace::Indicator::left : trace::Indicator::right);
  }

  static void step(Instance& self, Watch& watch, const View& at) {
    const map::RoadPosition* place = at.scene.places.road_position(at.slot);
    if (self.lifecycle.is_idle()) {
      if (!is_in_lane(at, place)) return;
      // Nearly always the body is well inside: what follows costs more.
      const Beyond roughly = body_beyond(at, *place);
      constexpr double kNear = 0.5;  // metres: more than a lane bends beside a body
      if (roughly.left < -kNear && roughly.right < -kNear) [[likely]]
        return;
      if (leaves(self, at, *place)) advance(self, watch, at.now(), {.starts = true});
      return;
    }
    const char* outcome = follow(self, at, place);
    const Conditions seen{.starts = outcome == nullptr};
    if (const auto ending = self.lifecycle.ends(at.now(), seen)) close(self, watch, *ending, outcome);
    advance(self, watch, at.now(), seen);
  }

  static void advance(Instance& self, Watch& watch, Time now, const Conditions& seen) {
    if (self.lifecycle.advance(now, seen) == Progress::begins)
      watch.open(self.lifecycle.interval, self.lifecycle.start());
  }

  static bool leaves(Instance& self, const View& at, const map::RoadPosition& place) {
    const auto beyond = front_beyond(at, place.lane);
    if (!beyond) return false;
    // As it faces: on a lane that is driven the wrong way the other side.
    double outward = at.scene.places.lane_heading(at.slot);
    if (std::abs(outward) > 0.5 * kPi) outward = std::remainder(outward + kPi, 2.0 * kPi);
    for (const bool is_left : {true, false}) {
      const double overlap = is_left ? beyond->left : beyond->right;
      if (overlap <= self.leaving || (is_left ? outward : -outward) <= self.yaw) continue;
      if (self.looks_at_indicators && indicates(at, is_left)) continue;
      self.lane = place.lane;
      self.is_left = is_left;
      self.has_indicated = false;
      self.largest = overlap;
      note_marking(self, at, place);
      return true;
    }
    return false;
  }

  static void note_marking(Instance& self, const View& at, const map::RoadPosition& place) {
    const map::DirectedLane way{place.lane, faces_along_s(at, place)};
    const map::LaneMarkRecord* mark = mark_beside(at.scene.places.map(), way, place.s,
                                                  self.is_left ? map::DriversSide::left : map::DriversSide::right);
    self.marking_type = mark == nullptr ? "" : to_string(mark->type);
    self.marking_colour = mark == nullptr ? "" : to_string(mark->colour);
  }

  // What became of it; nullptr: it still leaves its lane.
  static const char* follow(Instance& self, const View& at, const map::RoadPosition* place) {
    if (self.looks_at_indicators && indicates(at, self.is_left)) self.has_indicated = true;
    const map::RoadNetwork& map = at.scene.places.map();
    if (place == nullptr || map.road(place->road).junction.valid()) return "undefined_maneuver";
    const map::LaneId lane = scene::continuation(map, self.lane, *place);
    if (!lane.valid()) return "undefined_maneuver";
    if (lane != place->lane) return "lane_change";
    self.lane = lane;
    const auto beyond = front_beyond(at, lane);
    if (!beyond || place->width < at.info().width) return "undefined_maneuver";
    const double overlap = self.is_left ? beyond->left : beyond->right;
    if (overlap < self.re_entering) return "return_to_lane";
    self.largest = std::max(self.largest, overlap);
    return reaches(at.now() - self.lifecycle.start(), self.timeout) ? "timeout" : nullptr;
  }

  static void end(Instance& self, Watch& watch, EndedBy ended_by) {
    if (!self.lifecycle.is_open()) return;
    close(self, watch, self.lifecycle.end(ended_by, watch.end_time(ended_by)), "undefined_maneuver");
  }

  static void close(Instance& self, Watch& watch, const Ending& ending, const std::string& outcome) {
    OpenInterval& interval = self.lifecycle.interval;
    const double duration = to_seconds(ending.at - interval.start);
    const std::string side = self.is_left ? "left" : "right";
    Finding<LaneDeparture> finding;
    finding.is_issue = outcome != "lane_change" || !self.has_indicated;
    finding.message = person_sentence(interval.subject->actor,
                                      "left its lane to the " + side + " by " + length_words(self.largest) +
                                          " without indicating" + for_seconds(duration) + " (" + outcome + ")",
                                      kDepartureLeaving.path);
    finding.details = "Lane departure to the " + side + ". " + describe(*interval.subject) +
                      " beyond the border: " + in_metres(self.largest) + " (configurable as " +
                      std::string(kDepartureLeaving.path) + ")";
    finding.data = Metrics{.side = side,
                           .largest_overlap = self.largest,
                           .threshold = self.leaving,
                           .duration = duration,
                           .time_to_return = outcome == "return_to_lane" ? duration : kNone,
                           .marking_type = std::string(self.marking_type),
                           .marking_colour = std::string(self.marking_colour),
                           .outcome = outcome,
                           .trigger_reason = "corner_beyond_border"};
    watch.close(interval, ending.by, ending.at, finding);
  }

  static std::array<double, 3> plot(const Instance& self, const View& at) {
    const map::RoadPosition* place = at.scene.places.road_position(at.slot);
    const auto beyond = place == nullptr ? std::nullopt : front_beyond(at, place->lane);
    return {beyond ? beyond->left : kNone, beyond ? beyond->right : kNone, self.leaving};
  }
};

}  // namespace

watch::Check lane_departure() {
  using Kind = LaneDeparture::Kind;
  return make_actor_check<LaneDeparture>({
      .name = "lane_departure",
      .summary = "The vehicle leaves its lane without indicating.",
      .doc =
          "A front corner is beyond the border of the vehicle's lane by more than\n"
          "`lane_departure.leaving_lane_threshold` of the vehicle's width, the vehicle heads out of the lane by more\n"
          "than `lane_departure.relative_yaw_threshold`, and does not indicate to that side (a run that says nothing "
          "of\n"
          "indicators has none). With `lane_departure.turn_signal_detection_enabled` off indicators do not matter.\n"
          "The interval ends with one of these outcomes:\n"
          "\n"
          "- `return_to_lane`: less than `lane_departure.re_entering_lane_threshold` is beyond the border;\n"
          "- `lane_change`: the centre is in another lane (no issue if it indicated to that side by then);\n"
          "- `timeout`: `lane_departure.timeout` has passed;\n"
          "- `undefined_maneuver`: it or a front corner is in a junction, off the road, or its lane ends or is too "
          "narrow\n"
          "  for it.\n"
          "\n"
          "`marking_type` and `marking_colour` tell what is painted on the border where it began.\n"
          "\n"
          "Only lanes for traffic that are at least as wide as the vehicle, outside junctions, can be left. The lane\n"
          "that it leaves is followed into the next section and road.",
      .remedy =
          "Look at how the vehicle keeps its lane, whether it indicates in time, and whether the map's lanes are\n"
          "where they are in the world.",
      .for_npc = false,
      .merge_gap = std::nullopt,
      .kinds = kinds_of<Kind>({{Kind::lane_departure, "lane_departure", Severity::warning, Severity::info,
                                "Left the lane without indicating.", &kDepartureSeverity}}),
      .parameters = {&kDepartureLeaving, &kDepartureReEntering, &kDepartureYaw, &kDepartureIndicators,
                     &kDepartureTimeout, &kDepartureDebounce, &kDepartureSeverity, &kDepartureLogLevel},
      .plots = {{"Front corners beyond the borders of the lane",
                 {{.name = "left corner", .unit = "m"},
                  {.name = "right corner", .unit = "m"},
                  {.name = "leaving threshold", .unit = "m", .role = LineRole::limit}}},
                {"Offset in the lane", {{.name = "lane offset", .unit = "m", .fact = fact("lane_offset")}}}},
      .needs = {{fact("road_position"), fact("lane_heading")}},
      .profiles = InProfiles::modern,
  });
}

}  // namespace scrutineer::checks
