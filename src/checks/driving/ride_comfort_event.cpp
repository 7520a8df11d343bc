#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "base/clock_rounding.h"
#include "checks/detail/steering.h"
#include "checks/detail/successor_parameters.h"
#include "watch/per_actor.h"
#include "watch/person_words.h"
#include "watch/wording.h"

namespace scrutineer::checks {
namespace {

using namespace watch;
using namespace literals;

constexpr Parameter<Acceleration> kComfortLonNoticeable{
    "ride_comfort_event.lon_noticeable", 1.5_mps2, "Accelerating or braking harder than this is noticed.", kPositive};
constexpr Parameter<Acceleration> kComfortLonUncomfortable{"ride_comfort_event.lon_uncomfortable", 2.5_mps2,
                                                           "Harder than this it is uncomfortable.", kPositive};
constexpr Parameter<Acceleration> kComfortLonHarsh{"ride_comfort_event.lon_harsh", 4.0_mps2,
                                                   "Harder than this it is harsh.", kPositive};
constexpr Parameter<Acceleration> kComfortLatNoticeable{"ride_comfort_event.lat_noticeable", 1.5_mps2,
                                                        "A lateral acceleration above this is noticed.", kPositive};
constexpr Parameter<Acceleration> kComfortLatUncomfortable{"ride_comfort_event.lat_uncomfortable", 3.0_mps2,
                                                           "Above this it is uncomfortable.", kPositive};
constexpr Parameter<Acceleration> kComfortLatHarsh{"ride_comfort_event.lat_harsh", 5.0_mps2, "Above this it is harsh.",
                                                   kPositive};
constexpr Parameter<Jerk> kComfortJerkNoticeable{"ride_comfort_event.jerk_noticeable", 2.5_mps3,
                                                 "A jerk above this, along or across the vehicle, is noticed.",
                                                 kPositive};
constexpr Parameter<Jerk> kComfortJerkUncomfortable{"ride_comfort_event.jerk_uncomfortable", 5.0_mps3,
                                                    "Above this it is uncomfortable.", kPositive};
constexpr Parameter<Jerk> kComfortJerkHarsh{"ride_comfort_event.jerk_harsh", 10.0_mps3, "Above this it is harsh.",
                                            kPositive};
constexpr auto kComfortDebounce = debounce_at("ride_comfort_event.debounce_start_time", 0.3_s);
constexpr auto kComfortSeverity = severity_at("ride_comfort_event.issue_severity");
constexpr auto kComfortLogLevel = log_level_at("ride_comfort_event.log_level");

constexpr std::size_t kComfortValues = 4, kComfortLevels = 3;
constexpr std::array<std::string_view, kComfortValues> kComfortValueWords{"lon_acc", "lat_acc", "lon_jerk", "lat_jerk"};
constexpr std::array<std::string_view, kComfortLevels> kComfortLevelWords{"noticeable", "uncomfortable", "harsh"};

struct RideComfort {
  enum class Kind : std::uint8_t { ride_comfort_event, noticeable };

  struct Metrics {
    std::string level, value, trigger_reason;
    double peak = kNone, bound = kNone, duration = kNone;
    double events_noticeable = kNone, events_uncomfortable = kNone, events_harsh = kNone;
    double share_noticeable = kNone, share_uncomfortable = kNone, share_harsh = kNone;

    void fields(auto& field) {
      field("level", level, "", "Noticeable, uncomfortable or harsh; `run` of the interval that sums up the drive.");
      field("value", value, "", "One of lon_acc, lat_acc, lon_jerk, lat_jerk and steering.");
      field("trigger_reason", trigger_reason, "", "Either band_exceeded or steering_oscillation.");
      field(
          "peak", peak, "",
          "Its largest amount, in m/s^2 or m/s^3, also if that was too brief for the next level; of steering in steers "
          "per second.",
          MetricRole::value);
      field("bound", bound, "", "Where the level begins, in the same unit.", MetricRole::limit);
      field("duration", duration, "s", "How long it lasted.");
      field("events_noticeable", events_noticeable, "", "Of the drive: how many events of that level.");
      field("events_uncomfortable", events_uncomfortable, "", "Likewise.");
      field("events_harsh", events_harsh, "", "Likewise.");
      field("share_noticeable", share_noticeable, "", "Of the drive: the share of its time in such events.");
      field("share_uncomfortable", share_uncomfortable, "", "Likewise.");
      field("share_harsh", share_harsh, "", "Likewise.");
    }
  };

