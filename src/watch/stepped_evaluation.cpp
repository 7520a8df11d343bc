#include "watch/stepped_evaluation.h"

#include <algorithm>
#include <utility>
#include <variant>

#include "base/clock_rounding.h"
#include "base/memory_limit.h"
#include "scene/belonging.h"
#include "scene/ego.h"
#include "scene/heights.h"
#include "scene/lights.h"
#include "scene/suspicion.h"
#include "scene/time_covered.h"

namespace scrutineer::watch {
namespace {

trace::ActorId find_actor(std::span<const trace::ActorInfo> actors, const std::string& id) {
  const auto found = std::ranges::find(actors, id, &trace::ActorInfo::id);
  return found == actors.end() ? trace::ActorId() : trace::ActorId(static_cast<std::size_t>(found - actors.begin()));
}

// Tells the engine what the run announces between the last frame and this one.
void announce_relocations(Engine& engine, std::span<const trace::Relocation> relocations, const Moment& moment,
                          Time previous) {
  const Time now = latest_in(moment.frame.time);
  for (const trace::Relocation& relocation : relocations) {
    if (relocation.start > now) break;  // sorted by start
    if (relocation.end <= latest_in(previous)) continue;
    const trace::ActorId actor = relocation.id.empty() ? moment.ego : find_actor(moment.tables.actors(), relocation.id);
    if (actor.valid()) engine.announce(Relocation{actor, now < relocation.end});
  }
}

bool has_error(std::span<const Event> events) {
  return std::ranges::any_of(events, [](const Event& event) {
    const auto* issue = std::get_if<Issue>(&event);
    return issue != nullptr && issue->severity == Severity::error;
  });
}

}  // namespace

struct SteppedEvaluation::State {
  State(std::span<const Check> checks, const Settings& settings, const RunInputs& inputs, const Sinks& observers)
      : run(inputs),
        sinks(observers),
        heights(inputs.map),
        choice({.flag = inputs.ego_flag, .manifest = inputs.ego_named, .file = inputs.trace.file()}) {
    if (run.map != nullptr) {
      lights.emplace(*run.map, run.light_ties);
      belonging.emplace(*run.map, run.trace.file());
    }
    if (!run.trust_input) suspicion.emplace(run.map);
    engine.emplace(checks, settings,
                   EngineInputs{.map = run.map,
                                .lights = lights ? &*lights : nullptr,
                                .plans = run.plans,
                                .differences = run.differences,
                                .plots = sinks.plots,
                                .companion = run.companion,
                                .odd = run.odd});
  }

  // With the problem nothing that was found means anything.
  bool make_unusable(std::optional<Problem> problem) {
    if (!problem) return false;
    outcome.is_usable = false;
    return break_off(std::move(problem));
  }
  bool break_off(std::optional<Problem> problem) {
    if (!problem) return false;
    outcome.fault = std::move(problem);
    has_broken_off = true;
    return true;
  }

  std::optional<Problem> lack_of_memory(const trace::Frame& frame) const {
    auto problem = memory_problem();
    if (problem) problem->place = {.file = run.trace.file(), .frame = frame.number};
    return problem;
  }

  // Brings everything beside the engine up to the frame. False: it cannot be used.
  bool prepare() {
    const trace::Frame& frame = step.frame;
    heights.advance(step.frame, outcome.tables.actors());
    const auto actors = outcome.tables.actors();
    const bool had_ego = choice.ego().valid();
    if (make_unusable(choice.advance(frame, actors, outcome.tables.host_id()))) return false;
    if (!had_ego && choice.ego().valid()) engine->announce(EgoIs{choice.ego()});
    covered.advance(frame, choice.ego());
    if (suspicion) suspicion->advance(frame, actors);
    if (belonging && make_unusable(belonging->advance(frame, actors))) return false;
    if (run.plans != nullptr && break_off(run.plans->advance(frame.time))) return false;
    if (lights) lights->advance(frame, outcome.tables.lights());
    return true;
  }

