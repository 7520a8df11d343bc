// The simulators that there are, one row each: what `scrutineer live NAME` (app/commands/live_NAME.cpp) opens.
//
//   for (const SimulatorRow& row : simulators()) ...
//   auto simulator = row.open({.config = "town.sumocfg", .ego = "ego"});
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "live/patience.h"
#include "live/simulator.h"
#include "trace/environment.h"
#include "trace/manifest.h"

namespace scrutineer::live {

// For simulators that send frames by themselves: where the frames come from.
struct FrameStream {
  enum class From : std::uint8_t { standard_input, tcp, udp };
  From from = From::standard_input;
  std::string address = "127.0.0.1";  // where it listens
  int port = 0;                       // 0: any that is free
  std::optional<double> idle = {};    // the run ends after this many seconds without a message
};

// What is to be simulated, for all kinds of simulators. Each ignores the members that it has no use for.
struct Simulation {
  std::string name;                    // what problems call it; empty: by its configuration, net or port
  std::string config;                  // the simulator's own file ...
  std::string net;                     // ... or only its roads: then `vehicles` drive anywhere
  std::optional<int> attach;           // ... or the port of one that runs already
  std::string ego;                     // empty: none is named
  int vehicles = 30;                   // with roads only
  std::uint64_t seed = 1;              // likewise
  std::optional<double> step_length;   // seconds
  std::optional<Duration> duration;    // the run ends then
  Patience patience;                   // with the simulator's answers
  std::string log;                     // takes what the simulator prints
  std::vector<std::string> arguments;  // more of them for the simulator

  FrameStream stream = {};
  trace::Manifest reading = {};                           // how to read what it sends: units, names, sizes
  std::vector<trace::EnvironmentValue> environment = {};  // that the frames do not tell
  std::function<void(const std::string&)> say = {};       // takes what a person should know at once; empty: nobody
};

struct SimulatorRow {
  std::string_view name;     // as users type it: "sumo"
  std::string_view title;    // as it calls itself: "SUMO"
  std::string_view summary;  // for the help
  Result<std::unique_ptr<Simulator>> (*open)(const Simulation&);
};
// By name.
std::span<const SimulatorRow> simulators();
// As they are found in the sources (cmake/ScrutineerRegistry.cmake): `SimulatorRow sumo_simulator() {`.
std::vector<SimulatorRow> all_simulators();
const SimulatorRow& simulator_row(std::string_view name);  // the name must be known

}  // namespace scrutineer::live
