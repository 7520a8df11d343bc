#include "checks/detail/conflict_watcher.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "checks/detail/rss_distance.h"

namespace scrutineer::checks {
namespace {

using namespace watch;
using namespace literals;
using scene::Encounter;
using scene::Measures;
using scene::NearMeasures;

constexpr Parameter<Distance> kRange{"conflict.range", 100.0_m, "Bodies further away than this are not looked at.",
                                     Range{.least = 0.0, .most = 300.0, .above = true}};
constexpr Parameter<Seconds> kTtcBound{"conflict.ttc", 1.5_s,
                                       "A time to collision below this is a conflict; 0: it does not count.",
                                       Range{.least = 0.0, .most = 10.0}};
constexpr Parameter<Seconds> kPetBound{"conflict.pet", 2.0_s,
                                       "A post-encroachment time below this is a conflict; 0: it does not count.",
                                       Range{.least = 0.0, .most = 10.0}};
constexpr Parameter<Seconds> kThwBound{"conflict.thw", 0.5_s,
                                       "A time headway below this is a conflict; 0: it does not count.", kNotNegative};
constexpr Parameter<Speed> kThwSpeed{"conflict.thw_min_speed", Speed::from_si(5.0),
                                     "Up to this speed of the rear one its headway does not count.", kNotNegative};
constexpr Parameter<Acceleration> kDracBound{
    "conflict.drac", Acceleration::from_si(3.0),
    "Where both need at least this deceleration to avoid contact it is a conflict; 0: it does not count.",
    kNotNegative};
constexpr Parameter<Seconds> kReactionTime{"conflict.reaction_time", 1.0_s, "After which mdrac brakes.", kNotNegative};
constexpr Parameter<bool> kRss{"conflict.rss", false,
                               "Also look at the distances of RSS; a violation is then a conflict."};

// The lesser of both that exist.
double lesser(double a, double b) { return std::isnan(a) || b < a ? b : a; }

struct At {
  double seconds, x, y;
};
void take(double value, bool is_better, const At& at, double& kept, double& time, double& x, double& y) {
  if (!std::isfinite(value) || !is_better) return;
  kept = value;
  time = at.seconds;
  x = at.x;
  y = at.y;
}
// NaN compares false: the first value is always taken.
#define SCRUTINEER_LEAST(name, value) \
  take(value, !((value) >= data.name), at, data.name, data.name##_time, data.name##_x, data.name##_y)
#define SCRUTINEER_MOST(name, value) \
  take(value, !((value) <= data.name), at, data.name, data.name##_time, data.name##_x, data.name##_y)

void take_extremes(const Measures& all, const At& at, ConflictMetrics& data) {
  SCRUTINEER_LEAST(min_ttc, all.ttc);
  SCRUTINEER_LEAST(min_mttc, all.mttc);
  SCRUTINEER_LEAST(min_thw, all.thw);
  SCRUTINEER_LEAST(min_headway, all.headway);
  SCRUTINEER_LEAST(min_trail_time, all.trail_time);
  SCRUTINEER_LEAST(min_dce, all.dce);
  SCRUTINEER_LEAST(min_wttc, all.wttc);
  SCRUTINEER_LEAST(min_distance, all.distance);
  SCRUTINEER_MOST(max_drac, all.drac);
  SCRUTINEER_MOST(max_other_drac, all.other_drac);
  SCRUTINEER_MOST(max_mdrac, all.mdrac);
  SCRUTINEER_MOST(max_required_deceleration, all.required_deceleration);
  SCRUTINEER_MOST(max_btn, all.btn);
  SCRUTINEER_MOST(max_required_lateral, all.required_lateral);
  SCRUTINEER_MOST(max_stn, all.stn);
  SCRUTINEER_MOST(max_impact_speed, all.impact_speed);
  SCRUTINEER_MOST(max_predicted_delta_v, all.predicted_delta_v);
  SCRUTINEER_MOST(max_extended_delta_v, all.extended_delta_v);
}
#undef SCRUTINEER_LEAST
#undef SCRUTINEER_MOST

}  // namespace

std::vector<const AnyParameter*> conflict_parameters() {
  return {&kRange, &kTtcBound, &kPetBound, &kThwBound, &kThwSpeed, &kDracBound, &kReactionTime, &kRss};
}

ConflictWatcher::Instance ConflictWatcher::create(const Setup& setup) {
  const View at = setup.view();
  at.scene.encounters.follow(at.slot, setup.get(kRange).si());
  return {.bounds = {.ttc = setup.get(kTtcBound).si(),
                     .pet = setup.get(kPetBound).si(),
                     .thw = setup.get(kThwBound).si(),
                     .thw_speed = setup.get(kThwSpeed).si(),
                     .drac = setup.get(kDracBound).si(),
                     .rss = setup.get(kRss),
                     .reaction_time = setup.get(kReactionTime).si()},
          .merge_gap = setup.merge_gap(),
          .partners = {}};
}

bool ConflictWatcher::is_beyond(const Instance& self, const View& at, const Encounter& met, const NearMeasures& near) {
  const ConflictBounds& bounds = self.bounds;
  if (bounds.pet > 0.0 && met.contact.pet < bounds.pet) return true;
  if (met.type == scene::EncounterType::none) return false;
  if (near.thw < bounds.thw && met.rear_speed > bounds.thw_speed) return true;
  if (bounds.rss && lacks_safe_distance(at.scene, met)) return true;
  const bool is_hard = bounds.drac > 0.0 && lesser(near.drac, near.other_drac) >= bounds.drac;
  if (!is_hard) {
    if (!(bounds.ttc > 0.0 && near.ttc < bounds.ttc)) return false;
    // A vehicle that already brakes enough is in no conflict.
    if (at.scene.encounters.measures(met).mttc == std::numeric_limits<double>::infinity()) return false;
  }
  // Vehicles that turn past each other in a junction would collide only if both drove straight on.
  return met.is_along_road || !at.scene.encounters.lanes_lead_past(met, near.ttc);
}

void ConflictWatcher::step(Instance& self, Watch& watch, const View& at) {
  if (!self.has_looked) {
    self.has_looked = true;
    if (const auto reason = why_missing(at.scene, at.slot, *fact("acceleration")))
      self.left_out = "mttc, required_deceleration and btn (" + *reason + ")";
  }
  end_those_who_left(self, watch, at);
  for (Partner& partner : self.partners) partner.is_seen = false;
  for (const Encounter& met : at.scene.encounters.of(at.slot)) {
    const NearMeasures near = at.scene.encounters.near_measures(met);
    const bool beyond = is_beyond(self, at, met, near);
    const trace::ActorId id = at.scene.actors.id(met.other);
    auto known = std::ranges::find(self.partners, id, &Partner::id);
    if (known == self.partners.end()) {
      if (!beyond) continue;
      Partner partner;
      partner.id = id;
      partner.actor = actor_ref(at.scene, met.other);
      partner.lifecycle = Lifecycle({.merge_gap = self.merge_gap});
      known = self.partners.insert(known, std::move(partner));
    }
    known->is_seen = true;
    follow(self, watch, at, *known, &met, beyond);
  }
  for (Partner& partner : self.partners)
    if (!partner.is_seen) follow(self, watch, at, partner, nullptr, false);
  std::erase_if(self.partners, [](const Partner& partner) { return partner.lifecycle.is_idle(); });
}

// A pair lasts as long as both are there: what was open ended with the partner's last frame, and what a relocated one
// does where it is now is something new.
void ConflictWatcher::end_those_who_left(Instance& self, Watch& watch, const View& at) {
  std::erase_if(self.partners, [&](Partner& partner) {
    const std::optional<EndedBy> left = how_other_left(at.context, partner.id);
    if (left && partner.lifecycle.is_open()) close(watch, partner, partner.lifecycle.end(*left, watch.end_time(*left)));
    return left.has_value();
  });
}

void ConflictWatcher::follow(Instance& self, Watch& watch, const View& at, Partner& partner, const Encounter* met,
                             bool beyond) {
  const Conditions seen{.starts = beyond, .keeps = beyond};
  if (const auto ending = partner.lifecycle.ends(at.now(), seen)) close(watch, partner, *ending);
  const Progress progress = partner.lifecycle.advance(at.now(), seen);
  if (progress == Progress::waits && met != nullptr) {
    // How long both were there is known only when the second has left.
    if (!std::isnan(met->contact.et)) partner.data.et = met->contact.et;
    if (!std::isnan(met->contact.other_et)) partner.data.other_et = met->contact.other_et;
  }
  if (progress == Progress::nothing || progress == Progress::waits || met == nullptr) return;
  if (progress == Progress::begins) {
    watch.open(partner.lifecycle.interval, partner.lifecycle.start());
    partner.data = {};
    partner.is_typed_by_ttc = false;
  }
  measure(self, at, partner, *met);
}

void ConflictWatcher::measure(const Instance& self, const View& at, Partner& partner, const Encounter& met) {
  scene::MeasureOptions options;
  options.reaction_time = self.bounds.reaction_time;
  const Measures all = at.scene.encounters.measures(met, options);
  Metrics& data = partner.data;
  const auto set_type = [&] {
    data.type = to_word(met.type);
    data.role = to_word(met.role);
  };
  const bool is_nearer = std::isfinite(all.ttc) && !(all.ttc >= data.min_ttc);
  const double pet = met.contact.pet;
  const bool is_pet_less = !std::isnan(pet) && !(pet >= data.pet);
  if (data.type.empty()) set_type();
  if (is_nearer) {
    set_type();
    partner.is_typed_by_ttc = true;
  } else if (is_pet_less && !partner.is_typed_by_ttc) {
    set_type();
  }
  if (is_pet_less) data.pet = pet;
  if (is_pet_less || data.first.empty()) data.first = to_word(met.contact.first);
  if (!std::isnan(met.contact.et)) data.et = met.contact.et;
  if (!std::isnan(met.contact.other_et)) data.other_et = met.contact.other_et;
  const double step = at.scene.actors.step_seconds(), bound = self.bounds.ttc;
  if (all.ttc <= bound) {
    data.tet += step;
    data.tit += step * (bound - all.ttc);
  }
  if (self.bounds.rss && lacks_safe_distance(at.scene, met)) data.rss_violation_time += step;
  take_extremes(all, {to_seconds(at.now()), at.state().x, at.state().y}, data);
}

std::array<double, 5> ConflictWatcher::plot(const Instance& self, const View& at) {
  double ttc = kNone, pet = kNone, drac = kNone;
  for (const Encounter& met : at.scene.encounters.of(at.slot)) {
    const NearMeasures near = at.scene.encounters.near_measures(met);
    if (std::isfinite(near.ttc)) ttc = std::fmin(ttc, near.ttc);
    if (std::isfinite(near.drac)) drac = std::fmax(drac, near.drac);
    pet = std::fmin(pet, met.contact.pet);
  }
  return {ttc, pet, self.bounds.ttc, drac, self.bounds.drac};
}

std::string ConflictWatcher::note(const Instance& self, const View& at, Time /*last*/) {
  std::string left_out = self.left_out;
  if (!at.scene.places.has_map())
    left_out += std::string(left_out.empty() ? "" : "; ") + "rss_violation_time, and r157_event (there is no map)";
  return left_out.empty() ? "" : "Left out: " + left_out + ".";
}

void ConflictWatcher::close(Watch& watch, Partner& partner, const Ending& ending) {
  Finding<ConflictWatcher> finding;
  finding.is_issue = false;
  finding.data = partner.data;
  finding.other = partner.actor;
  watch.close(partner.lifecycle.interval, ending.by, ending.at, finding);
}

void ConflictWatcher::end(Instance& self, Watch& watch, EndedBy ended_by) {
  for (Partner& partner : self.partners)
    if (partner.lifecycle.is_open()) close(watch, partner, partner.lifecycle.end(ended_by, watch.end_time(ended_by)));
  self.partners.clear();
}

}  // namespace scrutineer::checks
