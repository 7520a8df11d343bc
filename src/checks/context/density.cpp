#include <algorithm>
#include <string>

#include "checks/detail/bands.h"
#include "checks/detail/state_watcher.h"
#include "watch/parameter.h"

namespace scrutineer::checks {
namespace {

using namespace watch;
using namespace literals;

constexpr Parameter<Distance> kDensityRange{"density.range", 100.0_m,
                                            "Vehicles further away along the road do not count.", Range{0.0, 100.0}};

struct DensityState {
  struct Memory {
    double range;
    Bands<3> bands{{1.0, 5.0, 15.0}, 0.0};  // vehicles
    int vehicles = 0;
  };
  static Memory create(const Setup& setup) { return {.range = setup.get(kDensityRange).si()}; }

  using State = int;  // band
  static std::optional<State> look(Memory& memory, const View& at) {
    if (at.scene.places.road_position(at.slot) == nullptr) {
      memory.bands.forget();
      return std::nullopt;
    }
    memory.vehicles = at.scene.surroundings.moving_vehicles(at.slot, memory.range);
    return memory.bands.of(memory.vehicles);
  }

  struct Sums {
    double most = 0.0, sum = 0.0, frames = 0.0;
  };
  static void measure(Sums& sums, const Memory& memory, const View&, bool starts) {
    const double now = memory.vehicles;
    if (starts) sums = {};
    sums.most = std::max(sums.most, now);
    sums.sum += now;
    sums.frames += 1.0;
  }

  struct Metrics {
    std::string density;
    double mean_vehicles, max_vehicles, duration;

    void fields(auto& field) {
      field("density", density, "", "None, sparse (from 1 vehicle), moderate (from 5) or dense (from 15).");
      field("mean_vehicles", mean_vehicles, "", "Moving vehicles near it, on average over frames.");
      field("max_vehicles", max_vehicles, "", "The most at once.");
      field("duration", duration, "s", "How long it lasted.");
    }
  };
  static Metrics metrics(const State& state, const Sums& sums, double duration) {
    constexpr const char* kWords[] = {"none", "sparse", "moderate", "dense"};
    return {.density = kWords[state],
            .mean_vehicles = sums.sum / sums.frames,
            .max_vehicles = sums.most,
            .duration = duration};
  }
};

}  // namespace

watch::Check density() {
  return make_actor_check<StateWatcher<DensityState>>({
      .name = "density",
      .summary = "How much traffic there is around the vehicle, from one change of it to the next.",
      .doc = "Counts vehicles that move (faster than 0.1 m/s) on the roads of the vehicle's way, in any lane and\n"
             "direction, no further along them than `density.range`. Bands begin at 1, 5 and 15 vehicles.\n"
             "Off the road there is no interval.",
      .remedy = "Nothing to do: these are measurements.",
      .for_npc = false,
      .merge_gap = std::nullopt,
      .parameters = {&kDensityRange},
      .plots = {{"Moving vehicles within 100 m", {{.name = "vehicles", .fact = fact("vehicles_near")}}}},
      .needs = {{fact("road_position"), fact("speed")}},
      .profiles = InProfiles::modern,
  });
}

}  // namespace scrutineer::checks
