#include <array>
#include <cmath>
#include <utility>

#include "checks/detail/shared_parameters.h"
#include "watch/clock.h"
#include "watch/per_actor.h"
#include "watch/person_words.h"
#include "watch/wording.h"

namespace scrutineer::checks {
namespace {

using namespace watch;
using namespace literals;

#define CONFIG "ftlx_global_eval_config.ego_teleportation_checker_config."

constexpr std::array<std::string_view, 5> kSeverities{"ignore", "info", "warning", "error_continue", "error"};

constexpr Parameter<double> kFactor{
    CONFIG "distance_factor_threshold", 1.2,
    "The largest distance of a sample, as a multiple of the smoothed distance, before the tolerance.", kNotNegative};
constexpr Parameter<Distance> kTolerance{CONFIG "distance_threshold_tolerance", 0.5_m,
                                         "Added to that: a sample may always move this far.", kNotNegative};
constexpr Parameter<Severity> kSeverity{CONFIG "issue_severity", Severity::warning, kSeverities,
                                        "The severity of its issues."};
constexpr Parameter<Seconds> kRate{CONFIG "sample_clk_rate", 0.1_s, "How often the position is looked at.", kPositive};
constexpr Parameter<Seconds> kSmoothing{CONFIG "smoothing_time", 0.4_s,
                                        "The time constant of the smoothed distance: larger is smoother and slower.",
                                        kNotNegative};
constexpr Parameter<bool> kEnabled{CONFIG "enabled", true, "Whether the checker is on."};
constexpr Parameter<LogLevel> kLogLevel{CONFIG "log_level", LogLevel::info_level, kLogLevels,
                                        "How much the check says: with debug_level when each interval starts and ends, "
                                        "with trace_level also every sample with its threshold."};
#undef CONFIG

struct Teleportation {
  enum class Kind : std::uint8_t { teleportation };

  struct Metrics {
    double measured_speed, measured_distance;
    std::string trigger_reason;
    double interval_duration, distance_threshold, measured_time;

    void fields(auto& field) {
      field("measured_speed", measured_speed, "m/s",
            "The object's speed when the interval began; where the run reports none, the speed before the jump.");
      field("measured_distance", measured_distance, "m",
            "The largest distance between two samples, as the object moved.", MetricRole::value);
      field("trigger_reason", trigger_reason, "", "What opened the interval.");
      field("interval_duration", interval_duration, "s", "How long the interval was open.");
      field("distance_threshold", distance_threshold, "m",
            "What would have been allowed in the time between these samples.", MetricRole::limit);
      field("measured_time", measured_time, "s", "The time between these two samples.");
    }
  };

  // From one look at the object to the next.
  struct Sample {
    double distance = 0.0, seconds = 0.0;
    double per_period = 0.0;  // the distance scaled to one period: what is judged
  };

  struct Instance {
    PeriodicClock clock;
    double rate, smoothing, factor, tolerance;
    bool has_sample = false;
    Time sampled{};                  // when ...
    double x = 0.0, y = 0.0;         // ... and where the last sample was taken
    double smoothed = std::nan("");  // the moving average of distances; NaN: none yet
    bool is_beyond = false;
    double threshold = 0.0;  // while it is beyond: fixed when that began
    Lifecycle lifecycle;
    double moved = std::nan("");  // between the last two samples, per period; NaN: there were none yet
    double speed = 0.0;           // when the interval began
    Sample largest = {};          // of the interval
    double exceeded = 0.0;        // by that sample
    bool traces = false;
    std::string_view factor_path, tolerance_path;  // by which users know them
  };

  static Instance create(const Setup& setup) {
    const double rate = setup.get(kRate).si();
    return {.clock = PeriodicClock(*from_seconds(rate)),
            .rate = rate,
            .smoothing = setup.get(kSmoothing).si(),
            .factor = setup.get(kFactor),
            .tolerance = setup.get(kTolerance).si(),
            .lifecycle = Lifecycle({.merge_gap = setup.merge_gap()}),
            .traces = setup.get(kLogLevel) == LogLevel::trace_level,
            .factor_path = setup.path(kFactor),
            .tolerance_path = setup.path(kTolerance)};
  }

  static void step(Instance& self, Watch& watch, const View& at) {
    if (!self.clock.ticks(at.now())) return;
    const trace::ActorState& state = at.state();
    Sample sample{.distance = std::hypot(state.x - self.x, state.y - self.y),
                  .seconds = to_seconds(at.now() - self.sampled)};
    // Scaled to one period, so that uneven frames and gaps in the data are no teleport.
    sample.per_period = sample.distance * self.rate / sample.seconds;
    const bool first = !self.has_sample;
    const bool reports_speed = at.scene.motion.speed_differences(at.slot) == 0;
    self.has_sample = true;
    self.sampled = at.now();
    self.x = state.x;
    self.y = state.y;
    if (std::isnan(self.smoothed) && reports_speed)
      self.smoothed = std::abs(at.scene.motion.speed(at.slot)) * self.rate;
    if (first) return;
    const double moved_before = std::exchange(self.moved, sample.per_period);
    if (std::isnan(self.smoothed)) {
      self.smoothed = sample.per_period;  // nothing to judge it by
      return;
    }
    if (self.traces) [[unlikely]]
      watch.log(LogLevel::trace_level, sample_text(self, sample, threshold_of(self)));
    judge(self, sample);
    follow(self, watch, at, sample, moved_before);
  }

