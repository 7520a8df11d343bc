#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "base/clock_rounding.h"
#include "base/text.h"
#include "checks/detail/steering.h"
#include "watch/per_actor.h"
#include "watch/person_words.h"
#include "watch/wording.h"

namespace scrutineer::checks {
namespace {

using namespace watch;

constexpr Parameter<bool> kMayJitter{"policy.may_jitter", false, "Whether the vehicle may steer to and fro."};

struct JitterPolicy {
  enum class Kind : std::uint8_t { jitter_policy };

  struct Metrics {
    double steers_per_second, limit;
    int steers;
    double largest_steer;

    void fields(auto& field) {
      field("steers_per_second", steers_per_second, "1/s", "How often it steered.", MetricRole::value);
      field("limit", limit, "1/s", "How often it may.", MetricRole::limit);
      field("steers", steers, "", "How many noticeable steers.");
      field("largest_steer", largest_steer, "m", "How far it moved sideways in the largest of them.");
    }
  };

  struct Instance {
    bool enabled;
    Duration merge_gap;
    Steering steering;
    SteerChain chain;
    SteerChain jitter;   // what the open interval holds ...
    Time grows_with{};   // ... by the chain that began then, ...
    SteerChain earlier;  // ... and what it is joined with
    OpenInterval interval;
  };

  static Instance create(const Setup& setup) {
    Instance instance{};
    instance.enabled = !setup.get(kMayJitter);
    instance.merge_gap = setup.merge_gap();
    instance.steering.begin_anew(setup.now());
    return instance;
  }

  static std::string_view switched_off(const Instance& self) {
    return self.enabled ? "" : "policy.may_jitter allows it";
  }

  static void step(Instance& self, Watch& watch, const View& at) {
    if (!self.enabled) return;
    const bool had_before = self.steering.has_before;
    if (!self.steering.move(at)) {
      // Off all roads there is no sideways.
      if (had_before) begin_anew(self, watch, at);
      return;
    }
    Steer& steer = self.steering.steer;
    if (!had_before) steer.begin = steer.last_there = at.now();
    if (const auto done = self.steering.turn(at.now())) add(self, watch, *done);
    look_for_end(self, watch, at.now());
  }

  static void add(Instance& self, Watch& watch, const Steer& steer) {
    SteerChain& chain = self.chain;
    chain.add(steer);
    if (!chain.is_jitter()) return;
    if (!self.interval.is_open() || chain.begin != self.grows_with) {
      const bool joins = self.interval.is_open() && !reaches(chain.begin - self.jitter.end, self.merge_gap);
      if (self.interval.is_open() && !joins) close(self, watch, EndedBy::condition);
      if (!joins) watch.open(self.interval, chain.begin);
      self.earlier = joins ? self.jitter : SteerChain{};
      self.grows_with = chain.begin;
    }
    self.jitter = chain;
    if (self.earlier.steers == 0) return;
    self.jitter.steers += self.earlier.steers;
    self.jitter.begin = self.earlier.begin;
    self.jitter.largest = std::max(chain.largest, self.earlier.largest);
  }

  // Is the chain within the time for another steer, or has a movement of that time only to turn yet?
  static bool may_go_on(const Instance& self, Time now) {
    const Time latest = self.chain.end + kLongestPause + rounding_of(kLongestPause);
    return self.chain.steers > 0 &&
           (now <= latest || (self.steering.steer.is_noticeable() && self.steering.steer.reached <= latest));
  }

  static void look_for_end(Instance& self, Watch& watch, Time now) {
    if (!self.interval.is_open()) [[likely]]
      return;
    const bool goes_on = may_go_on(self, now);
    if (goes_on && self.chain.begin == self.grows_with) return;
    // What may become jitter next, soon enough to be one with this?
    const Time next = goes_on ? self.chain.begin : self.steering.steer.begin;
    if (reaches(next - self.jitter.end, self.merge_gap)) close(self, watch, EndedBy::condition);
  }

  static void begin_anew(Instance& self, Watch& watch, const View& at) {
    if (self.interval.is_open()) close(self, watch, EndedBy::condition);
    self.chain = {};
    self.steering.begin_anew(at.now());
  }

  static void end(Instance& self, Watch& watch, EndedBy ended_by) {
    if (!self.interval.is_open()) return;
    const bool goes_on = self.chain.begin == self.grows_with && may_go_on(self, watch.end_time(ended_by));
    close(self, watch, goes_on ? ended_by : EndedBy::condition);
  }

  static std::array<double, 1> plot(const Instance& self, const View&) { return {self.steering.lateral}; }

  static void close(Instance& self, Watch& watch, EndedBy ended_by) {
    const SteerChain& jitter = self.jitter;
    Finding<JitterPolicy> finding;
    finding.message = person_sentence(self.interval.subject->actor,
                                      "steered to and fro " + std::to_string(jitter.steers) + " times within " +
                                          time_words(to_seconds(jitter.end - jitter.begin)),
                                      kMayJitter.path);
    finding.details = "Jitter comfort: " + std::to_string(jitter.steers) + " steers from " +
                      in_seconds(to_seconds(jitter.begin)) + " to " + in_seconds(to_seconds(jitter.end)) + " by " +
                      describe(*self.interval.subject) + " does not comply with may_jitter policy (configurable as " +
                      std::string(kMayJitter.path) + ")";
    finding.data = Metrics{.steers_per_second = jitter.per_second(),
                           .limit = kMaxSteersPerSecond,
                           .steers = jitter.steers,
                           .largest_steer = jitter.largest};
    watch.close(self.interval, ended_by, jitter.end, finding);
  }
};

}  // namespace

watch::Check jitter_policy() {
  using Kind = JitterPolicy::Kind;
  return make_actor_check<JitterPolicy>({
      .name = "jitter_policy",
      .summary = "The vehicle steers to and fro.",
      .doc =
          "A steer is a movement to one side of the road's direction, across lanes and from road to road. It ends\n"
          "when the vehicle has moved back by at least 5 cm, and is noticeable if it is at least 0.7 m. Noticeable\n"
          "steers that each end at most 2 s after the one before form a chain. A chain of at least 4 steers and more "
          "than 0.5\n"
          "steers per second is a violation: from the start of its first steer to the end of its last one. A movement\n"
          "that has not turned when the run ends is not counted. With `policy.may_jitter` the checker is off.\n"
          "\n"
          "The original text says both \"fewer than four\" and \"more than four\"; its formula counts four or "
          "more,\n"
          "and the texts are taken as slips.",
      .remedy = "Set `policy.may_jitter`, lower the severity, or change how the vehicle drives.",
      .kinds = kinds_of<Kind>(
          {{Kind::jitter_policy, "jitter_policy", Severity::error, Severity::info, "The vehicle steers to and fro."}}),
      .parameters = {&kMayJitter},
      .plots = {{"Movement to the left of the road's direction", {{.name = "to the left", .unit = "m"}}},
                {"Yaw rate", {{.name = "yaw rate", .unit = "rad/s", .fact = fact("yaw_rate")}}}},
      .needs = {{fact("road_position")}},
      .replaced_by = "ride_comfort_event",
      .status = Status::deprecated,
  });
}

}  // namespace scrutineer::checks
