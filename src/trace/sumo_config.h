// What SUMO's own files name: the inputs and outputs of a simulation (.sumocfg), and what a net was made from.
//
//   auto config = read_sumo_config(text, "town.sumocfg");
//   if (config) use(config->net, config->fcd);
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"

namespace scrutineer::trace {

// Paths are resolved: those in the file are relative to it. Empty: not named.
struct SumoConfig {
  std::string net;
  std::vector<std::string> definitions;  // routes and additional files, in that order
  std::string fcd;                       // what it writes
};
Result<SumoConfig> read_sumo_config(std::string content, const std::string& file);

// By the first bytes of routes or additional files: do they define vehicle types?
bool defines_vehicle_types(std::string_view head);
// Where they let SUMO write the states of its lights, resolved; empty: nowhere.
std::vector<std::string> light_outputs(std::string_view head, const std::string& file);

// By the first bytes of a net: the OpenDRIVE map that netconvert made it from, as it was called then (empty: none is
// named), and what netconvert added to the map's coordinates.
struct SumoNetOrigin {
  std::string map;
  std::pair<double, double> offset{0.0, 0.0};
};
SumoNetOrigin net_origin(std::string_view head);

}  // namespace scrutineer::trace
