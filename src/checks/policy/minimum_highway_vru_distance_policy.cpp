#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include "checks/detail/shared_parameters.h"
#include "watch/per_actor.h"
#include "watch/person_words.h"
#include "watch/wording.h"

namespace scrutineer::checks {
namespace {

using namespace watch;
using namespace literals;

constexpr Parameter<Distance> kMinimumHighwayVruDistance{
    "policy.minimum_highway_vru_distance", 3.5_m, "The least distance to vulnerable road users when driving fast.",
    kNotNegative};

constexpr double kSeenWithin = 100.0;  // metres: anybody further away is not looked at

struct MinimumHighwayVruDistance {
  enum class Kind : std::uint8_t { minimum_highway_vru_distance_policy };

  struct Metrics {
    double least_distance, limit;

    void fields(auto& field) {
      field("least_distance", least_distance, "m", "The smallest distance.", MetricRole::value);
      field("limit", limit, "m", "The least distance that is far enough.", MetricRole::limit);
    }
  };

  // A vulnerable road user that the vehicle is too close to.
  struct TooClose {
    trace::ActorId vru;
    ActorRef other;
    Lifecycle lifecycle;
    double least = 0.0;
    bool holds = true;  // in this frame
  };

  struct Instance {
    double fast, limit;
    Duration merge_gap;
    double reach;  // from the centre of its first part
    std::vector<TooClose> too_close = {};
    std::vector<trace::ActorId> seen = {};  // kept only where one may be too close without being seen
  };

  static double own_reach(const trace::ActorInfo& body) { return 0.5 * body.length + 0.5 * body.width; }

  static Instance create(const Setup& setup) {
    const double limit = setup.get(kMinimumHighwayVruDistance).si();
    return {setup.get(policy::kMinimumHighwaySpeed).si(), limit, setup.merge_gap(), limit + own_reach(setup.info())};
  }

  static bool nothing_can_begin(const Context& context) { return !context.scene.actors.any_vru_so_far(); }
  static bool is_idle(const Instance& self) { return self.too_close.empty(); }

  static void step(Instance& self, Watch& watch, const View& at) {
    const bool is_fast = at.scene.motion.speed(at.slot) >= self.fast;
    const bool sees_all = self.reach <= kSeenWithin && at.scene.actors.parts(at.slot).size() == 1;
    const bool may_rest = sees_all && self.too_close.empty();
    if (!is_fast && may_rest) [[likely]]
      return;
    const bool judged = is_fast && av_state_of(at.scene, at.slot) == trace::AvState::active;
    if (!judged && may_rest) return;
    for (TooClose& one : self.too_close) one.holds = false;
    for (const scene::Slot part : at.scene.actors.parts(at.slot)) look_around(self, watch, at, part, judged);
    if (!self.too_close.empty()) [[unlikely]]
      end_those_over(self, watch, at);
  }

  // To the nearest vulnerable road user; nothing: nobody is near.
  static std::array<double, 2> plot(const Instance& self, const View& at) {
    double least = std::numeric_limits<double>::infinity();
    for (const scene::Slot part : at.scene.actors.parts(at.slot)) {
      const trace::ActorInfo& body = at.scene.actors.info(part);
      for (const scene::NearVru& near : at.scene.relations.vrus_within(part, kSeenWithin))
        least = std::min(least, near.distance - 0.5 * body.length - 0.5 * body.width);
    }
    return {least, self.limit};
  }

  static void look_around(Instance& self, Watch& watch, const View& at, scene::Slot part, bool judged) {
    const trace::ActorInfo& body = at.scene.actors.info(part);
    const double reach = self.limit + own_reach(body);
    const bool may_be_unseen = reach > kSeenWithin;
    if (may_be_unseen) {
      for (const scene::NearVru& near : at.scene.relations.vrus_within(part, kSeenWithin)) {
        const trace::ActorId id = at.scene.actors.id(near.vru);
        if (std::ranges::find(self.seen, id) == self.seen.end()) self.seen.push_back(id);
      }
    }
    if (!judged) return;
    for (const scene::NearVru& near : at.scene.relations.vrus_within(part, reach)) {
      const trace::ActorId id = at.scene.actors.id(near.vru);
      const double distance = (near.distance - 0.5 * body.length) - 0.5 * body.width;
      if (!(distance < self.limit)) continue;
      if (may_be_unseen && std::ranges::find(self.seen, id) == self.seen.end()) continue;
      take(self, watch, at, near.vru, distance);
    }
  }

