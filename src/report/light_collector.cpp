#include "report/light_collector.h"

#include <algorithm>
#include <map>
#include <utility>

#include "map/signal_controls.h"
#include "map/signals.h"

namespace scrutineer::report {

LightShown RecordedLight::at(Time time) const {
  const auto after = std::ranges::upper_bound(times, time);
  return after == times.begin() ? LightShown::unknown : states[static_cast<std::size_t>(after - times.begin()) - 1];
}

bool RecordedLight::is_for(map::RoadId incoming, map::RoadId connecting) const {
  return ways.empty() || std::ranges::any_of(ways, [&](const LightWay& way) {
           return way.incoming == incoming && way.connecting == connecting;
         });
}

void LightCollector::begin(const map::RoadNetwork& map) {
  std::map<std::size_t, std::vector<LightWay>> ways;  // by SignalId
  for (std::size_t i = 0; i < map.junctions().size(); ++i) {
    for (const map::ApproachControl& control : map::junction_controls(map, map::JunctionId(i))) {
      const map::LaneConnection& taken = control.connection;
      const LightWay way{map.lane(taken.incoming).road, map.lane(taken.connecting).road, taken.manoeuvre};
      auto& known = ways[control.place.signal.index()];
      const bool is_known = std::ranges::any_of(
          known, [&](const LightWay& one) { return one.incoming == way.incoming && one.connecting == way.connecting; });
      if (!is_known) known.push_back(way);
    }
  }
  for (std::size_t i = 0; i < map.signals().size(); ++i) {
    if (map::meaning_of(map, map::SignalId(i)).kind != map::SignalKind::traffic_light) continue;
    const auto own = ways.find(i);
    if (own == ways.end()) lights_.push_back({map::SignalId(i), {}, {}, {}});
    if (own != ways.end())
      for (const LightWay& way : own->second) lights_.push_back({map::SignalId(i), {way}, {}, {}});
  }
}

void LightCollector::look(const scene::LightHeads& lights, const map::RoadNetwork& map, Time now) {
  if (!std::exchange(has_begun_, true)) begin(map);
  for (RecordedLight& light : lights_) {
    const LightShown shown =
        shown_by(light.ways.empty() ? lights.state(light.signal)
                                    : lights.state(light.signal, {light.ways[0].incoming, light.ways[0].connecting}));
    if (shown == (light.states.empty() ? LightShown::unknown : light.states.back())) continue;
    light.times.push_back(now);
    light.states.push_back(shown);
  }
}

std::vector<RecordedLight> LightCollector::finish() {
  std::vector<RecordedLight> kept;
  for (RecordedLight& light : lights_) {
    const auto same = std::ranges::find_if(kept, [&](const RecordedLight& one) {
      return one.signal == light.signal && one.times == light.times && one.states == light.states;
    });
    if (same == kept.end()) {
      kept.push_back(std::move(light));
    } else {
      same->ways.insert(same->ways.end(), light.ways.begin(), light.ways.end());
    }
  }
  for (RecordedLight& light : kept)
    if (std::ranges::count(kept, light.signal, &RecordedLight::signal) == 1) light.ways.clear();
  std::erase_if(kept, [](const RecordedLight& light) { return light.times.empty(); });
  lights_.clear();
  return kept;
}

}  // namespace scrutineer::report
