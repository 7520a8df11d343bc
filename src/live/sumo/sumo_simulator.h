// SUMO over TraCI.
//
//   auto sumo = SumoSimulator::start({.config = "town.sumocfg", .ego = "ego"});
//   if (!sumo) return sumo.problem();           // not installed, too old, refuses its configuration ...
//
// Every step is one message each way: vehicles, persons and lights are subscribed to. SUMO's connections are global to
// a process, so there is one of these at a time.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "live/patience.h"
#include "live/simulator.h"

namespace scrutineer::live::sumo {

struct SumoOptions {
  std::string program = "sumo";
  std::string name;           // what problems call the simulation; empty: by its configuration, net or port
  std::string config;         // a .sumocfg ...
  std::string net;            // ... or only a net: then `vehicles` drive between edges drawn at random
  std::optional<int> attach;  // ... or the port of a SUMO that runs already, as its second client
  std::string ego;            // empty: none is named
  int vehicles = 30;          // with a net only
  Duration between_vehicles = std::chrono::milliseconds(1500);  // likewise: they depart one after the other
  std::uint64_t seed = 1;              // of SUMO, unless its configuration or nobody is started
  std::optional<double> step_length;   // seconds; nothing: as configured, with a net only 0.1
  std::optional<Duration> duration;    // the run ends then
  Patience patience;                   // with SUMO's answers
  std::string log;                     // takes what SUMO prints
  std::vector<std::string> arguments;  // more of them for SUMO
};

class SumoSimulator : public Simulator {
 public:
  static Result<std::unique_ptr<SumoSimulator>> start(const SumoOptions& options);

  virtual int pid() const = 0;  // of the SUMO that was started; -1: none was
};

}  // namespace scrutineer::live::sumo
