#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>
#include <vector>

#include "watch/per_actor.h"
#include "watch/wording.h"

namespace scrutineer::checks {
namespace {

using namespace watch;

enum Kind : std::size_t { kInSutControl, kInHybridControl, kInManualControl, kBetweenOthers };

Kind kind_of(const SubjectRef& subject) {
  if (!subject.actor.is_ego) return kBetweenOthers;
  switch (subject.driver) {
    case trace::Driver::sut_driver:
      return kInSutControl;
    case trace::Driver::hybrid_driver:
      return kInHybridControl;
    default:
      return kInManualControl;
  }
}

constexpr std::size_t kDuration = 9;  // its place among the metrics

// What is static stands even where the run does not say so.
double lon_speed(scene::Scene& scene, scene::Slot slot) {
  return scene.actors.info(slot).is_static ? 0.0 : scene.motion.local_speed(slot).lon;
}
double lon_acceleration(scene::Scene& scene, scene::Slot slot) {
  return scene.actors.info(slot).is_static ? 0.0 : scene.motion.local_acceleration(slot).lon;
}
scene::Vector velocity_before(const scene::Scene& scene, scene::Slot slot) {
  if (scene.actors.info(slot).is_static) return {0.0, 0.0};
  return scene.motion.previous_velocity(slot);
}

std::string speed_text(double speed) { return std::isnan(speed) ? "unknown" : in_kph(speed); }

// Two actors that touch, one of them the actor of the issue.
struct Touching {
  Lifecycle lifecycle;
  scene::Epoch seen = 0;  // the last frame in which they touched
  ActorRef other;
  std::vector<Value> data;
  RaisedIssue issue;
};

// By pair: who is enabled or frozen is known of each actor, and a pair is watched as long as it is for one of the two.
class Collision final : public Runner {
 public:
  explicit Collision(const CheckInfo& check) : check_(check) {}

  void step(Context& context) override {
    follow_actors(context);
    const scene::Actors& actors = context.scene.actors;
    for (const scene::Overlap& overlap : context.scene.relations.overlaps()) {
      if (!is_active(overlap.a) && !is_active(overlap.b)) continue;
      const auto [place, is_new] = touching_.try_emplace({actors.id(overlap.a), actors.id(overlap.b)});
      Touching& touching = place->second;
      constexpr Conditions kTouch{.starts = true, .keeps = true};
      if (!is_new)
        if (const auto ending = touching.lifecycle.ends(context.now(), kTouch)) end(context, touching, *ending);
      if (!touching.lifecycle.is_open()) begin(context, overlap, touching);
      touching.lifecycle.advance(context.now(), kTouch);
      touching.seen = actors.epoch();
    }
    end_if(context, [&](const Pair&, Touching& touching) -> std::optional<Ending> {
      if (touching.seen == actors.epoch()) return std::nullopt;
      const auto ending = touching.lifecycle.ends(context.now(), {});
      if (!ending) touching.lifecycle.advance(context.now(), {});
      return ending;
    });
  }

  void finish(Context& context) override {
    end_if(context, [&](const Pair&, Touching& touching) {
      return std::optional(touching.lifecycle.end(EndedBy::run_end, context.now()));
    });
  }

  void freeze(Context& context, trace::ActorId actor, bool frozen) override {
    const scene::Actors& actors = context.scene.actors;
    if (!actor.valid()) {
      early_.set_all(frozen);
      for (Member& member : members_) member.frozen = frozen;
    } else if (const auto member = std::ranges::find(members_, actor, &Member::actor); member != members_.end()) {
      member->frozen = frozen;
    } else {
      early_.set(actor, frozen);
    }
    end_if(context, [&](const Pair& pair, Touching& touching) -> std::optional<Ending> {
      const scene::Slot a = actors.slot_of(pair.first), b = actors.slot_of(pair.second);
      const bool is_over = !a.valid() || !b.valid();  // the next step says why
      if (is_over || is_active(a) || is_active(b)) return std::nullopt;
      return touching.lifecycle.end(EndedBy::frozen, context.now());
    });
  }

  std::size_t instances() const override { return created_; }
  std::optional<std::string> skip_reason() const override { return std::nullopt; }

