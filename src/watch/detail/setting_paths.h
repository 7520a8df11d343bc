// The paths of all settings, and how a path as users write it is taken apart.
#pragma once

#include <deque>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "watch/settings.h"

namespace scrutineer::watch::detail {

struct ScopedParameter {
  Scope scope;
  const AnyParameter* parameter = nullptr;
};

class SettingPaths {
 public:
  explicit SettingPaths(std::span<const Check> checks);
  SettingPaths(const SettingPaths&) = delete;  // its parts point at each other
  SettingPaths& operator=(const SettingPaths&) = delete;

  std::span<const SettingInfo> all() const { return all_; }
  const AnyParameter* find(std::string_view path) const;  // null: there is none
  // "car.policy.max_speed". A problem's message is a clause: `there is no such setting; did you mean "..."?`.
  Result<ScopedParameter> parse(std::string_view text) const;

 private:
  struct Split {
    Scope scope;
    std::string_view prefix, path;  // "sut.car.", "policy.max_speed"
  };
  void add(const AnyParameter& parameter, const CheckInfo& check);
  const AnyParameter& imply(std::string path, std::string_view meaning, ValueType type, double fallback, Range range);
  std::optional<Split> split(std::string_view text) const;
  std::optional<Split> split_actor(std::string_view text) const;
  Problem unknown(std::string_view prefix, std::string_view path) const;
  std::vector<std::string_view> meant(std::string_view path) const;

  std::span<const Check> checks_;
  std::vector<SettingInfo> all_;        // by path
  std::deque<AnyParameter> implied_;    // NAME.enabled and NAME.merge_gap ...
  std::deque<std::string> path_texts_;  // ... and their paths
};

inline constexpr std::string_view kEnabled = ".enabled";
// NAME.enabled: under it switches are kept, also where a parameter of the check governs.
std::string enabled_path(const CheckInfo& check);
const AnyParameter* own_enabled(const CheckInfo& check);  // null: it declares none
std::string merge_gap_path(const CheckInfo& check);
// Is it the same for everybody?
bool is_from_root(std::string_view path);
// Does the word name a type of actors?
bool is_type(std::string_view word);
// "sut" of sut, sut.car and sut_vehicle; "npc", "npc_vehicle"; empty for any other word.
std::string_view role_of(std::string_view word);

}  // namespace scrutineer::watch::detail
