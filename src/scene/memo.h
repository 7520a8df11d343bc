// A fact of each actor, computed at most once per frame: an array by slot, each entry stamped with its frame.
//
//   Memo<double> speed;
//   speed.get(slot, actors, [&](double& value) { value = expensive(slot); })
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "scene/slot.h"

namespace scrutineer::scene {

template <typename T>
class Memo {
 public:
  // References stay good until the next frame: the array grows only where there are new slots.
  template <typename Actors, typename Compute>
    requires requires(const Actors& actors) { actors.slot_count(); }
  const T& get(Slot slot, const Actors& actors, Compute&& compute) {
    if (const T* found = known(slot, actors.epoch())) [[likely]]
      return *found;
    return make(slot, actors.epoch(), actors.slot_count(), compute);
  }
  // The same where nobody keeps a reference.
  template <typename Compute>
  const T& get(Slot slot, Epoch epoch, Compute&& compute) {
    if (const T* found = known(slot, epoch)) [[likely]]
      return *found;
    return make(slot, epoch, slot.index() + 1, compute);
  }
  // What was computed in that frame; null: nothing. Asked on its own where a few instructions matter.
  const T* known(Slot slot, Epoch epoch) const {
    if (slot.index() >= count_) [[unlikely]]
      return nullptr;
    const Entry& entry = entries_[slot.index()];
    return entry.epoch == epoch ? &entry.value : nullptr;
  }
  // For callers that compute many at once: room for `slots` of them first, then the place for each.
  void make_room(std::size_t slots) {
    if (count_ >= slots) return;
    entries_.resize(slots);
    count_ = slots;
  }
  T& set(Slot slot, Epoch epoch) {
    entries_[slot.index()].epoch = epoch;
    return entries_[slot.index()].value;
  }
  // What was computed last of it.
  const T& kept(Slot slot) const { return entries_[slot.index()].value; }

 private:
  // A large one begins with a cache line of its own: what it has first is then asked for with one access to memory.
  static constexpr std::size_t kLine = 64;
  struct alignas(sizeof(T) < kLine ? std::max(alignof(T), alignof(Epoch)) : kLine) Entry {
    Epoch epoch = 0;
    T value{};
  };

  // Apart, so that asking for what is known is a few instructions wherever it is asked.
  template <typename Compute>
  [[gnu::noinline]] const T& make(Slot slot, Epoch epoch, std::size_t slots, Compute& compute) {
    if (slot.index() >= count_) make_room(slots);
    Entry& entry = entries_[slot.index()];
    compute(entry.value);  // in the memory of an earlier frame
    entry.epoch = epoch;
    return entry.value;
  }

  std::vector<Entry> entries_;
  std::size_t count_ = 0;  // of the entries: the vector would have to divide to tell
};

}  // namespace scrutineer::scene
