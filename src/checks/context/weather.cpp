#include <string>

#include "checks/detail/state_watcher.h"
#include "trace/words.h"

namespace scrutineer::checks {
namespace {

using namespace watch;

struct WeatherState {
  struct Memory {};
  static Memory create(const Setup&) { return {}; }

  struct State {
    trace::Precipitation precipitation;
    trace::Snowfall snowfall;
    trace::Visibility visibility;
    bool operator==(const State&) const = default;
  };
  static std::optional<State> look(Memory&, const View& at) {
    const trace::Environment& now = at.scene.environment;
    return State{now.precipitation, now.snowfall, now.visibility};
  }

  struct Sums {
    double rainfall = 0.0, temperature = 0.0, wind = 0.0;
  };
  static void measure(Sums& sums, const View& at, bool starts) {
    if (!starts) return;
    const trace::Environment& now = at.scene.environment;
    sums = {now.rainfall_rate.value_or(kNone), now.temperature.value_or(kNone), now.wind_speed.value_or(kNone)};
  }

  struct Metrics {
    std::string precipitation, snowfall, visibility;
    double rainfall_rate, temperature, wind_speed, duration;

    void fields(auto& field) {
      field("precipitation", precipitation, "",
            "One of none, very_light, light, moderate, heavy, very_heavy, extreme.");
      field("snowfall", snowfall, "", "One of none, light, moderate, heavy.");
      field("visibility", visibility, "",
            "One of excellent, good, moderate, poor, mist, light_fog, thick_fog, dense_fog.");
      field("rainfall_rate", rainfall_rate, "mm/h", "When it began, where a number is known.");
      field("temperature", temperature, "K", "When it began, where it is known.");
      field("wind_speed", wind_speed, "m/s", "When it began, where it is known.");
      field("duration", duration, "s", "How long it lasted.");
    }
  };
  static Metrics metrics(const State& state, const Sums& sums, double duration) {
    return {.precipitation = std::string(trace::to_word(state.precipitation)),
            .snowfall = std::string(trace::to_word(state.snowfall)),
            .visibility = std::string(trace::to_word(state.visibility)),
            .rainfall_rate = sums.rainfall,
            .temperature = sums.temperature,
            .wind_speed = sums.wind,
            .duration = duration};
  }
};

}  // namespace

watch::Check weather() {
  return make_actor_check<StateWatcher<WeatherState>>({
      .name = "weather",
      .summary = "Rain, snow and how far one sees, from one change of it to the next.",
      .doc = "What the run says (OSI's environmental conditions), else what `environment` in its manifest does; each\n"
             "is `unknown` where neither says anything.",
      .remedy = "Nothing to do: these are measurements.",
      .for_npc = false,
      .merge_gap = std::nullopt,
      .profiles = InProfiles::modern,
  });
}

}  // namespace scrutineer::checks
