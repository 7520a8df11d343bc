#include <algorithm>
#include <cmath>
#include <limits>

#include "checks/detail/state_watcher.h"
#include "checks/detail/successor_parameters.h"

namespace scrutineer::checks {
namespace {

using namespace watch;

constexpr Parameter<bool> kLimitWatcherForUnknown{"speed_limit_watcher.create_interval_for_unknown_speed_limit", false,
                                                  "Whether there is an interval, too, while no limit is known."};
constexpr auto kLimitWatcherLogLevel = log_level_at("speed_limit_watcher.log_level");

struct LegalSpeedState {
  struct Memory {
    bool for_unknown;
  };
  static Memory create(const Setup& setup) { return {setup.get(kLimitWatcherForUnknown)}; }

  struct State {
    map::LegalSpeed::Kind kind;
    double limit;  // 0 where there is none
    bool operator==(const State&) const = default;
  };
  static std::optional<State> look(const Memory& memory, const View& at) {
    const map::LegalSpeed legal = at.scene.places.legal_speed(at.slot);
    if (legal.kind == map::LegalSpeed::Kind::unknown && !memory.for_unknown) return std::nullopt;
    return State{legal.kind, legal.kind == map::LegalSpeed::Kind::limit ? legal.max.si() : 0.0};
  }

  struct Sums {
    double fastest = 0.0, distance = 0.0, above = 0.0;
  };
  static void measure(Sums& sums, const View& at, bool starts) {
    const double speed = at.scene.motion.speed(at.slot);
    if (starts) {
      sums = {.fastest = speed};
      return;
    }
    sums.fastest = std::max(sums.fastest, speed);
    add_step(sums, limit_at(at), at);
  }
  static void leave(Sums& sums, const State& state, const View& at) {
    add_step(sums, state.kind == map::LegalSpeed::Kind::limit ? state.limit : kNone, at);
  }
  static void add_step(Sums& sums, double limit, const View& at) {
    sums.distance += step_length(at);
    if (at.scene.motion.speed(at.slot) > limit) sums.above += at.scene.actors.step_seconds();
  }

  struct Metrics {
    double speed_limit, max_speed, mean_speed, distance, time_above;

    void fields(auto& field) {
      field("speed_limit", speed_limit, "m/s",
            "The legal speed; infinite where the map says that there is none, null where it says nothing.");
      field("max_speed", max_speed, "m/s", "The fastest that it drove.");
      field("mean_speed", mean_speed, "m/s", "The distance over the time.");
      field("distance", distance, "m", "How far it drove.");
      field("time_above", time_above, "s", "How long it was faster than the legal speed.");
    }
  };
  static Metrics metrics(const State& state, const Sums& sums, double duration) {
    using Kind = map::LegalSpeed::Kind;
    const double none = state.kind == Kind::no_limit ? std::numeric_limits<double>::infinity() : kNone;
    return {.speed_limit = state.kind == Kind::limit ? state.limit : none,
            .max_speed = sums.fastest,
            .mean_speed = duration > 0.0 ? sums.distance / duration : kNone,
            .distance = sums.distance,
            .time_above = sums.above};
  }
};

}  // namespace

watch::Check speed_limit_watcher() {
  return make_actor_check<StateWatcher<LegalSpeedState>>({
      .name = "speed_limit_watcher",
      .summary = "The legal speed where the vehicle drives, from one change of it to the next.",
      .doc = "While the legal speed at the vehicle is known, exactly one interval is open: from where it begins to\n"
             "hold to where another one does, or none is known. With\n"
             "`speed_limit_watcher.create_interval_for_unknown_speed_limit` there is also one where the map says\n"
             "nothing. `speed_limit_violation` judges within these intervals.",
      .remedy = "Nothing to do: these are measurements.",
      .for_npc = false,
      .merge_gap = std::nullopt,
      .parameters = {&kLimitWatcherForUnknown, &kLimitWatcherLogLevel},
      .plots = {{"Speed and legal speed",
                 {{.name = "speed", .unit = "m/s", .fact = fact("speed")},
                  {.name = "legal speed", .unit = "m/s", .role = LineRole::limit, .fact = fact("legal_speed")}}}},
      .needs = {{fact("legal_speed"), fact("speed")}},
      .profiles = InProfiles::modern,
  });
}

}  // namespace scrutineer::checks
