// All files of a run that SUMO drove, found from one of them: net, positions (FCD), vehicle types, light states, map.
//
//   auto found = find_sumo_run({"town.sumocfg"}, "", "", outside);
//   if (!found) return found.problem();                     // what is missing, and how SUMO writes it
//   if (found->manifest.map.empty()) ...                    // the net can be converted
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "run/outside.h"
#include "trace/manifest.h"

namespace scrutineer::run {

struct SumoRun {
  trace::Manifest manifest;        // trace, sumo_net, vehicle_types, lights, and map and placement where there is one
  std::vector<std::string> notes;  // what was found and what was not, for people
};

// `named`: a folder, a configuration (.sumocfg), or a net; `fcd` and `map` may be empty: then they are looked for.
Result<SumoRun> find_sumo_run(const std::vector<std::string>& named, const std::string& fcd, const std::string& map,
                              Outside& outside);

// What a map that is made from this net is called: town.net.xml becomes town.converted.xodr.
std::string map_name_of_net(const std::string& net);

}  // namespace scrutineer::run