  static void take(Instance& self, Watch& watch, const View& at, scene::Slot vru, double distance) {
    const trace::ActorId id = at.scene.actors.id(vru);
    auto one = std::ranges::find(self.too_close, id, &TooClose::vru);
    constexpr Conditions kHolds{.starts = true, .keeps = true};
    if (one != self.too_close.end()) {
      // Of one that is elsewhere now, what was before ends first, unless another part of the vehicle saw to that.
      const bool is_elsewhere = at.scene.actors.relocated(vru) && one->lifecycle.start() < at.now();
      const std::optional<Ending> ending =
          is_elsewhere ? one->lifecycle.end(EndedBy::relocation, watch.end_time(EndedBy::relocation))
                       : one->lifecycle.ends(at.now(), kHolds);
      if (ending) {
        close(self, watch, *one, *ending);
        self.too_close.erase(one);
        one = self.too_close.end();
      }
    }
    if (one == self.too_close.end()) {
      self.too_close.push_back({.vru = id,
                                .other = actor_ref(at.scene, vru),
                                .lifecycle = Lifecycle({.merge_gap = self.merge_gap}),
                                .least = distance});
      one = self.too_close.end() - 1;
    }
    if (one->lifecycle.advance(at.now(), kHolds) == Progress::begins)
      watch.open(one->lifecycle.interval, one->lifecycle.start());
    one->holds = true;
    one->least = std::min(one->least, distance);
  }

  static void end_those_over(Instance& self, Watch& watch, const View& at) {
    std::erase_if(self.too_close, [&](TooClose& one) {
      if (one.holds) return false;
      const std::optional<EndedBy> left = how_other_left(at.context, one.vru);
      const std::optional<Ending> ending =
          left ? one.lifecycle.end(*left, watch.end_time(*left)) : one.lifecycle.ends(at.now(), {});
      if (ending) {
        close(self, watch, one, *ending);
      } else {
        one.lifecycle.advance(at.now(), {});
      }
      return ending.has_value();
    });
  }

  static void end(Instance& self, Watch& watch, EndedBy ended_by) {
    for (TooClose& one : self.too_close) close(self, watch, one, one.lifecycle.end(ended_by, watch.end_time(ended_by)));
    self.too_close.clear();
  }

  static void close(const Instance& self, Watch& watch, TooClose& one, const Ending& ending) {
    OpenInterval& interval = one.lifecycle.interval;
    Finding<MinimumHighwayVruDistance> finding;
    finding.message = person_sentence(interval.subject->actor,
                                      "passed " + name_of(one.other) + " at " + length_words(one.least) +
                                          ", nearer than the " + length_words(self.limit) + " that it should keep",
                                      "policy.minimum_highway_vru_distance");
    finding.details = "Driving too close to VRU " + describe(one.other) + ". " + describe(*interval.subject) +
                      " distance: " + in_metres(one.least) + ", limit: " + in_metres(self.limit) +
                      " (min distance configurable as policy.minimum_highway_vru_distance)";
    finding.data = Metrics{.least_distance = one.least, .limit = self.limit};
    finding.other = one.other;
    watch.close(interval, ending.by, ending.at, finding);
  }
};

}  // namespace

watch::Check minimum_highway_vru_distance_policy() {
  using Kind = MinimumHighwayVruDistance::Kind;
  return make_actor_check<MinimumHighwayVruDistance>({
      .name = "minimum_highway_vru_distance_policy",
      .summary = "The vehicle drives fast and too close past a vulnerable road user.",
      .doc =
          "The vehicle is not slower than `policy.minimum_highway_speed` and nearer than\n"
          "`policy.minimum_highway_vru_distance` to a person, an animal, a bicycle, a wheelchair or anything else that "
          "the\n"
          "run marks as vulnerable, and that was within 100 m. It is judged only under automated control (`av_state`\n"
          "active; for vehicles other than the ego only where the run says so). The road's type does not matter, only "
          "the\n"
          "speed. Each vulnerable road user is an interval of its own.\n"
          "\n"
          "The distance is that of the centres in the plane, minus half the vehicle's length and half its width; with\n"
          "trailers, the smallest of its parts'. Road users 3 m or more above or below (on a bridge) do not count.\n"
          "\n"
          "Other vehicles do not count: they are one lane away or less all the time, and for what is ahead there is "
          "the\n"
          "time to collision (`ttc_policy`). That time says little about people whom the vehicle passes without "
          "heading for\n"
          "them; passing them this close at this speed is dangerous all the same.",
      .remedy =
          "Check whether the vehicle saw the road user, and whether it should have slowed down or kept more to the\n"
          "side. Set `policy.minimum_highway_vru_distance` to what is close for you.",
      .kinds =
          kinds_of<Kind>({{Kind::minimum_highway_vru_distance_policy, "minimum_highway_vru_distance_policy",
                           Severity::error, Severity::info, "Driving fast, too close to a vulnerable road user."}}),
      .parameters = {&policy::kMinimumHighwaySpeed, &kMinimumHighwayVruDistance},
      .plots = {{"Distance to the nearest vulnerable road user",
                 {{.name = "distance", .unit = "m"}, {.name = "limit", .unit = "m", .role = LineRole::limit}}},
                {"Speed", {{.name = "speed", .unit = "m/s", .fact = fact("speed")}}}},
      .needs = {{fact("speed")}},
      .replaced_by = "static_object_too_close",
      .status = Status::deprecated,
  });
}

}  // namespace scrutineer::checks
