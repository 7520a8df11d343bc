// The evaluation of one run: fed frame by frame, offline and live alike.
//
//   Engine engine(checks, settings, {.map = &map});
//   engine.announce(EgoIs{ego});
//   while (...) for (const Event& event : engine.step(frame, tables.actors())) ...
//   const Evaluation evaluation = engine.finish();
//
// A check that throws is `failed` with the reason and sees no further frame; the others go on.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "watch/check.h"
#include "watch/context.h"
#include "watch/issue.h"
#include "watch/keep_limits.h"
#include "watch/kpi.h"
#include "watch/settings.h"

namespace scrutineer::watch {

// ---- what the outside tells -----------------------------------------------------------------------------------------

struct EgoIs {
  trace::ActorId actor;
};
// In the next frame the actor is somewhere else, on purpose; or still on its way there: then it is not judged, as if it
// were not in that frame.
struct Relocation {
  trace::ActorId actor;
  bool is_on_its_way = false;
};
// Of one actor, or of all (an invalid id).
struct Freeze {
  std::string check;
  trace::ActorId actor;
  bool frozen = true;  // false: thaw
};
using Announcement = std::variant<EgoIs, Relocation, Freeze>;

// ---- what happens ---------------------------------------------------------------------------------------------------

struct IntervalStarted {
  std::uint32_t check = 0;
  ActorRef actor;
  Time start{};
};
using Event = std::variant<IntervalStarted, IntervalRecord, Issue, LogMessage>;

// ---- the result -----------------------------------------------------------------------------------------------------

struct CheckOutcome {
  enum class State : std::uint8_t { completed, skipped, failed };
  std::string name;
  State state = State::completed;
  std::string reason;            // of skipped and failed
  bool is_switched_off = false;  // skipped, because a setting of its own turns it off
  std::size_t instances = 0;
  std::size_t intervals_left_out = 0;  // beyond those that are kept (keep_limits.h)
  std::vector<std::string> notes;      // one sentence each: whom it did not judge, when and why
};
std::string_view to_word(CheckOutcome::State state);

// A value of `top.info` that a configuration sets or adds, at its path ("model.dut_name").
struct InfoValue {
  std::string path;
  Value value;
  std::string unit = {};  // "" for plain numbers, texts and truths
  std::string text = {};  // what it means, in the configuration's words; empty: it does not say
};

struct Evaluation {
  std::vector<CheckOutcome> checks;  // in the order of the engine's; those turned off are not among them
  std::vector<std::shared_ptr<const CheckInfo>> infos;  // of each of them; texts are where the check has them
  std::vector<Issue> issues;  // by time, then check's name, then actor; those to be ignored are left out ...
  std::vector<IssuesLeftOut> issues_left_out;  // ... and of some kinds all but the first
  std::vector<IntervalRecord> intervals;       // by start, then check's name, then actor
  std::vector<KpiOutcome> kpis;                // by name
  std::uint64_t frames = 0;
  std::size_t actors = 0;  // ever seen, parts included
  Time end{};              // of the last frame
  std::optional<ActorRef> ego;
  std::optional<trace::Driver> ego_driver;  // in the first frame that had the ego
  std::vector<InfoValue> info;
  std::vector<LogMessage> messages;   // by time, then in the order said, at most so many ...
  std::size_t messages_left_out = 0;  // ... and how many more there were
  std::size_t events_left_out = 0;    // that were not told while the run went on: too many in one frame

  // With those that were left out.
  std::size_t count(Severity severity) const;
  std::size_t count(Severity severity, Category category) const;
};

// What of the findings is not in the lists, one sentence each.
std::vector<std::string> left_out_words(const Evaluation& evaluation);

struct EngineInputs {
  const map::RoadNetwork* map = nullptr;
  // The caller brings these up to each frame before step().
  const scene::LightHeads* lights = nullptr;
  const trace::PlannedPaths* plans = nullptr;
  int differences = 1;
  KeepLimits limits = {};
  PlotSink* plots = nullptr;       // takes what checks plot; null: nobody wants it
  Companion* companion = nullptr;  // of this evaluation alone; has its say in every issue
  odd::Monitor* odd = nullptr;     // likewise
};

class Engine {
 public:
  // All must outlive the engine.
  Engine(std::span<const Check> checks, const Settings& settings, EngineInputs inputs);
  ~Engine();
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  void announce(const Announcement& announcement);
  // `known` is Trace::actors(). The events are good until the next call.
  std::span<const Event> step(const trace::Frame& frame, std::span<const trace::ActorInfo> known);
  // Closes what is open; the last events are in the evaluation.
  Evaluation finish();

  scene::Scene& scene();
  // Of the check that events and records name by this place.
  const CheckInfo& info(std::uint32_t check) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace scrutineer::watch