 private:
  using Pair = std::pair<trace::ActorId, trace::ActorId>;
  struct Member {
    trace::ActorId actor;  // invalid: nobody is there
    bool watched = false, frozen = false;
  };

  bool is_active(scene::Slot slot) const {
    const Member& member = members_[slot.index()];
    return member.watched && !member.frozen;
  }

  void follow_actors(Context& context) {
    const scene::Actors& actors = context.scene.actors;
    members_.resize(actors.slot_count());
    for (const scene::Slot slot : actors.vanished()) members_[slot.index()] = {};
    for (const scene::Slot slot : actors.appeared()) {
      members_[slot.index()] = {actors.id(slot), watches(check_, context, slot), early_.take(actors.id(slot))};
      if (members_[slot.index()].watched) ++created_;
    }
    if (touching_.empty()) return;
    // Whoever is gone or elsewhere touches nobody any more, and was last seen to in the frame before.
    end_if(context, [&](const Pair& pair, Touching& touching) -> std::optional<Ending> {
      std::optional<EndedBy> ended_by;
      for (const trace::ActorId actor : {pair.first, pair.second}) {
        const scene::Slot slot = actors.slot_of(actor);
        if (!slot.valid() && ended_by != EndedBy::relocation) ended_by = how_it_left(context, actor);
        if (slot.valid() && actors.relocated(slot)) ended_by = EndedBy::relocation;
      }
      if (!ended_by) return std::nullopt;
      return touching.lifecycle.end(*ended_by, context.previous);
    });
  }

  void begin(Context& context, const scene::Overlap& overlap, Touching& touching) {
    scene::Scene& scene = context.scene;
    const bool swapped = scene.actors.is_ego(overlap.b);
    const scene::Slot own = swapped ? overlap.b : overlap.a, other = swapped ? overlap.a : overlap.b;
    const scene::Slot own_part = swapped ? overlap.part_b : overlap.part_a;
    const scene::Slot other_part = swapped ? overlap.part_a : overlap.part_b;
    touching.lifecycle = Lifecycle({.merge_gap = Setup(check_, context, own).merge_gap()});
    touching.other = actor_ref(scene, other);

    const scene::Contact contact = scene.relations.contact(overlap);
    const std::string side(to_word(swapped ? contact.side_b : contact.side_a));
    const std::string other_side(to_word(swapped ? contact.side_a : contact.side_b));
    const scene::Vector before = velocity_before(scene, own), other_before = velocity_before(scene, other);
    const double delta_v = std::hypot(before.x - other_before.x, before.y - other_before.y);
    const double speed = lon_speed(scene, own), other_speed = lon_speed(scene, other);
    touching.data = {side,
                     other_side,
                     speed,
                     other_speed,
                     lon_acceleration(scene, own),
                     lon_acceleration(scene, other),
                     delta_v,
                     contact.x,
                     contact.y,
                     std::numeric_limits<double>::quiet_NaN()};

    OpenInterval& interval = touching.lifecycle.interval;
    Watch(check_, context, own, context.previous).open(interval);
    const SubjectRef& subject = *interval.subject;
    Issue issue;
    issue.time = issue.start = issue.end = interval.start;
    issue.actor = subject.actor;
    issue.other = touching.other;
    issue.driver = subject.driver;
    issue.message = "Collision of " + describe(subject) + " with " + describe(touching.other) + ": " + side +
                    " against " + other_side + ", speed: " + speed_text(speed) + " against " + speed_text(other_speed) +
                    ", delta_v: " + speed_text(delta_v);
    for (const auto& [whole, part] : {std::pair(own, own_part), std::pair(other, other_part)}) {
      if (whole == part) continue;
      if (!issue.details.empty()) issue.details += "; ";
      issue.details += "of " + scene.actors.info(whole).id + " its part " + scene.actors.info(part).id;
    }
    issue.data = touching.data;
    touching.issue = context.recorder.raise(check_, check_.kinds[kind_of(subject)], std::move(issue));
  }

