// What users set: parameters, which checks run for whom, severities.
//
//   Settings settings(catalogue);
//   if (auto problem = settings.set("policy.max_speed=130kph")) ...           // every vehicle
//   if (auto problem = settings.set("sut.car.policy.max_speed=130kph")) ...   // the ego
//   if (auto problem = settings.enable("teleportation@all")) ...
//   if (auto problem = settings.severity("speed_limit=warning@sut")) ...
//
// A value is resolved for each instance: the default, then what was set for the actor's type (physical_object, vehicle,
// car, ...), then for its role (sut, npc), then for the actor itself; the last set wins in each.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "trace/frame.h"
#include "watch/check.h"

namespace scrutineer::watch {

// Which actors a setting is for, from the broadest to the narrowest.
struct Scope {
  enum class Kind : std::uint8_t { every, type, role, actor };
  Kind kind = Kind::every;
  std::string word;  // "car", "sut", or the actor's id

  bool operator==(const Scope&) const = default;
};

// A parameter as users may set it, with the paths that name it.
struct SettingInfo {
  const AnyParameter* parameter = nullptr;
  std::vector<std::string_view> checks;  // that read it
};

class Settings {
 public:
  // The checks must outlive the settings.
  explicit Settings(std::span<const Check> checks);

  // "path=value"; the place of a problem is empty, its message names path and value.
  std::optional<Problem> set(std::string_view assignment);
  // For the language: the scope and the value are known already.
  std::optional<Problem> set(std::string_view path, const Scope& scope, double value);
  std::optional<Problem> enable(std::string_view check_and_whom);  // "NAME", "NAME@sut", "NAME@npc", "NAME@all"
  std::optional<Problem> disable(std::string_view check_and_whom);
  std::optional<Problem> severity(std::string_view assignment);  // "KIND=LEVEL", "KIND=LEVEL@sut", "...@other"

  // All that can be set, by path.
  std::span<const SettingInfo> all() const { return all_; }

  double value(const AnyParameter& parameter, const trace::ActorInfo& actor, bool is_ego) const;
  bool is_enabled(const CheckInfo& check, const trace::ActorInfo& actor, bool is_ego) const;
  Severity severity(const KindInfo& kind, const trace::ActorInfo& actor, bool is_ego) const;
  // Did the user name this kind? Then it is watched even if it is to be ignored.
  bool names_kind(std::string_view kind) const;
  Duration merge_gap(const CheckInfo& check, const trace::ActorInfo& actor, bool is_ego) const;

 private:
  struct Assignment {
    std::string path;
    Scope scope;
    double value;
  };
  struct Whom {
    std::optional<bool> sut, npc;
  };
  struct Levels {
    std::optional<Severity> sut, other;
  };
  const double* find(std::string_view path, const trace::ActorInfo& actor, bool is_ego) const;
  std::optional<Problem> switch_check(std::string_view check_and_whom, bool on);

  std::span<const Check> checks_;
  std::vector<SettingInfo> all_;
  std::vector<AnyParameter> implied_;  // NAME.enabled and NAME.merge_gap of every check
  std::vector<std::string> implied_paths_;
  std::vector<Assignment> assignments_;  // in the order given
  std::map<std::string, Whom, std::less<>> switches_;
  std::map<std::string, Levels, std::less<>> levels_;
};

}  // namespace scrutineer::watch
