#include "watch/population.h"

#include <algorithm>

#include "scene/facts.h"
#include "scene/lights.h"

namespace scrutineer::watch {

namespace {

bool is_missing(const Context& context, scene::Slot slot, const scene::Fact& needed) {
  if (&needed == fact("lights") && (context.lights == nullptr || !context.lights->has_tied())) return true;
  if (&needed == fact("plan") && context.plans == nullptr) return true;
  return scene::is_missing(context.scene, slot, needed);
}

std::string why_missing(const Context& context, scene::Slot slot, const scene::Fact& needed) {
  if (const auto why = scene::why_missing(context.scene, slot, needed)) return *why;
  if (&needed == fact("plan")) return "the run has no planned path";
  if (!context.scene.places.has_map()) return "there is no map";
  const auto why = context.lights == nullptr ? std::nullopt : context.lights->skip_reason();
  return why.value_or("the run has no light states");
}

}  // namespace

bool has_facts(const CheckInfo& check, const Context& context, scene::Slot slot) {
  if (check.needs.empty()) return true;
  return std::ranges::any_of(check.needs, [&](const auto& test) {
    return std::ranges::none_of(test, [&](const scene::Fact* needed) { return is_missing(context, slot, *needed); });
  });
}

std::string missing_facts(const CheckInfo& check, const Context& context, scene::Slot slot) {
  if (has_facts(check, context, slot)) return {};
  for (const scene::Fact* needed : check.needs.front())
    if (is_missing(context, slot, *needed)) return why_missing(context, slot, *needed);
  return {};
}

bool is_about(Subject subject, trace::ActorType type) {
  switch (subject) {
    case Subject::vehicle:
      return type == trace::ActorType::vehicle;
    case Subject::person:
      return type == trace::ActorType::person;
    case Subject::plain_object:
      return type == trace::ActorType::plain_object;
    case Subject::physical_object:
      break;
  }
  return true;
}

bool watches(const CheckInfo& check, const Context& context, scene::Slot slot) {
  const trace::ActorInfo& info = context.scene.actors.info(slot);
  const bool is_ego = context.scene.actors.is_ego(slot);
  if (!is_about(check.subject, info.type)) return false;
  if (check.concerns && !check.concerns(info, is_ego)) return false;
  if (!context.settings.is_enabled(check, info, is_ego)) return false;
  if (check.kinds.empty()) return true;
  // Nobody would see what it finds.
  return std::ranges::any_of(check.kinds, [&](const KindInfo& kind) {
    return context.settings.severity(kind, info, is_ego) != Severity::ignore || context.settings.names_kind(kind.name);
  });
}

EndedBy how_it_left(const Context& context, trace::ActorId actor) {
  const auto& on_their_way = context.relocating;
  const bool is_relocated = std::ranges::find(on_their_way, actor) != on_their_way.end();
  return is_relocated ? EndedBy::relocation : EndedBy::actor_gone;
}

std::optional<EndedBy> how_other_left(const Context& context, trace::ActorId other) {
  const scene::Slot slot = context.scene.actors.slot_of(other);
  if (!slot.valid()) return how_it_left(context, other);
  return context.scene.actors.relocated(slot) ? std::optional(EndedBy::relocation) : std::nullopt;
}

void EarlyFreezes::set_all(bool frozen) {
  all_frozen_ = frozen;
  early_.clear();
}

void EarlyFreezes::set(trace::ActorId actor, bool frozen) {
  std::erase_if(early_, [&](const auto& known) { return known.first == actor; });
  early_.emplace_back(actor, frozen);
}

bool EarlyFreezes::take(trace::ActorId actor) {
  const auto early = std::ranges::find(early_, actor, &std::pair<trace::ActorId, bool>::first);
  if (early == early_.end()) return all_frozen_;
  const bool is_frozen = early->second;
  early_.erase(early);
  return is_frozen;
}

Population::Member& Population::add(trace::ActorId actor, scene::Slot slot) {
  ++created_;
  if (actor.valid()) {
    if (actor.index() >= places_.size()) places_.resize(actor.index() + 1, kNowhere);
    places_[actor.index()] = size();
  }
  Member& member = members_.emplace_back();
  member.actor = actor;
  member.slot = slot;
  member.is_frozen = early_.take(actor);
  return member;
}

void Population::remove(std::span<const std::uint32_t> places) {
  for (const std::uint32_t place : places)
    if (members_[place].actor.valid()) places_[members_[place].actor.index()] = kNowhere;
  erase_places(members_, places);
  for (std::uint32_t later = places.empty() ? size() : places.front(); later < size(); ++later)
    if (members_[later].actor.valid()) places_[members_[later].actor.index()] = later;
}

void Population::clear() {
  members_.clear();
  places_.clear();
}

std::vector<std::uint32_t> Population::freeze(trace::ActorId actor, bool frozen) {
  const auto is_meant = [&](const Member& member) {
    return !actor.valid() || !member.actor.valid() || member.actor == actor;
  };
  if (!actor.valid()) {
    early_.set_all(frozen);
  } else if (std::ranges::none_of(members_, is_meant)) {
    early_.set(actor, frozen);
  }
  std::vector<std::uint32_t> places;
  for (std::uint32_t place = 0; place < size(); ++place)
    if (members_[place].is_frozen != frozen && is_meant(members_[place])) places.push_back(place);
  return places;
}

bool Population::look_for_facts(Member& member, const CheckInfo& check, Context& context) {
  if (member.has_facts) return true;
  member.has_facts = has_facts(check, context, member.slot);
  if (!member.has_facts && lacked_facts_.empty()) lacked_facts_ = missing_facts(check, context, member.slot);
  return member.has_facts;
}

void Population::set_lacks(Member& member, std::string_view what) {
  member.can_judge = what.empty();
  any_could_judge_ = any_could_judge_ || member.can_judge;
  any_had_all_ = any_had_all_ || member.can_judge;
  if (!member.can_judge && lacked_else_ != what) lacked_else_ = what;
}

void Population::set_switched_off(Member& member, std::string_view by) {
  member.is_switched_off = true;
  if (switched_off_by_.empty()) switched_off_by_ = by;
}

std::optional<std::string> Population::skip_reason() const {
  if (created_ == 0 || any_could_judge_) return std::nullopt;
  if (is_switched_off()) return switched_off_by_;
  return lacked_else_.empty() ? lacked_facts_ : lacked_else_;
}

std::string Population::lacked_by_all() const {
  if (!any_could_judge_ || any_had_all_) return {};
  return lacked_else_.empty() ? lacked_facts_ : lacked_else_;
}

bool Population::is_switched_off() const {
  return !any_could_judge_ && lacked_facts_.empty() && lacked_else_.empty() && !switched_off_by_.empty();
}

}  // namespace scrutineer::watch
