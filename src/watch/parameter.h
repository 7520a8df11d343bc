// Parameters of checkers: declared once, with unit, default, range and meaning.
//
//   inline constexpr Parameter<Speed> kMaxSpeed{"policy.max_speed", 150.0_kmh, "Faster than this is a violation."};
//   ...
//   const Speed limit = setup.get(kMaxSpeed);      // as set for this actor
//
// Values are held as SI numbers; truths as 0 and 1, words as their place in the list. What the parameter's type says
// (a length, a time ...) is the unit that a setting must carry.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

#include "base/quantity.h"
#include "trace/frame.h"
#include "watch/issue.h"

namespace scrutineer::watch {

enum class ValueType : std::uint8_t {
  number,
  integer,
  percent,  // a plain number; only its meaning differs
  truth,
  word,
  length,
  time,
  speed,
  acceleration,
  jerk,
  angle,
  angular_speed,
};

namespace detail {
template <typename T>
constexpr ValueType value_type() {
  if constexpr (std::is_same_v<T, bool>)
    return ValueType::truth;
  else if constexpr (std::is_enum_v<T>)
    return ValueType::word;
  else if constexpr (std::is_same_v<T, int>)
    return ValueType::integer;
  else if constexpr (std::is_same_v<T, double>)
    return ValueType::number;
  else if constexpr (std::is_same_v<T, Distance>)
    return ValueType::length;
  else if constexpr (std::is_same_v<T, Seconds>)
    return ValueType::time;
  else if constexpr (std::is_same_v<T, Speed>)
    return ValueType::speed;
  else if constexpr (std::is_same_v<T, Acceleration>)
    return ValueType::acceleration;
  else if constexpr (std::is_same_v<T, Jerk>)
    return ValueType::jerk;
  else if constexpr (std::is_same_v<T, Angle>)
    return ValueType::angle;
  else
    return ValueType::angular_speed;
}
template <typename T>
constexpr double to_number(T value) {
  if constexpr (requires { value.si(); })
    return value.si();
  else
    return static_cast<double>(value);
}
template <typename T>
constexpr T from_number(double value) {
  if constexpr (requires { T::from_si(value); })
    return T::from_si(value);
  else if constexpr (std::is_same_v<T, bool>)
    return value != 0.0;
  else
    return static_cast<T>(static_cast<int>(value));
}
template <>
constexpr double from_number<double>(double value) {
  return value;
}
}  // namespace detail

// What may be set. Bounds are inclusive unless `above` says that the least value itself is not allowed.
struct Range {
  double least = -std::numeric_limits<double>::infinity();
  double most = std::numeric_limits<double>::infinity();
  bool above = false;
};
inline constexpr Range kAny{};
inline constexpr Range kNotNegative{.least = 0.0};
inline constexpr Range kPositive{.least = 0.0, .above = true};

// A parameter of any type, as lists of them hold it.
struct AnyParameter {
  std::string_view path;  // below the actor: "policy.max_speed", "road_departure.warning_threshold"; or from the root
  std::string_view meaning;
  ValueType type = ValueType::number;
  double fallback = 0.0;                                      // the default
  double (*fallback_for)(const trace::ActorInfo&) = nullptr;  // ... if it depends on the actor ...
  std::string_view fallback_text;                             // ... as the docs print it: "bbox.width / 4"
  Range range;
  std::span<const std::string_view> words;  // of ValueType::word
};

template <typename T>
struct Parameter : AnyParameter {
  constexpr Parameter(std::string_view at, T by_default, std::string_view what, Range allowed = kAny)
      : AnyParameter{at, what, detail::value_type<T>(), detail::to_number(by_default), nullptr, {}, allowed, {}} {}
  // A default that depends on the actor, and how the docs print it.
  constexpr Parameter(std::string_view at, double (*by_default)(const trace::ActorInfo&), std::string_view text,
                      std::string_view what, Range allowed = kAny)
      : AnyParameter{at, what, detail::value_type<T>(), 0.0, by_default, text, allowed, {}} {}
  // Words of an enumeration, in its order.
  constexpr Parameter(std::string_view at, T by_default, std::span<const std::string_view> choices,
                      std::string_view what)
    requires std::is_enum_v<T>
      : AnyParameter{at, what, ValueType::word, detail::to_number(by_default), nullptr, {}, kAny, choices} {}
};

}  // namespace scrutineer::watch
