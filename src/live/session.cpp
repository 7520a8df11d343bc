#include "live/session.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <variant>

#include "live/arrival_watch.h"

namespace scrutineer::live {

namespace {

// So long others drive on while the ego is being put down; with one step to spare, as they may speed up.
constexpr double kStepsOfRelocation = 3.0;

class Session {
 public:
  explicit Session(const SessionInputs& inputs) : inputs_(inputs) {}

  SessionOutcome run() {
    outcome_.run =
        run::evaluate(inputs_.run, inputs_.simulator,
                      {.before = [&](watch::Engine& engine, const watch::Moment& moment) { announce(engine, moment); },
                       .after = [&](std::span<const watch::Event> events, const watch::Moment& moment) -> Result<bool> {
                         const bool goes_on = look(events, moment);
                         if (fault_) return *fault_;
                         return goes_on;
                       }});
    for (const std::string& note : notes_) outcome_.run.notes.push_back(note);
    if (!outcome_.episodes.empty()) outcome_.episodes.back().end = last_;
    return std::move(outcome_);
  }

 private:
  static const std::string& ego_id(const watch::Moment& moment) {
    return moment.tables.actors()[moment.ego.index()].id;
  }

  void announce(watch::Engine& engine, const watch::Moment& moment) {
    const Time now = moment.frame.time;
    engine_ = &engine;
    const bool is_relocating = inputs_.simulator.is_relocating();
    if (!is_relocating && !was_relocating_) return;
    if (!was_relocating_) outcome_.relocations.push_back({ego_id(moment), now, now});
    outcome_.relocations.back().end = now;
    engine.announce(watch::Relocation{moment.ego, is_relocating});
  }

  // False: the run ends here.
  bool look(std::span<const watch::Event> events, const watch::Moment& moment) {
    const auto& [frame, tables, ego] = moment;
    if (outcome_.episodes.empty()) outcome_.episodes.push_back({frame.time, frame.time, std::nullopt, std::nullopt});
    last_ = frame.time;
    if (inputs_.record) {
      if (failed(inputs_.record(frame, tables))) return false;
    }
    issues_ += static_cast<std::size_t>(std::ranges::count_if(
        events, [](const watch::Event& event) { return std::holds_alternative<watch::Issue>(event); }));
    if (inputs_.on_events && !events.empty()) inputs_.on_events(frame.time, events, *engine_);

    const auto found = std::ranges::find(frame.actors, ego, &trace::ActorState::actor);
    std::optional<teleport::Centre> centre;
    if (ego.valid() && found != frame.actors.end()) {
      centre = teleport::Centre{.x = found->x, .y = found->y};
      if (found->fields.has(trace::Field::z)) centre->z = found->z;
    }
    if (!follow_ego(moment, centre)) return false;
    if (inputs_.teleporter != nullptr && !teleport(frame.time, ego, centre)) return false;
    if (inputs_.on_frame) inputs_.on_frame(frame.time, issues_, outcome_.episodes.size());
    if (inputs_.ends_with_error && inputs_.teleporter == nullptr && ends_at_error(events)) return false;
    if (inputs_.is_interrupted && inputs_.is_interrupted()) {
      notes_.push_back(fmt::format("stopped on request after {} s", to_seconds(frame.time)));
      return false;
    }
    return true;
  }

  bool ends_at_error(std::span<const watch::Event> events) {
    for (const watch::Event& event : events) {
      const auto* issue = std::get_if<watch::Issue>(&event);
      if (issue == nullptr || issue->severity != watch::Severity::error || issue->category != watch::Category::sut)
        continue;
      notes_.push_back(fmt::format("the ego's error {} ends the run at {} s (--keep-going goes on)", issue->kind,
                                   to_seconds(last_)));
      return true;
    }
    return false;
  }

