#include <string>

#include "checks/detail/state_watcher.h"
#include "map/signal_controls.h"

namespace scrutineer::checks {
namespace {

using namespace watch;

enum class Control : std::uint8_t { nothing, yield, stop, light };

struct JunctionState {
  struct Memory {
    map::JunctionId junction;            // of which ...
    map::LaneId incoming;                // ... entered from here ...
    Control control = Control::nothing;  // ... this is known
  };
  static Memory create(const Setup&) { return {}; }

  struct State {
    map::JunctionId junction;  // invalid: in none
    map::JunctionKind kind = map::JunctionKind::other;
    Control control = Control::nothing;
    bool operator==(const State&) const = default;
  };

  // The strictest of what holds for the lane by which it came, or for any if it appeared inside.
  static Control control_of(const View& at, map::JunctionId junction, map::LaneId incoming) {
    Control strictest = Control::nothing;
    for (const map::ApproachControl& control : map::junction_controls(at.scene.places.map(), junction)) {
      if (incoming.valid() && control.connection.incoming != incoming) continue;
      const map::SignalKind kind = control.place.meaning.kind;
      const Control found = kind == map::SignalKind::traffic_light ? Control::light
                            : kind == map::SignalKind::stop_sign   ? Control::stop
                            : kind == map::SignalKind::yield_sign  ? Control::yield
                                                                   : Control::nothing;
      strictest = std::max(strictest, found);
    }
    return strictest;
  }

  static std::optional<State> look(Memory& memory, const View& at) {
    if (at.scene.places.road_position(at.slot) == nullptr) return std::nullopt;
    const map::JunctionId junction = at.scene.places.junction(at.slot);
    if (!junction.valid()) return State{};
    // In the junction's area, but not yet on one of its roads: the lane leads there.
    const map::LaneId lane = at.scene.places.road_position(at.slot)->lane;
    const bool is_before = !at.scene.places.map().road(at.scene.places.map().lane(lane).road).junction.valid();
    const map::LaneId came_from = at.scene.places.came_from(at.slot);
    const map::LaneId incoming = came_from.valid() || !is_before ? came_from : lane;
    if (junction != memory.junction || (incoming.valid() && !memory.incoming.valid()))
      memory = {junction, incoming, control_of(at, junction, incoming)};
    return State{junction, at.scene.surroundings.kind_of(junction), memory.control};
  }

  struct Sums {
    std::string id;
  };
  static void measure(Sums& sums, const View& at, bool starts) {
    if (!starts) return;
    const map::JunctionId junction = at.scene.places.junction(at.slot);
    sums.id = junction.valid() ? at.scene.places.map().junction(junction).id : "";
  }

  struct Metrics {
    std::string kind, controlled_by, junction;
    double duration;

    void fields(auto& field) {
      field("kind", kind, "", "None outside junctions; else tee, crossing, roundabout, merge or other.");
      field("controlled_by", controlled_by, "",
            "What holds for the lane by which it came: light, stop, yield or nothing.");
      field("junction", junction, "", "Its id in the map; empty outside.");
      field("duration", duration, "s", "How long it was there.");
    }
  };
  static Metrics metrics(const State& state, const Sums& sums, double duration) {
    constexpr const char* kControls[] = {"nothing", "yield", "stop", "light"};
    return {.kind = state.junction.valid() ? std::string(map::to_string(state.kind)) : "none",
            .controlled_by = kControls[static_cast<std::size_t>(state.control)],
            .junction = sums.id,
            .duration = duration};
  }
};

}  // namespace

watch::Check junction_context() {
  return make_actor_check<StateWatcher<JunctionState>>({
      .name = "junction_context",
      .summary = "Whether the vehicle is in a junction, of what kind it is and what controls it.",
      .doc =
          "An interval for each junction that the vehicle's centre is in, and for the time between two of them.\n"
          "The kind is told by the roads that meet: three are a `tee`, four or more a `crossing` (both carriageways\n"
          "of a road count once); a junction that is part of a ring of up to 250 m without oncoming traffic is a\n"
          "`roundabout`; one without any turn is a `merge`, as ramps have. Off the road there is no interval.",
      .remedy = "Nothing to do: these are measurements.",
      .for_npc = false,
      .merge_gap = std::nullopt,
      .plots = {{"Way to the next junction",
                 {{.name = "to the junction", .unit = "m", .fact = fact("junction_ahead")}}},
                {"Speed", {{.name = "speed", .unit = "m/s", .fact = fact("speed")}}}},
      .needs = {{fact("junction")}},
      .profiles = InProfiles::modern,
  });
}

}  // namespace scrutineer::checks
