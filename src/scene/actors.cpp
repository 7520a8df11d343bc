#include "scene/actors.h"

#include <algorithm>
#include <functional>
#include <tuple>

namespace scrutineer::scene {

namespace {

bool has_other_size(const trace::ActorInfo& a, const trace::ActorInfo& b) {
  return a.length != b.length || a.width != b.width || a.height != b.height;
}

void take_size(const trace::ActorInfo& from, trace::ActorInfo& info) {
  info.length = from.length;
  info.width = from.width;
  info.height = from.height;
  info.size_is_default = from.size_is_default;
}

}  // namespace

void Actors::announce_relocation(trace::ActorId actor) { relocations_.push_back(actor); }

Slot Actors::slot_of(trace::ActorId actor) const {
  return actor.index() < slots_.size() ? slots_[actor.index()] : Slot();
}

Slot Actors::take_slot(trace::ActorId id, const trace::ActorInfo& info) {
  Slot slot(lives_.size());
  if (free_.empty()) {
    lives_.emplace_back();
    infos_.emplace_back();
    parts_.emplace_back();
    for (auto& states : states_) states.emplace_back();
  } else {
    std::ranges::pop_heap(free_, std::greater{});
    slot = free_.back();
    free_.pop_back();
  }
  infos_[slot.index()] = info;
  any_vru_so_far_ = any_vru_so_far_ || info.is_vru;
  lives_[slot.index()] = {.id = id, .self = slot, .whole = slot};
  return slot;
}

void Actors::advance(const trace::Frame& frame, std::span<const trace::ActorInfo> known) {
  step_time_ = epoch_ == 0 ? Duration{} : frame.time - time_;
  step_seconds_ = to_seconds(step_time_);
  std::shift_right(steps_.begin(), steps_.end(), 1);
  steps_[0] = step_seconds_;
  time_ = frame.time;
  ++epoch_;

  // Actors that vanished in the last frame could still be read during it; now their slots are free.
  for (const Slot slot : leaving_) {
    free_.push_back(slot);
    std::ranges::push_heap(free_, std::greater{});
  }
  leaving_.clear();
  appeared_.clear();
  vanished_.clear();

  if (take_states(frame, known)) {
    list();
    listed_ = epoch_;
  }
  relocate();
  ego_slot_ = ego_.valid() ? slot_of(ego_) : Slot();
}

bool Actors::take_states(const trace::Frame& frame, std::span<const trace::ActorInfo> known) {
  bool changed = frame.actors.size() != present_with_parts_.size();
  slots_.resize(std::max(slots_.size(), known.size()));
  newcomers_.clear();
  for (const trace::ActorState& state : frame.actors) {
    const Slot slot = slots_[state.actor.index()];
    if (!slot.valid()) [[unlikely]] {
      newcomers_.push_back(&state);
      continue;
    }
    const bool is_elsewhere = take_state(slot, state, known[state.actor.index()]);
    changed = changed || is_elsewhere;
  }
  if (newcomers_.empty()) return changed;
  admit_newcomers(known);
  return true;
}

bool Actors::take_state(Slot slot, const trace::ActorState& state, const trace::ActorInfo& info) {
  Life& life = lives_[slot.index()];
  states_[epoch_ % kHistory][slot.index()] = state;
  life.age = static_cast<std::uint16_t>(std::min(life.age + 1, kHistory));
  life.seen = epoch_;
  life.relocated = false;
  life.fields_ever.bits = static_cast<std::uint16_t>(life.fields_ever.bits | state.fields.bits);
  trace::ActorInfo& kept = infos_[slot.index()];
  // A run may know a size only after the first frame. What was measured, found and set with another one holds no more,
  // and where a bumper tells the place, the centre jumps: all that is as if it was put there anew.
  if (has_other_size(kept, info)) [[unlikely]] {
    take_size(info, kept);
    announce_relocation(state.actor);
  }
  if (kept.is_static != info.is_static) [[unlikely]]
    kept.is_static = info.is_static;  // what stood may move
  // A run may name the truck of a trailer only when the truck comes.
  if (kept.parent == info.parent) [[likely]]
    return false;
  kept.parent = info.parent;
  has_parts_ = has_parts_ || info.parent.valid();
  return true;
}

void Actors::admit_newcomers(std::span<const trace::ActorInfo> known) {
  uids_.resize(std::max(uids_.size(), known.size()), 0);
  std::ranges::sort(newcomers_, {}, [&](const trace::ActorState* state) {
    const std::string& id = known[state->actor.index()].id;
    return std::tuple(state->actor != ego_, id.size(), std::string_view(id), state->actor);  // 9 before 10
  });
  for (const trace::ActorState* state : newcomers_) {
    const trace::ActorInfo& info = known[state->actor.index()];
    const Slot slot = take_slot(state->actor, info);
    slots_[state->actor.index()] = slot;
    lives_[slot.index()].since = time_;
    take_state(slot, *state, info);
    has_parts_ = has_parts_ || info.parent.valid();
    if (uids_[state->actor.index()] != 0) continue;
    by_uid_.push_back(state->actor);
    uids_[state->actor.index()] = static_cast<int>(by_uid_.size());
  }
}

void Actors::relocate() {
  any_relocated_ = false;
  for (const trace::ActorId actor : relocations_) {
    const Slot slot = slot_of(actor);
    if (!slot.valid() || lives_[slot.index()].since == time_) continue;  // gone, or only just there
    for (const Slot part : parts(slot)) {
      Life& life = lives_[part.index()];
      life.age = 1;
      life.relocated = true;
      any_relocated_ = true;
      life.since = time_;
    }
  }
  relocations_.clear();
}

// Updates which actors are present, appeared and vanished.
void Actors::list() {
  std::swap(before_, present_with_parts_);
  present_with_parts_.clear();
  for (std::size_t i = 0; i < lives_.size(); ++i)
    if (lives_[i].seen == epoch_) present_with_parts_.emplace_back(i);
  for (const Slot slot : before_) {
    if (lives_[slot.index()].seen == epoch_) continue;
    leaving_.push_back(slot);
    slots_[id(slot).index()] = Slot();
  }
  if (has_parts_) tie_parts();

  std::swap(before_, present_);
  present_.clear();
  for (const Slot slot : present_with_parts_) {
    Life& life = lives_[slot.index()];
    const bool is_whole = life.whole == slot;
    if (is_whole) present_.push_back(slot);
    if (is_whole && !life.is_listed) appeared_.push_back(slot);  // also an actor that was part of another until now
    life.is_listed = is_whole;
  }
  for (const Slot slot : before_) {
    const Life& life = lives_[slot.index()];
    if (life.seen != epoch_ || life.whole != slot) vanished_.push_back(slot);
  }
}

void Actors::tie_parts() {
  for (const Slot slot : present_with_parts_) {
    lives_[slot.index()].has_parts = false;
    parts_[slot.index()].assign(1, slot);
  }
  for (const Slot slot : present_with_parts_) {
    const trace::ActorId named = info(slot).parent;
    const Slot parent = named.valid() ? slot_of(named) : Slot();
    // A trailer whose truck is not in the frame is an actor of its own.
    lives_[slot.index()].whole = parent.valid() ? parent : slot;
    if (!parent.valid()) continue;
    lives_[parent.index()].has_parts = true;
    parts_[parent.index()].push_back(slot);
  }
}

bool can_be_run_into(const trace::ActorInfo& info) {
  switch (info.category) {
    case trace::Category::bridge:
    case trace::Category::overhead_structure:
    case trace::Category::speed_bump:
    case trace::Category::vegetation:
    case trace::Category::curbstone:
      return false;
    default:
      return true;
  }
}

}  // namespace scrutineer::scene
