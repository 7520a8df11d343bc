#include <algorithm>
#include <array>
#include <cmath>

#include "base/clock_rounding.h"
#include "watch/per_actor.h"
#include "watch/person_words.h"
#include "watch/wording.h"

namespace scrutineer::checks {
namespace {

using namespace watch;
using namespace literals;

constexpr Parameter<Distance> kMinTotalDistanceToIndicateMovement{
    "policy.min_total_distance_to_indicate_movement", 10.0_cm, "An ego that moved less than this has not moved.",
    kPositive};
constexpr Parameter<Seconds> kMaxDoesNotMoveTime{"policy.max_does_not_move_time", 30.0_s,
                                                 "Not moving for longer than this counts.", kPositive};
constexpr Parameter<bool> kAllowNoMovement{"policy.allow_no_movement", false,
                                           "Whether the ego may stand all the time."};

struct CarDoesNotMove {
  enum class Kind : std::uint8_t { car_does_not_move };

  struct Metrics {
    double standing_time, limit = kNone;
    bool never_moved = false;

    void fields(auto& field) {
      field("standing_time", standing_time, "s", "How long it did not move.", MetricRole::value);
      field("limit", limit, "s", "How long it may, if it stood for longer.", MetricRole::limit);
      field("never_moved", never_moved, "", "Whether it never moved while it was there.");
    }
  };

  // Of the actor, also when it comes back or was put elsewhere.
  struct Kept {
    bool moved = false;
  };
  struct Instance {
    double distance;  // less than this far ...
    Duration time;    // ... for longer than this is no movement
    bool allowed;
    bool has_place = false;
    Time since{};             // the last movement, or when the instance began ...
    double x = 0.0, y = 0.0;  // ... and where that was
    Kept kept = {};
    OpenInterval interval = {};
  };
  static Kept& kept(Instance& self) { return self.kept; }

  static Instance create(const Setup& setup) {
    return {setup.get(kMinTotalDistanceToIndicateMovement).si(),
            from_seconds(setup.get(kMaxDoesNotMoveTime).si()).value_or(Duration::max()), setup.get(kAllowNoMovement)};
  }

  static std::string_view switched_off(const Instance& self) {
    return self.allowed ? "policy.allow_no_movement allows it" : "";
  }

  static void step(Instance& self, Watch& watch, const View& at) {
    if (self.allowed) return;
    const trace::ActorState& state = at.state();
    const auto settle = [&] {
      self.has_place = true;
      self.since = at.now();
      self.x = state.x;
      self.y = state.y;
    };
    if (!self.has_place) return settle();
    if (std::hypot(state.x - self.x, state.y - self.y) >= self.distance) {
      if (self.interval.is_open()) {
        watch.close(self.interval, EndedBy::condition, finding(self, watch.closing(self.interval, EndedBy::condition)));
      }
      self.kept.moved = true;
      return settle();
    }
    if (!self.interval.is_open() && exceeds(at.now() - self.since, self.time)) watch.open(self.interval, self.since);
  }

  static void end(Instance& self, Watch& watch, EndedBy ended_by) {
    if (self.allowed || !self.has_place) return;
    const Time last = watch.end_time(ended_by);
    // An ego that never moved at all is reported even if it was there only briefly.
    const bool is_gone = ended_by == EndedBy::actor_gone;
    const bool never = !self.kept.moved && (is_gone || ended_by == EndedBy::run_end) && last > self.since;
    if (never && !self.interval.is_open()) watch.open(self.interval, self.since);
    if (!self.interval.is_open()) return;
    Finding<CarDoesNotMove> found = finding(self, watch.closing(self.interval, ended_by));
    if (never) {
      const bool from_the_begin = self.since == Time{};
      found.message = person_sentence(self.interval.subject->actor,
                                      (from_the_begin && !is_gone ? "never moved in the whole run, which lasted "
                                                                  : "never moved while it was there, which was for ") +
                                          time_words(to_seconds(last - self.since)) + (is_gone ? ", and vanished" : ""),
                                      "policy.allow_no_movement");
      found.details = describe(*self.interval.subject) +
                      (from_the_begin && !is_gone ? " did not move through the whole scenario, which lasted "
                                                  : " did not move while it was there, which was for ") +
                      in_seconds(to_seconds(last - self.since)) + (is_gone ? ", and vanished" : "") +
                      " (override this check by setting policy.allow_no_movement=true)";
      found.data.never_moved = true;
      // That it never moved counts, however short the run is.
      if (found.data.standing_time <= found.data.limit) found.data.limit = kNone;
    }
    watch.close(self.interval, ended_by, found);
  }

  static std::array<double, 2> plot(const Instance& self, const View& at) {
    const trace::ActorState& state = at.state();
    return {std::hypot(state.x - self.x, state.y - self.y), self.distance};
  }

  static Finding<CarDoesNotMove> finding(const Instance& self, const Closing& closing) {
    Finding<CarDoesNotMove> finding;
    finding.message =
        person_sentence(closing.subject.actor,
                        "did not move " + length_words(self.distance) + " within " + time_words(closing.duration()) +
                            ", longer than the " + time_words(to_seconds(self.time)) + " that it may stand",
                        "policy.max_does_not_move_time");
    finding.details = describe(closing.subject) + " did not move " + in_metres(self.distance) + " for " +
                      in_seconds(closing.duration()) +
                      " (threshold configurable as policy.min_total_distance_to_indicate_movement and "
                      "policy.max_does_not_move_time)";
    finding.data = Metrics{.standing_time = closing.duration(), .limit = to_seconds(self.time), .never_moved = false};
    return finding;
  }
};

}  // namespace

watch::Check car_does_not_move() {
  using Kind = CarDoesNotMove::Kind;
  return make_actor_check<CarDoesNotMove>({
      .name = "car_does_not_move",
      .summary = "The ego stands for very long, or never moves at all.",
      .doc = "The ego moves less than `policy.min_total_distance_to_indicate_movement` (in x and y, from where it was "
             "last\n"
             "seen to move) for longer than `policy.max_does_not_move_time`. If it never moves while it is in the run, "
             "that is\n"
             "an issue of its own, which replaces the other. The interval begins with the last movement. With\n"
             "`policy.allow_no_movement` the checker is off.",
      .remedy = "Check whether the ego was started at all, is stuck, or waits for something that never comes.",
      .for_npc = false,
      .merge_gap = std::nullopt,
      .kinds = kinds_of<Kind>({{Kind::car_does_not_move, "car_does_not_move", Severity::warning, Severity::info,
                                "No movement for very long."}}),
      .parameters = {&kMinTotalDistanceToIndicateMovement, &kMaxDoesNotMoveTime, &kAllowNoMovement},
      .plots = {{"Distance from where it was last seen to move",
                 {{.name = "distance", .unit = "m"},
                  {.name = "less is no movement", .unit = "m", .role = LineRole::limit}}}},
      .replaced_by = "unplanned_standing",
      .status = Status::deprecated,
  });
}

}  // namespace scrutineer::checks
