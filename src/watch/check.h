// A check: what it is called, what it needs, finds and measures, and the code that runs. One value, declared once.
//
//   Check speed_physical() {
//     return make_violation_check<SpeedPhysical>({.name = "speed_physical", .summary = "...", ...});   // per_actor.h
//   }
//
// Lists, docs, settings, result schemas and reports all read CheckInfo; nothing about a check is written elsewhere.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "scene/facts.h"
#include "watch/issue.h"
#include "watch/parameter.h"
#include "watch/plot.h"
#include "watch/profile.h"

namespace scrutineer::watch {

using scene::fact;  // as declarations name them

class Settings;
struct Context;
struct Kpi;

// A kind of issue that the check raises.
struct KindInfo {
  std::string_view name;
  Severity sut = Severity::error, other = Severity::error;  // by default
  std::string_view when;                                    // a sentence: what happened
  const Parameter<Severity>* severity = nullptr;            // if users set it by a parameter of the check
  std::optional<Category> category = std::nullopt;          // if it is not by whose fault
};

// What people are shown of an issue in one line: the value reached and the limit that it was beyond, and before them a
// verdict in a word. Others are plain.
enum class MetricRole : std::uint8_t { plain, value, limit, verdict };

// A metric of the check's intervals.
struct MetricInfo {
  std::string_view name;
  std::string_view unit;  // SI: "m", "m/s", "s", "rad"; "" for plain numbers, texts and truths
  std::string_view meaning;
  MetricRole role = MetricRole::plain;  // of several, the first that exists is shown
};

enum class Subject : std::uint8_t { vehicle, physical_object, person, plain_object };
enum class Status : std::uint8_t { preview, stable, deprecated };

// As the language calls the actor's type.
constexpr std::string_view to_word(Subject subject) {
  switch (subject) {
    case Subject::vehicle:
      return "vehicle";
    case Subject::person:
      return "person";
    case Subject::plain_object:
      return "plain_object";
    case Subject::physical_object:
      break;
  }
  return "physical_object";
}

struct CheckInfo {
  std::string_view name = {};
  std::string_view summary = {};  // one sentence
  std::string_view doc = {};      // why, and how exactly; names parameters, never repeats their values
  std::string_view remedy = {};   // what to do about an issue
  Subject subject = Subject::vehicle;
  bool for_sut = true, for_npc = true;  // whom it watches unless it is enabled for others
  bool enabled = true;
  std::optional<Duration> merge_gap = Duration{};  // by default; nothing: its intervals cannot be joined
  std::vector<KindInfo> kinds = {};                // none: a watcher
  std::vector<const AnyParameter*> parameters = {};
  std::vector<MetricInfo> metrics = {};  // of its intervals
  std::vector<PlotInfo> plots = {};      // of an issue
  // The tests it does, each with the facts that it needs: {{fact("speed"), fact("road_position")}} (scene/facts.h). A test without its facts is left out; a check
  // without any is skipped. Empty: it needs nothing but the actor.
  std::vector<std::vector<const scene::Fact*>> needs = {};
  std::shared_ptr<const Kpi> kpi = {};  // that its intervals are a part of (kpi.h); null: none
  std::string_view family = {};         // of checks that differ in little: the name that they have in common
  std::string_view replaced_by = {};    // by this check or family, in the profile modern
  Status status = Status::stable;
  InProfiles profiles = InProfiles::by_status;
  std::string_view since = "0.1";
  // Of checks for some actors only that no setting can say: whom they may watch at all. Empty: anybody.
  std::function<bool(const trace::ActorInfo& actor, bool is_ego)> concerns = {};
};

// A check at work in one run: all of its instances.
class Runner {
 public:
  virtual ~Runner() = default;
  // The actors of the current frame, once per frame: who is gone, relocated and new is told first.
  virtual void step(Context& context) = 0;
  // The run is over: close what is open.
  virtual void finish(Context& context) = 0;
  // Of one actor (invalid: of all): close what is open, see no frames until thawed, then begin as if it had appeared.
  virtual void freeze(Context& context, trace::ActorId actor, bool frozen) = 0;
  virtual std::size_t instances() const = 0;  // ever created
  // Why none of its instances could judge anything; nothing if one could, or if there was none.
  virtual std::optional<std::string> skip_reason() const = 0;
  // Is that because a setting of its own turns it off?
  virtual bool is_switched_off() const { return false; }
  // Why it could judge nobody to the end; nothing if it could. One that throws has failed, too, but does not say so itself.
  virtual std::optional<std::string> failure() const { return std::nullopt; }
  // What people should know of how it went, one sentence each: whom it did not judge, when and why.
  virtual std::vector<std::string> notes() const { return {}; }
  // How many lines of the check's plots it gives itself.
  virtual std::size_t sampled_lines() const { return 0; }
};

struct Check {
  CheckInfo info;
  std::function<std::unique_ptr<Runner>(const CheckInfo&, const Settings&)> make;
};

}  // namespace scrutineer::watch
