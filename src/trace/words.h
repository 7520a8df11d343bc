// The words for what a run says: as results print them, and as CSV files and manifests are written.
//
//   to_word(Category::semitrailer)         // "semitrailer"
//   from_word<Category>("semitrailer")     // Category::semitrailer; nothing for an unknown word
//   words<Category>()                      // all of them, for messages
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <type_traits>

#include "trace/frame.h"
#include "trace/units.h"

namespace scrutineer::trace {

// The enumerations of trace/frame.h and trace/units.h; each word stands at its value's place.
template <typename Enum>
std::span<const std::string_view> words();
template <>
std::span<const std::string_view> words<ActorType>();
template <>
std::span<const std::string_view> words<Category>();
template <>
std::span<const std::string_view> words<Driver>();
template <>
std::span<const std::string_view> words<AvState>();
template <>
std::span<const std::string_view> words<Indicator>();
template <>
std::span<const std::string_view> words<BrakeLight>();
template <>
std::span<const std::string_view> words<LightColour>();
template <>
std::span<const std::string_view> words<LightMode>();
template <>
std::span<const std::string_view> words<Precipitation>();
template <>
std::span<const std::string_view> words<Snowfall>();
template <>
std::span<const std::string_view> words<Visibility>();
template <>
std::span<const std::string_view> words<Illumination>();
template <>
std::span<const std::string_view> words<TimeUnit>();
template <>
std::span<const std::string_view> words<AngleUnit>();
template <>
std::span<const std::string_view> words<VelocityUnit>();
template <>
std::span<const std::string_view> words<MotionFrame>();
template <>
std::span<const std::string_view> words<ReferencePoint>();

template <typename Enum>
std::optional<Enum> from_word(std::string_view word) {
  const auto all = words<Enum>();
  for (std::size_t i = 0; i < all.size(); ++i)
    if (all[i] == word) return static_cast<Enum>(i);
  return std::nullopt;
}

template <typename Enum>
  requires std::is_enum_v<Enum>
std::string_view to_word(Enum value) {
  return words<Enum>()[static_cast<std::size_t>(value)];
}

}  // namespace scrutineer::trace
