#include <algorithm>
#include <cmath>
#include <string>

#include "checks/detail/bands.h"
#include "checks/detail/state_watcher.h"

namespace scrutineer::checks {
namespace {

using namespace watch;

struct BendState {
  struct Memory {
    Bands<3> bands{{1.0 / 2000.0, 1.0 / 500.0, 1.0 / 100.0}, 0.1};  // per metre
    bool is_left = false;
  };
  static Memory create(const Setup&) { return {}; }

  struct State {
    int band = 0;
    bool is_left = false;
    bool operator==(const State&) const = default;
  };
  static std::optional<State> look(Memory& memory, const View& at) {
    const double curvature = at.scene.surroundings.curvature(at.slot);
    if (std::isnan(curvature)) {
      memory.bands.forget();
      return std::nullopt;
    }
    const int band = memory.bands.of(std::abs(curvature));
    if (band > 0) memory.is_left = curvature > 0.0;
    return State{band, band > 0 && memory.is_left};
  }

  struct Sums {
    double sharpest = 0.0;
  };
  static void measure(Sums& sums, const View& at, bool starts) {
    const double bend = std::abs(at.scene.surroundings.curvature(at.slot));
    sums.sharpest = starts ? bend : std::max(sums.sharpest, bend);
  }

  struct Metrics {
    std::string direction, band;
    double max_curvature, duration;

    void fields(auto& field) {
      field("direction", direction, "", "Straight, left or right.");
      field("band", band, "", "Straight, slight (a radius up to 2000 m), medium (500 m) or sharp (100 m).");
      field("max_curvature", max_curvature, "1/m", "The sharpest bend; its inverse is the radius.");
      field("duration", duration, "s", "How long it drove there.");
    }
  };
  static Metrics metrics(const State& state, const Sums& sums, double duration) {
    constexpr const char* kBands[] = {"straight", "slight", "medium", "sharp"};
    return {.direction = state.band == 0 ? "straight"
                         : state.is_left ? "left"
                                         : "right",
            .band = kBands[state.band],
            .max_curvature = sums.sharpest,
            .duration = duration};
  }
};

}  // namespace

watch::Check curvature() {
  return make_actor_check<StateWatcher<BendState>>({
      .name = "curvature",
      .summary = "How the lane bends that the vehicle drives on, from one change of it to the next.",
      .doc = "An interval lasts while the curvature of the lane's centre line stays in one band and bends to one\n"
             "side. Bands begin at 1/2000, 1/500 and 1/100 per metre; one is left only a tenth below its\n"
             "border, so that a value there does not flicker. Off the road there is none.",
      .remedy = "Nothing to do: these are measurements.",
      .for_npc = false,
      .merge_gap = std::nullopt,
      .plots = {{"Curvature of the lane, left is positive",
                 {{.name = "curvature", .unit = "1/m", .fact = fact("curvature")}}},
                {"Speed", {{.name = "speed", .unit = "m/s", .fact = fact("speed")}}}},
      .needs = {{fact("curvature")}},
      .profiles = InProfiles::modern,
  });
}

}  // namespace scrutineer::checks
