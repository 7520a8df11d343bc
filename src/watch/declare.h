// What a check measures and raises, declared so that the compiler sees mistakes.
//
// Metrics are a struct that names each of its members once, in order: the key in results, the unit and the meaning.
//
//   struct Metrics {
//     double peak, limit;
//     std::string side;
//
//     void fields(auto& field) {
//       field("peak", peak, "m/s", "The fastest that it was.", MetricRole::value);
//       field("limit", limit, "m/s", "What it may.", MetricRole::limit);
//       field("side", side, "", "Where it was touched.");
//     }
//   };
//   finding.data = Metrics{.peak = 14.0, .limit = 13.9, .side = "front"};
//
// A metric that is misspelt or out of order there does not compile; one that is left out is 0 or empty. So one that often does
// not exist has another default (`double gap = kNone;`).
//
// Kinds of issues are an enum, and a table with a row for each:
//
//   enum class Kind : std::uint8_t { too_fast, too_slow };
//   .kinds = kinds_of<Kind>({{Kind::too_fast, "too_fast", Severity::error, Severity::warning, "Too fast."}, ...}),
//   finding.kind = Kind::too_fast;
#pragma once

#include <cassert>
#include <cstddef>
#include <initializer_list>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "watch/check.h"

namespace scrutineer::watch {

// Of a metric that does not exist.
inline constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

namespace detail {

struct Anything {
  template <typename T>
  operator T() const;  // NOLINT(google-explicit-constructor): it stands for every member
};

// How many members a plain struct has: as many as it can be initialised with.
template <typename T, typename... Members>
constexpr std::size_t member_count() {
  if constexpr (requires { T{Members{}..., Anything{}}; })
    return member_count<T, Members..., Anything>();
  else
    return sizeof...(Members);
}

template <typename T>
Value to_value(T& value) {
  if constexpr (std::is_arithmetic_v<T> && !std::is_same_v<T, bool>)
    return static_cast<double>(value);
  else
    return std::move(value);
}

}  // namespace detail

// What a struct of metrics says of its members.
template <typename Metrics>
std::vector<MetricInfo> metrics_of() {
  std::vector<MetricInfo> infos;
  Metrics metrics{};
  [[maybe_unused]] const void* last = nullptr;
  auto declare = [&](std::string_view name, auto& member, std::string_view unit, std::string_view meaning,
                     MetricRole role = MetricRole::plain) {
    assert(last < static_cast<const void*>(&member));  // in the order of the members
    last = &member;
    infos.push_back({name, unit, meaning, role});
  };
  metrics.fields(declare);
  assert(infos.size() == detail::member_count<Metrics>());  // none left out
  return infos;
}

// Their values, in the same order.
template <typename Metrics>
std::vector<Value> values_of(Metrics metrics) {
  std::vector<Value> values;
  auto take = [&](std::string_view, auto& member, const auto&...) { values.push_back(detail::to_value(member)); };
  metrics.fields(take);
  return values;
}

// A kind of issue that the check raises, as KindInfo.
template <typename Kind>
struct DeclaredKind {
  Kind kind;
  std::string_view name;
  Severity sut = Severity::error, other = Severity::error;
  std::string_view when;
  const Parameter<Severity>* severity = nullptr;
  std::optional<Category> category = std::nullopt;
};

// A row for each enumerator, in any order.
template <typename Kind>
std::vector<KindInfo> kinds_of(std::initializer_list<DeclaredKind<Kind>> rows) {
  std::vector<KindInfo> kinds(rows.size());
  for (const DeclaredKind<Kind>& row : rows) {
    KindInfo& info = kinds.at(static_cast<std::size_t>(row.kind));
    assert(info.name.empty());  // one row each
    info = {row.name, row.sut, row.other, row.when, row.severity, row.category};
  }
  return kinds;
}

template <typename Kind>
const KindInfo& kind_info(const CheckInfo& check, Kind kind) {
  return check.kinds.at(static_cast<std::size_t>(kind));
}

// Checks without kinds only watch; those without metrics only raise.
enum class NoKind : std::uint8_t {};
struct NoMetrics {
  void fields(auto&) {}
};

template <typename Judge>
struct DeclarationsOf {
  static auto kind() {
    if constexpr (requires { typename Judge::Kind; })
      return typename Judge::Kind{};
    else
      return NoKind{};
  }
  static auto metrics() {
    if constexpr (requires { typename Judge::Metrics; })
      return typename Judge::Metrics{};
    else
      return NoMetrics{};
  }
  using Kind = decltype(kind());
  using Metrics = decltype(metrics());
};

}  // namespace scrutineer::watch
