// Dense, typed ids: the position of a thing in the list that owns it.
//
//   using RoadId = StrongId<struct RoadTag>;
//   RoadId{1} == LaneId{1}                           // does not compile
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>

namespace scrutineer {

template <typename Tag>
class StrongId {
 public:
  constexpr StrongId() = default;  // no thing at all: `valid()` is false
  constexpr explicit StrongId(std::size_t index) : index_(static_cast<std::uint32_t>(index)) {}

  constexpr bool valid() const { return index_ != kNone; }
  constexpr std::size_t index() const { return index_; }
  constexpr auto operator<=>(const StrongId&) const = default;

 private:
  static constexpr std::uint32_t kNone = 0xFFFFFFFF;
  std::uint32_t index_ = kNone;
};

}  // namespace scrutineer

template <typename Tag>
struct std::hash<scrutineer::StrongId<Tag>> {
  std::size_t operator()(scrutineer::StrongId<Tag> id) const noexcept { return std::hash<std::size_t>{}(id.index()); }
};
