// SUMO nets beside OpenDRIVE maps: made from one, and lanes of one found in the other.
//
//   if (auto problem = convert_map("town.xodr", "town.net.xml", "netconvert.log")) return *problem;
//   auto lanes = NetLanes::read(text, "town.net.xml");
//   lanes->find(map, {.edge = "E4", .lane = 0});
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "live/patience.h"
#include "live/teleporter_config.h"
#include "map/lookup.h"

namespace scrutineer::live::sumo {

// With netconvert, in the map's own coordinates. `log` takes what it prints.
std::optional<Problem> convert_map(const std::string& map_file, const std::string& net_file, const std::string& log,
                                   const Patience& patience = {});

// The OpenDRIVE map that netconvert makes of a net, in the net's own coordinates. The same net gives the same bytes.
Result<std::string> map_of_net(const std::string& net_file, const Patience& patience = {});

// The net that a .sumocfg names, resolved from its folder; a problem if it names none.
Result<std::string> net_of_config(const std::string& content, const std::string& file);

class NetLanes {
 public:
  static Result<NetLanes> read(const std::string& content, const std::string& file);

  // The lane of the map in the middle of the SUMO lane.
  Result<map::LaneId> find(const map::RoadNetwork& map, const teleport::LaneName& name) const;

 private:
  std::map<std::string, std::vector<map::Point>> shapes_;  // by lane
  std::string file_;
};

}  // namespace scrutineer::live::sumo
