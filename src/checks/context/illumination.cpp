#include <string>

#include "checks/detail/state_watcher.h"
#include "trace/words.h"

namespace scrutineer::checks {
namespace {

using namespace watch;

struct LightState {
  struct Memory {};
  static Memory create(const Setup&) { return {}; }

  using State = trace::Illumination;
  static std::optional<State> look(Memory&, const View& at) { return at.scene.environment.illumination; }

  struct Sums {
    double illuminance = 0.0;
  };
  static void measure(Sums& sums, const View& at, bool starts) {
    if (starts) sums.illuminance = at.scene.environment.illuminance.value_or(kNone);
  }

  struct Metrics {
    std::string illumination;
    double illuminance, duration;

    void fields(auto& field) {
      field("illumination", illumination, "", "Night, twilight or day; unknown where nothing says it.");
      field("illuminance", illuminance, "lux", "When it began, where a number is known.");
      field("duration", duration, "s", "How long it lasted.");
    }
  };
  static Metrics metrics(const State& state, const Sums& sums, double duration) {
    return {.illumination = std::string(trace::to_word(state)), .illuminance = sums.illuminance, .duration = duration};
  }
};

}  // namespace

watch::Check illumination() {
  return make_actor_check<StateWatcher<LightState>>({
      .name = "illumination",
      .summary = "How light it is, from one change of it to the next.",
      .doc = "What the run says (OSI's ambient illumination), else what `environment` in its manifest does; `unknown`\n"
             "where neither says anything. Up to 1 lux is night; OSI's levels from 1000 lux on, and numbers from\n"
             "2000 lux on, are day; what is between is twilight.",
      .remedy = "Nothing to do: these are measurements.",
      .for_npc = false,
      .merge_gap = std::nullopt,
      .profiles = InProfiles::modern,
  });
}

}  // namespace scrutineer::checks
