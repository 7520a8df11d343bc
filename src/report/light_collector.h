// What the lights of the map show over a run, kept where it changes.
//
// A signal may show each way through its junction something of its own (SUMO's lights do): each state is kept once, with
// the ways that it is for.
#pragma once

#include <span>
#include <vector>

#include "base/time.h"
#include "map/road_network.h"
#include "map/signal_kinds.h"
#include "report/light_shown.h"

namespace scrutineer::report {

struct LightWay {
  map::RoadId incoming, connecting;
  map::Manoeuvre manoeuvre = map::Manoeuvre::straight;
};

struct RecordedLight {
  map::SignalId signal;
  std::vector<LightWay> ways;  // for whom; empty: for all
  std::vector<Time> times;
  std::vector<LightShown> states;

  // Nothing is known of it before the first time.
  LightShown at(Time time) const;
  bool is_for(map::RoadId incoming, map::RoadId connecting) const;
};

class LightCollector {
 public:
  void look(const scene::LightHeads& lights, const map::RoadNetwork& map, Time now);
  // Those of which something was known. Good once.
  std::vector<RecordedLight> finish();

 private:
  void begin(const map::RoadNetwork& map);

  bool has_begun_ = false;
  std::vector<RecordedLight> lights_;  // for one way each, or for all if the signal controls none; by signal
};

}  // namespace scrutineer::report
