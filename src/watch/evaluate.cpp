#include "watch/evaluate.h"

#include <algorithm>
#include <variant>

#include "scene/belonging.h"
#include "scene/ego.h"
#include "scene/lights.h"

namespace scrutineer::watch {
namespace {

trace::ActorId find_actor(std::span<const trace::ActorInfo> actors, const std::string& id) {
  const auto found = std::ranges::find(actors, id, &trace::ActorInfo::id);
  return found == actors.end() ? trace::ActorId() : trace::ActorId(static_cast<std::size_t>(found - actors.begin()));
}

// Tells the engine what the run announces between the last frame and this one.
void announce_relocations(Engine& engine, const RecordedRun& run, trace::ActorId ego, Time previous, Time now) {
  for (const trace::Relocation& relocation : run.relocations) {
    if (relocation.start > now) break;  // sorted by start
    if (relocation.end <= previous) continue;
    const trace::ActorId actor = relocation.id.empty() ? ego : find_actor(run.trace.actors(), relocation.id);
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

RunOutcome evaluate(std::span<const Check> checks, const Settings& settings, const RecordedRun& run) {
  RunOutcome outcome;
  std::optional<scene::LightHeads> lights;
  std::optional<scene::Belonging> belonging;
  if (run.map != nullptr) {
    lights.emplace(*run.map, run.sumo_net);
    belonging.emplace(*run.map, run.trace.file());
  }
  scene::EgoChoice choice({.flag = run.ego_flag, .manifest = run.ego_named, .file = run.trace.file()});
  Engine engine(checks, settings,
                {.map = run.map,
                 .lights = lights ? &*lights : nullptr,
                 .plans = run.plans,
                 .differences = run.differences,
                 .rules = run.rules,
                 .plots = run.plots,
                 .companion = run.companion});

  const auto unusable = [&](std::optional<Problem> problem) {
    outcome.is_usable = outcome.is_usable && !problem;
    return problem;
  };
  const auto feed = [&]() -> std::optional<Problem> {
    trace::Frame frame;
    Time previous = Time(Duration(-1));
    for (;;) {
      const auto more = run.trace.next(frame);
      if (!more) return more.problem();
      if (!*more) break;
      const auto actors = run.trace.actors();
      const bool had_ego = choice.ego().valid();
      if (auto problem = unusable(choice.advance(frame, actors, run.trace.host_id()))) return problem;
      if (!had_ego && choice.ego().valid()) engine.announce(EgoIs{choice.ego()});
      if (belonging) {
        if (auto problem = unusable(belonging->advance(frame, actors))) return problem;
      }
      if (run.plans != nullptr) {
        if (auto problem = run.plans->advance(frame.time)) return problem;
      }
      if (lights) lights->advance(frame, run.trace.lights());
      if (!run.relocations.empty()) announce_relocations(engine, run, choice.ego(), previous, frame.time);
      if (run.before) run.before(engine, frame, choice.ego());
      const auto events = engine.step(frame, actors);
      previous = frame.time;
      if (run.progress) run.progress(frame.time);
      if (run.look) run.look(engine.scene(), lights ? &*lights : nullptr);
      if (run.stop_on_error && has_error(events)) {
        outcome.stopped_on_error = true;
        return std::nullopt;
      }
      if (run.after && !run.after(events, frame, choice.ego())) break;
    }
    if (belonging) {
      if (auto problem = unusable(belonging->finish())) return problem;
    }
    return unusable(choice.finish(run.trace.actors()));
  };

  outcome.fault = feed();
  outcome.evaluation = engine.finish();
  outcome.notes.assign(choice.notes().begin(), choice.notes().end());
  if (belonging && !belonging->note().empty()) outcome.notes.push_back(belonging->note());
  outcome.notes.insert(outcome.notes.end(), run.trace.notes().begin(), run.trace.notes().end());
  return outcome;
}

}  // namespace scrutineer::watch
