#include "watch/evaluate.h"

#include <algorithm>
#include <variant>

#include "scene/belonging.h"
#include "scene/ego.h"
#include "scene/heights.h"
#include "scene/lights.h"
#include "scene/suspicion.h"

namespace scrutineer::watch {
namespace {

trace::ActorId find_actor(std::span<const trace::ActorInfo> actors, const std::string& id) {
  const auto found = std::ranges::find(actors, id, &trace::ActorInfo::id);
  return found == actors.end() ? trace::ActorId() : trace::ActorId(static_cast<std::size_t>(found - actors.begin()));
}

// Tells the engine what the run announces between the last frame and this one.
void announce_relocations(Engine& engine, std::span<const trace::Relocation> relocations, const Moment& moment,
                          Time previous) {
  const Time now = moment.frame.time;
  for (const trace::Relocation& relocation : relocations) {
    if (relocation.start > now) break;  // sorted by start
    if (relocation.end <= previous) continue;
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

// long: the one loop over a run, in the order in which a frame is used
RunOutcome evaluate(std::span<const Check> checks, const Settings& settings, const RunInputs& run, const Sinks& sinks) {
  RunOutcome outcome;
  trace::Tables& tables = outcome.tables;
  std::optional<scene::LightHeads> lights;
  std::optional<scene::Belonging> belonging;
  if (run.map != nullptr) {
    lights.emplace(*run.map, run.light_ties);
    belonging.emplace(*run.map, run.trace.file());
  }
  scene::Heights heights(run.map);
  std::optional<scene::Suspicion> suspicion;
  if (!run.trust_input) suspicion.emplace(run.map);
  scene::EgoChoice choice({.flag = run.ego_flag, .manifest = run.ego_named, .file = run.trace.file()});
  Engine engine(checks, settings,
                {.map = run.map,
                 .lights = lights ? &*lights : nullptr,
                 .plans = run.plans,
                 .differences = run.differences,
                 .plots = sinks.plots,
                 .companion = run.companion});

  const auto unusable = [&](std::optional<Problem> problem) {
    outcome.is_usable = outcome.is_usable && !problem;
    return problem;
  };
  const auto feed = [&]() -> std::optional<Problem> {
    trace::Step step;
    const trace::Frame& frame = step.frame;
    std::optional<Problem> ended_by;
    Time previous = Time(Duration(-1));
    for (;;) {
      const auto more = trace::advance(run.trace, step, tables);
      if (!more) return more.problem();
      if (!*more) break;
      heights.advance(step.frame, tables.actors());
      const auto actors = tables.actors();
      const bool had_ego = choice.ego().valid();
      if (auto problem = unusable(choice.advance(frame, actors, tables.host_id()))) return problem;
      if (!had_ego && choice.ego().valid()) engine.announce(EgoIs{choice.ego()});
      if (suspicion) suspicion->advance(frame, actors);
      if (belonging) {
        if (auto problem = unusable(belonging->advance(frame, actors))) return problem;
      }
      if (run.plans != nullptr) {
        if (auto problem = run.plans->advance(frame.time)) return problem;
      }
      if (lights) lights->advance(frame, tables.lights());
      const Moment moment{frame, tables, choice.ego()};
      if (!run.relocations.empty()) announce_relocations(engine, run.relocations, moment, previous);
      if (sinks.before) sinks.before(engine, moment);
      const auto events = engine.step(frame, actors);
      previous = frame.time;
      if (sinks.progress) sinks.progress(frame.time);
      if (sinks.look) sinks.look(engine.scene(), lights ? &*lights : nullptr);
      if (run.stop_on_error && has_error(events)) {
        outcome.stopped_on_error = true;
        return std::nullopt;
      }
      if (!sinks.after) continue;
      const auto goes_on = sinks.after(events, moment);
      if (!goes_on) ended_by = goes_on.problem();
      if (!goes_on || !*goes_on) break;
    }
    if (belonging) {
      if (auto problem = unusable(belonging->finish())) return problem;
    }
    if (auto problem = unusable(choice.finish(tables.actors()))) return problem;
    return ended_by;
  };

  outcome.fault = feed();
  outcome.evaluation = engine.finish();
  if (suspicion)
    for (const scene::Doubt& doubt : suspicion->doubts())
      outcome.notes.push_back(std::string(kSuspiciousInput) + doubt.text);
  outcome.notes.insert(outcome.notes.end(), choice.notes().begin(), choice.notes().end());
  if (belonging && !belonging->note().empty()) outcome.notes.push_back(belonging->note());
  for (std::string& note : heights.notes()) outcome.notes.push_back(std::move(note));
  outcome.notes.insert(outcome.notes.end(), tables.notes().begin(), tables.notes().end());
  return outcome;
}

}  // namespace scrutineer::watch