  void end(Context& context, Touching& touching, const Ending& ending) {
    OpenInterval& interval = touching.lifecycle.interval;
    Finding finding;
    finding.data = std::move(touching.data);
    finding.data[kDuration] = to_seconds(ending.at - interval.start);
    finding.other = touching.other;
    context.recorder.amend(touching.issue, ending.at, finding.data);
    Watch(check_, context, {}, ending.at).record(interval, ending.by, ending.at, finding);
  }

  // Ends those for which `where` has an ending.
  template <typename Where>
  void end_if(Context& context, Where&& where) {
    for (auto at = touching_.begin(); at != touching_.end();) {
      const std::optional<Ending> ending = where(at->first, at->second);
      if (ending) end(context, at->second, *ending);
      at = ending ? touching_.erase(at) : std::next(at);
    }
  }

  const CheckInfo& check_;
  std::vector<Member> members_;        // by slot
  std::map<Pair, Touching> touching_;  // the lower id first
  std::size_t created_ = 0;
  EarlyFreezes early_;
};

}  // namespace

watch::Check collision() {
  return {
      {
          .name = "collision",
          .summary = "The bodies of two actors overlap.",
          .doc =
              "Two actors collide while the boxes of any of their parts (the base polygon where the run gives one)\n"
              "share an area in the plane and overlap in height, so nothing collides with a bridge above it; bodies\n"
              "that only touch do not. Parts of one actor never collide with each other, nor do two static objects,\n"
              "and nothing collides with bridges, overhead structures, speed bumps, vegetation and curbstones.\n"
              "\n"
              "Each pair is one interval from the first frame in which they overlap to the first in which they no\n"
              "longer do. The issue is raised at once, with its end and `duration` filled in later. Where the ego\n"
              "is one of the two it is the actor, and the kind tells who was driving it when the contact began;\n"
              "between others the one that appeared first is the actor. A pair is watched if the check is enabled\n"
              "for one of the two.\n"
              "\n"
              "Sides are told from where the bodies first touched on their way from the frame before (where that is\n"
              "not known: from the area that they share): with the body stretched to a square, the side whose edge\n"
              "is nearest, or the corner where the point is in the outer quarter both ways. Speeds and accelerations\n"
              "are those of the first frame of the contact, `delta_v` is that of the frame before; what the run\n"
              "cannot tell is left out.",
          .remedy = "See who ran into whom, how fast, and who was driving. Contacts of actors that stand inside each\n"
                    "other from the first frame on are placed wrongly by the run or have wrong sizes.",
          .subject = Subject::physical_object,
          .kinds = {{"collision_in_sut_control", Severity::error, Severity::error,
                     "The ego collided while the system under test was driving."},
                    {"collision_in_hybrid_control", Severity::error, Severity::error,
                     "The ego collided while the system under test shared the driving."},
                    {"collision_in_manual_control", Severity::error, Severity::error,
                     "The ego collided while somebody else was driving."},
                    {"collision", Severity::error, Severity::error, "Two other actors collided."}},
          .metrics = {{"side", "",
                       "Where the actor was touched: front, rear, left, right or a corner (front_left ...)."},
                      {"other_side", "", "Where the other actor was touched."},
                      {"velocity", "m/s", "Of the actor along its heading when the contact began."},
                      {"other_velocity", "m/s", "Of the other actor along its own heading."},
                      {"acceleration", "m/s^2", "Of the actor along its heading when the contact began."},
                      {"other_acceleration", "m/s^2", "Of the other actor along its own heading."},
                      {"delta_v", "m/s", "How fast they moved against each other in the last frame before.",
                       MetricRole::value},
                      {"contact_x", "m", "The centroid of the area that both covered when the contact began."},
                      {"contact_y", "m", "The centroid of the area that both covered when the contact began."},
                      {"duration", "s", "How long they overlapped."}},
          .plots = {{"Speeds of both",
                     {{.name = "speed", .unit = "m/s", .fact = "speed"},
                      {.name = "speed of the other", .unit = "m/s", .fact = "speed", .of_other = true}}},
                    {"Acceleration", {{.name = "acceleration", .unit = "m/s^2", .fact = "acceleration"}}}},
          .needs = {{"overlaps"}},
      },
      [](const CheckInfo& check, const Settings&) -> std::unique_ptr<Runner> {
        return std::make_unique<Collision>(check);
      }};
}

}  // namespace scrutineer::checks