  bool follow_ego(const watch::Moment& moment, std::optional<teleport::Centre> centre) {
    const Time now = moment.frame.time;
    if (centre) {
      watch_arrival(now, *centre);
      const bool is_new = !std::exchange(had_ego_, true);
      return !is_new || inputs_.goal.empty() || !failed(inputs_.simulator.send(moment.ego, inputs_.goal));
    }
    if (!had_ego_ || !inputs_.ends_with_ego) return true;
    notes_.push_back(
        fmt::format("the ego {} left the simulation at {} s: the run ends here", ego_id(moment), to_seconds(now)));
    return false;
  }

  void watch_arrival(Time now, const teleport::Centre& centre) {
    if (was_relocating_ || inputs_.simulator.is_relocating()) return;
    if (const auto arrival = arrival_watch_.advance(now, centre)) outcome_.episodes.back().arrival = arrival;
  }

  // Asks the Teleporter what to do, and does it. False: the simulator failed, or the last episode is over.
  bool teleport(Time now, trace::ActorId ego, std::optional<teleport::Centre> centre) {
    Simulator& simulator = inputs_.simulator;
    teleport::Teleporter& teleporter = *inputs_.teleporter;
    const bool is_relocating = simulator.is_relocating();
    if (was_relocating_ && !is_relocating) {
      const teleport::LogRow row = teleporter.arrived(now);
      outcome_.episodes.back().end = now;
      outcome_.episodes.push_back({now, now, row, std::nullopt});
      arrival_watch_.begin(now, teleporter.plan().midpoint_at, row.choice.distance_to_midpoint);
      if (inputs_.on_teleport && failed(inputs_.on_teleport(row))) return false;
    }
    was_relocating_ = is_relocating;
    // No vehicle may drive into the area while the ego is on its way there.
    if (is_relocating) return clear(clearing_, kStepsOfRelocation * simulator.step_seconds(), ego);
    const auto actions = teleporter.step(now, centre);
    if (inputs_.episodes && teleporter.teleports() >= *inputs_.episodes && teleporter.is_teleporting()) return false;
    for (const teleport::Action& action : actions) {
      if (const auto* area = std::get_if<teleport::ClearArea>(&action)) {
        clearing_ = *area;
        if (!clear(*area, kStepsOfRelocation * simulator.step_seconds(), ego)) return false;
      } else if (const auto* move = std::get_if<teleport::MoveEgo>(&action)) {
        if (failed(simulator.relocate(ego, move->destination, inputs_.goal))) return false;
      } else if (inputs_.on_warning) {
        inputs_.on_warning(std::get<teleport::Warning>(action).message);
      }
    }
    return true;
  }

  bool clear(const teleport::ClearArea& area, double seconds, trace::ActorId ego) {
    const auto removed = inputs_.simulator.remove_vehicles(area.x, area.y, area.radius, seconds, ego);
    return removed ? true : !failed(removed.problem());
  }

  bool failed(std::optional<Problem> problem) {
    if (!problem) return false;
    fault_ = std::move(problem);
    return true;
  }

  const SessionInputs& inputs_;
  const watch::Engine* engine_ = nullptr;  // once there was a frame
  SessionOutcome outcome_;
  std::optional<Problem> fault_;
  std::vector<std::string> notes_;
  teleport::ClearArea clearing_;
  std::size_t issues_ = 0;
  bool had_ego_ = false, was_relocating_ = false;
  ArrivalWatch arrival_watch_;
  Time last_{};
};

}  // namespace

Result<std::size_t> keep_drivable(teleport::Teleporter& teleporter, Simulator& simulator) {
  std::optional<Problem> problem;
  const std::size_t gone = teleporter.keep_candidates([&](const teleport::Candidate& candidate) {
    const auto has_way = simulator.has_way(teleport::way_of(teleporter.plan(), candidate));
    if (!has_way) problem = has_way.problem();
    return has_way && *has_way;
  });
  if (problem) return *std::move(problem);
  return gone;
}

SessionOutcome run_session(const SessionInputs& inputs) { return Session(inputs).run(); }

}  // namespace scrutineer::live