  struct Band {
    std::array<double, kComfortLevels> from;
    std::array<Lifecycle, kComfortLevels> beyond = {};  // to the same side; each only tells how long it has lasted
    std::array<double, kComfortLevels> most = {};  // since then: the peak may be over when it has lasted long enough
    bool is_negative = false;
  };
  struct Worst {
    int level = -1;  // of kComfortLevelWords
    std::size_t value = 0;
    double peak = 0.0, bound = 0.0;
  };

  struct Instance {
    std::array<Band, kComfortValues> bands;
    Time begin{};
    Lifecycle lifecycle = {};
    Worst worst = {};
    Steering steering = {};
    SteerChain chain = {};
    OpenInterval oscillation = {};
    std::array<double, kComfortLevels> events{}, seconds{};
    bool has_acceleration = false;  // in any frame
    std::string why_none = {};      // as long as it has not
  };

  static Instance create(const Setup& setup) {
    const auto si = [&](const auto& parameter) { return setup.get(parameter).si(); };
    const std::array<double, kComfortLevels> jerk{si(kComfortJerkNoticeable), si(kComfortJerkUncomfortable),
                                                  si(kComfortJerkHarsh)};
    Instance instance{.bands = {{{{si(kComfortLonNoticeable), si(kComfortLonUncomfortable), si(kComfortLonHarsh)}},
                                 {{si(kComfortLatNoticeable), si(kComfortLatUncomfortable), si(kComfortLatHarsh)}},
                                 {jerk},
                                 {jerk}}},
                      .begin = setup.now()};
    for (Band& band : instance.bands)
      for (Lifecycle& beyond : band.beyond)
        beyond = Lifecycle({.debounce_start_time = duration_of(setup.get(kComfortDebounce))});
    instance.steering.begin_anew(setup.now());
    return instance;
  }

  static std::array<double, kComfortValues> values(const View& at) {
    const scene::Local acceleration = at.scene.motion.local_acceleration(at.slot);
    const scene::Local jerk = at.scene.motion.local_jerk(at.slot);
    return {acceleration.lon, acceleration.lat, jerk.lon, jerk.lat};
  }

  static void step(Instance& self, Watch& watch, const View& at) {
    const auto now = values(at);
    if (!self.has_acceleration) [[unlikely]]
      look_for_acceleration(self, at);
    Conditions seen;
    for (std::size_t i = 0; i < kComfortValues; ++i) {
      Band& band = self.bands[i];
      // What changes its sign did not last: an acceleration that trembles is no lasting jerk.
      if (std::signbit(now[i]) != band.is_negative)
        for (Lifecycle& beyond : band.beyond) beyond.reset();
      band.is_negative = std::signbit(now[i]);
      for (std::size_t level = 0; level < kComfortLevels; ++level) {
        Lifecycle& beyond = band.beyond[level];
        const bool is_beyond = std::abs(now[i]) > band.from[level];
        if (!is_beyond && beyond.is_idle()) [[likely]]
          continue;
        seen.keeps |= is_beyond;
        band.most[level] = beyond.is_idle() ? std::abs(now[i]) : std::max(band.most[level], std::abs(now[i]));
        if (beyond.advance(at.now(), {.starts = is_beyond}) != Progress::begins) continue;
        seen.starts = true;
        seen.since = std::min(seen.since, beyond.start());
        take(self, i, level, band.most[level]);
      }
    }
    if (const auto ending = self.lifecycle.ends(at.now(), seen)) close(self, watch, *ending);
    if (self.lifecycle.advance(at.now(), seen) == Progress::begins)
      watch.open(self.lifecycle.interval, self.lifecycle.start());
    steer(self, watch, at);
  }

  static void look_for_acceleration(Instance& self, const View& at) {
    const scene::Local acceleration = at.scene.motion.local_acceleration(at.slot);
    self.has_acceleration = !std::isnan(acceleration.lon) || !std::isnan(acceleration.lat);
    if (self.has_acceleration || !self.why_none.empty()) return;
    if (const auto reason = why_missing(at.scene, at.slot, *fact("local_acceleration.lon"))) self.why_none = *reason;
  }

  // Where steering is all that could be judged.
  static std::string note(const Instance& self, const View&, Time /*last*/) {
    if (self.has_acceleration || self.why_none.empty()) return {};
    return "Left out: accelerations and jerks (" + self.why_none + ").";
  }

