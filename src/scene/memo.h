// A fact of each actor, computed at most once per frame: an array by slot, each entry stamped with its frame.
//
//   Memo<double> speed;
//   speed.get(slot, actors, [&](double& value) { value = expensive(slot); })
#pragma once

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
    if (slot.index() >= entries_.size()) [[unlikely]]
      entries_.resize(actors.slot_count());
    return get(slot, actors.epoch(), compute);
  }
  // The same where nobody keeps a reference.
  template <typename Compute>
  const T& get(Slot slot, Epoch epoch, Compute&& compute) {
    if (slot.index() >= entries_.size()) [[unlikely]]
      entries_.resize(slot.index() + 1);
    Entry& entry = entries_[slot.index()];
    if (entry.epoch != epoch) {
      compute(entry.value);  // in the memory of an earlier frame
      entry.epoch = epoch;
    }
    return entry.value;
  }
  // What was computed last of it.
  const T& kept(Slot slot) const { return entries_[slot.index()].value; }

 private:
  struct Entry {
    Epoch epoch = 0;
    T value{};
  };
  std::vector<Entry> entries_;
};

}  // namespace scrutineer::scene