  // Average and threshold stand still while it is beyond.
  static void judge(Instance& self, const Sample& sample) {
    if (self.is_beyond) {
      self.is_beyond = sample.per_period > self.threshold;
      return;
    }
    self.threshold = threshold_of(self);
    self.is_beyond = sample.per_period > self.threshold;
    if (self.is_beyond) return;
    // A time constant is one of time: after a long step more of what was before is forgotten.
    const double alpha = sample.seconds / (self.smoothing + sample.seconds);
    self.smoothed = alpha * sample.per_period + (1.0 - alpha) * self.smoothed;
  }

  static void follow(Instance& self, Watch& watch, const View& at, const Sample& sample, double moved_before) {
    const Conditions seen{.starts = self.is_beyond, .keeps = self.is_beyond};
    if (const auto ending = self.lifecycle.ends(at.now(), seen)) close(self, watch, *ending);
    const Progress progress = self.lifecycle.advance(at.now(), seen);
    if (progress == Progress::begins) {
      watch.open(self.lifecycle.interval);
      // A speed that is derived from the jump itself would say nothing.
      const bool reports_speed = at.scene.motion.speed_differences(at.slot) == 0;
      self.speed = reports_speed ? at.scene.motion.speed(at.slot) : moved_before / self.rate;
      self.largest = {};
    }
    if (!self.is_beyond || sample.per_period <= self.largest.per_period) return;
    self.largest = sample;
    self.exceeded = self.threshold;
  }

  static void close(Instance& self, Watch& watch, const Ending& ending) {
    OpenInterval& interval = self.lifecycle.interval;
    watch.close(interval, ending.by, ending.at, finding(self, Watch::closing(interval, ending)));
  }

  // Of one period.
  static double threshold_of(const Instance& self) {
    return self.is_beyond ? self.threshold : self.smoothed * self.factor + self.tolerance;
  }
  // What would have been just allowed in the time that the sample took.
  static double in_time_of(const Instance& self, const Sample& sample, double threshold) {
    return threshold * sample.seconds / self.rate;
  }

  static std::string sample_text(const Instance& self, const Sample& sample, double threshold) {
    return "moved " + in_metres(sample.distance) + " in " + in_seconds(sample.seconds) +
           ", threshold: " + in_metres(in_time_of(self, sample, threshold)) +
           ", moving average: " + in_metres(self.smoothed) + " per " + in_seconds(self.rate);
  }

  static void end(Instance& self, Watch& watch, EndedBy ended_by) {
    if (self.lifecycle.is_open()) close(self, watch, self.lifecycle.end(ended_by, watch.end_time(ended_by)));
  }

  // Distance, threshold, average; of one period.
  static std::array<double, 3> plot(const Instance& self, const View&) {
    return {self.moved, threshold_of(self), self.smoothed};
  }

  static Finding<Teleportation> finding(const Instance& self, const Closing& closing) {
    const Sample& largest = self.largest;
    const double threshold = in_time_of(self, largest, self.exceeded);
    Finding<Teleportation> finding;
    finding.message = person_sentence(closing.subject.actor,
                                      "was suddenly elsewhere: it moved " + length_words(largest.distance) + " in " +
                                          time_words(largest.seconds) + ", where its movement before allows " +
                                          length_words(threshold),
                                      self.factor_path);
    finding.details = "Teleportation detected: Distance exceeded threshold. " + describe(closing.subject) + " moved " +
                      in_metres(largest.distance) + " in " + in_seconds(largest.seconds) +
                      ", threshold: " + in_metres(threshold) + " (configurable as " + std::string(self.factor_path) +
                      " and " + std::string(self.tolerance_path.substr(self.tolerance_path.rfind('.') + 1)) + ")";
    finding.data = Metrics{.measured_speed = self.speed,
                           .measured_distance = largest.distance,
                           .trigger_reason = "distance_exceeded",
                           .interval_duration = closing.duration(),
                           .distance_threshold = threshold,
                           .measured_time = largest.seconds};
    return finding;
  }
};

}  // namespace

watch::Check teleportation() {
  using Kind = Teleportation::Kind;
  return make_actor_check<Teleportation>({
      .name = "teleportation",
      .summary = "The object moves further between two samples than its previous movement allows.",
      .doc = "Looks at the position every `sample_clk_rate`, on a grid that begins with the run, and compares the\n"
             "distance in the plane (scaled to one period where frames are late or missing) with a threshold that\n"
             "follows the object's movement: the exponential moving average of the distances so far times\n"
             "`distance_factor_threshold`, plus `distance_threshold_tolerance`. The average begins with the reported\n"
             "speed, or with the first distance, which is then not judged. While an interval is open average and\n"
             "threshold are frozen; it ends when the distance is no longer above the threshold, so an object that\n"
             "drives faster from then on keeps it open. Jumps closer together than `teleportation.merge_gap` are\n"
             "one interval. The message and the metrics give the distance and the time between the two samples as\n"
             "they were, and the threshold for that time.",
      .remedy = "Look at the simulator or the tracker that made the run. A relocation that the run announces is\n"
                "not an issue; a run whose positions jitter needs a larger `distance_threshold_tolerance`.",
      .subject = Subject::physical_object,
      .for_npc = false,
      .merge_gap = kHoveringMergeGap,
      .kinds = kinds_of<Kind>({{Kind::teleportation, "teleportation", Severity::warning, Severity::warning,
                                "The object was suddenly elsewhere.", &kSeverity}}),
      .parameters = {&kFactor, &kTolerance, &kSeverity, &kRate, &kSmoothing, &kEnabled, &kLogLevel},
      .plots = {{"Distance between two looks against the threshold that follows it",
                 {{.name = "distance", .unit = "m"},
                  {.name = "threshold", .unit = "m", .role = LineRole::limit},
                  {.name = "moving average", .unit = "m", .role = LineRole::context}}}},
  });
}

}  // namespace scrutineer::checks