  static void take(Instance& self, std::size_t value, std::size_t level, double now) {
    const double bound = self.bands[value].from[level];
    const bool is_higher = static_cast<int>(level) > self.worst.level;
    const bool is_further =
        static_cast<int>(level) == self.worst.level && now / bound > self.worst.peak / self.worst.bound;
    if (is_higher || is_further) self.worst = {static_cast<int>(level), value, now, bound};
  }

  // Steering to and fro, as jitter_policy sees it.
  static void steer(Instance& self, Watch& watch, const View& at) {
    if (!self.steering.move(at)) {
      self.steering.begin_anew(at.now());
      self.chain = {};
    } else if (const auto done = self.steering.turn(at.now())) {
      self.chain.add(*done);
      if (self.chain.is_jitter() && !self.oscillation.is_open()) watch.open(self.oscillation, self.chain.begin);
    }
    if (self.oscillation.is_open() && exceeds(at.now() - self.chain.end, kLongestPause))
      close_oscillation(self, watch, EndedBy::condition);
  }

  static void end(Instance& self, Watch& watch, EndedBy ended_by) {
    if (self.lifecycle.is_open()) close(self, watch, self.lifecycle.end(ended_by, watch.end_time(ended_by)));
    if (self.oscillation.is_open()) close_oscillation(self, watch, ended_by);
    sum_up(self, watch, ended_by);
  }

  static void count(Instance& self, std::size_t level, double duration) {
    self.events[level] += 1.0;
    self.seconds[level] += duration;
  }

  static void close(Instance& self, Watch& watch, const Ending& ending) {
    OpenInterval& interval = self.lifecycle.interval;
    const double duration = to_seconds(ending.at - interval.start);
    const auto level = static_cast<std::size_t>(std::max(0, self.worst.level));
    count(self, level, duration);
    const bool is_jerk = self.worst.value >= 2;
    const std::string value(kComfortValueWords[self.worst.value]), word(kComfortLevelWords[level]);
    const std::string amount = is_jerk ? jerk_words(self.worst.peak) : acceleration_words(self.worst.peak);
    const std::string path = "ride_comfort_event." + (is_jerk ? std::string("jerk") : value.substr(0, 3)) + "_" + word;
    Finding<RideComfort> finding;
    finding.kind = level == 0 ? Kind::noticeable : Kind::ride_comfort_event;
    finding.message =
        person_sentence(interval.subject->actor,
                        "was " + word + " to its passengers: " + value + " of " + amount + for_seconds(duration), path);
    finding.details = "Ride comfort: " + value + " beyond the band " + word + ". " + describe(*interval.subject) +
                      " peak: " + (is_jerk ? in_mpspsps(self.worst.peak) : in_mpsps(self.worst.peak)) +
                      " (configurable as " + path + ")";
    finding.data = Metrics{.level = word,
                           .value = value,
                           .trigger_reason = "band_exceeded",
                           .peak = self.worst.peak,
                           .bound = self.worst.bound,
                           .duration = duration};
    watch.close(interval, ending.by, ending.at, finding);
    self.worst = {};
  }

  static void close_oscillation(Instance& self, Watch& watch, EndedBy ended_by) {
    const Time last = std::min(self.chain.end, watch.end_time(ended_by));
    const double duration = to_seconds(last - self.oscillation.start);
    constexpr std::size_t kUncomfortable = 1;
    count(self, kUncomfortable, duration);
    Finding<RideComfort> finding;
    finding.message = person_sentence(
        self.oscillation.subject->actor,
        "steered to and fro " + std::to_string(self.chain.steers) + " times within " + time_words(duration),
        "ride_comfort_event.enabled");
    finding.details = "Ride comfort: steering to and fro. " + describe(*self.oscillation.subject) +
                      " steers: " + std::to_string(self.chain.steers) + " (configurable as ride_comfort_event.enabled)";
    finding.data = Metrics{.level = std::string(kComfortLevelWords[kUncomfortable]),
                           .value = "steering",
                           .trigger_reason = "steering_oscillation",
                           .peak = self.chain.per_second(),
                           .bound = kMaxSteersPerSecond,
                           .duration = duration};
    watch.close(self.oscillation, ended_by, last, finding);
    self.chain = {};
  }

  static std::array<double, 3> plot(const Instance& self, const View&) {
    constexpr std::size_t kUncomfortable = 1;
    return {self.bands[0].from[kUncomfortable], self.bands[1].from[kUncomfortable], self.bands[2].from[kUncomfortable]};
  }

