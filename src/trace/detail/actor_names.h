// From the ids that text formats write to ActorIds, for lookups in the hot loop.
//
// Actors mostly come in the same order in every frame, so the one that followed last time is tried before the table.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "trace/frame.h"

namespace scrutineer::trace {

class ActorNames {
 public:
  void begin_frame() {
    last_order_.swap(order_);
    order_.clear();
    expected_ = 0;
    ++frame_;
  }

  // The actor that came next in the frame before, if XML writes its name like this. Not valid: it does not, or the name
  // has an & in it, so that it may be written in several ways.
  ActorId find_expected(std::string_view raw) const {
    if (expected_ >= last_order_.size()) return {};
    const ActorId expected = last_order_[expected_];
    const Slot& slot = slots_[expected.index()];
    return slot.name == raw && slot.has_one_spelling ? expected : ActorId();
  }
  // Not valid: the name is new.
  ActorId find(std::string_view name) const {
    if (expected_ < last_order_.size() && slots_[last_order_[expected_].index()].name == name)
      return last_order_[expected_];
    const auto found = table_.find(name);
    return found == table_.end() ? ActorId() : found->second;
  }
  // The name must be new, and `actor` the next in order.
  void insert(std::string_view name, ActorId actor) {
    table_.emplace(name, actor);
    slots_.push_back({.name = std::string(name), .has_one_spelling = name.find('&') == std::string_view::npos});
  }
  // Whether it was in the frame before, or already in this one.
  bool is_here(ActorId actor) const { return slots_[actor.index()].last_frame + 1 >= frame_; }
  // Takes the actor as the next in the frame.
  void came(ActorId actor) {
    Slot& slot = slots_[actor.index()];
    if (slot.last_frame + 1 == frame_) expected_ = slot.position + 1;
    slot.last_frame = frame_;
    slot.position = order_.size();
    order_.push_back(actor);
  }

 private:
  struct Slot {
    std::string name;
    bool has_one_spelling = true;
    std::uint64_t last_frame = 0;
    std::size_t position = 0;  // in that frame
  };
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>{}(text); }
  };

  std::unordered_map<std::string, ActorId, Hash, std::equal_to<>> table_;
  std::vector<Slot> slots_;  // by ActorId
  std::vector<ActorId> order_, last_order_;
  std::size_t expected_ = 0;
  std::uint64_t frame_ = 1;  // the first is 2: nobody was in the frame before it
};

}  // namespace scrutineer::trace
