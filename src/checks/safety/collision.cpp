#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "base/clock_rounding.h"
#include "base/quantity.h"
#include "checks/detail/collision_metrics.h"
#include "checks/detail/collision_numbers.h"
#include "checks/detail/crashes.h"
#include "checks/detail/fault.h"
#include "checks/detail/passing_through.h"
#include "checks/detail/r157_events.h"
#include "scene/attachment.h"
#include "scene/conflict_measures.h"
#include "scene/straddling.h"
#include "watch/per_actor.h"
#include "watch/person_words.h"
#include "watch/wording.h"

namespace scrutineer::checks {
namespace {

using namespace watch;

enum class CollisionKind : std::uint8_t {
  collision_in_sut_control,
  collision_in_hybrid_control,
  collision_in_manual_control,
  collision,
  one_vehicle_in_two_parts,
};

CollisionKind kind_of(const SubjectRef& subject) {
  if (!subject.actor.is_ego) return CollisionKind::collision;
  switch (subject.driver) {
    case trace::Driver::sut_driver:
      return CollisionKind::collision_in_sut_control;
    case trace::Driver::hybrid_driver:
      return CollisionKind::collision_in_hybrid_control;
    default:
      return CollisionKind::collision_in_manual_control;
  }
}

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

// "front_left" as people say it.
std::string in_words(std::string side) {
  std::ranges::replace(side, '_', ' ');
  return side;
}

// How fast they moved against each other; empty: nobody knows.
std::string against(double delta_v) {
  return std::isnan(delta_v) ? "" : " at a closing speed of " + speed_words(delta_v);
}

// How fast each of them was.
std::string speeds_on_contact(double speed, double other_speed) {
  if (std::isnan(speed) || std::isnan(other_speed)) return "";
  return "; speeds in the first frame of contact: " + speed_words(speed) + " and " + speed_words(other_speed);
}

std::string speed_text(double speed) { return std::isnan(speed) ? "unknown" : in_kph(speed); }

scene::FlatBox seen_from_above(const scene::Box& box) {
  return {box.x, box.y, std::cos(box.yaw), std::sin(box.yaw), 0.5 * box.length, 0.5 * box.width};
}

// Two actors that touch, one of them the actor of the issue.
struct Touching {
  Lifecycle lifecycle;    // open once the issue is raised
  scene::Epoch seen = 0;  // the last frame in which they touched
  Time since{};
  SubjectRef subject;
  ActorRef other;
  std::string message, details;
  CollisionMetrics data{};
  std::optional<CrashContact> contact;  // of the ego's
  std::optional<Crash> crash;
  RaisedIssue issue;
  std::optional<scene::Attachment> together;  // not raised yet, because both may be one vehicle
  bool is_one_vehicle = false;
};

// Works on pairs. Settings and freezing belong to single actors; a pair is watched while one of its two is.
class Collision final : public Runner {
 public:
  explicit Collision(const CheckInfo& check) : check_(check) {}

  void step(Context& context) override {
    follow_actors(context);
    follow_ego(context);
    follow_those_who_touch(context.scene);
    const scene::Actors& actors = context.scene.actors;
    forget_those_who_came_off(actors);
    std::size_t touching_now = 0;
    for (const scene::Overlap& overlap : as_they_began(context.scene)) {
      if (!is_active(overlap.a) && !is_active(overlap.b)) continue;
      const Pair pair{actors.id(overlap.a), actors.id(overlap.b)};
      if (is_known_as_one_vehicle(pair) || may_hang_on(pair)) continue;
      touch(context, overlap, touching_.try_emplace(pair).first->second);
      ++touching_now;
    }
    if (touching_now < touching_.size()) end_those_apart(context);
    look_between_frames(context);
  }

