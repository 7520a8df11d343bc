// What a check sees of the run, and where it puts what it finds.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "scene/scene.h"
#include "watch/check.h"
#include "watch/companion.h"
#include "watch/settings.h"

namespace scrutineer::scene {
class LightHeads;
}
namespace scrutineer::odd {
class Monitor;
}
namespace scrutineer::trace {
class PlannedPaths;
}

namespace scrutineer::watch {

// An issue that was raised; invalid: it is to be ignored, and nobody will see it.
using RaisedIssue = StrongId<struct RaisedIssueTag>;

// Takes what checks find. Issues get their severity here, and issue rules have their say.
class FindingSink {
 public:
  virtual ~FindingSink() = default;
  virtual void interval_started(const CheckInfo& check, const ActorRef& actor, Time start) = 0;
  virtual void interval_ended(const CheckInfo& check, IntervalRecord record) = 0;
  // `kind` is one of the check's.
  virtual RaisedIssue raise(const CheckInfo& check, const KindInfo& kind, Issue issue) = 0;
  // Of an issue that was raised before its interval was over: now it is.
  virtual void amend(RaisedIssue issue, Time end, const std::vector<Value>& data) = 0;
  // Replaces a part of its message that turned out to be otherwise. What a configuration wrote instead stays.
  virtual void reword(RaisedIssue issue, std::string_view from, std::string_view to) = 0;
  // What the user asked a check to say.
  virtual void log(LogMessage message) = 0;
  // Freezes or thaws a check, of one actor or of all (an invalid id), as soon as no check is in the middle of a step.
  virtual void request_freeze(std::string_view check, trace::ActorId actor, bool frozen) = 0;
};

struct Context {
  scene::Scene& scene;
  const Settings& settings;
  FindingSink& findings;
  const scene::LightHeads* lights = nullptr;        // null: the run has no lights
  const trace::PlannedPaths* plans = nullptr;       // null: the run has no plan
  Time previous{};                                  // the frame before this one
  std::span<const trace::ActorId> relocating = {};  // on their way elsewhere: not in this frame
  PlotSink* plots = nullptr;                        // null: nobody wants to draw
  Companion* companion = nullptr;                   // null: there is none
  odd::Monitor* odd = nullptr;                      // null: no operational design domain is given

  Time now() const { return scene.actors.time(); }
};

// One instance's view of the current frame.
struct View {
  Context& context;
  scene::Scene& scene;
  scene::Slot slot;

  Time now() const { return scene.actors.time(); }
  const trace::ActorInfo& info() const { return scene.actors.info(slot); }
  const trace::ActorState& state() const { return scene.actors.state(slot); }
  bool is_ego() const { return scene.actors.is_ego(slot); }
};

// What a check knows when an instance of it begins: its actor and the parameters as set for it.
class Setup {
 public:
  Setup(const CheckInfo& check, Context& context, scene::Slot slot) : check_(check), context_(context), slot_(slot) {}

  // Only what CheckInfo::parameters names: anything else throws, so that docs and code cannot part.
  template <typename T>
  T get(const Parameter<T>& parameter) const {
    return detail::from_number<T>(number(parameter));
  }
  // By which users know the parameter of this instance: good as long as the check runs.
  std::string_view path(const AnyParameter& parameter) const { return context_.settings.path(parameter); }
  const trace::ActorInfo& info() const { return context_.scene.actors.info(slot_); }
  bool is_ego() const { return context_.scene.actors.is_ego(slot_); }
  View view() const { return {context_, context_.scene, slot_}; }
  Duration merge_gap() const { return context_.settings.merge_gap(check_, info(), is_ego()); }
  Time now() const { return context_.now(); }

 private:
  double number(const AnyParameter& parameter) const;

  const CheckInfo& check_;
  Context& context_;
  scene::Slot slot_;
};

// The actor as results name it.
ActorRef actor_ref(const scene::Scene& scene, scene::Slot slot);
// Who drives: what the run says; else the SUT drives the ego, and an external driver everybody else.
trace::Driver driver_of(const scene::Scene& scene, scene::Slot slot);
// Is the automated function active: what the run says, else active for the ego and unknown for others.
inline trace::AvState av_state_of(const scene::Scene& scene, scene::Slot slot) {
  const trace::ActorState& state = scene.actors.state(slot);
  if (state.fields.has(trace::Field::av_state)) return state.av_state;
  return scene.actors.is_ego(slot) ? trace::AvState::active : trace::AvState::unknown;
}

// An actor that is not faster than this stands still.
inline constexpr double kStandingStill = 0.1;  // m/s

}  // namespace scrutineer::watch