  // False: the run is over.
  bool advance() {
    events = {};
    const auto more = trace::advance(run.trace, step, outcome.tables);
    if (!more) return !break_off(more.problem());
    if (!*more || !prepare()) return false;
    const trace::Frame& frame = step.frame;
    const Moment moment{frame, outcome.tables, choice.ego()};
    if (!run.relocations.empty()) announce_relocations(*engine, run.relocations, moment, previous);
    if (sinks.before) sinks.before(*engine, moment);
    events = engine->step(frame, outcome.tables.actors());
    previous = frame.time;
    if (sinks.progress) sinks.progress(frame.time);
    if (sinks.look) sinks.look(engine->scene(), lights ? &*lights : nullptr);
    if (run.stop_on_error && has_error(events)) {
      outcome.stopped_on_error = has_broken_off = true;
      return false;
    }
    if (++frames_since_look_ == kFramesBetweenLooks) {
      frames_since_look_ = 0;
      if (has_memory_limit_ && break_off(lack_of_memory(frame))) return false;
    }
    if (!sinks.after) return true;
    const auto goes_on = sinks.after(events, moment);
    if (!goes_on) ended_by = goes_on.problem();
    return goes_on && *goes_on;
  }

  // What only the whole run tells.
  void judge_end() {
    if (has_broken_off) return;
    if (belonging && make_unusable(belonging->finish())) return;
    if (make_unusable(choice.finish(outcome.tables.actors()))) return;
    outcome.fault = ended_by;
  }

  RunInputs run;
  Sinks sinks;
  RunOutcome outcome;
  std::optional<scene::LightHeads> lights;
  std::optional<scene::Belonging> belonging;
  scene::Heights heights;
  std::optional<scene::Suspicion> suspicion;
  scene::EgoChoice choice;
  scene::TimeCovered covered;
  std::optional<Engine> engine;
  trace::Step step;
  std::span<const Event> events;
  Time previous = Time(Duration(-1));  // of the last frame
  std::optional<Problem> ended_by;     // an observer's
  bool is_over = false, has_broken_off = false;

 private:
  static constexpr int kFramesBetweenLooks = 16;  // at how much memory is left
  const bool has_memory_limit_ = memory_limit().has_value();
  int frames_since_look_ = kFramesBetweenLooks - 1;  // the first frame shows what map and actors take
};

SteppedEvaluation::SteppedEvaluation(std::span<const Check> checks, const Settings& settings, const RunInputs& run,
                                     const Sinks& sinks)
    : state_(std::make_unique<State>(checks, settings, run, sinks)) {}

SteppedEvaluation::~SteppedEvaluation() = default;

bool SteppedEvaluation::advance() {
  if (!state_->is_over) state_->is_over = !state_->advance();
  return !state_->is_over;
}

std::span<const Event> SteppedEvaluation::events() const { return state_->events; }
Time SteppedEvaluation::now() const { return state_->previous; }
const std::optional<Problem>& SteppedEvaluation::fault() const { return state_->outcome.fault; }
Engine& SteppedEvaluation::engine() { return *state_->engine; }
const trace::Tables& SteppedEvaluation::tables() const { return state_->outcome.tables; }

RunOutcome SteppedEvaluation::finish() {
  state_->judge_end();
  RunOutcome outcome = std::move(state_->outcome);
  outcome.evaluation = state_->engine->finish();
  if (state_->suspicion)
    for (const scene::Doubt& doubt : state_->suspicion->doubts(state_->choice.ego()))
      outcome.notes.push_back(std::string(kSuspiciousInput) + doubt.text);
  const auto notes = state_->choice.notes();
  outcome.notes.insert(outcome.notes.end(), notes.begin(), notes.end());
  for (std::string& note : state_->covered.notes(outcome.tables.actors(), !state_->has_broken_off))
    outcome.notes.push_back(std::move(note));
  if (state_->belonging && !state_->belonging->note().empty()) outcome.notes.push_back(state_->belonging->note());
  for (std::string& note : state_->heights.notes()) outcome.notes.push_back(std::move(note));
  if (state_->lights)
    for (std::string& note : state_->lights->notes()) outcome.notes.push_back(std::move(note));
  outcome.notes.insert(outcome.notes.end(), outcome.tables.notes().begin(), outcome.tables.notes().end());
  return outcome;
}

}  // namespace scrutineer::watch