  void finish(Context& context) override {
    end_if(context, [&](const Pair&, Touching& touching) {
      return std::optional(touching.lifecycle.end(EndedBy::run_end, context.now()));
    });
    for (Waiting& waiting : waiting_) record(context, waiting.touching, waiting.ending);
    waiting_.clear();
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
  std::vector<std::string> notes() const override {
    std::vector<std::string> notes = notes_;
    if (more_passings_ > 0) notes.push_back(fmt::format("the same may have happened {} more times", more_passings_));
    return notes;
  }

 private:
  using Pair = std::pair<trace::ActorId, trace::ActorId>;
  struct Member {
    trace::ActorId actor;  // invalid: nobody is there
    bool watched = false, frozen = false;
  };

  // All overlaps, those of the ego that are new in the order in which bodies met on their way from the frame before: the
  // first of them is the crash, and what comes later is its consequence.
  std::span<const scene::Overlap> as_they_began(scene::Scene& scene) {
    const scene::Actors& actors = scene.actors;
    const std::span<const scene::Overlap> all = scene.relations.overlaps();
    const auto is_new_of_ego = [&](const scene::Overlap& overlap) {
      return (actors.is_ego(overlap.a) || actors.is_ego(overlap.b)) &&
             !touching_.contains({actors.id(overlap.a), actors.id(overlap.b)});
    };
    if (all.size() < 2 || std::ranges::count_if(all, is_new_of_ego) < 2) [[likely]]
      return all;
    std::vector<std::pair<double, scene::Overlap>> begun;
    ordered_.clear();
    for (const scene::Overlap& overlap : all) {
      if (is_new_of_ego(overlap))
        begun.emplace_back(scene.relations.contact(overlap).met, overlap);
      else
        ordered_.push_back(overlap);
    }
    std::ranges::stable_sort(begun, {}, &std::pair<double, scene::Overlap>::first);
    for (const auto& [met, overlap] : begun) ordered_.push_back(overlap);
    return ordered_;
  }

  // Nothing to do where all that touched still do: of a pile of hundreds that is every pair of them.
  void end_those_apart(Context& context) {
    const scene::Actors& actors = context.scene.actors;
    end_if(context, [&](const Pair&, Touching& touching) -> std::optional<Ending> {
      if (touching.seen == actors.epoch()) return std::nullopt;
      if (!touching.lifecycle.is_open()) return Ending{context.now(), EndedBy::condition};
      const auto ending = touching.lifecycle.ends(context.now(), {});
      if (!ending) touching.lifecycle.advance(context.now(), {});
      return ending;
    });
  }

  void touch(Context& context, const scene::Overlap& overlap, Touching& touching) {
    constexpr Conditions kTouch{.starts = true, .keeps = true};
    touching.seen = context.scene.actors.epoch();
    if (touching.lifecycle.is_open())
      if (const auto ending = touching.lifecycle.ends(context.now(), kTouch)) end(context, touching, *ending);
    if (touching.together) {
      look_whether_both_are_one(context, overlap, touching);
    } else if (!touching.lifecycle.is_open() && !touching.is_one_vehicle) {
      begin(context, overlap, touching);
      if (touching.together) look_whether_both_are_one(context, overlap, touching);
    }
    if (touching.lifecycle.is_open()) touching.lifecycle.advance(context.now(), kTouch);
  }

  // What the ego may have driven through, which no frame shows. In a short step nothing is fast enough for that.
  void look_between_frames(Context& context) {
    constexpr double kShortStep = 0.15;  // seconds
    const scene::Actors& actors = context.scene.actors;
    if (actors.step_seconds() <= kShortStep || !actors.ego().valid()) [[likely]]
      return;
    const scene::Slot ego = actors.whole(actors.ego());
    for (const scene::Slot other : actors.present()) {
      if (other == ego || (!is_active(ego) && !is_active(other)) || !scene::can_be_run_into(actors.info(other)))
        continue;
      if (!seem_to_have_passed_through(context.scene, ego, other)) continue;
      if (notes_.size() >= kMostPassings) {
        ++more_passings_;
        continue;
      }
      notes_.push_back(describe(actor_ref(context.scene, ego)) + " may have driven through " +
                       describe(actor_ref(context.scene, other)) + " between " +
                       in_seconds(to_seconds(context.previous)) + " and " + in_seconds(to_seconds(context.now())) +
                       ": they overlap in neither frame, but would have in between if both moved evenly; the steps of "
                       "the run are too long to tell");
    }
  }

  void look_whether_both_are_one(Context& context, const scene::Overlap& overlap, Touching& touching) {
    const scene::Actors& actors = context.scene.actors;
    const auto answer = touching.together->after(actors.state(overlap.a), actors.state(overlap.b),
                                                 to_seconds(context.now() - context.previous));
    if (answer == scene::Attachment::Answer::not_known) return;
    const scene::Attachment together = *std::exchange(touching.together, std::nullopt);
    if (answer == scene::Attachment::Answer::two) return raise(context, touching);
    touching.is_one_vehicle = true;
    if (touching.crash) crashes_.end(touching.crash->number, context.now());
    one_vehicle_.insert_or_assign({actors.id(overlap.a), actors.id(overlap.b)}, together);
    tell_one_vehicle(context, touching);
  }

  bool is_known_as_one_vehicle(const Pair& pair) const { return !one_vehicle_.empty() && one_vehicle_.contains(pair); }
  // As long as they hold together: where they bend, they may overlap again and again. Who has come off is another vehicle
  // from then on.
  void forget_those_who_came_off(const scene::Actors& actors) {
    std::erase_if(one_vehicle_, [&](const auto& known) {
      const scene::Slot a = actors.slot_of(known.first.first), b = actors.slot_of(known.first.second);
      return a.valid() && b.valid() && !known.second.holds(actors.state(a), actors.state(b));
    });
  }

  bool is_active(scene::Slot slot) const {
    const Member& member = members_[slot.index()];
    return member.watched && !member.frozen;
  }

  static bool has_anybody_left(const scene::Actors& actors) {
    return !actors.vanished().empty() ||
           std::ranges::any_of(actors.present(), [&](scene::Slot slot) { return actors.relocated(slot); });
  }

  void follow_actors(Context& context) {
    const scene::Actors& actors = context.scene.actors;
    members_.resize(actors.slot_count());
    for (const scene::Slot slot : actors.vanished()) members_[slot.index()] = {};
    for (const scene::Slot slot : actors.appeared()) {
      members_[slot.index()] = {actors.id(slot), watches(check_, context, slot), early_.take(actors.id(slot))};
      if (members_[slot.index()].watched) ++created_;
    }
    if (touching_.empty() || !has_anybody_left(actors)) return;
    // An actor that vanished or was relocated touched the other for the last time in the previous frame.
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
    touching.since = context.now();
    touching.subject = subject_of(scene, own);
    touching.other = actor_ref(scene, other);

    const scene::Contact contact = scene.relations.contact(overlap);
    const std::string side(to_word(swapped ? contact.side_b : contact.side_a));
    const std::string other_side(to_word(swapped ? contact.side_a : contact.side_b));
    const scene::Vector before = velocity_before(scene, own), other_before = velocity_before(scene, other);
    const double delta_v = std::hypot(before.x - other_before.x, before.y - other_before.y);
    const double speed = lon_speed(scene, own), other_speed = lon_speed(scene, other);
    touching.data = CollisionMetrics{.side = side,
                                     .other_side = other_side,
                                     .velocity = speed,
                                     .other_velocity = other_speed,
                                     .acceleration = lon_acceleration(scene, own),
                                     .other_acceleration = lon_acceleration(scene, other),
                                     .delta_v = delta_v,
                                     .contact_x = contact.x,
                                     .contact_y = contact.y};
    std::string fault;
    if (scene.actors.is_ego(own)) fault = ", " + judge(context, overlap, contact, touching);

    touching.message = person_sentence(
        touching.subject.actor,
        "collided with " + name_of(touching.other) + against(delta_v) + fault + (fault.empty() ? ", its " : "; its ") +
            in_words(side) + " against the other's " + in_words(other_side) + speeds_on_contact(speed, other_speed),
        {});
    touching.details = "Collision of " + describe(touching.subject) + " with " + describe(touching.other) + ": " +
                       side + " against " + other_side + ", speed: " + speed_text(speed) + " against " +
                       speed_text(other_speed) + ", delta_v: " + speed_text(delta_v);
    std::string parts;
    for (const auto& [whole, part] : {std::pair(own, own_part), std::pair(other, other_part)}) {
      if (whole == part) continue;
      parts += parts.empty() ? ". " : "; ";
      parts += "of " + scene.actors.info(whole).id + " its part " + scene.actors.info(part).id;
    }
    touching.details += parts;
    const scene::Attachment* hanging = find_hanging({scene.actors.id(overlap.a), scene.actors.id(overlap.b)});
    if (are_first_seen_together(scene.actors, overlap))
      touching.together.emplace(scene.actors.state(overlap.a), scene.actors.state(overlap.b));
    else if (hanging != nullptr && hanging->holds(scene.actors.state(overlap.a), scene.actors.state(overlap.b)))
      touching.together = *hanging;
    else
      raise(context, touching);
  }

  // Straddled a lane's border, and when last.
  void follow_ego(Context& context) {
    const scene::Slot ego = context.scene.actors.ego();
    if (!ego.valid()) return;
    const bool is_new = context.scene.actors.age(ego) == 1;
    if (is_new) {
      ego_ = {};
      r157_.end();  // where it was before it was put here says nothing
    }
    ego_.straddled_before = ego_.straddles;
    ego_.straddles = scene::straddles_lanes(context.scene.actors, context.scene.places, ego);
    if (ego_.straddles) ego_.last_straddled = context.now();
    if (!context.scene.places.has_map()) return;
    if (is_new) context.scene.encounters.follow(ego, scene::kConflictRange, scene::KeepTrails::no);
    r157_.step(context.scene, ego);
    for (auto& [pair, touching] : touching_) look_whether_it_was_preventable(context, touching, context.now());
    std::erase_if(waiting_, [&](Waiting& waiting) {
      look_whether_it_was_preventable(context, waiting.touching, waiting.ending.at);
      const bool is_known = !is_in_event(waiting.touching);
      if (is_known) record(context, waiting.touching, waiting.ending);
      return is_known;
    });
  }

  // An event of UN R157 goes on with the other: its end may change whose fault it is.
  bool is_in_event(const Touching& touching) const {
    return touching.contact && !touching.contact->is_preventable &&
           std::ranges::any_of(r157_.open(),
                               [&](const R157Event& event) { return event.other_ref.uid == touching.other.uid; });
  }

  // Known only while the event goes on: would a careful driver have collided, too?
  void look_whether_it_was_preventable(Context& context, Touching& touching, Time end) {
    if (!touching.contact || touching.contact->is_preventable) return;
    for (const auto events : {r157_.open(), r157_.ended()}) {
      for (const R157Event& event : events) {
        if (event.other_ref.uid != touching.other.uid || !event.cc.has_collided()) continue;
        const std::string before = checks::in_words(judged(*touching.contact));
        touching.contact->is_preventable = false;
        const FaultVerdict verdict = judged(*touching.contact);
        take(verdict, touching.data);
        context.findings.amend(touching.issue, end, values_of(touching.data));
        context.findings.reword(touching.issue, before, checks::in_words(verdict));
      }
    }
  }

  // Fills in what is told of collisions of the ego only; the verdict in words.
  std::string judge(Context& context, const scene::Overlap& overlap, const scene::Contact& contact,
                    Touching& touching) {
    scene::Scene& scene = context.scene;
    const scene::Actors& actors = scene.actors;
    const bool swapped = actors.is_ego(overlap.b);
    const scene::Slot ego = swapped ? overlap.b : overlap.a, other = swapped ? overlap.a : overlap.b;
    const trace::ActorState &own = actors.state(ego), &others = actors.state(other);
    touching.crash = crashes_.begin(context.now(), touching.other.uid, own.x, own.y);
    const auto stands = [&](scene::Slot slot) {
      const scene::Vector before = velocity_before(scene, slot);
      const double speed = std::hypot(before.x, before.y);
      return std::isnan(speed) ? std::abs(lon_speed(scene, slot)) <= kStandingStill : speed <= kStandingStill;
    };
    const trace::ActorInfo& info = actors.info(other);
    CrashContact known{
        .is_secondary = !touching.crash->is_first,
        .is_first_frame = actors.age(ego) == 1 || actors.age(other) == 1,
        .ego_stands = stands(ego),
        .other_stands = stands(other),
        .ego_speed = speed_along_before(scene, ego),
        .side = swapped ? contact.side_b : contact.side_a,
        .other_side = swapped ? contact.side_a : contact.side_b,
        .angle = std::remainder(others.yaw - own.yaw, 2.0 * kPi),
        .other_is_object = info.type == trace::ActorType::plain_object,
        .other_is_vru = info.is_vru,
        .has_map = scene.places.has_map(),
        .ego_straddles = ego_.straddled_before,
        .other_straddles = scene::straddles_lanes(actors, scene.places, other),
        .ego_straddled_lately = !exceeds(context.now() - ego_.last_straddled, kLately),
        .ego_is_in_own_lane = drives_along_lane(scene, ego),
        .other_is_against_lane = scene.places.has_map() && !drives_along_lane(scene, other),
    };
    for (const R157Event& event : r157_.open())
      if (event.other_ref.uid == touching.other.uid && event.cc.has_collided()) known.is_preventable = false;
    touching.contact = known;
    const FaultVerdict verdict = judged(known);
    CollisionMetrics& data = touching.data;
    data.crash = touching.crash->number;
    data.impact_angle = known.angle;
    const double dx = contact.x - own.x, dy = contact.y - own.y, cos = std::cos(own.yaw), sin = std::sin(own.yaw);
    data.impact_lon = cos * dx + sin * dy;
    data.impact_lat = cos * dy - sin * dx;
    const double mass = mass_of_all(actors, ego), other_mass = mass_of_all(actors, other);
    data.ego_delta_v = data.delta_v * scene::share_of_impact(mass, other_mass);
    data.other_delta_v = data.delta_v * scene::share_of_impact(other_mass, mass);
    take(verdict, data);
    return checks::in_words(verdict);
  }

  static void take(const FaultVerdict& verdict, CollisionMetrics& data) {
    data.collision_type = kCollisionTypes.at(static_cast<std::size_t>(verdict.type));
    data.crash_form = kCrashForms.at(static_cast<std::size_t>(verdict.form));
    data.fault = kFaults.at(static_cast<std::size_t>(verdict.fault));
    data.fault_rule = kFaultRules.at(static_cast<std::size_t>(verdict.rule));
    data.at_fault_nuplan = verdict.at_fault_nuplan;
  }

  static double speed_along_before(scene::Scene& scene, scene::Slot slot) {
    const double before = scene.motion.previous_local_speed(slot).lon;
    return std::isnan(before) ? lon_speed(scene, slot) : before;
  }
  static bool drives_along_lane(scene::Scene& scene, scene::Slot slot) {
    return scene.places.has_map() && std::abs(scene.places.lane_heading(slot)) <= 0.5 * kPi;
  }
  static double mass_of_all(const scene::Actors& actors, scene::Slot slot) {
    double mass = 0.0;
    for (const scene::Slot part : actors.parts(slot)) mass += scene::mass_of(actors.info(part));
    return mass;
  }

  static bool are_first_seen_together(const scene::Actors& actors, const scene::Overlap& overlap) {
    if (actors.info(overlap.a).is_static || actors.info(overlap.b).is_static) return false;
    return std::ranges::any_of(std::array{overlap.a, overlap.b}, [&](scene::Slot slot) {
      return actors.since(slot) == actors.time() && !actors.relocated(slot);
    });
  }

  // Who touched the ego without overlapping it when both were first seen may be its trailer, and overlap it in a bend.
  void follow_those_who_touch(scene::Scene& scene) {
    const scene::Actors& actors = scene.actors;
    for (auto one = hanging_.begin(); one != hanging_.end();) {
      const scene::Slot a = actors.slot_of(one->first.first), b = actors.slot_of(one->first.second);
      const bool are_here = a.valid() && b.valid() && !actors.relocated(a) && !actors.relocated(b);
      const bool goes_on = are_here && one->second.after(actors.state(a), actors.state(b), actors.step_seconds()) !=
                                           scene::Attachment::Answer::two;
      one = goes_on ? std::next(one) : hanging_.erase(one);
    }
    const scene::Slot ego = actors.ego();
    if (!ego.valid() || actors.whole(ego) != ego) return;
    const bool is_new = actors.since(ego) == actors.time() && !actors.relocated(ego);
    for (const scene::Slot other : is_new ? actors.present() : actors.appeared()) {
      if (other == ego || !touch_without_overlap(scene, ego, other)) continue;
      const bool is_first = actors.uid(ego) < actors.uid(other);
      const scene::Slot a = is_first ? ego : other, b = is_first ? other : ego;
      hanging_.try_emplace({actors.id(a), actors.id(b)}, actors.state(a), actors.state(b));
    }
  }

  static bool touch_without_overlap(scene::Scene& scene, scene::Slot ego, scene::Slot other) {
    constexpr double kTouch = 0.1;  // metres: rounded numbers
    const scene::Actors& actors = scene.actors;
    if (actors.info(ego).is_static || actors.info(other).is_static) return false;
    double nearest = kNone;
    for (const scene::Slot own : actors.parts(ego)) {
      for (const scene::Slot part : actors.parts(other)) {
        const scene::Box a = scene.relations.box(own), b = scene.relations.box(part);
        if (!(a.z_low < b.z_high && b.z_low < a.z_high)) continue;
        const scene::FlatBox one = seen_from_above(a), another = seen_from_above(b);
        if (scene::overlap_depth(one, another) > 0.0) return false;
        nearest = std::fmin(nearest, scene::distance(one, another));
      }
    }
    return nearest <= kTouch;
  }

  const scene::Attachment* find_hanging(const Pair& pair) const {
    const auto found = hanging_.empty() ? hanging_.end() : hanging_.find(pair);
    return found == hanging_.end() ? nullptr : &found->second;
  }
  // Nobody can tell yet.
  bool may_hang_on(const Pair& pair) const {
    const scene::Attachment* hanging = find_hanging(pair);
    return hanging != nullptr && hanging->answer() == scene::Attachment::Answer::not_known;
  }

  static Issue issue_of(const Context& context, const Touching& touching) {
    Issue issue;
    issue.time = issue.end = context.now();
    issue.start = touching.since;
    issue.actor = touching.subject.actor;
    issue.other = touching.other;
    issue.driver = touching.subject.driver;
    return issue;
  }

  void raise(Context& context, Touching& touching) {
    if (touching.crash) crashes_.confirm(touching.crash->number);
    OpenInterval& interval = touching.lifecycle.interval;
    interval.start = touching.since;
    interval.subject = std::make_unique<SubjectRef>(touching.subject);
    context.findings.interval_started(check_, touching.subject.actor, touching.since);
    Issue issue = issue_of(context, touching);
    // Not needed again, and there may be as many as pairs of actors.
    issue.message = std::exchange(touching.message, {});
    issue.details = details_of(issue.time, std::exchange(touching.details, {}));
    issue.data = values_of(touching.data);
    touching.issue = context.findings.raise(check_, kind_info(check_, kind_of(touching.subject)), std::move(issue));
  }

  void tell_one_vehicle(Context& context, const Touching& touching) {
    Issue issue = issue_of(context, touching);
    const std::string what =
        " overlap and move as one: looks like one vehicle in two parts (if so, declare it with actors.ID.parent in the "
        "manifest; collisions between both are not reported)";
    issue.message = person_sentence(touching.subject.actor, "and " + name_of(touching.other) + what, {});
    issue.details = details_of(issue.time, describe(touching.subject) + " and " + describe(touching.other) + what);
    issue.data = values_of(touching.data);
    context.findings.raise(check_, kind_info(check_, CollisionKind::one_vehicle_in_two_parts), std::move(issue));
  }

  void end(Context& context, Touching& touching, const Ending& ending) {
    if (touching.is_one_vehicle || (touching.together && ending.by == EndedBy::frozen)) return;
    if (std::exchange(touching.together, std::nullopt)) raise(context, touching);
    touching.data.duration = to_seconds(ending.at - touching.lifecycle.interval.start);
    if (touching.crash) crashes_.end(touching.crash->number, ending.at);
    context.findings.amend(touching.issue, ending.at, values_of(touching.data));
    if (is_in_event(touching))
      waiting_.push_back({std::move(touching), ending});
    else
      record(context, touching, ending);
  }

  void record(Context& context, Touching& touching, const Ending& ending) {
    RecordedFinding finding;
    finding.data = values_of(touching.data);
    finding.other = touching.other;
    Watch(check_, context, {}, ending.at).record(touching.lifecycle.interval, ending.by, ending.at, finding);
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
  std::vector<Member> members_;          // by slot
  std::vector<scene::Overlap> ordered_;  // of this frame, where their order matters
  std::map<Pair, Touching> touching_;    // the lower id first
  // Contacts that are over, but not whose fault they are.
  struct Waiting {
    Touching touching;
    Ending ending;
  };
  std::vector<Waiting> waiting_;
  std::map<Pair, scene::Attachment> one_vehicle_;  // pairs that look like one
  std::map<Pair, scene::Attachment> hanging_;      // pairs of the ego that may be one, and overlap later
  std::size_t created_ = 0;
  EarlyFreezes early_;
  struct Ego {
    bool straddles = false, straddled_before = false;
    Time last_straddled{Duration(-1) * 1'000'000'000'000};
  };
  static constexpr Duration kLately = std::chrono::seconds(2);
  Ego ego_;
  Crashes crashes_;
  R157Events r157_;
  static constexpr std::size_t kMostPassings = 20;  // of which each gets a note; the others are counted
  std::vector<std::string> notes_;
  std::size_t more_passings_ = 0;
};

}  // namespace

watch::Check collision() {
  using Kind = CollisionKind;
  return {
      {
          .name = "collision",
          .summary = "The bodies of two actors overlap.",
          .doc =
              "Two actors collide while the boxes of any of their parts (the base polygon where the run gives one)\n"
              "share an area in the plane and overlap in height, so nothing collides with a bridge above it; bodies\n"
              "that only touch do not collide. Parts of one actor never collide with each other, nor do two static "
              "objects,\n"
              "and nothing collides with bridges, overhead structures, speed bumps, vegetation and curbstones.\n"
              "\n"
              "Each pair is one interval, from the first frame in which they overlap to the first in which they no\n"
              "longer do. The issue is raised at once; its end and `duration` are filled in later. If the ego is one "
              "of\n"
              "the two, it is the issue's actor, and the kind says who was driving it when the contact began; between\n"
              "others the one that appeared first is the actor (of two that came at once the one with the lower id). "
              "A\n"
              "pair is watched if the check is enabled for one of the two.\n"
              "\n"
              "Two actors that overlap from the first frame in which both are seen did not run into each other in "
              "this\n"
              "run. If they then drive together for over 1 s, rigidly (within 0.1 m and 2 degrees) or turning about a "
              "point\n"
              "on the middle lines of both, they look like one vehicle in two parts, such as a truck and a trailer "
              "that the\n"
              "run does not tie to each other: that is reported once and is not a collision. Otherwise the collision "
              "is "
              "raised\n"
              "as soon as one of them moves relative to the other, or when either of them or the run ends. What only "
              "touches\n"
              "the ego in that frame (within 0.1 m) may be its trailer, too, and overlap it later, in a bend.\n"
              "\n"
              "The sides come from where the bodies first touched on their way from the frame before (if that is not "
              "known:\n"
              "from the area that they share). With the body stretched to a square, it is the side whose edge is "
              "nearest, or\n"
              "the corner if the point is in the outer quarter both ways. Speeds and accelerations are those of the "
              "first\n"
              "frame of the contact, `delta_v` is that of the frame before; what the run cannot tell is left out.\n"
              "\n"
              "Only frames are looked at. Where they are more than 0.15 s apart, bodies may pass through each other in "
              "between:\n"
              "if the ego and somebody would have overlapped deeply had both moved evenly, a note says so.\n"
              "\n"
              "Of a collision of the ego it is also told whose fault it is and by which rule, what it looked like, how "
              "hard\n"
              "it was for both, and which crash it belongs to: docs/conflicts.md has the table of rules. Of several "
              "contacts\n"
              "that begin in one frame, the one that came first on the way from the frame before is a crash's first.",
          .remedy =
              "See who ran into whom, how fast, and who was driving. If actors stand inside each other from the first\n"
              "frame on, the run places them wrongly or gives wrong sizes.",
          .subject = Subject::physical_object,
          .kinds = kinds_of<Kind>(
              {{Kind::collision_in_sut_control, "collision_in_sut_control", Severity::error, Severity::error,
                "The ego collided while the system under test was driving."},
               {Kind::collision_in_hybrid_control, "collision_in_hybrid_control", Severity::error, Severity::error,
                "The ego collided while the system under test shared the driving."},
               {Kind::collision_in_manual_control, "collision_in_manual_control", Severity::error, Severity::error,
                "The ego collided while somebody else was driving."},
               {Kind::collision, "collision", Severity::error, Severity::error, "Two other actors collided."},
               {Kind::one_vehicle_in_two_parts, "one_vehicle_in_two_parts", Severity::info, Severity::info,
                "Two actors overlap and move as one: they look like one vehicle in two parts.", nullptr,
                watch::Category::other}}),
          .metrics = metrics_of<CollisionMetrics>(),
          .plots = {{"Speeds of both",
                     {{.name = "speed", .unit = "m/s", .fact = fact("speed")},
                      {.name = "speed of the other", .unit = "m/s", .fact = fact("speed"), .of_other = true}}},
                    {"Acceleration", {{.name = "acceleration", .unit = "m/s^2", .fact = fact("acceleration")}}}},
          .needs = {{fact("overlaps")}},
          .kpi = collision_numbers(),
      },
      [](const CheckInfo& check, const Settings&) -> std::unique_ptr<Runner> {
        return std::make_unique<Collision>(check);
      }};
}

}  // namespace scrutineer::checks
