// From a file's 64-bit ids to ours: a flat table with open addressing, for lookups in the hot loop.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "trace/frame.h"

namespace scrutineer::trace {

template <typename Id>
class IdTable {
 public:
  Id find(std::uint64_t id) const {
    if (entries_.empty()) return {};
    for (std::size_t i = first_place(id);; i = (i + 1) & (entries_.size() - 1)) {
      const Entry& entry = entries_[i];
      if (!entry.meant.valid() || entry.id == id) return entry.meant;
    }
  }

  // The id must be new.
  void insert(std::uint64_t id, Id meant) {
    if ((count_ + 1) * 2 > entries_.size()) grow();
    place({id, meant});
    ++count_;
  }

 private:
  struct Entry {
    std::uint64_t id = 0;
    Id meant;  // not valid: free
  };

  std::size_t first_place(std::uint64_t id) const {
    // Fibonacci hashing: ids are often consecutive, or differ in high bits only.
    const std::uint64_t mixed = (id ^ (id >> 32)) * 0x9E3779B97F4A7C15U;
    return static_cast<std::size_t>(mixed >> 32) & (entries_.size() - 1);
  }

  void place(Entry entry) {
    std::size_t i = first_place(entry.id);
    while (entries_[i].meant.valid()) i = (i + 1) & (entries_.size() - 1);
    entries_[i] = entry;
  }

  void grow() {
    std::vector<Entry> old(entries_.empty() ? 64 : entries_.size() * 2);
    old.swap(entries_);
    for (const Entry& entry : old)
      if (entry.meant.valid()) place(entry);
  }

  std::vector<Entry> entries_;  // a power of two, at most half full
  std::size_t count_ = 0;
};

using IdIndex = IdTable<ActorId>;

}  // namespace scrutineer::trace
