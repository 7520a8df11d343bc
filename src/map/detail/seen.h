// What a search in growing circles has looked at already.
#pragma once

#include <array>
#include <cstdint>

namespace scrutineer::map::detail {

// Growing circles meet the same strips again. It may forget one, never invent one.
class Seen {
 public:
  Seen() { places_.fill(kNothing); }
  // False if it is there already.
  bool insert(std::uint32_t item) {
    std::uint32_t& place = places_[item % places_.size()];
    if (place == item) return false;
    place = item;
    return true;
  }

 private:
  static constexpr std::uint32_t kNothing = 0xFFFFFFFF;
  std::array<std::uint32_t, 128> places_;
};

}  // namespace scrutineer::map::detail
