#include <string>

#include "checks/detail/state_watcher.h"
#include "checks/detail/successor_parameters.h"

namespace scrutineer::checks {
namespace {

using namespace watch;

struct RoadState {
  struct Memory {};
  static Memory create(const Setup&) { return {}; }

  struct State {
    std::string road_type;
    int lanes = 0;
    bool is_divided = false, keeps_left = false;
    double limit = 0.0;  // m/s; below 0: no limit, or none is known
    map::LegalSpeed::Kind legal = map::LegalSpeed::Kind::unknown;
    bool operator==(const State&) const = default;
  };
  // Inside junctions a road has neither lanes of its own nor sides: what was before it goes on.
  static std::optional<State> look(Memory&, const View& at) {
    const map::RoadPosition* place = at.scene.places.road_position(at.slot);
    if (place == nullptr || at.scene.places.map().road(place->road).junction.valid()) return std::nullopt;
    const map::LegalSpeed legal = at.scene.places.legal_speed(at.slot);
    const std::string_view type = at.scene.surroundings.road_type(at.slot);
    return State{.road_type = type.empty() ? "unknown" : std::string(type),
                 .lanes = at.scene.surroundings.lane_count(at.slot),
                 .is_divided = at.scene.surroundings.is_divided(at.slot),
                 .keeps_left = at.scene.places.map().road(place->road).rule == map::TrafficRule::left_hand,
                 .limit = legal.kind == map::LegalSpeed::Kind::limit ? legal.max.si() : -1.0,
                 .legal = legal.kind};
  }

  struct Sums {
    double narrowest = 0.0, widest = 0.0;
  };
  static void measure(Sums& sums, const View& at, bool starts) {
    const double width = at.scene.surroundings.lane_width(at.slot);
    sums.narrowest = starts ? width : std::min(sums.narrowest, width);
    sums.widest = starts ? width : std::max(sums.widest, width);
  }

  struct Metrics {
    std::string road_type;
    double lane_count, min_lane_width, max_lane_width;
    bool is_divided;
    double speed_limit;
    std::string traffic_rule;

    void fields(auto& field) {
      field("road_type", road_type, "", "The map's word: town, motorway ...; unknown where it says nothing.");
      field("lane_count", lane_count, "", "How many lanes carry vehicles its way.");
      field("min_lane_width", min_lane_width, "m", "The least width of its lane.");
      field("max_lane_width", max_lane_width, "m", "The largest width of its lane.");
      field("is_divided", is_divided, "", "Whether no oncoming traffic is beside the lanes of its way.");
      field("speed_limit", speed_limit, "m/s", "The legal speed; null where there is none or it is not known.");
      field("traffic_rule", traffic_rule, "", "RHT or LHT: on which side traffic keeps.");
    }
  };
  static Metrics metrics(const State& state, const Sums& sums, double) {
    return {.road_type = state.road_type,
            .lane_count = static_cast<double>(state.lanes),
            .min_lane_width = sums.narrowest,
            .max_lane_width = sums.widest,
            .is_divided = state.is_divided,
            .speed_limit = state.limit < 0.0 ? kNone : state.limit,
            .traffic_rule = state.keeps_left ? "LHT" : "RHT"};
  }
};

}  // namespace

watch::Check road_context() {
  return make_actor_check<StateWatcher<RoadState>>({
      .name = "road_context",
      .summary = "What kind of road the vehicle drives on, from one change of it to the next.",
      .doc = "An interval lasts while road type, number of lanes this way, whether the road is divided, the legal\n"
             "speed and the side that traffic keeps to stay the same; the width of the lane is measured meanwhile.\n"
             "Off the road and inside junctions there is none (`junction_context` tells of those).",
      .remedy = "Nothing to do: these are measurements.",
      .for_npc = false,
      .merge_gap = std::nullopt,
      .plots = {{"Lanes this way", {{.name = "lanes", .fact = fact("lane_count")}}},
                {"Lane width", {{.name = "lane width", .unit = "m", .fact = fact("lane_width")}}},
                {"Legal speed", {{.name = "legal speed", .unit = "m/s", .fact = fact("legal_speed")}}}},
      .needs = {{fact("road_position")}},
      .profiles = InProfiles::modern,
  });
}

}  // namespace scrutineer::checks
