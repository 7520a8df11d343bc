#include <algorithm>
#include <cmath>
#include <string>

#include "checks/detail/bands.h"
#include "checks/detail/state_watcher.h"

namespace scrutineer::checks {
namespace {

using namespace watch;

struct SlopeState {
  struct Memory {
    Bands<2> bands{{0.02, 0.06}, 0.1};
    bool is_up = false;
  };
  static Memory create(const Setup&) { return {}; }

  struct State {
    int band = 0;
    bool is_up = false;
    bool operator==(const State&) const = default;
  };
  static std::optional<State> look(Memory& memory, const View& at) {
    const double grade = at.scene.surroundings.grade(at.slot);
    if (std::isnan(grade)) {
      memory.bands.forget();
      return std::nullopt;
    }
    const int band = memory.bands.of(std::abs(grade));
    if (band > 0) memory.is_up = grade > 0.0;
    return State{band, band > 0 && memory.is_up};
  }

  struct Sums {
    double steepest = 0.0;
  };
  static void measure(Sums& sums, const View& at, bool starts) {
    const double slope = std::abs(at.scene.surroundings.grade(at.slot));
    sums.steepest = starts ? slope : std::max(sums.steepest, slope);
  }

  struct Metrics {
    std::string direction, band;
    double max_grade, duration;

    void fields(auto& field) {
      field("direction", direction, "", "Level, up or down.");
      field("band", band, "", "Level, slight (from 2 %) or steep (from 6 %).");
      field("max_grade", max_grade, "", "The steepest slope: rise over run, up or down.");
      field("duration", duration, "s", "How long it drove there.");
    }
  };
  static Metrics metrics(const State& state, const Sums& sums, double duration) {
    constexpr const char* kBands[] = {"level", "slight", "steep"};
    return {.direction = state.band == 0 ? "level"
                         : state.is_up   ? "up"
                                         : "down",
            .band = kBands[state.band],
            .max_grade = sums.steepest,
            .duration = duration};
  }
};

}  // namespace

watch::Check grade() {
  return make_actor_check<StateWatcher<SlopeState>>({
      .name = "grade",
      .summary = "How steep the road is that the vehicle drives on, from one change of it to the next.",
      .doc = "An interval lasts while the slope of the road, the way the vehicle faces, stays in one band and leads\n"
             "up or down. Bands begin at 2 % and 6 %; one is left only a tenth below its border, so that a value\n"
             "there does not flicker. Off the road there is none.",
      .remedy = "Nothing to do: these are measurements.",
      .for_npc = false,
      .merge_gap = std::nullopt,
      .plots = {{"Rise over run", {{.name = "grade", .fact = fact("grade")}}},
                {"Speed", {{.name = "speed", .unit = "m/s", .fact = fact("speed")}}}},
      .needs = {{fact("grade")}},
      .profiles = InProfiles::modern,
  });
}

}  // namespace scrutineer::checks
