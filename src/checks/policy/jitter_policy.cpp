#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "base/text.h"
#include "watch/per_actor.h"
#include "watch/person_words.h"
#include "watch/wording.h"

namespace scrutineer::checks {
namespace {

using namespace watch;

constexpr Parameter<bool> kMayJitter{"policy.may_jitter", false, "Whether the vehicle may steer to and fro."};

constexpr double kNoticeableSteer = 0.7;     // metres
constexpr double kReversal = 0.05;           // metres back that end a steer
constexpr double kStill = 0.01;              // metres from a turning point that count as still being there
constexpr double kMaxSteersPerSecond = 0.5;  // more often is jitter ...
constexpr int kMaxSteersThreshold = 4;       // ... from so many on
constexpr Duration kLongestPause = std::chrono::seconds(2);  // 1 / kMaxSteersPerSecond

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

  // One movement to one side: from where it was last at the turning point before, to where it came furthest first.
  struct Steer {
    int side = 0;  // 1: to the left, -1: to the right, 0: none yet
    double from = 0.0, furthest = 0.0;
    Time begin{}, reached{};
    Time last_there{};  // the last time that it was still at the furthest place: where the way back begins
    double size() const { return std::abs(furthest - from); }
    bool is_noticeable() const { return size() >= kNoticeableSteer; }
  };
  // Noticeable steers in quick succession.
  struct Chain {
    int steers = 0;
    Time begin{}, end{};
    double largest = 0.0;
    double per_second() const { return steers / to_seconds(end - begin); }
    bool is_jitter() const { return steers >= kMaxSteersThreshold && per_second() > kMaxSteersPerSecond; }
  };
  struct Instance {
    bool enabled;
    Duration merge_gap;
    // Where it was a frame ago: the road's direction there, turned the way the vehicle is followed.
    bool has_before = false;
    scene::Vector direction{};
    map::RoadId road;
    double t = 0.0;
    double lateral = 0.0;  // metres moved to the left in all
    Steer steer;
    Chain chain;
    Chain jitter;       // what the open interval holds ...
    Time grows_with{};  // ... by the chain that began then, ...
    Chain earlier;      // ... and what it is joined with
    OpenInterval interval;
  };

  static Instance create(const Setup& setup) {
    Instance instance{};
    instance.enabled = !setup.get(kMayJitter);
    instance.merge_gap = setup.merge_gap();
    instance.steer.begin = instance.steer.last_there = setup.now();
    return instance;
  }

  static std::string_view switched_off(const Instance& self) {
    return self.enabled ? "" : "policy.may_jitter allows it";
  }

  static void step(Instance& self, Watch& watch, const View& at) {
    if (!self.enabled) return;
    const bool had_before = self.has_before;
    if (!move(self, at)) {
      // Off all roads there is no sideways.
      if (had_before) begin_anew(self, watch, at);
      return;
    }
    if (!had_before) self.steer.begin = self.steer.last_there = at.now();
    steer_on(self, watch, at.now());
    look_for_end(self, watch, at.now());
  }

  // Adds how far it moved to the left of the road's direction since the frame before. On one road that is the change of
  // t; from one road to another the part of the step across both directions' mean, as t starts anew there.
  static bool move(Instance& self, const View& at) {
    const map::NearLane* near = at.scene.places.nearest_lane(at.slot);
    const bool had_before = self.has_before;
    self.has_before = near != nullptr;
    if (near == nullptr) return false;
    const map::RoadPosition& here = near->position;
    const scene::Vector reference = had_before ? self.direction : at.scene.motion.heading(at.slot);
    const double side = reference.x * here.tangent_x + reference.y * here.tangent_y >= 0.0 ? 1.0 : -1.0;
    const scene::Vector direction{side * here.tangent_x, side * here.tangent_y};
    if (had_before && here.road == self.road) {
      self.lateral += side * (here.t - self.t);
    } else if (had_before) {
      const trace::ActorState &now = at.state(), &before = at.scene.actors.state(at.slot, 1);
      const double dx = now.x - before.x, dy = now.y - before.y;
      const double x = self.direction.x + direction.x, y = self.direction.y + direction.y;
      self.lateral += (dy * x - dx * y) / std::hypot(x, y);
    }
    self.direction = direction;
    self.road = here.road;
    self.t = here.t;
    return true;
  }

  static void steer_on(Instance& self, Watch& watch, Time now) {
    Steer& steer = self.steer;
    if (steer.side == 0) {
      const double moved = self.lateral - steer.from;
      if (std::abs(moved) < kStill) steer.begin = now;
      if (std::abs(moved) < kReversal) return;
      steer.side = moved > 0.0 ? 1 : -1;
      steer.furthest = self.lateral;
      steer.reached = steer.last_there = now;
      return;
    }
    const double further = steer.side * (self.lateral - steer.furthest);
    if (further > 0.0) {
      steer.furthest = self.lateral;
      steer.reached = now;
    }
    if (further > -kStill) steer.last_there = now;
    if (further > -kReversal) return;
    // It turned: the steer is done.
    if (steer.is_noticeable()) add(self, watch, steer);
    steer = {.side = -steer.side,
             .from = steer.furthest,
             .furthest = self.lateral,
             .begin = steer.last_there,
             .reached = now,
             .last_there = now};
  }

  static void add(Instance& self, Watch& watch, const Steer& steer) {
    Chain& chain = self.chain;
    if (chain.steers == 0 || steer.reached - chain.end > kLongestPause) chain = {.steers = 0, .begin = steer.begin};
    ++chain.steers;
    chain.end = steer.reached;
    chain.largest = std::max(chain.largest, steer.size());
    if (!chain.is_jitter()) return;
    if (!self.interval.is_open() || chain.begin != self.grows_with) {
      const bool joins = self.interval.is_open() && chain.begin - self.jitter.end < self.merge_gap;
      if (self.interval.is_open() && !joins) close(self, watch, EndedBy::condition);
      if (!joins) watch.open(self.interval, chain.begin);
      self.earlier = joins ? self.jitter : Chain{};
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
    const Time latest = self.chain.end + kLongestPause;
    return self.chain.steers > 0 && (now <= latest || (self.steer.is_noticeable() && self.steer.reached <= latest));
  }

  static void look_for_end(Instance& self, Watch& watch, Time now) {
    if (!self.interval.is_open()) [[likely]]
      return;
    const bool goes_on = may_go_on(self, now);
    if (goes_on && self.chain.begin == self.grows_with) return;
    // What may become jitter next, soon enough to be one with this?
    const Time next = goes_on ? self.chain.begin : self.steer.begin;
    if (next - self.jitter.end >= self.merge_gap) close(self, watch, EndedBy::condition);
  }

  static void begin_anew(Instance& self, Watch& watch, const View& at) {
    if (self.interval.is_open()) close(self, watch, EndedBy::condition);
    self.chain = {};
    self.steer = {.from = self.lateral, .furthest = self.lateral, .begin = at.now(), .last_there = at.now()};
  }

  static void end(Instance& self, Watch& watch, EndedBy ended_by) {
    if (!self.interval.is_open()) return;
    const bool goes_on = self.chain.begin == self.grows_with && may_go_on(self, watch.end_time(ended_by));
    close(self, watch, goes_on ? ended_by : EndedBy::condition);
  }

  static std::array<double, 1> plot(const Instance& self, const View&) { return {self.lateral}; }

  static void close(Instance& self, Watch& watch, EndedBy ended_by) {
    const Chain& jitter = self.jitter;
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
