// What users set: parameters, which checks run for whom, severities.
//
//   Settings settings(catalogue);
//   if (auto problem = settings.set("policy.max_speed=130kph")) ...           // every vehicle
//   if (auto problem = settings.set("sut.car.policy.max_speed=130kph")) ...   // the ego
//   if (auto problem = settings.enable("teleportation@all")) ...
//   if (auto problem = settings.severity("speed_limit=warning@sut")) ...
//
// A path may begin with those whom the setting is for:
//   physical_object, vehicle, person, animal, plain_object, car, truck, ...   a type
//   sut, sut.car, sut_vehicle                                                 the ego
//   npc, npc_vehicle                                                          all others; all other vehicles
//   actors.ID                                                                 one actor, by the trace's id
// An id may have dots: it ends where a setting's path begins. Between bars it is taken as it is: actors.|a.b|.policy.x.
// Paths from the root (ftlx_global_eval_config.x) are for all who are watched, and take nothing before them.
//
// A value is resolved for each instance: the default, then what was set for the actor's type (physical_object; vehicle,
// or nobody named; car, ...), then for its role (sut, npc), then for the actor itself; the last set wins in each.
// Which checks run if nothing is said of them is a profile (profile.h): settings.set("profile=modern").
//
// Every check has NAME.merge_gap unless its intervals cannot be joined, and NAME.enabled unless it declares a parameter of its own whose path ends so.
// Enabling by a path for nobody in particular keeps to those whom the check is for; naming a type, role or actor turns
// it on for them. enable() and disable() count as settings for roles; where they name no role, whatever is said later wins.
#pragma once

#include <initializer_list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "trace/frame.h"
#include "watch/check.h"

namespace scrutineer::watch {

// Which actors a setting is for.
struct Scope {
  enum class Kind : std::uint8_t { every, type, role, actor };
  Kind kind = Kind::every;
  std::string word;  // "car", "sut", or the actor's id

  bool operator==(const Scope&) const = default;
};

// A parameter as users may set it. parameter_text.h says it in words.
struct SettingInfo {
  const AnyParameter* parameter = nullptr;
  std::vector<std::string_view> checks;  // that read it, by name
};

// Is the actor one of those?
bool is_for(const Scope& scope, const trace::ActorInfo& actor, bool is_ego);

namespace detail {
class SettingPaths;
}

class Settings {
 public:
  // The checks must outlive the settings.
  explicit Settings(std::span<const Check> checks);

  // "path=value"; the place of a problem is empty, its message names path and value.
  std::optional<Problem> set(std::string_view assignment);
  // For the language: the scope and the value are known already. `path` is the parameter's own.
  std::optional<Problem> set(std::string_view path, const Scope& scope, double value);
  // "NAME": for those whom it is for by default; "NAME@sut", "NAME@npc", "NAME@all".
  std::optional<Problem> enable(std::string_view check_and_whom);
  std::optional<Problem> disable(std::string_view check_and_whom);  // "NAME": for everybody
  std::optional<Problem> severity(std::string_view assignment);     // "KIND=LEVEL", "KIND=LEVEL@sut", "...@other"
  std::optional<Problem> choose_profile(std::string_view name);     // the same as set("profile=NAME")
  // A configuration hears of the check's intervals: it runs, whatever the profile, unless settings turn it off.
  void ask_for(std::string_view check) { asked_for_.emplace(check); }
  // An issue rule names the kind: it is watched even if it is to be ignored.
  void name_kind(std::string_view kind) { levels_.try_emplace(std::string(kind)); }

  // For instances whose values come from elsewhere: messages name that place instead of the parameter's own path.
  void call(std::string_view path, std::string shown) {
    shown_paths_.insert_or_assign(std::string(path), std::move(shown));
  }
  std::string_view path(const AnyParameter& parameter) const;

  // All that can be set, by path.
  std::span<const SettingInfo> all() const;
  // The ids for which something was set, sorted: one that never appears is likely a slip.
  std::vector<std::string> actors_named() const;

  Profile profile() const { return profile_; }
  double value(const AnyParameter& parameter, const trace::ActorInfo& actor, bool is_ego) const;
  bool is_enabled(const CheckInfo& check, const trace::ActorInfo& actor, bool is_ego) const;
  // What severity() set, else what the parameter of the check was set to if it has one, else the kind's own.
  Severity severity(const KindInfo& kind, const trace::ActorInfo& actor, bool is_ego) const;
  // Did the user name this kind? Then it is watched even if it is to be ignored.
  bool names_kind(std::string_view kind) const;
  Duration merge_gap(const CheckInfo& check, const trace::ActorInfo& actor, bool is_ego) const;

 private:
  struct Assignment {
    std::string path;
    Scope scope;
    double value;
    bool gives_way = false;  // to all that is said later, even if that is less specific
  };
  struct Levels {
    std::optional<Severity> sut, other;
  };
  // The assignment to one of the paths that wins for the actor; null: there is none.
  const Assignment* winner(std::initializer_list<std::string_view> paths, const trace::ActorInfo& actor,
                           bool is_ego) const;
  std::optional<Problem> switch_check(std::string_view check_and_whom, bool on);
  void assign(std::string path, Scope scope, double value);

  std::span<const Check> checks_;
  std::shared_ptr<const detail::SettingPaths> paths_;  // shared by copies
  std::vector<Assignment> assignments_;                // in the order given
  Profile profile_ = Profile::classic;
  std::set<std::string, std::less<>> asked_for_;                 // checks, by name
  std::map<std::string, Levels, std::less<>> levels_;            // by kind
  std::map<std::string, std::string, std::less<>> shown_paths_;  // by path, where it is another one
};

}  // namespace scrutineer::watch
