// A fact of each actor, computed at most once per frame: an array by slot, each entry stamped with its frame.
//
//   Memo<double> speed;
//   speed.get(slot, epoch, [&] { return expensive(slot); })
#pragma once

#include <cstdint>
#include <vector>

#include "scene/slot.h"

namespace scrutineer::scene {

using Epoch = std::uint32_t;  // grows by one with every frame, from 1

template <typename T>
class Memo {
 public:
  template <typename Compute>
  const T& get(Slot slot, Epoch epoch, Compute&& compute) {
    if (slot.index() >= entries_.size()) entries_.resize(slot.index() + 1);
    Entry& entry = entries_[slot.index()];
    if (entry.epoch != epoch) {
      compute(entry.value);  // in the memory of the last frame
      entry.epoch = epoch;
    }
    return entry.value;
  }

 private:
  struct Entry {
    Epoch epoch = 0;
    T value{};
  };
  std::vector<Entry> entries_;
};

}  // namespace scrutineer::scene