  // One more interval, without an issue: the whole drive.
  static void sum_up(Instance& self, Watch& watch, EndedBy ended_by) {
    const Time last = watch.end_time(ended_by);
    const double drive = to_seconds(last - self.begin);
    if (!(drive > 0.0)) return;
    OpenInterval whole;
    watch.open(whole, self.begin);
    Finding<RideComfort> finding;
    finding.is_issue = false;
    // Steering alone does not tell how many events of a level there were.
    Metrics sums{.level = "run", .duration = drive};
    if (self.has_acceleration) {
      sums.events_noticeable = self.events[0];
      sums.events_uncomfortable = self.events[1];
      sums.events_harsh = self.events[2];
      sums.share_noticeable = self.seconds[0] / drive;
      sums.share_uncomfortable = self.seconds[1] / drive;
      sums.share_harsh = self.seconds[2] / drive;
    }
    finding.data = sums;
    watch.close(whole, ended_by, last, finding);
  }
};

}  // namespace

watch::Check ride_comfort_event() {
  using Kind = RideComfort::Kind;
  return make_actor_check<RideComfort>({
      .name = "ride_comfort_event",
      .summary = "The vehicle accelerates, brakes or steers so that passengers notice.",
      .doc =
          "Acceleration along and across the vehicle, and jerk along and across it, are compared with three bands:\n"
          "noticeable, uncomfortable and harsh. An interval opens where one of them has been beyond a band for\n"
          "`ride_comfort_event.debounce_start_time` without changing its sign, starts where that began, and ends "
          "where\n"
          "all are inside again. Its level is the highest band that a value stayed beyond for that long. An event "
          "that\n"
          "is only noticeable is an info, whatever `ride_comfort_event.issue_severity` says: everyday driving is full\n"
          "of them. A value that the run does not give, and that may not be derived, is left out.\n"
          "\n"
          "Jerk is the difference of accelerations. Where a run's accelerations jump from step to step, as SUMO's do\n"
          "(its drivers choose a new speed in each step), events of jerk are true of the run, and say little of a\n"
          "real vehicle: then raise `ride_comfort_event.jerk_noticeable` and the two after it.\n"
          "\n"
          "Steering to and fro, as `jitter_policy` defines it (at least 4 steers of 0.7 m, more than one in 2 s), is\n"
          "an uncomfortable event, too. When the vehicle's drive is over, one more interval without an issue tells "
          "how\n"
          "many events of each level there were, and their share of the time; nothing where the run has no "
          "accelerations.",
      .remedy = "Look at how the vehicle is controlled, or set the bands to what its passengers should feel.",
      .for_npc = false,
      .merge_gap = std::nullopt,
      .kinds = kinds_of<Kind>(
          {{Kind::ride_comfort_event, "ride_comfort_event", Severity::warning, Severity::info,
            "Accelerated, braked or steered so that passengers feel uncomfortable, or worse.", &kComfortSeverity},
           {Kind::noticeable, "ride_comfort_event", Severity::info, Severity::info,
            "Accelerated or braked so that passengers notice."}}),
      .parameters = {&kComfortLonNoticeable, &kComfortLonUncomfortable, &kComfortLonHarsh, &kComfortLatNoticeable,
                     &kComfortLatUncomfortable, &kComfortLatHarsh, &kComfortJerkNoticeable, &kComfortJerkUncomfortable,
                     &kComfortJerkHarsh, &kComfortDebounce, &kComfortSeverity, &kComfortLogLevel},
      .plots = {{"Acceleration",
                 {{.name = "along", .unit = "m/s^2", .fact = fact("local_acceleration.lon")},
                  {.name = "across", .unit = "m/s^2", .fact = fact("local_acceleration.lat")},
                  {.name = "uncomfortable along", .unit = "m/s^2", .role = LineRole::limit},
                  {.name = "uncomfortable across", .unit = "m/s^2", .role = LineRole::limit}}},
                {"Jerk",
                 {{.name = "along", .unit = "m/s^3", .fact = fact("local_jerk.lon")},
                  {.name = "across", .unit = "m/s^3", .fact = fact("local_jerk.lat")},
                  {.name = "uncomfortable", .unit = "m/s^3", .role = LineRole::limit}}}},
      .needs = {{fact("local_acceleration.lon"), fact("local_acceleration.lat")}, {fact("road_position")}},
      .profiles = InProfiles::modern,
  });
}

}  // namespace scrutineer::checks
